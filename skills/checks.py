"""System checks of skills: who could write what agents are told, and whether ours are there."""

import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from skills.services.folders import BUILTIN
from skills.services.roots import HOME_FOLDER

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


@register
def skills_can_be_trusted(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """What stands in the home's folder of skills is offered to every agent, so nobody else may write there."""
    return [*_home_folder(Path(settings.KIROCREW_HOME) / HOME_FOLDER), *_built_in()]


def _home_folder(folder: Path) -> Iterator[CheckMessage]:
    try:
        mode = folder.stat().st_mode
    except OSError:
        return
    if mode & _OTHERS_WRITE:
        yield Warning(
            f"Others may write into {folder}, and what stands there is offered to every agent.",
            hint=f"chmod go-w {folder}",
            id="skills.W001",
        )


def _built_in() -> Iterator[CheckMessage]:
    if not any(BUILTIN.glob("*/SKILL.md")):
        yield Warning(
            "The skills that come with Kirocrew are not there.",
            hint="Install Kirocrew again.",
            id="skills.W002",
        )
