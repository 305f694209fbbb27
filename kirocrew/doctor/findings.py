"""What one look came to."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

OK: Final = "ok"
WARNING: Final = "warning"
FAULT: Final = "fault"
LEVELS: Final = (OK, WARNING, FAULT)
"""All is well; it will matter; memory is damaged, unsafe or can't be used."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, and what to do about it."""

    check: str
    level: str
    told: str
    remedy: str = ""
    can_repair: bool = False
    """Whether `--repair` mends it."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


Look = Callable[[], list[Finding]]


def worst(findings: list[Finding]) -> str:
    """The worst level among them; ok where there is none."""
    return LEVELS[max((LEVELS.index(one.level) for one in findings), default=0)]
