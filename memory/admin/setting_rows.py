"""Rows of the owner's settings, as the pages that hold some of them show them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from memory.models import Setting
from memory.services.settings import SETTINGS, SettingSpec

OF_LANGUAGE: Final = "language_"
"""Settings whose names begin so are on the language model's page."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A setting that was not changed: what was typed, and why not."""

    name: str
    typed: str
    problem: str


def setting_rows(names: Iterable[str], failed: Failed | None = None) -> list[tuple[Any, ...]]:
    """For each setting: what it is, its value and default as JSON, its row, what it takes and what was wrong."""
    stored = {row.name: row for row in Setting.objects.all()}
    rows = []
    for name in names:
        spec, row = SETTINGS[name], stored.get(name)
        wrong = failed if failed and failed.name == name else None
        shown = wrong.typed if wrong else shown_value(row.value if row else spec.default)
        rows.append((spec, shown, shown_value(spec.default), row, _expected(spec), wrong.problem if wrong else ""))
    return rows


def shown_value(value: Any) -> str:
    """A setting's value as it is typed: a text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _expected(spec: SettingSpec) -> str:
    """What a setting takes, in the words of its own check."""
    try:
        spec.check(None)
    except ValueError as error:
        return str(error)
    return ""
