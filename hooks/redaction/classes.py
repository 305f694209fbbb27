"""Channel text without its secrets, with tags that say of which class each was."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .engine import redact
from .model import Finding
from .personal import Personal


class SecretClass(StrEnum):
    """Classes of what is taken out of channel text, in the order in which a person would name them."""

    SECRET = "secret"  # noqa: S105  (a name)
    TOKEN = "token"  # noqa: S105
    CONNECTION = "connection_string"
    PAYMENT = "payment"
    PHONE = "phone"
    EMAIL = "email"


TAGGED: Final = re.compile(rf"\[REDACTED: ({'|'.join(SecretClass)})\]")
"""A tag of a class; the group is the class. A tag is left alone by any later redaction."""
_NAMED: Final = {
    "connection_uri": SecretClass.CONNECTION,
    "connection_string": SecretClass.CONNECTION,
    "card": SecretClass.PAYMENT,
    "phone": SecretClass.PHONE,
    "email": SecretClass.EMAIL,
}
_NO_TOKENS: Final = frozenset(
    "password pin private_key extended_private_key service_account seed_phrase basic_auth framework_key password_hash "
    "django_hash wallet_import encoded age exfiltration_url".split()
)
_LABELLED: Final = "labelled_key"
_TOKEN_LABEL: Final = re.compile(r"(?i)token|bearer|api.?key|令牌|トークン|토큰")
_LABEL_REACH: Final = 40  # characters before a value in which its label stands


@dataclass(frozen=True, slots=True)
class Classed:
    """``text`` has a tag for each secret; ``counts`` says how many of each class were taken out."""

    text: str
    counts: Counter[SecretClass]


def redact_classes(text: str, *, also: Collection[Personal] = ()) -> Classed:
    """Take every secret out, and the personal data of the classes in ``also``. Never raises."""
    counts: Counter[SecretClass] = Counter()
    pieces, at = [], 0
    for one in redact(text, also=also).findings:
        kind = _class_of(one, text)
        counts[kind] += 1
        pieces += [text[at : one.start], one.tag if one.kind == "exfiltration_url" else f"[REDACTED: {kind}]"]
        at = one.end
    return Classed("".join([*pieces, text[at:]]), counts)


def _class_of(one: Finding, text: str) -> SecretClass:
    if one.kind in _NAMED:
        return _NAMED[one.kind]
    if one.kind == _LABELLED:
        before = text[max(0, one.start - _LABEL_REACH) : one.start]
        return SecretClass.TOKEN if _TOKEN_LABEL.search(before) else SecretClass.SECRET
    return SecretClass.SECRET if one.kind in _NO_TOKENS else SecretClass.TOKEN
