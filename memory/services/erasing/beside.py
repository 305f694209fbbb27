"""Short texts in files: told from the same word elsewhere by what stands beside them, the record's key or id."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from memory.models import Status
from memory.services.erasing.needles import MARK, Needles, is_wide
from memory.services.erasing.plain import collapsed, plain_text

DOCUMENT_MOST: Final = 16 * 1024**2  # characters of a text that is read as one JSON value
OWN: Final = ("uid", "record")
"""Fields in which an export names the record that an object is about."""
NAMING: Final = ("key", "name")
SAYING: Final = frozenset(
    {"value", "rule", "negative", "text", "old_value", "new_value", "subject", "predicate", "tags", "source_ref"}
    | {"before", "after", "content", "conversation", "speaker"}
)
"""Fields of such an object that hold what the record said."""


@dataclass(frozen=True)
class Beside:
    """Short texts, the keys of the record and its ids. Case makes no difference.

    With `spares`, objects that name another record are that record's, as in exports of this server.
    """

    short: frozenset[str]
    keys: frozenset[str]
    uids: frozenset[str]
    spares: bool = False

    @classmethod
    def of(cls, needles: Needles, uids: Iterable[str], *, spares: bool = False) -> "Beside":
        """Those of an erased record."""
        return cls(
            frozenset(collapsed(text).casefold() for text in needles.short),
            frozenset(key.casefold() for key in needles.keys),
            frozenset(uids),
            spares,
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys, and their last parts, as a person writes them, too."""
        last = {key.rsplit(".", 1)[-1] for key in self.keys}
        return self.keys | last | {name.replace("_", " ") for name in last}

    def in_text(self, text: str) -> bool:
        """Whether a file's text says one of them: in an object about the record, or beside a name."""
        if not self._may(text):
            return False
        value = document(text)
        if value is not None:
            return self.in_value(value)
        return any(self._in_line(line) for line in text.splitlines())

    def in_value(self, value: Any, path: str = "") -> bool:
        """The same of a JSON value, found at a path of names."""
        return bool(self.cleaned(value, path) != value)

    def cleaned(self, value: Any, path: str = "") -> Any:
        """The JSON value without them."""
        if isinstance(value, Mapping):
            return self._cleaned_object(value, path)
        if isinstance(value, list):
            return [self.cleaned(item, path) for item in value]
        return self.cleaned_lines(value) if isinstance(value, str) else value

    def cleaned_lines(self, text: str) -> str:
        """Lines of a text without them."""
        if not self._may(text):
            return text
        return "".join(self._cleaned_line(line) for line in text.splitlines(keepends=True))

    def is_own(self, value: Any) -> bool:
        """Whether a JSON object is about the record and says something of it."""
        if not isinstance(value, Mapping) or value.get("status") == Status.ERASED:
            return False
        named = {str(value.get(name) or "").lower() for name in OWN}
        return bool(named & self.uids) and any(value.get(name) not in (None, "", [], {}) for name in SAYING)

    def is_anothers(self, value: Mapping[str, Any]) -> bool:
        """Whether a JSON object is about another record, which keeps what it says."""
        named = {str(value.get(name)).lower() for name in OWN if value.get(name)}
        return self.spares and bool(named) and not named & self.uids

    def _cleaned_object(self, value: Mapping[str, Any], path: str) -> dict[str, Any]:
        if self.is_own(value):
            return without_content(value)
        if self.is_anothers(value):
            return dict(value)
        about = any(str(value.get(name) or "").casefold() in self.names for name in NAMING)
        found = {}
        for name, item in value.items():
            below = f"{path}.{name}" if path else name
            is_named = {name.casefold(), below.casefold()} & self.names or (about and name not in NAMING)
            found[name] = self._without_leaves(item) if is_named else self.cleaned(item, below)
        return found

    def _without_leaves(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: self._without_leaves(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self._without_leaves(item) for item in value]
        is_short = not isinstance(value, bool) and collapsed(str(value)).casefold() in self.short
        return MARK if is_short else value

    def _may(self, text: str) -> bool:
        """Whether it is worth reading closely."""
        lower = text.casefold()
        return any(uid in lower for uid in self.uids) or (
            bool(self.short) and any(name in lower for name in self.names)
        )

    def _in_line(self, line: str) -> bool:
        bare = line.strip().removesuffix(",")
        if bare[:1] in ("{", "["):
            try:
                return self.in_value(json.loads(bare))
            except ValueError:
                pass
        return self._cleaned_line(line) != line

    def _cleaned_line(self, line: str) -> str:
        plain = plain_text(line).casefold()
        if self._words is None or not self._words.search(plain) or not self._is_named(plain):
            return line
        if self._number is not None:
            line = self._number.sub(rf'\1"{MARK}"', line)
        cleaned = self._words.sub(MARK, line)
        # Written in another way than it is known: then the line goes as a whole.
        return cleaned if not self._words.search(plain_text(cleaned).casefold()) else MARK + line[len(line.rstrip()) :]

    def _is_named(self, plain: str) -> bool:
        return any(name in plain for name in self.uids | self.keys) or bool(self._opening.search(plain))

    @cached_property
    def _words(self) -> re.Pattern[str] | None:
        parts = [
            re.escape(text) if is_wide(text) else rf"(?<!\w){re.escape(text)}(?!\w)"
            for text in sorted(self.short, key=len, reverse=True)
        ]
        return re.compile("|".join(parts), re.IGNORECASE) if parts else None

    @cached_property
    def _number(self) -> re.Pattern[str] | None:
        """A number of a JSON object that is spread over lines, which stays JSON."""
        parts = [re.escape(text) for text in self.short if re.fullmatch(r"-?\d+(\.\d+)?", text)]
        return re.compile(rf'("\s*:\s*)(?:{"|".join(parts)})(?=\s*[,}}\n]|$)') if parts else None

    @cached_property
    def _opening(self) -> re.Pattern[str]:
        """A line that opens with one of the names and goes on to a value, as in lists, tables and settings."""
        names = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True)) or r"(?!)"
        return re.compile(rf"""^[\s>#*+\-\d.)|"'`_\[{{]*(?:{names})["'`*_\]]*\s*(?:[:=|,：＝;]|\bis\b)""")


def document(text: str) -> Any:
    """The JSON value that a text is; None when it is none, or too long to be read as one."""
    if len(text) > DOCUMENT_MOST or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def without_content(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record of an export, or an audit entry, of which only the identity is left."""
    kept = ("uid", "kind", "id", "at", "code", "store", "record", "source", "is_refusal", "is_security")
    bare = {name: record[name] for name in kept if name in record}
    return bare | {"status": str(Status.ERASED)} if "uid" in record else bare
