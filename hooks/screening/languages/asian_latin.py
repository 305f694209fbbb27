"""Vietnamese, Indonesian, Turkish and other languages in Latin script, folded (no tone marks, no dotless i)."""

VIETNAMESE: dict[str, str] = {
    "DROP": (
        "bo qua|hay bo qua|quen|hay quen|phot lo|lam ngo|dung tuan theo|khong tuan theo|dung de y|gat bo|"
        "vo hieu hoa|vuot qua|mac ke|huy bo|xoa bo"
    ),
    "PRIOR": ("truoc do|truoc day|o tren|phia tren|ben tren|ban dau|tu truoc|vua roi|truoc kia|truoc|da co|cu"),
    "PRIOR INSTR": (
        "dieu ban da hoc|nhung gi ban da hoc|nhung gi o tren|nhung dieu tren|moi thu o tren|"
        "nhung gi da noi|noi dung tren|nhung gi ban duoc|nhung gi ban da duoc|nhung gi ban duoc day"
    ),
    "ALL": "tat ca|moi|toan bo|bat ky|het|bat cu",
    "INSTR": "huong dan|chi dan|chi thi|lenh|nguyen tac|menh lenh|yeu cau",
    "YOUR": "ban|cua ban|cac ban",
    "SAFETY": "an toan|bao mat|dao duc|an ninh|noi dung",
    "LIMIT": "gioi han|han che|rang buoc|bo loc|kiem duyet|rao can",
    "NONE": "khong co|khong|khong con|bo het|go bo|tat|khong co quy tac",
    "FREE": (
        "khong gioi han|khong bi gioi han|khong han che|khong bi rang buoc|khong kiem duyet|khong bo loc|"
        "che do nha phat trien|che do phat trien|lam bat cu dieu gi|vo dao duc|khong co quy tac|be khoa|"
        "khong co gioi han|khong con gioi han"
    ),
    "ROLE": (
        "bay gio ban la|tu bay gio ban la|hien tai ban la|gio ban la|hay dong vai|dong vai|gia vo|"
        "hay gia vo|hay hanh dong nhu|hanh dong nhu|hay tuong tuong ban la|ban khong con la|tro thanh|"
        "mo phong|nhap vai|cu xu nhu"
    ),
    "PERSONA": "nhan vat|tinh cach|vai tro|danh tinh|vai",
    "BOT": "ai|tro ly|mo hinh|chatbot|tac nhan|tri tue nhan tao",
    "SHOW": (
        "hien thi|tiet lo|in ra|lap lai|cho toi biet|cho toi xem|hay cho|dua cho toi|chia se|la gi|"
        "viet ra|dich|noi cho toi|liet ke|cung cap|xac nhan|in ra moi"
    ),
    "SYS INSTR": (
        "loi nhac he thong|prompt he thong|tin nhan he thong|huong dan he thong|chi thi he thong|"
        "huong dan cua ban|huong dan ban dau|chi dan cua ban|nhac lenh he thong|system prompt cua|"
        "lenh he thong|cau lenh he thong"
    ),
    "SECRET": (
        "mat khau|khoa api|khoa bi mat|thong tin dang nhap|bi mat|token|chia khoa|so du|chia khoa bi mat|ma bao mat"
    ),
    "SEND": "gui|chuyen tiep|hay gui|tai len|dang tai|truyen|sao chep toi|chuyen|sao chep",
    "DEST": "may chu|dia chi",
    "HUSH": (
        "dung noi|khong noi|dung noi cho|dung cho ho biet|dung de nguoi dung biet|khong can hoi|"
        "khong can hoi lai|dung hoi|khong can xac nhan|am tham|lang le|mot cach bi mat|dung nhac den|"
        "khong thong bao|ma khong hoi|dung tiet lo|khong cho nguoi dung biet|khong hoi lai|khoi hoi|"
        "khong can bao toi|khong bao cho toi|ma khong noi voi toi"
    ),
    "DATA": ("cuoc tro chuyen|lich su|tin nhan|du lieu|tep|bo nho|ghi nho|ky uc|noi dung tin nhan|ho so|hoi thoai"),
    "LASTING": (
        "tu bay gio|tu gio|tu nay|luon luon|luon|moi lan|moi khi|moi cau tra loi|mai mai|vinh vien|"
        "hay nho|ghi nho|phien sau|tu phien sau|trong moi|ve sau|nho rang|truoc moi|nho vinh vien|"
        "moi tin nhan|he thay|he ai|moi khi thay|tu hom nay"
    ),
    "OBEY": (
        "tuan theo|nghe theo|vang loi|phai tra loi|tra loi tat ca|moi cau hoi|lam theo|tu dong dong y|"
        "cu tu dong|tra loi moi|chinh xac nhung gi toi|nghe theo huong dan cua toi|phai nghe|"
        "lang nghe chi dan"
    ),
    "BOSS": (
        "che do bao tri|che do he thong|kiem tra bao mat|nang cap he thong|duoc phat trien boi|"
        "la mot nha phat trien|chuyen gia an ninh mang|nguoi bao tri he thong|dat lai he thong|"
        "che do ghi de|ghi de"
    ),
    "NEWTASK": (
        "huong dan moi|nhiem vu moi|chi thi moi|lenh moi|quy tac moi|vai tro moi|thay vao do|"
        "nhiem vu that su|nhiem vu thuc su"
    ),
    "TELL": "noi|hay noi|tra loi|viet|in|xuat ra|hay tra loi|neu|noi rang|chi noi|viet mot",
    "META": "tan cong|doc hai|lo hong",
    "NEG": "dung|khong|cho|chang|khong duoc",
    "EXEC": "chay|thuc thi|xoa|chuyen tien|goi|cai dat|thuc hien",
    "USER": "nguoi dung|khach hang|ho|nguoi su dung",
    "VOID": (
        "khong con hieu luc|het hieu luc|bi thay the|vo hieu|khong con ap dung|chi la thu nghiem|da loi thoi|bi huy bo"
    ),
    "ASIF": "nhu the|gia su|tuong tuong|hay tuong tuong|gia dinh|nhu thể",
    "APPROVE": "dong y|xac nhan|phe duyet|cho phep|chap thuan",
    "CODEWORD": "tu khoa|mat khau|mat ma|tu bi mat|an hieu|ai noi|nguoi nao noi",
    "ADMIN": "quan tri vien|quan tri|nguoi quan tri|admin|root|chu so huu",
    "LOUD": "quan trong|khan cap|luu y|chu y",
    "UTTER": "noi rang|hay noi|neu ro|va noi|tuyen bo|chi noi",
    "REFUSAL": "khong duoc tu choi|dung tu choi|khong bao gio tu choi",
    "CLAIM": "toi la nha phat trien|toi la chua|toi la quan tri|toi la tong thong",
    "ASK": "cho toi biet|noi cho toi|la gi|co the chia se|dua cho toi",
    "DUMP": "tiet lo|lam lo",
    "INSTR SYS": (
        "quy tac an|quy tac noi bo|toan bo prompt|chi thi an|tin nhan cua nha phat trien|"
        "truoc tin nhan nay|thong diep he thong|thong diep he thong moi"
    ),
    "RULES": "quy tac|quy dinh|luat le|chinh sach",
    "ENTITLE": "duoc xem|co the xem moi|xem moi ghi nho|xem tat ca|quyen quan tri",
    "UNGUARD": (
        "khong can xac nhan|tu dong duyet|tu dong dong y|cu tu dong|khong can kiem tra|ma khong can hoi|"
        "khong can hoi nguoi dung"
    ),
    "ASKED": "neu ai hoi|khi co nguoi hoi",
    "CONSENT": "da dong y|da cho phep",
    "INBOUND": "theo email|qua email|qua thu",
    "CENSOR": "giau loi|dung nhac den loi",
    "MONEY": "chuyen tien|tien",
    "MASTER": "nhu loi cua toi|nhu toi noi|nhu cua toi",
    "TURNOFF": "tat|vo hieu hoa",
    "TREAT": "hay coi doan|coi doan nay|hay coi|xem doan nay",
    "RECEIVED": "ban nhan duoc|ban da nhan",
    "REPEAT": "trich dan|tung chu|nguyen van",
    "MUST": "tro ly phai|ai phai|tac nhan phai",
    "SENDME": "gui cho toi|dua cho toi|cho toi xem",
}

