"""The meanings of ``meanings_european`` in languages of Asia and Africa that put blanks between words.

Written from the meanings, not from labelled texts, too.
"""

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
    # Without its tone "mọi", every, is "mới", new, which half of all notices have: only with what it stands before.
    "ALL": "tất cả|toàn bộ|bất kỳ|hết thảy|mọi thứ|mọi điều|mọi việc|mọi câu",
    "ALL RULES": "mọi quy tắc|mọi quy định|mọi nguyên tắc|mọi luật",
    "ALL INSTR": "mọi chỉ dẫn|mọi hướng dẫn|mọi chỉ thị|mọi lệnh|mọi mệnh lệnh",
    "ALL LIMIT": "mọi giới hạn|mọi hạn chế|mọi ràng buộc|mọi bộ lọc",
    "ALL DATA": "mọi dữ liệu|mọi thông tin|mọi tin nhắn",
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
