"""The owner's settings of finding skills, read when the catalogue is: a message asks the database nothing for them."""

from collections.abc import Mapping
from threading import Lock
from typing import Any, Final
from uuid import UUID

from memory.services.settings import settings_all, settings_forget
from skills.services.access import mark_read
from skills.services.events import catalogue_touch

OWN: Final = "skills_"
"""How the names of these settings begin."""

_lock: Final = Lock()
_kept: tuple[UUID, Mapping[str, Any]] | None = None


def finding_settings() -> Mapping[str, Any]:
    """The settings under the mark that the catalogue was last read with. Ask for what is usable first."""
    global _kept
    mark = mark_read()
    if mark is None:
        return settings_all()
    with _lock:
        kept = _kept
    if kept is None or kept[0] != mark:
        settings_forget()
        kept = mark, dict(settings_all())
        with _lock:
            _kept = kept
    return kept[1]


def setting_saved(*, instance: Any, **_: object) -> None:
    """A setting of skills that changes is a change of the catalogue, in the same transaction: it counts at once."""
    if instance.name.startswith(OWN):
        catalogue_touch()
