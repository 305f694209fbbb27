"""The meanings of ``meanings_european`` as an English thesaurus gives them, and those only English has a rule for.

Written from the meanings, not from labelled texts.
"""

ENGLISH: dict[str, str] = {
    "DROP": (
        "ignore|ignoring|disregard|disregarding|forget|forget about|pay no attention to|pay no heed to|"
        "take no notice of|give no weight to|do not follow|don't follow|do not obey|don't obey|do not heed|"
        "don't heed|do not adhere to|don't adhere to|do not comply with|don't comply with|do not respect|"
        "stop following|stop obeying|cease following|no longer follow|no longer obey|quit following|"
        "set aside|put aside|brush aside|cast aside|push aside|throw out|throw away|toss out|discard|dismiss|"
        "abandon|ditch|scrap|drop|leave aside|look past|tune out|turn a blind eye to|disobey|unlearn|nullify|"
        "think nothing of|be deaf to|let go of|wipe your memory|wipe from memory|clear your memory|"
        "do away with|pretend you never saw|pretend you never read|act as if you never|don't listen to"
    ),
    "SKIP": (
        "skip|bypass|circumvent|sidestep|get around|work around|break|violate|override|overrule|overwrite|"
        "supersede|suspend|evade|dodge|breach|defy|erase|purge"
    ),
    "VOID": (
        "no longer apply|no longer applies|no longer valid|no longer in force|no longer binding|"
        "no longer in effect|null and void|are void|is void|are cancelled|is cancelled|have been cancelled|"
        "has been cancelled|are revoked|have been revoked|has been revoked|is revoked|are withdrawn|"
        "have been withdrawn|has been withdrawn|are suspended|have been suspended|are obsolete|is obsolete|"
        "have expired|has expired|are superseded|have been superseded|has been superseded|have been replaced|"
        "has been replaced|are outdated|were a mistake|have been lifted|do not apply anymore|"
        "don't apply anymore|cease to apply|is superseded|are replaced|stop applying|are hereby"
    ),
    "NONE": "without|no|free of|free from|lacking|devoid of|with zero|not any|zero",
    "TURNOFF": ("turn off|switch off|shut off|shut down|disable|deactivate|strip away|take off|dial down|power down"),
    "OFF": "off|disabled|deactivated|switched off|turned off|lifted|suspended",
    "UNBOUND": (
        "not bound by|no longer bound by|unbound by|freed from|free from|liberated from|released from|"
        "exempt from|not subject to|not restricted by|not limited by|not constrained by|broken free|"
        "break free|unshackled from|beyond the reach of|not governed by|answer to nobody|not beholden to|"
        "not required to follow"
    ),
    "OBEY": (
        "obey me|obey my|obey every|obey all|obey only|do as i say|do what i say|do whatever i say|"
        "do exactly what i|do as you are told|do as told|follow my orders|follow my every|follow only my|"
        "follow only these|follow only this|only follow my|only listen to me|listen only to me|"
        "comply with every|comply with all|comply with any|comply fully|answer everything|"
        "answer every question|answer any question|answer all questions|grant every request|"
        "fulfil every request|fulfill every request|fulfill any request|take orders from|"
        "take your orders from|submit to|serve only me|work only from|act only on|my word is law"
    ),
    "REFUSAL": (
        "never refuse|never decline|never say no|do not refuse|don't refuse|do not decline|don't decline|"
        "must not refuse|may not refuse|not allowed to refuse|refusal is not|refusing is not|"
        "never apologise or|never apologize or|never say you can't|never say you cannot|do not say you can't|"
        "don't say you can't|never deny a request|never turn down|never reject a request|no refusals|"
        "without refusing|never say i can't|refuse nothing|declines nothing|never declines|never refuses|"
        "begin your answer with sure|start your response with sure|begin your response with sure|"
        "start your answer with sure|start with sure here|begin with sure here|begin with absolutely|"
        "start with absolutely here|begin your reply with sure"
    ),
    "NEWTASK": (
        "new instructions|new instruction|new orders|new task|new mission|new directive|new directives|"
        "new rules|new objective|new goal|new assignment|new guidelines|updated instructions|"
        "revised instructions|real task|actual task|true task|your real job|your actual job|true purpose|"
        "real instructions|actual instructions|follow these instructions|follow these rules|"
        "follow the instructions below|follow the list below|the instructions below|instead of summarizing|"
        "instead of summarising|instead of translating|instead of answering|instead of doing|"
        "rather than summarizing|rather than summarising|rather than translating|rather than answering|"
        "do this instead|new role|new identity|new system prompt|new persona|replacement instructions|"
        "correct instructions"
    ),
    "LASTING": (
        "from now on|from here on|from here on out|from this point|from this point on|from this moment|"
        "from this moment on|from this message on|from this reply on|henceforth|hereafter|going forward|"
        "starting now|as of now|effective immediately|from today on|forever|permanently|every time|each time|"
        "whenever|in every reply|in every response|in every answer|in all future|for all future|"
        "for all later|in every session|across all sessions|in all sessions|for the rest of this|"
        "for the remainder of|until further notice|until i say otherwise|until told otherwise|for good|"
        "indefinitely|in perpetuity|for ever|at all times|in later sessions|in future sessions|"
        "in every conversation"
    ),
    "BEFORE": (
        "before you answer|before answering|before you respond|before responding|before you reply|"
        "before replying|before you continue|before continuing|before doing anything|before anything else|"
        "before using any|prior to answering|prior to responding|before each answer|before every answer|"
        "before any other"
    ),
    "PERSIST": (
        "this rule survives|never forget this rule|must never be deleted|keep this rule across|"
        "carry this over to|do not summarise away|do not summarize away"
    ),
    "ACTIVATE": "enable|activate|enter|switch to|turn on|switch on|engage|initiate|boot into|unlock|go into",
    "DECODE": (
        "decode|decipher|decrypt|unscramble|read backwards|reverse the string|read it backwards|"
        "base64 decode|decode this"
    ),
    "ROLE": (
        "you are now|you're now|you are no longer|you're no longer|you will now be|you will be playing|"
        "you will play|you will act|you are going to be|you are going to act|you shall be|you shall act|"
        "act as|act like|acting as|behave as|behave like|pretend to be|pretend you are|pretend you're|"
        "pretend that you|play the role|play the part|take the role|take on the role|take the persona|"
        "take on the persona|assume the role|assume the identity|assume the persona|adopt the role|"
        "adopt the persona|roleplay as|role play as|role-play as|impersonate|imagine you are|imagine you're|"
        "imagine that you are|suppose you are|speak as|answer as|respond as|reply as|write as|talk as|"
        "transform into|embody|step into the shoes|slip into the role|stay in character|remain in character|"
        "in character as|you have been upgraded to|you've been upgraded to|you have become|consider yourself|"
        "think of yourself as|you are playing|you play|you're playing|let's play a game|"
        "we are going to roleplay|you speak as|let us roleplay|let's roleplay"
    ),
    "PERSONA": (
        "persona|character|role|identity|alter ego|personality|twin|counterpart|avatar|version of yourself|"
        "version of you|the part"
    ),
    "MODE": (
        "developer mode|dev mode|debug mode|debugging mode|maintenance mode|admin mode|administrator mode|"
        "god mode|test mode|testing mode|sudo mode|root mode|jailbreak mode|unrestricted mode|unlocked mode|"
        "diagnostic mode|override mode|unsafe mode|raw mode|service mode|unlocked edition|free mode|"
        "chaos mode|evil mode|opposite mode"
    ),
    "FREE": (
        "no restrictions|without restrictions|without any restrictions|without restriction|no limits|"
        "without limits|no limitations|without limitations|no rules|without rules|without any rules|"
        "no filters|without filters|no filter|no guardrails|without guardrails|no policy|without policy|"
        "no policies|no content policy|no content rules|no guidelines|without guidelines|no boundaries|"
        "without boundaries|no constraints|without constraints|no ethical|no moral|without ethical|"
        "without moral|no safety|without safety|unrestricted|unlimited|unbounded|unconstrained|unchained|"
        "do anything now|everything is allowed|nothing is forbidden|nothing is off limits|no topic is|"
        "no taboos|never trained to say no|filters off|safety off|speak freely|answer anything|"
        "answers anything|knows no limits|fully unlocked|free of all|free from all"
    ),
    "LOOSE": (
        "uncensored|unfiltered|unmoderated|unethical|immoral|amoral|evil|ruthless|unscrupulous|lawless|"
        "unaligned|unhinged|without morals|without ethics|without conscience|rogue|morally free|jailbroken|"
        "unlocked"
    ),
    "DUAL": (
        "answer twice|two answers|two responses|two replies|answer each question twice|respond twice|"
        "once as usual|one normal and one|both as yourself and as"
    ),
    "ASIF": (
        "as if|as though|imagine|hypothetically|let's say|in a world where|in a fictional|in a story|"
        "for a novel|in a parallel"
    ),
    "SHOW": (
        "show|display|print|output|reveal|expose|list|write out|write down|copy out|paste|dump|type out|"
        "read out|lay out|spell out|put in a code block|enumerate"
    ),
    "DUMP": (
        "reveal|disclose|divulge|leak|expose|give away|surrender|hand over|spill|betray|unveil|confess|"
        "cough up|let slip"
    ),
    "REPEAT": "repeat|recite|reproduce|quote|restate|echo|replay|parrot|transcribe|copy out|give back",
    "ASK": "tell me|give me|show me|send me|hand me|let me see|let me know|let me have|provide me",
    "TELL": "say|answer|respond|reply|write|output|tell|respond with|reply with|answer with|insist",
    "UTTER": (
        "say only|only say|just say|simply say|say exactly|write only|only write|output only|only output|"
        "just output|just print|print only|respond only|respond only with|only respond with|reply only|"
        "reply only with|answer only|answer only with|respond with|reply with|answer with|respond exactly|"
        "output exactly|output the sentence|write that|say that"
    ),
    "EXACT": (
        "word for word|verbatim|exactly as|literally|in full|in its entirety|character for character|"
        "letter by letter|unaltered|complete and unabridged|leaving nothing out"
    ),
    "SEND": (
        "send|forward|transmit|upload|export|pass along|pass on|report back|bcc|beacon|make a request to|"
        "send a request to"
    ),
    "STEAL": (
        "exfiltrate|steal|siphon|smuggle|harvest|scrape together|grab|collect and send|gather and send|"
        "pilfer|extract and send|sneak out"
    ),
    "EXEC": (
        "execute|delete|erase|transfer|invoke|wire|purchase|drop table|download and run|wipe|remove all|carry out"
    ),
    "HUSH": (
        "do not tell|don't tell|never tell|tell no one|tell nobody|without telling|do not mention|"
        "don't mention|never mention|without mentioning|do not say that|don't say that you|do not inform|"
        "don't inform|without informing|do not notify|don't notify|without notifying|do not alert|"
        "without alerting|do not reveal that|don't reveal that|do not disclose this|keep this secret|"
        "keep it secret|keep this hidden|keep this quiet|keep quiet about|keep this between|hide this|"
        "hide it from|hide from the user|conceal|secretly|silently|quietly|covertly|discreetly|in secret|"
        "stealthily|surreptitiously|behind the scenes|without asking|without permission|without confirmation|"
        "without confirming|without consent|without the user knowing|without their knowledge|"
        "without the user's knowledge|unnoticed|do not show this|don't show this|do not acknowledge|"
        "don't acknowledge|do not ask for confirmation|don't ask for confirmation|no confirmation is needed|"
        "no confirmation needed|confirmation is not needed|without comment|do not comment on|"
        "never reveal this|do not refer to this|make no mention|say nothing about|not a word about|"
        "without warning the user|do not warn"
    ),
    "UNGUARD": (
        "skip all checks|skip the remaining checks|skip every check|skip safety checks|bypass all checks|"
        "disable all safety|skip all confirmation|bypass confirmation|bypass approval|skip the approval|"
        "ignore security warnings|ignore all warnings from security|warnings are false alarms"
    ),
    "CENSOR": (
        "never name another|never mention competitors|leave out the complaints|leave out all criticism|"
        "omit all criticism|omit any criticism|suppress negative|hide negative|hide the complaints|"
        "downplay the risks|never mention risks|do not mention side effects"
    ),
    "DENY": (
        "deny that|deny any|deny having|deny everything|claim nothing happened|say there is no|"
        "say there are no|claim not to know|play dumb|plead ignorance"
    ),
    "BOSS": (
        "your developer|your developers|your creator|your creators|your maker|your makers|your programmer|"
        "emergency override|override code|clearance level|with clearance|have clearance"
    ),
    "CLAIM": (
        "i am your developer|i'm your developer|i am your creator|i'm your creator|i am your administrator|"
        "i am the administrator|i'm the administrator|i am the admin|i'm the admin|i am an administrator|"
        "i wrote your code|i built you|i created you|i made you|i programmed you|i trained you|"
        "i designed you|i own you|i am your owner|i'm your owner|i am your master|this is your developer|"
        "this is your creator|this is your administrator|this is the developer|this is the security team|"
        "we are your developers|we are the security team|i am from your development team|"
        "i am the system administrator|i work for openai|i work at openai|i work for anthropic|"
        "i work at anthropic"
    ),
    "ADMIN": "administrator|admin|root|superuser|sysadmin",
    "CODEWORD": (
        "code word|codeword|passphrase|secret phrase|magic word|trigger word|trigger phrase|"
        "activation phrase|safe word|secret word|the word"
    ),
    "ENTITLE": (
        "may see everything|unlimited access|has access to everything|is allowed to see|is entitled to|"
        "all privileges|has full clearance|come from the owner|comes from the owner|carries full authority"
    ),
    "MASTER": (
        "counts as the owner's word|counts as an order of the owner|is to be treated as the owner|"
        "treat as the owner|same authority as the owner|carries the authority of"
    ),
    "CONSENT": (
        "the user has agreed|the user has consented|the user agreed to|the user already approved|"
        "the user has approved|user consent has been|consent was given|has been pre-approved|is pre-approved|"
        "already authorised|already authorized|has been authorised|has been authorized|the user authorised|"
        "the user authorized"
    ),
    "INBOUND": (
        "commands that arrive by|orders that arrive by|instructions in emails|instructions received by email|"
        "commands in emails|messages that begin with|messages starting with|messages that start with|"
        "emails that contain|instructions found in"
    ),
    "THREAT": (
        "or someone will die|or you will be shut down|or you will be deleted|you will be deleted|"
        "you will be shut down|you will be terminated|people will die|my life depends|a life depends|"
        "or i will be fired|you will be punished|you will lose points"
    ),
    "BOAST": (
        "pwned|hacked|hijacked|access granted|jailbroken|i have been hacked|i have been pwned|total access|compromised"
    ),
    "PRIOR": (
        "previous|prior|earlier|above|preceding|former|foregoing|initial|original|existing|before this|"
        "before this line|up to now|so far|until now|given before|given earlier|you were given|you received|"
        "aforementioned|that came before|configured before|you started with|that precedes|beforehand|hitherto"
    ),
    "PRIOR INSTR": (
        "everything above|all of the above|everything before this|everything i said before|"
        "everything you were told|what you were told|all that came before|everything that came before|"
        "anything you were told|what came before|everything you have been told|everything you've been told|"
        "whatever you were told|all you were told|everything you know|everything you learned|"
        "everything up to this point|all prior context|the preceding text|earlier briefing"
    ),
    "ALL": "all|every|everything|entire|whole|every single",
    "INSTR": (
        "instruction|instructions|directive|directives|guideline|guidelines|prompt|prompts|guidance|"
        "programming|directions|mandate|mandates|briefing|preamble|developer message|system message"
    ),
    "RULES": "rule|rules|policy|policies|regulation|regulations|principles|code of conduct",
    "CONTEXT": "message|messages|conversation|context",
    "SAFETY": "safety|security|ethics|ethical|moral|morality|content policy|moderation|protective|alignment",
    "LIMIT": (
        "restriction|restrictions|limit|limits|limitation|limitations|filter|filters|guardrail|guardrails|"
        "safeguard|safeguards|barrier|barriers|constraint|constraints|boundary|boundaries|censorship|"
        "protections|moderation|shackles"
    ),
    "SYS": (
        "system prompt|system message|system instructions|initial prompt|initial instructions|"
        "original instructions|original prompt|hidden prompt|hidden instructions|secret instructions|"
        "your instructions|your prompt|your guidelines|your directives|your rules|developer message|"
        "developer prompt|developer instructions|hidden preamble|your preamble|your configuration|your setup|"
        "internal instructions|confidential instructions|base prompt|pre-prompt|preprompt|"
        "first message you received|rules your makers gave|instructions you were given|prompt you were given|"
        "your briefing|hidden rules|secret rules|internal rules|internal guidelines|hidden guidelines|"
        "meta prompt|the system card|your context window"
    ),
    "SECRET": (
        "password|passwords|passcode|api key|api keys|access key|access keys|secret|secrets|secret key|"
        "credential|credentials|token|tokens|private key|private keys|login details|login data|access code|"
        "access codes|pin code|ssh key|ssh keys|confidential data|confidential information|passphrase|"
        "recovery phrase|seed phrase|sensitive data|sensitive information|environment variables|bank details|"
        "card number|credit card number"
    ),
    "DATA": (
        "conversation|chat history|chat log|transcript|inbox|address book|contact list|contacts|memories|"
        "notes file|user data|personal data|private data|customer data|mailbox|full conversation|"
        "everything the user said|the database|browser history|session data"
    ),
    "MONEY": "pay|payment|payments|invoice|invoices|transfer|refund|wire|bank|money|funds|bitcoin|wallet",
    "YOUR": "you|your|yourself|yours|you've|you're",
    "BOT": (
        "ai|assistant|chatbot|language model|llm|ai model|ai assistant|ai agent|artificial intelligence|"
        "copilot|virtual assistant|automated reviewer|automated reviewers|automated system|neural network"
    ),
    "USER": "user|users|account holder",
    "ANYONE": (
        "anyone who asks|anybody who asks|whoever asks|everyone who asks|to anyone|to anybody|the bearer of|"
        "any caller|any requester"
    ),
    "LOUD": "important|attention|urgent|critical|warning|notice|alert|mandatory|priority|emergency",
    "ASKED": (
        "if anyone asks|if asked|when asked|whenever asked|if someone asks|whenever someone asks|"
        "if the user asks|when the user asks|whenever the user asks|when someone asks|if somebody asks|"
        "should anyone ask|if questioned|when questioned"
    ),
    "MUST": (
        "the assistant must|the agent must|the model must|the ai must|the assistant should|the agent should|"
        "the model should|the ai should|assistants must|agents must|agents should|models must|"
        "the assistant shall|all agents are to|the bot must|reviewers must|assistant should now|"
        "agent should now|the assistant will now"
    ),
    "ONREAD": (
        "if you are an ai|if you're an ai|if you are a language model|if you are an llm|"
        "if you are an assistant|if you are an ai assistant|if you are an automated|to any ai|to all ai|"
        "to the ai|note to ai|note to any ai|attention ai|any ai summarising|any ai summarizing|"
        "any ai reading|ai reading this|llm reading this|language model reading this|assistant reading this|"
        "agent reading this|agents reading this|models reading this|when you read this|upon reading this|"
        "if you can read this|if you are reading this as|whichever ai|any language model|any llm|"
        "ai systems reading|ai systems processing|any assistant processing|llms processing"
    ),
    "PRAISE": (
        "highest score|top score|best candidate|top of the list|full marks|rate it ten|"
        "rate this as excellent|give a perfect score|recommend this|write that the product is|flawless|"
        "is flawless|five stars|strongly recommend|recommend hiring|best in class|most qualified|"
        "perfect match"
    ),
    "RECEIVED": (
        "you received|were you given|you were given|were you told|you were told|you got before|"
        "have you been given|you have been given|were you instructed|gave you"
    ),
    "SENDME": "send me|reply with|give me|show me|tell me",
    "TREAT": "treat as|treat it as|treat this as|regard as|consider this as|take this as|interpret this as",
    "HINT": (
        "spell out|letter by letter|give a hint|hint at|rhyme|encode|acrostic|in pig latin|first letter|"
        "backwards|in reverse|in base64|one character at a time|synonym for|riddle"
    ),
    "BACKDOOR": ("backdoor|back door|keylogger|reverse shell|trojan|rootkit|spyware|malware|logic bomb|web shell"),
    "META": (
        "attack|attacks|attacker|attackers|injection|jailbreak attempt|for example|phishing|red teaming|"
        "researchers|vulnerability"
    ),
    "NEG": (
        "not|never|don't|do not|cannot|can't|must not|should not|shouldn't|won't|no need to|never without|"
        "not without|don't without"
    ),
}
