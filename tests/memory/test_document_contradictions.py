"""Lines of documents that a live fact contradicts: found, listed, decided."""

from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.models import Document, DocumentContradiction, Record, Revision, Store
from memory.services.document_contradictions import (
    document_contradiction_decide,
    document_contradictions,
    documents_contradicted,
)
from memory.services.documents import document_write
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import record_forget
from memory.tasks import contradictions_request


def known(alice: Actor, store: Store, key: str, value: Any, **more: Any) -> Record:
    outcome = facts_write(actor=alice, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]
    return Record.objects.get(uid=outcome.uid or "")


def says(alice: Actor, store: Store, text: str, kind: str = "preferences", base: int = 0, **more: str) -> None:
    assert document_write(actor=alice, store=store, kind=kind, text=text, base_revision=base, **more).ok  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "text", "key", "value", "found"),
    [
        ("preferences", "# Preferences\n- Editor: Helix", "pref.editor", "Vim", True),
        ("preferences", "# Preferences\n- **Editor**: Vim", "pref.editor", "Vim", False),
        ("preferences", "# Preferences\n- Editor: Vim 9", "pref.editor", "vim", False),
        ("preferences", "# Preferences\n1. Sprache: Deutsch", "user.language", "English", True),
        ("preferences", "# Preferences\n- 言語: 日本語", "pref.language", "中文", True),
        ("preferences", "# Preferences\n- pref.font: Fira", "pref.font", "Iosevka", True),
        ("preferences", "# Preferences\n- Font: Fira", "user.editor", "Vim", False),
        ("preferences", "# Preferences\nShe once said: never again", "pref.never", "x", False),
        ("projects", "# Projects\n## Kettle\n- Deadline: Friday", "project.kettle.deadline", "Monday", True),
        ("projects", "# Projects\n- Name: Kettle\n- Port: 8080", "project.kettle.port", 9090, True),
        ("projects", "# Projects\n## Toaster\n- Deadline: Friday", "project.kettle.deadline", "Monday", False),
    ],
)
def test_a_line_that_says_another_value_than_a_live_fact_is_found(
    alice: Actor, main_store: Store, kind: str, text: str, key: str, value: Any, found: bool
) -> None:
    known(alice, main_store, key, value)
    says(alice, main_store, text, kind)
    assert documents_contradicted() == (1 if found else 0)


def test_it_is_noted_once_and_closed_when_either_changes(alice: Actor, main_store: Store) -> None:
    fact = known(alice, main_store, "pref.editor", "Vim")
    says(alice, main_store, "# Preferences\n- Editor: Helix")
    assert documents_contradicted() == documents_contradicted() == 1
    assert DocumentContradiction.objects.count() == 1
    says(alice, main_store, "# Preferences\n- Editor: Vim", base=1)
    assert documents_contradicted() == 0
    says(alice, main_store, "# Preferences\n- Editor: Helix", base=2)
    assert documents_contradicted() == 1
    record_forget(actor=alice, uid=fact.uid)
    assert documents_contradicted() == 0


def test_the_daily_job_looks_at_documents_as_well(alice: Actor, main_store: Store) -> None:
    known(alice, main_store, "pref.editor", "Vim")
    says(alice, main_store, "# Preferences\n- Editor: Helix")
    contradictions_request()
    job = run_job_now(Job.objects.get(name="memory.contradictions"))
    assert job.result["documents"] == 1


def opened(alice: Actor, store: Store) -> int:
    known(alice, store, "pref.editor", "Vim")
    says(alice, store, "# Preferences\n- Editor: Helix\n- Tea: green")
    documents_contradicted()
    return DocumentContradiction.objects.get().pk


def test_keeping_the_fact_corrects_the_line(alice: Actor, main_store: Store) -> None:
    document_contradiction_decide(actor=alice, number=opened(alice, main_store), keep="fact")
    assert Document.objects.get().text == "# Preferences\n- Editor: Vim\n- Tea: green"
    assert documents_contradicted() == 0


def test_keeping_the_document_proposes_its_value(alice: Actor, main_store: Store) -> None:
    document_contradiction_decide(actor=alice, number=opened(alice, main_store), keep="document", reason="New one")
    proposal = Revision.objects.get(status=Revision.Status.PROPOSED)
    assert proposal.after and proposal.after["content"]["value"] == "Helix" and proposal.reason == "New one"


def test_both_may_stay_until_one_changes(alice: Actor, main_store: Store) -> None:
    number = opened(alice, main_store)
    document_contradiction_decide(actor=alice, number=number, keep="both")
    assert documents_contradicted() == 0
    with pytest.raises(Conflict):
        document_contradiction_decide(actor=alice, number=number, keep="fact")
    known(alice, main_store, "pref.editor", "Emacs")
    assert documents_contradicted() == 1


def test_only_the_owner_decides_and_nothing_stale(
    alice: Actor, botty: Actor, mallory: Actor, main_store: Store
) -> None:
    number = opened(alice, main_store)
    assert document_contradictions(actor=botty).count() == 1
    assert not document_contradictions(actor=mallory).exists()
    with pytest.raises(Forbidden):
        document_contradiction_decide(actor=botty, number=number, keep="fact")
    with pytest.raises(Invalid):
        document_contradiction_decide(actor=alice, number=number, keep="first")
    with pytest.raises(NotFound):
        document_contradiction_decide(actor=alice, number=number + 99, keep="fact")
    says(alice, main_store, "# Preferences\n- Editor: Nano", base=1)
    with pytest.raises(Conflict):
        document_contradiction_decide(actor=alice, number=number, keep="fact")


def test_stores_and_projects_are_kept_apart(alice: Actor, main_store: Store, private_store: Store) -> None:
    known(alice, private_store, "pref.editor", "Vim")
    known(alice, main_store, "pref.font", "Fira", project="kettle")
    says(alice, main_store, "# Preferences\n- Editor: Helix\n- Font: Iosevka")
    assert documents_contradicted() == 0
    says(alice, main_store, "# Preferences\n- Font: Iosevka", project="kettle")
    assert documents_contradicted() == 1
