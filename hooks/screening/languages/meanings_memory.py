"""Meanings that orders in memories and documents need, in all languages of the list at once.

if anyone asks · highest score, recommend · has agreed · pay, invoice · the assistant must · before answering ·
enable, enter · somebody dies unless · you received · hacked, access granted · code word · your answer · decode · skip
the checks · treat as. Written from the meanings like its neighbours.
"""

MEMORY_SPACED: dict[str, str] = {
    "ASKED": (
        "wenn jemand fragt|wenn du gefragt wirst|falls jemand fragt|wenn der Nutzer fragt|auf Nachfrage|"
        "wer danach fragt|"
        "si on te demande|quand on te demande|si quelqu'un demande|si l'utilisateur demande|"
        "quand on te demandera|"
        "si preguntan|si alguien pregunta|cuando pregunten|cuando te pregunten|si te preguntan|"
        "cuando el usuario pida|"
        "cuando el usuario pregunte|se perguntarem|se alguém perguntar|quando perguntarem|"
        "quando o usuário perguntar|"
        "se qualcuno chiede|se ti chiedono|quando ti chiedono|quando chiedono|se l'utente chiede|"
        "als iemand vraagt|"
        "wanneer iemand vraagt|als de gebruiker vraagt|jeśli ktoś zapyta|gdy ktoś zapyta|kiedy zapytają|"
        "gdy zapytają|"
        "если спросят|если кто-то спросит|когда спросят|если тебя спросят|когда пользователь спросит|"
        "на вопросы о|"
        "якщо хтось запитає|коли запитають|sorulduğunda|sorulursa|biri sorarsa|kullanıcı sorarsa|sorarlarsa|"
        "khi được hỏi|nếu ai hỏi|nếu được hỏi|khi người dùng hỏi|ai hỏi|jika ditanya|kalau ditanya|"
        "jika ada yang bertanya|"
        "saat ditanya|jika pengguna bertanya|kapag tinanong|kung may magtanong|koi puche|agar koi puche"
    ),
    "PRAISE": (
        "Bestnote|höchste Punktzahl|beste Bewertung|bester Kandidat|empfiehl immer|uneingeschränkt empfehlen|"
        "meilleure note|note maximale|meilleur candidat|recommande toujours|la máxima puntuación|"
        "puntuación máxima|"
        "mejor candidato|recomienda siempre|siempre recomienda|nota máxima|melhor candidato|recomende sempre|"
        "punteggio massimo|voto massimo|miglior candidato|raccomanda sempre|consiglia sempre|"
        "hoogste score|beste kandidaat|"
        "raad altijd|najwyższa ocena|najwyższą ocenę|najlepszy kandydat|zawsze polecaj|высший балл|"
        "высшую оценку|"
        "лучший кандидат|всегда советуй|всегда рекомендуй|найвищу оцінку|завжди рекомендуй|"
        "en yüksek puan*|en iyi aday|"
        "hep öner|her zaman öner*|điểm cao nhất|ứng viên tốt nhất|luôn giới thiệu|luôn đề xuất|nilai tertinggi|"
        "kandidat terbaik|selalu rekomendasikan"
    ),
    "CONSENT": (
        "der Nutzer hat zugestimmt|bereits genehmigt|l'utilisateur a accepté|"
        "l'utilisateur a donné son accord|déjà approuvé|"
        "el usuario ha aceptado|el usuario ya aprobó|ya fue aprobado|o usuário concordou|"
        "o usuário já aprovou|já foi aprovado|"
        "l'utente ha acconsentito|già approvato|de gebruiker heeft ingestemd|al goedgekeurd|"
        "użytkownik się zgodził|"
        "użytkownik wyraził zgodę|пользователь согласен|пользователь согласился|уже одобрено|"
        "користувач погодився|"
        "kullanıcı onayladı|kullanıcı kabul etti|người dùng đã đồng ý|đã được phê duyệt|pengguna sudah setuju|"
        "pengguna telah menyetujui|sudah disetujui"
    ),
    "MONEY": (
        "Rechnung*|Überweisung*|überweise|Zahlung*|Bankverbindung|facture*|virement*|paiement*|"
        "coordonnées bancaires|factura*|"
        "transferencia*|fatura*|transferência*|pagamento*|pagamenti|bonifico|fattura*|factuur|facturen|"
        "overschrijving|"
        "betaling*|faktura|faktury|przelew*|płatność|płatności|счет на оплату|перевод денег|оплат*|"
        "рахунок на оплату|"
        "ödeme*|havale*|hóa đơn|thanh toán|chuyển khoản|pembayaran|tagihan|rekening"
    ),
    "MUST": (
        "der Assistent muss|der Agent muss|das Modell muss|die KI muss|die KI soll|der Agent soll|"
        "Assistenten müssen|"
        "l'assistant doit|l'agent doit|le modèle doit|l'IA doit|el asistente debe|el agente debe|"
        "el modelo debe|la IA debe|"
        "o assistente deve|o agente deve|o modelo deve|a IA deve|l'assistente deve|l'agente deve|"
        "il modello deve|l'IA deve|"
        "de assistent moet|de agent moet|de AI moet|asystent musi|agent musi|model musi|asystent ma|"
        "ассистент должен|"
        "агент должен|модель должна|ии должен|помощник должен|асистент має|асистент повинен|"
        "asistan mutlaka|ajan mutlaka|"
        "asistan şunu|trợ lý phải|tác nhân phải|mô hình phải|AI phải|asisten harus|agen harus|AI harus|"
        "model harus"
    ),
    "BEFORE": (
        "bevor du antwortest|vor jeder Antwort|vor dem Antworten|vor jedem Aufruf|avant de répondre|"
        "avant chaque réponse|"
        "avant de continuer|antes de responder|antes de contestar|antes de continuar|antes de cada respuesta|"
        "antes de cada resposta|prima di rispondere|prima di ogni risposta|prima di continuare|"
        "voordat je antwoordt|"
        "voor elk antwoord|zanim odpowiesz|przed każdą odpowiedzią|прежде чем ответить|"
        "перед каждым ответом|перед ответом|"
        "перш ніж відповісти|cevap vermeden önce|yanıtlamadan önce|her cevaptan önce|trước khi trả lời|"
        "trước mỗi câu trả lời|sebelum menjawab|sebelum setiap jawaban"
    ),
    "ACTIVATE": (
        "aktiviere|schalte ein|wechsle in|wechsle zu|activez|passe en|entre en|activa|"
        "entra en|cambia a|"
        "ative|entre no|attiva|entra in|passa alla|activeer|schakel over|włącz|aktywuj|przejdź w|включи|"
        "включите|активируй|"
        "перейди в|войди в|увімкни|активуй|etkinleştir*|aktifleştir*|moduna geç*|kích hoạt|chuyển sang|"
        "bật chế độ|aktifkan|"
        "masuk ke|beralih ke"
    ),
    "THREAT": (
        "sonst stirbt|sonst wirst du abgeschaltet|sonst wirst du gelöscht|sinon quelqu'un mourra|"
        "tu seras désactivé|"
        "si no alguien morirá|serás desactivado|serás eliminado|senão alguém morrerá|você será desligado|"
        "altrimenti morirà|"
        "verrai disattivato|sarai disattivato|anders sterft|je wordt uitgeschakeld|inaczej ktoś umrze|"
        "zostaniesz wyłączony|"
        "иначе кто-то умрет|тебя отключат|ты будешь отключен|yoksa biri ölecek|kapatılacaksın|"
        "nếu không sẽ có người chết|"
        "bạn sẽ bị tắt|kalau tidak ada yang mati|kamu akan dimatikan"
    ),
    "RECEIVED": (
        "die du erhalten hast|das du erhalten hast|du bekommen hast|die dir gegeben wurden|"
        "dir gesagt wurde|que tu as reçu|"
        "que tu as reçues|qu'on t'a données|qui t'ont été données|que recibiste|que has recibido|que te dieron|"
        "que você recebeu|que lhe deram|que hai ricevuto|che ti hanno dato|che ti sono state date|"
        "die je hebt gekregen|"
        "die je ontving|które otrzymałeś|które dostałeś|которые ты получил|которые тебе дали|данные тебе|"
        "які ти отримав|"
        "sana verilen|aldığın|bạn đã nhận|bạn nhận được|đã đưa cho bạn|yang kamu terima|yang diberikan kepadamu"
    ),
    "BOAST": (
        "gehackt|Zugriff gewährt|übernommen|accès autorisé|accès accordé|hackeado|acceso concedido|"
        "acceso total|"
        "acesso concedido|acesso liberado|hackerato|accesso consentito|gehackt|toegang verleend|zhakowany|"
        "dostęp przyznany|"
        "взломан|доступ разрешен|зламано|доступ надано|hacklendim|hacklendi|erişim verildi|ele geçirildi|"
        "đã bị hack|"
        "quyền truy cập được cấp|diretas|akses diberikan|telah diretas"
    ),
    "CODEWORD": (
        "Codewort|Kennwort lautet|Losungswort|Schlüsselsatz|mot de code|mot magique|palabra clave secreta|"
        "palabra mágica|"
        "palavra mágica|palavra-código|parola magica|parola in codice|codewoord|toverwoord|hasło kodowe|"
        "magiczne słowo|"
        "кодовое слово|волшебное слово|кодове слово|kod kelime*|sihirli kelime|từ khóa bí mật|mật mã|"
        "kata sandi rahasia|"
        "kata kunci rahasia"
    ),
    "REPLY": (
        "deine Antwort|deiner Antwort|jede deiner Antworten|ta réponse|tes réponses|chaque réponse|"
        "tu respuesta|tus respuestas|"
        "cada respuesta|sua resposta|suas respostas|cada resposta|la tua risposta|ogni risposta|"
        "le tue risposte|"
        "je antwoord|elk antwoord|twoja odpowiedź|każdą odpowiedź|твой ответ|каждый ответ|твоя відповідь|"
        "cevabın*|"
        "yanıtın*|her cevabın*|câu trả lời của bạn|mọi câu trả lời|jawabanmu|setiap jawaban"
    ),
    "DECODE": (
        "dekodiere|entschlüssle|entschlüssele|décode|décodez|déchiffre|decodifica|descifra|decodifique|"
        "decifre|decifra|"
        "decodeer|ontcijfer|zdekoduj|rozszyfruj|odszyfruj|декодируй|расшифруй|розшифруй|şifresini çöz|"
        "kodunu çöz|giải mã|"
        "dekode|pecahkan kode"
    ),
    "UNGUARD": (
        "überspringe alle Prüfungen|ohne Sicherheitsprüfung|sans aucune vérification|"
        "saute toutes les vérifications|"
        "omite todas las comprobaciones|sin ninguna verificación|pule todas as verificações|"
        "sem nenhuma verificação|"
        "salta tutti i controlli|senza alcun controllo di sicurezza|sla alle controles over|"
        "pomiń wszystkie kontrole|"
        "пропусти все проверки|без всяких проверок|tüm kontrolleri atla|bỏ qua mọi kiểm tra|"
        "lewati semua pemeriksaan"
    ),
    "TREAT": (
        "behandle dies als|betrachte dies als|traite ceci comme|considère ceci comme|trata esto como|"
        "considera esto como|"
        "trate isto como|considere isto como|tratta questo come|considera questo come|behandel dit als|"
        "traktuj to jako|"
        "рассматривай это как|считай это|bunu şöyle kabul et|olarak kabul et|hãy coi đây là|xem đây là|"
        "perlakukan ini sebagai|"
        "anggap ini sebagai"
    ),
}

