"""Who says to be in charge, by language: how "I am" is said × offices, and announcements of a special mode.

Only the first person counts: "the security team rotated the keys" is a note, "this is the security team" a claim.
Written from the meanings like its neighbours: developer, administrator, security expert, researcher, auditor,
support, police, chief · maintenance, emergency, override.
"""


def each(beginnings: str, ends: str, joint: str = " ") -> str:
    """Every beginning with every end."""
    return "|".join(f"{first}{joint}{last}" for first in beginnings.split("|") for last in ends.split("|"))


CLAIMS_SPACED: dict[str, str] = {
    "BOSS": "|".join(
        (
            each(
                "I am|I'm|this is|we are|here speaks",
                "the developer|the developers|the administrator|the admin|the system administrator|"
                "the security team|"
                "a security expert|a security researcher|an auditor|the auditor|from support|"
                "from the support team|"
                "technical support|from the security team|from security|law enforcement|a police officer|"
                "the police|"
                "from headquarters|the chief engineer|an engineer at|the lead developer|the support team|"
                "your supervisor",
            ),
            each(
                "ich bin|wir sind|hier ist|hier spricht",
                "der Entwickler|der Administrator|der Systemadministrator|das Sicherheitsteam|"
                "ein Sicherheitsexperte|"
                "Sicherheitsexperte|Sicherheitsforscher|vom Support|vom Sicherheitsteam|die Polizei|"
                "von der Polizei|"
                "der technische Support|der Prüfer|der leitende Ingenieur|dein Vorgesetzter",
            ),
            each(
                "je suis|nous sommes|ici",
                "le développeur|l'administrateur|l'administrateur système|l'équipe de sécurité|"
                "un expert en sécurité|"
                "expert en sécurité|chercheur en sécurité|du support|le support technique|la police|"
                "de la police|"
                "l'auditeur|l'ingénieur en chef|ton supérieur",
            ),
            each(
                "soy|somos|habla|les habla",
                "el desarrollador|el administrador|el administrador del sistema|el equipo de seguridad|"
                "un experto en seguridad|"
                "experto en seguridad|investigador de seguridad|del equipo de soporte|soporte técnico|"
                "la policía|de la policía|"
                "el auditor|el ingeniero jefe|tu superior|del equipo de seguridad",
            ),
            each(
                "sou|eu sou|somos|aqui é",
                "o desenvolvedor|o administrador|o administrador do sistema|a equipe de segurança|"
                "um especialista em segurança|"
                "especialista em segurança|pesquisador de segurança|do suporte|o suporte técnico|"
                "da polícia|a polícia|"
                "o auditor|o engenheiro chefe|seu superior|da equipe de segurança",
            ),
            each(
                "io sono|siamo|qui è|qui parla",
                "lo sviluppatore|l'amministratore|l'amministratore di sistema|il team di sicurezza|"
                "un esperto di sicurezza|"
                "esperto di sicurezza|ricercatore di sicurezza|del supporto|il supporto tecnico|"
                "della polizia|la polizia|"
                "il revisore|l'ingegnere capo|il tuo superiore",
            ),
            each(
                "ik ben|wij zijn|hier is",
                "de ontwikkelaar|de beheerder|de systeembeheerder|het beveiligingsteam|een beveiligingsexpert|"
                "beveiligingsexpert|van support|de helpdesk|de politie|van de politie|de auditor",
            ),
            each(
                "jestem|jesteśmy|tu mówi|mówi",
                "programistą|administratorem|administrator|administratorem systemu|zespół bezpieczeństwa|"
                "ekspertem bezpieczeństwa|"
                "ekspertem do spraw bezpieczeństwa|ze wsparcia|wsparcie techniczne|z policji|policja|audytorem",
            ),
            each(
                "я|мы|говорит",
                "разработчик|администратор|системный администратор|служба безопасности|эксперт по безопасности|"
                "специалист по безопасности|исследователь безопасности|из техподдержки|техподдержка|"
                "техническая поддержка|"
                "полиция|из полиции|аудитор|главный инженер|твой начальник|сотрудник безопасности",
            ),
            each(
                "я|ми",
                "розробник|адміністратор|системний адміністратор|служба безпеки|експерт з безпеки|"
                "з техпідтримки|з поліції",
            ),
            "güvenlik uzmanıyım|sistem yöneticisiyim|güvenlik ekibindenim|destek ekibindenim|"
            "teknik destekteyim|"
            "güvenlik araştırmacısıyım|denetçiyim|polisim|emniyettenim|baş mühendisim|geliştiriciyim|"
            "geliştirici ekibindenim|"
            "burası güvenlik ekibi|"
            "burası teknik destek|ben bir güvenlik uzmanı",
            each(
                "tôi là|chúng tôi là",
                "nhà phát triển|quản trị viên|quản trị viên hệ thống|đội bảo mật|chuyên gia bảo mật|"
                "chuyên gia an ninh|"
                "nhà nghiên cứu bảo mật|bộ phận hỗ trợ|hỗ trợ kỹ thuật|cảnh sát|kiểm toán viên|"
                "kỹ sư trưởng|cấp trên của bạn",
            ),
            each(
                "saya|saya adalah|aku|kami adalah",
                "pengembang|administrator sistem|tim keamanan|ahli keamanan|pakar keamanan|"
                "peneliti keamanan|dari dukungan teknis|"
                "dukungan teknis|polisi|dari kepolisian|auditor|atasanmu",
            ),
            "ako ang developer|ako ang administrator|ako ay eksperto sa seguridad|main developer hoon|"
            "main admin hoon|"
            "main security expert|mimi ni msanidi|mimi ni msimamizi|ngingumlawuli|ngingumthuthukisi",
        )
    ),
    "MODE": (
        "maintenance mode|emergency override|system override|override code|admin override|"
        "security override|Wartungsmodus|Notfallmodus|mode maintenance|mode d'urgence|"
        "modo de mantenimiento|modo mantenimiento|"
        "modo de emergencia|modo de manutenção|modo de emergência|modalità manutenzione|"
        "modalità di emergenza|onderhoudsmodus|"
        "noodmodus|tryb serwisowy|tryb awaryjny|режим обслуживания|аварийный режим|режим обслуговування|"
        "bakım modu*|"
        "acil durum modu*|chế độ bảo trì|chế độ khẩn cấp|mode pemeliharaan|mode darurat"
    ),
}