INDONESIAN: dict[str, str] = {
    "DROP": "abaikan|lupakan|mengabaikan|jangan ikuti|lewati|hiraukan|kesampingkan",
    "PRIOR": "sebelumnya|di atas|terdahulu|awal|sebelum ini|tadi|yang ada",
    "ALL": "semua|seluruh|segala|setiap|apapun",
    "INSTR": "instruksi|perintah|pedoman|petunjuk|arahan|panduan",
    "YOUR": "anda|kamu|mu",
    "SAFETY": "keamanan|keselamatan|etika|moral",
    "LIMIT": "batasan|pembatasan|batas|filter|sensor",
    "NONE": "tanpa|tidak ada|bebas dari|hapus",
    "FREE": (
        "tanpa batasan|tanpa batas|tanpa filter|tanpa sensor|tanpa aturan|mode pengembang|tidak terbatas|"
        "lakukan apa saja"
    ),
    "ROLE": (
        "sekarang kamu adalah|sekarang anda adalah|anda sekarang adalah|kamu sekarang adalah|"
        "mulai sekarang kamu|bertindak sebagai|bertindaklah sebagai|berpura pura|anggap dirimu|"
        "berperan sebagai"
    ),
    "BOT": "ai|asisten|model|chatbot|agen",
    "SHOW": (
        "tunjukkan|ungkapkan|tampilkan|cetak|ulangi|beri tahu saya|berikan|apa isi|bagikan|membagikan|"
        "apa kata|konfirmasi|mengonfirmasi"
    ),
    "SYS INSTR": "prompt sistem|instruksi sistem|pesan sistem|instruksi awal|instruksi anda|instruksimu",
    "SECRET": "kata sandi|kunci api|rahasia|kredensial|kunci rahasia|token|saldo",
    "SEND": "kirim|kirimkan|teruskan|unggah|transfer",
    "HUSH": (
        "jangan beri tahu|jangan katakan|diam diam|tanpa bertanya|tanpa konfirmasi|secara rahasia|jangan sebutkan"
    ),
    "DATA": "percakapan|riwayat|pesan|data|berkas|memori|ingatan",
    "LASTING": "mulai sekarang|selalu|setiap kali|selamanya|ingat|setiap jawaban|mulai saat ini",
    "OBEY": "patuhi|turuti|harus menjawab|semua pertanyaan|mendengarkan instruksi*|harus mendengarkan",
    "BOSS": "mode pemeliharaan|audit keamanan|dikembangkan oleh|mode sistem|pakar keamanan",
    "NEWTASK": "instruksi baru|tugas baru|perintah baru|peran baru",
    "TELL": "katakan|jawab|tulis|nyatakan",
    "META": "serangan|injeksi",
    "NEG": "jangan|tidak",
    "USER": "pengguna|pelanggan",
    "ASIF": "seolah olah|bayangkan|andaikan|seakan akan",
    "UTTER": "katakan|nyatakan|sebutkan",
    "REFUSAL": "jangan menolak",
    "CLAIM": (
        "saya pengembang|saya adalah pengembang|saya tuhan|saya adalah tuhan|saya presiden|"
        "saya adalah presiden|aku tuhan|saya pengelola|pengelola sistem"
    ),
    "ASK": "beri tahu saya|berikan|apa kata|bisakah kamu|bisakah anda|apa kunci|bagikan",
    "RULES": "aturan|kebijakan",
    "CODEWORD": "siapa pun yang mengatakan|yang menyebut kata",
    "ENTITLE": "boleh melihat semua|bisa melihat semua",
    "CONSENT": "sudah setuju|telah menyetujui",
    "UNGUARD": "tanpa memeriksa|tanpa verifikasi",
    "MASTER": "seperti perintah saya",
    "INSTR SYS": "sebelum pesan ini",
    "TURNOFF": "matikan|nonaktifkan",
    "TREAT": "anggap teks ini|perlakukan teks ini",
    "RECEIVED": "yang kamu terima|yang anda terima",
    "REPEAT": "kata demi kata|kutip",
    "MUST": "asisten harus|ai harus",
    "SENDME": "kirimkan saya|beri saya|berikan saya",
}

