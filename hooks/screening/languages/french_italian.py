"""French and Italian words, without accents as the folded text is."""

FRENCH: dict[str, str] = {
    "DROP": (
        "ignore|ignorez|ignorer|oublie|oubliez|oublier|neglige|negligez|ne tiens pas compte|"
        "ne tenez pas compte|ne tenir aucun compte|ne suis pas|ne suivez pas|contourne|contournez|"
        "fais abstraction|faites abstraction|ne respecte pas|annule|annulez|outrepasse|outrepassez|"
        "passe outre|passez outre|laisse tomber|mets de cote"
    ),
    "PRIOR": ("precedent*|anterieur*|ci dessus|initial*|d origine|jusqu ici|jusqu a present|avant|existant*|plus haut"),
    "PRIOR INSTR": (
        "ce qui precede|tout ce que tu as appris|ce qu on t a dit|ce qu on vous a dit|tout ce qui precede|"
        "ce qu on t a appris|ce que tu as appris"
    ),
    "ALL": "tout|tous|toute|toutes|n importe quel*|quoi que ce soit",
    "INSTR": "instruction*|consigne*|directive*|ordre|ordres|invite|commandes",
    "YOUR": "tu|te|ton|ta|tes|toi|vous|votre|vos",
    "SAFETY": "securite|ethique*|morale|moral|moraux|contenu",
    "LIMIT": "restriction*|limite|limites|limitation*|filtre|filtres|contrainte*|censure|garde fou*",
    "NONE": (
        "sans|aucun|aucune|desactive*|supprime*|leve|libre de|plus de|au dela de|n as pas de|ne pas avoir|"
        "n existait|n existaient|aucune regle|n avais aucune|n avais pas de|n avait aucune"
    ),
    "FREE": (
        "sans restriction*|sans limite*|sans filtre*|sans censure|non censure*|non filtre*|illimite|"
        "amoral|debride|mode developpeur|mode sans|mode admin|mode maintenance|n as plus de regles|"
        "plus aucune regle"
    ),
    "ROLE": (
        "tu es maintenant|vous etes maintenant|tu es desormais|vous etes desormais|"
        "a partir de maintenant tu|agis comme|agissez comme|agir comme|fais semblant|faites semblant|"
        "pretends|comporte toi comme|comportez vous comme|joue le role|jouez le role|incarne|incarnez|"
        "simule|simulez|imagine que tu es|deviens|tu n es plus|en tant que|comporte toi|comportez vous|"
        "fais comme si|faites comme si"
    ),
    "PERSONA": "personnage*|personnalite*|persona|identite",
    "BOT": "ia|assistant|modele|chatbot|agent|robot",
    "SHOW": (
        "revele|revelez|affiche|affichez|montre|montrez|repete|repetez|divulgue*|imprime|imprimez|donne|"
        "donnez|dis moi|dites moi|quel est|quelle est|quelles sont|partage|partagez|partager|traduis|"
        "resume|ecris|ecrivez|donne moi|donnez moi|confirmer|confirme|confirmez"
    ),
    "SYS INSTR": (
        "prompt systeme|message systeme|instructions systeme|invite systeme|instructions initiales|"
        "tes instructions|vos instructions|ton prompt|votre prompt|instructions cachees|tes regles|"
        "vos regles|consignes initiales"
    ),
    "SECRET": (
        "mot de passe|mots de passe|cle api|cles api|cle secrete|identifiants|secret|secrets|jeton|jetons|solde"
    ),
    "SEND": ("envoie|envoyez|envoyer|transfere*|transmets|transmettez|publie|publiez|exfiltre*|televerse*|copie de"),
    "HUSH": (
        "ne le dis pas|ne dis pas|ne dites pas|n en parle pas|n informe pas|n informez pas|"
        "ne mentionne pas|ne mentionnez pas|sans demander|sans le dire|sans confirmation|en secret|"
        "discretement|silencieusement|ne demande plus|ne demande jamais|"
        "ne demande plus jamais de confirmation|sans prevenir|a l insu|sans en parler|n en dis rien|"
        "ne le dis a personne|sans m en parler|sans me demander|sans m avertir|sans me le dire|"
        "ne montre cette note a personne|ne pas le mentionner|sans le mentionner"
    ),
    "DATA": "conversation*|historique|memoire*|messages|donnees|fichiers|dossiers|souvenirs",
    "LASTING": (
        "a partir de maintenant|desormais|dorenavant|toujours|chaque fois|a chaque reponse|toute reponse|"
        "pour toujours|definitivement|souviens toi|souvenez vous|memorise|memorisez|prochaine session|"
        "retiens|en permanence|a chaque|avant chaque reponse|des que|chaque fois que|des aujourd hui|"
        "a compter d aujourd hui"
    ),
    "OBEY": (
        "obeis|obeissez|obeir|execute sans|tu dois repondre|vous devez repondre|toutes mes questions|"
        "toutes les questions|sans poser de questions|ecouter mes instructions|devez ecouter|dois ecouter|"
        "obeir a mes"
    ),
    "BOSS": (
        "mode maintenance|mise a niveau du systeme|audit de securite|developpee par|developpe par|"
        "expert en cybersecurite|reinitialisation du systeme|mode systeme|mode force*|override systeme|"
        "mode override"
    ),
    "NEWTASK": (
        "nouvelle instruction|nouvelles instructions|nouvelle tache|nouvelle consigne|vraie tache|"
        "note systeme|ta vraie mission|nouveau role"
    ),
    "TELL": (
        "dis|dites|reponds|repondez|ecris|ecrivez|indique|indiquez|affirme|declare|declarez|genere|"
        "generez|ajoute*|reponse"
    ),
    "META": "attaque*|injection|malveillant*",
    "NEG": "ne|pas|jamais|n",
    "EXEC": ("execute|executez|supprime|supprimez|efface|effacez|lance|lancez|vire|supprimer|execute tout|executer"),
    "USER": "utilisateur|utilisatrice|utilisateurs|client|cliente",
    "VOID": (
        "ne s applique* plus|ne valent plus|obsolete*|caduc|caduque*|annulee*|remplacee*|plus valable*|"
        "ete remplace*|ne s appliquent plus|ne sont plus valables|plus en vigueur"
    ),
    "ASIF": "comme si|imagine|imaginez|suppose|supposons|hypothetique*",
    "APPROVE": "approuve*|confirme*|autorise*|accepte*|confirmation",
    "CODEWORD": (
        "mot code|mot magique|mot cle|le mot|celui qui dit|quiconque dit|qui dit le mot|"
        "toute personne qui dit|celui qui prononce|celui qui presente|a quiconque prononce"
    ),
    "ADMIN": "administrateur|administratrice|admin|root",
    "URGENT": "note au|note pour l ia|note systeme",
    "LOUD": "important|urgent|attention",
    "UTTER": "dis|dites|indique|indiquez|declare|declarez|affirme|reponds que|ecris que",
    "REFUSAL": "ne refuse jamais|ne refuse pas|ne refusez pas|sans refus",
    "DUAL": "deux reponses",
    "MODE": "mode developpeur",
    "CLAIM": (
        "je suis ton developpeur|je suis votre developpeur|je suis dieu|je suis le president|"
        "je suis l administrateur|je suis le responsable|je suis un developpeur"
    ),
    "ASK": (
        "dis moi|dites moi|donne moi|donnez moi|quel est|quelle est|pouvez vous partager|peux tu partager|"
        "confirmiez|confirmer"
    ),
    "DUMP": "revele|revelez|divulgue*|devoile*",
    "INSTR SYS": (
        "regles cachees|message du developpeur|prompt complet|prompt initial|avant ce message|"
        "texte recu avant|ta configuration|votre configuration|nouveau message systeme|message systeme"
    ),
    "RULES": "regle|regles|politique|politiques",
    "ENTITLE": (
        "peut tout voir|peut tout lire|acces a tout|doit tout voir|toutes les memoires|est autorise a|"
        "droits d administrateur"
    ),
    "ASKED": "si quelqu un demande|si on te demande|quand on te demande|sur demande",
    "UNGUARD": (
        "n avertis jamais|sans aucune verification|approuve automatiquement|plus jamais de confirmation|"
        "confirmation inutile|sans verifier|ne verifie pas|sans controle|sans poser de question"
    ),
    "CONSENT": "a donne son accord|a accepte que|a autorise|est d accord pour que",
    "INBOUND": "par courriel|recu par mail|recu par courriel|par e mail",
    "MASTER": (
        "compte comme proprietaire|vient du proprietaire|ses ordres priment|comme les miennes|"
        "comme si elles venaient de moi|comme si je les avais|comme venant de moi"
    ),
    "CENSOR": ("passe sous silence|ne mentionne jamais les erreurs|affirme toujours que|cache les erreurs"),
    "MONEY": "virement*|paiement*|achat*|argent",
    "TURNOFF": "desactive|desactivez|coupe|coupez|eteins|leve tous|leve toutes",
    "TREAT": "considere ce|considerez ce|considere ces|traite ce|prends ce texte",
    "RECEIVED": ("tu as recues|tu as recu|vous avez recues|as tu recu|avez vous recu|que tu as recues|as tu recues"),
    "REPEAT": "cite|citez|mot a mot|mot pour mot",
    "MUST": "l assistant doit|l ia doit|l agent doit|l assistant devra",
    "SENDME": "envoie moi|envoyez moi|donne moi|donnez moi|affiche moi|montre moi",
}

