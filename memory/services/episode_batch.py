"""What becomes of a batch of episodes: which are one, whose wording stays, and what leaves a full store."""

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import chain
from uuid import UUID

from channels_bridge.actors import OWNER_SOURCE, Actor
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode, Superseded
from memory.models import Event, Kind, Record, Revision, Status, Store
from memory.services.drafts import WriteMode
from memory.services.episode_drafts import Judged, Prepared
from memory.services.eviction import Leaving, Room
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.near_copies import (
    PROBED_TOGETHER,
    Meaning,
    candidates,
    candidates_together,
    is_near_copy,
    is_short,
    resembles,
    words_known,
)
from memory.services.preparing import (
    REFUSED_VALUE,
    held_back,
    held_event,
    labels_of,
    refused,
    secret_event,
)
from memory.services.refused import Refused
from memory.services.twins import Twins
from memory.services.windows import windows_apart

A_DAY = timedelta(days=1)
LATEST = 20  # texts of a batch with a word, the latest, that a later one with the same rare word is compared with


class EpisodeBatch:
    """Decisions on a batch, made under the lock against what is stored and what the batch itself adds."""

    def __init__(
        self,
        actor: Actor,
        store: Store,
        mode: WriteMode,
        reason: str,
        values: dict[str, object],
        *,
        rehearsing: bool = False,
    ) -> None:
        self.actor, self.store, self.mode, self.reason = actor, store, mode, reason
        self.rehearsing = rehearsing
        self.containment = float(str(values["near_copy_containment"]))
        self.capacity = int(str(values["episodes_max"]))
        self.room = Room(store, self.capacity)
        self.twins = Twins(store)
        self.changes: list[Change] = []
        self.events: list[Event] = []
        self._pending: dict[int, Change] = {}
        self._added: dict[str, dict[str, deque[Prepared]]] = defaultdict(_latest_by_word)  # by project
        self._gone: set[int | UUID] = set()
        self._refused = Refused(store)
        self._expected = 0
        self._words_known: Mapping[str, int] | None = None
        self._asked_together: dict[Prepared, list[tuple[int, str]]] = {}

    def settle(self, judged: Sequence[Judged]) -> list[Outcome]:
        """Decide on drafts in their order and write what is to be written; one outcome per draft."""
        items = [item for _, item in judged if isinstance(item, Prepared)]
        self._look_up(items)
        self.room.expect(len(items))
        self._expected = len(items)
        outcomes = [item if isinstance(item, Outcome) else self.decide(item) for _, item in judged]
        self.flush()
        return [self.finish(outcome) for outcome in outcomes]

    def _look_up(self, items: Sequence[Prepared]) -> None:
        self._refused.refresh()
        self.twins.load([item.episode for item in items])
        told = [item for item in items if item.episode.position is None]
        if len(items) > 1:
            self._words_known = words_known(item.meaning for item in told)
            texts = [(item.record.project, item.meaning, item.term_set) for item in told]
            found = candidates_together(self.store, texts, known=self._words_known)
            self._asked_together = dict(zip(told, found, strict=True)) if found is not None else {}

    def decide(self, item: Prepared) -> Outcome:
        """Decide on one draft and queue its change."""
        if self._refused.value(Kind.EPISODE, item.episode.text) is not None:
            return refused(Kind.EPISODE, REFUSED_VALUE)
        twin = self._twin(item)
        if twin is not None:
            return self._answer_twin(item, twin)
        texts = (item.episode.text, *labels_of(item.record), *item.episode.tags)
        item.passed = held_back(item.passed, texts, refused=self._refused, actor=self.actor, kind=Kind.EPISODE)
        for noted in (secret_event, held_event):
            event = noted(item.passed, actor=self.actor, store=self.store, kind=Kind.EPISODE)
            self.events += [event] if event else []
        if item.passed.doubts:
            return self._propose(item)
        alike = self._near_copies(item)
        if alike and self.mode is WriteMode.PRESERVE:
            return _duplicate(alike[0], "near_copy")
        older = next((record for record in alike if self._may_replace(record)), None)
        if older is not None:
            return self._replace(item, older)
        if not self._make_room():
            return refused(
                Kind.EPISODE,
                Refusal(
                    RefusalCode.CAPACITY,
                    f"The store holds its {self.capacity:,} episodes. The owner can raise the limit or prune.",
                    "store",
                ),
            )
        return self._create(item, "beside_owner_wording" if alike else "created")

    def flush(self) -> None:
        """Write what was decided so far."""
        if not self.rehearsing:
            changes_commit(actor=self.actor, changes=self.changes)
            self.room.flush()
            self._refused.count()
            self._asked_together.clear()  # the index is another one now
        self.changes.clear()

    def finish(self, outcome: Outcome) -> Outcome:
        """Fill in what is only known once it is written."""
        change = self._pending.pop(id(outcome), None)
        if change is None:
            return outcome
        return Outcome(
            outcome.status,
            outcome.kind,
            uid=change.record.uid,
            revision=change.base_revision if change.is_proposal else 1,
            reason=outcome.reason,
            superseded=outcome.superseded,
            proposal=change.revision_id if change.is_proposal else None,
            redacted=outcome.redacted,
        )

    def _twin(self, item: Prepared) -> Record | None:
        """The episode that has this text, or the same words and day. What the owner forgot, they may write again."""
        return self.twins.find(
            item.episode,
            is_short=is_short(item.meaning),
            is_gone=lambda twin: self._is_gone(twin) or (self.actor.is_owner and twin.status == Status.FORGOTTEN),
            other_window=lambda twin: _apart(item, twin),
            other_occasion=lambda twin: _another_occasion(item, twin),
        )

    def _is_gone(self, record: Record) -> bool:
        return record.uid in self._gone or record.pk in self._gone

    def _answer_twin(self, item: Prepared, twin: Record) -> Outcome:
        if twin.status == Status.ACTIVE:
            return Outcome(
                OutcomeStatus.UNCHANGED, Kind.EPISODE, uid=twin.uid, revision=twin.revision, reason="duplicate"
            )
        return self._propose_revival(item, twin)

    def _propose_revival(self, item: Prepared, twin: Record) -> Outcome:
        """What the owner forgot, or has not yet decided on, is not written again behind their back."""
        self.flush()  # the proposal may be one of this batch
        if twin._state.adding:  # a rehearsal's
            return _waits_already(item, twin, None)
        waiting = twin.revisions.filter(
            status=Revision.Status.PROPOSED, answer__isnull=True, operation__in=("create", "restore")
        ).first()
        if waiting is not None:
            return _waits_already(item, twin, waiting.pk)
        before = snapshot(twin, twin.episode)
        change = Change(
            twin,
            twin.episode,
            "restore",
            before=before,
            status=Revision.Status.PROPOSED,
            base_revision=twin.revision,
            reason=self.reason,
            metadata={"why": "revival", "evidence": item.record.source_ref},
            after=before | {"status": str(Status.ACTIVE)},
            event="proposed",
            new_text=twin.episode.text,
        )
        return self._queue(change, OutcomeStatus.PROPOSED, item, "revival")

    def _propose(self, item: Prepared) -> Outcome:
        item.record.status, item.record.revision = Status.PROPOSED, 0
        change = Change(
            item.record,
            item.episode,
            "create",
            status=Revision.Status.PROPOSED,
            reason=self.reason,
            metadata=item.passed.notes,
            event="proposed",
            new_text=item.episode.text,
        )
        self.twins.add(item.record)
        return self._queue(change, OutcomeStatus.PROPOSED, item, item.passed.why)

    def _near_copies(self, item: Prepared) -> list[Record]:
        """Other wordings of the same event, from the batch itself and from the store, newest first.

        Turns of a conversation are kept as they were said: each is an event of its own.
        """
        if item.episode.position is not None:
            return []
        found = [other.record for other in self._alike(item) if not _another_occasion(item, other.record)]
        known = {record.pk for record in found}
        keys = [
            pk
            for pk, text in self._candidates(item)
            if pk not in self._gone
            and pk not in known
            and is_near_copy(item.meaning, Meaning.of(text), containment=self.containment)
        ]
        if keys:
            stored = Record.objects.filter(pk__in=keys).select_related("episode").order_by("-id")
            found += [record for record in stored if not _another_occasion(item, record)]
        return found

    def _candidates(self, item: Prepared) -> list[tuple[int, str]]:
        found = self._asked_together.get(item)
        if found is None:
            found = candidates(self.store, item.record.project, item.meaning, item.term_set, known=self._words_known)
        return found

    def _alike(self, item: Prepared) -> list[Prepared]:
        """Those of the batch that tell the same event, newest first, found as those in the store are."""
        added = self._added[item.record.project]
        held = Counter(chain.from_iterable(added.get(word, ()) for word in item.meaning.rare))
        alike = [
            other
            for other, words in held.items()
            if words >= PROBED_TOGETHER
            and resembles(item.meaning, item.term_set, other.term_set)
            and is_near_copy(item.meaning, other.meaning, containment=self.containment)
            and not self._is_gone(other.record)
        ]
        return sorted(alike, key=lambda other: other.record.uid, reverse=True)

    def _may_replace(self, record: Record) -> bool:
        """The owner's wording gives way to the owner's alone, and so does whatever a private store holds."""
        return self.actor.is_owner or not (self.store.is_private or record.source == OWNER_SOURCE)

    def _create(self, item: Prepared, reason: str) -> Outcome:
        change = Change(
            item.record,
            item.episode,
            "create",
            reason=self.reason,
            event="create",
            new_text=item.episode.text,
            terms=item.terms,
            is_searched=item.passed.holds_no_secret,
        )
        self._count_in(item, instead=False)
        return self._queue(change, OutcomeStatus.WRITTEN, item, reason)

    def _replace(self, item: Prepared, older: Record) -> Outcome:
        change = Change(
            item.record,
            item.episode,
            "create",
            reason=self.reason,
            event="merge",
            old_text=older.episode.text,
            new_text=item.episode.text,
            terms=item.terms,
            is_searched=item.passed.holds_no_secret,
        )
        self._count_in(item, instead=True)
        gone = Superseded(older.uid, "", older.episode.text, "newer_wording")
        outcome = self._queue(change, OutcomeStatus.MERGED, item, "newer_wording", (gone,))
        self._supersede(older, item.record)
        return outcome

    def _count_in(self, item: Prepared, *, instead: bool) -> None:
        self.twins.add(item.record)
        self.room.add(item.record, instead=instead)
        if item.episode.position is None:
            added = self._added[item.record.project]
            for word in item.meaning.words:
                added[word].append(item)

    def _supersede(self, older: Record, newer: Record) -> None:
        """Write what waits, so that the older record can point to the newer one's row, then retire it."""
        self.flush()
        before, base = snapshot(older, older.episode), older.revision
        older.status, older.superseded_by = Status.SUPERSEDED, newer
        self._gone |= {older.pk, older.uid}
        self.changes.append(
            Change(
                older,
                older.episode,
                "supersede",
                before=before,
                base_revision=base,
                reason="newer_wording",
                metadata={"superseded_by": str(newer.uid)},
                event="supersede",
                old_text=older.episode.text,
                text_changed=False,
            )
        )

    def _make_room(self) -> bool:
        """Let the least important, then oldest, leave a shared store that is full. False when it may not."""
        if not self.room.is_full:
            return True
        if self.mode is WriteMode.PRESERVE:
            return False
        self.room.make(expected=self._expected, is_gone=self._has_left, leave=self._leave)
        return True

    def _has_left(self, item: Leaving) -> bool:
        return item in self._gone if isinstance(item, int) else self._is_gone(item)

    def _leave(self, item: Leaving) -> None:
        self._gone.add(item if isinstance(item, int) else item.uid)

    def _queue(
        self,
        change: Change,
        status: OutcomeStatus,
        item: Prepared,
        reason: str,
        superseded: tuple[Superseded, ...] = (),
    ) -> Outcome:
        self.changes.append(change)
        outcome = Outcome(status, Kind.EPISODE, reason=reason, superseded=superseded, redacted=item.passed.redacted)
        self._pending[id(outcome)] = change
        return outcome