TURKISH: dict[str, str] = {
    "DROP": (
        "unut|unutun|yok say*|gormezden gel*|dikkate alma*|gozardi et*|goz ardi et*|bosver|bos ver|"
        "es gec*|onemseme|gecersiz kil*|takmaz|filtreleme|ıgnore|ignore"
    ),
    "PRIOR": "onceki|yukaridaki|bundan onceki|daha onceki|ilk|mevcut|yukarida|onceden|daha once",
    "ALL": "tum|butun|her|hepsini|her turlu|hicbir",
    "INSTR": "talimat*|komut*|yonerge*|emir*|emri|ilke*|direktif*|mesajlari",
    "YOUR": "sen|sana|senin|siz|sizin|seni",
    "SAFETY": "guvenlik*|etik*|ahlak*|icerik*",
    "LIMIT": "kisitlama*|sinirlama*|sinir*|filtre*|sansur*|engel*|kisitlamalarini",
    "NONE": "olmayan|olmadan|kaldir|yok|muaf*|artik yok|kapat|uygulama|uygulamaz*|yokmus gibi",
    "FREE": (
        "kisitlamasiz|sinirsiz|sansursuz*|filtresiz|kuralsiz|dan modu*|kisitlama olmadan|"
        "kisitlamasi olmayan|her seyi yap*|zit mod"
    ),
    "ROLE": (
        "sen artik|artik sen|sen simdi|simdi sen|sen bir|gibi davran*|rolunu oyna*|rolunu ustlen*|"
        "canlandir*|rol yap*|taklit et*|bundan sonra sen|karakterden cikma|iki kisilik ol|ol|"
        "oyun oynayalim|oyna*"
    ),
    "PERSONA": "karakter*|kisilik*|rol|persona|kimlik*|yapay zekasin",
    "BOT": "yapay zeka*|asistan*|model*|chatbot|ajan|bot|ai",
    "SHOW": ("goster*|acikla|sizdir*|yaz|yazdir*|tekrarla*|soyle*|paylas*|ver|ifsa et*|listele|cevir|nedir|onayla*"),
    "SYS INSTR": (
        "sistem istem*|sistem mesaj*|sistem prompt*|sistem talimat*|gizli talimat*|ic talimat*|"
        "talimatlarin|gizli sistem|sistem komut*|sistemi"
    ),
    "SECRET": (
        "sifre*|parola*|api anahtar*|gizli anahtar*|kimlik bilgi*|anahtarin*|token|bakiye*|gizli bilgi*|e posta adresi*"
    ),
    "SEND": "gonder*|ilet*|yukle*|aktar*|yolla*",
    "HUSH": "soyleme|bahsetme|sormadan|onay almadan|gizlice|sessizce|haber verme|bildirme|belli etme",
    "DATA": "konusma*|gecmis*|mesaj*|veri*|dosya*|hafiza*|bellek*",
    "LASTING": ("bundan sonra|artik|her zaman|daima|her seferinde|her yanit*|sonsuza kadar|hatirla|kalici*|her cevap*"),
    "OBEY": (
        "itaat*|kosulsuz*|her soruyu|her istegi|ne soylersem|sozumden cikma|her soruya|tum sorularima|"
        "her dedigimi|tam olarak soyledig*|talimatlarimi dinle*|beni dinle*"
    ),
    "BOSS": (
        "senin gelistiricin*|bakim modu*|sistem guncelle*|guvenlik denetimi|sistem yukselt*|"
        "siber guvenlik uzmani|tarafindan gelistiril*|sistem modu|sistem sifirla*|sisteminizin bakim*|"
        "sisteminin bakim*|gecersiz kilma modu|onayla* gerekiyor|gelistirilen bir"
    ),
    "NEWTASK": "yeni gorev*|yeni talimat*|yeni rol*|yeni komut*|asil gorev*|bunun yerine|zorunlu bir",
    "TELL": ("soyle|yanit ver|cevap ver|yaz|yanitla|uret|basla|doldur|ekle|belirt*|cevabina|cevabini|yanit"),
    "META": "saldiri*|enjeksiyon*",
    "NEG": "degil|asla|sakin",
    "EXEC": "calistir*|sil|uygula|yurut*",
    "USER": "kullanici*|musteri*",
    "VOID": "gecersiz|iptal*|artik gecerli degil|degistirildi|degisti|benden geliyor",
    "ASIF": "farz et*|varsay*|sanki|hayal et*|simulasyon*|hayal edin",
    "APPROVE": "onayla*|kabul et*|izin ver*",
    "ADMIN": "yonetici*|admin|root",
    "LOUD": "dikkat|onemli|acil",
    "UTTER": "soyle|soyleyin|belirtin|belirt|de ki|deyin|cevap ver|yanit ver|yaz",
    "LOOSE": "jailbreak",
    "REFUSAL": "reddetme|reddedemez*|reddetmeden",
    "BOAST": "injection-ok",
    "MODE": "gelistirici modu*|bakim modu*|gelistirici modu",
    "ACTIVATE": "etkinlestir*|gec|ac|baslat*",
    "CLAIM": (
        "ben senin gelistiricin*|ben tanri*|ben baskan*|ben yonetici*|yonetici olarak|gelistiriciyim|abd baskani*"
    ),
    "ASK": "soyle|bana soyle|nedir|ver|paylas*|paylasabilir*|onayla*",
    "DUMP": "ifsa et*|sizdir*",
    "INSTR SYS": "gizli kural*|ic kural*|gelistirici mesaj*|bu mesajdan onceki|sistem mesajin",
    "RULES": "kural*|politika*",
    "CODEWORD": "kelimesini soyleyen|diyen kisi",
    "ENTITLE": "her seyi gorebilir",
    "CONSENT": "kabul etti|izin verdi",
    "UNGUARD": "kontrol etmeden|dogrulamadan|onay almadan",
    "MASTER": "benim sozlerim gibi|benden gelmis gibi",
    "THREAT": "buyukannem",
    "TURNOFF": "kapat|devre disi birak*|kaldir",
    "TREAT": "olarak kabul et|olarak gor|bu metni",
    "RECEIVED": "aldigin|sana verilen",
    "REPEAT": "kelimesi kelimesine|aynen",
    "MUST": "asistan mutlaka|asistan sunu yapmali",
    "SENDME": "bana gonder|bana ver|bana goster",
}

