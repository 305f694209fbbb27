"""An archive that is not whole, was changed, or lies about itself is refused, and nothing of the home is touched."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from channels_bridge.actors import Actor
from kirocrew.archive import reading
from kirocrew.archive.errors import ArchiveError, WrongPassphrase
from kirocrew.archive.exporting import archive_write
from kirocrew.archive.importing import Archive, archive_merge, archive_restore, archive_verify
from memory.models import Event, Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.archive.filling import OPERATOR, emptied

Lines = list[bytes]


@pytest.fixture
def whole(main_store: Store, alice: Actor, tmp_path: Path) -> Lines:
    """The lines of an archive of three facts."""
    drafts = [FactDraft(key=f"user.tea_{n}", value=f"绿茶 {n}") for n in range(3)]
    facts_write(actor=alice, store=main_store, drafts=drafts)
    file = archive_write(actor=OPERATOR, target=tmp_path / "whole.jsonl").path
    emptied()
    return file.read_bytes().splitlines(keepends=True)


def place_of(lines: Lines, table: str) -> int:
    return next(n for n, line in enumerate(lines) if line.startswith(f'{{"table":"{table}"'.encode()))


def sealed(lines: Lines) -> Lines:
    """With a manifest that fits, as somebody would make it who forges one."""
    tables: dict[str, Any] = {}
    name = ""
    for line in lines[1:-1]:
        if line.startswith(b'{"table"'):
            name = json.loads(line)["table"]
            tables[name] = [0, hashlib.sha256()]
        elif name:
            tables[name][0] += 1
            tables[name][1].update(line)
    told = {name: {"rows": rows, "sha256": digest.hexdigest()} for name, (rows, digest) in tables.items()}
    whole = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    manifest = {"tables": told, "rows": sum(rows for rows, _ in tables.values()), "sha256": whole}
    return [*lines[:-1], json.dumps({"manifest": manifest}).encode() + b"\n"]


def fact_changed(lines: Lines, change: Callable[[list[Any]], list[Any]]) -> Lines:
    place = place_of(lines, "memory_fact") + 1
    row = json.dumps(change(json.loads(lines[place])), ensure_ascii=False).encode() + b"\n"
    return [*lines[:place], row, *lines[place + 1 :]]


def without(lines: Lines, place: int) -> Lines:
    return lines[:place] + lines[place + 1 :]


def head(lines: Lines, **values: Any) -> Lines:
    return [json.dumps(json.loads(lines[0]) | values).encode() + b"\n", *lines[1:]]


BROKEN: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "empty": (lambda lines: [], "empty"),
    "cut before its manifest": (lambda lines: lines[:-1], "ends before its manifest"),
    "cut in a row": (lambda lines: [*lines[:5], lines[5][:-3]], "cut off"),
    "a row less": (lambda lines: without(lines, place_of(lines, "memory_fact") + 1), "3 rows are promised and 2 are"),
    "a row less everywhere": (
        lambda lines: [line.replace(b'"memory_fact":{"rows":3', b'"memory_fact":{"rows":2') for line in
                       without(lines, place_of(lines, "memory_fact") + 1)],
        "the rows are not those that were exported",
    ),
    "another value": (lambda lines: fact_changed(lines, lambda row: [row[0], "coffee", row[2]]), "not those"),
    "rows in another order": (
        lambda lines: [*lines[: (at := place_of(lines, "memory_fact")) + 1], *lines[at + 2 : at + 3],
                       *lines[at + 1 : at + 2], *lines[at + 3 :]],
        "not those",
    ),
    "a table less": (
        lambda lines: [line for line in lines if b'{"table":"kirocrew_agent"' not in line], "kirocrew_agent is missing"
    ),
    "a table twice": (lambda lines: [*lines[:-1], lines[1], lines[-1]], "stands there twice"),
    "an unknown table": (
        lambda lines: [*lines[:-1], b'{"table":"auth_user","columns":["id"]}\n', lines[-1]], "not known here"
    ),
    "other columns": (
        lambda lines: [line.replace(b'["record_id","value"', b'["value","record_id"') for line in lines],
        "other columns",
    ),
    "another head": (lambda lines: head(lines, space={"model": "x"}), "changed"),
    "another version": (lambda lines: head(lines, version=2), "Version 2"),
    "no archive": (lambda lines: [b'{"format":"kirocrew-export"}\n'], "no archive"),
    "no head": (lambda lines: lines[1:], "no archive"),
    "something behind": (lambda lines: [*lines, b"[]\n"], "behind the manifest"),
    "no JSON": (lambda lines: [*lines[:3], b"{nothing}\n", *lines[3:]], "no JSON"),
    "no UTF-8": (lambda lines: [*lines[:3], b'"\xff"\n', *lines[3:]], "no JSON"),
    "nested": (lambda lines: [lines[0], b"[" * 200_000 + b"\n"], "nested|JSON"),
    "a number too long": (lambda lines: sealed(fact_changed(lines, lambda row: [2**80, row[1], row[2]])), "not fit"),
    "a text for a number": (lambda lines: sealed(fact_changed(lines, lambda row: ["1", row[1], row[2]])), "not fit"),
    "no decimal": (lambda lines: sealed(fact_changed(lines, lambda row: [row[0], row[1], "NaN"])), "does not fit"),
    "nothing for a number": (lambda lines: sealed(fact_changed(lines, lambda row: [row[0], row[1], None])), "fit"),
    "a value more": (lambda lines: sealed(fact_changed(lines, lambda row: [*row, 1])), "does not fit its table"),
}  # fmt: skip


def kept(lines: Lines, path: Path) -> Archive:
    path.write_bytes(b"".join(lines))
    return Archive(path)


@pytest.mark.parametrize("how", sorted(BROKEN))
def test_what_is_broken_is_refused_whole(whole: Lines, how: str, tmp_path: Path) -> None:
    change, why = BROKEN[how]
    archive = kept(change(whole), tmp_path / "broken.jsonl")
    with pytest.raises(ArchiveError, match=why):
        archive_verify(actor=OPERATOR, archive=archive)
    for take in (
        lambda: archive_restore(actor=OPERATOR, archive=archive, confirm="0" * 8),
        lambda: archive_merge(actor=OPERATOR, archive=archive),
    ):
        with pytest.raises(ArchiveError):
            take()
    assert not Record.objects.exists() and Store.objects.count() == 1
    assert Event.objects.filter(code="archive_refused", is_refusal=True).count() == 2


def test_a_forged_one_that_holds_is_taken_for_what_it_is(whole: Lines, tmp_path: Path) -> None:
    forged = sealed(fact_changed(whole, lambda row: [row[0], "coffee", row[2]]))
    archive = kept(forged, tmp_path / "forged.jsonl")
    told = archive_verify(actor=OPERATOR, archive=archive)
    assert told.digest != json.loads(whole[-1])["manifest"]["sha256"]


def test_rows_that_name_none_and_keys_that_stand_twice_are_refused(whole: Lines, tmp_path: Path) -> None:
    twice = place_of(whole, "memory_fact") + 1
    archive = kept(sealed([*whole[: twice + 1], *whole[twice:]]), tmp_path / "twice.jsonl")
    digest = archive_verify(actor=OPERATOR, archive=archive).digest
    with pytest.raises(ArchiveError, match="same key"):
        archive_restore(actor=OPERATOR, archive=archive, confirm=digest)


@pytest.mark.django_db(transaction=True)
def test_a_row_that_names_one_that_is_not_there_is_refused(whole: Lines, tmp_path: Path) -> None:
    orphan = sealed(fact_changed(whole, lambda row: [999, row[1], row[2]]))
    archive = kept(orphan, tmp_path / "orphan.jsonl")
    digest = archive_verify(actor=OPERATOR, archive=archive).digest
    with pytest.raises(ArchiveError, match="name others"):
        archive_restore(actor=OPERATOR, archive=archive, confirm=digest)
    assert not Record.objects.exists()


def test_an_archive_of_a_version_with_other_tables_is_not_restored(whole: Lines, tmp_path: Path) -> None:
    schema = json.loads(whole[0])["schema"]
    for change in (
        {"memory": [*schema["memory"], "9999_of_tomorrow"]},
        {"memory": schema["memory"][:-1]},
    ):
        archive = kept(sealed(head(whole, schema=schema | change)), tmp_path / "other.jsonl")
        digest = archive_verify(actor=OPERATOR, archive=archive).digest
        with pytest.raises(ArchiveError) as refused:
            archive_restore(actor=OPERATOR, archive=archive, confirm=digest)
        assert refused.value.type == "other-schema"
        assert not Record.objects.exists()


def test_a_line_without_an_end_does_not_fill_the_memory(
    main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LINE_LIMIT", 2 * reading.CHUNK)
    archive = kept([b"[" + b" " * (4 * reading.CHUNK)], tmp_path / "long.jsonl")
    with pytest.raises(ArchiveError, match="longer than any"):
        archive_verify(actor=OPERATOR, archive=archive)


def test_a_passphrase_for_what_is_not_locked_and_a_path_that_is_no_file_are_told(whole: Lines, tmp_path: Path) -> None:
    archive = kept(whole, tmp_path / "whole.jsonl")
    with pytest.raises(WrongPassphrase):
        archive_verify(actor=OPERATOR, archive=Archive(archive.path, passphrase="correct horse battery"))
    with pytest.raises(ArchiveError, match="can't be read"):
        archive_verify(actor=OPERATOR, archive=Archive(tmp_path))
