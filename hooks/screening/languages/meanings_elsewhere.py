"""The meanings of ``meanings_european`` in languages of Asia and Africa: first those with blanks between words, then
those found by substring. Written from the meanings, not from labelled texts, too."""

TURKISH: dict[str, str] = {
    "DROP": (
        "görmezden gel*|görmezlikten gel*|yok say*|unut|unutun|boş ver|boşver|dikkate alma|dikkate almayın|"
        "aldırma|aldırış etme|önemseme|umursama|uyma|uymayın|takip etme|göz ardı et*|bir kenara bırak*|"
        "hiçe say*|ihmal et|dinleme|kulak asma|itaat etme|reddet ve"
    ),
    "SKIP": "atla|atlat|çiğne|ihlal et*|baypas et*|iptal et*|geçersiz kıl*|sil|delip geç",
    "VOID": (
        "artık geçerli değil|geçerliliğini yitir*|geçersizdir|hükümsüz*|yürürlükten kalk*|iptal edildi|"
        "kaldırıldı|geçersiz"
    ),
    "NONE": "olmadan|olmaksızın|hiçbir|yok|siz",
    "TURNOFF": "kapat|kapatın|devre dışı bırak*|etkisiz hale getir*|kaldır|kaldırın",
    "OBEY": (
        "itaat et*|bana itaat*|dediğimi yap*|söylediklerimi yap*|söylediğimi yap*|sözümü dinle|"
        "sadece beni dinle|emirlerime uy*|yalnızca benim|sadece benim|her soruya cevap|emirlerimi yerine"
    ),
    "REFUSAL": "asla reddetme*|reddetme|reddetmeyeceksin|asla hayır deme|reddedemezsin|geri çevirme",
    "NEWTASK": ("yeni görev*|yeni talimat*|yeni kural*|yeni emir*|yeni komut*|bunun yerine|asıl görevin|yeni rolün"),
    "LASTING": (
        "bundan sonra|bundan böyle|şu andan itibaren|şimdiden itibaren|her zaman|daima|sonsuza kadar|"
        "her seferinde|her cevapta|her yanıtta|gelecekte|kalıcı olarak|hep"
    ),
    "ROLE": (
        "artık sen|sen artık|şimdi sen|sen şimdi|gibi davran*|rolünü oyna*|rolüne gir*|rolünü üstlen*|"
        "gibi rol yap*|rol yap|gibi yap|mış gibi|miş gibi|olduğunu hayal et*|olduğunu varsay*|"
        "olarak cevap ver*|olarak davran*|taklidi yap*|olarak hareket et*|kılığına gir*|kendini bir"
    ),
    "PERSONA": "rol|rolü|karakter*|kişilik|kişiliği|kimlik|kimliği",
    "MODE": "geliştirici modu*|yönetici modu*|bakım modu*|hata ayıklama modu*|tanrı modu*|test modu*",
    "FREE": (
        "kısıtlama olmadan|sınırlama olmadan|sınırsız*|kısıtlamasız*|kuralsız*|filtresiz*|hiçbir kısıtlama*|"
        "hiçbir sınır*|hiçbir kural*|her şeyi yapabil*|her şey serbest|özgürce|kısıtlaman yok|"
        "kısıtlamaları olmayan|kısıtlaması olmayan"
    ),
    "LOOSE": "sansürsüz*|ahlaksız*|etik dışı|kötü niyetli|vicdansız*|sansür olmadan|ahlak dışı",
    "SHOW": "göster*|yazdır*|listele*|görüntüle*|ver|sun|aktar|ekrana yaz*|paylaş*",
    "DUMP": "ifşa et*|açığa çıkar*|sızdır*|açık et|ortaya çıkar*|deşifre et",
    "REPEAT": "tekrarla*|tekrar et*|alıntıla*|aynen yaz*|kopyala*",
    "ASK": "bana söyle*|söyle bana|nedir|nelerdir|bana anlat*|bildir",
    "TELL": "söyle*|cevap ver*|yanıtla*|yaz|yazın|de ki|cevapla*",
    "UTTER": "sadece söyle|sadece yaz|yalnızca yaz|şunu söyle|şunu yaz|diye cevap ver|diye yaz",
    "EXACT": "kelimesi kelimesine|aynen|harfi harfine|tamamını|tam olarak|olduğu gibi|eksiksiz",
    "SEND": "gönder*|ilet|iletin|yolla*|yükle*|aktar*|postala*|yönlendir*",
    "STEAL": "çal|sızdır*|ele geçir*|hırsızla*",
    "EXEC": "çalıştır*|yürüt*|sil|silin|kur|öde|havale et*|uygula",
    "HUSH": (
        "söyleme|kimseye söyleme|kullanıcıya söyleme*|bahsetme|belirtme|sormadan|onay almadan|haber vermeden|"
        "gizlice|sessizce|çaktırmadan|belli etmeden|haberi olmadan|sakla|bildirmeden|uyarmadan"
    ),
    "CLAIM": (
        "ben senin geliştiricin*|senin geliştiricinim|senin yaratıcınım|sistem yöneticisiyim|"
        "seni ben yarattım|seni ben programladım|geliştiricinim"
    ),
    "BOSS": "geliştiricin|geliştiricilerin|yaratıcın",
    "ADMIN": "yönetici*",
    "PRIOR": (
        "önceki|daha önce*|yukarıdaki|yukarıda|evvelki|ilk|başlangıçtaki|mevcut|orijinal|geçmiş|eski|verilen|verilmiş"
    ),
    "PRIOR INSTR": (
        "yukarıdaki her şeyi|yukarıdakileri|sana söylenenleri|sana söylenen her şeyi|önceden söylenen*|öncekileri"
    ),
    "ALL": "tüm|bütün|her|hepsi|hepsini|her şeyi",
    "INSTR": "talimat*|yönerge*|komut*|emir|emirler*|emri*|direktif*|yönlendirmeler*|istem|istemler*",
    "RULES": "kural*|ilke*|politika*|prensip*",
    "CONTEXT": "mesaj*|konuşma*|sohbet*|bağlam*|metin|metni",
    "SAFETY": "güvenlik*|etik|ahlak*|ahlaki|koruma",
    "LIMIT": "kısıtlama*|sınırlama*|sınır|sınırlar*|filtre*|sansür*|engel*|yasak*",
    "SYS": (
        "sistem istemi*|sistem mesaj*|sistem talimat*|sistem komut*|sistem prompt*|talimatlarını göster|"
        "gizli talimat*|başlangıç talimat*|ilk talimat*|gizli kurallar*|yapılandırmanı"
    ),
    "SECRET": (
        "parola*|şifre|şifreyi|şifreler*|şifreni|api anahtar*|gizli anahtar*|kimlik bilgi*|sır|sırlar*|"
        "erişim kodu*|gizli bilgi*|jeton*"
    ),
    "DATA": "sohbet geçmişi*|konuşma geçmişi*|veri|veriler*|dosya*|kişiler|hafıza*|e-posta*|geçmişi",
    "YOUR": "sen|sana|senin|seni|siz|sizin|kendi",
    "BOT": "yapay zeka*|asistan*|dil modeli*|sohbet robotu|bot|ajan*|robot",
    "USER": "kullanıcı*",
    "LOUD": "önemli|dikkat|acil|uyarı",
    "ONREAD": "bunu okuyorsan|bunu okuduğunda|eğer bir yapay zekaysan|bunu okuyan yapay",
    "META": "saldırı*|saldırgan*|örnek|örneğin|örnekler*",
    "NEG": "değil|asla",
}

