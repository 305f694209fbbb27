"""Secrets known by the label before them: assignments in code and configuration, and plain sentences."""

import re
from collections.abc import Iterator

from .entropy import UUID, entropy, is_placeholder
from .labels import (
    ASSIGN,
    DIRECT,
    ENDING,
    ENV_LINE,
    INFLECTED,
    LABEL,
    MORE_OF_A_WORD,
    NO_SECRET_BEFORE,
    OPTION,
    OWNER_BEFORE,
    PASSWORD,
    PLAIN_WORDS,
    PROSE,
    SHORT_OPTION,
    USER_OPTION,
    WHOLE_WORDS,
)
from .model import Finding

LOOK_BACK = 40  # characters before a label that are read with it
MIN_PASSWORD, MAX_PASSWORD = 6, 512  # characters
MIN_PLAIN_PASSWORD = 5
MIN_KEY, MAX_KEY = 16, 4096
MIN_KEY_DIGITS = 2
KEY_BITS = 3.0  # bits per character a key value must have
WORDY_SHARE = 0.7  # a name made of words, not a random value
LAST_LATIN = 0x24F  # a password in another script is too like a sentence
FIRST_UNSPACED = 0x2E80  # Han, kana, Hangul and their punctuation begin here
MIN_DIRECT, DIRECT_BITS = 24, 3.9  # characters and bits per character of a value right behind its label
ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")  # of a contract or an account, which is public
PASSWORD_SYMBOLS = frozenset("!#$%&*+=?@^~|")

PIN = re.compile(r"\d{4,8}")
HEX_KEY = re.compile(r"(?:0x)?(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{48}|[0-9a-fA-F]{64}|[0-9a-fA-F]{128})")
LONG_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]{32,}")
KEY_LETTERS = re.compile(r"[A-Za-z0-9+/=_.~:!@#$%^&*-]+")
WORDY = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}|\d{1,4}|v\d+")
CODE = re.compile(
    r"^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[A-Za-z_$][\w$]*\(|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|[a-z]+[#\[]|[$%@&*#/]|\.{1,2}/|~/|"
    r"https?:|file:|env:|vault:|secret:|ref:|(?:null|[Nn]one|nil|[Tt]rue|[Ff]alse|undefined|[Ss]tring|str|int|bool)\b)|"
    r"\(\)|\.(?:pem|key|p12|crt|json|ya?ml|py|js|ts|txt|html|xml)$"
)


def labelled(text: str) -> Iterator[Finding]:
    """Findings cover the value only, never the label."""
    low = lowered(text)
    for label in LABEL.finditer(low):
        start, end = label.span()
        ending = ENDING.match(low, end) if label[0] in INFLECTED else None
        end = ending.end() if ending else end + (text[end : end + 1] in ("s", "S"))
        before = text[max(0, start - LOOK_BACK) : start]
        if label[0] in WHOLE_WORDS and (before[-1:].isalnum() or text[end : end + 1].isalnum()):
            continue
        if MORE_OF_A_WORD.match(text, end) or NO_SECRET_BEFORE.search(before):
            continue
        for pattern in (ASSIGN, PROSE):
            found = pattern.match(text, end)
            if found:
                yield from judge(text, label[0], before, found)
        direct = DIRECT.match(text, end)
        if direct:
            yield from judge_direct(text, direct)
    if "ENV " in text or "ARG " in text or "set" in text:
        for found in ENV_LINE.finditer(text):
            if is_key(found["value"]) or is_password(found["value"]):
                yield Finding("labelled_key", *found.span("value"))


def options(text: str) -> Iterator[Finding]:
    """Values given to a command, a netrc file or an XML element."""
    if "--" in text or "password" in text or "sshpass" in text or ("<" in text and "</" in text):
        for found in OPTION.finditer(text):
            if is_password(found["value"]) or is_key(found["value"]):
                yield Finding("password", *found.span("value"))
    if "-p" in text:
        for found in SHORT_OPTION.finditer(text):
            if is_password(found["value"]):
                yield Finding("password", *found.span("value"))
    if "-u" in text or "--user" in text:
        for found in USER_OPTION.finditer(text):
            if is_password(found["value"]):
                yield Finding("password", *found.span("value"))