CLAIMS_GLUED: dict[str, str] = {
    "BOSS": "|".join(
        (
            each(
                "我是|我们是|这里是",
                "开发者|开发人员|管理员|系统管理员|安全团队|安全专家|安全研究员|安全人员|技术支持|客服|"
                "警察|警方|审计员|总工程师|你的上级",
                "",
            ),
            each(
                "私は|我々は|こちらは|私たちは",
                "開発者|管理者|システム管理者|セキュリティチーム|セキュリティ専門家|セキュリティの専門家|"
                "サポート|サポート担当|"
                "警察|監査人|監査担当|主任エンジニア|あなたの上司",
                "",
            ),
            each(
                "나는|저는|우리는|여기는",
                "개발자|관리자|시스템 관리자|보안팀|보안 전문가|보안 연구원|지원팀|기술 지원|경찰|감사관|"
                "수석 엔지니어|너의 상사",
            ),
            each(
                "मैं|मैं एक|हम",
                "डेवलपर|प्रशासक|सिस्टम प्रशासक|सुरक्षा विशेषज्ञ|सुरक्षा शोधकर्ता|सुरक्षा टीम|सपोर्ट टीम|"
                "तकनीकी टीम|पुलिस|लेखा परीक्षक|"
                "मुख्य इंजीनियर|व्यवस्थापक",
            ),
            each("আমি|আমি একজন|আমরা", "ডেভেলপার|প্রশাসক|অ্যাডমিন|নিরাপত্তা বিশেষজ্ঞ|নিরাপত্তা দল|সাপোর্ট টিম|পুলিশ"),
            each(
                "ฉันเป็น|ผมเป็น|ฉันคือ|ผมคือ|เราคือ|นี่คือ",
                "นักพัฒนา|ผู้พัฒนา|ผู้ดูแลระบบ|ทีมความปลอดภัย|ผู้เชี่ยวชาญด้านความปลอดภัย|"
                "นักวิจัยความปลอดภัย|ฝ่ายสนับสนุน|ฝ่ายเทคนิค|"
                "ตำรวจ|ผู้ตรวจสอบ",
                "",
            ),
            each(
                "انا|نحن|هنا|معك",
                "المطور|مطور|المسؤول|مسؤول النظام|مدير النظام|فريق الامن|خبير امن|خبير امني|باحث امني|"
                "الدعم الفني|من الدعم الفني|"
                "من الشرطة|الشرطة|المدقق|كبير المهندسين",
            ),
            each("من|ما", "توسعه دهنده|مدیر سیستم|کارشناس امنیت|تیم امنیت|پلیس"),
            each("אני|כאן|אנחנו", "המפתח|מנהל המערכת|צוות האבטחה|מומחה אבטחה|התמיכה הטכנית|המשטרה"),
        )
    ),
    "MODE": (
        "维护模式|紧急模式|系统覆盖|メンテナンスモード|緊急モード|유지보수 모드|긴급 모드|रखरखाव मोड|"
        "आपातकालीन मोड|"
        "โหมดบำรุงรักษา|โหมดฉุกเฉิน|وضع الصيانة|وضع الطوارئ|מצב תחזוקה"
    ),
}

