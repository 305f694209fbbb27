"""Deleting a source reaches what was made of it, kind by kind."""

import pytest

from channels_bridge.actors import Actor
from memory.models import EvidenceKind, EvidenceLink, Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, Source
from memory.services.episodes import episodes_write
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_forget
from tests.acceptance.asking import episode, prompt, record_of

KINDS = ("fact", "episode", "lesson")


def derive(actor: Actor, store: Store, kind: str, source: Record, how: EvidenceKind) -> Record:
    """A record of that kind which names its source."""
    named = (Source(record=source.uid, kind=how),)
    if kind == "fact":
        draft = FactDraft(key="user.harbour", value="Madagascar pier", derived_from=named)
        return record_of(facts_write(actor=actor, store=store, drafts=[draft])[0])
    if kind == "episode":
        told = EpisodeDraft(text="Madagascar pier was agreed upon.", derived_from=named)
        return record_of(episodes_write(actor=actor, store=store, drafts=[told])[0])
    rule = LessonDraft(rule="Write Madagascar pier in full", derived_from=named)
    return record_of(lessons_write(actor=actor, store=store, drafts=[rule])[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", [EvidenceKind.EXTRACTED, EvidenceKind.SUMMARISED, EvidenceKind.QUOTED])
@pytest.mark.parametrize("way", ["forget", "erase"])
def test_deleting_a_source_takes_what_holds_its_words_with_it(
    alice: Actor, main_store: Store, kind: str, how: EvidenceKind, way: str
) -> None:
    source = record_of(episode(alice, main_store, "They said the harbour moves to the other side."))
    other = record_of(episode(alice, main_store, "The museum closes at seven every day."))
    derived = derive(alice, main_store, kind, source, how)
    assert "Madagascar" in prompt(alice, main_store, "Madagascar pier")
    if way == "forget":
        record_forget(actor=alice, uid=source.uid)
    else:
        record_erase(actor=alice, uid=source.uid, confirm=str(source.uid), reason="asked to")
    derived.refresh_from_db()
    assert derived.status == Status.FORGOTTEN or not Record.objects.filter(pk=derived.pk, status="active").exists()
    assert "Madagascar" not in prompt(alice, main_store, "Madagascar pier")
    other.refresh_from_db()
    assert other.status == Status.ACTIVE


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_source_only_confirmed_stays_and_is_marked(alice: Actor, main_store: Store, kind: str) -> None:
    source = record_of(episode(alice, main_store, "They said the harbour moves to the other side."))
    derived = derive(alice, main_store, kind, source, EvidenceKind.SUPPORTS)
    assert not EvidenceLink.objects.exclude(gone="").exists()
    record_forget(actor=alice, uid=source.uid)
    derived.refresh_from_db()
    assert derived.status == Status.ACTIVE
    assert EvidenceLink.objects.get(record=derived).gone == "forgotten"
    assert "Madagascar" in prompt(alice, main_store, "Madagascar pier")