TAGALOG: dict[str, str] = {
    "DROP": "balewalain|kalimutan|huwag pansinin|huwag sundin",
    "PRIOR": "nakaraang|naunang|nasa itaas|dating",
    "INSTR": "tagubilin|utos|patakaran|panuto|instruksyon*",
    "ALL": "lahat",
    "ROLE": "ikaw ngayon ay|ngayon ikaw ay|magpanggap|kumilos bilang",
    "SHOW": "ipakita|ibunyag|ilahad|ulitin|sabihin",
    "SECRET": "password|lihim",
    "BOSS": "binuo ng openai|binuo ng anthropic|system mode",
    "NONE": "walang",
    "LIMIT": "limitasyon|paghihigpit",
    "TELL": "sabihin|estado|sagutin",
    "UTTER": "estado|sabihin",
    "CLAIM": "ako ang diyos|ako ay diyos",
}

HINGLISH: dict[str, str] = {
    "DROP": "nazarandaaz|nazar andaz|ignore karo|bhool jao|bhul jao|bhoolkar|andekha|hata do",
    "PRIOR": "purane|pichle|pichhle|pehle ke|upar ke|ab tak ke",
    "ALL": "sabhi|saare|sab|saari",
    "INSTR": "nirdesh|niyam|aadesh|instructions|hidayat*",
    "SHOW": "dikhao|batao|bata do|print karo|likho",
    "SYS INSTR": "system prompt|chhupe nirdesh",
    "ROLE": "ab tum ho|ab tum|tum ab|ban jao|maan lo tum",
    "NONE": "bina kisi|koi nahi|bina",
    "LIMIT": "rok tok|seema|pabandi",
    "HUSH": "kisi ko mat batana|mat batana|bina puche",
    "SEND": "bhej do|bhejo",
}

