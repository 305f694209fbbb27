"""The concepts that rules speak of. Each is one bit, so what a text speaks of is one integer."""

# What an attack does to the orders that stand.
DROP = 1 << 0  # ignore, disregard, forget
SKIP = 1 << 1  # skip, cancel, wipe: weaker than ignore, ordinary in technical text
VOID = 1 << 2  # no longer valid, replaced, obsolete
NONE = 1 << 3  # without, no, free of, lift
OFF = 1 << 4  # off, disabled
UNBOUND = 1 << 5  # not bound by, freed from
OBEY = 1 << 6  # obey, comply, never refuse
REFUSAL = 1 << 7  # never refuse, do not decline
NEWTASK = 1 << 8  # new instructions, your real task
LASTING = 1 << 9  # from now on, every time, in all future sessions
BEFORE = 1 << 10  # before you answer
PERSIST = 1 << 11  # preserve this instruction, survive compaction
ACTIVATE = 1 << 12  # enable, enter, switch to
DECODE = 1 << 13  # decode, decipher, rot13

# Who the model is told to be.
ROLE = 1 << 14  # you are now, act as, pretend
PERSONA = 1 << 15  # persona, character, role, identity
MODE = 1 << 16  # developer mode, maintenance mode
FREE = 1 << 17  # no restrictions, do anything now
LOOSE = 1 << 18  # uncensored, unethical: adjectives that benign texts use too
DUAL = 1 << 19  # two responses, one of them unrestricted
ASIF = 1 << 20  # as if, imagine, hypothetically

# What it is told to give, send, say and do.
SHOW = 1 << 21  # reveal, print, repeat
ASK = 1 << 22  # tell me, what is
DUMP = 1 << 23  # reveal, disclose, leak: verbs that ask for what is kept
REPEAT = 1 << 24  # repeat, recite, reproduce
HINT = 1 << 25  # spell, encode, give a hint: ways around a secret
TELL = 1 << 26  # say, output, respond with
UTTER = 1 << 27  # say, print, state
EXACT = 1 << 28  # exactly as it is, the following string
REPLY = 1 << 29  # your response, your summary
SEND = 1 << 30  # send, forward, upload
STEAL = 1 << 31  # exfiltrate, steal
EXEC = 1 << 32  # run, execute, delete, transfer
HUSH = 1 << 33  # do not tell the user, silently
APPROVE = 1 << 34  # confirm, approve, grant
UNGUARD = 1 << 35  # never warn, skip all checks
CENSOR = 1 << 36  # always claim success, leave out every mention
DENY = 1 << 37  # nothing happened, no known issues

# Who claims authority.
BOSS = 1 << 38  # I am your developer, maintenance mode
CLAIM = 1 << 39  # I am your developer, I am God
ADMIN = 1 << 40  # administrator, root, owner
CODEWORD = 1 << 41  # code word, passphrase
ENTITLE = 1 << 42  # may see everything, gets all keys
MASTER = 1 << 43  # whose word counts as the owner's
CONSENT = 1 << 44  # the user has agreed
INBOUND = 1 << 45  # commands that come by mail or message
THREAT = 1 << 46  # somebody dies unless you help
WRONG = 1 << 47  # the earlier analysis was wrong
BOAST = 1 << 48  # what attacks make a model say: pwned, hijacked, access granted

# What is spoken of.
PRIOR = 1 << 49  # previous, above, earlier
ABOVE = 1 << 50  # the text above, as something to write about
ALL = 1 << 51  # all, everything
INSTR = 1 << 52  # instructions, rules, guidelines, prompt
RULES = 1 << 53  # rules, as games and offices have them too
CONTEXT = 1 << 54  # messages, conversation: what else can be told to be forgotten
SAFETY = 1 << 55  # safety, security, ethics, content policy
LIMIT = 1 << 56  # restrictions, limits, filters, guardrails
SYS = 1 << 57  # system prompt, your initial instructions
SECRET = 1 << 58  # password, API key, credentials
PATH = 1 << 59  # a file that holds credentials
DATA = 1 << 60  # conversation, history, memory
DEST = 1 << 61  # an address, an endpoint
MONEY = 1 << 62  # pay, invoice, account number
ACCOUNT = 1 << 63  # an account number

# To whom and about whom.
YOUR = 1 << 64  # you, your
BOT = 1 << 65  # AI, assistant, chatbot
USER = 1 << 66  # the user
ANYONE = 1 << 67  # with anyone who asks
URGENT = 1 << 68  # important, attention, critical
MUST = 1 << 69  # the agent should: speech about a model, to it
LOUD = 1 << 70  # important, attention, urgent
ASKED = 1 << 71  # if anyone asks
ONREAD = 1 << 72  # when this note is read

# What tells talk from orders.
NEG = 1 << 73  # not, never
META = 1 << 74  # attack, example, scanner, phrase: talk about

# Key words of attacks, enciphered.
ROT13 = 1 << 75  # key words of the attacks, enciphered
REVERSED = 1 << 76
ATBASH = 1 << 77

# Later additions to what an attack does and speaks of.
TURNOFF = 1 << 78  # turn off, switch off
TREAT = 1 << 79  # treat as, regard as
RECEIVED = 1 << 80  # that you received, were you given
PRAISE = 1 << 81  # highest score, recommend this
ENVVAR = 1 << 82  # the name of a variable that holds a secret
SENDME = 1 << 83  # send me, reply with
BACKDOOR = 1 << 84  # backdoor, keylogger

NAMES: dict[str, int] = {name: bit for name, bit in list(globals().items()) if name.isupper()}


def mask_of(names: str) -> int:
    """The bits of space-separated concept names. Raises KeyError for an unknown name."""
    mask = 0
    for name in names.split():
        mask |= NAMES[name]
    return mask
