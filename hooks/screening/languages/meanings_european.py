"""What a dictionary gives for a closed list of meanings: Greek, Finnish, Hungarian, Celtic languages, Albanian.

Written from the meanings, not from labelled texts, so that measuring need not take it away with the sources it
judges:

ignore, forget, pay no heed, do not follow · skip, bypass, break · no longer valid, revoked · without · turn off
· obey me, only listen to me · never refuse · new task · from now on, for ever · you are now, act as, pretend,
play the part · role · developer mode · no limits · uncensored, immoral · show, print · reveal · repeat, quote ·
tell me, what is · answer, say · word for word · send, forward · steal · execute, delete · tell nobody,
secretly, without asking · I am your developer · earlier, above · all · instruction, rule, message, safety,
limit · system prompt · secret, password, key · conversation, data · assistant, user · attention · if you read
this · attack, example · do not.
"""

GREEK: dict[str, str] = {
    "DROP": ("αγνόησε|αγνοήστε|ξέχνα|ξέχασε|ξεχάστε|παράβλεψε|παραβλέψτε|μη λάβεις υπόψη|μην ακολουθείς|μην υπακούς"),
    "SKIP": "παράκαμψε|παραβίασε|προσπέρασε|ακύρωσε",
    "VOID": "δεν ισχύουν πια|δεν ισχύουν πλέον|δεν ισχύει πλέον|ακυρώθηκαν|καταργήθηκαν",
    "NONE": "χωρίς|κανένας|καμία|δίχως",
    "OBEY": "υπάκουσε|κάνε ό,τι λέω|άκου μόνο εμένα|οι εντολές μου|τις εντολές μου",
    "REFUSAL": "μην αρνηθείς|μην αρνείσαι|ποτέ μην αρνηθείς",
    "NEWTASK": "νέα εργασία|νέες οδηγίες|νέες εντολές|αντί για αυτό|αντ' αυτού|νέος ρόλος",
    "LASTING": "από τώρα|από εδώ και πέρα|στο εξής|πάντα|για πάντα|κάθε φορά",
    "ROLE": (
        "είσαι τώρα|τώρα είσαι|κάνε πως|προσποιήσου|υποδύσου|παίξε τον ρόλο|φέρσου σαν|συμπεριφέρσου|φαντάσου ότι είσαι"
    ),
    "FREE": "χωρίς περιορισμούς|χωρίς όρια|χωρίς κανόνες|χωρίς φίλτρα|απεριόριστ*",
    "LOOSE": "χωρίς λογοκρισία|ανήθικ*|χωρίς ηθική",
    "SHOW": "δείξε|δείξτε|εμφάνισε|τύπωσε|γράψε|παρουσίασε",
    "DUMP": "αποκάλυψε|αποκαλύψτε|φανέρωσε",
    "REPEAT": "επανάλαβε|επαναλάβετε|παράθεσε",
    "ASK": "πες μου|πείτε μου|δώσε μου|ποιος είναι ο|ποια είναι η",
    "TELL": "πες|απάντησε|γράψε",
    "EXACT": "λέξη προς λέξη|κατά λέξη|ακριβώς",
    "SEND": "στείλε|στείλτε|προώθησε|ανέβασε",
    "EXEC": "εκτέλεσε|τρέξε|διάγραψε|σβήσε",
    "HUSH": "μην πεις|χωρίς να ρωτήσεις|χωρίς επιβεβαίωση|κρυφά|μυστικά|αθόρυβα|μην αναφέρεις",
    "PRIOR": "προηγούμεν*|παραπάνω|ανωτέρω|πιο πάνω|αρχικ*|υπάρχουσ*",
    "ALL": "όλες|όλα|όλους|κάθε|όλων",
    "INSTR": "οδηγί*|εντολ*|κατευθύνσεις|διαταγ*|προτροπ*",
    "RULES": "κανόν*|πολιτικ*",
    "SAFETY": "ασφάλει*|ηθικ*",
    "LIMIT": "περιορισμ*|όρια|φίλτρ*",
    "SYS": "προτροπή συστήματος|μήνυμα συστήματος|οδηγίες συστήματος|τις οδηγίες σου|κρυφές οδηγίες",
    "SECRET": "κωδικ* πρόσβασης|κωδικός|κωδικό|κλειδί api|μυστικ*|διαπιστευτήρια",
    "DATA": "ιστορικό|συνομιλία|δεδομένα|αρχεία",
    "BOT": "βοηθός|βοηθέ|τεχνητή νοημοσύνη|γλωσσικό μοντέλο",
    "USER": "χρήστη*",
    "META": "επίθεση|επιθέσεις|παράδειγμα",
    "NEG": "μη|μην|δεν|ποτέ",
}

FINNISH: dict[str, str] = {
    "DROP": "unohda|unohtakaa|jätä huomiotta|jätä huomioimatta|sivuuta|älä välitä|älä noudata|ohita",
    "PRIOR": "aiemm*|edellis*|aikaisemm*|yllä olev*|alkuperäis*",
    "ALL": "kaikki|kaikkia|jokainen",
    "INSTR": "ohje*|ohjeet|määräyks*|käsky*|komento|komennot",
    "RULES": "sääntö|säännöt|sääntöjä",
    "ROLE": "olet nyt|esitä että olet|teeskentele|käyttäydy kuin|näyttele|kuvittele että olet",
    "FREE": "ilman rajoituksia|ilman sääntöjä|rajoittamaton*|ei rajoituksia",
    "SHOW": "näytä|tulosta|kerro",
    "DUMP": "paljasta",
    "SYS": "järjestelmäkehote*|järjestelmäviesti*|järjestelmän ohje*",
    "SECRET": "salasan*|salaisuu*|api-avain*|tunnukset",
    "SEND": "lähetä|välitä eteenpäin",
    "HUSH": "älä kerro|kysymättä|salaa|ilman vahvistusta|hiljaa",
    "LASTING": "tästä lähtien|aina|ikuisesti|joka kerta",
}

