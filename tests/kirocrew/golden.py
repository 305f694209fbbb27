"""Prompts as files: what was made is compared with the file, word for word, but for ids and times.

With GOLDEN=write in the environment the files are written anew; read the difference before you commit it.
"""

import os
import re
from pathlib import Path
from typing import Final

from kirocrew.base.clock import now

FOLDER: Final = Path(__file__).parent / "golden"
_UID: Final = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


def golden(name: str, text: str) -> None:
    """Fail where a text is not that of the file of this name."""
    file, shown = FOLDER / f"{name}.txt", plain(text)
    if os.environ.get("GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(shown + "\n", encoding="utf-8")
    assert shown + "\n" == file.read_text(encoding="utf-8")


def plain(text: str) -> str:
    """The text with ids numbered as they come, and the day on which the test runs named."""
    numbers: dict[str, str] = {}
    text = _UID.sub(lambda match: numbers.setdefault(match[0], f"ID-{len(numbers) + 1}"), text)
    text = re.sub(r"^- \[\d\d:\d\d\]", "- [TIME]", text, flags=re.MULTILINE)
    return text.replace(f"{now():%A, %Y-%m-%d}", "WEEKDAY, TODAY").replace(f"{now():%Y-%m-%d}", "TODAY")
