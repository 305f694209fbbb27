"""An erase reaches the documents and the history of the record's store."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from channels_bridge.actors import Actor
from kirocrew.backup.making import backup_make
from kirocrew.base.clock import now
from memory.models import Document, DocumentProposal, DocumentRevision, HistoryEntry, Store
from memory.services.document_proposals import document_propose
from memory.services.document_search import documents_search
from memory.services.documents import document_chains_check, document_write
from memory.services.erasing.databases import database_clean
from memory.services.erasing.documents import documents_settle
from memory.services.erasing.sought import Sought
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import _needles, erase_certificate
from memory.services.history import Citation, history_append
from tests.memory.test_erasure import SECRET, cells_with, erase, fact, found_in


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


def written(actor: Actor, store: Store, text: str, base: int = 0) -> Document:
    outcome = document_write(actor=actor, store=store, kind="preferences", text=text, base_revision=base)
    assert outcome.ok, outcome
    return Document.objects.get(store=store)


def test_the_text_is_taken_out_of_documents_revisions_history_and_index(alice: Actor, main_store: Store) -> None:
    written(alice, main_store, f"# Preferences\n- Tea: green\n- {SECRET}.\n- Editor: Vim")
    document = written(alice, main_store, "# Preferences\n- Tea: green\n- Editor: Vim", 1)
    written(alice, main_store, f"# Preferences\n- Tea: green\n- Clinic: {SECRET}", 2)
    history_append(actor=alice, store=main_store, entry=f"Ada wrote: {SECRET}! Then she left.", at=now())
    certificate = erase(alice, fact(alice, main_store))
    assert not found_in(certificate) & {"documents", "documents_index", "audit", "records"}
    assert cells_with(SECRET) == []
    document.refresh_from_db()
    assert document.revision == 4 and document.text.splitlines()[1] == "- Tea: green"
    assert "[erased]" in document.text
    assert HistoryEntry.objects.get().text == "Ada wrote: [erased]! Then she left."
    assert documents_search(actor=alice, query="Coimbra", stores=[main_store]) == []
    assert len(documents_search(actor=alice, query="tea", stores=[main_store])) == 1
    assert list(document_chains_check()) == []
    texts = dict(DocumentRevision.objects.values_list("number", "text"))
    assert texts[1] == texts[3] == "" and "Editor: Vim" in texts[2]


def test_a_short_value_goes_from_the_line_that_names_its_key(alice: Actor, main_store: Store) -> None:
    document = written(alice, main_store, "# Preferences\n- City: Porto\n- Porto wine: never")
    erase(alice, fact(alice, main_store, "Porto", key="user.city"))
    document.refresh_from_db()
    assert document.text == "# Preferences\n- City: [erased]\n- Porto wine: never"


def test_an_entry_that_rests_on_the_record_alone_goes_and_another_one_stays(alice: Actor, main_store: Store) -> None:
    record, other = fact(alice, main_store), fact(alice, main_store, "Something else", key="user.other")
    for number, uids in enumerate(((record.uid,), (record.uid, other.uid))):
        citations = [Citation(record=uid) for uid in uids]
        history_append(actor=alice, store=main_store, entry=f"Entry {number}.", at=now(), citations=citations)
    erase(alice, record)
    gone, kept = HistoryEntry.objects.order_by("pk")
    assert gone.text == "" and gone.removed_at is not None
    assert kept.text == "Entry 1." and kept.citations == [{"record": str(other.uid)}]


def test_a_document_of_another_store_is_told_and_left(alice: Actor, main_store: Store, private_store: Store) -> None:
    document = written(alice, private_store, f"# Preferences\n- {SECRET}.")
    record = fact(alice, main_store)
    certificate = erase(alice, record)
    document.refresh_from_db()
    assert SECRET in document.text and document.revision == 1
    assert "documents" in found_in(certificate)
    assert "documents" in found_in(erase_certificate(actor=alice, uid=record.uid))


def test_what_says_nothing_of_it_is_left_as_it_is(alice: Actor, main_store: Store) -> None:
    document = written(alice, main_store, "# Preferences\n- Tea: green")
    entry = history_append(actor=alice, store=main_store, entry="We had tea.", at=now())
    erase(alice, fact(alice, main_store))
    document.refresh_from_db()
    assert document.revision == 1 and HistoryEntry.objects.get().text == entry.text  # type: ignore[union-attr]


@pytest.mark.django_db(transaction=True)
def test_a_backup_loses_it_and_holds_once_it_is_put_back(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    written(alice, main_store, f"# Preferences\n- Tea: green\n- {SECRET}.")
    history_append(actor=alice, store=main_store, entry=f"Ada wrote: {SECRET}!", at=now())
    record = fact(alice, main_store)
    sought = Sought(_needles([record]), frozenset({str(record.uid)}))
    file = backup_make(target=tmp_path / "copy.sqlite3").path
    database_clean(file, sought)
    assert SECRET.encode() not in file.read_bytes()
    copy = sqlite3.connect(file)
    text, number = copy.execute("SELECT text, revision FROM memory_document").fetchone()
    assert "Tea: green" in text and number == 1
    assert copy.execute("SELECT text FROM memory_documentrevision").fetchone() == ("",)
    assert copy.execute("SELECT count(*) FROM memory_document_text").fetchone() == (0,)
    copy.close()


def test_a_backup_that_was_put_back_names_what_was_emptied_and_can_be_searched(alice: Actor, main_store: Store) -> None:
    written(alice, main_store, "# Preferences\n- Tea: green\n- [erased].")
    DocumentRevision.objects.update(text="", erased_at=now())
    assert list(document_chains_check()) != []
    documents_settle()
    assert list(document_chains_check()) == []
    assert len(documents_search(actor=alice, query="tea", stores=[main_store])) == 1


def test_a_text_that_waits_goes_with_the_record_and_another_one_stays(alice: Actor, main_store: Store) -> None:
    for kind, text in (("preferences", f"# Preferences\n- {SECRET}"), ("projects", "# Projects\n- Kettle: blue")):
        asked = document_propose(
            actor=Actor.system("consolidation:chat-1"),
            store=main_store,
            kind=kind,
            project="",
            text=text,
            base_revision=0,
            why="unsupported_by_turn",
        )
        assert asked is not None
    certificate = erase(alice, fact(alice, main_store))
    assert "documents" not in found_in(certificate)
    assert cells_with(SECRET) == []
    assert [row.kind for row in DocumentProposal.objects.all()] == ["projects"]
