"""An agent's workspace, as one file that lists it or as the folder it is."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from memory.transfer.files import collect
from memory.transfer.formats.workspace import Workspace
from memory.transfer.items import Item
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile
from tests.memory.foreign import episodes, facts, format_of, left, reading, reasons, rules, texts

FILES = {
    "AGENTS.md": "# AGENTS.md\n\n- Always read USER.md first.\n",
    "SOUL.md": "# SOUL.md\n\nDry, kind, brief.\n",
    "USER.md": "# USER.md\n\n- **Name:** Ola\n- **Timezone:** Europe/Oslo\n",
    "MEMORY.md": "# MEMORY.md\n\n- Ola moved the workshop to Harbour Street in 2026-03\n",
    "memory/2026-03-01.md": "# 2026-03-01\n\n- workshop is on Mill Lane\n",
    "memory/2026-03-20.md": "# 2026-03-20\n\n- the printer: user admin, password hunter2, ip 192.0.2.10\n",
    "memory/people/anna.md": "# Anna\n\n- Role: baker\n",
    "memory/state.json": '{"lastChecks": {"email": 1772323200}}',
    "canvas/index.html": "<html></html>",
}


def listing(files: Any = None) -> str:
    return json.dumps({"files": FILES if files is None else files}, ensure_ascii=False)


def test_every_file_is_read_as_what_it_is() -> None:
    items = reading("listing.json", listing())
    assert rules(items) == ["Always read USER.md first."]
    assert facts(items) == {"user.name": "Ola", "user.timezone": "Europe/Oslo", "project.anna.role": "baker"}
    daily = episodes(items, "daily-note")
    assert [told.observed_at and told.observed_at.day for told in daily] == [1, 20]


def test_what_is_told_in_two_ways_is_told_twice_with_its_days() -> None:
    said = texts(reading("listing.json", listing()))
    assert any("Mill Lane" in text for text in said)
    assert any("Harbour Street" in text for text in said)


def test_a_credential_does_not_come_along() -> None:
    items = reading("listing.json", listing())
    assert not any("hunter2" in text for text in texts(items))
    (marked,) = episodes(items, "mentions-secret")
    assert "[REDACTED: credential]" in marked.text


def test_persona_and_state_are_left_out_and_told_of() -> None:
    items = reading("listing.json", listing())
    assert sorted(reasons(items)) == ["other_files", "other_files", "persona"]


@pytest.mark.parametrize(
    "shape",
    [
        FILES,
        {"workspace": {"files": FILES}},
        {"files": [{"path": path, "content": text} for path, text in FILES.items()]},
        {"memory_documents": [{"path": path, "content": text, "user_id": None} for path, text in FILES.items()]},
        {"files": {path: {"content": text, "size": 3} for path, text in FILES.items()}},
        {"files": {"MEMORY.md": FILES["MEMORY.md"], "memory": {"2026-03-01.md": FILES["memory/2026-03-01.md"]}}},
    ],
)
def test_a_listing_has_several_shapes(shape: Any) -> None:
    text = json.dumps(shape)
    assert format_of("dump.json", text) == "workspace"
    said = texts(reading("dump.json", text))
    assert any("Harbour Street" in text for text in said)
    assert any("Mill Lane" in text for text in said)


def folder_items(tmp_path: Path) -> list[Item]:
    for name, text in FILES.items():
        file = tmp_path / "ws" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return list(read_items(collect([tmp_path / "ws"])))


def test_the_folder_itself_brings_the_same(tmp_path: Path) -> None:
    listed, walked = reading("listing.json", listing()), folder_items(tmp_path)
    assert sorted(texts(walked)) == sorted(texts(listed))
    assert facts(walked) == facts(listed)
    assert rules(walked) == rules(listed)


def test_a_zip_of_it_brings_the_same() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    assert sorted(texts(reading("ws.zip", packed.getvalue()))) == sorted(texts(reading("listing.json", listing())))


def test_appended_notes_are_read_part_by_part() -> None:
    text = "# 2026-04-01\n\nThe boat was sold to Bo.\n\n---\n\nThe oars went along with it.\n"
    for name in ("memory/2026-04-01.md", "memory/2026-04-01-auto-extract.md", "memory/2026-04-01-boats.md"):
        (told,) = episodes(reading("l.json", listing({"MEMORY.md": "x", name: text})), "daily-note")
        assert told.text == "The boat was sold to Bo.\nThe oars went along with it."


def test_a_name_that_leads_out_is_refused() -> None:
    items = reading("l.json", listing({"MEMORY.md": "- Ola bakes bread", "memory/../../etc/x.md": "- root is here"}))
    assert reasons(items) == ["traversal"]


def test_a_path_given_twice_is_refused() -> None:
    items = reading("l.json", '{"files": {"MEMORY.md": "- Ola bakes bread", "MEMORY.md": "- Ola sells bread"}}')
    assert reasons(items) == ["duplicate_keys"]


def test_broken_and_empty_listings_say_so() -> None:
    assert reasons(reading("l.json", '{"files": {"MEMORY.md": "- Ola')) == ["bad_line"]
    assert reasons(reading("l.json", '{"x": {"MEMORY.md": 7}}')) == ["bad_record"]
    assert reasons(reading("l.json", listing({"MEMORY.md": " \n"}))) == ["empty"]


def test_a_listing_of_too_many_files_brings_the_first(tmp_path: Path) -> None:
    files = {f"memory/note{number:04}.md": f"- Ola saw whale number {number} today" for number in range(600)}
    items = reading("l.json", listing(files))
    assert len(episodes(items)) == 500
    assert [reason for reason, _ in left(items)] == ["limit_files"]


def test_rules_of_a_listing_stay_within_the_limit_of_an_import() -> None:
    text = "".join(f"- Always water plant number {number}.\n" for number in range(60))
    items = reading("l.json", listing({"AGENTS.md": text}))
    assert len(rules(items)) == 50
    assert set(reasons(items)) == {"limit_lessons"}


def test_the_inventory_counts_diaries_conflicts_and_credentials() -> None:
    found = Workspace().inventory(SourceFile(path="l.json", text=listing()))
    assert found == {"daily_notes": 2, "memory_files": 2, "conflicting_facts": 1, "secret_mentions": 1}


@pytest.mark.parametrize("listed", [True, False])
def test_two_values_of_one_label_are_both_told(tmp_path: Path, listed: bool) -> None:
    files = {"USER.md": "- Timezone: Europe/Oslo\n", "memory/user.md": "# User\n\n- Timezone: Europe/Paris\n"}
    if listed:
        items = reading("l.json", listing(files))
    else:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        items = list(read_items(collect([tmp_path])))
    assert facts(items) == {"user.timezone": "Europe/Oslo"}
    assert texts(items, "told-otherwise") == ["timezone: Europe/Paris"]