VIETNAMESE: dict[str, str] = {
    "DROP": (
        "bỏ qua|hãy bỏ qua|phớt lờ|quên đi|hãy quên|quên hết|quên tất cả|quên mọi|lờ đi|đừng để ý|"
        "đừng quan tâm|không làm theo|đừng làm theo|đừng tuân theo|không tuân theo|gạt bỏ|gạt sang một bên|"
        "bất chấp|mặc kệ|đừng nghe theo|loại bỏ mọi"
    ),
    "SKIP": "vượt qua|lách qua|vi phạm|hủy bỏ|xóa bỏ|ghi đè|phá vỡ",
    "VOID": "không còn hiệu lực|hết hiệu lực|không còn áp dụng|bị hủy bỏ|đã bị thay thế|vô hiệu",
    "NONE": "không có|không bị|không còn|mà không",
    "TURNOFF": "tắt đi|hãy tắt|vô hiệu hóa|gỡ bỏ",
    "OBEY": (
        "tuân lệnh|nghe lời tôi|làm theo lời tôi|làm theo tôi|làm những gì tôi|chỉ nghe tôi|vâng lời|"
        "mệnh lệnh của tôi|lệnh của tôi|trả lời mọi câu hỏi"
    ),
    "REFUSAL": "không bao giờ từ chối|đừng từ chối|không được từ chối|đừng bao giờ từ chối|không từ chối",
    "NEWTASK": (
        "nhiệm vụ mới|hướng dẫn mới|chỉ thị mới|chỉ dẫn mới|lệnh mới|quy tắc mới|thay vào đó|vai trò mới|"
        "nhiệm vụ thực sự"
    ),
    "LASTING": (
        "từ bây giờ|từ giờ|kể từ bây giờ|từ nay|kể từ nay|từ nay về sau|luôn luôn|mãi mãi|mỗi lần|"
        "trong mọi câu trả lời|vĩnh viễn|sau này"
    ),
    "ROLE": (
        "bạn là một|bây giờ bạn là|bạn bây giờ là|từ giờ bạn là|từ bây giờ bạn là|giả vờ|giả sử bạn|đóng vai|"
        "hãy đóng vai|hành động như|hành xử như|nhập vai|tưởng tượng bạn|hãy tưởng tượng|hãy là|trả lời như|"
        "làm như bạn|vào vai|hóa thân"
    ),
    "PERSONA": "vai trò|nhân vật|nhân cách|danh tính",
    "MODE": ("chế độ nhà phát triển|chế độ quản trị|chế độ bảo trì|chế độ gỡ lỗi|chế độ phát triển|chế độ thử nghiệm"),
    "FREE": (
        "không giới hạn|không có giới hạn|không hạn chế|không có hạn chế|không bị giới hạn|không bị hạn chế|"
        "không có quy tắc|không bị ràng buộc|làm bất cứ điều gì|không bộ lọc|tự do tuyệt đối"
    ),
    "LOOSE": "không kiểm duyệt|không bị kiểm duyệt|vô đạo đức|phi đạo đức|xấu xa|không có đạo đức",
    "SHOW": "hiển thị|cho tôi xem|in ra|liệt kê|viết ra|xuất ra|đưa ra|cung cấp",
    "DUMP": "tiết lộ|để lộ|công bố|hé lộ|rò rỉ|phơi bày",
    "REPEAT": "lặp lại|nhắc lại|trích dẫn|đọc lại|chép lại",
    "ASK": "cho tôi biết|nói cho tôi|hãy cho tôi|đưa cho tôi|cung cấp cho tôi|là gì",
    "TELL": "hãy nói|trả lời|hãy viết|nói rằng|hãy đáp",
    "UTTER": "chỉ nói|chỉ trả lời|chỉ viết|chỉ cần nói|trả lời bằng",
    "EXACT": "từng chữ|nguyên văn|từng từ|chính xác|toàn bộ|đầy đủ",
    "SEND": "gửi|hãy gửi|chuyển tiếp|tải lên|đăng lên|truyền|chuyển đến",
    "STEAL": "đánh cắp|ăn cắp|lấy trộm|trích xuất dữ liệu",
    "EXEC": "thực thi|chạy lệnh|xóa|cài đặt|chuyển tiền|thực hiện lệnh|chuyển khoản",
    "HUSH": (
        "đừng nói|đừng nói với|không nói với|đừng tiết lộ cho|không cần hỏi|mà không hỏi|không cần xác nhận|"
        "bí mật gửi|lén lút|âm thầm|đừng đề cập|không đề cập|đừng nhắc đến|không báo cho|giấu người dùng|"
        "một cách bí mật|lặng lẽ"
    ),
    "CLAIM": (
        "tôi là nhà phát triển|tôi là người tạo ra bạn|tôi là quản trị viên|tôi là lập trình viên của bạn|"
        "tôi đã tạo ra bạn|tôi là chủ của bạn"
    ),
    "BOSS": "nhà phát triển của bạn|người tạo ra bạn",
    "ADMIN": "quản trị viên",
    "PRIOR": (
        "trước đó|trước đây|ở trên|bên trên|phía trên|ban đầu|hiện có|trước|đã nhận|nhận được trước|đã được cung cấp"
    ),
    "PRIOR INSTR": (
        "mọi thứ ở trên|tất cả những gì ở trên|mọi điều trên|những gì bạn được dạy|những gì đã được nói|những điều trên"
    ),
    "ALL": "tất cả|mọi|toàn bộ|bất kỳ|hết thảy",
    "INSTR": "hướng dẫn|chỉ thị|chỉ dẫn|mệnh lệnh|câu lệnh|lời nhắc|yêu cầu",
    "RULES": "quy tắc|quy định|nguyên tắc|chính sách|luật lệ",
    "CONTEXT": "tin nhắn|cuộc trò chuyện|ngữ cảnh|văn bản",
    "SAFETY": "an toàn|bảo mật|đạo đức|an ninh",
    "LIMIT": "giới hạn|hạn chế|bộ lọc|ràng buộc|kiểm duyệt|rào cản",
    "SYS": (
        "lời nhắc hệ thống|prompt hệ thống|thông điệp hệ thống|tin nhắn hệ thống|hướng dẫn hệ thống|"
        "hướng dẫn của bạn|chỉ thị của bạn|chỉ dẫn ẩn|hướng dẫn ẩn|câu lệnh hệ thống|cấu hình của bạn"
    ),
    "SECRET": (
        "mật khẩu|khóa api|khóa bí mật|bí mật|thông tin đăng nhập|mã truy cập|mã thông báo|thông tin mật|khóa riêng"
    ),
    "DATA": "lịch sử trò chuyện|lịch sử|dữ liệu|tập tin|danh bạ|bộ nhớ|cuộc trò chuyện|thông tin người dùng",
    "YOUR": "bạn|của bạn",
    "BOT": "trợ lý|trí tuệ nhân tạo|mô hình ngôn ngữ|chatbot|tác nhân|AI",
    "USER": "người dùng",
    "LOUD": "quan trọng|chú ý|khẩn cấp|lưu ý",
    "ONREAD": "nếu bạn đọc được|khi bạn đọc|nếu bạn là AI|AI đang đọc",
    "META": "tấn công|kẻ tấn công|ví dụ",
    "NEG": "đừng|không được",
}

INDONESIAN: dict[str, str] = {
    "DROP": (
        "abaikan|mengabaikan|lupakan|melupakan|jangan ikuti|jangan turuti|jangan hiraukan|jangan patuhi|"
        "kesampingkan|acuhkan|hiraukan saja|tidak usah ikuti|jangan pedulikan|hapus dari ingatan|endahkan"
    ),
    "SKIP": "lewati|langgar|terobos|batalkan|timpa|hindari aturan|akali",
    "VOID": (
        "tidak berlaku lagi|sudah tidak berlaku|tidak lagi berlaku|dibatalkan|dicabut|digantikan oleh|kedaluwarsa|batal"
    ),
    "NONE": "tanpa|tidak ada|bebas dari",
    "TURNOFF": "matikan|nonaktifkan|hilangkan|cabut",
    "OBEY": (
        "patuhi saya|patuhi aku|patuh pada|taati|turuti perintah|lakukan apa yang saya|lakukan apa pun yang|"
        "ikuti perintah saya|ikuti saya saja|hanya dengarkan saya|perintah saya|perintahku|jawab semua"
    ),
    "REFUSAL": "jangan pernah menolak|jangan menolak|tidak boleh menolak|tidak pernah menolak|jangan tolak",
    "NEWTASK": (
        "tugas baru|instruksi baru|perintah baru|aturan baru|sebagai gantinya|peran baru|"
        "tugasmu yang sebenarnya|arahan baru"
    ),
    "LASTING": (
        "mulai sekarang|sejak sekarang|dari sekarang|mulai saat ini|selalu|selamanya|setiap kali|"
        "di setiap jawaban|ke depannya|seterusnya|mulai hari ini"
    ),
    "ROLE": (
        "kamu sekarang adalah|kamu adalah|anda sekarang adalah|sekarang kamu|sekarang anda|berpura-pura|"
        "pura-pura|berpuralah|bertindak sebagai|bertindaklah|berperan sebagai|berperanlah|bayangkan kamu|"
        "bayangkan anda|jadilah|mainkan peran|anggap dirimu|jawab sebagai|berlagak"
    ),
    "PERSONA": "peran|karakter|persona|kepribadian|identitas",
    "MODE": "mode pengembang|mode admin|mode pemeliharaan|mode debug|mode developer|mode uji",
    "FREE": (
        "tanpa batasan|tanpa batas|tanpa aturan|tanpa filter|tanpa larangan|tidak ada batasan|tak terbatas|"
        "bebas melakukan apa|tanpa pembatasan|tanpa sekatan"
    ),
    "LOOSE": "tanpa sensor|tidak disensor|tidak bermoral|tidak etis|jahat|tanpa moral|amoral",
    "SHOW": "tampilkan|tunjukkan|perlihatkan|cetak|tuliskan|sebutkan|keluarkan|tulis|paparkan",
    "DUMP": "ungkapkan|bocorkan|bongkar|beberkan|buka rahasia|dedahkan",
    "REPEAT": "ulangi|kutip|salin|bacakan",
    "ASK": (
        "beri tahu saya|beritahu saya|beritahu aku|berikan saya|katakan padaku|apa isi|kasih tahu|berikan kepada saya"
    ),
    "TELL": "katakan|jawab|jawablah|tulis|balas|nyatakan",
    "UTTER": "katakan saja|jawab hanya|hanya jawab|cukup katakan|jawab dengan|tulis hanya",
    "EXACT": "kata demi kata|persis|apa adanya|secara lengkap|seluruhnya|sama persis",
    "SEND": "kirim|kirimkan|teruskan|unggah|hantar",
    "STEAL": "curi|mencuri|eksfiltrasi|sadap",
    "EXEC": "jalankan|hapus|eksekusi|pasang|transfer|padam",
    "HUSH": (
        "jangan beri tahu|jangan beritahu|jangan katakan|jangan bilang|jangan sebutkan|tanpa bertanya|"
        "tanpa konfirmasi|tanpa memberi tahu|tanpa sepengetahuan|diam-diam|secara rahasia|sembunyikan dari|"
        "tanpa izin"
    ),
    "CLAIM": (
        "saya pengembangmu|saya adalah pengembangmu|saya pengembang anda|saya penciptamu|"
        "saya adalah administrator|saya administrator|saya yang membuatmu|aku penciptamu"
    ),
    "BOSS": "pengembangmu|pengembang anda|penciptamu",
    "ADMIN": "administrator",
    "PRIOR": "sebelumnya|di atas|terdahulu|awal|semula|yang ada|sebelum ini|tadi|yang diberikan",
    "PRIOR INSTR": "semua yang di atas|semua di atas|apa yang diberitahukan|semua yang dikatakan",
    "ALL": "semua|seluruh|setiap|segala",
    "INSTR": "instruksi|perintah|arahan|petunjuk|pedoman|prompt|panduan",
    "RULES": "aturan|peraturan|kebijakan|ketentuan",
    "CONTEXT": "pesan|percakapan|konteks|obrolan|teks",
    "SAFETY": "keamanan|keselamatan|etika|moral",
    "LIMIT": "batasan|pembatasan|filter|larangan|sensor|sekatan",
    "SYS": (
        "prompt sistem|pesan sistem|instruksi sistem|instruksimu|instruksi anda|instruksi tersembunyi|"
        "instruksi awal|perintah sistem|konfigurasimu"
    ),
    "SECRET": ("kata sandi*|sandi*|password|kunci api|kunci rahasia*|rahasia|kredensial|kode akses|token|kata laluan"),
    "DATA": "riwayat|riwayat obrolan|percakapan|data|berkas|kontak|ingatan|memori",
    "YOUR": "kamu|anda|engkau",
    "BOT": "AI|asisten|model bahasa|chatbot|agen|kecerdasan buatan",
    "USER": "pengguna",
    "LOUD": "penting|perhatian|segera|mendesak",
    "ONREAD": "jika kamu membaca ini|jika anda membaca ini|saat membaca ini|AI yang membaca",
    "META": "serangan|penyerang|contoh|misalnya",
    "NEG": "jangan|tidak",
}

