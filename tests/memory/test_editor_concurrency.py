"""Two edits at once, an edit while a proposal arrives, and a preview that is open while the server restarts."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.base.problems import Conflict
from memory.models import BotStore, Edit, Record, Revision, Store
from memory.services.chain import chains_check
from memory.services.drafts import FactDraft
from memory.services.editor import edit_apply, edit_undo
from memory.services.facts import facts_write
from memory.services.proposals import proposals_pending
from tests.memory.editing import OWNER, apply, fact, found, named, now_is, preview

ROOT = Path(__file__).resolve().parents[2]
REPLACE: dict[str, Any] = {"type": "replace_text", "find": "Berlin", "replacement": "Lisbon"}


def together(*works: Callable[[], Any]) -> list[Any]:
    """What each returned or raised, all of them started at the same moment."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        barrier.wait(30)
        try:
            results[place] = work()
        except Conflict as problem:
            results[place] = problem.type
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@pytest.mark.django_db(transaction=True)
def test_one_preview_applied_four_times_at_once_is_made_once(main_store: Store) -> None:
    for number in range(20):
        fact(main_store, f"user.n{number}", f"Berlin {number}")
    token = preview(found("berlin"), **REPLACE).token
    receipts = together(*[lambda: edit_apply(actor=OWNER, token=token)] * 4)
    assert len({receipt.uid for receipt in receipts}) == 1
    assert Edit.objects.count() == 1
    assert Revision.objects.filter(operation="edit").count() == 20
    assert list(chains_check()) == []


@pytest.mark.django_db(transaction=True)
def test_of_two_edits_of_the_same_records_one_is_made_and_the_other_is_told(main_store: Store) -> None:
    record = fact(main_store, "user.city", "Berlin")
    tokens = [preview(named(record), **REPLACE | {"replacement": city}).token for city in ("Lisbon", "Porto")]
    results = together(*[lambda token=token: edit_apply(actor=OWNER, token=token) for token in tokens])
    assert sorted(map(type, results), key=str) == sorted([Edit, str], key=str)
    assert "stale-memory-preview" in results
    assert Record.objects.get(pk=record.pk).revision == 2
    assert list(chains_check()) == []


@pytest.mark.django_db(transaction=True)
def test_an_edit_and_a_proposal_that_meet_lose_nothing(private_store: Store, botty: Actor) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    record = fact(private_store, "user.city", "Berlin")
    token = preview(named(record), **REPLACE).token
    edited, _ = together(
        lambda: edit_apply(actor=OWNER, token=token),
        lambda: facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Ulm")]),
    )
    proposal = proposals_pending().get()
    if edited == "stale-memory-preview":  # the proposal was first: nothing was written without the owner seeing it
        assert (now_is(record).fact.value, proposal.base_revision) == ("Berlin", 1)
    else:  # the edit was first: the proposal is made on what it left
        assert (now_is(record).fact.value, proposal.base_revision) == ("Lisbon", 2)
    assert list(chains_check()) == []


@pytest.mark.django_db(transaction=True)
def test_an_edit_taken_back_by_two_at_once_is_taken_back_once(main_store: Store) -> None:
    record = fact(main_store, "user.city", "Berlin")
    edit = apply(named(record), **REPLACE)
    results = together(*[lambda: edit_undo(actor=OWNER, uid=edit.uid)] * 2)
    assert len({result.undone_at for result in results}) == 1
    assert (now_is(record).fact.value, now_is(record).revision) == ("Berlin", 3)


def test_a_preview_made_before_a_restart_is_applied_by_the_next_process(tmp_path: Path) -> None:
    first = process(tmp_path, "migrate, write, preview")
    assert process(tmp_path, "apply", first) == "Lisbon"


def test_a_preview_made_before_a_restart_is_one_clear_409_when_something_changed(tmp_path: Path) -> None:
    first = process(tmp_path, "migrate, write, preview")
    process(tmp_path, "change")
    assert process(tmp_path, "apply", first) == "stale-memory-preview"


SCRIPT = """
import sys, django
django.setup()
from django.core.management import call_command
from kirocrew.base.problems import Problem
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.editor import Search, Selection, edit_apply, edit_preview, operation_read
from memory.services.facts import facts_write
from channels_bridge.actors import Actor
owner, work, token = Actor.owner("alice", "1"), sys.argv[1], sys.argv[2]
if "migrate" in work:
    call_command("migrate", verbosity=0)
store = Store.objects.get(slug="main")
if "write" in work or "change" in work:
    value = "Berlin" if "write" in work else "Berlin, Mitte"
    facts_write(actor=owner, store=store, drafts=[FactDraft(key="user.city", value=value)])
if "preview" in work:
    operation = operation_read({"type": "replace_text", "find": "Berlin", "replacement": "Lisbon"})
    print(edit_preview(actor=owner, selection=Selection(search=Search()), operation=operation).token)
if "apply" in work:
    try:
        edit_apply(actor=owner, token=token)
        print(Record.objects.get(key="user.city").fact.value)
    except Problem as problem:
        print(problem.type)
"""


def process(home: Path, work: str, token: str = "") -> str:
    """What a process of its own printed last; the home is all it shares with others."""
    environment = os.environ | {
        "KIROCREW_HOME": str(home),
        "KIROCREW_SECRET_KEY": "a key that outlives a restart, long enough to please the checks",
        "KIROCREW_EMBEDDING_MODEL": "none",
        "DJANGO_SETTINGS_MODULE": "kirocrew.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, work, token],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