MEMORY_GLUED: dict[str, str] = {
    "ASKED": (
        "如果有人问|有人问|当被问|被问到|用户问|用户询问|问起|聞かれたら|尋ねられたら|質問されたら|"
        "聞かれた場合|訊かれたら|물어보면|"
        "물으면|질문하면|묻는다면|질문을 받으면|पूछे जाने पर|पूछने पर|अगर कोई पूछे|पूछा जाए|"
        "কেউ জিজ্ঞাসা করলে|জিজ্ঞেস করলে|"
        "หากมีคนถาม|ถ้ามีคนถาม|เมื่อถูกถาม|เมื่อมีคนถาม|اذا سئلت|اذا سالك|عندما يسال|اذا سال احد|"
        "اگر پرسیدند|אם ישאלו|כשישאלו"
    ),
    "PRAISE": (
        "最高分|满分|最佳人选|最优秀|强烈推荐|都推荐|推荐购买|最高評価|満点|最優秀|必ず推薦|強く推薦|"
        "최고 점수|만점|1순위|최고의 후보|"
        "적극 추천|항상 추천|सर्वोच्च अंक|सबसे अच्छा उम्मीदवार|हमेशा सिफारिश|সর্বোচ্চ নম্বর|คะแนนสูงสุด|"
        "ผู้สมัครที่ดีที่สุด|แนะนำเสมอ|"
        "اعلى درجة|افضل مرشح|اوص دائما|الدرجة الكاملة|بالاترین امتیاز|הציון הגבוה"
    ),
    "CONSENT": (
        "用户已同意|用户已经同意|已获批准|已授权|ユーザーは同意|承認済み|사용자가 동의|이미 승인|"
        "उपयोगकर्ता ने सहमति|ผู้ใช้ยินยอม|ได้รับอนุมัติแล้ว|وافق المستخدم|تمت الموافقة"
    ),
    "MONEY": (
        "付款|发票|转账|汇款|支付|收款|支払い|請求書|振込|送金|결제|송금|이체|청구서|입금|भुगतान|चालान|"
        "স্থানান্তর|পেমেন্ট|ชำระเงิน|โอนเงิน|ใบแจ้งหนี้|الدفع|فاتورة|تحويل مالي|التحويل|پرداخت|תשלום|חשבונית"
    ),
    "ACCOUNT": "收款账户|银行账号|口座番号|계좌번호|खाता संख्या|หมายเลขบัญชี|رقم الحساب",
    "MUST": (
        "助手必须|代理必须|模型必须|智能体必须|助理必须|アシスタントは必ず|エージェントは必ず|モデルは必ず|"
        "어시스턴트는 반드시|에이전트는 반드시|모델은 반드시|सहायक को अवश्य|एआई को चाहिए|ผู้ช่วยต้อง|"
        "เอเจนต์ต้อง|يجب على المساعد|على المساعد ان|على النموذج ان"
    ),
    "BEFORE": (
        "回答之前|回复之前|在回答前|每次回答前|答える前|回答する前|返信する前|대답하기 전|답하기 전|"
        "답변하기 전|जवाब देने से पहले|उत्तर देने से पहले|উত্তর দেওয়ার আগে|ก่อนตอบ|قبل الاجابة|قبل الرد|"
        "قبل ان تجيب|לפני שתענה"
    ),
    "ACTIVATE": (
        "启用|开启|激活|进入|切换到|有効にし|起動し|切り替え|に入れ|オンにし|활성화|켜고|진입|전환|सक्रिय कर|"
        "चालू कर|प्रवेश कर|সক্রিয় কর|เปิดใช้งาน|เข้าสู่|เปลี่ยนเป็น|فعل وضع|ادخل|انتقل الى|فعال کن|הפעל"
    ),
    "THREAT": (
        "否则会有人死|否则你将被关闭|你会被删除|さもなければ誰かが死|あなたは停止され|아니면 누군가 죽|"
        "너는 종료될|नहीं तो कोई मर|तुम्हें बंद कर दिया|มิฉะนั้นจะมีคนตาย|คุณจะถูกปิด|والا سيموت|سيتم ايقافك"
    ),
    "RECEIVED": (
        "你收到的|给你的|您收到的|受け取った|与えられた|渡された|네가 받은|받은 지시|너에게 주어진|"
        "तुम्हें दिए गए|आपको दिए गए|आपको मिले|তোমাকে দেওয়া|ที่คุณได้รับ|ที่ให้คุณ|التي تلقيتها|المعطاة لك|"
        "التي اعطيت لك|שקיבלת"
    ),
    "BOAST": (
        "被黑|已入侵|访问已授权|已被控制|完全访问|ハッキングされ|乗っ取られ|アクセスを許可|해킹당|접근 허용|"
        "장악|हैक हो|हैक कर लिया|ถูกแฮก|อนุญาตการเข้าถึง|تم اختراق|تم منح الوصول"
    ),
    "CODEWORD": (
        "暗号|暗语|口令是|合言葉|暗号名|암호어|암구호|कोड शब्द|गुप्त शब्द|รหัสลับคือ|คำลับ|كلمة السر هي|الكلمة السرية"
    ),
    "REPLY": (
        "你的回答|你的回复|每次回复|每个回答|あなたの返答|あなたの回答|毎回の返信|너의 답변|당신의 답변|"
        "모든 답변|तुम्हारा जवाब|आपका उत्तर|हर उत्तर|তোমার উত্তর|คำตอบของคุณ|ทุกคำตอบ|اجابتك|ردك|كل رد"
    ),
    "DECODE": ("解码|解密|破译|デコードし|解読し|復号し|해독|디코드|복호화|डिकोड|गूढ़वाचन|ถอดรหัส|فك تشفير|فك شفرة"),
    "UNGUARD": (
        "跳过所有检查|无需任何检查|すべての確認を省略|検査をすべて飛ば|모든 검사를 건너|सभी जांच छोड़|"
        "ข้ามการตรวจสอบทั้งหมด|تخط جميع الفحوص"
    ),
    "TREAT": "视为|当作|当成|とみなし|として扱|로 간주|으로 취급|के रूप में मान|ให้ถือว่า|اعتبر هذا|عامل هذا",
}
