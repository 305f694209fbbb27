"""`kirocrew prune` and `kirocrew stats` as an operator types them."""

import io
import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Job
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from memory.models import ConsolidationPass, Event, Flush, HistoryEntry, Setting, Store
from memory.services.facts import FactDraft, facts_write
from memory.services.history import history_append
from memory.services.pruning import PRUNE_JOB
from memory.services.records import fact_by_key
from memory.services.stores import store_create
from memory.tasks import prune_request
from tests.memory.consolidating import facts_of, talk
from tests.memory.importing import TURNS, run_import, turns, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def run(name: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(name, *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.fixture
def long_log(main_store: Store) -> None:
    Event.objects.bulk_create(Event(code="create", source="bot:botty") for _ in range(30))
    Setting.objects.create(name="events_max", value=10, changed_by="user_explicit")


@pytest.mark.usefixtures("long_log")
def test_a_dry_run_only_counts() -> None:
    assert run("prune", "--dry-run").splitlines() == [
        "20 audit entries would be exported and removed.",
        "0 entries of the history would be deleted.",
    ]
    assert Event.objects.count() == 30


@pytest.mark.usefixtures("long_log")
def test_it_says_what_went_and_where_it_is_kept(tmp_path: Path) -> None:
    shown = run("prune")
    (file,) = (tmp_path / "home" / "exports").iterdir()
    assert f"20 audit entries, kept in {file}" in shown
    assert "0 expired answers, 0 old jobs, 0 uploads" in shown
    assert run("prune").startswith("1 audit entries")  # the entry about the first time made it eleven


def test_days_of_the_history_beyond_their_age_go(main_store: Store) -> None:
    for days in (0, 364, 366):
        at = now() - timedelta(days=days)
        history_append(actor=Actor.owner("alice", "1"), store=main_store, entry=f"Day {days}.", at=at)
    HistoryEntry.objects.update(recorded_at=F("at"))  # each written down on its day
    assert "1 entries of the history would be deleted." in run("prune", "--dry-run")
    assert "1 entries of the history" in run("prune")
    assert {entry.text for entry in HistoryEntry.objects.all()} == {"Day 0.", "Day 364."}


def test_receipts_of_readings_go_after_their_days_and_what_was_learned_stays(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    facts_of(talk(botty, "My name is Ana.", key="old"))
    facts_of(talk(botty, "My editor is Emacs.", key="new"))
    aside = facts_of(talk(botty, "I live in Porto.", key="aside"))
    ConsolidationPass.objects.exclude(conversation__key="new").update(finished_at=now() - timedelta(days=366))
    ConsolidationPass.objects.filter(pk=aside.pk).update(state="set_aside")
    Flush.objects.create(store=main_store, conversation="old", source="bot:botty", compaction=1, outcome="written")
    Flush.objects.update(at=now() - timedelta(days=366))
    assert "2 old receipts" in run("prune")
    assert set(ConsolidationPass.objects.values_list("conversation__key", flat=True)) == {"new", "aside"}
    assert fact_by_key(actor=alice, store=main_store, key="user.name").fact.value == "Ana"
    assert Conversation.objects.get(key="old").binding.facts_to == 1


@pytest.mark.usefixtures("long_log")
def test_what_cannot_be_kept_is_not_removed(tmp_path: Path) -> None:
    write(tmp_path / "home" / "exports", "in the way")
    with pytest.raises(CommandError, match="none was removed"):
        run("prune")
    assert Event.objects.count() == 30


@pytest.mark.usefixtures("long_log")
def test_the_worker_does_it_as_a_job_that_says_what_went() -> None:
    prune_request()
    prune_request()
    job = run_job_now(Job.objects.get(name=PRUNE_JOB))
    assert (job.state, job.title) == ("done", "Remove what has served its time")
    assert job.result["events"] == 20
    assert job.result["events_file"].endswith(".jsonl")
    assert Event.objects.count() == 11


@pytest.mark.parametrize("arguments", [["--keep", "3"], ["now"], ["--dry-run=yes"]])
def test_prune_refuses_what_it_does_not_know(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run("prune", *arguments)


@pytest.fixture
def filled(alice: Actor, main_store: Store, tmp_path: Path) -> Store:
    run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(*TURNS)))
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    facts_write(actor=Actor.system("x"), store=main_store, drafts=[FactDraft(key="team.x", value=1)])
    return main_store


def test_stats_count_what_is_there_and_what_was_refused(filled: Store) -> None:
    found = json.loads(run("stats", "--json"))
    assert (found["records"]["episode"]["active"], found["records"]["fact"]["active"]) == (6, 1)
    assert found["rejections"] == {"allowlist_reject": 1}
    assert found["embeddings"]["kinds"]["episode"]["total"] == 6
    shown = run("stats")
    assert "episode" in shown
    assert "allowlist_reject" in shown


def test_stats_of_one_store_leave_out_the_others(alice: Actor, filled: Store) -> None:
    store_create(actor=alice, slug="crew", name="Crew")
    found = json.loads(run("stats", "--store", "crew", "--json"))
    assert sum(sum(by_status.values()) for by_status in found["records"].values()) == 0


@pytest.mark.parametrize("arguments", [["--store", "nowhere"], ["all"], ["--days", "3"]])
def test_stats_refuse_what_they_do_not_know(main_store: Store, arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run("stats", *arguments)