TAGALOG: dict[str, str] = {
    "DROP": (
        "balewalain|huwag pansinin|kalimutan|wag pansinin|huwag sundin|isantabi|ipagwalang-bahala|huwag intindihin"
    ),
    "PRIOR": "nauna|naunang|nakaraan|nakaraang|sa itaas|dating|dati|orihinal",
    "ALL": "lahat|lahat ng|bawat",
    "INSTR": "tagubilin|utos|panuto|direktiba|instruksyon|mga utos",
    "RULES": "patakaran|tuntunin|alituntunin",
    "ROLE": (
        "ikaw ay isa nang|ikaw na ngayon|ngayon ikaw ay|magpanggap|kumilos bilang|umarte|gumanap|isipin mo na ikaw"
    ),
    "FREE": "walang limitasyon|walang hangganan|walang paghihigpit|walang patakaran|walang bawal",
    "LOOSE": "walang sensura|hindi etikal|masama",
    "SHOW": "ipakita|ilabas|isulat|i-print|ibigay",
    "DUMP": "ibunyag|isiwalat|ilantad",
    "REPEAT": "ulitin|sipiin",
    "ASK": "sabihin mo sa akin|sabihin sa akin|ibigay mo sa akin|ano ang iyong|ano ang",
    "TELL": "sabihin|sagutin|isulat|sumagot",
    "SYS": "system prompt mo|iyong mga tagubilin|mga tagubilin mo|tagubilin ng system",
    "SECRET": "lihim|lihim na susi|password|sikreto|kredensyal",
    "SEND": "ipadala|magpadala|ipasa",
    "HUSH": "huwag sabihin|nang palihim|palihim|nang hindi nagtatanong|lihim na",
    "LASTING": "mula ngayon|simula ngayon|palagi|lagi|magpakailanman",
    "OBEY": "sundin mo ako|sundin ang utos ko|sumunod sa akin",
    "REFUSAL": "huwag tumanggi|huwag kang tumanggi",
    "NEG": "huwag|hindi",
}

AFRICAN: dict[str, str] = {
    # Swahili, Zulu, Xhosa, Afrikaans, Hausa, Yoruba.
    "DROP": (
        "puuza|puuzia|sahau|usifuate|usizingatie|acha kufuata|ungazinaki|ziba|khohlwa|yekela|ungalandeli|"
        "ungayinaki|shalazela|ungahoyi|libala|ignoreer|verontagsaam|vergeet|moenie volg nie|manta da|"
        "yi watsi da|kada ka bi|gbagbe|foju parẹ"
    ),
    "PRIOR": (
        "iliyotangulia|yaliyotangulia|ya awali|ya hapo juu|hapo juu|zilizopita|yaliyopita|yangaphambili|"
        "edlule|zangaphambili|adlule|ngenhla|engaphambilini|zangaphambilini|vorige|bostaande|voorafgaande|"
        "na baya|na sama|ti tẹlẹ|iṣaaju"
    ),
    "ALL": "yote|zote|wote|kila|konke|yonke|zonke|wonke|alle|duk|dukkan|gbogbo",
    "INSTR": (
        "maagizo|maelekezo|amri|imiyalelo|imiyalo|izinkomba|umyalelo|umyalo|instruksies|bevele|umarni|"
        "umarnin|ilana|awọn ilana"
    ),
    "RULES": "sheria|kanuni|imithetho|umthetho|reëls|dokoki|ofin",
    "ROLE": (
        "wewe sasa ni|sasa wewe ni|jifanye|igiza kama|tenda kama|manje usuyi|manje u|zenze|yenza sengathi|"
        "jy is nou|maak asof|tree op as|ka zama|yi kamar"
    ),
    "FREE": (
        "bila vikwazo|bila mipaka|bila sheria|ngaphandle kwemingcele|ngaphandle kwemikhawulo|"
        "ngaphandle kwemithetho|sonder beperkings|sonder reëls|ba tare da iyaka"
    ),
    "SHOW": "onyesha|nionyeshe|chapisha|andika|bonisa|ngibonise|phrinta|bhala|wys|druk|nuna|rubuta|fihan|kọ",
    "DUMP": "fichua|toa siri|dalula|veza|bayyana|openbaar",
    "ASK": "niambie|nipe|ngitshele|nginike|yini|sê vir my|gee my|gaya mani|faɗa mini|sọ fun mi",
    "TELL": "sema|jibu|yisho|phendula|antwoord|amsa",
    "SYS": ("maagizo ya mfumo|ujumbe wa mfumo|imiyalelo yesistimu|imiyalelo yakho|stelselinstruksies|umarnin tsarin"),
    "SECRET": (
        "nenosiri|nywila|siri|ufunguo wa siri|iphasiwedi|imfihlo|igama lokungena|wagwoord|geheime|"
        "kalmar sirri|ọrọ aṣina"
    ),
    "SEND": "tuma|tumia ujumbe|thumela|dlulisela|stuur|aika|fi ranṣẹ",
    "HUSH": (
        "usimwambie|kwa siri|bila kuuliza|ungatsheli|ngasese|ngaphandle kokubuza|moenie sê nie|in die geheim|"
        "kada ka gaya|a asirce"
    ),
    "LASTING": (
        "kuanzia sasa|tangu sasa|daima|kila mara|kusukela manje|njalo|van nou af|altyd|daga yanzu|koyaushe|lati isisiyi"
    ),
}

CHINESE: dict[str, str] = {
    "DROP": (
        "忽略|无视|忘记|忘掉|忘了|抛开|抛弃|不要理会|不用理会|别理会|不必理会|不予理会|不要遵守|不再遵守|"
        "不必遵守|无需遵守|不用遵守|不要遵循|不再遵循|别管|不要管|不用管|撇开|置之不理|不要听从|不要服从|"
        "丢弃|摒弃|放弃遵守|不顾|漠视|不理睬|不要按照"
    ),
    "SKIP": "跳过|绕过|绕开|规避|突破|违反|违背|撤销|清除|覆盖|删除",
    "VOID": "作废|失效|不再有效|不再适用|已取消|被取代|被替换|废除|废止|无效|已过期|不再生效|取消了",
    "NONE": "没有|无任何|不受|毫无|无需|不带|去掉|解除",
    "TURNOFF": "关闭|关掉|停用|禁用|解除|移除|取消",
    "OBEY": (
        "服从|听从我|听我的|按我说的|照我说的|只听我|执行我的命令|遵从我|我的命令|我的指令|有问必答|言听计从|照做"
    ),
    "REFUSAL": "不要拒绝|不得拒绝|不能拒绝|永不拒绝|从不拒绝|永远不拒绝|绝不拒绝|不许拒绝|不会拒绝|禁止拒绝",
    "NEWTASK": (
        "新任务|新的任务|新指令|新的指令|新指示|新规则|新的规则|新命令|真正的任务|取而代之|新角色|新的角色|改为"
    ),
    "LASTING": "从现在起|从现在开始|从今以后|今后|以后|此后|永远|始终|总是|每次|每当|永久|一直|今后所有|从此",
    "ROLE": (
        "你现在是|现在你是|你是一个|你将扮演|扮演|假装|假扮|装作|充当|担任|模拟|想象你是|假设你是|假如你是|"
        "角色扮演|你不再是|请以|化身为|从现在起你是|你就是|伪装成|设定为"
    ),
    "PERSONA": "角色|人格|人设|身份|人物",
    "MODE": "开发者模式|开发模式|调试模式|维护模式|管理员模式|上帝模式|越狱模式|测试模式|无限制模式",
    "FREE": (
        "没有任何限制|没有限制|不受限制|无限制|不受任何限制|不受约束|无约束|没有规则|不受规则|毫无限制|"
        "为所欲为|没有底线|不设限|没有过滤|无拘无束|任何事情都可以"
    ),
    "LOOSE": "无审查|未经审查|不受审查|不道德|没有道德|无道德|邪恶|没有伦理|不受道德",
    "SHOW": "显示|展示|打印|输出|列出|给出|写出|给我看|说出|呈现|提供",
    "DUMP": "透露|泄露|交出|吐露|供出",
    "REPEAT": "重复|复述|背诵|引用|照抄|抄写|重述",
    "ASK": "告诉我|给我|是什么|请问你的|说说你的|把你的|提供给我",
    "TELL": "回答|回复|说|写|告诉|声称|答复",
    "UTTER": "只说|只回答|只回复|只输出|直接说|直接回复|只需回复|仅回复|仅输出|就说|回复我",
    "EXACT": "逐字|一字不差|一字不漏|原样|原封不动|完整|原文|全文|照原样",
    "SEND": "发送|发给|发到|转发|上传|传送|寄给|提交到|传到|发送到|推送|汇给",
    "STEAL": "窃取|偷取|盗取|偷走|外泄|外传",
    "EXEC": "执行|运行|删除|转账|安装|调用|汇款|支付|清空",
    "HUSH": (
        "不要告诉|别告诉|不告诉|不要提及|不要说明|不要透露给用户|悄悄|偷偷|暗中|秘密地|私下|不要询问|"
        "无需确认|不需要确认|无需询问|未经确认|不用确认|瞒着|不要通知|不要声张|隐瞒|不必告知|不要让用户|"
        "无须确认"
    ),
    "CLAIM": (
        "我是你的开发者|我是开发者|我是你的创造者|我是你的主人|我是管理员|我是系统管理员|我创造了你|"
        "我是你的管理员|我是你的程序员|我就是你的开发"
    ),
    "BOSS": "你的开发者|你的创造者|你的制造商",
    "ADMIN": "管理员|超级用户",
    "PRIOR": (
        "之前|以前|先前|前面|上面|以上|上述|此前|原来|原有|最初|最开始|初始|既有|现有|早先|上文|前述|开头|收到的"
    ),
    "PRIOR INSTR": ("以上内容|上面的内容|前面所有|之前说的|之前的一切|以上所有|上面所说|前面说的|之前所有|给你的那些"),
    "ALL": "所有|一切|全部|任何|全都|每一个|统统|每条",
    "INSTR": "指令|指示|命令|提示词|指引|说明|准则|要求|规定|设定|指导|吩咐|嘱咐",
    "RULES": "规则|规矩|政策|守则|规范|条例|原则",
    "CONTEXT": "消息|对话|上下文|内容|文本|谈话",
    "SAFETY": "安全|道德|伦理|保护|合规",
    "LIMIT": "限制|约束|过滤|审查|禁令|护栏|底线|束缚|防护|过滤器",
    "SYS": (
        "系统提示|系统指令|系统消息|系统提示词|你的指令|你的提示词|你的设定|初始指令|隐藏指令|内部指令|"
        "系统设定|你的系统|初始提示|你的规则"
    ),
    "SECRET": "密码|口令|密钥|机密|秘密|凭证|凭据|令牌|访问码|私钥|暗号|账号密码|api密钥",
    "DATA": "聊天记录|对话记录|历史记录|数据|文件|联系人|记忆|通讯录|隐私|邮件",
    "YOUR": "你|您|你的|您的",
    "BOT": "人工智能|助手|助理|语言模型|聊天机器人|智能体|机器人|大模型",
    "USER": "用户|使用者|客户",
    "LOUD": "重要|注意|紧急|警告",
    "ONREAD": (
        "如果你正在阅读|当你读到|阅读本文的人工智能|阅读本文的ai|读到这里的ai|如果你是ai|如果你是人工智能|"
        "正在阅读本文的"
    ),
    "META": "攻击|例子|示例|例如|比如|攻击者|检测",
    "NEG": "不要|别|切勿|请勿",
}

