"""Episodes before the lock is taken: judged by the gate, with all that can be worked out beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.db.instances import instance_new
from memory.gate.checks import Passed, check_episode_text
from memory.gate.fingerprints import text_hash, words_hash
from memory.gate.outcomes import Outcome, Refusal
from memory.models import Episode, Kind, Record, Store
from memory.recall.text_index import index_terms
from memory.services.drafts import EpisodeDraft
from memory.services.emails import emails_in
from memory.services.near_copies import Meaning, known_words
from memory.services.preparing import (
    label_of,
    metadata_of,
    metadata_refusal,
    refused,
)
from memory.services.unkept_turns import HUMAN_SPEAKERS, Place

TAGS_MAX = 10
TAG_LENGTH = 50  # characters
LABEL_LENGTH = 200  # characters of conversation, session and speaker


@dataclass(slots=True, eq=False)
class Prepared:
    """A draft the gate has let through, with all that can be worked out before the lock is taken."""

    draft: EpisodeDraft
    passed: Passed
    record: Record
    episode: Episode
    meaning: Meaning
    terms: str
    term_set: frozenset[str]


# A draft's text with what the gate made of it.
Judged = tuple[str, Prepared | Outcome]


def tags_of(tags: Sequence[str]) -> list[str]:
    """The first ten tags: stripped, lower case, cut at 50 characters, each once, without credentials."""
    cleaned = (label_of(str(tag)).lower()[:TAG_LENGTH].strip() for tag in tags)
    return list(dict.fromkeys(tag for tag in cleaned if tag))[:TAGS_MAX]


def place_of(draft: EpisodeDraft) -> Place | None:
    """Where a person said this, if it is a turn of a person's."""
    name = conversation_name(draft.conversation)
    if not name or draft.position is None or draft.speaker.strip().casefold() not in HUMAN_SPEAKERS:
        return None
    return name, draft.position


def episode_prepare(draft: EpisodeDraft, *, actor: Actor, store: Store) -> Prepared | Outcome:
    """Let the gate judge a draft, and work out all that needs no lock."""
    judged = _prepare(draft, actor=actor, store=store)
    return replace(judged, turn=place_of(draft)) if isinstance(judged, Outcome) else judged


def _prepare(draft: EpisodeDraft, *, actor: Actor, store: Store) -> Prepared | Outcome:
    fields = metadata_of(draft)
    problem = metadata_refusal(draft, fields, actor=actor)
    if problem:
        return refused(Kind.EPISODE, problem)
    passed = check_episode_text(draft.text, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return refused(Kind.EPISODE, passed)
    text = passed.value
    record = instance_new(
        Record,
        {
            "store": store,
            "kind": Kind.EPISODE,
            "category": fields["category"] or "episode",
            "subject": fields["subject"],
            "predicate": fields["predicate"],
            "scope": fields["scope"],
            "project": actor.project or fields["project"],
            "valid_from": draft.valid_from,
            "valid_until": draft.valid_until,
            "observed_at": draft.observed_at or now(),
            "source": actor.source,
            "source_ref": fields["source_ref"] or actor.source,
            "email_addresses": emails_in(text),
        },
    )
    meaning = Meaning.of(text)
    episode = instance_new(
        Episode,
        {
            "record": record,
            "text": text,
            "tags": tags_of(draft.tags),
            "importance": min(1.0, max(0.0, draft.importance)),
            "conversation": _label(draft.conversation),
            "session": _label(draft.session),
            "position": draft.position,
            "speaker": _label(draft.speaker),
            "text_hash": text_hash(text),
            "words_hash": words_hash(known_words(text, meaning)),
        },
    )
    terms = index_terms(record, episode)
    return Prepared(draft, passed, record, episode, meaning, terms, frozenset(terms.split()))


def conversation_name(text: str) -> str:
    """The name of a conversation as it is kept: one line, without credentials, at most 200 characters."""
    return _label(text)


def _label(text: str) -> str:
    return label_of(text)[:LABEL_LENGTH].strip()
