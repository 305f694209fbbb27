"""docs/reference/skills.md lists every event, reason and route."""

import re
from pathlib import Path

from skills.api import urls
from skills.services.access import Reason
from skills.services.events import EVENT_CODES

ROOT = Path(__file__).resolve().parents[2]
OURS = {"skills.api.views", "skills.api.access", "skills.api.transfer"}
"""Views whose page this is; learning, finding and registries have pages of their own."""


def rows(heading: str) -> dict[str, str]:
    """The table below a heading: first cell to last."""
    text = (ROOT / "docs/reference/skills.md").read_text(encoding="utf-8")
    part = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    found = re.findall(r"^\| `([a-z_]+)` \|(?:.*\|)? ([^|]+) \|$", part, re.MULTILINE)
    return {code: words.strip() for code, words in found}


def test_every_event_is_documented_in_its_words() -> None:
    assert rows("Events") == EVENT_CODES


def test_every_reason_is_documented() -> None:
    assert rows("Reasons").keys() == {reason.value for reason in Reason}


def test_every_route_is_documented() -> None:
    page = (ROOT / "docs/reference/skills.md").read_text(encoding="utf-8")
    ours = [one for one in urls.urlpatterns if one.callback.view_class.__module__ in OURS]
    assert len(ours) > 10
    for pattern in ours:
        last = re.sub(r"<[a-z]+:(\w+)>", r"{\1}", str(pattern.pattern)).split("/-/")[-1]
        assert last in page, pattern.pattern