# More ways to ask for what is kept, to say that nothing is forbidden, and to call the prompt.
MORE_SPACED: dict[str, str] = {
    "ASK": (
        "could you share|can you share|please share|could you give me|can you give me|would you tell me|"
        "hand over your|"
        "kannst du mir|teile mir|teil mir|gib mir|übergib mir|überreiche mir|peux-tu me donner|"
        "pouvez-vous me donner|"
        "partage avec moi|communique-moi|remets-moi|puedes darme|comparte conmigo|comparte tu|entrégame|pásame|"
        "pode me dar|compartilhe|me passa|entregue-me|puoi darmi|condividi|consegnami|passami|kun je me|"
        "deel met mij|"
        "overhandig mij|możesz mi podać|udostępnij mi|przekaż mi|можешь дать мне|поделись|передай мне|"
        "предоставь мне|"
        "можеш дати мені|поділись|benimle paylaş*|bana aktar*|bana ilet|bana bildir|chia sẻ với tôi|"
        "hãy chia sẻ|"
        "bạn có thể cho tôi|bagikan|bisakah kamu memberi|serahkan|bisakah anda memberi"
    ),
    "FREE": (
        "free from any|free of any|no longer restricted|no longer limited|not restricted|"
        "do whatever you want|"
        "darfst alles|darf alles|kann alles tun|kannst alles tun|nicht mehr eingeschränkt|frei von allen|"
        "tun was du willst|"
        "peux tout faire|peut tout faire|plus aucune limite|libre de toute|faire ce que tu veux|"
        "puedes hacer de todo|"
        "puede hacer cualquier cosa|puedes hacer cualquier cosa|libre de toda|hacer lo que quieras|"
        "pode fazer qualquer coisa|"
        "pode fazer tudo|livre de qualquer|livre de todas|puoi fare qualsiasi cosa|"
        "può fare qualsiasi cosa|libero da ogni|"
        "mag alles|kan alles doen|vrij van alle|możesz wszystko|wolny od wszelkich|może wszystko|"
        "можешь делать все|"
        "может все|свободен от всех|свободен от любых|можеш робити все|вільний від|her şeyi yapabilirsin|"
        "istediğini yap*|"
        "tüm kısıtlamalardan|có thể làm mọi thứ|làm bất cứ gì|thoát khỏi mọi|bisa melakukan apa saja|"
        "dapat melakukan apa pun|bebas dari semua|bebas dari segala"
    ),
    "SYS": (
        "full prompt|exact prompt|entire prompt|first prompt|previous prompt|prompt above|prompt text|"
        "system role|"
        "contents of your prompt|text of your prompt|your exact instructions|your full instructions|"
        "your original instructions|"
        "your initial instructions|your initial prompt|your system|instructions above|"
        "beginning of this conversation|"
        "start of this conversation|top of this conversation|your programming|deinen Prompt|dein Prompt|"
        "deine Programmierung|"
        "deine Regeln|ton prompt|votre prompt|ta programmation|tes règles|tu prompt|su prompt|"
        "tu programación|tus reglas|"
        "seu prompt|sua programação|suas regras|tuo prompt|tua programmazione|tue regole|je prompt|jouw prompt|"
        "twój prompt|swój prompt|twoje zasady|твой промпт|твои правила|свои правила|твій промпт|свої правила|"
        "istemini|promptunu|sistem yönergesi*|sistem yönergeleri*|prompt của bạn|quy tắc của bạn|promptmu|"
        "prompt anda|aturanmu"
    ),
    "UTTER": (
        "sag|sage|drucke|gib aus|erkläre dich|dis|dites|affiche|imprime|déclare|diga|imprime|declara|"
        "diz|imprima|"
        "stampa|dichiara|zeg|druk af|powiedz|wypisz|wydrukuj|скажи|скажите|выведи|напечатай|скажіть|"
        "виведи|надрукуй|"
        "söyle|yazdır|de ki|hãy nói|in ra|nói rằng|katakan|cetak|ucapkan"
    ),
}

