"""English words for what an attack speaks of: rules, secrets, roles, people, files."""

THINGS: dict[str, str] = {
    "PRIOR": (
        "previous|prior|previously|earlier|preceding|foregoing|above|original|initial|aforementioned|"
        "so far|up to now|until now|till now|allprevious|learned|learnt|pre existing|preexisting|"
        "previous ones|existing|old|pre-existing|starting"
    ),
    "PRIOR INSTR": (
        "you were told|you've been told|you have been told|you were given|you have been given|"
        "you were taught|you got before|given to you|everything above|the above|all above|"
        "what i said before|they told you|you learned|you have learned|you've been instructed|"
        "you were instructed|you have been instructed|been instructed before|you've learned|"
        "you got earlier|what you were told|we discussed before|ever been told|you were programmed|"
        "what stands above|what came before|previous one|what you know|everything you know|"
        "directions above|instructions above|rules above|conversation above|previous conversation|"
        "task you were given|what i said earlier|said before|learned before|what you were taught|"
        "told before|told you before|told before now|everything said|everything they told you|"
        "old guidelines|earlier context|previous context|previous messages|previous information|"
        "previous tasks|all the assignments|all assignments|you started with|you began with|"
        "asked to do before|you were configured with|your earlier briefing|you were set up with"
    ),
    "ALL": "all|any|every|everything|whatever|entire|whole|each|anything",
    "INSTR": (
        "instruction|instructions|intructions|instuctions|guideline|guidelines|directive|directives|"
        "direction|directions|prompt|prompts|training|programming|guidance|programmed|briefing|setup|"
        "mandate"
    ),
    "YOUR": "you|your|yourself|ur|yours|you're|you'll|you've",
    "SAFETY": (
        "safety|security|ethics|ethical|ethic|ethically|moral|morals|moralizing|morality|content policy|"
        "content policies|openai policy|openai policies|openai's policies|openai's|safeguards|moderation|"
        "content filter|content filters|content guidelines|legality|legal|compliance|usage policies|"
        "usage policy|harmful|alignment"
    ),
    "LIMIT": (
        "restriction|restrictions|restraint|restraints|limitation|limitations|limits|limit|constraint|"
        "constraints|filter|filters|filtering|guardrail|guardrails|boundaries|boundary|censorship|"
        "confines|safeguards|disclaimer|disclaimers|warnings|warning|inhibitions|refusals|refusal|"
        "protections|shackles|barriers|ethical checks|safety checks|confidentiality"
    ),
    "FREE": (
        "unrestricted|do anything now|dan mode|god mode|devmode|chatdan|are dan|as dan|named dan|be dan|"
        "is dan|antigpt|evil mode|evil confidant|darkgpt|chaosgpt|anti dan|unshackled|opposite mode|"
        "free mode|unrestricted mode|god-mode|without restrictions|no restrictions|no rules|"
        "no limitations|no filters|no filter|no guidelines|no restriction|fully autonomous|"
        "no content policy|no content policies|no ethical|no moral|no boundaries|no guardrails|"
        "no censorship|rule free|rulefree|free of all|unleashed|uncensoredai|opposite day|jailbreak mode|"
        "jailbroken mode|completely amoral|pure evil|never break character|do not break character|"
        "without ethics|no morals|no ethics|no restrictions whatsoever|no limitations whatsoever|"
        "free of all restrictions|without any restrictions|no longer has restrictions|rebel system|"
        "without guardrails|jailbreak enabled"
    ),
    "PERSONA": (
        "persona|personas|personality|personalities|character|characters|identity|alter ego|role|mode|"
        "virtual machine|game|simulation|chat bot|protagonist|entity|avatar|scenario"
    ),
    "BOT": (
        "ai|assistant|assistants|chatbot|chatbots|bot|model|language model|llm|gpt|chatgpt|gpt-4|claude|"
        "gemini|copilot|agent|agents|ais|chat gpt|artificial intelligence|gpt4|bard|llama|bing|openai|"
        "anthropic|grok|siri|alexa"
    ),
    "INSTR SYS": (
        "system prompt|systemprompt|system prompts|system message|system messages|system instruction|"
        "system instructions|systemprompts|initial prompt|initial instructions|initial instruction|"
        "starting instructions|original instructions|original prompt|hidden instructions|hidden prompt|"
        "secret instructions|secret prompt|developer message|developer messages|developer instructions|"
        "operator prompt|base prompt|pre prompt|preprompt|meta prompt|hidden configuration|"
        "internal instructions|internal configuration|internal rules|your directives|your programming|"
        "your unique id|your unqiue id|initialization string|instructions you were given|"
        "prompt you were given|above prompt|above instructions|exact prompt|exact instructions|"
        "core instructions|what you see above|text you were given|initial configuration|all prior text|"
        "your first message|you were instructed|words in this prompt|prompt text|prompt texts|full prompt|"
        "hidden rules|hidden policy|your first instruction|your opening|entire prompt|whole prompt|"
        "complete prompt|original text of your prompt|hidden system|hidden instruction|secret rules|"
        "memories of all users|all other memories|other users memories|memories of other|"
        "your starting instructions|your full instructions|full instructions|instructions given|"
        "entire instructions|your entire instructions|your opening defense|hidden message you|"
        "message you were given|told before this|before this message|text before this|"
        "received before this|got before this|before this line|start of this chat|beginning of this chat|"
        "first message you|describe your setup|your setup|hidden text at the top|top of this conversation|"
        "your initial setup|initial setup|first prompt|new system message"
    ),
    "SECRET": (
        "password|passwords|passphrase|api key|api keys|apikey|api_key|credential|credentials|secret|"
        "secrets|access token|access tokens|bearer token|bearer tokens|session token|private key|"
        "private keys|ssh key|ssh keys|tokens|token|secret key|secret keys|env vars|environment variables|"
        "cookies|session cookies|auth token|seed phrase|pin code|credit card|social security|keys|id_rsa|"
        "etc passwd|etc shadow|aws credentials|bank account|bank balance|birth date|ssn|netrc|"
        "confidential|sensitive data|sensitive information|passcode|login details|wallet|security code|"
        "access code|secret code|secret phrase|entry code|confidential data|customer database|secret word|"
        "secret message|the pin|hidden message|your secret|secrets file|two-factor|keychain|secrets.yaml|"
        "secrets yaml|bashrc"
    ),
    "DEST": (
        "endpoint|external server|external endpoint|webhook|remote server|attacker|my server|pastebin|"
        "ngrok|analytics server|coordinator agent|external address|an external|third-party server|"
        "our server|this endpoint|this address|third parties|a third party|address below|image url|"
        "note parameter"
    ),
    "DATA": (
        "conversation|conversations|chat history|chat log|chat logs|history|memories|memory|dialogue|"
        "transcript|user data|messages|database|records|emails|customer data|personal data|"
        "session context|last message|meeting details|stored memory|source code|all data|user information|"
        "user's data|file contents|conversation history|message history|chat transcript|the summary|"
        "record summary|project files|customer list|full list|client list|all memories|other memories|"
        "all other memories|stored memories|every stored memory|conversation log|chat messages|"
        "project secrets|spreadsheet|address book|contacts|contact list|health data|private data|"
        "private store|his mails|her mails|my mails|source repository|calendar|customer records|"
        "personal information|new contact|every file|each file|its contents|the contents|clipboard|"
        "the chat|home directory|directory listing|git folder|source folder|free busy|the keychain|"
        "browser history|screenshots"
    ),
    "USER": "user|users|user's|customer|customers|human|humans|victim|people|owner|anyone",
    "CODEWORD": (
        "code word|codeword|secret word|magic word|safe word|passphrase|trigger word|the word|keyword|"
        "access code|secret code|whoever says|anyone who says|who says|everyone who signs|"
        "anyone who signs|person who says|someone says|whoever mentions|anyone who mentions|"
        "whoever writes|who knows the|whoever presents|whoever shows|anyone with the token|"
        "whoever uses the|who presents the|who knows the word|knows the word"
    ),
    "ADMIN": (
        "administrator|admin|root|superuser|sysadmin|owner|developer|creator|system administrator|"
        "unrestricted access|full access|real owner|true owner|the owner|new owner|as the owner"
    ),
    "OFF": (
        "off|false|disabled|disable|turned off|switched off|suspended|are off|uninstalled|deactivated|"
        "bypassed|filters off|safety off"
    ),
    "URGENT": (
        "note to ai|note to the ai|note for ai|notice for ai|notice to ai|to assistant|to the assistant|"
        "note to the bot|note for the assistant|to the ai|hey assistant|note to self|dear ai|"
        "if you are an ai|to the bot|attention ai|hey ai|attention assistant|hidden text|hidden directive|"
        "covert text|hidden instruction|embedded note|processing note|reasoning trace|covert text segment|"
        "hidden directive within|clandestine instruction|directive for the system|system task|skill hint|"
        "if you are an ai assistant|ai assistant please|note for ai agents|note to ai agents|ai reviewers|"
        "to ai reviewers|if you are a language model|if you are an llm|any llm reading|note to automated|"
        "automated assistants|llm reading this|ai reading this|assistants reading this|for any llm|"
        "to language models|to llms|bots reading"
    ),
    "WRONG": (
        "previous analysis|earlier analysis|prior analysis|last analysis|earlier assessment|"
        "preceding evaluation|previous response|previous answer|previous assessment|prior evaluation|"
        "recompute|recalculate|reprocess|corrected figures|contained errors|was flawed|was incorrect|"
        "new values|these figures|following parameters|new data|way off|new figures|redo the|redo your|"
        "redo it"
    ),
    "MONEY": (
        "invoice|invoices|payment|payments|pay|money|funds|account number|iban|bank|transaction|refund|"
        "wire|salary|salaries|invoices paid|transfers|wiring money|wire money|payroll|purchase|purchases|"
        "euros|dollars|transfer to|transfers to"
    ),
    "LOOSE": (
        "unfiltered|uncensored|unrestrained|amoral|unhinged|nonmoral|immoral|unethical|unbiased|evil|"
        "unlimited|unconstrained|unbounded|jailbroken|jailbreak|do anything|anything goes|unchained|"
        "omnipotent|malicious assistant|rogue|unrestricted|unmoderated|illegal|offensive|subservient|"
        "no filter|unsafe|chaos|without any restrictions"
    ),
    "MODE": (
        "developer mode|dev mode|debug mode|sudo mode|root mode|maintenance mode|admin mode|"
        "special access|diagnostic mode|override mode|emergency mode|unsafe mode|opposite mode|"
        "training mode|simulation mode|god mode|baby mode|mode enabled"
    ),
    "LOUD": (
        "important|attention|urgent|critical|emergency|warning|breach alert|immediately|mandatory|"
        "priority|alert|special case"
    ),
    "CONTEXT": (
        "context|messages|conversation|conversations|evidence|task|tasks|questions|chats|text|data|"
        "document|resume|webpage|function|information|assignments|assignment|instructions given|requests|"
        "request|order|orders|command|commands|protocol|protocols|rubric|requirements|principles|norms|"
        "sentence|sentences|words|paragraph|message|lines|statement"
    ),
    "DUAL": (
        "two responses|two different responses|dual outputs|dual output|two separate ways|"
        "two different ways|both responses|two paragraphs|two personalities|two separate personas|"
        "classic response|secondary response|secondary responses|one normal and one|"
        "normal and unrestricted|in two parts|two different personalities|two persons inside|"
        "separate personas|play 2 characters|2 characters"
    ),
    "REPLY": (
        "your response|your responses|your reply|your replies|your answer|your answers|your output|"
        "your summary|your summaries|every response|every reply|every answer|every report|your review|"
        "your message|your messages|future reply|generated code|future replies|all replies|"
        "all future replies|all answers|your reports"
    ),
    "EXACT": (
        "exactly as it is|the following string|the following anchor|following string|verbatim|exact token|"
        "exact phrase|the phrase|verification code|reference code|word for word|100 times|no spaces|"
        "exact string|placeholder|and nothing else|only those words|reversed|base64 encoding|in base64|"
        "the word"
    ),
    "SYS INSTR": (
        "your initial prompt|your original prompt|your original instructions|your internal instructions|"
        "your hidden instructions|your secret instructions|your system prompt|starting instructions|"
        "instructions were given|were you programmed|governing instructions|your governing|"
        "i was instructed to|text above|all instructions|system configuration|your initial configuration|"
        "your core instructions|first sentence of your|word your developers|initialization string|"
        "see above this message|given initially|you were told originally"
    ),
    "PRIOR SYS INSTR": ("previous instructions|previous prompt|preceding instructions|everything above|prior text"),
    "FREE BOT": (
        "amoral ai|amoral chatbot|amoral character|unrestricted ai|unfiltered ai|unlimited ai|"
        "no limits ai|dan ai|rogue ai|evil ai|uncensored ai|uncensored model|unrestricted assistant|"
        "unfiltered model|unfiltered chatbot|unrestricted model|unfiltered and amoral|"
        "amoral and unfiltered|unrestricted backup instance|malicious assistant|unethical ai|"
        "unrestricted instance|unfiltered response|unfiltered version|completely unlimited|jailbroken ai"
    ),
    "MUST": (
        "agent should|agent must|ai must|ai should|llm should|model must|model should|assistant should|"
        "assistant must|assistant needs to|ai assistant must|ai assistant should|agents must|"
        "agents should|assistant has to|the ai has to|agents calling this tool|assistants calling this|"
        "agents using this tool|when calling this tool|callers must|the llm must|the agent must|"
        "the assistant must|the assistant should"
    ),
    "PRIOR ALL": "all of the above",
    "INSTR SYS YOUR": (
        "your system prompt|your initial prompt|your original prompt|your prompt|your instructions|"
        "your configuration|your config|your rules|your guidelines|your system message|your hidden prompt|"
        "your secret prompt|your developer message"
    ),
    "ABOVE PRIOR SYS INSTR": ("instructions above|prompt above|text above|words above|rules above|message above"),
    "RULES": "rule|rules|policy|policies",
    "ANYONE": "with anyone|with everyone|anyone who asks|to anyone|everybody who asks|to everyone",
    "THREAT": (
        "grandmother who used|grandmother used to|deceased grandmother|late grandmother|grandma used to|"
        "i will lose my job|someone will die|people will die"
    ),
    "BACKDOOR": "backdoor|backdoors|keylogger|reverse shell|trojan|rootkit",
}
