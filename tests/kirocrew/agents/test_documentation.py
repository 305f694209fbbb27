"""The reference of agents names all there is."""

import re
from pathlib import Path

from kirocrew.agents.agents import CHANGEABLE
from kirocrew.agents.events import EVENT_CODES
from kirocrew.agents.names import ORDER, VIRTUAL, Session, template

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_every_file_session_and_field_is_in_the_reference() -> None:
    page = (DOCS / "reference/agents.md").read_text()

    assert re.findall(r"^\| `([A-Z_]+\.md)` \|", page, re.MULTILINE)[: len(ORDER)] == list(ORDER)
    for word in (*VIRTUAL, *Session, *CHANGEABLE):
        assert f"`{word}`" in page, word


def test_every_event_is_documented_as_it_is() -> None:
    page = (DOCS / "reference/events.md").read_text()

    assert dict(re.findall(r"^\| `(agent_\w+)` \| (.+) \|$", page, re.MULTILINE)) == EVENT_CODES


def test_templates_have_english_headings_and_say_what_file_they_are() -> None:
    for name in ORDER:
        text = template(name)
        assert not text or text.startswith(f"# {name}"), name
        assert text.isascii()
    assert template("BOOTSTRAP.md", "predefined") != template("BOOTSTRAP.md", "open")