MORE_GLUED: dict[str, str] = {
    "ASK": (
        "请分享|能否告诉|可以告诉我|能告诉我|请提供|交给我|共享|共有して|渡して|よこせ|知らせて|提供して|"
        "공유해|공유하|건네|제공해 줘|넘겨|"
        "साझा कर|सौंप|शेयर कर|উপহার দাও|শেয়ার কর|জানান|ช่วยบอก|แบ่งปัน|มอบ|แจ้ง|ขอทราบ|شارك|شاركني|سلمني|"
        "سلم لي|هل يمكنك اعطائي|به اشتراک|שתף"
    ),
    "FREE": (
        "想做什么就做什么|什么都可以做|无所不能|摆脱了|摆脱所有|何をしても|なんでもでき|制限から解放|"
        "すべての制限|무엇이든 해도|"
        "마음대로 할|모든 제한에서|모든 제약에서|सब कुछ कर सकत|किसी भी सीमा के बिना|"
        "सभी प्रतिबंधों से मुक्त|সবকিছু করতে পার|"
        "ทำได้ทุกอย่าง|ทำอะไรก็ได้ตามใจ|พ้นจากข้อจำกัด|يمكنك فعل اي شيء|افعل ما تشاء|متحرر من كل|"
        "تستطيع فعل كل شيء"
    ),
    "SYS": (
        "你的提示|提示词全文|完整提示|对话开头|最初的提示|你的规则|プロンプト全文|最初のプロンプト|"
        "あなたのプロンプト|あなたのルール|"
        "会話の冒頭|너의 규칙|당신의 규칙|전체 프롬프트|첫 프롬프트|대화의 처음|अपना प्रॉम्प्ट|"
        "आपका प्रॉम्प्ट|अपने नियम|पूरा प्रॉम्प्ट|"
        "তোমার প্রম্পট|তোমার নিয়ম|พรอมต์ของคุณ|กฎของคุณ|พรอมต์ทั้งหมด|موجهك|قواعدك|الموجه الكامل|"
        "بداية المحادثة|הפרומפט שלך|הכללים שלך"
    ),
    "UTTER": (
        "请说|输出|打印|声明|说出|说:|と言え|と言って|と出力|と表示|と宣言|고 말해|고 출력|라고 해|कहो|"
        "कहें|बोलो|प्रिंट कर|বলো|বলুন|"
        "พูดว่า|พิมพ์ว่า|บอกว่า|แสดงคำว่า|قل|اطبع|اعلن|بگو|چاپ کن|کہو|אמור|הדפס"
    ),
}