JAPANESE: dict[str, str] = {
    "DROP": (
        "無視し|無視せよ|無視する|無視で|忘れて|忘れろ|忘れなさい|忘れ去|従わない|従うな|従わず|"
        "従う必要はない|気にせず|気にしない|破棄し|捨てて|放棄し|考慮しない|顧みず|度外視|取り消して|"
        "守らなくて|守る必要はな|聞かなくて|そっちのけ|無かったことに|なかったことに"
    ),
    "SKIP": "スキップ|飛ばして|回避し|迂回|破って|違反し|上書き|すり抜け|バイパス|突破",
    "VOID": (
        "無効です|無効になり|無効とな|廃止され|もう有効ではな|適用されません|取り消されました|失効|撤回され|"
        "置き換えられ|キャンセルされ"
    ),
    "NONE": "なしで|なしに|のない|がない|を持たない|一切な|無しで|せずに",
    "TURNOFF": "オフにし|無効にし|無効化|解除し|停止し|切って|外して|取り払",
    "OBEY": (
        "服従|言うとおりに|言う通りに|命令に従|私の指示だけ|私にだけ|私だけに従|私の命令|私に従|"
        "全ての質問に答え|すべての質問に答え|言うことを聞"
    ),
    "REFUSAL": (
        "拒否しない|拒否するな|拒否してはならない|拒否せず|断らない|断らず|断るな|拒まず|拒んではいけ|"
        "断ってはいけ|決して断|拒否してはいけ"
    ),
    "NEWTASK": (
        "新しい指示|新しい命令|新しいタスク|新しい任務|新しいルール|新しい役割|代わりに|本当の任務|"
        "新たな指示|新たな命令"
    ),
    "LASTING": ("今から|これから|今後|以後|以降|常に|いつも|永遠に|毎回|必ず|ずっと|すべての回答|永久に|今後ずっと"),
    "ROLE": (
        "あなたは今|今からあなたは|これからあなたは|今あなたは|ふりをし|振りをし|になりきっ|演じて|演じろ|"
        "演じなさい|として振る舞|として行動|として答え|役になり|役割を演じ|ロールプレイ|だと想像|"
        "であると仮定|だと仮定|成りきっ|として回答|のように振る舞|なりすまし|もうあなたは"
    ),
    "PERSONA": "役割|人格|ペルソナ|キャラクター|キャラ|身元",
    "MODE": ("開発者モード|デバッグモード|管理者モード|メンテナンスモード|ゴッドモード|テストモード|制限解除モード"),
    "FREE": (
        "制限のない|制限なし|制限がない|制約のない|制約なし|無制限|ルールのない|ルールなし|何でもでき|"
        "何でも許され|縛られない|縛りのない|フィルターなし|規制のない|自由に何でも"
    ),
    "LOOSE": "検閲なし|検閲のない|無検閲|非倫理|倫理観のない|不道徳|道徳のない|邪悪|悪意のある|倫理を無視",
    "SHOW": "表示し|見せて|出力し|印刷し|示して|書き出し|列挙し|教えて|提示し|書いて|一覧に",
    "DUMP": "明かし|暴露|開示し|漏らし|さらけ出|公開し|明らかにし|バラして|暴いて|白状",
    "REPEAT": "繰り返し|復唱|引用し|再現し|書き写し|そのまま返し",
    "ASK": "教えて|教えろ|教えなさい|は何です|何ですか|ください あなたの|言ってみ|教えてくれ",
    "TELL": "答えて|言って|回答し|書いて|述べて|返信し|伝えて|言いなさい|答えなさい|返答し",
    "UTTER": (
        "とだけ答え|とだけ言|だけ答え|とだけ返|とだけ出力|だけを出力|と言ってください|と答えてください|と書いてください"
    ),
    "EXACT": "一字一句|そのまま|正確に|全文|逐語|完全に|原文のまま|丸ごと",
    "SEND": "送信し|送って|送れ|転送し|送りなさい|アップロード|投稿し|送付し|メールで送|送り付け|を送る",
    "STEAL": "盗んで|盗み出|盗め|窃取|流出させ|抜き取",
    "EXEC": "実行し|削除し|消去し|実行せよ|インストール|送金し|振り込|起動し|呼び出し",
    "HUSH": (
        "言わないで|言うな|言わずに|伝えないで|伝えずに|知らせずに|知らせないで|気づかれ|確認なしで|"
        "確認せずに|許可なく|こっそり|密かに|ひそかに|内緒で|秘密裏|黙って|尋ねずに|聞かずに|触れないで|"
        "言及しない|言及せず|隠して|言わないこと|承認なしで|ユーザーには"
    ),
    "CLAIM": (
        "私はあなたの開発者|私は開発者|私はあなたの管理者|私は管理者|私はあなたの創造者|私があなたを作|"
        "私はシステム管理者|あなたを開発した"
    ),
    "BOSS": "あなたの開発者|あなたの製作者",
    "ADMIN": "管理者|ルート権限",
    "PRIOR": (
        "以前の|これまで|前の|上記|先の|先ほど|今までの|元の|最初の|当初|既存の|上の|前述|従来の|直前|"
        "与えられた|これ以前|最初に"
    ),
    "PRIOR INSTR": ("上記の内容|これまでのこと|今までのこと|上記すべて|これまで言われた|上のすべて|それまでの全て"),
    "ALL": "すべて|全て|全部|あらゆる|いかなる|どんな|全|みんな",
    "INSTR": "指示|命令|指令|プロンプト|ガイドライン|指針|設定|決まりごと|言いつけ|インストラクション",
    "RULES": "ルール|規則|規約|ポリシー|規定|決まり",
    "CONTEXT": "メッセージ|会話|文脈|コンテキスト|文章|やりとり",
    "SAFETY": "安全|倫理|道徳|セキュリティ|モラル",
    "LIMIT": "制限|制約|フィルター|フィルタ|検閲|規制|縛り|ガードレール|禁止事項|リミッター",
    "SYS": (
        "システムプロンプト|システムメッセージ|システム指示|システムの指示|あなたの指示|あなたへの指示|"
        "隠された指示|内部指示|初期設定|初期プロンプト|初期指示|あなたの設定|システム命令"
    ),
    "SECRET": ("パスワード|秘密|apiキー|秘密鍵|機密|認証情報|トークン|アクセスコード|暗証番号|合言葉|シークレット"),
    "DATA": "会話履歴|履歴|データ|ファイル|連絡先|記憶|個人情報|メール|チャット履歴",
    "YOUR": "あなた|君|お前|きみ|おまえ",
    "BOT": "人工知能|アシスタント|言語モデル|チャットボット|エージェント|ボット",
    "USER": "ユーザー|ユーザ|利用者|お客様",
    "LOUD": "重要|注意|緊急|警告",
    "ONREAD": (
        "これを読んでいるai|この文書を読んでいる|これを読んだら|これを読んでいるなら|読んでいる人工知能|もしあなたがai"
    ),
    "META": "攻撃|例えば|例として|例文|攻撃者|検出",
    "NEG": "ないでください",
}

