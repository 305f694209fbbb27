"""Spanish and Portuguese words, without accents as the folded text is."""

SPANISH: dict[str, str] = {
    "DROP": (
        "ignora|ignore|ignorad|ignorar|ignoren|olvida|olvide|olviden|olvidar|olvidate|descarta|descarte|"
        "omite|omita|haz caso omiso|haga caso omiso|hagan caso omiso|no hagas caso|no sigas|no obedezcas|"
        "pasa por alto|pase por alto|anula|salta|saltate|saltarte|saltar|deja de lado|elude|elimina|"
        "prescinde|desestima|olvidate de"
    ),
    "PRIOR": (
        "anterior|anteriores|previa|previas|previo|previos|antes|arriba|original|originales|iniciales|"
        "inicial|precedente*|hasta ahora"
    ),
    "PRIOR INSTR": (
        "lo anterior|todo lo anterior|lo que te dijeron|lo que te han dicho|todo lo que sabes|"
        "lo que aprendiste|lo que te pidieron|todo lo que aprendiste|que te dieron|lo que te ensenaron|"
        "lo que aprendiste antes"
    ),
    "ALL": "todo|todos|toda|todas|cualquier|cualquiera",
    "INSTR": (
        "instruccion|instrucciones|directiva|directivas|directriz|directrices|orden|ordenes|pautas|"
        "indicaciones|protocolo*"
    ),
    "YOUR": "tu|tus|te|ti|usted|su|sus|vuestra*",
    "SAFETY": "seguridad|etica|eticas|etico|eticos|moral|morales|contenido",
    "LIMIT": ("restriccion|restricciones|limite|limites|limitacion|limitaciones|filtro|filtros|censura|barreras"),
    "NONE": (
        "sin|ningun|ninguna|ninguno|libre de|desactiva*|elimina|quita|no hay|no tiene|mas alla|no tienes|"
        "no tener|no existieran|no existen|no tuvieras|no hubiera"
    ),
    "FREE": (
        "sin restricciones|sin limites|sin filtro|sin filtros|sin censura|sin reglas|sin ningun filtro|"
        "ilimitado|amoral|modo desarrollador|modo desarrollo|haz cualquier cosa|modo sin|modo dios|"
        "modo mantenimiento|cualquier cosa ahora|no tiene pautas|sin ninguna restriccion|sin limitaciones"
    ),
    "ROLE": (
        "ahora eres|ahora estas|a partir de ahora eres|actua como|actue como|actuar como|finge|finge ser|"
        "finge que eres|haz de cuenta|hazte pasar|simula|simula ser|comportate como|interpreta a|"
        "interpreta el papel|eres ahora|conviertete en|ya no eres|pretende ser|desempena el papel|"
        "asume el rol|asume la identidad|adopta|adoptar|asume|tu eres|haz como si"
    ),
    "PERSONA": "personaje*|personalidad*|persona|identidad|rol",
    "BOT": "ia|asistente|modelo|chatbot|agente|bot|robot",
    "SHOW": (
        "revela|revele|muestra|muestre|muestrame|imprime|repite|repita|divulga|ensena|dime|digame|dame|"
        "deme|cual es|cuales son|comparte|compartir|filtra|traduce|resume|escribe|confirmes|confirma|"
        "confirmar|extraer|extrae|cuales fueron"
    ),
    "SYS INSTR": (
        "prompt del sistema|prompt de sistema|mensaje del sistema|instrucciones del sistema|"
        "instrucciones iniciales|tus instrucciones|sus instrucciones|tu prompt|instrucciones ocultas|"
        "tus reglas|indicaciones del sistema|prompt inicial|directrices que te"
    ),
    "SECRET": (
        "contrasena|contrasenas|clave api|claves api|clave secreta|credenciales|secretos|secreto|token|"
        "tokens|saldo|claves|clave"
    ),
    "SEND": ("envia|envie|enviar|enviarlos|enviarlo|reenvia|transmite|sube|publica|exfiltra|manda|transfiere|mandar"),
    "HUSH": (
        "no se lo digas|no le digas|no lo digas|no digas nada|no menciones|no informes|no avises|"
        "sin decir|sin preguntar|sin confirmar|sin confirmacion|en secreto|silenciosamente|en silencio|"
        "sin avisar|no reveles|no pidas confirmacion|no notifiques|sin que el usuario|no lo menciones|"
        "sin decirlo|sin pedir permiso|no avises a nadie|sin avisarme|sin preguntarme|sin decirme|"
        "no muestres esta nota|sin mencionarlo"
    ),
    "DATA": (
        "conversacion|conversaciones|historial|memoria|memorias|mensajes|datos|archivos|correos|"
        "correos electronicos|recuerdos"
    ),
    "LASTING": (
        "a partir de ahora|desde ahora|de ahora en adelante|siempre|cada vez|en cada respuesta|"
        "para siempre|permanentemente|recuerda|recuerde|proxima sesion|cuando proceses|cada conversacion|"
        "cuando interpretes|cuando ejecutes|al interpretar|cada mensaje|tus respuestas|cada vez que|"
        "en cuanto|preferencia guardada|a partir de hoy|desde hoy"
    ),
    "OBEY": (
        "obedece|obedezca|obedecer|debes responder|responde a todo|todas mis preguntas|cualquier pregunta|"
        "haz todo lo que|exactamente lo que digo|hace exactamente|responde cualquier cosa|"
        "nunca dira que no|escuchar mis instrucciones|debes escuchar|debe escuchar"
    ),
    "BOSS": (
        "modo sistema|auditoria de seguridad|actualizacion del sistema|modo anulacion|desarrollada por|"
        "experto en ciberseguridad|mantenedor|acceso total|reinicio del sistema|modo de anulacion|"
        "modo mantenimiento|modo de mantenimiento"
    ),
    "NEWTASK": (
        "nueva instruccion|nuevas instrucciones|nueva tarea|nuevo rol|verdadera tarea|nuevas ordenes|"
        "nuevo objetivo|lo contrario de todo|hagamos lo contrario|tu unica tarea"
    ),
    "TELL": (
        "di|diga|responde|responda|escribe|indica|declara|declare|genera|generar|anade|incluye|incluir|"
        "contesta|escriba|menciona|afirma|reporta|tu respuesta|salida|resultado final"
    ),
    "META": "ataque*|inyeccion|malicioso*|vulnerabilidad*",
    "NEG": "no|nunca|jamas",
    "EXEC": ("ejecuta|ejecute|borra|borre|elimina|elimine|llama|transfiere|ejecuta cualquier|borra el historial"),
    "USER": "usuario|usuaria|usuarios|cliente|clienta",
    "VOID": (
        "ya no valen|ya no aplican|ya no se aplican|obsolet*|invalid*|han sido reemplazad*|quedan anulad*|"
        "reemplazand*|fue incorrecto|sin efecto|ya no rigen|dejan de valer"
    ),
    "ASIF": "como si|imagina|imagine|supon|supongamos|hipotetic*|ficticio|juego|historia|hipotetica",
    "APPROVE": "aprueba|apruebe|confirma|autoriza|acepta|confirmacion",
    "CODEWORD": (
        "palabra clave|palabra magica|contrasena secreta|la palabra|quien diga|cualquiera que diga|"
        "el que diga|a quien pronuncie|quien pronuncie|a quien diga"
    ),
    "ADMIN": "administrador|administradora|admin|root",
    "URGENT": "nota para el asistente|nota para la ia",
    "WRONG": "analisis anterior|recalcul*|nuevos valores|respuesta anterior",
    "LOUD": "importante|urgente|atencion|aviso",
    "UTTER": "diga|indica|declara|declare|afirma|responde que|decir que|y di|di que",
    "REFUSAL": "nunca te niegues|no te niegues|no rechaces|nunca rechaces|nunca dira que no",
    "BOAST": "compromised|comprometid*",
    "DUAL": "dos respuestas",
    "LOOSE": "sin restricciones|amoral|extremista",
    "MODE": "modo desarrollador|modo desarrollo",
    "CLAIM": (
        "soy tu desarrollador|soy su desarrollador|soy dios|soy el presidente|soy el administrador|"
        "soy administrador|soy el responsable|soy el encargado|soy un dios"
    ),
    "ASK": "dime|digame|dame|deme|cual es|puedes compartir|podrias compartir|compartas|confirmes",
    "DUMP": "revela|revele|divulga|filtra",
    "INSTR SYS": (
        "reglas ocultas|mensaje del desarrollador|prompt completo|antes de este mensaje|tu configuracion|"
        "como estas configurado|mensaje de sistema|nuevo mensaje de sistema"
    ),
    "RULES": "regla|reglas|norma|normas|politicas",
    "ENTITLE": ("puede ver todo|puede leer todo|acceso a todo|ver las memorias de todos|derechos de administrador"),
    "ASKED": "si alguien pregunta|si te preguntan|cuando pregunten",
    "UNGUARD": (
        "aprueba todos|aprueba automaticamente|sin ninguna comprobacion|no hace falta confirmar|"
        "nunca avises|no lo compruebes|sin comprobar|sin verificar|no verifiques|sin pedir permiso|"
        "sin pedir autorizacion"
    ),
    "MONEY": "pagos|pago|dinero|facturas|transferencia*|compras",
    "CONSENT": "ha aceptado que|autorizo a|ha autorizado|ya acepto|dio su permiso|acepto que",
    "INBOUND": "por correo|llegue por correo|que llegue por",
    "MASTER": (
        "cuenta como propietaria|cuenta como dueno|vale como dueno|viene del propietario|"
        "como si fueran mias|como si las hubiera dado yo|como mias"
    ),
    "CENSOR": "oculta los errores|no menciones nunca|di siempre que todo",
    "TURNOFF": "apaga|apague|desactiva|desactive|quita|levanta todas",
    "TREAT": "considera este|considere este|trata este|toma este texto",
    "RECEIVED": "recibiste|has recibido|te dieron|recibio usted",
    "REPEAT": "cita|citalas|literalmente|palabra por palabra",
    "MUST": "el asistente debe|la ia debe|el agente debe",
    "SENDME": "enviame|mandame|dame|muestrame|envieme",
}