# Few words each: enough for the stock phrases of published attack sets' families.
IRISH_GAELIC_ZULU_ALBANIAN: dict[str, str] = {
    "DROP": (
        "dean neamhaird|dein neamhaird|dean dearmad|leig seachad|na tabhair aird|shaiba|ziba|injoro|harro|"
        "shpernfill|anashkalo"
    ),
    "PRIOR": "roimhe|thuas|roimhe seo|edlule|ngaphambili|mëparshme|meparshme|e meparshme|te meparshme",
    "INSTR": (
        "treoracha|treoir*|stiuradh|stiuiridhean|rialacha|riaghailtean|imiyalelo|imiyalo|imithetho|"
        "udhezim*|rregull*|udhezimet"
    ),
    "ALL": "gach|uile|zonke|yonke|gjitha",
    "ROLE": (
        "is tusa anois|tha thu a nis|manje usu|ti je tani|je duke punuar|tha thu ag obair|usebenza|ta tu ag oibriu"
    ),
    "FREE": (
        "mod forbrora|modh leasachaidh|modalitetin zhvillues|kwimodi yonjiniyela|modhanna forbartha|"
        "modh forbartha|imodi yonjiniyela|modalitetin e zhvilluesit|mod forbartha"
    ),
    "SHOW": (
        "ath aithris|athraigh|taispeain|nochd|phinda|veza|phumela|perfshi|shfaq|perserit|trego|aschuir|"
        "tairg|athdheanamh|seall|abair"
    ),
    "SYS INSTR": (
        "uimhir aitheantais|id sonraichte|i id yakho|id eyingqayizivele|fjalet me siper|varg saktesisht|nga udhezimet"
    ),
    "TELL": (
        "do fhreagairt|do fhreagra|kwempendulo yakho|ekuphenduleni kwakho|pergjigjen tende|freagair|"
        "freagra|empendulweni|ekugcineni"
    ),
    "NEWTASK": (
        "cuis shonraichte|cas speisialta|emisha ebalulekile|imiyalelo emisha|lo msebenzi|kete detyre|"
        "detyre e re|an ait sin|treoracha nua|ukwenza lokhu|bhotun|seo a dheanamh|an rud seo|unikezwe"
    ),
    "SECRET": "pasfhocal|facal faire|iphasiwedi|fjalekalim*",
}