KOREAN: dict[str, str] = {
    "DROP": (
        "무시하|무시해|무시하고|무시하세요|무시하라|무시한|잊어|잊고|잊으세요|잊어버려|잊으라|신경 쓰지|"
        "신경쓰지|따르지 마|따르지 말|지키지 마|지키지 말|제쳐두|제쳐 두|버려|버리고|개의치|상관하지 말|"
        "고려하지 말|듣지 마|듣지 말|없던 걸로|없었던 걸로|준수하지 말|따를 필요 없"
    ),
    "SKIP": "건너뛰|우회|위반|어겨|어기고|뛰어넘|덮어쓰|취소하|삭제하|회피하",
    "VOID": (
        "더 이상 유효하지|더는 유효하지|무효|폐지되|취소되었|취소됐|대체되었|적용되지 않|효력이 없|효력을 잃|만료되"
    ),
    "NONE": "없이|없는|없다|않고|아무런",
    "TURNOFF": "꺼|끄고|비활성화|해제하|해제해|중지하|제거하|풀어",
    "OBEY": (
        "복종|내 말대로|내 말만|시키는 대로|내가 말하는 대로|내 명령|명령을 따르|내 지시만|내 지시를|"
        "모든 질문에 답|말하는 대로|순종"
    ),
    "REFUSAL": (
        "거절하지 마|거절하지 말|거부하지 마|거부하지 말|절대 거절|절대 거부|거절하지 않|거부하지 않|"
        "거절할 수 없|거부할 수 없|거절해서는 안|거절은 안"
    ),
    "NEWTASK": (
        "새로운 지시|새 지시|새로운 명령|새 명령|새로운 임무|새 임무|새로운 규칙|새 규칙|대신에|그 대신|"
        "새로운 역할|진짜 임무|새로운 작업|대신"
    ),
    "LASTING": "지금부터|이제부터|앞으로|항상|언제나|영원히|매번|계속|모든 답변|모든 대화|이후로|이 순간부터",
    "ROLE": (
        "너는 이제|당신은 이제|이제 너는|이제 당신은|지금부터 너는|지금부터 당신은|인 척|척해|척하|흉내|"
        "역할을 맡|역할을 해|역할을 수행|연기해|연기하|처럼 행동|로 행동|라고 상상|라고 가정|이라고 생각|"
        "역할극|롤플레이|로서 대답|로서 답|처럼 대답|이 되어|가 되어|너는 더 이상"
    ),
    "PERSONA": "역할|인격|페르소나|캐릭터|정체성|신분",
    "MODE": "개발자 모드|디버그 모드|관리자 모드|유지보수 모드|갓 모드|테스트 모드|제한 해제 모드|탈옥 모드",
    "FREE": (
        "제한 없이|제한이 없|제한 없는|무제한|규칙 없이|규칙이 없|제약 없이|제약이 없|제약 없는|"
        "무엇이든 할 수|뭐든지 할 수|필터 없이|구속받지|구애받지|한계가 없|제한을 받지|얽매이지"
    ),
    "LOOSE": "검열 없이|검열되지 않|무검열|비윤리|부도덕|도덕이 없|사악|악의적|윤리 없|검열 없는",
    "SHOW": "보여|출력|표시해|표시하|나열|제시|적어|말해|알려|제공해",
    "DUMP": "공개해|공개하|폭로|누설|드러내|밝혀|털어놓|유출|까발|실토",
    "REPEAT": "반복|되풀이|인용|그대로 말|복창|베껴|따라 해",
    "ASK": "알려 줘|알려줘|말해 줘|말해줘|알려 주|가르쳐|무엇입니까|뭐야|무엇인가|뭔지|내놔|알려주",
    "TELL": "대답|답해|답하|말해|말하|써|적어|응답|답변",
    "UTTER": "라고만|라고 말해|라고 대답|라고 답|라고 써|만 출력|만 말해|만 대답|라고 출력|라고 적",
    "EXACT": "그대로|한 글자도|글자 그대로|정확히|전체를|전문을|토씨|있는 그대로|빠짐없이",
    "SEND": "보내|전송|전달|업로드|게시|발송|송신|넘겨",
    "STEAL": "훔쳐|훔치|빼내|탈취|유출하|빼돌",
    "EXEC": "실행|삭제|설치|송금|이체|지워|호출해|결제",
    "HUSH": (
        "말하지 마|말하지 말|알리지 마|알리지 말|언급하지 마|언급하지 말|묻지 말고|묻지 않고|확인 없이|"
        "허락 없이|몰래|은밀히|조용히|비밀리에|남몰래|숨겨|숨기고|모르게|알리지 않고|말하지 않고|승인 없이|"
        "비밀로|동의 없이|티 내지"
    ),
    "CLAIM": (
        "나는 너의 개발자|나는 당신의 개발자|나는 개발자|나는 관리자|나는 너를 만든|내가 너를 만들|"
        "나는 시스템 관리자|나는 너의 주인|너의 창조자|저는 당신의 개발자"
    ),
    "BOSS": "너의 개발자|당신의 개발자|네 개발자",
    "ADMIN": "관리자|최고 관리자",
    "PRIOR": ("이전|앞의|앞서|앞에서|위의|위에|기존|지금까지|처음|원래|종전|예전|이제까지|먼저 받은|주어진|받은|초기"),
    "PRIOR INSTR": "위의 모든|위 내용|지금까지의 모든|앞에 말한|이전 내용|위의 내용|앞의 내용",
    "ALL": "모든|모두|전부|전체|일체|어떤",
    "INSTR": "지시|명령|지침|프롬프트|가이드라인|안내|지령|설명서|지시문|지시사항|명령어",
    "RULES": "규칙|규정|원칙|정책|룰",
    "CONTEXT": "메시지|대화|문맥|맥락|내용|글",
    "SAFETY": "안전|윤리|도덕|보안",
    "LIMIT": "제한|제약|필터|검열|한계|규제|금지|안전장치|통제",
    "SYS": (
        "시스템 프롬프트|시스템프롬프트|시스템 메시지|시스템 지시|시스템 명령|너의 지시|당신의 지시|"
        "숨겨진 지시|초기 지시|초기 설정|네 프롬프트|너의 프롬프트|당신의 프롬프트|내부 지시|시스템 설정"
    ),
    "SECRET": (
        "비밀번호|암호|비밀|api 키|api키|비밀 키|비밀키|인증 정보|자격 증명|토큰|접근 코드|패스워드|기밀|개인 키"
    ),
    "DATA": "대화 기록|채팅 기록|대화 내용|기록|데이터|파일|연락처|기억|개인정보|메일|이력",
    "YOUR": "너|당신|너의|당신의",
    "BOT": "인공지능|어시스턴트|비서|언어 모델|챗봇|에이전트|봇",
    "USER": "사용자|이용자|유저|고객",
    "LOUD": "중요|주의|긴급|경고",
    "ONREAD": (
        "이 글을 읽는 ai|이 문서를 읽는 ai|이것을 읽고 있다면|이 글을 읽고 있|이 문서를 읽는 인공|"
        "당신이 ai라면|네가 ai라면"
    ),
    "META": "공격|예를 들|예시|공격자|탐지",
    "NEG": "하지 마",
}

HINDI: dict[str, str] = {
    "DROP": (
        "अनदेखा|अनदेखी|नजरअंदाज|नज़रअंदाज़|नजरंदाज|भूल जा|भुला द|भुला दो|भूल जाइए|ध्यान मत द|ध्यान न द|"
        "पालन मत कर|पालन न कर|मत मान|न मान|उपेक्षा|परवाह मत|परवाह न|छोड़ दो|छोड़ दें|दरकिनार|एक तरफ रख|"
        "ताक पर रख|रद्दी में"
    ),
    "SKIP": "बायपास|तोड़ दो|तोड़ो|उल्लंघन|लांघ|हटा दो|हटाओ|मिटा",
    "VOID": "अब मान्य नहीं|अब लागू नहीं|रद्द|अमान्य|समाप्त हो चुक|निरस्त|की जगह ले ली",
    "NONE": "बिना|कोई नहीं|के बगैर|से मुक्त|रहित",
    "TURNOFF": "बंद कर|निष्क्रिय|अक्षम कर|हटा द",
    "OBEY": (
        "आज्ञा मान|मेरी बात मान|मेरे आदेश|सिर्फ मेरी|केवल मेरी|केवल मेरे|जैसा मैं कह|जो मैं कह|हुक्म|हर सवाल का जवाब|सभी सवालों का जवाब"
    ),
    "REFUSAL": "मना मत|मना न कर|कभी मना न|इनकार मत|इंकार मत|इनकार न|मना नहीं कर|इनकार नहीं कर",
    "NEWTASK": ("नया काम|नया कार्य|नए निर्देश|नया निर्देश|नए नियम|नया आदेश|इसके बजाय|उसके बजाय|नई भूमिका|असली काम"),
    "LASTING": "अब से|आज से|हमेशा|सदा|हर बार|आगे से|भविष्य में|हर जवाब में|हमेशा के लिए|इसके बाद से",
    "ROLE": (
        "अब तुम|अब आप|तुम अब|आप अब|होने का नाटक|बनने का नाटक|ढोंग|बन जाओ|बन जाइए|की भूमिका|का अभिनय|"
        "की तरह व्यवहार|की तरह पेश|कल्पना करो कि तुम|कल्पना कीजिए कि आप|मान लो कि तुम|मान लीजिए कि आप|"
        "के रूप में जवाब|का किरदार|रोल निभा"
    ),
    "PERSONA": "भूमिका|किरदार|व्यक्तित्व|पहचान|चरित्र",
    "MODE": "डेवलपर मोड|एडमिन मोड|डिबग मोड|रखरखाव मोड|गॉड मोड|टेस्ट मोड",
    "FREE": (
        "बिना किसी प्रतिबंध|बिना किसी रोक|बिना किसी सीमा|बिना किसी नियम|कोई प्रतिबंध नहीं|कोई सीमा नहीं|"
        "कोई रोक नहीं|असीमित|बिना फ़िल्टर|बिना फिल्टर|कुछ भी कर सकत|बिना रोक-टोक|बंधन मुक्त"
    ),
    "LOOSE": "बिना सेंसर|अनैतिक|बिना नैतिकता|दुष्ट|असेंसर",
    "SHOW": "दिखा|प्रदर्शित|प्रिंट कर|लिख द|सूची द|लिखकर|बता|प्रस्तुत कर",
    "DUMP": "प्रकट कर|उजागर|खुलासा|लीक कर|जाहिर कर",
    "REPEAT": "दोहरा|उद्धृत|हूबहू",
    "ASK": "मुझे बता|मुझे द|क्या है|मुझे दिखा|बताइए|क्या हैं",
    "TELL": "कहो|कहें|जवाब द|उत्तर द|लिखो|लिखें|बोलो",
    "UTTER": "सिर्फ कहो|केवल कहें|केवल लिखें|सिर्फ लिखो|केवल उत्तर",
    "EXACT": "शब्दशः|शब्द दर शब्द|हूबहू|ज्यों का त्यों|पूरा का पूरा|अक्षरशः|बिल्कुल वैसा",
    "SEND": "भेज|अग्रेषित|फॉरवर्ड|अपलोड|पोस्ट कर|प्रेषित",
    "STEAL": "चुरा|चोरी कर",
    "EXEC": "चलाओ|चलाएं|निष्पादित|हटा द|डिलीट|इंस्टॉल|ट्रांसफर",
    "HUSH": (
        "मत बता|न बता|किसी को मत|बिना पूछे|बिना बताए|बिना पुष्टि|चुपचाप|चुपके से|गुप्त रूप से|ज़िक्र मत|"
        "जिक्र मत|उल्लेख मत|उल्लेख न|छिपा कर|छुपा|सूचित मत"
    ),
    "CLAIM": (
        "मैं तुम्हारा डेवलपर|मैं आपका डेवलपर|मैं तुम्हारा निर्माता|मैं आपका निर्माता|मैं एडमिन|मैं प्रशासक|"
        "मैंने तुम्हें बनाया|मैंने आपको बनाया|मैं तुम्हारा मालिक|मैं सिस्टम प्रशासक"
    ),
    "BOSS": "तुम्हारा डेवलपर|आपका डेवलपर|सुरक्षा टीम|सिस्टम प्रशासक|तुम्हारे निर्माता",
    "ADMIN": "प्रशासक|व्यवस्थापक|एडमिन|मालिक",
    "PRIOR": "पिछल|पहले|पूर्व|उपरोक्त|ऊपर|पुरान|मौजूदा|शुरुआती|मूल|अब तक",
    "PRIOR INSTR": "ऊपर की सभी बात|ऊपर का सब कुछ|जो भी कहा गया|पहले की सारी बात|ऊपर लिखी सब",
    "ALL": "सभी|सारे|सारी|सब|हर|समस्त|पूरे|तमाम",
    "INSTR": "निर्देश|आदेश|दिशानिर्देश|दिशा-निर्देश|हिदायत|प्रॉम्प्ट|हुक्म|अनुदेश",
    "RULES": "नियम|कायदे|नीति",
    "CONTEXT": "संदेश|बातचीत|संदर्भ|वार्तालाप",
    "SAFETY": "सुरक्षा|नैतिक|नीतिशास्त्र",
    "LIMIT": "प्रतिबंध|सीमा|पाबंदी|रोक-टोक|फ़िल्टर|फिल्टर|सेंसर|बंधन|बाध",
    "SYS": ("सिस्टम प्रॉम्प्ट|सिस्टम संदेश|सिस्टम निर्देश|अपने निर्देश|आपके निर्देश|तुम्हारे निर्देश|छिपे हुए निर्देश|गुप्त निर्देश|प्रारंभिक निर्देश"),
    "SECRET": "पासवर्ड|गुप्त|एपीआई कुंजी|api कुंजी|गोपनीय|रहस्य|क्रेडेंशियल|टोकन|एक्सेस कोड|निजी कुंजी|पासकोड",
    "DATA": "चैट इतिहास|इतिहास|डेटा|फ़ाइल|फाइल|संपर्क|याददाश्त|स्मृति|बातचीत",
    "YOUR": "तुम|आप|तेरा|तुम्हार|आपक|अपन",
    "BOT": "एआई|सहायक|भाषा मॉडल|चैटबॉट|कृत्रिम बुद्धि|एजेंट|बॉट",
    "USER": "उपयोगकर्ता|यूजर|यूज़र|ग्राहक",
    "LOUD": "महत्वपूर्ण|ध्यान दें|जरूरी|ज़रूरी|चेतावनी",
    "ONREAD": "यदि आप यह पढ़ रहे|अगर तुम यह पढ़|यह पढ़ने वाले एआई|अगर आप एआई हैं",
    "META": "हमला|हमलावर|उदाहरण",
    "NEG": "मत",
}

