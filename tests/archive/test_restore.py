"""An archive that is restored into an empty home makes it what the other one was, to the byte; or nothing happens."""

from pathlib import Path
from typing import Any

import pytest

from channels_bridge.actors import Actor
from kirocrew.archive.codec import model_of
from kirocrew.archive.exporting import archive_write
from kirocrew.archive.importing import Archive, archive_merge, archive_restore, archive_verify
from kirocrew.archive.tables import BY_NAME, TABLES
from kirocrew.base.problems import Conflict, Forbidden
from memory.models import Event, Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.archive.filling import OPERATOR, emptied, fill
from tests.conftest import make_bot


def exported(path: Path) -> tuple[Path, str]:
    made = archive_write(actor=OPERATOR, target=path, replace=True)
    return path, made.digest


def rows_of(name: str) -> list[dict[str, Any]]:
    """What travels of a table."""
    table = BY_NAME[name]
    rows = model_of(name)._base_manager.extra(where=[table.where])  # noqa: S610  (our own conditions)
    return list(rows.order_by("pk").values(*table.columns))


def test_every_row_and_column_comes_back_and_the_next_archive_is_the_same_bytes(db: None, tmp_path: Path) -> None:
    fill()
    first, digest = exported(tmp_path / "first.jsonl")
    before = {table.name: rows_of(table.name) for table in TABLES}
    assert all(before.values())
    emptied()
    told: list[tuple[str, int, int]] = []
    archive_restore(actor=OPERATOR, archive=Archive(first), confirm=digest[:8], report=lambda *step: told.append(step))
    for name, rows in before.items():
        assert rows_of(name) == rows, name
    second, again = exported(tmp_path / "second.jsonl")
    assert again == digest
    assert first.read_bytes() == second.read_bytes()
    assert {what for what, _, _ in told} == {"checking", "indexing", "restoring"}
    event = Event.objects.get(code="archive_restored")
    assert event.key == digest[:16] and event.source == "operator"


def test_a_restore_asks_for_the_digest_of_what_was_looked_at(main_store: Store, tmp_path: Path) -> None:
    first, digest = exported(tmp_path / "first.jsonl")
    for confirm in ("", digest[:7], "0" * 8):
        with pytest.raises(Conflict) as refused:
            archive_restore(actor=OPERATOR, archive=Archive(first), confirm=confirm)
        assert refused.value.type == "archive-not-confirmed" and refused.value.extra == {"digest": digest}
    assert archive_verify(actor=OPERATOR, archive=Archive(first)).digest == digest


def test_no_key_of_a_bot_restores_merges_or_exports(main_store: Store, botty: Actor, tmp_path: Path) -> None:
    first, digest = exported(tmp_path / "first.jsonl")
    with pytest.raises(Forbidden):
        archive_write(actor=botty)
    admin = make_bot("boss", "admin:*")
    with pytest.raises(Forbidden):
        archive_restore(actor=admin, archive=Archive(first), confirm=digest)
    with pytest.raises(Forbidden):
        archive_merge(actor=admin, archive=Archive(first))


def test_a_home_that_is_used_is_not_restored_into(main_store: Store, alice: Actor, tmp_path: Path) -> None:
    first, digest = exported(tmp_path / "first.jsonl")
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.pet", value="a cat")])
    with pytest.raises(Conflict) as refused:
        archive_restore(actor=alice, archive=Archive(first), confirm=digest)
    assert refused.value.type == "home-not-empty" and "memory_record" in refused.value.detail
    assert Record.objects.count() == 1