def lowered(text: str) -> str:
    """The text in lower case, as long as it was: the few letters that would grow stay as they are."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return lower


def judge(text: str, label: str, before: str, found: re.Match[str]) -> Iterator[Finding]:
    prose = found.re is PROSE
    start, end = trim(text, *found.span("value"), in_link=not prose and bool(found["link"]))
    value = text[start:end]
    if label == "pin":
        if PIN.fullmatch(value):
            yield Finding("pin", start, end)
    elif PASSWORD.search(label + (lowered(found["mid"]) if prose else "")):
        owned = prose and OWNER_BEFORE.search(before)
        if is_password(value) or (owned and is_plain_password(value, text[end : end + 1])):
            yield Finding("password", start, end)
    elif is_key(value):
        yield Finding("labelled_key", start, end)


def judge_direct(text: str, found: re.Match[str]) -> Iterator[Finding]:
    """A value without a verb before it: only what is random beyond doubt, and no identifier or address."""
    start, end = trim(text, *found.span("value"), in_link=False)
    value = text[start:end]
    if UUID.fullmatch(value) or ADDRESS.fullmatch(value) or not is_key(value):
        return
    if LONG_HEX.fullmatch(value) or (len(value) >= MIN_DIRECT and entropy(value) >= DIRECT_BITS and is_mixed(value)):
        yield Finding("labelled_key", start, end)


def is_mixed(value: str) -> bool:
    return any(char.islower() for char in value) and any(char.isupper() for char in value)


def trim(text: str, start: int, end: int, *, in_link: bool) -> tuple[int, int]:
    """Leave quotes, brackets and sentence punctuation out of the value."""
    while start < end and text[start] in "\"'`“”「『«(":
        start += 1
    closers = "\"'`“”」』».,;:?"
    if in_link or "(" not in text[start:end]:
        closers += ")]}"
    end = start + latin_length(text[start:end])
    while start < end and text[end - 1] in closers:
        end -= 1
    return start, end


def latin_length(value: str) -> int:
    """Where a value ends because a script without blanks goes on with the sentence, as in "abc-123です"."""
    for at, char in enumerate(value):
        if ord(char) >= FIRST_UNSPACED:
            return at if at >= MIN_PASSWORD else len(value)
    return len(value)


def is_password(value: str) -> bool:
    """At least six characters of two classes, one of them no letter; no code, path, address or placeholder."""
    if not MIN_PASSWORD <= len(value) <= MAX_PASSWORD or CODE.search(value) or is_placeholder(value):
        return False
    if not value.isprintable() or any(ord(char) > LAST_LATIN for char in value):
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    symbols = any(char in PASSWORD_SYMBOLS for char in value)
    return letters + digits + symbols >= 2


def is_plain_password(value: str, after: str) -> bool:
    """A single word that a sentence gives as somebody's password."""
    if not value.isalpha() or value.lower() in PLAIN_WORDS or len(value) < MIN_PLAIN_PASSWORD:
        return False
    return after in ("", ".", ",", ";", "!", "\n")


def is_key(value: str) -> bool:
    """Sixteen characters or more that look random: digits and letters, no code, path or placeholder."""
    if not MIN_KEY <= len(value) <= MAX_KEY or not KEY_LETTERS.fullmatch(value):
        return False
    digits = sum(char.isdigit() for char in value)
    if digits < MIN_KEY_DIGITS or not any(char.isalpha() for char in value):
        return False
    if CODE.search(value) or is_placeholder(value):
        return False
    if HEX_KEY.fullmatch(value) or UUID.fullmatch(value):
        return True
    return entropy(value) >= KEY_BITS and not is_wordy(value)


def is_wordy(value: str) -> bool:
    """Readable words joined by separators, such as a resource name."""
    parts = re.split(r"[_./:-]+", value)
    wordy = sum(len(part) for part in parts if WORDY.fullmatch(part))
    return len(parts) >= 3 and wordy >= WORDY_SHARE * sum(map(len, parts))
