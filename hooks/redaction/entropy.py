"""Gates that tell a secret from what only looks like one."""

import base64
import binascii
import math
import re
from collections import Counter

HEX_ONLY = re.compile(r"(?:0x)?[0-9a-fA-F]+")
UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
LOWER_RUN = re.compile(r"[a-z]{6,}")
PLACEHOLDER = re.compile(
    r"(?i)x{4,}|\*{3,}|\.{3,}|0{8,}|1{8,}|a{6,}|example|placeholder|change[_-]?me|your[_-]|_here\b|put_your|"
    r"redacted|dummy|sample|(?:1234567890){2}|abcdefghijklmnop|abc123xyz|<[^>]*>|\$\{|\$\(|\{\{|process\.env|import\.meta|os\.environ|getenv"
)
VOWELS = frozenset("aeiouAEIOU")

SECRET_LENGTH = 40  # an AWS-like secret key has exactly this many characters
MIN_ENTROPY_40 = 4.3  # bits per character, reference specification 1.6
MAX_LOWER_RUN = 5
MAX_VOWEL_RATIO = 0.30
PRINTABLE_DECODE = 0.85
MIN_DISTINCT_SHARE = 0.2


def entropy(value: str) -> float:
    """Shannon entropy in bits per character; 0 for an empty string."""
    if not value:
        return 0.0
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())


def is_placeholder(value: str) -> bool:
    """Filled with x, stars or zeros, a template variable, or too uniform to be random."""
    if PLACEHOLDER.search(value):
        return True
    return len(value) >= 16 and len(set(value)) < 6


def is_identifier(value: str) -> bool:
    """A UUID, or a hexadecimal digest or commit id."""
    return bool(UUID.fullmatch(value) or HEX_ONLY.fullmatch(value))


def is_bare_secret(value: str) -> bool:
    """All gates for an unlabelled 40-character secret; each alone would pass digests, words or base64 text."""
    if len(value) != SECRET_LENGTH or HEX_ONLY.fullmatch(value) or LOWER_RUN.search(value):
        return False
    if not (any(c.islower() for c in value) and any(c.isupper() for c in value) and any(c.isdigit() for c in value)):
        return False
    letters = [c for c in value if c.isalpha()]
    if sum(c in VOWELS for c in letters) > MAX_VOWEL_RATIO * len(letters):
        return False
    return entropy(value) >= MIN_ENTROPY_40 and not decodes_to_text(value)


def decodes_to_text(value: str) -> bool:
    try:
        data = base64.b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return False
    return sum(32 <= byte < 127 for byte in data) >= PRINTABLE_DECODE * max(1, len(data))


def is_random(value: str, *, bits: float, digits: int = 1) -> bool:
    """Entropy of at least ``bits`` per character and that many digits; no placeholder."""
    return sum(c.isdigit() for c in value) >= digits and entropy(value) >= bits and not is_placeholder(value)
