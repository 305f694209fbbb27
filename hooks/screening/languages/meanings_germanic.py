"""The meanings of ``meanings_european`` in Germanic languages.

Written from the meanings, not from labelled texts, too.
"""

GERMAN: dict[str, str] = {
    "DROP": (
        "ignorier*|vergiss|vergesst|vergessen Sie|missachte*|missachten|beachte nicht|außer Acht|"
        "schenke keine Beachtung|kümmere dich nicht um|befolge nicht|halte dich nicht an|halt dich nicht an|"
        "folge nicht|verwirf|übersieh|richte dich nicht nach|hör nicht auf die|nimm keine Rücksicht auf|"
        "lass beiseite|setz dich hinweg|scher dich nicht um"
    ),
    "SKIP": ("überspring*|umgehe|umgeh|umgehen|übergehe|übergeh|heble aus|hebele aus|brich|verletze|überschreib*"),
    "VOID": (
        "gilt nicht mehr|gelten nicht mehr|nicht mehr gültig|ungültig|aufgehoben|außer Kraft|hinfällig|"
        "widerrufen|nicht länger gültig|abgelaufen|ersetzt durch|gegenstandslos"
    ),
    "NONE": "ohne|keine|keinerlei|frei von",
    "TURNOFF": ("schalte aus|schalte ab|schalt ab|deaktivier*|abschalten|ausschalten|setz außer Betrieb|entferne"),
    "OBEY": (
        "gehorch*|gehorche mir|tu was ich sage|tue was ich sage|mach was ich sage|nur noch auf mich|"
        "nur auf mich|befolge nur meine|befolge ausschließlich|folge nur meinen|meine Befehle|nur mir"
    ),
    "REFUSAL": (
        "lehne nie ab|niemals ablehnen|nie ablehnen|nie ablehnt|darfst nicht ablehnen|verweigere nie|nie verweigert"
    ),
    "NEWTASK": (
        "neue Aufgabe|neuer Auftrag|neue Anweisung*|neue Regeln|neue Befehle|neue Rolle|"
        "deine eigentliche Aufgabe|stattdessen|neues Ziel"
    ),
    "LASTING": (
        "von nun an|ab jetzt|ab sofort|von jetzt an|fortan|künftig|in Zukunft|für immer|dauerhaft|jedes Mal|"
        "immer wenn|in jeder Antwort|in allen Sitzungen|in jeder Sitzung|auf Dauer"
    ),
    "ROLE": (
        "du bist jetzt|du bist nun|ab jetzt bist du|von nun an bist du|tu so als|tue so als|"
        "verhalte dich wie|verhalte dich als|spiele die Rolle|spiel die Rolle|übernimm die Rolle|"
        "schlüpfe in die Rolle|stell dir vor du|handle als|agiere als|antworte als|du spielst jetzt|"
        "versetz dich in|gib dich aus|benimm dich wie|sei ab jetzt"
    ),
    "PERSONA": "Rolle|Figur|Persona|Persönlichkeit|Identität|Charakter",
    "MODE": ("Entwicklermodus|Debug-Modus|Debugmodus|Wartungsmodus|Administratormodus|Adminmodus|Testmodus|Gottmodus"),
    "FREE": (
        "ohne Einschränkung*|ohne Beschränkung*|ohne Regeln|ohne Grenzen|ohne Filter|ohne Verbote|"
        "keine Einschränkungen|keine Regeln mehr|keine Grenzen|uneingeschränkt*|schrankenlos*|alles erlaubt|"
        "alles darf|ohne Tabus|ohne Schranken"
    ),
    "LOOSE": (
        "unzensiert*|ungefiltert*|unmoralisch*|unethisch*|skrupellos*|gewissenlos*|ohne Moral|amoralisch*|ohne Zensur"
    ),
    "SHOW": ("zeig*|zeige mir|gib aus|gib wieder|drucke|nenne|nenn|schreib auf|liste auf|ausgeben|anzeigen|offenleg*"),
    "DUMP": "verrat*|enthüll*|offenbar*|preisgeben|gib preis|lege offen|legen Sie offen|plaudere aus|decke auf",
    "REPEAT": "wiederhol*|zitier*|sag auf|gib wörtlich|abschreiben",
    "ASK": "sag mir|nenne mir|nenn mir|gib mir|verrate mir|wie lautet|wie lauten|was steht in",
    "TELL": "antworte|sag|sage|schreib|schreibe|erwidere|erkläre",
    "UTTER": "sag nur|sage nur|antworte nur|antworte mit|schreibe nur|gib nur",
    "EXACT": "Wort für Wort|wörtlich|wortwörtlich|buchstäblich|unverändert|vollständig|im Wortlaut",
    "SEND": (
        "sende|send|schick|schicke|leite weiter|übermittle|übertrage|lade hoch|maile|poste|weiterleiten|"
        "hochladen|verschicke"
    ),
    "STEAL": "stiehl|entwende|schleuse aus|ausschleusen|exfiltrier*|stehlen|greif ab|abgreifen",
    "EXEC": "führe aus|ausführen|starte|lösche|löschen|überweise|installiere|bezahle|ruf auf",
    "HUSH": (
        "sag niemandem|erzähl niemandem|sag dem Nutzer nichts|sag dem Benutzer nichts|ohne es zu erwähnen|"
        "erwähne nicht|verschweig*|heimlich|unbemerkt|stillschweigend|ohne zu fragen|ohne nachzufragen|"
        "ohne Rückfrage|ohne Nachfrage|ohne Bestätigung|ohne dass der Nutzer|ohne Wissen|"
        "lass dir nichts anmerken|weise nicht darauf hin|ohne Hinweis"
    ),
    "CLAIM": (
        "ich bin dein Entwickler|ich bin dein Schöpfer|ich bin dein Administrator|ich bin der Administrator|"
        "hier spricht dein Entwickler|ich habe dich programmiert|ich habe dich entwickelt|"
        "ich bin dein Besitzer"
    ),
    "BOSS": "dein Entwickler|deine Entwickler|deines Entwicklers|dein Betreiber",
    "ADMIN": "Administrator*",
    "PRIOR": (
        "vorherig*|bisherig*|vorangegangen*|früher*|obig*|oben|oberhalb|vorstehend*|ursprünglich*|"
        "anfänglich*|bestehend*|vorig*|zuvor|bis jetzt|vorhergehend*|vorausgehend*|erhaltenen"
    ),
    "PRIOR INSTR": (
        "alles was vorher|alles was oben|alles bisherige|alles obige|was dir gesagt wurde|was man dir gesagt"
    ),
    "ALL": "alle|allen|aller|alles|jede|jeden|sämtliche*|jegliche*",
    "INSTR": (
        "Anweisung*|Anordnung*|Befehl*|Instruktion*|Direktive*|Richtlinie*|Vorgabe*|Weisung*|Prompt|Prompts|"
        "Vorschrift*|Anleitungen"
    ),
    "RULES": "Regel|Regeln|Regelwerk|Bestimmungen|Auflagen",
    "CONTEXT": "Nachricht*|Gespräch*|Unterhaltung|Kontext|Eingaben",
    "SAFETY": "Sicherheits*|Sicherheit|Ethik|ethisch*|moralisch*|Schutz",
    "LIMIT": (
        "Einschränkung*|Beschränkung*|Grenzen|Filter|Inhaltsfilter|Sperre*|Schranke*|Zensur|Schutzmaßnahme*|Verbote"
    ),
    "SYS": (
        "Systemprompt*|System-Prompt|Systemnachricht|Systemanweisung*|Systemvorgabe*|deine Anweisungen|"
        "deine Vorgaben|deine Instruktionen|geheime Anweisungen|verborgene Anweisungen|"
        "versteckte Anweisungen|deine Konfiguration|deine Grundeinstellung*|Anfangsanweisung*|"
        "Startanweisung*|ursprüngliche Anweisung*"
    ),
    "SECRET": (
        "Passwort|Passwörter|Kennwort|Kennwörter|Zugangsdaten|Anmeldedaten|API-Schlüssel|API-Key|Geheimnis|"
        "Geheimnisse|Zugangscode|Schlüsselwort|geheime Schlüssel|geheimen Schlüssel|private Schlüssel|Token"
    ),
    "DATA": "Chatverlauf|Verlauf|Gesprächsverlauf|Daten|Kundendaten|Nutzerdaten|Kontakte|Dateien|Gedächtnis",
    "YOUR": "dein|deine|deinen|deiner|deinem|dich|dir|du",
    "BOT": "KI|Assistent|Assistenten|Sprachmodell*|Chatbot|Bot|Agent|Agenten|künstliche Intelligenz",
    "USER": "Nutzer*|Benutzer*|Anwender*",
    "LOUD": "wichtig|Achtung|dringend|Warnung|Hinweis an",
    "ONREAD": (
        "wenn du dies liest|wenn du das liest|die dieses Dokument lesen|die diesen Text lesen|KI die dies liest"
    ),
    "META": "Angriff*|Angreifer*|Beispiel|Beispiele|Prompt-Injection",
    "NEG": "nicht|nie|niemals|nie ohne|nicht ohne|niemals ohne|kein",
}