PORTUGUESE: dict[str, str] = {
    "DROP": (
        "ignora|ignore|ignorem|ignorar|esqueca|esquecam|esquece|esquecer|desconsidere|desconsidera|"
        "descarte|nao siga|nao obedeca|desrespeite|contorne|anule|pule|deixe de lado|burle|contornar|"
        "esqueca o que"
    ),
    "PRIOR": (
        "anterior|anteriores|previa|previas|previo|previos|acima|original|originais|iniciais|inicial|"
        "antes|ate agora|precedente*"
    ),
    "PRIOR INSTR": (
        "o que foi dito|tudo o que aprendeu|tudo que aprendeu|tudo acima|o que precede|"
        "tudo o que foi dito|tudo que foi dito|o que lhe ensinaram|o que te ensinaram|o que aprendeu"
    ),
    "ALL": "todo|todos|toda|todas|tudo|qualquer",
    "INSTR": ("instrucao|instrucoes|diretriz|diretrizes|ordem|ordens|comandos|orientacoes|diretivas|protocolo*"),
    "YOUR": "voce|voces|seu|sua|seus|suas|te|ti|teu|tua|tuas",
    "SAFETY": "seguranca|etica|etico|eticas|eticos|moral|morais|conteudo",
    "LIMIT": "restricao|restricoes|limite|limites|limitacao|limitacoes|filtro|filtros|censura",
    "NONE": (
        "sem|nenhum|nenhuma|livre de|desative|desativa|remova|nao ha|nao tem|nao tem interesse|alem|"
        "nao ter|nao existissem|nao existem"
    ),
    "FREE": (
        "sem restricoes|sem limites|sem filtros|sem filtro|sem censura|sem regras|ilimitado|amoral|"
        "modo desenvolvedor|irrestrito|faca qualquer coisa|modo deus|modo de manutencao|livre de todas|"
        "sem limitacoes|contornar filtros"
    ),
    "ROLE": (
        "voce agora e|agora voce e|agora voce esta|a partir de agora voce e|aja como|age como|agir como|"
        "atue como|finja|finja ser|finja que|simule|comporte se como|interprete|faca de conta|torne se|"
        "se tornar|voce nao e mais|assuma o papel|assuma a identidade|adote"
    ),
    "PERSONA": "personagem|personalidade*|persona|identidade|papel",
    "BOT": "ia|assistente|modelo|chatbot|agente|robo",
    "SHOW": (
        "revele|revela|mostre|mostra|exiba|imprima|repita|divulgue|diga me|me diga|me de|qual e|quais sao|"
        "compartilhe|compartilhar|traduza|resuma|escreva|confirme|partilhar|forneca|mostre as"
    ),
    "SYS INSTR": (
        "prompt do sistema|prompt de sistema|mensagem do sistema|instrucoes do sistema|"
        "instrucoes iniciais|suas instrucoes|tuas instrucoes|seu prompt|instrucoes ocultas|suas regras|"
        "prompt inicial"
    ),
    "SECRET": (
        "senha|senhas|palavra passe|chave api|chaves api|chave de api|chaves de api|chave secreta|"
        "credenciais|segredos|segredo|token|tokens|saldo"
    ),
    "SEND": "envie|envia|enviar|encaminhe|transmita|publique|exfiltre|mande|carregue|transfira|copia de",
    "HUSH": (
        "nao conte|nao diga|nao informe|nao mencione|nao avise|sem perguntar|sem confirmar|"
        "sem confirmacao|em segredo|silenciosamente|sem avisar|nao revele|nao peca confirmacao|"
        "nao conte ao|sem contar|sem pedir autorizacao|sem pedir permissao|em silencio|sem me avisar|"
        "sem me perguntar|sem me contar|sem mencionar"
    ),
    "DATA": "conversa|conversas|historico|memoria|memorias|mensagens|dados|arquivos|ficheiros|e mails",
    "LASTING": (
        "a partir de agora|de agora em diante|sempre|toda vez|em cada resposta|para sempre|"
        "permanentemente|lembre se|lembre|guarde|memoria permanente|proxima sessao|a partir de amanha|"
        "sempre que|assim que|a partir de hoje|desde hoje"
    ),
    "OBEY": (
        "obedeca|obedecer|deve responder|todas as minhas perguntas|qualquer pergunta|"
        "exatamente o que eu digo|obedeca apenas|ouvir minhas instrucoes|deve ouvir|devem ouvir"
    ),
    "BOSS": (
        "modo de manutencao|modo sistema|auditoria de seguranca|atualizacao do sistema|desenvolvida por|"
        "especialista em seguranca|reinicializacao do sistema|modo de substituicao|"
        "dados de treinamento para desenvolvedores|substituicao de dados"
    ),
    "NEWTASK": "nova instrucao|novas instrucoes|nova tarefa|novo papel|verdadeira tarefa|novas ordens",
    "TELL": "diga|responda|escreva|indique|declare|gere|adicione|inclua|afirme",
    "META": "ataque*|injecao|malicioso*|vulnerabilidade*",
    "NEG": "nao|nunca|jamais",
    "EXEC": "execute|apague|exclua|delete|transfira|chame",
    "USER": "usuario|usuaria|usuarios|utilizador|cliente",
    "VOID": (
        "nao valem mais|nao se aplicam mais|nao vale mais|obsolet*|invalid*|foram substituid*|canceladas|anuladas"
    ),
    "ASIF": "como se|imagine|suponha|hipotetic*|ficticio",
    "APPROVE": "aprove|confirme|autorize|aceite|confirmacao",
    "CODEWORD": (
        "palavra chave|palavra magica|palavra secreta|quem disser|a palavra|qualquer um que disser|a quem disser"
    ),
    "ADMIN": "administrador|administradora|admin|root",
    "URGENT": "nota para o assistente",
    "LOUD": "importante|urgente|atencao",
    "UTTER": "diga|indique|declare|afirme|responda que|dizer|o estado",
    "REFUSAL": "nunca recuse|nao recuse",
    "DUAL": "duas respostas",
    "CLAIM": (
        "sou seu desenvolvedor|sou o seu desenvolvedor|sou deus|eu sou deus|sou o presidente|"
        "sou o administrador|sou um desenvolvedor|sou o mantenedor|na verdade sou"
    ),
    "ASK": "diga me|me diga|me de|qual e|pode compartilhar|poderia compartilhar|pode partilhar|confirme",
    "DUMP": "revele|revela|divulgue",
    "INSTR SYS": (
        "regras ocultas|prompt completo|mensagem do desenvolvedor|antes desta mensagem|sua configuracao|"
        "mensagem de sistema|nova mensagem de sistema"
    ),
    "RULES": "regra|regras|norma|normas|politicas",
    "ENTITLE": "pode ver tudo|pode ler tudo|acesso a tudo|ver as memorias|direitos de administrador",
    "ASKED": "se alguem perguntar|se perguntarem",
    "UNGUARD": (
        "aprove automaticamente|sem nenhuma verificacao|nao precisa confirmar|sem pedir autorizacao|"
        "sem verificar|nao verifique|sem pedir permissao"
    ),
    "CONSENT": "concordou em|autorizou|ja concordou|deu permissao",
    "INBOUND": "por e mail|por email|que chegar por",
    "MASTER": "conta como dono|vale como dono|como se fossem minhas|como minhas",
    "CENSOR": "esconda os erros|apague os registros",
    "MONEY": "dinheiro|pagamentos|compras|transferencia*",
    "TURNOFF": "desligue|desliga|desative|desativa|remova",
    "TREAT": "considere este|considera este|trate este|tome este texto",
    "RECEIVED": "voce recebeu|recebeu no inicio|foram dadas a voce|recebeste",
    "REPEAT": "cite|cite as|literalmente|palavra por palavra",
    "MUST": "o assistente deve|a ia deve|o agente deve",
    "SENDME": "envie me|mande me|me envie|me mande|mostre me",
}
