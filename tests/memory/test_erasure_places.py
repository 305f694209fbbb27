"""Every table and every folder that could hold a text is looked into; a new one without a place fails here."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from kirocrew.backup.making import backup_make
from kirocrew.home import FOLDERS
from memory.services.erasing.needles import MARK, Needles
from memory.services.erasing.places import PLACES
from memory.services.erasing.probing import places_probe
from memory.services.erasing.rows import row_redact, table_hits, text_columns

SECRET = "The safe in the cellar opens with quagmire-tangerine-91"
NEEDLES = Needles(telling=(SECRET,))


@pytest.fixture
def copy(transactional_db: None, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database with every table, in which any row can be made."""
    file = backup_make(target=tmp_path / "copy.sqlite3").path
    made = sqlite3.connect(file, isolation_level=None)
    made.execute("PRAGMA ignore_check_constraints = ON")
    yield made
    made.close()


@pytest.mark.django_db
def test_every_table_belongs_to_exactly_one_place() -> None:
    placed = [table for place in PLACES for table in place.tables]
    assert len(placed) == len(set(placed))
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'", [])
        there = {row[0] for row in cursor.fetchall()}
    assert there - set(placed) == set(), "give these a place in memory/services/erasing/places.py"
    assert set(placed) - there == set(), "these are not there any more"


def test_every_model_has_a_place_even_before_it_is_migrated() -> None:
    placed = {table for place in PLACES for table in place.tables}
    assert {model._meta.db_table for model in apps.get_models(include_auto_created=True)} <= placed


def test_a_text_in_any_column_of_any_table_is_found_and_taken_out(copy: sqlite3.Connection) -> None:
    columns = text_columns(copy)
    assert sum(map(len, columns.values())) > 200
    for table, names in columns.items():
        if table in ("memory_text_content", "memory_past_text_content", "memory_document_text_content"):
            continue
        for name in names:
            copy.execute(f'DELETE FROM "{table}"')  # noqa: S608
            _plant(copy, table, name)
            (hit,) = table_hits(table, names, NEEDLES, copy)
            assert hit.columns == (name,), table
            row_redact(hit, NEEDLES, copy)
            assert table_hits(table, names, NEEDLES, copy) == [], table


def test_only_the_text_is_taken_out_of_a_json_value(copy: sqlite3.Connection) -> None:
    copy.execute("DELETE FROM channels_bridge_job")
    _plant(copy, "channels_bridge_job", "args", f'{{"a": ["x", "{SECRET}"], "n": 1}}')
    (hit,) = table_hits("channels_bridge_job", ["args"], NEEDLES, copy)
    row_redact(hit, NEEDLES, copy)
    assert copy.execute("SELECT args FROM channels_bridge_job").fetchone()[0] == f'{{"a": ["x", "{MARK}"], "n": 1}}'


@pytest.mark.django_db
@pytest.mark.parametrize("folder", [*(name for name in FOLDERS if name != "models"), "notes/deep", "."])
def test_a_file_anywhere_in_the_home_is_looked_into(folder: str) -> None:
    file = Path(settings.KIROCREW_HOME) / folder / "left-behind.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"… {SECRET} …")
    try:
        found = [line for line in places_probe(NEEDLES, {}) if line.state == "found"]
    finally:
        file.unlink()
    assert [hit for line in found for hit in line.hits] == [str(Path(folder) / "left-behind.txt")]


def _plant(copy: sqlite3.Connection, table: str, column: str, text: str = SECRET) -> None:
    """Make a row whose other columns hold what their type wants."""
    values: dict[str, Any] = {}
    for _, name, kind, required, default, is_key in copy.execute(f'PRAGMA table_info("{table}")').fetchall():
        if name == column:
            values[name] = text
        elif required and default is None and not (is_key and kind.lower() == "integer"):
            values[name] = "x" if "char" in kind.lower() or "text" in kind.lower() else 0
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join("?" * len(values))
    copy.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', list(values.values()))  # noqa: S608
