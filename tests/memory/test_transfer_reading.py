"""Reading collected files to items: formats, limits, and a reason for everything."""

import re
from pathlib import Path

import pytest

from memory.transfer.files import collect, from_upload
from memory.transfer.formats import UnknownFormat
from memory.transfer.items import EpisodeItem, LessonItem, Unsupported
from memory.transfer.reading import read_items
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "import-formats.md"


def rules(count: int, start: int = 0) -> str:
    return "\n".join(f"- Always water plant number {number}." for number in range(start, start + count))


def test_one_import_brings_fifty_lessons_and_the_next_one_the_next() -> None:
    files = [SourceFile(path="a/CLAUDE.md", text=rules(40)), SourceFile(path="b/AGENTS.md", text=rules(40))]
    first = list(read_items(files))
    lessons = [item for item in first if isinstance(item, LessonItem)]
    left = [item for item in first if isinstance(item, Unsupported)]
    assert len(lessons) == 50
    assert {item.reason_code for item in left} == {Reason.LIMIT_LESSONS}
    assert len(left) == 30
    known = {item.fingerprint for item in lessons}
    second = list(read_items(files, known=known))
    assert all(isinstance(item, LessonItem) for item in second)
    assert len(second) == 80


def test_the_limit_does_not_count_the_lessons_of_an_export() -> None:
    records = ",".join(f'{{"kind":"lesson","rule":"Always water plant {number}."}}' for number in range(60))
    counts = '{"fact":0,"lesson":60,"episode":0}'
    text = f'{{"format":"kirocrew-export","version":1,"records":[{records}],"counts":{counts}}}'
    items = list(read_items(from_upload("x.json", text.encode())))
    assert len(items) == 60
    assert all(isinstance(item, LessonItem) for item in items)


def test_an_import_ends_at_its_limit_of_items() -> None:
    files = [SourceFile(path="MEMORY.md", text="- Name: Mira\n- City: Oslo\n- Tea: oolong\n")]
    *items, last = read_items(files, item_limit=2)
    assert len(items) == 2
    assert isinstance(last, Unsupported)
    assert last.reason_code is Reason.LIMIT_ITEMS


def test_a_document_of_endless_lines_ends_too() -> None:
    text = "- Name: Mira\n" * 30_000
    *items, last = read_items([SourceFile(path="USER.md", text=text)])
    assert len(items) == 10_000
    assert isinstance(last, Unsupported)
    assert last.reason_code is Reason.LIMIT_ITEMS


def test_an_unknown_format_is_refused_before_a_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match="markdown"):
        read_items(collect([tmp_path]), format_name="papyrus")


def test_a_format_can_be_forced() -> None:
    (item,) = read_items([SourceFile(path="letter", text="We had tea by the lighthouse.")], format_name="markdown")
    assert isinstance(item, EpisodeItem)


def test_every_file_says_what_became_of_it(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "x"}')
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "empty.md").write_text("---\nalwaysApply: true\n---\n")
    (tmp_path / "rules" / "gone.md").symlink_to(tmp_path / "package.json")
    items = list(read_items(collect([tmp_path])))
    assert {item.origin_ref: item.reason_code for item in items if isinstance(item, Unsupported)} == {
        f"{tmp_path.name}/package.json": Reason.UNKNOWN_FORMAT,
        f"{tmp_path.name}/rules/empty.md": Reason.EMPTY,
        f"{tmp_path.name}/rules/gone.md": Reason.SYMLINK,
    }


def test_every_reason_is_documented() -> None:
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE))
    assert {reason.value for reason in Reason} <= documented


def test_broken_json_is_told_with_its_line() -> None:
    (item,) = read_items([SourceFile(path="bad.json", text='{"a": 1,\n "b": }\n')])
    assert isinstance(item, Unsupported)
    assert item.reason_code is Reason.BAD_LINE
    assert item.message.startswith("This is not valid JSON, line 2, column 7")


def test_json_lines_without_a_turn_are_told_what_a_turn_needs() -> None:
    (item,) = read_items([SourceFile(path="bad.jsonl", text='{"speaker": "bob", "said": "Guten Morgen"}\n')])
    assert isinstance(item, Unsupported)
    assert item.reason_code is Reason.UNKNOWN_FORMAT
    for field in ("text", "speaker", "conversation"):
        assert f'"{field}"' in item.message


def test_a_turn_without_a_text_or_with_broken_json_is_told_with_its_line() -> None:
    good = '{"speaker": "bob", "text": "Der Drucker braucht Toner."}'
    text = f'{good}\n{{"speaker": "bob"}}\n{{"speaker": }}\n'
    _, without, broken = read_items([SourceFile(path="talk.jsonl", text=text)])
    assert isinstance(without, Unsupported)
    assert isinstance(broken, Unsupported)
    assert without.message.startswith("Line 2: The text is missing.")
    assert "line 3, column 13" in broken.message
