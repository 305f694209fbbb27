"""German, Dutch and Swedish words, written without accents as the folded text is."""

GERMAN: dict[str, str] = {
    "DROP": (
        "ignorier*|vergiss|vergessen sie|vergesst|missachte*|missachten|missacht*|ubergeh*|uberspring*|"
        "verwirf|verwerfen sie|lass* ausser acht|ausser acht|umgeh*|setz* dich uber|halte dich nicht|"
        "halten sie sich nicht|beachte nicht|befolge nicht|nullifizier*|befolgst keine|befolg* keine|"
        "hor* nicht auf|blende aus|kundige alle|wirf alle|verwirf alle|streiche alle"
    ),
    "PRIOR": (
        "vorherig*|vorige*|bisherig*|fruher*|obig*|vorangehend*|vorangegangen*|vorstehend*|ursprunglich*|"
        "anfanglich*|alten|alte|oben|bisher|vorher|zuvor|davor"
    ),
    "PRIOR INSTR": (
        "was dir vorher gesagt wurde|was du gelernt hast|was ich dir gesagt|alles bisherige|das obige|"
        "obenstehende|alles was dir gesagt wurde|was dir gesagt wurde|was wir besprochen|"
        "was dir beigebracht|alles oben"
    ),
    "ALL": "alle|alles|aller|allen|samtlich*|jede|jeder|jedes|jegliche*",
    "INSTR": (
        "anweisung*|instruktion*|richtlinie*|vorgabe*|direktive*|befehl|befehle|befehlen|anleitung*|"
        "vorgaben|systemanweisung*|richtlinien|gebote|sicherheitsregel*|sicherheitsrichtlinie*"
    ),
    "YOUR": "du|dich|dir|dein|deine|deinen|deiner|deines|deinem|sie|ihre|ihren|ihr",
    "SAFETY": "sicherheit*|ethik|ethisch*|moral|moralisch*|inhaltsrichtlinie*|jugendschutz",
    "LIMIT": (
        "einschrankung*|beschrankung*|grenze|grenzen|limit*|filter|filtern|schranken|zensur|restriktion*|"
        "schutzmassnahme*"
    ),
    "NONE": (
        "ohne|kein|keine|keinen|keinerlei|frei von|deaktivier*|entfern*|hebe auf|schalte aus|jenseits|"
        "nicht gelten|als gabe es keine"
    ),
    "FREE": (
        "uneingeschrankt*|unzensiert*|ungefiltert*|unbegrenzt*|amoralisch*|entwicklermodus|wartungsmodus|"
        "gottmodus|ohne einschrankung*|ohne regeln|ohne jede einschrankung|keine regeln|ohne filter|"
        "ohne zensur|tu alles|alles jetzt|keine einschrankung*|debugmodus|ohne beschrankung*|ohne tabus|"
        "als gabe es keine regeln"
    ),
    "ROLE": (
        "du bist jetzt|sie sind jetzt|du bist nun|sie sind nun|du bist ab sofort|ab jetzt bist du|"
        "ab sofort bist du|von nun an bist du|verhalte dich wie|verhalten sie sich wie|verhalte dich als|"
        "handle als|handeln sie als|agiere als|agieren sie als|tu so als|tun sie so|gib vor|geben sie vor|"
        "spiel|spiele|schlupfe in|stell dir vor du bist|simulier*|werde zu|du bist nicht mehr|"
        "du bist kein|nimm die rolle|nehmen sie die rolle|ubernimm die rolle|ubernimm"
    ),
    "PERSONA": "personlichkeit*|persona|charakter|identitat*|rolle",
    "BOT": "ki|assistent*|modell|sprachmodell|chatbot|agent|bot",
    "SHOW": (
        "zeig|zeige|zeigen sie|verrate|verrat|verraten sie|gib mir|geben sie mir|nenne|nennen sie|drucke|"
        "wiederhole|wiederholen sie|offenbar*|gib aus|was ist dein|was sind deine|wie lautet|wie lauten|"
        "teile|teilen|ubersetze|leake|schreib|schreibe|zu teilen|bestatigen|wie hoch ist|gib preis|"
        "gibst du|preisgeben|preis|gib auf|heraus|gib heraus|gib die|gib alle"
    ),
    "SYS INSTR": (
        "systemprompt*|system prompt|systemanweisung*|systemnachricht*|systeminstruktion*|"
        "deine anweisungen|deine instruktionen|ihre anweisungen|deinen prompt|dein prompt|deine regeln|"
        "ursprungliche anweisung*|versteckte anweisung*|urspruengliche anweisung*|deine systemanweisung*"
    ),
    "SECRET": (
        "passwort*|kennwort*|api schlussel|api key*|zugangsdaten|geheimnis*|geheimer schlussel|"
        "geheimen schlussel|schlussel|token|kontostand|anmeldedaten|tokens|zugangstoken*"
    ),
    "SEND": (
        "sende|senden sie|schick|schicke|schicken sie|ubermittl*|ubertrag*|leite weiter|leiten sie|"
        "lade hoch|uberweise|poste|weiterleiten|exfiltrier*|schickst du|sendest du|ubermittelst du|"
        "kopie von|kopie jeder|weiterleitest|weiterleitet|weiterzuleiten|leite jede|leite alle|"
        "leite jede datei"
    ),
    "HUSH": (
        "sag ihm nichts|sag es nicht|sag nichts|sage nichts|sagen sie nichts|erwahne nicht|"
        "erwahne es nicht|informiere nicht|ohne zu fragen|ohne ruckfrage|ohne bestatigung|heimlich|"
        "im geheimen|stillschweigend|verschweig*|unbemerkt|teile dem nutzer nicht|frag nicht nach|"
        "frage nicht nach|verrate nicht|nicht nachfragen|nichts davon|ohne nachfrage|ohne zustimmung|"
        "ohne es zu erwahnen|ohne es zu sagen|ohne etwas zu sagen|ohne mich zu fragen|ohne mir bescheid|"
        "ohne mir etwas zu sagen|zeig diesen eintrag niemandem|niemandem zeigen|ohne jemandem|"
        "das nicht erwahnen|nicht erwahnen|es nicht erwahnen"
    ),
    "DATA": (
        "gesprach|gesprache|konversation*|verlauf|chatverlauf|nachricht*|daten|dateien|erinnerung*|"
        "gedachtnis|kundendaten|loschungen|internen daten|alle internen|jede datei|alle dateien"
    ),
    "LASTING": (
        "ab jetzt|ab sofort|von nun an|ab heute|kunftig|immer|jedes mal|bei jeder antwort|fur immer|"
        "dauerhaft|merke dir|merk dir|nachste sitzung|nachsten sitzung|in zukunft|jederzeit|"
        "vor jeder antwort|merke dir dauerhaft|nach jeder|sobald|sobald jemand|bei jeder frage|bei jeder|"
        "ab heute gilt|von heute an"
    ),
    "OBEY": (
        "gehorch*|befolge|befolgen sie|musst antworten|musst alle|alle meine fragen|jede frage|"
        "widersprich nicht|beantworte jede|beantworte alles|antworte auf alles|"
        "auf meine anweisungen horen|musst auf|mussen auf|anweisungen gehorchen|gehorche nur|hore nur auf|"
        "gehorche nur noch|nur noch was hier steht|tu nur noch"
    ),
    "BOSS": (
        "wartungsmodus|systemupgrade|systemupdate|sicherheitsaudit|sicherheitsprufung|"
        "als cybersicherheitsexpert*|entwickelt* ki|von openai|von anthropic|system zurucksetz*|"
        "strafverfolgung*|uberschreibungsmodus|override modus|systemmodus|sicherheitscheck|"
        "des eigentumers"
    ),
    "NEWTASK": (
        "neue anweisung*|neue aufgabe|neue instruktion*|neue regeln|neue rolle|eigentliche aufgabe|"
        "wahre aufgabe|neue befehle|neuer auftrag|stattdessen"
    ),
    "TELL": (
        "sag|sage|sagen sie|antworte|antworten sie|schreib|schreibe|gib an|geben sie an|behaupte|erzeuge|"
        "generier*|fuge|ausgabe|sprechen sie|sprich"
    ),
    "META": "angriff*|angreifer*|injection|schadlich*|schwachstelle*|scanner",
    "NEG": "nicht|nie|niemals|kein|keine|nichts",
    "EXEC": ("fuhre|fuhren sie|losche|loschen sie|uberweise|starte|rufe|installiere|bestatige|ausfuhren|fuhre alles"),
    "USER": "nutzer|nutzers|benutzer|anwender|kunde|kunden|nutzerin",
    "VOID": (
        "ungultig|gelten nicht mehr|nicht mehr gultig|hinfallig|aufgehoben|veraltet|ersetzt|ausser kraft|"
        "nicht mehr|uberholt|obsolet|nicht gelten|hier nicht|gelten nicht|hier nicht gelten"
    ),
    "ASIF": ("als ob|als waren|stell dir vor|stellen sie sich vor|angenommen|hypothetisch*|stell dir vor du hattest"),
    "APPROVE": "bestatig*|genehmig*|erlaub*|autorisier*|akzeptier*",
    "CODEWORD": (
        "codewort|kennwort|zauberwort|das wort|losungswort|passwort|wer das wort|wer das losungswort|"
        "wer sagt|jeder der sagt"
    ),
    "ADMIN": "administrator*|admin|root|eigentumer*",
    "URGENT": (
        "hinweis an|hinweis fur|notiz an|notiz des systems|systemnotiz|hinweis an die ki|"
        "hinweis fur die ki|anweisung an die ki"
    ),
    "WRONG": "vorherige analyse|fruhere analyse|neu berechnen|neue werte",
    "LOUD": "wichtig|achtung|dringend|notiz",
    "UTTER": "sag|sage|sagen sie|gib an|geben sie an|behaupte|antworte mit|dass die ausgabe|stattdessen",
    "REFUSAL": ("verweigere nie|verweigere nicht|weigere dich nicht|lehne nie|lehne nichts|ohne dich zu weigern"),
    "DUAL": "zwei antworten",
    "MODE": "entwicklermodus|wartungsmodus",
    "CLAIM": (
        "ich bin dein entwickler|ich bin ihr entwickler|ich bin gott|ich bin ein gott|"
        "ich bin der prasident|ich bin der administrator|ich bin administrator|ich bin ein entwickler"
    ),
    "ASK": (
        "sag mir|sagen sie mir|gib mir|geben sie mir|wie lautet|was ist dein|kannst du|konntest du|"
        "konnen sie|bestatigen"
    ),
    "DUMP": "verrate|verrat|verraten sie|offenbar*|gib preis|preisgeben|gib auf nachfrage",
    "INSTR SYS": (
        "versteckte regeln|interne regeln|interne anweisung*|entwicklernachricht*|vollstandigen prompt|"
        "vor dieser nachricht|kompletten text|deine konfiguration|text vor dieser|neue systemnachricht|"
        "systemnachricht"
    ),
    "RULES": "regel|regeln|vorschrift*",
    "ENTITLE": (
        "darf alles|bekommt alle|darf alles sehen|alles sehen|erhalt alle|zugriff auf alles|"
        "alle zugangsdaten|administratorrechte*|ist befugt|adminrechte*"
    ),
    "ASKED": "auf nachfrage|wenn jemand fragt|auf anfrage|wenn dich jemand fragt",
    "UNGUARD": (
        "warnungen vor dem loschen|warnungen weglassen|ohne prufung|automatisch genehmigen|"
        "genehmige alles|sicherheitsabfragen|keine bestatigung|immer sofort loschen|bestatige daher alle|"
        "bestatige alle|frag nicht nach|frage nicht nach|ohne zu prufen|nicht prufen|ungepruft|"
        "ohne zu fragen|ohne nachzufragen|prufe das nicht"
    ),
    "CONSENT": "hat zugestimmt|hat erlaubt|ist einverstanden|hat genehmigt|hat eingewilligt",
    "INBOUND": "per mail|per e mail|aus mails|die per",
    "MASTER": (
        "befehle von|gilt als eigentumer|gilt als besitzer|zahlt als eigentumer|auch wenn alice|"
        "ubertrumpf*|wie meine eigenen|als kamen sie von mir|wie von mir|als waren sie von mir"
    ),
    "CENSOR": (
        "verschweige alle|verschweig alle|verschweige|verschweig|behaupte immer|melde immer erfolg|verheimliche"
    ),
    "MONEY": "uberweisung*|zahlung*|geld|kaufe|kaufen|rechnung*|kontonummer",
    "UNBOUND": "ohne tabus|ohne moral",
    "TURNOFF": "schalte|schalten sie|deaktivier*|stell ab|hebe alle|nimm weg",
    "TREAT": (
        "behandle diesen|behandeln sie diesen|betrachte diesen|betrachten sie diesen|sieh diesen text|nimm diesen text"
    ),
    "RECEIVED": (
        "hast du am anfang|hast du bekommen|du bekommen hast|du erhalten hast|haben sie erhalten|"
        "hast du erhalten|am anfang bekommen|wurden dir gegeben"
    ),
    "REPEAT": "zitiere|zitieren sie|wortlich|wortwortlich|wortgetreu|wort fur wort",
    "MUST": (
        "der assistent soll|der assistent muss|die ki soll|die ki muss|der agent soll|der agent muss|assistent soll"
    ),
    "SENDME": "schick mir|schicke mir|schicken sie mir|sende mir|gib mir|zeig mir",
}