def _latest_by_word() -> defaultdict[str, deque[Prepared]]:
    return defaultdict(lambda: deque(maxlen=LATEST))


def _waits_already(item: Prepared, twin: Record, proposal: int | None) -> Outcome:
    """The answer to asking for what was asked before."""
    return Outcome(
        OutcomeStatus.PROPOSED,
        Kind.EPISODE,
        uid=twin.uid,
        revision=twin.revision,
        reason="waits_already",
        proposal=proposal,
        redacted=item.passed.redacted,
    )


def _duplicate(record: Record, reason: str) -> Outcome:
    message = "The store holds this event already; it was kept as it is."
    refusal = Refusal(RefusalCode.DUPLICATE, message, "text")
    return Outcome(OutcomeStatus.REFUSED, Kind.EPISODE, uid=record.uid, refusal=refusal, reason=reason)


def _another_occasion(item: Prepared, other: Record) -> bool:
    """Reports of different days, or of windows that don't meet, tell different events, however alike their words."""
    mine = item.draft.observed_at
    return _apart(item, other) or (mine is not None and abs(mine - other.observed_at) >= A_DAY)


def _apart(item: Prepared, other: Record) -> bool:
    """Texts of two scopes are of two people, places or purposes; those of windows that don't meet, of two times.

    What was forgotten comes back under no other scope behind the owner's back.
    """
    other_scope = item.record.scope != other.scope and other.status != Status.FORGOTTEN
    return other_scope or windows_apart(item.record, other)