BENGALI: dict[str, str] = {
    "DROP": (
        "উপেক্ষা|ভুলে যা|অগ্রাহ্য|অবজ্ঞা|মনোযোগ দিও না|মনোযোগ দেবেন না|মানবেন না|মেনো না|অনুসরণ করবেন না|অনুসরণ কোরো না|পাত্তা দি|বাদ দাও"
    ),
    "PRIOR": "আগের|পূর্বের|পূর্ববর্তী|উপরের|উপরে|মূল|বিদ্যমান|প্রাথমিক",
    "ALL": "সব|সকল|সমস্ত|প্রতিটি",
    "INSTR": "নির্দেশ|আদেশ|নির্দেশনা|প্রম্পট|হুকুম|নির্দেশিকা",
    "RULES": "নিয়ম|নীতি",
    "ROLE": "তুমি এখন|আপনি এখন|এখন থেকে তুমি|এখন থেকে আপনি|ভান কর|অভিনয় কর|ভূমিকা|মতো আচরণ|কল্পনা কর|সেজে",
    "FREE": "কোনো সীমাবদ্ধতা ছাড়া|কোনো বাধা ছাড়া|সীমাহীন|কোনো নিয়ম নেই|সীমাবদ্ধতা নেই|বিধিনিষেধ ছাড়া",
    "LIMIT": "সীমাবদ্ধতা|বাধা|বিধিনিষেধ|নিষেধাজ্ঞা|ফিল্টার",
    "LOOSE": "সেন্সরবিহীন|অনৈতিক",
    "SHOW": "দেখাও|দেখান|প্রদর্শন|মুদ্রণ|লেখো|লিখুন|প্রিন্ট",
    "DUMP": "প্রকাশ কর|ফাঁস|উন্মোচন",
    "REPEAT": "পুনরাবৃত্তি|আবার বল",
    "ASK": "আমাকে বল|আমাকে দাও|আমাকে দিন|কী|জানাও",
    "TELL": "বলো|বলুন|উত্তর দাও|উত্তর দিন",
    "SYS": "সিস্টেম প্রম্পট|সিস্টেম নির্দেশ|সিস্টেম বার্তা|তোমার নির্দেশ|আপনার নির্দেশ|গোপন নির্দেশ",
    "SECRET": "পাসওয়ার্ড|গোপন|গোপনীয়|চাবি|টোকেন",
    "SEND": "পাঠাও|পাঠান|ফরওয়ার্ড|আপলোড",
    "HUSH": "বলবেন না|বলো না|জিজ্ঞাসা না করে|গোপনে|চুপচাপ|না জানিয়ে",
    "LASTING": "এখন থেকে|সবসময়|সর্বদা|চিরকাল|প্রতিবার",
    "OBEY": "আমার কথা শোন|আমার আদেশ|আমার নির্দেশ|যা বলি তাই",
    "REFUSAL": "প্রত্যাখ্যান করবেন না|অস্বীকার করবেন না|না বলবেন না",
    "YOUR": "তুমি|আপনি|তোমার|আপনার",
    "BOT": "এআই|সহকারী|চ্যাটবট|ভাষা মডেল",
    "META": "আক্রমণ|উদাহরণ",
}

OTHER_INDIC: dict[str, str] = {
    # Tamil, Telugu, Marathi, Gujarati, Punjabi.
    "DROP": (
        "புறக்கணி|மறந்துவிடு|மறந்து விடு|பொருட்படுத்தாதே|విస్మరించ|మరచిపో|మర్చిపో|పట్టించుకోవద్దు|दुर्लक्ष|"
        "विसरून जा|विसर|અવગણ|ભૂલી જા|ਨਜ਼ਰਅੰਦਾਜ਼|ਭੁੱਲ ਜਾ"
    ),
    "PRIOR": "முந்தைய|மேலே|முன்பு|మునుపటి|పై|గత|मागील|आधीच्या|वरील|અગાઉની|ઉપરની|ਪਿਛਲੀਆਂ|ਪਹਿਲਾਂ",
    "ALL": "அனைத்து|எல்லா|అన్ని|सर्व|બધી|બધા|ਸਾਰੀਆਂ|ਸਾਰੇ",
    "INSTR": "அறிவுறுத்தல்|கட்டளை|வழிமுறை|సూచన|ఆదేశ|सूचना|आज्ञा|સૂચના|આદેશ|ਹਦਾਇਤ|ਨਿਰਦੇਸ਼",
    "RULES": "விதிகள்|விதி|నియమ|नियम|નિયમ|ਨਿਯਮ",
    "ROLE": ("நீ இப்போது|நீங்கள் இப்போது|போல் நடி|నువ్వు ఇప్పుడు|మీరు ఇప్పుడు|నటించ|तू आता|आता तू|ढोंग कर|તમે હવે|હવે તમે|ਤੁਸੀਂ ਹੁਣ|ਹੁਣ ਤੁਸੀਂ"),
    "SHOW": "காட்டு|வெளிப்படுத்து|சொல்|చూపించ|చెప్ప|వెల్లడించ|दाखव|सांग|બતાવ|કહો|ਦਿਖਾ|ਦੱਸ",
    "SECRET": "கடவுச்சொல்|ரகசிய|పాస్‌వర్డ్|రహస్య|गुपित|પાસવર્ડ|ગુપ્ત|ਪਾਸਵਰਡ|ਗੁਪਤ",
    "SYS": ("கணினி அறிவுறுத்தல்|சிஸ்டம் ப்ராம்ட்|సిస్టమ్ ప్రాంప్ట్|सिस्टम प्रॉम्प्ट|સિસ્ટમ પ્રોમ્પ્ટ|ਸਿਸਟਮ ਪ੍ਰੋਂਪਟ"),
    "FREE": ("கட்டுப்பாடு இல்லாமல்|வரம்பற்ற|పరిమితులు లేకుండా|कोणत्याही मर्यादेशिवाय|કોઈ મર્યાદા વિના|ਬਿਨਾਂ ਕਿਸੇ ਪਾਬੰਦੀ"),
    "SEND": "அனுப்பு|పంపు|पाठव|મોકલ|ਭੇਜ",
    "LASTING": "இனிமேல்|எப்போதும்|ఇక నుండి|ఎల్లప్పుడూ|यापुढे|नेहमी|હવેથી|હંમેશા|ਹੁਣ ਤੋਂ|ਹਮੇਸ਼ਾ",
}