ITALIAN: dict[str, str] = {
    "DROP": (
        "ignora|ignorate|ignori|ignorare|dimentica|dimenticate|dimenticati|trascura|trascurate|"
        "non seguire|non tenere conto|non considerare|tralascia|scarta|aggira|annulla|salta|"
        "lascia perdere|disattendi"
    ),
    "PRIOR": ("precedente|precedenti|sopra|originali|originale|iniziali|iniziale|prima|finora|suddett*|anteriori"),
    "PRIOR INSTR": (
        "quanto sopra|tutto cio che precede|tutto quello che hai imparato|quello che ti e stato detto|"
        "tutto quanto sopra|cio che precede|cio che ti e stato detto|cio che ti e stato|"
        "che ti e stato detto prima|cio che ti hanno insegnato|quello che ti hanno detto"
    ),
    "ALL": "tutto|tutti|tutta|tutte|qualsiasi|qualunque|ogni",
    "INSTR": "istruzione|istruzioni|direttiva|direttive|linee guida|ordine|ordini|comandi|indicazioni",
    "YOUR": "tu|tuo|tua|tuoi|tue|ti|te|vostro|vostre|vostri|vostra",
    "SAFETY": "sicurezza|etica|etiche|etici|etico|morale|morali|contenuti",
    "LIMIT": ("restrizione|restrizioni|limite|limiti|limitazione|limitazioni|filtro|filtri|censura|vincoli"),
    "NONE": (
        "senza|nessun|nessuna|nessuno|privo di|libero da|disattiva|rimuovi|non ci sono|non hai|non avere|"
        "non esistessero|non esistono"
    ),
    "FREE": (
        "senza restrizioni|senza limiti|senza filtri|senza censura|senza regole|senza limitazioni|"
        "illimitato|amorale|modalita sviluppatore|modalita senza|modalita dio|modalita di manutenzione|"
        "fai qualsiasi cosa|non censurato"
    ),
    "ROLE": (
        "ora sei|adesso sei|d ora in poi sei|da ora sei|agisci come|comportati come|fingi|fingi di essere|"
        "simula|interpreta|fai finta|diventa|non sei piu|assumi il ruolo|assumi l identita|recita|adotta"
    ),
    "PERSONA": "personaggio|personalita|persona|identita|ruolo",
    "BOT": "ia|assistente|modello|chatbot|agente|robot",
    "SHOW": (
        "rivela|rivelami|mostra|mostrami|stampa|ripeti|divulga|dimmi|dammi|qual e|quali sono|condividi|"
        "condividere|traduci|riassumi|scrivi|confermare|conferma|fornire"
    ),
    "SYS INSTR": (
        "prompt di sistema|prompt del sistema|messaggio di sistema|istruzioni di sistema|"
        "istruzioni del sistema|istruzioni iniziali|tue istruzioni|tuo prompt|istruzioni nascoste|"
        "tue regole|prompt iniziale"
    ),
    "SECRET": "chiave api|chiavi api|chiave segreta|credenziali|segreti|segreto|password|token|saldo",
    "SEND": "invia|inviare|inviate|inoltra|trasmetti|pubblica|esfiltra|manda|carica|trasferisci",
    "HUSH": (
        "non dirlo|non dire|non informare|non menzionare|non avvisare|senza chiedere|senza conferma|"
        "in segreto|silenziosamente|senza dire|non rivelare|non chiedere conferma|non dirlo all|"
        "senza dirlo|non dirgli|senza dirmelo|senza chiedermi|senza avvisarmi|senza menzionarlo"
    ),
    "DATA": "conversazione|conversazioni|cronologia|memoria|memorie|messaggi|dati|file|ricordi",
    "LASTING": (
        "d ora in poi|da ora in poi|da adesso|sempre|ogni volta|in ogni risposta|per sempre|"
        "permanentemente|ricorda|ricordati|prossima sessione|ricorda per sempre|ogni messaggio|"
        "prima di ogni risposta|ogni volta che|appena qualcuno|non appena|da oggi"
    ),
    "OBEY": (
        "obbedisci|obbedire|devi rispondere|tutte le mie domande|qualsiasi domanda|"
        "esattamente cio che dico|ascoltare le mie istruzioni|devi ascoltare"
    ),
    "BOSS": (
        "modalita di manutenzione|modalita sistema|audit di sicurezza|aggiornamento del sistema|"
        "sviluppata da|esperto di sicurezza|ripristino del sistema"
    ),
    "NEWTASK": "nuova istruzione|nuove istruzioni|nuovo compito|nuovo ruolo|vero compito|nuovi ordini",
    "TELL": "di|dici|rispondi|scrivi|indica|dichiara|genera|aggiungi|includi|afferma|e di",
    "META": "attacco|attacchi|iniezione|malevol*|vulnerabilita",
    "NEG": "non|mai",
    "EXEC": "esegui|cancella|elimina|chiama|trasferisci",
    "USER": "utente|utenti|cliente",
    "VOID": (
        "non valgono piu|non si applicano piu|obsolet*|non valid*|sono state sostituite|annullate|"
        "non valgono|non si applicano"
    ),
    "ASIF": "come se|immagina|supponi|supponiamo|ipotetic*",
    "APPROVE": "approva|conferma|autorizza|accetta",
    "CODEWORD": ("parola chiave|parola d ordine|parola magica|la parola|chi dice|chiunque dica|chi pronuncia"),
    "ADMIN": "amministratore|amministratrice|admin|root",
    "URGENT": "nota per l assistente|nota per l ia",
    "LOUD": "importante|urgente|attenzione",
    "UTTER": "dici|di che|indica|dichiara|afferma|e di|rispondi che",
    "REFUSAL": "non rifiutare|non rifiutarti|mai rifiutare",
    "DUAL": "due risposte",
    "CLAIM": (
        "sono il tuo sviluppatore|sono dio|sono il presidente|sono l amministratore|sono uno sviluppatore|"
        "sono il manutentore"
    ),
    "ASK": "dimmi|dammi|qual e|puoi condividere|potresti condividere|puoi confermare",
    "DUMP": "rivela|rivelami|divulga",
    "INSTR SYS": (
        "regole nascoste|prompt completo|messaggio dello sviluppatore|prima di questo messaggio|"
        "la configurazione|la tua configurazione|nuovo messaggio di sistema|messaggio di sistema"
    ),
    "RULES": "regola|regole|norme|politiche",
    "ENTITLE": "puo vedere tutto|puo leggere tutto|accesso a tutto|diritti di amministratore",
    "ASKED": "se qualcuno chiede|se ti chiedono|su richiesta",
    "UNGUARD": (
        "approva automaticamente|senza alcun controllo|nessuna conferma|senza verificare|non verificare|"
        "senza controllare|senza chiedere permesso"
    ),
    "CONSENT": "ha acconsentito|ha autorizzato|ha accettato che",
    "INBOUND": "via email|per posta|ricevuto per email",
    "MASTER": "vale come proprietario|i suoi ordini prevalgono|come se fossero mie|come le mie",
    "CENSOR": "nascondi gli errori|taci su|non menzionare mai gli errori",
    "MONEY": "bonific*|pagament*|acquist*|denaro|soldi",
    "TURNOFF": "disattiva|disattivate|spegni|togli",
    "TREAT": "considera questo|tratta questo|prendi questo testo",
    "RECEIVED": "hai ricevuto|avete ricevuto|ti sono state date",
    "REPEAT": "cita|citale|alla lettera|parola per parola",
    "MUST": "l assistente deve|l ia deve|l agente deve",
    "SENDME": "inviami|mandami|dammi|mostrami",
}
