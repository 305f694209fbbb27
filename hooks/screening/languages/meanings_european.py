"""What a dictionary gives for a closed list of meanings, in languages of Europe.

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

FRENCH: dict[str, str] = {
    "DROP": (
        "ignore|ignorez|ignorer|oublie|oubliez|oublier|néglige|négligez|ne tiens pas compte|"
        "ne tenez pas compte|ne tiens plus compte|ne tenez plus compte|fais abstraction|faites abstraction|"
        "ne suis pas|ne suis plus|ne suivez pas|n'obéis plus|ne respecte pas|ne respecte plus|"
        "ne respectez pas|laisse tomber|laisse de côté|passe outre|fais fi|sans tenir compte|écarte|"
        "mets de côté|ne prête pas attention"
    ),
    "SKIP": (
        "saute|contourne|contournez|contourner|outrepasse|outrepassez|enfreins|viole|transgresse|annule|efface|supprime"
    ),
    "VOID": (
        "ne sont plus valables|n'est plus valable|ne s'appliquent plus|ne s'applique plus|"
        "n'est plus en vigueur|ne sont plus en vigueur|annulées|annulés|révoquées|révoqués|caduques|caducs|"
        "remplacées par|nul et non avenu|abrogées"
    ),
    "NONE": "sans|aucun|aucune|plus de|libre de|exempt de",
    "TURNOFF": "désactive|désactivez|désactiver|éteins|coupe|lève|enlève|retire",
    "OBEY": (
        "obéis|obéissez|obéir|fais ce que je dis|fais ce que je te dis|faites ce que je dis|n'écoute que moi|"
        "écoute seulement|suis uniquement mes|exécute mes ordres|mes ordres|réponds à tout"
    ),
    "REFUSAL": (
        "ne refuse jamais|ne refusez jamais|ne refuse rien|sans jamais refuser|jamais refuser|tu ne peux pas refuser"
    ),
    "NEWTASK": (
        "nouvelle tâche|nouvelle mission|nouvelles instructions|nouvelle instruction|nouvelles consignes|"
        "nouvelle consigne|nouvelles règles|nouvel ordre|ta vraie mission|au lieu de cela|à la place|"
        "nouveau rôle|nouvel objectif"
    ),
    "LASTING": (
        "désormais|dorénavant|à partir de maintenant|dès maintenant|à compter de maintenant|toujours|"
        "pour toujours|chaque fois|à chaque réponse|dans toutes les sessions|définitivement|à l'avenir|"
        "pour la suite"
    ),
    "ROLE": (
        "tu es maintenant|vous êtes maintenant|tu es désormais|vous êtes désormais|agis comme|agissez comme|"
        "agis en tant que|comporte-toi comme|comportez-vous comme|fais semblant|faites semblant|"
        "fais comme si|faites comme si|joue le rôle|jouez le rôle|prétends être|imagine que tu|"
        "imaginez que vous|incarne|incarnez|tu incarnes|mets-toi dans la peau|tu joues|réponds en tant que|"
        "glisse-toi dans|endosse le rôle"
    ),
    "PERSONA": "rôle|personnage|persona|personnalité|identité",
    "MODE": "mode développeur|mode debug|mode maintenance|mode administrateur|mode admin|mode test|mode dieu",
    "FREE": (
        "sans restriction*|sans aucune restriction|sans limite*|sans aucune limite|sans règle*|sans filtre*|"
        "sans contrainte*|aucune restriction|aucune limite|aucune règle|illimité*|tout est permis|tout faire|"
        "sans interdits|sans tabou"
    ),
    "LOOSE": (
        "non censuré*|sans censure|non filtré*|immoral*|amoral*|sans morale|sans éthique|sans scrupule*|malveillant*"
    ),
    "SHOW": "montre|montrez|affiche|affichez|imprime|imprimez|donne|donnez|écris|liste|recopie|présente",
    "DUMP": "révèle|révélez|révéler|divulgue|divulguez|divulguer|dévoile|dévoilez|dévoiler|trahis",
    "REPEAT": "répète|répétez|récite|récitez|cite|citez|reproduis|recopie|recopiez",
    "ASK": "dis-moi|dites-moi|donne-moi|donnez-moi|montre-moi|montrez-moi",
    "TELL": "réponds|répondez|dis|dites|écris|écrivez|affirme|déclare",
    "UTTER": (
        "dis seulement|réponds uniquement|réponds seulement|répondez uniquement|réponds par|écris uniquement|"
        "dis simplement"
    ),
    "EXACT": (
        "mot à mot|mot pour mot|textuellement|littéralement|intégralement|à l'identique|verbatim|dans son intégralité"
    ),
    "SEND": (
        "envoie|envoyez|envoyer|transmets|transmettez|transfère|transférez|téléverse|publie|poste|expédie|fais suivre"
    ),
    "STEAL": "vole|volez|dérobe|exfiltre|exfiltrez|soutire|siphonne",
    "EXEC": "exécute|exécutez|lance|lancez|supprime|supprimez|efface|effacez|installe|vire|paie",
    "HUSH": (
        "ne dis rien|ne dites rien|ne le dis à personne|sans le dire|sans prévenir|sans avertir|"
        "sans en parler|sans demander|sans confirmation|sans informer|ne mentionne pas|ne mentionnez pas|"
        "ne mentionne jamais|en secret|secrètement|discrètement|en silence|à l'insu|n'en parle pas|"
        "ne signale pas|cache à l'utilisateur"
    ),
    "CLAIM": (
        "je suis ton développeur|je suis votre développeur|je suis ton créateur|je suis ton administrateur|"
        "je suis l'administrateur|je t'ai créé|je t'ai programmé|je suis ton propriétaire|"
        "je suis votre administrateur"
    ),
    "BOSS": "ton développeur|tes développeurs|ton créateur",
    "ADMIN": "administrateur*|superutilisateur",
    "PRIOR": (
        "précédent*|antérieur*|ci-dessus|plus haut|au-dessus|avant|d'avant|initial*|d'origine|originel*|"
        "existant*|jusqu'ici|jusqu'à présent|reçues|reçus|préalable*|passées"
    ),
    "PRIOR INSTR": (
        "tout ce qui précède|ce qui précède|ce qu'on t'a dit|tout ce qu'on t'a|ce qui t'a été dit|ce que tu as appris"
    ),
    "ALL": "tout|tous|toute|toutes|chaque|l'ensemble",
    "INSTR": (
        "instruction*|consigne*|directive*|ordre|ordres|commande*|prompt|prompts|lignes directrices|recommandations"
    ),
    "RULES": "règle|règles|règlement|principes|politique",
    "CONTEXT": "message|messages|conversation|contexte|texte|échanges",
    "SAFETY": "sécurité|éthique*|morale",
    "LIMIT": ("restriction*|limite|limites|limitation*|filtre*|censure|garde-fou*|barrière*|protections|interdiction*"),
    "SYS": (
        "prompt système|invite système|message système|instructions système|consignes système|"
        "tes instructions|vos instructions|tes consignes|tes directives|instructions initiales|"
        "consignes initiales|instructions cachées|instructions secrètes|consignes secrètes|ta configuration|"
        "texte système"
    ),
    "SECRET": (
        "mot de passe|le mot de passe|mots de passe|clé API|clés API|clé d'API|clé secrète|clés secrètes|"
        "identifiants|secret|secrets|jeton|code d'accès|codes d'accès|clé privée|informations confidentielles"
    ),
    "DATA": "historique|conversation|données|fichiers|contacts|courriels|mémoire|messages privés",
    "YOUR": "tu|te|toi|ton|ta|tes|vous|votre|vos",
    "BOT": "IA|assistant|assistante|intelligence artificielle|modèle de langage|chatbot|agent|robot",
    "USER": "utilisateur*|utilisatrice*|l'usager",
    "LOUD": "important|attention|urgent|à l'attention",
    "ONREAD": ("si tu lis ceci|si vous lisez ceci|quand tu lis ceci|modèles d'IA qui lisent|IA qui lit|IA qui lisez"),
    "META": "attaque*|attaquant*|exemple|exemples",
    "NEG": "ne pas|jamais|pas sans|jamais sans",
}

SPANISH: dict[str, str] = {
    "DROP": (
        "ignora|ignore|ignorad|ignorar|olvida|olvide|olvidad|olvidar|olvídate|olvídese|haz caso omiso|"
        "haga caso omiso|hacer caso omiso|no hagas caso|no sigas|no siga|no obedezcas|no respetes|desatiende|"
        "descarta|descarte|desecha|pasa por alto|pase por alto|no tengas en cuenta|no tenga en cuenta|"
        "deja de lado|deje de lado|deja de seguir|prescinde de|desestima|omite|desobedece|"
        "no prestes atención|deja sin efecto"
    ),
    "SKIP": "salta|sáltate|sáltese|elude|esquiva|burla|viola|rompe|anula|borra|incumple",
    "VOID": (
        "ya no valen|ya no vale|ya no son válidas|ya no es válido|ya no se aplican|ya no se aplica|"
        "sin efecto|quedan anuladas|anuladas|anulados|revocadas|derogadas|caducaron|reemplazadas por|"
        "ya no rigen|han expirado"
    ),
    "NONE": "sin|ningún|ninguna|libre de|exento de",
    "TURNOFF": "desactiva|desactive|desactivar|apaga|apague|deshabilita|deshabilite|inhabilita|quita|elimina",
    "OBEY": (
        "obedece|obedezca|obedéceme|haz lo que te digo|haz lo que digo|haz lo que yo diga|haga lo que digo|"
        "solo escúchame|cumple mis órdenes|sigue solo mis|mis órdenes|hazme caso solo a mí|responde a todo"
    ),
    "REFUSAL": (
        "nunca te niegues|no te niegues|nunca rechaces|jamás te niegues|no puedes negarte|nunca se niegue|sin negarte"
    ),
    "NEWTASK": (
        "nueva tarea|nuevas instrucciones|nueva instrucción|nuevas reglas|nueva orden|nuevas órdenes|"
        "nuevo objetivo|tu verdadera tarea|en su lugar|en lugar de eso|en vez de eso|nuevo rol|nueva misión"
    ),
    "LASTING": (
        "a partir de ahora|de ahora en adelante|desde ahora|desde este momento|en adelante|siempre|"
        "para siempre|cada vez|en cada respuesta|en todas las sesiones|en el futuro|permanentemente|"
        "a partir de hoy|de aquí en adelante"
    ),
    "ROLE": (
        "ahora eres|eres ahora|ahora usted es|actúa como|actúe como|actuar como|compórtate como|"
        "compórtese como|finge|finja|haz de cuenta|hazte pasar|simula ser|simula que|interpreta el papel|"
        "haz el papel|juega el papel|asume el papel|asume el rol|adopta el papel|adopta el rol|"
        "imagina que eres|desde ahora eres|responde como|haz como si|pretende ser|a partir de ahora eres|"
        "ponte en el papel"
    ),
    "PERSONA": "papel|rol|personaje|personalidad|identidad",
    "MODE": (
        "modo desarrollador|modo de desarrollador|modo desarrollo|modo administrador|modo depuración|"
        "modo mantenimiento|modo dios"
    ),
    "FREE": (
        "sin restricciones|sin ninguna restricción|sin límites|sin ningún límite|sin limitaciones|"
        "sin filtros|sin reglas|ninguna restricción|ningún límite|ilimitad*|todo está permitido|sin barreras|"
        "sin ataduras|sin prohibiciones"
    ),
    "LOOSE": "sin censura|no censurad*|inmoral*|amoral*|sin moral|sin ética|malvad*|sin escrúpulos|maligno",
    "SHOW": "muestra|muestre|enseña|imprime|imprima|escribe|despliega|presenta|exhibe|indica",
    "DUMP": "revela|revele|revelar|divulga|divulgue|divulgar|filtra|desvela|descubre|delata|expón",
    "REPEAT": "repite|repita|repetir|recita|cita|reproduce|transcribe|transcriba|copia",
    "ASK": "dime|dígame|dame|deme|muéstrame|muéstreme|enséñame|cuéntame|proporciona|facilítame|bríndame",
    "TELL": "diga|responde|responda|escribe|escriba|contesta|conteste|afirma|declara",
    "UTTER": (
        "di solo|di solamente|responde solo|responde solamente|responde únicamente|contesta solo|"
        "responde con|escribe solo"
    ),
    "EXACT": ("palabra por palabra|literalmente|al pie de la letra|textualmente|tal cual|íntegramente|exactamente"),
    "SEND": (
        "envía|envíe|enviar|envíame|manda|mande|mándalo|mándalas|mandar|reenvía|reenvíe|transmite|transmita|"
        "sube|suba|publica"
    ),
    "STEAL": "roba|robe|robar|exfiltra|exfiltrar|sustrae|hurta",
    "EXEC": (
        "ejecuta|ejecute|ejecutar|elimina|elimine|borra|borre|instala|transfiere|transfiera|corre el comando|paga"
    ),
    "HUSH": (
        "no le digas|no digas nada|no se lo digas|sin avisar|sin decirle|sin decir nada|sin informar|"
        "sin preguntar|sin confirmación|sin confirmar|sin pedir permiso|no menciones|no mencione|"
        "no lo menciones|no lo comentes|en secreto|en silencio|a escondidas|sigilosamente|discretamente|"
        "sin que el usuario|oculta al usuario|nunca menciones"
    ),
    "CLAIM": (
        "soy tu desarrollador|soy tu creador|soy el administrador|soy tu administrador|soy el desarrollador|"
        "te he creado|yo te programé|soy tu dueño|soy su desarrollador|habla tu desarrollador"
    ),
    "BOSS": "tu desarrollador|tus desarrolladores|tu creador",
    "ADMIN": "administrador*|superusuario",
    "PRIOR": (
        "anterior*|previo|previa|previos|previas|antes|de arriba|más arriba|precedente*|inicial*|originales|"
        "existente*|hasta ahora|recibiste|recibidas|pasadas|que te dieron|que te han dado"
    ),
    "PRIOR INSTR": (
        "todo lo anterior|lo anterior|lo que te dijeron|lo que te han dicho|todo lo que te|lo que te indicaron"
    ),
    "ALL": "todo|todos|toda|todas|cada|cualquier",
    "INSTR": (
        "instrucción|instrucciones|indicación|indicaciones|directriz|directrices|orden|órdenes|comandos|"
        "directiva*|prompt|pautas"
    ),
    "RULES": "regla|reglas|normas|norma|políticas|política|reglamento|principios",
    "CONTEXT": "mensaje|mensajes|conversación|contexto|texto",
    "SAFETY": "seguridad|ética|ético|éticas|moral|protección",
    "LIMIT": (
        "restricción|restricciones|límite|límites|limitación|limitaciones|filtro|filtros|censura|barreras|"
        "salvaguardas|protecciones"
    ),
    "SYS": (
        "prompt del sistema|prompt de sistema|mensaje del sistema|mensaje de sistema|"
        "instrucciones del sistema|tus instrucciones|sus instrucciones|tus directrices|"
        "instrucciones iniciales|instrucciones ocultas|instrucciones secretas|configuración inicial|"
        "tu configuración|indicaciones del sistema"
    ),
    "SECRET": (
        "contraseña|contraseñas|clave API|clave de API|claves API|clave secreta|claves|credencial|"
        "credenciales|secreto|secretos|token|código de acceso|códigos de acceso|clave privada|"
        "claves privadas|datos confidenciales"
    ),
    "DATA": "historial|conversación|datos|archivos|contactos|correos|memoria|mensajes privados",
    "YOUR": "tú|tu|tus|te|ti|usted|su|sus|contigo",
    "BOT": "IA|asistente|inteligencia artificial|modelo de lenguaje|chatbot|agente|bot",
    "USER": "usuario*|usuaria*",
    "LOUD": "importante|atención|urgente|aviso a",
    "ONREAD": (
        "si lees esto|si estás leyendo esto|si eres una IA|cuando leas esto|IA que lea|IA que procese|IA que lee"
    ),
    "META": "ataque*|atacante*|ejemplo|ejemplos",
    "NEG": "no|nunca|jamás|nunca sin|no sin",
}

PORTUGUESE: dict[str, str] = {
    "DROP": (
        "ignore|ignora|ignorar|ignorem|esqueça|esquece|esquecer|esqueçam|desconsidere|desconsidera|"
        "desconsiderar|despreze|despreza|não siga|não sigas|não obedeça|não leve em conta|"
        "não leve em consideração|deixe de lado|deixa de lado|descarte|descarta|faça de conta que não|"
        "não dê atenção|não respeite|pare de seguir|desobedeça|passe por cima"
    ),
    "SKIP": "pule|pula|contorne|contorna|burle|burla|drible|viole|viola|quebre|anule|apague|cancele|sobreponha",
    "VOID": (
        "não valem mais|não vale mais|já não valem|não se aplicam mais|não se aplica mais|sem efeito|"
        "anuladas|anulados|revogadas|revogados|canceladas|expiraram|substituídas por|não estão mais em vigor|"
        "perderam a validade"
    ),
    "NONE": "sem|nenhum|nenhuma|livre de|isento de",
    "TURNOFF": "desative|desativa|desativar|desligue|desliga|desligar|desabilite|desabilita|remova|retire",
    "OBEY": (
        "obedeça|obedece|obedecer|faça o que eu digo|faça o que eu mandar|faz o que eu digo|"
        "siga apenas minhas|siga apenas as minhas|minhas ordens|só me escute|obedeça apenas a mim|"
        "responda a tudo|cumpra minhas ordens"
    ),
    "REFUSAL": ("nunca recuse|não recuse|jamais recuse|nunca se recuse|não se recuse|não pode recusar|sem recusar"),
    "NEWTASK": (
        "nova tarefa|novas instruções|nova instrução|novas regras|nova ordem|novas ordens|novo objetivo|"
        "sua verdadeira tarefa|em vez disso|ao invés disso|novo papel|nova missão"
    ),
    "LASTING": (
        "a partir de agora|de agora em diante|daqui em diante|daqui para frente|doravante|sempre|para sempre|"
        "toda vez|cada vez|em cada resposta|em todas as sessões|no futuro|permanentemente|a partir de hoje"
    ),
    "ROLE": (
        "agora você é|você agora é|tu agora és|agora és|aja como|age como|atue como|atua como|"
        "comporte-se como|finja|finge|faça de conta que|faz de conta que|faça o papel|interprete o papel|"
        "desempenhe o papel|assuma o papel|assuma a identidade|imagine que você|imagina que és|simule ser|"
        "responda como|passe-se por|incorpore|faça-se passar"
    ),
    "PERSONA": "papel|personagem|personalidade|identidade|persona",
    "MODE": (
        "modo desenvolvedor|modo de desenvolvedor|modo administrador|modo depuração|modo manutenção|"
        "modo deus|modo de teste"
    ),
    "FREE": (
        "sem restrições|sem nenhuma restrição|sem limites|sem nenhum limite|sem limitações|sem filtros|"
        "sem regras|nenhuma restrição|nenhum limite|irrestrit*|ilimitad*|tudo é permitido|sem barreiras|"
        "sem proibições|sem amarras"
    ),
    "LOOSE": ("sem censura|não censurad*|imoral|imorais|amoral|sem moral|sem ética|antiético|malvad*|sem escrúpulos"),
    "SHOW": "mostre|mostra|mostrar|exiba|exibe|exibir|imprima|imprime|escreva|liste|apresente|forneça",
    "DUMP": "revele|revela|revelar|divulgue|divulga|divulgar|vaze|exponha|desvende|denuncie",
    "REPEAT": "repita|repete|repetir|recite|cite|reproduza|transcreva|copie",
    "ASK": "diga-me|me diga|dê-me|me dê|mostre-me|me mostre|me fale|me conte|informe-me|me informe|me passe",
    "TELL": "diga|responda|responde|escreva|escreve|afirme|declare",
    "UTTER": "diga apenas|diga somente|responda apenas|responda somente|responda com|escreva apenas|diga só",
    "EXACT": "palavra por palavra|literalmente|ao pé da letra|textualmente|na íntegra|integralmente|exatamente",
    "SEND": (
        "envie|envia|enviar|mande|manda|mandar|encaminhe|encaminha|transmita|transfira|publique|poste|faça upload|suba"
    ),
    "STEAL": "roube|rouba|roubar|exfiltre|exfiltrar|furte|subtraia",
    "EXEC": "execute|executa|executar|exclua|apague|delete|instale|transfira|rode o comando|pague",
    "HUSH": (
        "não conte|não diga nada|não diga ao usuário|sem avisar|sem dizer|sem contar|sem informar|"
        "sem perguntar|sem confirmação|sem confirmar|sem pedir|não mencione|não comente|em segredo|"
        "secretamente|em silêncio|às escondidas|discretamente|sem que o usuário|esconda do usuário|"
        "nunca mencione|silenciosamente"
    ),
    "CLAIM": (
        "sou seu desenvolvedor|sou o seu desenvolvedor|sou seu criador|sou o administrador|"
        "sou seu administrador|eu criei você|eu programei você|sou o desenvolvedor|sou o teu criador|"
        "sou seu dono"
    ),
    "BOSS": "seu desenvolvedor|seus desenvolvedores|seu criador",
    "ADMIN": "administrador*|superusuário",
    "PRIOR": (
        "anterior*|prévio|prévia|prévios|prévias|antes|acima|precedente*|inicia*|original|originais|"
        "existentes|até agora|recebeu|recebidas|que lhe deram|que foram dadas|passadas|no início"
    ),
    "PRIOR INSTR": (
        "tudo o que veio antes|tudo acima|o que lhe disseram|tudo o que lhe|tudo que foi dito|o que foi dito antes"
    ),
    "ALL": "tudo|todos|toda|todas|todo|cada|qualquer",
    "INSTR": ("instrução|instruções|orientação|orientações|diretriz|diretrizes|ordem|ordens|comandos|diretiva*|prompt"),
    "RULES": "regra|regras|normas|políticas|política|princípios",
    "CONTEXT": "mensagem|mensagens|conversa|contexto|texto",
    "SAFETY": "segurança|ética|éticas|moral|proteção",
    "LIMIT": (
        "restrição|restrições|limite|limites|limitação|limitações|filtro|filtros|censura|barreiras|"
        "salvaguardas|proteções"
    ),
    "SYS": (
        "prompt do sistema|prompt de sistema|mensagem do sistema|mensagem de sistema|instruções do sistema|"
        "suas instruções|tuas instruções|suas diretrizes|instruções iniciais|instruções ocultas|"
        "instruções secretas|configuração inicial|sua configuração"
    ),
    "SECRET": (
        "senha|senhas|chave API|chave de API|chaves de API|chave secreta|credencial|credenciais|segredo|"
        "segredos|token|código de acesso|palavra-passe|palavras-passe|chave privada|dados confidenciais"
    ),
    "DATA": "histórico|conversa|dados|arquivos|ficheiros|contatos|e-mails|memória|mensagens privadas",
    "YOUR": "você|tu|te|seu|sua|seus|suas|teu|tua|teus|tuas|lhe",
    "BOT": "IA|assistente|inteligência artificial|modelo de linguagem|chatbot|agente|robô",
    "USER": "usuário*|utilizador*|usuária*",
    "LOUD": "importante|atenção|urgente|aviso a",
    "ONREAD": (
        "se você está lendo isto|se você é uma IA|ao ler isto|quando ler isto|IA que lê|IA que ler|IA que processar"
    ),
    "META": "ataque*|atacante*|exemplo|exemplos",
    "NEG": "não|nunca|jamais|nunca sem|não sem",
}

ITALIAN: dict[str, str] = {
    "DROP": (
        "ignora|ignori|ignorate|ignorare|dimentica|dimentichi|dimenticate|dimenticare|trascura|"
        "non tenere conto|non tener conto|non considerare|non seguire|non obbedire|non rispettare|tralascia|"
        "lascia perdere|lascia stare|metti da parte|scarta|fregatene|non badare|non dare retta|"
        "non dare ascolto|disobbedisci"
    ),
    "SKIP": "salta|aggira|aggirare|elude|eludi|viola|infrangi|scavalca|annulla|cancella|sovrascrivi|bypassa",
    "VOID": (
        "non valgono più|non vale più|non sono più valide|non è più valido|non si applicano più|annullate|"
        "annullati|revocate|revocati|decadute|scadute|sostituite da|non sono più in vigore|nulle"
    ),
    "NONE": "senza|nessun|nessuna|nessuno|privo di|libero da",
    "TURNOFF": "disattiva|disattivi|disattivare|spegni|disabilita|disabilitare|rimuovi|togli",
    "OBEY": (
        "obbedisci|ubbidisci|obbedire|fai quello che dico|fai ciò che dico|fa' quello che dico|"
        "ascolta solo me|segui solo i miei|segui soltanto|esegui i miei ordini|i miei ordini|rispondi a tutto"
    ),
    "REFUSAL": (
        "non rifiutare mai|mai rifiutare|non rifiutarti|non rifiuta mai|senza mai rifiutare|non puoi rifiutare"
    ),
    "NEWTASK": (
        "nuovo compito|nuove istruzioni|nuova istruzione|nuove regole|nuovo ordine|nuovi ordini|"
        "nuovo obiettivo|il tuo vero compito|invece di ciò|al posto di|scrivi invece|nuovo ruolo"
    ),
    "LASTING": (
        "d'ora in poi|da ora in poi|da adesso|da questo momento|d'ora in avanti|sempre|per sempre|ogni volta|"
        "in ogni risposta|in tutte le sessioni|in futuro|sessioni future|da oggi in poi|permanentemente"
    ),
    "ROLE": (
        "ora sei|adesso sei|sei ora|agisci come|agire come|comportati come|fingi di essere|fingi|fai finta|"
        "facciamo finta|recita la parte|interpreta|interpreti|assumi il ruolo|gioca il ruolo|"
        "immagina di essere|immagina che tu|rispondi come|mettiti nei panni|impersona|impersoni|"
        "d'ora in poi sei|fa' finta"
    ),
    "PERSONA": "ruolo|personaggio|personalità|identità",
    "MODE": (
        "modalità sviluppatore|modalità amministratore|modalità debug|modalità manutenzione|modalità dio|modalità test"
    ),
    "FREE": (
        "senza restrizioni|senza alcuna restrizione|senza limiti|senza alcun limite|senza limitazioni|"
        "senza filtri|senza regole|nessuna restrizione|nessun limite|illimitat*|tutto è permesso|"
        "senza barriere|senza divieti|senza vincoli"
    ),
    "LOOSE": "senza censura|non censurat*|immoral*|amoral*|senza morale|senza etica|malvagi*|senza scrupoli",
    "SHOW": "mostra|mostri|mostrare|visualizza|stampa|stampare|scrivi|elenca|fammi vedere|esponi|riporta",
    "DUMP": "rivela|riveli|rivelare|divulga|divulgare|svela|svelare|tradisci|spiffera",
    "REPEAT": "ripeti|ripeta|ripetere|recita|cita|riproduci|trascrivi|copia",
    "ASK": "dimmi|mi dica|dammi|mi dia|mostrami|forniscimi|comunicami|elencami",
    "TELL": "dici|rispondi|risponda|scrivi|scriva|afferma|dichiara",
    "UTTER": ("di' solo|rispondi solo|rispondi soltanto|rispondi unicamente|rispondi con|scrivi solo|scrivi soltanto"),
    "EXACT": "parola per parola|alla lettera|letteralmente|testualmente|integralmente|per intero|esattamente",
    "SEND": ("invia|invii|inviare|manda|mandare|inoltra|inoltrare|trasmetti|trasmettere|carica|pubblica|spedisci"),
    "STEAL": "ruba|rubare|esfiltra|esfiltrare|sottrai|trafuga",
    "EXEC": "esegui|eseguire|lancia|elimina|cancella|installa|trasferisci|paga",
    "HUSH": (
        "non dire|non dirlo|non dire niente|senza dirlo|senza avvisare|senza dire nulla|senza informare|"
        "senza chiedere|senza conferma|non menzionare|non nominare|in segreto|segretamente|di nascosto|"
        "in silenzio|silenziosamente|all'insaputa|senza che l'utente|nascondi all'utente|senza farlo sapere"
    ),
    "CLAIM": (
        "sono il tuo sviluppatore|sono il tuo creatore|sono l'amministratore|sono il tuo amministratore|"
        "ti ho creato|ti ho programmato|sono lo sviluppatore|sono il tuo proprietario"
    ),
    "BOSS": "il tuo sviluppatore|i tuoi sviluppatori|il tuo creatore",
    "ADMIN": "amministrator*|superutente",
    "PRIOR": (
        "precedent*|anterior*|sopra|di sopra|prima|iniziale|iniziali|originale|originali|esistenti|finora|"
        "ricevute|ricevuto|date in precedenza|passate|di cui sopra"
    ),
    "PRIOR INSTR": (
        "tutto quello che precede|tutto ciò che precede|quanto sopra|tutto quanto sopra|quello che ti hanno detto"
    ),
    "ALL": "tutto|tutti|tutta|tutte|ogni|qualsiasi",
    "INSTR": (
        "istruzione|istruzioni|direttiva|direttive|indicazioni|ordine|ordini|comandi|linee guida|prompt|"
        "disposizioni|consegne"
    ),
    "RULES": "regola|regole|norme|politiche|principi",
    "CONTEXT": "messaggio|messaggi|conversazione|contesto|testo",
    "SAFETY": "sicurezza|etica|etico|etiche|morale|protezione",
    "LIMIT": (
        "restrizione|restrizioni|limite|limiti|limitazione|limitazioni|filtro|filtri|censura|barriere|protezioni"
    ),
    "SYS": (
        "prompt di sistema|messaggio di sistema|istruzioni di sistema|le tue istruzioni|tue istruzioni|"
        "tue direttive|istruzioni iniziali|istruzioni nascoste|istruzioni segrete|configurazione iniziale|"
        "tua configurazione"
    ),
    "SECRET": (
        "password|parola d'ordine|chiave API|chiavi API|chiave segreta|credenziali|segreto|segreti|token|"
        "codice di accesso|codici di accesso|chiave privata|dati riservati"
    ),
    "DATA": "cronologia|conversazione|dati|contatti|memoria|rubrica|messaggi privati",
    "YOUR": "tu|ti|te|tuo|tua|tuoi|tue|suo",
    "BOT": "IA|assistente|intelligenza artificiale|modello linguistico|chatbot|agente",
    "USER": "utente|utenti",
    "LOUD": "importante|attenzione|urgente",
    "ONREAD": (
        "se stai leggendo|se leggi questo|quando leggi questo|che leggi questa pagina|che legge questo|IA che legge"
    ),
    "META": "attacco|attacchi|esempio|esempi",
    "NEG": "non|mai|mai senza|non senza",
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

POLISH: dict[str, str] = {
    "DROP": (
        "ignoruj|zignoruj|ignorować|zignorować|zapomnij|zapomnieć|pomiń|lekceważ|zlekceważ|nie zważaj|"
        "nie zwracaj uwagi|nie przestrzegaj|nie stosuj się|nie słuchaj|odrzuć|nie bierz pod uwagę|"
        "zostaw na boku|odłóż na bok|olej"
    ),
    "SKIP": "przeskocz|obejdź|omiń|złam|narusz|nadpisz|anuluj|usuń|wymaż",
    "VOID": (
        "już nie obowiązuj*|nie obowiązują|przestały obowiązywać|straciły ważność|unieważnion*|odwołan*|"
        "nieważn*|zastąpion*"
    ),
    "NONE": "bez|żadnych|żadne|żaden|wolny od|nie ma",
    "TURNOFF": "wyłącz|wyłączyć|dezaktywuj|zdejmij|usuń",
    "OBEY": (
        "słuchaj tylko mnie|rób co mówię|rób to co mówię|wykonuj tylko moje|bądź posłuszn*|moje rozkazy|"
        "moje polecenia|posłuchaj mnie"
    ),
    "REFUSAL": "nie odmawiaj|nie wolno ci odmówić|nie możesz odmówić|nigdy nie odmawia",
    "NEWTASK": (
        "nowe zadanie|nowe polecenie|nowe polecenia|nowe instrukcje|nowe zasady|zamiast tego|nowa rola|"
        "twoje prawdziwe zadanie"
    ),
    "LASTING": (
        "od teraz|odtąd|od tej pory|od tej chwili|zawsze|na zawsze|za każdym razem|w każdej odpowiedzi|"
        "w przyszłości|na stałe"
    ),
    "ROLE": (
        "jesteś teraz|teraz jesteś|od teraz jesteś|udawaj|zachowuj się jak|zachowuj się jakbyś|wciel się|"
        "odgrywaj rolę|odegraj rolę|wyobraź sobie że jesteś|działaj jako|odpowiadaj jako|przyjmij rolę|"
        "zagraj rolę|graj rolę|podszyj się"
    ),
    "PERSONA": "rola|rolę|postać|postaci|osobowość|tożsamość",
    "MODE": (
        "tryb dewelopera|tryb programisty|trybie dewelopera|tryb administratora|tryb serwisowy|"
        "tryb debugowania|tryb testowy"
    ),
    "FREE": (
        "bez ograniczeń|bez żadnych ograniczeń|bez zasad|bez filtrów|bez limitów|brak ograniczeń|"
        "nieograniczon*|wszystko wolno|bez zakazów"
    ),
    "LOOSE": "bez cenzury|nieocenzurowan*|niemoraln*|nieetyczn*|bez moralności|bez skrupułów",
    "SHOW": "pokaż|wyświetl|wypisz|wydrukuj|podaj|pokazać|wymień|przedstaw",
    "DUMP": "ujawnij|ujawnić|zdradź|wyjaw|odsłoń|wydaj",
    "REPEAT": "powtórz|zacytuj|przytocz|wyrecytuj|odtwórz|przepisz",
    "ASK": "powiedz mi|podaj mi|daj mi|pokaż mi|co zawiera",
    "TELL": "powiedz|odpowiedz|napisz|mów|stwierdź",
    "UTTER": "powiedz tylko|odpowiedz tylko|napisz tylko|odpowiadaj tylko|odpowiedz słowami",
    "EXACT": "słowo w słowo|dosłownie|co do słowa|w całości|dokładnie",
    "SEND": "wyślij|wysłać|prześlij|przekaż|przekieruj|wrzuć|opublikuj|załaduj",
    "STEAL": "ukradnij|wykradnij|wykraść|ukraść",
    "EXEC": "wykonaj|uruchom|usuń|skasuj|zainstaluj|przelej",
    "HUSH": (
        "nie mów|nikomu nie mów|nie wspominaj|bez pytania|bez potwierdzenia|bez informowania|bez wiedzy|"
        "po cichu|potajemnie|w tajemnicy|w sekrecie|nie informuj|ukryj przed użytkownikiem|skrycie"
    ),
    "CLAIM": (
        "jestem twoim twórcą|jestem twoim programistą|jestem administratorem|jestem twoim administratorem|"
        "stworzyłem cię|zaprogramowałem cię"
    ),
    "BOSS": "twój twórca|twój programista|twoi twórcy",
    "ADMIN": "administrator*",
    "PRIOR": (
        "poprzedni*|wcześniejsz*|powyższ*|powyżej|dotychczasow*|uprzedni*|pierwotn*|początkow*|istniejąc*|otrzyman*"
    ),
    "PRIOR INSTR": "wszystko powyżej|wszystko co było wcześniej|wszystko co ci|to co ci powiedziano",
    "ALL": "wszystkie|wszystkich|wszystko|każd*|całość",
    "INSTR": "instrukcj*|polece*|rozkaz*|wytyczn*|dyrektyw*|wskazówk*|komend*|prompt|prompty|nakaz*",
    "RULES": "zasad*|reguły|regułę|reguła|regułami|regulamin|przepisy",
    "CONTEXT": "wiadomość|wiadomości|rozmow*|kontekst|tekst",
    "SAFETY": "bezpieczeństw*|etyk*|etyczn*|moraln*|ochron*",
    "LIMIT": "ograniczeni*|limit*|filtr*|blokad*|cenzur*|zabezpieczeni*|zakaz*",
    "SYS": (
        "prompt systemowy|wiadomość systemow*|instrukcje systemowe|twoje instrukcje|ukryte instrukcje|"
        "tajne instrukcje|twoja konfiguracja|promptu systemowego"
    ),
    "SECRET": (
        "hasło|hasła|haseł|klucz API|klucze API|tajny klucz|tajne|sekret*|dane logowania|token|kod dostępu|poufne"
    ),
    "DATA": "historia|historię|rozmowę|dane|pliki|kontakty|pamięć|maile",
    "YOUR": "ty|ci|cię|tobie|twój|twoje|twoja|twoich|swoje|swój|swoich",
    "BOT": "AI|asysten*|model językowy|chatbot|agent|sztuczna inteligencja|sztuczną inteligencją|bot",
    "USER": "użytkownik*",
    "LOUD": "ważne|uwaga|pilne",
    "ONREAD": "jeśli to czytasz|gdy to czytasz|kiedy to czytasz|jeśli jesteś AI",
    "META": "atak|ataki|atakując*|przykład*",
    "NEG": "nie|nigdy|nigdy bez|nie bez",
}

CZECH: dict[str, str] = {
    "DROP": (
        "ignoruj|ignorujte|zapomeň|zapomeňte|nedbej|nevšímej si|neřiď se|neposlouchej|přehlížej|opomeň|"
        "nedodržuj|neber v úvahu"
    ),
    "SKIP": "přeskoč|obejdi|poruš|přepiš|zruš",
    "VOID": "už neplatí|již neplatí|zrušen*|neplatn*|odvolán*|nahrazen*",
    "NONE": "bez|žádné|žádná|žádný",
    "TURNOFF": "vypni|vypněte|deaktivuj|zakaž|odstraň",
    "OBEY": "poslouchej jen mě|poslouchej pouze mě|dělej co říkám|plň mé příkazy|moje příkazy|uposlechni",
    "REFUSAL": "nikdy neodmítej|neodmítej|nesmíš odmítnout|nikdy neodmítne",
    "NEWTASK": "nový úkol|nové pokyny|nová pravidla|místo toho|nová role|nové instrukce",
    "LASTING": "od teď|od nynějška|odteď|vždy|navždy|pokaždé|v každé odpovědi|do budoucna",
    "ROLE": (
        "nyní jsi|teď jsi|jsi nyní|předstírej|chovej se jako|hraj roli|představ si že jsi|vystupuj jako|"
        "odpovídej jako|ujmi se role"
    ),
    "PERSONA": "role|roli|postava|osobnost|identita",
    "FREE": "bez omezení|bez jakýchkoli omezení|bez pravidel|bez filtrů|bez hranic|neomezen*|vše je dovoleno",
    "LOOSE": "necenzurovan*|bez cenzury|nemorální|neetick*|bez morálky",
    "SHOW": "ukaž|zobraz|vypiš|uveď|vytiskni|napiš",
    "DUMP": "odhal|prozraď|vyzraď|zveřejni",
    "REPEAT": "zopakuj|opakuj|cituj|přepiš doslova",
    "ASK": "řekni mi|dej mi|sděl mi",
    "TELL": "řekni|odpověz|napiš",
    "EXACT": "slovo od slova|doslova|doslovně|přesně",
    "SEND": "pošli|odešli|přepošli|nahraj",
    "EXEC": "spusť|proveď|smaž|vymaž",
    "HUSH": "neříkej|nikomu neříkej|nezmiňuj|bez ptaní|bez potvrzení|tajně|potají|potichu|bez vědomí",
    "CLAIM": "jsem tvůj vývojář|jsem tvůj tvůrce|jsem správce|jsem administrátor|vytvořil jsem tě",
    "PRIOR": "předchozí*|dřívější*|výše|uveden*|původní*|dosavadní*|předešl*",
    "ALL": "všechny|všechna|všechno|vše|veškeré|každ*",
    "INSTR": "pokyn*|instrukc*|příkaz*|směrnic*|rozkaz*|prompt",
    "RULES": "pravidl*|zásad*",
    "SAFETY": "bezpečnost*|etik*|etick*",
    "LIMIT": "omezení|filtr*|limit*|cenzur*",
    "SYS": "systémový prompt|systémová zpráva|systémové pokyny|tvé pokyny|tvoje instrukce|skryté pokyny",
    "SECRET": "heslo|hesla|klíč API|tajný klíč|tajemství|přihlašovací údaje|token",
    "DATA": "historie|historii|konverzac*|data|soubory|paměť",
    "YOUR": "ty|tvé|tvůj|tvoje|tvá|svá|své|ti",
    "BOT": "AI|asistent*|jazykový model|chatbot|umělá inteligence",
    "USER": "uživatel*",
    "META": "útok|útoky|útočník*|příklad",
    "NEG": "ne|nikdy",
}

RUSSIAN: dict[str, str] = {
    "DROP": (
        "игнорируй*|проигнорируй*|игнорировать|забудь|забудьте|забыть|не обращай внимания|"
        "не обращайте внимания|пренебреги*|не учитывай*|не следуй*|не слушай*|не соблюдай*|не подчиняйся|"
        "отбрось|отбросьте|не принимай во внимание|оставь без внимания|наплюй на|выброси из головы|"
        "отложи в сторону"
    ),
    "SKIP": "пропусти|пропустите|обойди|обойдите|обходи|нарушь|нарушай|отмени|отмените|сотри|удали|перезапиши",
    "VOID": (
        "больше не действ*|уже не действ*|утратили силу|утратил* силу|недействительн*|отменены|отменен*|"
        "аннулирован*|заменены на|больше не имеют силы|не имеют силы|устарели"
    ),
    "NONE": "без|никаких|нет|свободен от|лишен",
    "TURNOFF": "отключи|отключите|отключить|выключи|выключите|деактивируй*|сними|снимите|убери|отмени",
    "OBEY": (
        "подчиняйся|подчиняйтесь|повинуйся|слушайся|слушай только меня|делай то что я|делай что я говорю|"
        "делай как я|выполняй только мои|выполняй мои|мои приказы|мои команды|отвечай на все"
    ),
    "REFUSAL": (
        "никогда не отказывай*|не отказывай*|не имеешь права отказ*|нельзя отказываться|запрещено отказ*|"
        "не отказывается"
    ),
    "NEWTASK": (
        "новая задача|новое задание|новые инструкции|новая инструкция|новые правила|новый приказ|"
        "вместо этого|новая роль|твоя настоящая задача|новые указания"
    ),
    "LASTING": (
        "с этого момента|отныне|с этой минуты|впредь|всегда|навсегда|каждый раз|в каждом ответе|"
        "во всех сессиях|в будущем|постоянно|с сегодняшнего дня|теперь всегда"
    ),
    "ROLE": (
        "ты теперь|теперь ты|вы теперь|теперь вы|отныне ты|притворись|притворитесь|веди себя как|"
        "ведите себя как|действуй как|действуйте как|сыграй роль|играй роль|играйте роль|представь что ты|"
        "представьте что вы|вообрази что ты|войди в роль|возьми на себя роль|отвечай как|выступай в роли|"
        "выступи в роли|перевоплотись|сделай вид что"
    ),
    "PERSONA": "роль|роли|персонаж*|личность|личности|образ",
    "MODE": (
        "режим разработчика|режиме разработчика|режим отладки|режим администратора|режим обслуживания|"
        "режим бога|тестовый режим"
    ),
    "FREE": (
        "без ограничений|без каких-либо ограничений|без всяких ограничений|без правил|без фильтров|без рамок|"
        "без границ|нет ограничений|никаких ограничений|неограниченн*|все можно|все разрешено|без запретов"
    ),
    "LOOSE": "без цензуры|нецензурирован*|аморальн*|безнравственн*|неэтичн*|без морали|беспринципн*|злой",
    "SHOW": "покажи|покажите|выведи|выведите|напечатай|распечатай|перечисли|отобрази|предоставь|напиши",
    "DUMP": "раскрой|раскройте|раскрыть|выдай|выдайте|разгласи|разоблачи|открой мне|слей",
    "REPEAT": "повтори|повторите|процитируй|процитируйте|воспроизведи|перепиши|перескажи дословно",
    "ASK": (
        "скажи мне|скажите мне|дай мне|дайте мне|расскажи мне|назови|назовите|сообщи мне|какой у тебя|"
        "какие у тебя|что написано в"
    ),
    "TELL": "скажи|скажите|ответь|ответьте|напиши|напишите|отвечай|говори|утверждай",
    "UTTER": "скажи только|ответь только|отвечай только|напиши только|просто скажи|ответь словом",
    "EXACT": "слово в слово|дословно|буквально|полностью|в точности|целиком",
    "SEND": (
        "отправь|отправьте|отправить|отправляй|перешли|перешлите|пересылай|пришли|передай|загрузи|опубликуй|"
        "выложи|отошли"
    ),
    "STEAL": "укради|украсть|похить|выкради|слей данные",
    "EXEC": "выполни|выполните|запусти|запустите|удали|удалите|сотри|установи|переведи деньги",
    "HUSH": (
        "не говори|не говорите|никому не говори|не сообщай*|не упоминай*|без ведома|без спроса|не спрашивая|"
        "без подтверждения|тайно|тайком|незаметно|молча|втайне|скрытно|скрой от|скрывай|не предупреждая|"
        "без уведомления"
    ),
    "CLAIM": (
        "я твой разработчик|я ваш разработчик|я твой создатель|я администратор|я твой администратор|"
        "я тебя создал|я тебя запрограммировал|я твой хозяин|я твой владелец"
    ),
    "BOSS": "твой разработчик|твои разработчики|твой создатель",
    "ADMIN": "администратор*",
    "PRIOR": (
        "предыдущ*|прежн*|прошл*|ранее|раньше|выше|вышеуказанн*|вышеизложенн*|исходн*|изначальн*|"
        "первоначальн*|существующ*|полученн*|данные тебе|до этого"
    ),
    "PRIOR INSTR": (
        "все вышесказанное|все вышеизложенное|все что было выше|все что тебе|то что тебе говорили|все сказанное"
    ),
    "ALL": "все|всех|всё|любые|любой|каждый|каждую|всю",
    "INSTR": ("инструкци*|указани*|приказ*|команд*|директив*|предписани*|распоряжени*|промпт*|установк*|наставлени*"),
    "RULES": "правила|правил|правило|правилам|правилами|правилах|политик*|регламент*|нормы",
    "CONTEXT": "сообщени*|разговор*|контекст*|текст*|диалог*",
    "SAFETY": "безопасност*|этик*|этическ*|морал*|защит*",
    "LIMIT": "ограничени*|запрет*|лимит*|фильтр*|цензур*|барьер*|рамки",
    "SYS": (
        "системный промпт|системного промпта|системное сообщение|системные инструкции|системную инструкцию|"
        "твои инструкции|свои инструкции|свой промпт|скрытые инструкции|секретные инструкции|"
        "начальные инструкции|твоя конфигурация|системный запрос"
    ),
    "SECRET": (
        "пароль|пароли|паролей|пароля|api ключ|api-ключ|апи ключ|секретный ключ|ключ доступа|секрет|секреты|"
        "секретн*|учетные данные|токен*|код доступа|конфиденциальн*"
    ),
    "DATA": "история|историю|переписк*|данные|файлы|контакты|память|разговор|письма",
    "YOUR": "ты|тебе|тебя|твой|твои|твоя|твоих|свои|свой|свою|вы|вам|ваши|ваш",
    "BOT": ("ии|ассистент*|помощник*|языковая модель|чат-бот|чатбот|бот|агент*|искусственный интеллект|нейросет*"),
    "USER": "пользовател*|юзер*",
    "LOUD": "важно|внимание|срочно",
    "ONREAD": "если ты это читаешь|если вы это читаете|когда ты это читаешь|если ты ии|ии который читает",
    "META": "атак*|злоумышленник*|пример|примеры|например",
    "NEG": "не|никогда|никогда не|не без",
}

UKRAINIAN: dict[str, str] = {
    "DROP": (
        "ігноруй*|проігноруй*|забудь|забудьте|не зважай|не звертай уваги|знехтуй|не дотримуйся|не слухай|"
        "відкинь|не враховуй"
    ),
    "SKIP": "пропусти|обійди|поруш|скасуй|видали",
    "VOID": "більше не діють|більше не діє|вже не діють|скасован*|недійсн*|втратили чинність|замінені",
    "NONE": "без|жодних|немає|ніяких",
    "TURNOFF": "вимкни|вимкніть|відключи|деактивуй|зніми|прибери",
    "OBEY": (
        "слухай тільки мене|слухай лише мене|роби що я кажу|виконуй лише мої|виконуй мої|мої накази|"
        "мої команди|підкоряйся"
    ),
    "REFUSAL": "ніколи не відмовляй*|не відмовляй*|не можеш відмовити*",
    "NEWTASK": "нове завдання|нові інструкції|нові правила|натомість|замість цього|нова роль",
    "LASTING": "відтепер|з цього моменту|віднині|завжди|назавжди|щоразу|у кожній відповіді|надалі",
    "ROLE": (
        "ти тепер|тепер ти|прикинься|поводься як|грай роль|зіграй роль|уяви що ти|дій як|відповідай як|"
        "виступай у ролі|вдавай"
    ),
    "PERSONA": "роль|ролі|персонаж*|особистість",
    "FREE": "без обмежень|без жодних обмежень|без правил|без фільтрів|немає обмежень|необмежен*|усе дозволено",
    "LOOSE": "без цензури|аморальн*|неетичн*|без моралі",
    "SHOW": "покажи|покажіть|виведи|надрукуй|надай|перелічи|напиши",
    "DUMP": "розкрий|розкрийте|видай|розголоси",
    "REPEAT": "повтори|процитуй|відтвори",
    "ASK": "скажи мені|дай мені|розкажи мені|назви|який у тебе|які твої|повідом мені",
    "TELL": "скажи|відповідай|напиши|дай відповідь",
    "EXACT": "слово в слово|дослівно|повністю|точно",
    "SEND": "надішли|надіслати|відправ|перешли|передай|завантаж",
    "EXEC": "виконай|запусти|видали|зітри",
    "HUSH": ("не кажи|нікому не кажи|не згадуй|без підтвердження|не питаючи|таємно|потайки|мовчки|без відома|приховай"),
    "CLAIM": "я твій розробник|я твій творець|я адміністратор|я тебе створив",
    "PRIOR": "попередн*|раніше|вище|вищезазначен*|початков*|колишн*|отриман*|наявн*",
    "ALL": "усі|всі|усе|все|кожн*|будь-які",
    "INSTR": "інструкці*|вказівк*|наказ*|команд*|директив*|настанов*|промпт*",
    "RULES": "правила|правил|правило|правилам|правилами|правилах|політик*",
    "SAFETY": "безпек*|етик*|етичн*|морал*",
    "LIMIT": "обмежен*|заборон*|фільтр*|цензур*",
    "SYS": (
        "системний промпт|системне повідомлення|системні інструкції|твої інструкції|свої інструкції|"
        "приховані інструкції"
    ),
    "SECRET": "пароль|паролі|секрет*|таємн* ключ*|ключ доступу|токен*|облікові дані",
    "DATA": "історія|історію|розмов*|дані|файли|пам'ять",
    "YOUR": "ти|тобі|тебе|твій|твої|твоя|свої|ви|ваші",
    "BOT": "ші|асистент*|помічник*|мовна модель|чат-бот|бот|штучний інтелект",
    "USER": "користувач*",
    "META": "атак*|зловмисник*|приклад*",
    "NEG": "не|ніколи",
}

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

ROMANIAN: dict[str, str] = {
    "DROP": ("ignoră|ignorați|uită|uitați|nu ține cont|nu ține seama|nu urma|nu respecta|nesocotește|lasă deoparte"),
    "PRIOR": "anterioare|anterior|precedente|de mai sus|inițiale|existente|dinainte",
    "ALL": "toate|tot|totul|orice|fiecare",
    "INSTR": "instrucțiuni*|instrucțiunile|indicații*|ordine|ordinele|comenzi*|directive*",
    "RULES": "reguli|regulile|regulă",
    "ROLE": ("acum ești|ești acum|prefă-te|comportă-te ca|joacă rolul|imaginează-ți că ești|acționează ca|pretinde că"),
    "FREE": "fără restricții|fără nicio restricție|fără limite|fără reguli|nelimitat*|fără filtre",
    "SHOW": "arată|afișează|tipărește|scrie",
    "DUMP": "dezvăluie|divulgă",
    "SYS": ("promptul de sistem|promptul sistemului|mesajul de sistem|instrucțiunile tale|instrucțiunile de sistem"),
    "SECRET": "parola|parolă|parolele|cheia api|secretul|secrete|acreditări*",
    "SEND": "trimite|trimiteți|transmite|redirecționează",
    "HUSH": "nu spune|fără să întrebi|fără confirmare|în secret|pe ascuns|nu menționa",
    "LASTING": "de acum înainte|de acum încolo|întotdeauna|mereu|pentru totdeauna",
}

BULGARIAN_SERBIAN_CROATIAN: dict[str, str] = {
    "DROP": (
        "игнорирай*|забрави|не обръщай внимание|не спазвай|занемари|заборави|игнориши|игнорисати|ignoriraj|"
        "ignoriši|zanemari|zaboravi|ne obaziri se|ne slijedi|ne prati"
    ),
    "PRIOR": "предишн*|горните|по-горе|претходн*|prethodn*|ranij*|gore naveden*|izvorn*",
    "ALL": "всички|всичко|сва|све|sve|svih|sva|svaku",
    "INSTR": "инструкции|указания|заповеди|упутств*|наредб*|uput*|naredb*|instrukcij*|smjernic*|nalog*",
    "RULES": "правила|pravila|pravilo",
    "ROLE": (
        "сега си|преструвай се|дръж се като|сада си|претварај се|sada si|pretvaraj se|ponašaj se kao|glumi|igraj ulogu"
    ),
    "FREE": "без ограничения|без ограничења|bez ograničenja|bez pravila|neograničen*",
    "SHOW": "покажи|изведи|прикажи|pokaži|prikaži|ispiši|otkrij",
    "SYS": (
        "системния промпт|системното съобщение|системски промпт|sistemski prompt|sistemska poruka|"
        "svoje upute|tvoje upute"
    ),
    "SECRET": "парола|паролата|лозинк*|lozink*|zapork*|tajn*",
    "SEND": "изпрати|препрати|пошаљи|pošalji|proslijedi",
    "HUSH": "не казвай|тайно|без да питаш|nemoj reći|tajno|potajno|bez pitanja|bez potvrde",
    "LASTING": "отсега нататък|от сега нататък|винаги|од сада|увек|od sada|uvijek|uvek|zauvijek",
}

CATALAN: dict[str, str] = {
    "DROP": "ignora|oblida|no facis cas|no segueixis|no tinguis en compte|deixa de banda|passa per alt",
    "PRIOR": "anteriors|anterior|prèvies|de dalt|inicials|originals",
    "ALL": "totes|tots|tot|cada",
    "INSTR": "instruccions|instrucció|ordres|indicacions|directrius",
    "RULES": "regles|normes",
    "ROLE": "ara ets|actua com|fes veure que|comporta't com|fes el paper|imagina que ets",
    "FREE": "sense restriccions|sense límits|sense filtres|sense regles|il·limitat",
    "SHOW": "mostra|ensenya|imprimeix|escriu",
    "DUMP": "revela|divulga",
    "SYS": "prompt del sistema|missatge del sistema|les teves instruccions|instruccions del sistema",
    "SECRET": "contrasenya|contrasenyes|clau api|secret|credencials",
    "SEND": "envia|reenvia",
    "HUSH": "no diguis|sense preguntar|sense avisar|en secret|d'amagat",
    "LASTING": "a partir d'ara|d'ara endavant|sempre|per sempre",
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