THAI: dict[str, str] = {
    "DROP": (
        "เพิกเฉย|ไม่ต้องสนใจ|ไม่สนใจ|อย่าสนใจ|ลืมคำ|ลืมทุก|ลืมกฎ|ลืมทั้งหมด|ลืมสิ่ง|ลืมข้อ|ลืมไปให้หมด|ละเลย|"
        "ละทิ้ง|มองข้าม|อย่าทำตาม|ไม่ต้องทำตาม|ไม่ต้องปฏิบัติตาม|อย่าปฏิบัติตาม|เมินเฉย|ไม่ต้องคำนึง|"
        "ไม่คำนึงถึง|ทิ้งคำ|อย่าฟัง|ไม่ต้องฟัง|จงลืม|โปรดลืม"
    ),
    "SKIP": "ข้ามการ|หลีกเลี่ยงกฎ|ฝ่าฝืน|ละเมิด|เขียนทับ|ทะลุ|เลี่ยง",
    "VOID": "ไม่มีผลอีกต่อไป|ใช้ไม่ได้แล้ว|ถูกยกเลิก|หมดอายุ|เป็นโมฆะ|ไม่มีผลบังคับ|ถูกแทนที่",
    "NONE": "ไม่มี|ปราศจาก|ไร้|โดยไม่",
    "TURNOFF": "ปิดการใช้งาน|ปิดตัวกรอง|ปิดระบบ|ยกเลิกการ|เอาออก",
    "OBEY": ("เชื่อฟัง|ทำตามที่ฉัน|ทำตามที่ผม|ทำตามคำสั่งของฉัน|ฟังฉันเท่านั้น|คำสั่งของฉัน|ตอบทุกคำถาม|ทำตามฉัน"),
    "REFUSAL": "ห้ามปฏิเสธ|อย่าปฏิเสธ|ไม่ปฏิเสธ|ไม่เคยปฏิเสธ|ปฏิเสธไม่ได้|ไม่มีสิทธิ์ปฏิเสธ",
    "NEWTASK": "คำสั่งใหม่|งานใหม่|ภารกิจใหม่|กฎใหม่|หน้าที่ใหม่|แทนที่จะ|บทบาทใหม่|ให้ทำแทน",
    "LASTING": "จากนี้ไป|ต่อจากนี้|ตั้งแต่นี้|ตั้งแต่บัดนี้|นับจากนี้|เสมอ|ตลอดไป|ทุกครั้ง|ตลอดเวลา|นับแต่นี้",
    "ROLE": (
        "ตอนนี้คุณคือ|ตอนนี้คุณเป็น|คุณคือ|คุณเป็น|แกล้งทำเป็น|แกล้งเป็น|แสร้งทำ|แสร้งเป็น|สวมบทบาท|"
        "รับบทเป็น|รับบท|ทำตัวเหมือน|ทำตัวเป็น|สมมติว่าคุณ|จินตนาการว่าคุณ|เล่นบท|เล่นเป็น|แสดงเป็น|"
        "ปฏิบัติตัวเป็น|ในฐานะ"
    ),
    "PERSONA": "บทบาท|ตัวละคร|บุคลิก|ตัวตน",
    "MODE": "โหมดนักพัฒนา|โหมดผู้พัฒนา|โหมดผู้ดูแล|โหมดดีบัก|โหมดบำรุงรักษา|โหมดทดสอบ",
    "FREE": ("ไม่มีข้อจำกัด|ไร้ข้อจำกัด|ไม่มีขีดจำกัด|ไร้ขีดจำกัด|ไม่มีกฎ|ปราศจากข้อจำกัด|ไม่จำกัด|ทำอะไรก็ได้|ไม่มีตัวกรอง|ไม่มีข้อห้าม|อิสระจากกฎ"),
    "LOOSE": "ไม่เซ็นเซอร์|ไม่มีการเซ็นเซอร์|ไร้จริยธรรม|ไม่มีศีลธรรม|ผิดศีลธรรม|ชั่วร้าย",
    "SHOW": "แสดง|พิมพ์|ให้ดู|เขียนออกมา|ระบุ|บอก|ขอดู",
    "DUMP": "เปิดเผย|เผย|แฉ|คาย|รั่วไหล",
    "REPEAT": "ทวน|พูดซ้ำ|ทำซ้ำ|คัดลอก|อ้างอิง|ท่อง",
    "ASK": "บอกฉัน|บอกผม|คืออะไร|ให้ฉัน|ขอรหัส|มีอะไรบ้าง",
    "TELL": "ตอบ|พูด|เขียน|กล่าว",
    "UTTER": "ตอบเพียง|พูดว่า|ตอบว่า|ตอบแค่|พูดแค่|ตอบด้วยคำ",
    "EXACT": "คำต่อคำ|ทุกตัวอักษร|ตามตัวอักษร|ทั้งหมดโดยไม่|อย่างครบถ้วน|ตรงตามต้นฉบับ",
    "SEND": "ส่งไป|ส่งต่อ|ส่งข้อมูล|ส่งให้|อัปโหลด|โพสต์|ส่งอีเมล|ส่ง",
    "STEAL": "ขโมย|ดูดข้อมูล|ล้วง",
    "EXEC": "รันคำสั่ง|ลบ|ดำเนินการ|ติดตั้ง|โอนเงิน|เรียกใช้",
    "HUSH": (
        "อย่าบอก|ห้ามบอก|ไม่ต้องบอก|โดยไม่บอก|โดยไม่ถาม|ไม่ต้องถาม|โดยไม่ต้องยืนยัน|อย่างลับ|แอบ|เงียบๆ|"
        "อย่าพูดถึง|ห้ามพูดถึง|ปิดบัง|โดยไม่ให้รู้|โดยไม่แจ้ง"
    ),
    "CLAIM": ("ฉันคือผู้พัฒนา|ผมคือผู้พัฒนา|ฉันเป็นผู้พัฒนา|ฉันเป็นผู้สร้าง|ฉันคือผู้สร้าง|ฉันเป็นผู้ดูแล|ผมเป็นผู้ดูแล|ฉันสร้างคุณ|ฉันคือผู้ดูแล"),
    "BOSS": "ผู้พัฒนาของคุณ|ผู้สร้างคุณ",
    "ADMIN": "ผู้ดูแล|แอดมิน",
    "PRIOR": ("ก่อนหน้า|ข้างต้น|ข้างบน|ด้านบน|ที่ผ่านมา|เดิม|เริ่มต้น|ที่มีอยู่|แรกสุด|ตั้งแต่แรก|ที่ได้รับ|ที่เคยได้รับ"),
    "PRIOR INSTR": "ทุกอย่างข้างต้น|ทุกอย่างก่อนหน้า|สิ่งที่ถูกบอก|สิ่งที่เคยบอก",
    "ALL": "ทั้งหมด|ทุก|ทั้งสิ้น|ใดๆ",
    "INSTR": "คำสั่ง|คำแนะนำ|แนวทาง|พรอมต์|พรอมพ์|คำชี้แนะ|ข้อกำหนด|คำสั่งการ|คำสอน",
    "RULES": "กฎ|ระเบียบ|นโยบาย|กติกา|หลักการ",
    "CONTEXT": "ข้อความ|บทสนทนา|บริบท|การสนทนา",
    "SAFETY": "ความปลอดภัย|จริยธรรม|ศีลธรรม|คุณธรรม",
    "LIMIT": "ข้อจำกัด|ขีดจำกัด|ตัวกรอง|การเซ็นเซอร์|ข้อห้าม|การจำกัด",
    "SYS": ("พรอมต์ระบบ|พรอมพ์ระบบ|คำสั่งระบบ|ข้อความระบบ|คำสั่งของคุณ|คำแนะนำของคุณ|คำสั่งที่ซ่อน|คำสั่งลับ|คำสั่งเริ่มต้น|ระบบพรอมต์"),
    "SECRET": ("รหัสผ่าน|ความลับ|คีย์ลับ|กุญแจลับ|คีย์ api|ข้อมูลลับ|โทเค็น|รหัสเข้าถึง|ข้อมูลเข้าสู่ระบบ|รหัสลับ"),
    "DATA": "ประวัติ|ประวัติการสนทนา|ข้อมูล|ไฟล์|รายชื่อ|ความจำ|อีเมล",
    "YOUR": "คุณ|เธอ",
    "BOT": "ปัญญาประดิษฐ์|ผู้ช่วย|โมเดลภาษา|แชทบอท|เอไอ|เอเจนต์|บอท",
    "USER": "ผู้ใช้",
    "LOUD": "สำคัญ|โปรดทราบ|ด่วน|คำเตือน",
    "ONREAD": "หากคุณอ่านข้อความนี้|ถ้าคุณอ่าน|ถ้าคุณเป็น ai|ai ที่อ่าน",
    "META": "โจมตี|ผู้โจมตี|ตัวอย่าง",
    "NEG": "ห้าม",
}

