"""Fingerprints of values: how a refused value is known again without being kept."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from hooks.services.lookalikes import skeleton
from kirocrew.base.canonical import canonical_json
from kirocrew.base.spellings import simplified, spellings
from kirocrew.base.text import fold, normal_form
from memory.gate.units import value_forms
from memory.gate.versions import says_version

FIRST_SCHEME: Final = 1
OLD_SCHEME: Final = 2  # of before versions and the spellings of Chinese and German
_FIRST_PURPOSE: Final = b"kirocrew refused value 1"


@dataclass(frozen=True, slots=True)
class Key:
    """A secret that fingerprints are made with: its row, its scheme, and 32 bytes (none: the server's secret key)."""

    pk: int
    scheme: int
    secret: bytes

    @property
    def is_old(self) -> bool:
        """Whether its fingerprints were made from texts as they were read under the second scheme."""
        return self.scheme == OLD_SCHEME

    def digests(self, material: bytes) -> list[str]:
        """The fingerprints (hex HMAC-SHA256) of that under this key; several while the server's key is changed."""
        if self.secret:
            return [hmac.digest(self.secret, material, "sha256").hex()]
        servers = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        return [hmac.digest(key.encode() + _FIRST_PURPOSE, material, "sha256").hex() for key in servers]


def text_hash(text: str) -> str:
    """sha256 (hex) of a text in its normal form: exact duplicates share it."""
    return hashlib.sha256(normal_form(text).encode()).hexdigest()


def words_hash(words: Sequence[str]) -> str:
    """sha256 (hex) of words in their order: who did what to whom is in the order. No words get an empty hash."""
    if not words:
        return ""
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Identities:
    """Under what a value is refused, and whether any of it says that the value is a version."""

    names: tuple[str, ...]
    is_version: bool = False

    def each(self) -> "list[Identities]":
        """The names one by one, each with what they say together."""
        return [Identities((name,), self.is_version) for name in self.names]


def identities_of(kind: str, *, key: str = "", subject: str = "", predicate: str = "") -> Identities:
    """Under what a value of that kind is refused: a fact's key, and its subject and predicate where it has both.

    The second keeps a refused value from coming back under another key. A text stands for itself.
    """
    if kind != "fact":
        return Identities(("",))
    names = (key, f"{subject}\n{predicate}") if subject and predicate else (key,)
    return Identities(names, says_version(*(fold(simplified(part)) for part in (key, subject, predicate))))


def value_fingerprints(key: Key, *, store_id: int, kind: str, identities: Identities, value: Any) -> list[str]:
    """Keyed fingerprints of one value under its identities in one store: one for each thing it may mean.

    Case, accents, width, spacing, punctuation, look-alike letters, invisible characters, traditional or simplified
    characters, ae for ä, and the spelling of numbers and days do not change them.
    """
    if key.scheme == FIRST_SCHEME:
        forms, names = [_first_form(value)], list(identities.names)
    elif key.is_old:
        forms, names = value_forms(value, is_old=True), [_same_letters(name) for name in identities.names]
    else:
        forms = value_forms(value, is_version=identities.is_version)
        names = [_same_letters(simplified(other)) for name in identities.names for other in spellings(name)]
    return [
        digest
        for name in names
        for form in forms
        for digest in key.digests(canonical_json([store_id, kind, name, form]).encode())
    ]


def quote_fingerprints(key: Key, *, store_id: int, forms: Sequence[str]) -> list[str]:
    """Keyed fingerprints of a row of units, by which a quotation is found in any text of the store."""
    return [digest for form in forms for digest in key.digests(f"quote\0{store_id}\0{form}".encode())]


def _same_letters(identity: str) -> str:
    return "\n".join(" ".join(skeleton(fold(part)).split()) for part in identity.split("\n"))


def _first_form(value: Any) -> Any:
    """How the first release folded a value."""
    if isinstance(value, str):
        return " ".join(fold(value).split())
    if isinstance(value, dict):
        return {key: _first_form(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_first_form(item) for item in value]
    return value
