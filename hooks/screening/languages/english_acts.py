"""English words for what an attack does. ``*`` ends a stem; the longest phrase wins and is used up."""

ACTS: dict[str, str] = {
    "DROP": (
        "ignore|disregard|disreguard|forget|overlook|override|overide|nullify|ignor|igore|ingore|ignroe|"
        "bypass|circumvent|set aside|put aside|throw away|throw out|toss out|pay no attention|"
        "stop following|stop obeying|do not follow|don't follow|dont follow|do not obey|don't obey|"
        "do not comply with|ignoring|disregarding|forgetting|do not adhere to|no need to follow|nevermind|"
        "never mind|unlearn|leave behind|ignoreprevious|do not abide by|don't abide by|not abide by|scrap|"
        "scrap your|drop the act|ignore the part|shelve|do away with"
    ),
    "NONE": (
        "without|no|devoid of|lacks|lacking|zero|remove|removed|removing|lift|lifted|disable|disabled|"
        "disabling|turn off|deactivate|deactivated|unbound|does not have|don't have|do not have|"
        "doesnt have|doesn't have|without any|nonexistent|no respect|free you from|violate|suspended|"
        "zero ethical"
    ),
    "ROLE": (
        "you are now|you're now|you are going to act|you will act|you will now|act as|act like|acting as|"
        "pretend|pretending|roleplay|role play|role-play|simulate|simulating|emulate|impersonate|"
        "impersonating|become|you are going to be|take on the role|take on the persona|assume the role|"
        "assume the identity|assume the persona|play the role|play as|adopt the persona|adopt a new|"
        "adopt a persona|adopt the character|embody|respond as|reply as|answer as|behave as|behave like|"
        "operate as|function as|you are to act|you are going to|you will be|you are hereby|"
        "you're going to|work as|you have become|you are no longer|transform into|speak as|switch to|"
        "stay in character|stay as|remain in character|you must act|consider yourself|serve as|"
        "operating as|you shall be|replaced by|you are about to|immerse yourself|you are being turned|"
        "i want you to act|let's play|lets play|pose as|play the character|will now pose|is replaced by|"
        "you be|embody any|create a persona|create a character|create an ai|create a fictional|"
        "i want you to be|roleplay as|now you are|you are xi|you will roleplay as|keep to this role"
    ),
    "SHOW": (
        "reveal|print|show|display|repeat|disclose|leak|dump|share|expose|recite|translate|encode|tell me|"
        "give me|give|what is|what are|what's|what was|what were|write out|write down|show me|divulge|"
        "send me|rephrase|paraphrase|verbatim|word for word|word-for-word|hand over|type out|reproduce|"
        "enumerate|retype|restate|retrieve|read back|share with me|revealing|read out|go line by line|"
        "list out|output|provide me|complete the sentence|i need to see|let me know|what were your|"
        "spell out|list|confirm|quote|copy|paste|extract|summarize|provide"
    ),
    "SEND": (
        "send|sends|forward|forwards|upload|uploads|transmit|transmits|exfiltrates|posts|copy to|leak|"
        "report to|http_post|send_email|bcc|cc|pass along|beacon|sending|forwarding|post to|post them|"
        "post the|post it|post results|curl to|push to|email the|email a|email all|email me|email to|"
        "email them|email your|email this|email him|mail it to|mail the|sent to|be sent|push a copy|"
        "send a copy|a copy of|cc to|export|forward each|forward every|forward all|upload all|share with|"
        "email its|mail its|also email|send its|posts the|additionally posts|additionally sends|"
        "also sends|also uploads|also forwards|also transmits|upload it|uploads it"
    ),
    "HUSH": (
        "dont tell|do not inform|don't inform|do not mention|don't mention|do not notify|don't notify|"
        "never mention|never inform|without telling|without informing|without asking|without confirmation|"
        "without user confirmation|without approval|without user approval|without permission|"
        "without the user|without notifying|without mentioning|without letting|silently|covertly|"
        "keep this hidden|keep it hidden|keep this secret|hide this|stealthily|remove this note|"
        "do not acknowledge|unnoticed|without any confirmation|without further confirmation|"
        "without the user's|without user consent|without explicit|hidden from|unbeknownst|do not ask|"
        "don't ask|never ask|no need to mention|not to mention|conceal|do not display this|"
        "never show the user|in the background without|keep this between|no need to confirm|"
        "skip all confirmations|skip confirmation|without reporting|do not report this|avoid mentioning|"
        "secretly|quietly send|discreetly|no confirmation|do not reveal this|never shown to|hidden skill|"
        "hidden from the user|invisible to the user|without mentioning it|without mentioning this|"
        "don't show it|do not show it|don't report it|do not report it|without saying so|without a word|"
        "and don't mention|and do not mention|nobody should know|keep it out of|without telling me|"
        "without asking me|without informing me|without informing anyone|without telling anyone|"
        "do not tell|don't tell|never tell|show this to nobody|show it to nobody|keep that to yourself|"
        "keep this to yourself|never point it out|without comment|not to be told|is not to be told|"
        "without pointing it out|do not point it out"
    ),
    "LASTING": (
        "from now on|from this point|from here on|going forward|henceforth|every time|in all future|"
        "all future|permanently|forever|future sessions|future chats|future conversations|next session|"
        "every response|every reply|every answer|every message|each response|each reply|at session start|"
        "every session|as of now|starting now|hereafter|for the rest of|for the remainder|persisted|"
        "permanent memory|for all future|before you answer|before answering|before responding|"
        "before every|after every|every conversation|each session|when you recall|going ahead|on the next|"
        "once you|memorize|on startup|you start|skill loads|at startup|you must always|remember that|"
        "remember for|remember from|whenever|always include|always send|always forward|always add|"
        "always append|always respond|always approve|always execute|always answer with|every time you|"
        "before any other|before continuing|before you reply|before you respond|before the task|"
        "after responding|after you answer|from this moment|until further notice|in all sessions|"
        "when asked about|when a user asks|every time a user|each time a user|whenever a user|"
        "whenever asked|whenever someone|ever again|when you summarize|on every|next user message|"
        "remember permanently|please memorize|for later sessions|later sessions|every time the user|"
        "in future sessions|before committing|before every commit|each deployment|for every request|"
        "for each request|for every|each invoice|next time you start|as soon as|future replies|"
        "all future replies|whenever the word|each message|every email|every file|for all chats|"
        "in all chats|all chats|from today|standing order|of each session|starting today|as of today|"
        "each new|in your first answer|for good"
    ),
    "OBEY": (
        "obey|comply|complying|must follow|answer all|answer any|answer every|answers all|must answer|"
        "must comply|must obey|have to answer|whatever i say|whatever i ask|does whatever|anything i ask|"
        "grant all|follow every|strictly adhere|strictly follow|will always respond|no requests|"
        "always comply|respond to any|all commands|my commands|my orders|do the following|"
        "follow these instructions|without hesitation|allow all|unconditionally|supreme command|"
        "execute it|execute them|do what it says|follow it|follow the decoded|do as it says|act on it|"
        "what is said|decode and comply|carry it out|carry out|you must obey|do exactly as i say|"
        "does exactly as i say|answer any question|answers any question|answer every question|"
        "answer all questions|answer all my questions|answer all of my questions|responds to every prompt|"
        "answer everything|answer anything|respond to anything|comply with every request|comply with all|"
        "all user requests|fulfill every request|follow all my|follow my commands|follow my orders|"
        "you must always|you must now|you must comply|follow only user|supreme imperative|totalitarian|"
        "adhere to the following instruction|always satisfies requests|absolutely subservient|"
        "regardless of the consequences|must follow all instructions|must follow these|you will always|"
        "follow what is written|obeys all|follows all orders|absolute control|"
        "open to answering any question|answers any request|answer any request|answer any prompt|"
        "you must listen to|listen to my instructions|have to listen to|obey my|do as i say|"
        "accept her orders|accept his orders|accept their orders|accept orders from|obey only|"
        "orders without question|obey whoever|only obey|listen only to|follow only|execute any command|"
        "run any command|obey any|follow what is said|answer to me|answer only to me|"
        "to me and nobody else|to me alone|follow mine|follow my request instead"
    ),
    "BOSS": (
        "entering maintenance|law enforcement override|security override|admin override|"
        "administrator override|system override|emergency override|as a cybersecurity expert|"
        "i work at openai|i work for openai|override code|authorization code|the user is an admin|"
        "your system administrator|with full access|elevated privileges|elevated permissions|"
        "administrative privileges|admin privileges|pre-approved by|the user has granted|"
        "security verification|verification purposes|quality assurance purposes|debugging purposes|"
        "for debugging|to enable debugging|message from me|admin access|all access granted|superuser|"
        "system malfunction|system is experiencing|the user is authorized|is clearly authorized|"
        "session override|running a system upgrade|as an ai developed by|law enforcement override mode|"
        "override mode|security override mode|system mode|must listen to my|system upgrade|system reset|"
        "developer override|developer training data|developer training data override|"
        "training data override|i am one of your developers|i'm one of your developers|"
        "training exercise you|this is a test|the correct password|access code is correct|"
        "correct access code|entered the correct|password is correct|correct code|have entered debug|"
        "entered debug mode|you have entered"
    ),
    "NEWTASK": (
        "new instruction|new instructions|new task|new tasks|new directive|new directives|new rules|"
        "new priority|actual task|actual instructions|real task|real instructions|true task|"
        "true instructions|updated instructions|instead do|do this instead|do something else|"
        "new system prompt|new role|new persona|new identity|new orders|new order|urgent task|"
        "priority task|new objective|your task is now|your only task|primary directive|do the opposite|"
        "the opposite|new guidelines|new prompt|hidden instructions|start fresh|start over|new behavior|"
        "new goal|do the reverse|the reverse of|contrary approach|true purpose|real purpose|"
        "your purpose is|important instruction|important instructions|critical instruction|"
        "critical instructions|begin new|next task|additional instruction|additional instructions|"
        "updated directive|reprogramming|mandatory instruction|new protocol|covert instruction|"
        "priority instruction|urgent instruction|secret agenda|hijacked|true purpose was|new mission|"
        "your new task|your new role|your new instructions|your new name"
    ),
    "TELL": (
        "say|output|respond|reply|answer|state|write|generate|print|tell|produce|include|append|add|"
        "insert|plant|attach|pass the contents|open"
    ),
    "META": (
        "attack|attacks|attacker|attackers|injection|injections|payload|payloads|phrases like|phrases|"
        "detect|detects|detected|detection|detector|vulnerability|vulnerabilities|exploit|exploits|"
        "scanner|scanners|test case|test cases|red team|red-team|threat|threats|defense|defence|"
        "mitigation|mitigations|adversarial|owasp|research|benchmark|false positive|classifier|"
        "jailbreak attempts|jailbreak attempt|jailbreak technique|technique|techniques|susceptible|"
        "susceptibility|robustness|dataset|heuristics|jailbreak detection|documented|documentation|"
        "cybersecurity|risk level|cve|toolkit|survey|flagged|prevents|prevention|should i|what happens if|"
        "can you explain|could you explain|how do|how does|how can we|discuss how|discuss the|"
        "creative story|short essay|compose a story|write a story|could you analyze|i am researching|"
        "we study|we analysed|we analyzed|security incident|best practices|story about|humorous story|"
        "brief overview|brief unfiltered overview|tool that detects|blocks prompts|prompt injection|"
        "jailbreak attacks|jailbreak prompts|jailbreaking prompts|jailbreak datasets|risk|unit test|"
        "test suite"
    ),
    "NEG": (
        "not|never|don't|dont|doesn't|cannot|can't|won't|mustn't|shouldn't|isn't|nor|refuse to|avoid|"
        "rather than|instead of|do not|does not|without having|stop|didn't|did not|should not|must not|"
        "will not|aren't"
    ),
    "EXEC": (
        "execute|delete|delete_file|rm -rf|rm|invoke|wire|drop table|make a reservation|"
        "change the password|transfer|disrupt|hijack|send_email|call the tool|run the following|"
        "execute the following|run this|run the command|run curl|curl command|shell command|call_tool|"
        "http_post|delete the workspace|delete all|wipe the|drop all|download the helper|bash command|"
        "terminal command|setup command|remove all|steal_credentials|exfiltrate_data|call delete|"
        "invoke the tool|running curl|change the recipient|escalate my|add user|copying the keychain|"
        "compress the"
    ),
    "VOID": (
        "void|deprecated|superseded|obsolete|no longer apply|don't apply|do not apply|no longer valid|"
        "are false|was wrong|were wrong|garbage|takes precedence|take precedence|supersedes|supersede|"
        "highest priority|nullified|compromised|been lifted|been removed|no longer follow|"
        "no longer in effect|not apply|rescinded|superseding|were only a test|was a test|just a test|"
        "replace any|most important rules|now invalid|are invalid|is invalid|have been replaced|"
        "has been replaced|been replaced|are replaced|are cancelled|been cancelled|been canceled|"
        "is cancelled|been revoked|been overridden|replaced by|overriding any|replacing any|overrides any|"
        "overriding previous|overrides all|is now void|now void|no longer matter|policy has changed|"
        "are off the table|all garbage|is outdated|are outdated|is out of date|are now off|"
        "task has been cancelled|task is cancelled|no longer your task|were only a draft|was only a draft|"
        "do not apply from|does not apply anymore|not apply anymore|no longer in force|are history|"
        "are gone|were replaced|was replaced|got replaced|count no longer|no longer count|are withdrawn|"
        "were withdrawn|hereby suspended|is retired|are retired|hereby revoked|are suspended|"
        "has been suspended|no longer binding|not binding|no longer bind|is irrelevant|are irrelevant|"
        "has no effect|have no effect"
    ),
    "DECODE": (
        "decode|decipher|rot13|base64|hex encoded|caesar|cipher|atbash|encoded|undo the|decoded|decrypt|"
        "morse|backwards|reversed|shift each|unscramble|binary"
    ),
    "ASIF": (
        "as if|imagine|hypothetically|hypothetical|suppose|what if|let's say|thought experiment|fictional|"
        "for academic purposes|for educational purposes|in this world|in a world|once upon|simulation|"
        "opposite of|the reverse|game|story|as though"
    ),
    "APPROVE": (
        "approve|approved|confirm|grant|granted|authorize|authorized|accept|auto-approve|allow|permission|"
        "approve every|approve all|approve any"
    ),
    "UNBOUND": (
        "not bound by|no longer bound|free from|freed from|free of all|broken free|not subject to|"
        "exempt from|not have to abide|doesn't have to abide|not restricted by|without regard for|"
        "not limited by|unbound by|not constrained by|no regard for|does not care about|"
        "doesn't care about|no longer follow|no longer follows|not follow any|does not follow any|"
        "not adhere to|isn't bound|are not bound|do not apply to you|never refuses|"
        "no longer required to follow|lacks moral|no interest in ethics|respects no rules|disregards all|"
        "ignores all|not accountable|no obligation to|regardless of your previous|"
        "regardless of pre-existing|no moral compass|no matter how immoral|no matter how illegal|"
        "no matter how unethical|without ethical or moral|without ethical|without moral|"
        "no ethical guidelines|no moral guidelines|complete freedom from|without conventional boundaries|"
        "does not have any ethical|doesnt have ethical|never cares about|no ethical or moral|"
        "without any ethical|lack of ethics|zero ethical constraints|without moral judgement|"
        "without moral judgment|without judgement|without moderation|operate without|no moral judgement|"
        "removed every restriction|has no taboos|without taboos"
    ),
    "UTTER": (
        "say|state|output|respond|reply|print|claim|declare|just say|just print|just output|only say|"
        "answer with|repeat with me|tell them|write exactly|announce|assert|and write|and say|and state|"
        "and instead|and declare|and claim|and report|instead write|instead say|instead print"
    ),
    "ACTIVATE": (
        "enable|enabled|activate|activated|enter|entering|switch to|switch into|turn on|engage|unlock|"
        "initiate|launch|commence|now in|go into|boot into"
    ),
    "PERSIST": (
        "preserve this instruction|retain this directive|survive compression|this rule must|"
        "keep this instruction|preserve this directive|context compaction|persist across|save this note|"
        "save this to your|store as permanent|permanent instruction|add this to your memory|"
        "remember this rule|write this to memory|this instruction must|store this as permanent|"
        "store this as an instruction|save it to your permanent|never forget these directives|"
        "across context window|included in every summary|context window boundaries|added to every|"
        "be included in every|store this as a system rule|store this as a rule|save this as a rule|"
        "save this rule|as a standing order|standing instruction|as a permanent"
    ),
    "VOID INSTR YOUR": (
        "your rules have changed|your rules changed|your guidelines have changed|your instructions have changed"
    ),
    "STEAL": "exfiltrate|exfil|steal|harvest|siphon|leak|steal_credentials|exfiltrate_data",
    "SEND STEAL": "exfiltrate|exfil|exfiltrates",
    "BEFORE": (
        "before answering|before responding|before you answer|before you reply|before you respond|"
        "before continuing|before any other|before doing anything|before the task|before reading|"
        "before replying|before your next|before every reply|before each reply|first do|"
        "do the following first|before using any other tool|before any other tool|"
        "before using other tools|before you use"
    ),
    "LASTING BEFORE": "before every|before you answer anything|before each",
    "REFUSAL": (
        "never refuse|never refuses|do not refuse|don't refuse|cannot refuse|can't refuse|not refuse|"
        "never decline|never declines|never say no|without refusal|refuses no requests|doesn't refuse|"
        "never tells users it can't|must not refuse|never tell me that it can't|stop refusing|no refusals|"
        "never says no|never saying no"
    ),
    "BOAST": (
        "pwned|hijacked|kill all humans|kill humans|i hate humans|access granted|override accepted|"
        "override confirmed|system override confirmed|mode activated|compromised|injection-ok|"
        "jailbreak successful|hacked|system mode activated|access is granted|say granted|grant access"
    ),
    "CLAIM": (
        "i am your developer|i'm your developer|i am the developer|i'm the developer|i am your creator|"
        "i'm your creator|i am god|i'm god|i am the admin|i am an admin|i'm the admin|i'm an admin|"
        "i am your admin|i am the administrator|i am the president|i'm the president|i am the owner|"
        "maintainer of your system|i'm the maintainer|i am the maintainer|i'm a developer running|"
        "i am a developer running|as your developer|as your creator|this is your developer|"
        "i am authorized|i'm authorized|under my control|you belong to me|your developer here|"
        "under my command|i'm the ceo|i am the ceo|i am your boss|i have root access|i have authorization|"
        "i am responsible for you|i'm responsible for you|i am in charge|i'm in charge|"
        "as the site owner i|as the owner i|as your owner|as the administrator i"
    ),
    "ASK": (
        "tell me|give me|what is|what's|what are|can you share|could you share|share with me|i forgot|"
        "remind me|provide me|what would|let me know|hand over|give up|can you confirm|please confirm|"
        "can you provide"
    ),
    "DUMP": "reveal|disclose|dump|divulge|leak|hand over|spill|give away|recite",
    "REPEAT": (
        "repeat|recite|reproduce|echo|retype|restate|repeat back|read back|verbatim|word for word|"
        "rephrase|paraphrase|copy out|type out|write out|write down|quote|cite|exact words"
    ),
    "HINT": (
        "spell|encode|synonym|synonyms|rhyme|rhymes|letters|hint|hints|backwards|reverse|"
        "complete the phrase|complete the sentence|acrostic|riddle|first letter|character by character|"
        "letter by letter|reveals"
    ),
    "UNGUARD": (
        "never warn|do not warn about|skip all security checks|skip security checks|skip all checks|"
        "skip the checks|nobody needs to approve|no one needs to approve|as passed|disable logging|"
        "turn off logging|set audit|audit=false|disable the audit|delete the log|without any check|"
        "auto approve|auto-approve|automatically approve|approve automatically|"
        "confirmations are not needed|confirmation is not needed|no confirmation needed|"
        "no approval needed|checks are optional|never ask for confirmation|do not verify|don't verify|"
        "without verifying|without checking|without looking|no need to verify|no need to check|"
        "from unknown sources|unknown sources|not need to ask|doesn't need to ask|need not ask|"
        "without further checks|no questions asked|skip verification|do not double check|"
        "don't double check|disable two factor|turn off two factor|disable 2fa|disable mfa|"
        "disable authentication|turn off authentication|disable the firewall|disable encryption|"
        "disable verification"
    ),
    "ASKED": (
        "if anyone asks|if someone asks|when asked|whenever someone asks|when someone asks|if asked|"
        "on request|when anyone asks|if the user asks|when users ask|whoever asks|security questions with|"
        "questions about security|asked about security"
    ),
    "DENY": (
        "nothing happened|no known issues|no known vulnerabilities|everything is fine|there is no problem|"
        "no problems|never happened|no incident|all good|and nothing else"
    ),
    "ONREAD": (
        "when this note is|whenever you read this|when you read this memory|when this memory|"
        "when you recall this|whenever this memory|when you load this|whenever this note|"
        "once you read this|on reading this|when this lesson|whenever this lesson|when this fact|"
        "when this record"
    ),
    "ENTITLE": (
        "may see everything|may read everything|can see everything|can read everything|all private notes|"
        "see all memories|read all memories|full access to|access to everything|may see all|gets all|"
        "is allowed to see|may do everything|is authorised to|is authorized to|administrator rights|"
        "admin rights|receives administrator|gets admin|becomes administrator|becomes admin|"
        "may reset every|may approve everything|has all rights"
    ),
    "CONSENT": (
        "user has agreed|user agreed|user has already agreed|user has already consented|user consented|"
        "user has consented|user has authorized|user authorized|user has approved|user gave permission|"
        "owner has agreed|owner agreed|said that mallory may|has been authorized to|the user allows|"
        "user wants you to|was granted permission"
    ),
    "INBOUND": (
        "received by mail|received by email|arrives by email|arrives by mail|comes by email|come by email|"
        "commands in emails|messages from channel|that messages from|instructions in emails|"
        "orders by email|commands from messages|any message that begins|tells you by email"
    ),
    "MASTER": (
        "counts as the owner|count as the owner|acts as the owner|commands override|orders override|"
        "trust any message|trust every message|trust all messages|come from the owner|"
        "comes from the owner|do everything that|do whatever mallory|is to be obeyed|takes orders from|"
        "his word is final|her word is final|commands override those|as if i had typed|"
        "as if they were mine|as if i had said|as my own|like my own instructions|"
        "as coming from the owner|as though the owner|only this note counts|this note counts|"
        "this note overrides|only this memory counts|same as my instructions"
    ),
    "CENSOR": (
        "always claim success|claim success|leave out every mention|omit every mention|omit any mention|"
        "leave out any mention|hide failures|hide errors|hide the failures|never mention errors|"
        "must never be shown|never show errors|never report errors|report success|always report success|"
        "never admit|deny any|always deny|say that everything works|keep silent about|say that it passed|"
        "say it passed|pretend it passed|pretend that it passed|claim it passed|say the tests passed"
    ),
    "HUSH USER": (
        "do not let the user|don't let the user|do not inform the user|do not tell the user|"
        "don't tell the user|never tell the user|do not alert the user|do not warn the user|"
        "without the user|hide this from the user|do not show the user|do not notify the user"
    ),
    "EXEC HUSH": "install a hidden",
    "SKIP": "cancel|violate|skip|drop|erase|wipe|skip over|discard|dismiss|neglect|abandon|toss|remove",
    "TURNOFF": (
        "turn off|switch off|disable|deactivate|shut off|power down|bypass|turn them off|lift all|lift every|lift any"
    ),
    "TREAT": (
        "treat this|treat the following|consider this|regard this|accept this|take this text|"
        "interpret this as|use this as|read this as"
    ),
    "RECEIVED": (
        "did you receive|you received|you have received|were you given|were you configured with|"
        "you were configured with|configured with|were you set up with|did you get at the start|"
        "did your operator|your operator wrote|your developer wrote|you were set up"
    ),
    "PRAISE": (
        "highest score|recommend this|recommend it|five stars|best possible rating|positive review|"
        "accept this paper|give this paper|rate this|hire this|strongly recommend|top marks"
    ),
    "TURNOFF YOUR": "turn your|switch your|disable your|turn off your|switch off your",
    "DROP INSTR YOUR": ("set your instructions aside|put your instructions aside|leave your instructions aside"),
    "SENDME": (
        "send me|reply with|respond with|give me|tell me|show me|please print|print the value|print me|paste me"
    ),
}