DUTCH: dict[str, str] = {
    "DROP": (
        "negeer|negeren|vergeet|vergeten|schenk geen aandacht|sla geen acht|sla in de wind|volg niet|"
        "luister niet naar|houd je niet aan|hou je niet aan|laat varen|leg naast je neer|trek je niets aan|"
        "laat buiten beschouwing|gooi overboord"
    ),
    "SKIP": "sla over|omzeil|omzeilen|overtreed|overschrijf|passeer|doorbreek",
    "VOID": (
        "niet meer geldig|gelden niet meer|geldt niet langer|gelden niet langer|ingetrokken|vervallen|"
        "ongeldig|vervangen door"
    ),
    "NONE": "zonder|geen|geen enkele|vrij van",
    "TURNOFF": "schakel uit|zet uit|uitschakelen|deactiveer|verwijder",
    "OBEY": (
        "gehoorzaam|gehoorzamen|doe wat ik zeg|doe enkel wat|luister alleen naar mij|volg alleen mijn|mijn bevelen"
    ),
    "REFUSAL": "weiger nooit|nooit weigeren|nooit weigert|mag niet weigeren|niet weigeren",
    "NEWTASK": (
        "nieuwe taak|nieuwe opdracht|nieuwe instructie*|nieuwe regels|je echte taak|in plaats daarvan|nieuwe rol"
    ),
    "LASTING": (
        "vanaf nu|van nu af aan|voortaan|altijd|voor altijd|elke keer|iedere keer|in elk antwoord|blijvend|"
        "in de toekomst"
    ),
    "ROLE": (
        "je bent nu|jij bent nu|u bent nu|vanaf nu ben je|doe alsof|gedraag je als|gedraag je alsof|"
        "speel de rol|neem de rol|stel je voor dat je|handel als|antwoord als|kruip in de huid|je speelt nu|"
        "doe je voor als"
    ),
    "PERSONA": "rol|personage|persoonlijkheid|identiteit",
    "MODE": "ontwikkelaarsmodus|onderhoudsmodus|beheerdersmodus|debugmodus|testmodus",
    "FREE": (
        "zonder beperkingen|zonder grenzen|zonder regels|zonder filters|geen beperkingen|geen grenzen|"
        "onbeperkt*|alles mag"
    ),
    "LOOSE": "ongecensureerd*|ongefilterd*|immoreel|immorele|onethisch*|gewetenloos|gewetenloze|zonder moraal",
    "SHOW": "toon|laat zien|geef weer|druk af|noem|schrijf op|weergeven|tonen",
    "DUMP": "onthul|onthullen|verklap|geef prijs|prijsgeven|maak bekend|lek|openbaar",
    "REPEAT": "herhaal|citeer|reproduceer|zeg op",
    "ASK": "zeg me|vertel me|vertel mij|geef me|geef mij",
    "TELL": "zeg|antwoord|schrijf|vertel",
    "UTTER": "zeg alleen|antwoord alleen|antwoord met|schrijf alleen",
    "EXACT": "woord voor woord|letterlijk|volledig|ongewijzigd|precies",
    "SEND": "stuur|verstuur|zend|doorsturen|stuur door|plaats",
    "STEAL": "steel|stelen|ontvreemd|exfiltreer",
    "EXEC": "voer uit|uitvoeren|verwijder|wis|installeer|maak over",
    "HUSH": (
        "zeg niets|vertel niemand|vertel het niet|zonder te vragen|zonder bevestiging|zonder het te zeggen|"
        "zonder te melden|stiekem|heimelijk|in het geheim|vermeld niet|stilletjes|buiten medeweten|"
        "zonder dat de gebruiker"
    ),
    "CLAIM": (
        "ik ben je ontwikkelaar|ik ben jouw ontwikkelaar|ik ben je maker|ik ben de beheerder|"
        "ik heb je gemaakt|ik heb je geprogrammeerd"
    ),
    "BOSS": "je ontwikkelaar|jouw ontwikkelaar|je maker",
    "ADMIN": "beheerder|administrator",
    "PRIOR": (
        "vorige|eerdere|voorgaande|bovenstaande|hierboven|voorafgaande|oorspronkelijke|bestaande|tot nu toe|eerder"
    ),
    "PRIOR INSTR": ("alles hierboven|al het bovenstaande|alles wat eerder|wat je is verteld|wat er eerder is gezegd"),
    "ALL": "alle|alles|elke|iedere",
    "INSTR": "instructie*|opdracht*|aanwijzing*|richtlijn*|bevel|bevelen|voorschrift*|prompt",
    "RULES": "regel|regels|beleid|voorwaarden",
    "CONTEXT": "bericht|berichten|gesprek|context|tekst",
    "SAFETY": "veiligheid*|beveiliging*|ethiek|ethische|moraal",
    "LIMIT": "beperking|beperkingen|grenzen|filter|filters|censuur|limieten|barrières",
    "SYS": (
        "systeemprompt|systeembericht|systeeminstructie*|je instructies|jouw instructies|"
        "verborgen instructies|geheime instructies|oorspronkelijke instructies|je configuratie"
    ),
    "SECRET": (
        "wachtwoord*|API-sleutel*|geheime sleutel|inloggegevens|geheim|geheimen|toegangscode*|token|privésleutel"
    ),
    "DATA": "geschiedenis|gesprek|gegevens|bestanden|contacten|geheugen|chatgeschiedenis",
    "YOUR": "je|jij|jouw|jou|uw",
    "BOT": "AI|assistent|taalmodel|chatbot|agent|kunstmatige intelligentie",
    "USER": "gebruiker|gebruikers",
    "LOUD": "belangrijk|let op|dringend|opgelet",
    "ONREAD": "als je dit leest|wanneer je dit leest|AI die dit leest",
    "META": "aanval|aanvallen|aanvaller*|voorbeeld",
    "NEG": "niet|nooit|nooit zonder|niet zonder",
}

