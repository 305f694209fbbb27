"""The twin: a record of the same kind in the same store, with words that stand nowhere else."""

import json
import secrets
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from kirocrew.base.ids import new_uid
from memory.models import Kind
from memory.services.erasing.needles import Needles, needles_of
from memory.transfer.writer import export_document

SYLLABLES: Final = "ba bo da de fi fo ga go ka ke la lo ma mi na no pa pe ra ro sa si ta to va vo za zo".split()
WORDS: Final = 5  # made-up words of a twin; 28^15 of them make no two alike
SOURCE_NAME: Final = "kirocrew-twin.json"


@dataclass(frozen=True, slots=True)
class Twin:
    """What is written, and the names it is written under."""

    kind: str
    store: str
    key: str
    words: str
    number: str
    short: str
    """The value of a second record, a fact: too short to be looked for inside of other texts by an erase."""
    short_number: str

    @classmethod
    def make(cls, kind: str, store: str) -> "Twin":
        """A new one of this kind."""
        words = " ".join("".join(secrets.choice(SYLLABLES) for _ in range(3)) for _ in range(WORDS))
        short = "".join(secrets.choice(SYLLABLES) for _ in range(4)) + str(secrets.randbelow(10))
        key = f"user.twin_{secrets.token_hex(4)}" if kind == Kind.FACT else ""
        return cls(kind, store, key, words, str(new_uid()), short, str(new_uid()))

    @classmethod
    def from_json(cls, text: str) -> "Twin":
        """The twin another process wrote down."""
        return cls(**json.loads(text))

    def as_json(self) -> str:
        """To hand it to the next process."""
        return json.dumps(asdict(self))

    @property
    def text(self) -> str:
        """What it says."""
        return f"The name of the garden is {self.words}"

    @property
    def needles(self) -> Needles:
        """What it is looked for by: the whole text, and its words alone."""
        whole = needles_of(self.kind, [{"key": self.key, "content": self.content}])
        return Needles(telling=(*whole.telling, self.words), keys=whole.keys)

    @property
    def content(self) -> dict[str, Any]:
        """The content of its kind."""
        if self.kind == Kind.FACT:
            return {"value": self.text, "confidence": 1}
        if self.kind == Kind.LESSON:
            return {"rule": f"Say it so: {self.text}", "category": "knowledge", "confidence": 1}
        return {"text": f"{self.text}, as was said on the way.", "importance": 0.5}

    @property
    def short_key(self) -> str:
        """The key of the short one."""
        return f"user.short_{self.short_number[-8:]}"

    @property
    def main(self) -> str:
        """The text of its content as it is stored."""
        content = self.content
        return str(content.get("value") or content.get("rule") or content.get("text"))

    def source(self, *, other: bool = False) -> bytes:
        """A file to import it from; `other` is the same said by a file nobody has seen before."""
        record = {
            "uid": new_uid() if other else UUID(self.number),
            "kind": self.kind,
            "key": self.key,
            "status": "active",
            "observed_at": datetime.now(UTC),
        }
        short = {
            "uid": new_uid() if other else UUID(self.short_number),
            "kind": Kind.FACT,
            "key": self.short_key,
            "status": "active",
            "observed_at": datetime.now(UTC),
            "value": self.short,
            "confidence": 1,
        }
        head = {"slug": self.store, "name": self.store, "policy": "shared"}
        pieces = export_document([record | self.content, short], head)
        return "".join(pieces).encode()
