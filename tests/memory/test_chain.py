"""Tampering with the journal does not stay unseen."""

import pytest
from django.core.management import CommandError, call_command

from channels_bridge.actors import Actor
from memory.models import Record, Revision, Store
from memory.services.chain import chains_check
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget, record_restore


@pytest.fixture
def history(alice: Actor, main_store: Store) -> Record:
    for city in ("Lisbon", "Porto", "Faro 東京 🍕"):
        outcome = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value=city)])[0]
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="The release went out on Friday.")])
    assert outcome.uid
    record_forget(actor=alice, uid=outcome.uid, reason="moved")
    record_restore(actor=alice, uid=outcome.uid)
    return Record.objects.get(uid=outcome.uid)


def test_an_untouched_journal_holds(history: Record, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(chains_check()) == []
    call_command("verify")
    assert "every chain whole" in capsys.readouterr().out


@pytest.mark.parametrize("change", [{"reason": "another"}, {"source": "user_explicit2"}, {"after": {}}, {"number": 9}])
def test_a_changed_entry_is_found(history: Record, change: dict[str, object]) -> None:
    entry = history.revisions.order_by("id")[1]
    Revision.objects.filter(pk=entry.pk).update(**change)
    (fault,) = chains_check()
    assert (fault.record, fault.revision) == (history.uid, entry.pk)
    with pytest.raises(CommandError, match="1 faults"):
        call_command("verify")


def test_a_removed_entry_is_found(history: Record) -> None:
    Revision.objects.filter(pk=history.revisions.order_by("id")[2].pk).delete()
    assert [fault.why for fault in chains_check()] == ["the entry before it is missing or another one"]


def test_a_removed_end_is_found(history: Record) -> None:
    last = history.revisions.order_by("-id")[0]
    Revision.objects.filter(pk=last.pk).delete()
    assert [fault.why for fault in chains_check()] == ["the record does not stand where its journal ends"]