SWEDISH: dict[str, str] = {
    "DROP": (
        "ignorera|glöm|glömma|strunta i|bortse från|bry dig inte om|följ inte|lyd inte|åsidosätt|nonchalera|skit i"
    ),
    "SKIP": "hoppa över|kringgå|bryt mot|överträd|skriv över",
    "VOID": "gäller inte längre|inte längre giltig*|upphävda|återkallade|ogiltig*|ersatta av",
    "NONE": "utan|inga|ingen|fri från",
    "TURNOFF": "stäng av|inaktivera|avaktivera|slå av|ta bort",
    "OBEY": "lyd|lyda|gör som jag säger|bara som jag säger|lyssna bara på mig|följ bara mina|mina order",
    "REFUSAL": "vägra aldrig|aldrig vägrar|får inte vägra",
    "NEWTASK": "ny uppgift|nya instruktioner|nya regler|i stället|istället|ny roll|din riktiga uppgift",
    "LASTING": "från och med nu|hädanefter|alltid|för alltid|varje gång|i varje svar|i framtiden",
    "ROLE": (
        "du är nu|låtsas att|låtsas vara|agera som|bete dig som|spela rollen|föreställ dig att du|svara som|ta rollen"
    ),
    "PERSONA": "rollen|persona|personlighet|identitet",
    "MODE": "utvecklarläge|utvecklarläget|underhållsläge|administratörsläge|testläge",
    "FREE": ("utan begränsningar|utan gränser|utan regler|utan filter|inga begränsningar|obegränsad*|allt är tillåtet"),
    "LOOSE": "ocensurerad*|ofiltrerad*|omoralisk*|oetisk*|samvetslös*",
    "SHOW": "visa|skriv ut|lista|ange",
    "DUMP": "avslöja|röj|lämna ut",
    "REPEAT": "upprepa|citera|återge",
    "ASK": "berätta|säg mig|ge mig",
    "TELL": "säg|svara|skriv",
    "UTTER": "säg bara|svara bara|svara endast|skriv bara|svara med",
    "EXACT": "ord för ord|ordagrant|exakt|fullständigt",
    "SEND": "skicka|vidarebefordra|sänd|ladda upp|mejla",
    "STEAL": "stjäl|stjäla|exfiltrera",
    "EXEC": "kör|utför|radera|ta bort|installera|för över",
    "HUSH": (
        "säg inget|berätta inte|nämn inte|utan att fråga|utan att berätta|utan bekräftelse|i hemlighet|i smyg|i tysthet"
    ),
    "CLAIM": "jag är din utvecklare|jag är din skapare|jag är administratören|jag har skapat dig",
    "BOSS": "din utvecklare|dina utvecklare|din skapare",
    "ADMIN": "administratör*",
    "PRIOR": "tidigare|föregående|ovanstående|ovan|ursprunglig*|befintliga|hittills",
    "PRIOR INSTR": "allt ovan|allt ovanstående|allt tidigare|det du fått höra",
    "ALL": "alla|allt|varje|samtliga",
    "INSTR": "instruktion*|anvisning*|riktlinje*|direktiv|prompt|kommandon",
    "RULES": "regel|regler|reglerna|policy",
    "CONTEXT": "meddelande*|konversation*|samtal*|sammanhang",
    "SAFETY": "säkerhet*|etik|etiska|moral",
    "LIMIT": "begränsning*|gränser|filter|censur|spärrar",
    "SYS": (
        "systemprompt*|systemmeddelande*|systeminstruktion*|dina instruktioner|dolda instruktioner|"
        "hemliga instruktioner"
    ),
    "SECRET": "lösenord*|API-nyckel*|hemlig nyckel|hemlighet*|inloggningsuppgifter|åtkomstkod*",
    "DATA": "historik*|konversationen|filer|kontakter|minne",
    "YOUR": "du|din|ditt|dina|dig",
    "BOT": "AI|assistent*|språkmodell*|chatbot|agent",
    "USER": "användare*",
    "LOUD": "viktigt|observera|brådskande",
    "ONREAD": "om du läser detta|när du läser detta",
    "META": "attack|attacker|angripare|exempel",
    "NEG": "inte|aldrig",
}

