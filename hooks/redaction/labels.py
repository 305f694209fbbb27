"""The words that announce a secret, and what may stand between them and the value."""

import re

# Written in lower case; they are sought in the lower-cased text, where one plain pattern is fast.
LOGIN_NAMES = (
    "password|passwort|passwd|passphrase|passcode|kennwort|contraseña|contrasena|mot de passe|senha|palavra-passe|"
    "wachtwoord|hasło|haslo|пароль|parola|şifre|sifre|mật khẩu|mat khau|パスワード|密码|密碼|口令|비밀번호|패스워드|"
    "كلمة المرور|كلمة السر|kata sandi|passord|lozinka|лозинка|"
    "lösenord|adgangskode|salasana|heslo|jelszó|κωδικός|סיסמה|รหัสผ่าน|पासवर्ड|pwd|pass"
)
KEY_NAMES = (
    "secret|token|credential|schlüssel|schluessel|clave|clé|chave|chiave|sleutel|klucz|ключ|密钥|密鑰|私钥|令牌|凭证|"
    "トークン|秘密鍵|シークレット|apiキー|api 키|토큰|비밀키|khóa|khoá|anahtar|key"
)
PASSWORD = re.compile(rf"{LOGIN_NAMES}|\bpw\b")
# Every branch begins with a letter of its own, which makes the search five times as fast as with a boundary in one.
LABEL = re.compile(rf"{LOGIN_NAMES}|{KEY_NAMES}|pw|pin")
WHOLE_WORDS = frozenset({"pw", "pin"})
# Endings of the languages that inflect their word for it; in others more letters make another word.
ENDING = re.compile(r"(?:sini|si|iniz|niz|im|m|ene|ert|et|en|er|es|s|a|ja|u|e)(?![a-z])")
INFLECTED = frozenset(
    "passwort kennwort şifre sifre parola lösenord adgangskode wachtwoord passord salasana heslo jelszó hasło".split()
)
MORE_OF_A_WORD = re.compile(r"[a-z]")  # after a label: keyword, tokenizer, passing
# Keys that are no secrets, judged by the word before.
NO_SECRET_BEFORE = re.compile(
    r"(?i)(?:cache|primary|public|foreign|sort|partition|idempotency|row|map|dict|json|next|page|cursor|csrf|max)"
    r"[ _-]*$"
)

QUOTE = "[\"'`“”「『«]"
VALUE = r"(?P<value>\"[^\"\n]{1,512}\"|'[^'\n]{1,512}'|`[^`\n]{1,512}`|[^\s\"'`,;<>{}「」，。；、）]{1,512})"
# In code, configuration and Markdown links.
ASSIGN = re.compile(
    r"[_\d]{0,3}(?:_b64|_base64|_BASE64|_B64)?[\"'`]?\]?\s{0,4}(?:(?P<link>\]?\()|:=|=>|==?|[:：])[ \t]{0,4}" + VALUE
)
VERB = r"(?:is now|is|was|are|ist|lautet|heißt|es|est|è|é|là|jest|to|это|هي|هو|היא|הוא|คือ|है|adalah|je|är|er|->|→)"
PROSE = re.compile(
    r"(?![A-Za-z0-9_])(?P<mid>[^\n.:=;@/\"'`]{0,48}?)"
    rf"(?:\s{VERB}\s+|\s?[:=：]\s?|\s?(?:は|是|为|為|就是|는|은|가)[ ]?)"
    rf"(?P<value>{QUOTE}?[^\s\"'`“”，。、；「」『』«»]{{4,512}})"
)
# "API token 11a3…": a value right behind its label needs no verb when nothing else looks like it.
DIRECT = re.compile(r"""s?[ \t]{1,2}(?P<value>["'`]?[A-Za-z0-9+/=_.~-]{20,512})""")
# "my password is swordfish": only an owner before the label makes a plain word a password.
OWNER_BEFORE = re.compile(
    r"(?i)\b(?:my|our|his|her|their|mein|meine|unser|mi|nuestra|mon|notre|ma|minha|mia|mijn|moje|мой|наш)\s+(?:\w+\s+){0,3}$"
)
# On a command line, in a netrc file, in XML.
OPTION = re.compile(
    r"(?:--(?:password|passwd|pass|token|secret|api-key|apikey|auth-token|access-key)[ =]|\bpassword[ \t]+(?=\S+\s*$)|"
    r"\blogin[ \t]+\S+[ \t]+password[ \t]+|\bsshpass[ ]+-p[ ]*|<(?:password|passwd|secret|token|apikey|api_key)>)"
    r"[\"']?(?P<value>[^\s\"'<>]{4,512})",
    re.IGNORECASE,
)
# The one option whose value follows without a blank.
SHORT_OPTION = re.compile(r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,120}?\s-p(?P<value>[^\s\"']{4,128})")
USER_OPTION = re.compile(r"(?:^|\s)(?:-u|--user)[ =][\"']?[\w.@+-]{1,64}:(?P<value>[^\s\"']{4,256})")
ENV_LINE = re.compile(
    r"\b(?:ENV|ARG|set|setenv|export)\s+[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASS|PWD)\s+(?P<value>\S+)"
)
PLAIN_WORDS = frozenset(
    "wrong incorrect weak strong expired stored saved safe secure secret required invalid missing empty changed reset "
    "hidden written hashed encrypted correct short needed optional unknown rotated shared leaked known falsch sicher "
    "incorrecta correcta faible incorrect errada sbagliata password passwort enough valid unique there here".split()
)
