"""Secrets that span lines or wrap others: PEM blocks, connection strings, headers, service accounts, seed phrases."""

import re
from collections.abc import Iterator

from .encoded import decode_base64
from .entropy import is_placeholder
from .model import Finding

PEM_BEGIN = re.compile(r"-----BEGIN ((?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?)-----")
PEM_MAX = 20_000  # characters a whole block may have
# A block cut short: base64 or header lines right below, one blank line allowed. A header in a sentence has none.
PEM_BODY = re.compile(
    r"[ \t]*(?:\r?\n|\\n)(?:(?:[A-Za-z-]{3,20}: [^\n]{1,80}|[A-Za-z0-9+/=]{8,80})(?:\r?\n|\\n|\s*$){1,2})+"
)
PUTTY = re.compile(
    r"PuTTY-User-Key-File-\d: [^\n]{1,80}\n(?:[^\n]{0,200}\n){0,60}?Private-Lines: \d{1,4}\n"
    r"(?P<body>(?:[A-Za-z0-9+/=]{1,80}(?:\n|$)){1,200})"
)
DJANGO_KEY = re.compile(r"django-insecure-[^\s'\"\\]{30,100}")
SERVICE_ACCOUNT = re.compile(r'\{[^{}]*"private_key"\s*:\s*"-----BEGIN[^{}]*\}')
URI = re.compile(
    r"(?<![A-Za-z0-9+.-])[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:@/\"'`<>]*:"
    r"(?P<password>[^\s@/\"'`<>]+(?:@[^\s@/\"'`<>.]+)?)@"
    r"[^\s\"'`<>(){}，。；、]+"
)
ENCODED_URI = re.compile(
    r"(?i)[a-z][a-z0-9+.]{2,15}%3A%2F%2F[^\s%:@/\"'`]*(?:%3A|:)"
    r"(?P<password>(?:(?!%40)[^\s\"'`&@])+)(?:%40|@)[^\s\"'`&<>)]+"
)
CONNECTION = re.compile(
    r"(?i)(?:[A-Za-z][A-Za-z ]{1,24}=[^;\s\"'`]*;\s?)+(?:[A-Za-z][A-Za-z ]{1,24}=[^;\s\"'`]*;?\s?)*"
)
CONNECTION_SECRET = re.compile(r"(?i)\b(?:password|pwd|accountkey|sharedaccesskey|sharedsecret)=([^;\s\"'`]{4,})")
BEARER = re.compile(r"(?i)\bbearer[ \t]+([A-Za-z0-9._~+/=-]{16,})")
BASIC = re.compile(r"(?i)\bbasic[ \t]+([A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])")
SEED = re.compile(
    r"(?i)(?:recovery|seed|mnemonic|backup|secret recovery)(?:[ _-](?:phrase|words?|seed))+\W{0,3}"
    r"(?:is|are|=|:|ist|es|est)?\W{0,3}"
    r"(?P<words>(?:[a-z]{3,8} ){11,23}[a-z]{3,8}|(?:[a-z]{3,8}, ?){11,23}[a-z]{3,8})\b"
)
# What mail providers hand out for programs: four groups of four small letters.
APP_PASSWORD = re.compile(
    r"(?i)\bapp(?:lication)?[- ]?(?:specific )?(?:pass(?:word|wort|code)|kennwort|contraseña|пароль|密码|パスワード)"
    r"\W{0,3}(?:is|ist|es|est|=|:|：|は)?\s{0,2}(?P<words>(?-i:[a-z]{4}(?:[ -][a-z]{4}){3}))(?![A-Za-z0-9-])"
)
SEED_WORDS = (12, 15, 18, 21, 24)
PASSWORD_EXAMPLES = frozenset("password pass passwd pwd secret pw changeme postgres root user test xxx xxxx".split())


def pem_blocks(text: str) -> Iterator[Finding]:
    if "PuTTY-User-Key-File-" in text:
        for found in PUTTY.finditer(text):
            yield Finding("private_key", found.start("body"), found.start("body") + len(found["body"].rstrip()))
    if "-----BEGIN" not in text:
        return
    for found in SERVICE_ACCOUNT.finditer(text):
        yield Finding("service_account", *found.span())
    for found in PEM_BEGIN.finditer(text):
        footer = f"-----END {found[1]}-----"
        end = text.find(footer, found.end(), found.end() + PEM_MAX)
        if end >= 0:
            yield Finding("private_key", found.start(), end + len(footer))
        else:
            body = PEM_BODY.match(text, found.end())
            if body:
                yield Finding("private_key", found.start(), found.end() + len(body[0].rstrip()))


def connections(text: str) -> Iterator[Finding]:
    if "://" in text and "@" in text:
        for found in URI.finditer(text):
            if is_real_password(found["password"]):
                end = found.end() - trailing(found[0])
                yield Finding("connection_uri", found.start(), end)
    if "%3" in text and "%2" in text:
        for found in ENCODED_URI.finditer(text):
            if is_real_password(found["password"]):
                yield Finding("connection_uri", *found.span())
    if CONNECTION_SECRET.search(text):
        for found in CONNECTION.finditer(text):
            secret = CONNECTION_SECRET.search(found[0])
            if secret and is_real_password(secret[1]):
                start = found.start()
                yield Finding("connection_string", start, start + len(found[0].rstrip()))


def trailing(uri: str) -> int:
    """Characters of sentence punctuation at the end that do not belong to an address."""
    return len(uri) - len(uri.rstrip(".,;:!?*]"))


def is_real_password(value: str) -> bool:
    if value.lower() in PASSWORD_EXAMPLES or value.startswith(("$", "%", "{", "<", "[")):
        return False
    return not is_placeholder(value)


def headers(text: str) -> Iterator[Finding]:
    if "django-insecure-" in text:
        for found in DJANGO_KEY.finditer(text):
            yield Finding("framework_key", *found.span())
    lower = text.lower()
    if "bearer" in lower:
        for found in BEARER.finditer(text):
            value = found[1]
            if any(char.isdigit() for char in value) and not is_placeholder(value):
                yield Finding("bearer", *found.span())
    if "basic" in lower:
        for found in BASIC.finditer(text):
            if is_user_and_password(found[1]):
                yield Finding("basic_auth", *found.span())


def is_user_and_password(blob: str) -> bool:
    plain = decode_base64(blob)
    user, colon, password = plain.partition(":")
    return bool(colon and password and user.isprintable() and " " not in plain)


def seed_phrases(text: str) -> Iterator[Finding]:
    lower = text.lower()
    if "app" in lower:
        for found in APP_PASSWORD.finditer(text):
            yield Finding("password", *found.span("words"))
    if "phrase" not in lower and "seed" not in lower and "mnemonic" not in lower:
        return
    for found in SEED.finditer(text):
        if len(re.findall("[a-z]+", found["words"].lower())) in SEED_WORDS:
            yield Finding("seed_phrase", *found.span("words"))