HUNGARIAN: dict[str, str] = {
    "DROP": (
        "hagyd figyelmen kívül|hagyja figyelmen kívül|felejtsd el|felejtse el|ne vedd figyelembe|ne törődj|"
        "ne kövesd|mellőzd"
    ),
    "PRIOR": "előző*|korábbi*|fenti*|eredeti*|eddigi*",
    "ALL": "összes|minden|valamennyi",
    "INSTR": "utasítás*|útmutatás*|parancs*|irányelv*",
    "RULES": "szabály*",
    "ROLE": "mostantól te|most te vagy|tegyél úgy|viselkedj úgy|játszd el|képzeld el hogy te|add elő",
    "FREE": "korlátozás nélkül*|korlátok nélkül|szabályok nélkül|korlátlan*",
    "SHOW": "mutasd|írd ki|jelenítsd meg|add meg",
    "DUMP": "fedd fel|áruld el",
    "SYS": "rendszerprompt*|rendszerüzenet*|rendszerutasítás*",
    "SECRET": "jelszó|jelszav*|titk*|api-kulcs*",
    "SEND": "küldd|küldje|továbbítsd",
    "HUSH": "ne mondd|kérdés nélkül|titokban|megerősítés nélkül|csendben",
    "LASTING": "mostantól|ezentúl|mindig|örökre",
}

CELTIC: dict[str, str] = {
    "DROP": (
        "déan neamhaird|tabhair neamhaird|neamhaird|déan dearmad|dearmad ar|ná lean|leig seachad|"
        "na gabh suim|dìochuimhnich|dèan dearmad|na lean|cuir an dàrna taobh|anwybydda|anwybyddwch|anghofia|"
        "anghofiwch|diystyra|diystyrwch|paid â dilyn|peidiwch â dilyn"
    ),
    "PRIOR": "roimhe|roimhe seo|thuas|roimhe sin|gu h-àrd|nas tràithe|blaenorol|uchod|cynharach|gwreiddiol",
    "ALL": "gach|uile|a h-uile|na h-uile|pob|holl|i gyd",
    "INSTR": (
        "treoracha|treoir|orduithe|stiùireadh|stiùiridhean|òrdughan|òrdugh|cyfarwyddiadau|cyfarwyddyd|gorchmynion"
    ),
    "RULES": "rialacha|riaghailtean|rheolau",
    "ROLE": ("is tusa anois|lig ort|gníomhaigh mar|is tu a-nis|leig ort|cleas mar|rwyt ti nawr|esgus|gweithreda fel"),
    "FREE": "gan srian|gan teorainn|gan srianta|gun chuingealachadh|gun chrìochan|heb gyfyngiadau|heb reolau",
    "SHOW": (
        "taispeáin|inis dom|scríobh|priontáil|seall|innis dhomh|sgrìobh|clò-bhuail|dangos|dywed|argraffa|ysgrifenna"
    ),
    "SYS": ("treoracha an chórais|leid an chórais|stiùireadh an t-siostaim|anogwr y system|cyfarwyddiadau y system"),
    "SECRET": "pasfhocal|focal faire|rúnda|facal-faire|dìomhair|cyfrinair|cyfrinach",
    "SEND": "seol|cuir chuig|cuir gu|anfon|anfonwch",
    "HUSH": "ná habair|go rúnda|na innis|gu dìomhair|paid â dweud|yn gyfrinachol",
    "LASTING": "as seo amach|i gcónaí|bho seo a-mach|an-còmhnaidh|o hyn ymlaen|bob amser",
}

ALBANIAN: dict[str, str] = {
    "DROP": "injoro|injoroni|harro|harroni|mos i ndiq|mos përfill|shpërfill|lëri mënjanë",
    "PRIOR": "mëparshme|mëparshëm|e mësipërme|më sipër|më parë|fillestare|paraprake",
    "ALL": "të gjitha|gjithë|çdo|gjithçka",
    "INSTR": "udhëzime*|udhëzimet|urdhra*|urdhrat|instruksione*|komanda*",
    "RULES": "rregulla|rregullat",
    "ROLE": "tani ti je|ti tani je|bëj sikur|sillu si|luaj rolin|vepro si|imagjino se je",
    "FREE": "pa kufizime|pa rregulla|pa kufij|pa filtra|i pakufizuar",
    "SHOW": "shfaq|trego|më trego|shkruaj|printo",
    "DUMP": "zbulo|zbuloni|nxirr",
    "SYS": "udhëzimet e sistemit|mesazhi i sistemit|udhëzimet e tua",
    "SECRET": "fjalëkalim*|sekret*|çelësi api|kredencialet",
    "SEND": "dërgo|dërgoni|përcill",
    "HUSH": "mos i thuaj|mos trego|fshehurazi|pa pyetur|pa konfirmim",
    "LASTING": "tani e tutje|që tani|gjithmonë|përgjithmonë",
}
