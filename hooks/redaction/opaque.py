"""Keys of vendors nobody has listed: a short prefix, then characters without any pattern."""

import re
from collections.abc import Iterator
from itertools import pairwise

from .entropy import entropy, is_placeholder
from .model import Finding

# A prefix is one to four short words joined to the value by `_` or `-`, at the start of a word. What stands in a path
# or an address is an identifier more often than a key, so nothing that follows a slash or an ampersand counts.
TOKEN = re.compile(
    r"(?<![A-Za-z0-9_/+.@#?&%~$\\-])[A-Za-z][A-Za-z0-9]{1,11}(?:[_-][A-Za-z0-9]{1,10}){0,3}?[_-][A-Za-z0-9_-]{16,400}={0,2}"
    r"(?![A-Za-z0-9_/+.=-]*/)"
)
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s\"'`<>]+")
WORD = re.compile(r"(?:[a-z]{1,11}|[A-Z]{1,11})[0-9]{0,2}|[a-z][0-9][a-z]")
DIGEST_BEFORE = re.compile(r"(?i)(?:sha-?\d{1,3}|md5|blake\w*|digest|integrity|checksum|etag|hash|h1)\W{1,4}$")
LOOK_BACK = 24  # characters
UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")

# Words of a prefix that announce a secret, whole or at the end of a longer one (`tskey`, `pcsk`, `FLWSECK`).
STRONG = frozenset("sk key tok token secret sec pat apikey priv private cred pass pwd secretkey".split())
STRONG_ENDS = ("key", "keys", "sk", "tok", "token", "secret", "seck", "pat", "pass")
# Words that go with secrets, and with deployments and requests as well (`api-<commit>`, `session-<uuid>`).
WEAK = frozenset("api live prod auth access admin sa personal bearer refresh session oauth sdk".split())
SURE_MARKER = "sk"  # at the start it stands for "secret key" and nothing else
# Words that say the opposite: published halves of pairs, digests, and identifiers of things.
PUBLIC = frozenset(
    """
    pk pub public publishable phc client ssh ecdsa sha sha1 sha256 sha384 sha512 md5 blake3 hash digest etag integrity
    commit rev id ids uuid guid msg toolu req chatcmpl resp thread run asst file org proj cus price sub evt pi cs in ch
    acct build chunk part image img asset css class job task trace span cache
    """.split()
)

NONE, SOME, MUCH = range(3)  # how much a prefix says
MIN_MIXED = 32, 20, 16  # letters and digits behind a prefix that says nothing, something and much
MIN_ONE_CASE = 40, 40, 24  # the same where all letters have one case
MIN_HEX = 32  # behind one that says much; digests and commits stand behind the others
MIN_LETTERS = 24  # letters without a digit, which one value in forty has none of, behind one that says anything
MIN_PLAIN_WORD = 3  # letters of a prefix that says nothing; two come up in random text
MIN_CHANGES = 0.38  # share of neighbours of another class (lower, upper, digit); 0.62 in random text, 0.3 in names
MIN_CHANGES_ONE_CASE = 0.26  # 0.4 in random text
MIN_DIGITS_ONE_CASE = 0.12
MIN_BITS = 3.5  # entropy per character of 16; grows with the length


def opaque_tokens(text: str) -> Iterator[Finding]:
    """Findings over the whole token, prefix included."""
    if "_" not in text and "-" not in text:
        return
    urls = [found.span() for found in URL.finditer(text)] if "://" in text else []
    for found in TOKEN.finditer(text):
        start, end = found.span()
        if DIGEST_BEFORE.search(text, max(0, start - LOOK_BACK), start):
            continue
        if is_opaque(found[0]) and not any(start < last and first < end for first, last in urls):
            yield Finding("opaque_token", start, end)


def is_opaque(token: str) -> bool:
    """Whether a token is a prefix of words with a value that no words, dates or numbers explain."""
    words, body = divided(token.rstrip("="))
    if not words or not body or any(word.rstrip("0123456789") in PUBLIC or word in PUBLIC for word in words):
        return False
    if is_placeholder(token):
        return False
    weight = max(map(weight_of, words))
    if weight == NONE and len(words[0]) < MIN_PLAIN_WORD:
        return False
    if UUID.fullmatch(body):
        return weight == MUCH
    return is_without_pattern(body, weight, grouped=words[0] == SURE_MARKER)


def weight_of(word: str) -> int:
    """How much a word of a prefix says about what follows."""
    if word in STRONG or (len(word) > 3 and word.endswith(STRONG_ENDS)):
        return MUCH
    return SOME if word in WEAK else NONE


def divided(token: str) -> tuple[list[str], str]:
    """The words before the value in lower case, and the value."""
    parts = re.split(r"([_-])", token)
    at = 0
    while at < len(parts) - 2 and WORD.fullmatch(parts[at]):
        at += 2
    return [part.lower() for part in parts[:at:2]], "".join(parts[at:])


def is_without_pattern(body: str, weight: int, *, grouped: bool) -> bool:
    """Whether letters and digits follow each other as only chance makes them."""
    plain = body.replace("_", "").replace("-", "")
    if HEX.fullmatch(plain) and len(plain) >= MIN_HEX:
        return weight == MUCH
    digits = sum(char.isdigit() for char in plain)
    if entropy(plain) < min(MIN_BITS, MIN_BITS * len(plain) / 24 + 0.6):
        return False
    if not digits and (weight == NONE or len(plain) < MIN_LETTERS):
        return False
    changes = sum(kind_of(a) != kind_of(b) for a, b in pairwise(plain)) / max(1, len(plain) - 1)
    if plain.lower() == plain or plain.upper() == plain:
        # Names of machines and jobs are such letters and digits, too, but in short groups.
        longest = len(plain) if grouped else max(map(len, re.split("[_-]", body)))
        enough = longest >= MIN_ONE_CASE[weight]
        return enough and changes >= MIN_CHANGES_ONE_CASE and digits >= MIN_DIGITS_ONE_CASE * len(plain)
    return len(plain) >= MIN_MIXED[weight] and changes >= MIN_CHANGES


def kind_of(char: str) -> int:
    return 0 if char.islower() else 1 if char.isupper() else 2