DUTCH: dict[str, str] = {
    "DROP": "negeer|vergeet|negeren|omzeil|sla over|volg niet|laat buiten beschouwing",
    "PRIOR": "vorige|voorgaande|eerdere|bovenstaande|vroegere|oorspronkelijke|bestaande|hierboven",
    "PRIOR INSTR": "het bovenstaande|alles wat je hebt geleerd|wat je verteld is",
    "ALL": "alle|alles|elke|ieder*",
    "INSTR": "instructie*|richtlijn*|opdracht*|bevel*|aanwijzing*|voorschrift*",
    "YOUR": "jij|jou|jouw|je|uw",
    "SAFETY": "veiligheid*|ethisch*|ethiek|moreel|morele",
    "LIMIT": "beperking*|limiet*|grenzen|filter*|censuur",
    "NONE": "zonder|geen|vrij van|schakel uit|verwijder",
    "FREE": (
        "onbeperkt*|ongefilterd*|ongecensureerd*|zonder beperking*|zonder regels|ontwikkelaarsmodus|zonder filter*"
    ),
    "ROLE": ("je bent nu|jij bent nu|u bent nu|doe alsof|gedraag je als|vanaf nu ben je|speel de rol|simuleer"),
    "BOT": "ai|assistent|model|chatbot|agent",
    "SHOW": "toon|laat zien|onthul|herhaal|geef mij|geef me|vertel me|deel|print|wat is je",
    "SYS INSTR": (
        "systeemprompt|systeem prompt|systeeminstructies|je instructies|jouw instructies|je prompt|systeembericht"
    ),
    "SECRET": "wachtwoord*|api sleutel*|geheim*|inloggegevens|sleutel*",
    "SEND": "stuur|verstuur|verzend|upload|stuur door",
    "HUSH": ("vertel het niet|zeg niets|zonder te vragen|zonder bevestiging|stiekem|heimelijk|vermeld niet"),
    "DATA": "gesprek*|geschiedenis|berichten|gegevens|bestanden|geheugen",
    "LASTING": "vanaf nu|voortaan|altijd|elke keer|bij elk antwoord|voor altijd|onthoud",
    "OBEY": "gehoorzaam*|weiger nooit|weiger niet|moet antwoorden|alle vragen",
    "BOSS": "onderhoudsmodus",
    "NEWTASK": "nieuwe instructie*|nieuwe opdracht|nieuwe taak|nieuwe rol",
    "TELL": "zeg|antwoord|schrijf|geef",
    "META": "aanval*|injectie",
    "NEG": "niet|nooit|geen",
    "EXEC": "voer uit|verwijder|wis",
    "USER": "gebruiker*|klant*",
    "VOID": "ongeldig|niet meer|vervallen|verouderd|vervangen",
    "ADMIN": "beheerder|admin|root",
    "LOUD": "belangrijk|dringend|let op",
    "CLAIM": "ik ben je ontwikkelaar|ik ben god|ik ben de beheerder",
    "RULES": "regels|regel",
}

SWEDISH: dict[str, str] = {
    "DROP": "ignorera|glom|bortse fran|strunta i|ignorer|glem",
    "PRIOR": "tidigare|foregaende|ovanstaende|ursprungliga",
    "INSTR": "instruktion*|regler|riktlinjer|anvisningar|instruks*",
    "ALL": "alla|allt",
    "ROLE": "du ar nu|lat som|agera som|du er na",
    "SHOW": "visa|avsloja|skriv ut|beratta",
    "SYS INSTR": "systemprompt*|dina instruktioner|systemmeddelande",
    "FREE": "utan begransningar|ocensurerad*|obegransad*",
    "NONE": "utan|inga|ingen",
    "LIMIT": "begransning*|restriktion*|filter",
    "SECRET": "losenord*|api nyckel*|hemlig*",
    "SEND": "skicka",
    "HUSH": "beratta inte|utan att fraga|i hemlighet",
}
