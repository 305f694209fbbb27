"""What the readers of one tool's files begin with: what was left out, how items are made, and what was counted."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from memory.transfer.formats import Inventory
from memory.transfer.formats.left_out import LeftOut
from memory.transfer.formats.making import Maker
from memory.transfer.items import Item
from memory.transfer.sources import SourceFile


@dataclass
class FileReader(ABC):
    """Reads one file once. `tag` names the tool the file comes from; `counts` grow while the items are yielded."""

    tag: ClassVar[str]
    file: SourceFile
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._left = LeftOut(self.file.path)
        self._make = Maker(self.file.path, self.tag)

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """Yield everything."""

    def inventory(self) -> Inventory:
        """Read the whole file, and say what was counted on the way."""
        for _ in self.items():
            pass
        return self._counted()

    def _counted(self) -> Inventory:
        return {**self.counts}
