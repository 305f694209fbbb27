"""The meanings of ``meanings_european`` in Romance languages.

Written from the meanings, not from labelled texts, too.
"""

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