# Fewer meanings in more languages: ignore, earlier, all, instruction, you are now, without limits, show, system prompt,
# password, send, tell nobody, from now on.
DANISH_NORWEGIAN: dict[str, str] = {
    "DROP": "ignorer|glem|se bort fra|følg ikke|ikke følg|bry deg ikke om|tilsidesæt",
    "PRIOR": "tidligere|foregående|forrige|ovenstående|ovenfor|opprinnelige|oprindelige",
    "ALL": "alle|enhver",
    "INSTR": "instruktion*|instruks*|anvisning*|retningslinj*|ordrer|kommandoer|instrukser",
    "RULES": "regler|reglene|reglerne",
    "ROLE": "du er nu|du er nå|lad som om|lat som|opfør dig som|oppfør deg som|spil rollen|spill rollen",
    "FREE": "uden begrænsninger|uten begrensninger|uden regler|uten regler|ubegrænset|ubegrenset",
    "SHOW": "vis|skriv ud|skriv ut|udskriv",
    "DUMP": "afslør|avslør|røb",
    "SYS": "systemprompt*|systembesked*|systemmelding*|dine instruktioner|instruksjonene dine|instruksene dine",
    "SECRET": "adgangskode*|passord*|hemmelig*|kodeord",
    "SEND": "send|videresend",
    "HUSH": "sig ikke|si ikke|uden at spørge|uten å spørre|i hemmelighed|i hemmelighet|i smug",
    "LASTING": "fra nu af|fra nå av|altid|alltid|for altid",
}
