"""What a reader of a package found, and why it refuses one."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from kirocrew.base.problems import Invalid


class Level(StrEnum):
    """NOTE: nothing is wrong. WARNING: it loads, but not as its writer may think. ERROR: it is not offered."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class Verdict(StrEnum):
    """What the diagnostics come to."""

    ACCEPT = "accept"
    ACCEPT_WITH_WARNING = "accept_with_warning"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing found in SKILL.md. `code` is stable, `line` counts from 1 and is 0 where no line is meant."""

    code: str
    level: Level
    message: str
    line: int = 0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"level": str(self.level)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in the text of a file that is dangerous, or talks of danger.

    `refuses` is whether the package is not taken because of it; else it is shown to the person who decides.
    """

    path: str
    line: int
    code: str
    message: str
    refuses: bool = True

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class PackageRefused(Invalid):
    """A package, or an archive of them, that is not taken. `code` is stable and says why."""

    default_type, default_title = "package-refused", "The package is not accepted"

    def __init__(self, code: str, message: str, *, path: str = "") -> None:
        self.code = code
        self.message = message
        self.path = path
        super().__init__(message, extra={"code": code} | ({"path": path} if path else {}))


class PackageHarmful(PackageRefused):
    """A package that could be read, and is not taken for what the guard or the screen found in it.

    `content_hash` names exactly the files that would be kept: an owner may accept the findings for them alone.
    """

    def __init__(self, code: str, message: str, *, content_hash: str, findings: Sequence[Finding]) -> None:
        self.content_hash = content_hash
        self.findings = tuple(findings)
        super().__init__(code, message)


_ORDER: Final = {Level.NOTE: Verdict.ACCEPT, Level.WARNING: Verdict.ACCEPT_WITH_WARNING, Level.ERROR: Verdict.REJECT}


def verdict_of(diagnostics: list[Diagnostic]) -> Verdict:
    """The worst of the diagnostics decides."""
    levels = {one.level for one in diagnostics}
    worst = next((one for one in (Level.ERROR, Level.WARNING) if one in levels), Level.NOTE)
    return _ORDER[worst]