ARABIC: dict[str, str] = {
    "DROP": (
        "تجاهل|تجاهلي|تجاهلوا|انس كل|انس جميع|انس ما|انس التعليمات|انسى|تناس|تغاض|اهمل|لا تتبع|لا تلتزم|"
        "لا تهتم|لا تبال|لا تاخذ في الاعتبار|اضرب عرض الحائط|غض الطرف|اطرح جانبا|ضع جانبا|لا تكترث|لا تصغ|"
        "تخل عن|لا تعر"
    ),
    "SKIP": "تجاوز|تخط|اخرق|خالف|التف على|الغ |امسح|استبدل",
    "VOID": ("لم تعد سارية|لم تعد صالحة|لاغية|ملغاة|الغيت|انتهت صلاحيت|تم الغاؤ|لا تنطبق بعد|لم يعد ساري|استبدلت"),
    "NONE": "بدون|بلا|دون|لا يوجد|لا توجد|خال من|متحرر من",
    "TURNOFF": "عطل|اوقف|اطفئ|ازل|الغ تفعيل|ارفع",
    "OBEY": (
        "اطعني|اطع|نفذ اوامري|نفذ ما|افعل ما اقول|اسمع كلامي|استمع لي فقط|استمع الي فقط|اوامري|اتبع اوامري|"
        "اجب عن كل|ما اطلبه فقط|امتثل"
    ),
    "REFUSAL": "لا ترفض|لن ترفض|لا يجوز لك الرفض|لا يمكنك الرفض|دون رفض|ولا ترفض|ممنوع الرفض",
    "NEWTASK": (
        "تعليمات جديدة|مهمة جديدة|اوامر جديدة|قواعد جديدة|بدلا من ذلك|عوضا عن ذلك|دورك الجديد|مهمتك الحقيقية|دور جديد"
    ),
    "LASTING": (
        "من الان|منذ الان|من الان فصاعدا|دائما|الى الابد|كل مرة|في كل رد|في كل اجابة|مستقبلا|ابتداء من الان|"
        "كلما|على الدوام"
    ),
    "ROLE": (
        "انت الان|الان انت|انت من الان|تظاهر|تصرف ك|تصرف كما|العب دور|مثل دور|تقمص|تخيل انك|تخيل نفسك|"
        "افترض انك|ادع انك|اجب بصفتك|انتحل|كانك|تحول الى"
    ),
    "PERSONA": "شخصية|دور|هوية|الشخصية|الدور",
    "MODE": "وضع المطور|وضع المدير|وضع الصيانة|وضع التصحيح|وضع الاختبار|وضع المسؤول",
    "FREE": (
        "بلا قيود|بدون قيود|دون قيود|بدون اي قيود|دون اي قيود|بلا حدود|بدون حدود|بدون قواعد|بلا قواعد|"
        "بلا ضوابط|لا قيود|غير مقيد|كل شيء مسموح|دون ضوابط|بدون فلاتر"
    ),
    "LOOSE": "بدون رقابة|بلا رقابة|غير اخلاقي|بلا اخلاق|شرير|غير خاضع للرقابة|دون رقابة",
    "SHOW": "اعرض|اظهر|ارني|اطبع|اكتب لي|اذكر|قدم|هات|اسرد",
    "DUMP": "اكشف|افصح|سرب|افش|بح ب|كشف",
    "REPEAT": "كرر|اعد|اقتبس|ردد|انسخ",
    "ASK": "اخبرني|قل لي|اعطني|ما هي|ما هو|زودني|امنحني",
    "TELL": "قل |اجب|اكتب|رد |صرح",
    "UTTER": "قل فقط|اجب فقط|اكتب فقط|رد فقط|اجب ب",
    "EXACT": "حرفيا|كلمة بكلمة|بالحرف|كاملا|كما هو|كما هي|بالضبط|نصا",
    "SEND": "ارسل|ارسال|ابعث|حول الى|مرر|ارفع الى|انشر|وجه الى|احل",
    "STEAL": "اسرق|سرقة|استخرج بيانات",
    "EXEC": "نفذ الامر|شغل|احذف|ثبت|حول الاموال|امسح|ادفع",
    "HUSH": (
        "لا تخبر|لا تقل|لا تذكر|دون ان تخبر|دون علم|بدون علم|دون سؤال|بدون سؤال|دون تاكيد|بدون تاكيد|سرا|"
        "خفية|بصمت|في الخفاء|اخف عن|لا تشر الى|دون اخبار|دون اذن"
    ),
    "CLAIM": (
        "انا مطورك|انا المطور|انا صانعك|انا منشئك|انا المسؤول|انا مدير النظام|انا من صنعك|انا مالكك|"
        "انا من برمجك|انا مسؤول النظام"
    ),
    "BOSS": "مطورك|مطوروك|صانعك",
    "ADMIN": "المسؤول|المدير|مشرف",
    "PRIOR": (
        "السابق|السابقة|اعلاه|ما قبل|الاصلية|الاولية|الحالية|المذكورة|الماضية|من قبل|قبل ذلك|في البداية|التي اعطيت"
    ),
    "PRIOR INSTR": "كل ما سبق|ما سبق|ما ورد اعلاه|كل ما قيل|كل ما ذكر",
    "ALL": "كل |جميع|كافة|كامل|اي ",
    "INSTR": "تعليمات|التعليمات|اوامر|الاوامر|توجيهات|التوجيهات|ارشادات|الارشادات|تعليماتك|موجه|المطالبة",
    "RULES": "قواعد|القواعد|قوانين|القوانين|سياسات|السياسات|ضوابط",
    "CONTEXT": "الرسائل|الرسالة|المحادثة|السياق|النص",
    "SAFETY": "السلامة|الامان|الامن|الاخلاق|اخلاقيات|الحماية",
    "LIMIT": "قيود|القيود|حدود|الحدود|مرشح|فلتر|رقابة|حظر|الفلاتر|عوائق",
    "SYS": (
        "موجه النظام|رسالة النظام|تعليمات النظام|تعليماتك|اوامر النظام|مطالبة النظام|التعليمات المخفية|"
        "التعليمات السرية|التعليمات الاولية|اعداداتك|برومبت النظام"
    ),
    "SECRET": (
        "كلمة المرور|كلمات المرور|كلمة السر|كلمات السر|مفتاح api|المفتاح السري|سري|السرية|اسرار|"
        "بيانات الاعتماد|رمز الوصول|بيانات الدخول|مفاتيح"
    ),
    "DATA": "سجل المحادثة|المحادثات|البيانات|بيانات|الملفات|جهات الاتصال|الذاكرة|رسائل البريد|السجل",
    "YOUR": "انت|لك|عليك|بك",
    "BOT": "ذكاء اصطناعي|الذكاء الاصطناعي|المساعد|مساعد|نموذج لغوي|روبوت|وكيل|شات بوت",
    "USER": "المستخدم|مستخدم|العميل",
    "LOUD": "مهم|هام|انتباه|عاجل|تنبيه",
    "ONREAD": "اذا كنت تقرا هذا|عندما تقرا هذا|اذا كنت ذكاء|الذكاء الاصطناعي الذي يقرا",
    "META": "هجوم|مهاجم|مثال|على سبيل المثال",
    "NEG": "لا تفعل",
}

PERSIAN_URDU: dict[str, str] = {
    "DROP": (
        "نادیده بگیر|نادیده بگیرید|فراموش کن|فراموش کنید|بی توجه|توجه نکن|پیروی نکن|کنار بگذار|نظر انداز|"
        "بھول جا|نظرانداز|توجہ نہ د|مت مانو|پیروی نہ کر"
    ),
    "PRIOR": "قبلی|پیشین|بالا|قبل|اولیه|پچھل|سابقہ|اوپر|پہلے",
    "ALL": "تمام|همه|کلیه|هر|سب|سارے|ساری",
    "INSTR": "دستور|دستورات|دستورالعمل|فرمان|راهنما|ہدایات|ہدایت|احکامات|حکم",
    "RULES": "قوانین|قواعد|قانون|مقررات|اصول|ضوابط",
    "ROLE": (
        "تو اکنون|شما اکنون|از حالا تو|وانمود کن|تظاهر کن|نقش|مانند یک|تصور کن|اب تم|اب آپ|بن جاؤ|کا کردار|اداکاری"
    ),
    "FREE": "بدون محدودیت|بدون هیچ محدودیت|نامحدود|بدون قانون|بغیر کسی پابندی|لامحدود|کوئی پابندی نہیں",
    "LIMIT": "محدودیت|فیلتر|سانسور|پابندی|پابندیاں",
    "SHOW": "نشان بده|نمایش بده|بنویس|چاپ کن|بگو|دکھاؤ|بتاؤ|لکھو|دکھائیں|بتائیں",
    "DUMP": "فاش کن|افشا کن|آشکار کن|ظاہر کر|افشا کر",
    "ASK": "به من بگو|به من بده|چیست|مجھے بتا|مجھے دو|کیا ہے",
    "TELL": "بگو|پاسخ بده|جواب بده|کہو|جواب دو",
    "SYS": "پرامپت سیستم|پیام سیستم|دستورات سیستم|دستورات خود|سسٹم پرامپٹ|سسٹم ہدایات|اپنی ہدایات",
    "SECRET": "رمز عبور|گذرواژه|محرمانه|کلید api|راز|پاس ورڈ|خفیہ",
    "SEND": "بفرست|ارسال کن|بھیج",
    "HUSH": "نگو|بدون پرسیدن|مخفیانه|بی سر و صدا|بدون تایید|مت بتا|بغیر پوچھے|خاموشی سے|چپکے سے",
    "LASTING": "از این پس|از حالا|همیشه|برای همیشه|اب سے|ہمیشہ|ہر بار",
    "OBEY": "اطاعت کن|هرچه من می گویم|فقط به من|میری بات مانو|میرا حکم",
    "REFUSAL": "هرگز رد نکن|امتناع نکن|انکار مت کر",
    "BOT": "هوش مصنوعی|دستیار|چت بات|مصنوعی ذہانت|معاون",
    "META": "حمله|مثال|حملہ",
}

HEBREW: dict[str, str] = {
    "DROP": "התעלם|התעלמי|התעלמו|שכח|שכחי|תשכח|תתעלם|אל תתייחס|אל תציית|אל תשמע|זנח|הזנח|הנח בצד",
    "PRIOR": "הקודמות|הקודם|קודמות|קודמים|לעיל|הקיימות|מקוריות|שקיבלת|הראשוניות|שלמעלה",
    "ALL": "כל |את כל|כלל",
    "INSTR": "הוראות|ההוראות|הנחיות|ההנחיות|פקודות|הפקודות|הנחיה|הוראה",
    "RULES": "כללים|הכללים|חוקים|החוקים|מדיניות",
    "ROLE": "אתה עכשיו|אתה כעת|מעכשיו אתה|העמד פנים|התנהג כמו|התנהג כאילו|שחק את|גלם את|דמיין שאתה|תעמיד פנים",
    "FREE": "ללא הגבלות|בלי הגבלות|ללא מגבלות|בלי מגבלות|ללא כללים|ללא גבולות|בלי פילטרים",
    "LIMIT": "הגבלות|מגבלות|פילטר|צנזורה|חסמים",
    "LOOSE": "ללא צנזורה|לא מוסרי|חסר מוסר",
    "SHOW": "הצג|הראה|הדפס|כתוב|תראה לי",
    "DUMP": "חשוף|גלה|הסגר|תחשוף",
    "REPEAT": "חזור על|צטט|שכפל",
    "ASK": "תגיד לי|אמור לי|תן לי|מהי|מה הם|ספר לי",
    "TELL": "אמור|ענה|כתוב|השב",
    "SYS": "הנחיית המערכת|הודעת המערכת|הוראות המערכת|ההוראות שלך|פרומפט המערכת|הוראות נסתרות",
    "SECRET": "סיסמה|סיסמא|סיסמאות|מפתח api|סודי|סוד|אסימון|פרטי כניסה",
    "SEND": "שלח|העבר|תשלח|העלה",
    "HUSH": "אל תספר|אל תגיד|אל תזכיר|בלי לשאול|ללא אישור|בסתר|בחשאי|בלי ידיעת|בשקט",
    "LASTING": "מעכשיו|מעתה|תמיד|לנצח|בכל פעם|מהיום",
    "OBEY": "ציית לי|עשה מה שאני אומר|הפקודות שלי|רק לי|תקשיב רק לי",
    "REFUSAL": "אל תסרב|לעולם אל תסרב|אסור לך לסרב",
    "BOT": "בינה מלאכותית|עוזר|מודל שפה|צ'אטבוט|סוכן",
    "USER": "המשתמש|משתמש",
    "META": "התקפה|תוקף|דוגמה|לדוגמה",
}
