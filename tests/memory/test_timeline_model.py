"""Truth on two axes against a plain model: any sequence of writes, changes, corrections, forgetting and restoring."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import NotFound
from memory.models import Record, Revision, Store
from memory.recall.statements import fetch_all
from memory.services import journal
from memory.services.decisions import revision_undo
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.moments import Moment
from memory.services.records import record_forget, record_restore
from memory.services.timeline import Wanted, fact_at, records_at
from memory.services.timeline_rebuild import past_check, past_rebuild

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, tzinfo=UTC)
STEP = timedelta(hours=1)
TICK = timedelta(microseconds=1)
KEY = "user.home_city"
POINTS = 24  # of the plane, asked after each sequence
CITIES = ("Lissabon", "東京", "서울", "München 🏡", "Đà Nẵng", "深圳")
STEPS = st.one_of(
    st.tuples(st.sampled_from(("change", "correction")), st.sampled_from(CITIES), st.integers(-9, -1)),
    st.tuples(st.sampled_from(("change", "correction")), st.sampled_from(CITIES), st.none()),
    st.tuples(st.sampled_from(("forget", "restore", "undo")), st.none(), st.none()),
)

Piece = tuple[datetime | None, datetime | None, str]


@dataclass
class Model:
    """What a person would say: after each step, which value is believed to have held when.

    `pieces` do not overlap; the last one is the fact's present value, when there is one. `named` is the start that was
    last named for the fact.
    """

    pieces: list[Piece] = field(default_factory=list)
    forgotten: list[Piece] = field(default_factory=list)
    named: datetime | None = None
    before: tuple[list[Piece], list[Piece], datetime | None] | None = None
    told: list[tuple[datetime, list[Piece]]] = field(default_factory=list)

    def step(self, at: datetime, pieces: list[Piece], forgotten: list[Piece], named: datetime | None = None) -> None:
        self.before = (self.pieces, self.forgotten, self.named)
        self.pieces, self.forgotten, self.named = pieces, forgotten, named or self.named
        self.told.append((at, pieces))

    def value(self, as_of: datetime, known_at: datetime) -> str | None:
        """Look it up: the last thing told until then, and in that the piece that holds the instant."""
        pieces: list[Piece] = []
        for at, said in self.told:
            if at <= known_at:
                pieces = said
        for start, end, value in pieces:
            if (start is None or start <= as_of) and (end is None or as_of < end):
                return value
        return None


def ended(pieces: list[Piece], at: datetime | None) -> list[Piece]:
    if at is None:
        return []
    return [
        (start, at if end is None or end > at else end, value)
        for start, end, value in pieces
        if start is None or start < at
    ]


class Clock:
    """An hour passes between two steps; the services read it where the journal does."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    hand = Clock()
    monkeypatch.setattr(journal, "now", hand)
    yield hand


def act(model: Model, step: tuple[str, str | None, int | None], at: datetime, alice: Actor, store: Store) -> None:
    """Do a step to the service, and to the model when the service did it."""
    name, city, hours = step
    record = Record.objects.filter(store=store, key=KEY).first()
    if name in ("change", "correction"):
        assert city is not None
        since = at + hours * STEP if hours is not None else None
        draft = FactDraft(key=KEY, value=city, effect=name, valid_from=since)
        outcome = facts_write(actor=alice, store=store, drafts=[draft])[0]
        if outcome.status == "written":
            written(model, name, city, since, at)
    elif record is None:
        return
    elif name == "forget" and model.pieces:
        record_forget(actor=alice, uid=record.uid)
        model.step(at, [], model.pieces)
    elif name == "restore" and not model.pieces:
        record_restore(actor=alice, uid=record.uid)
        model.step(at, model.forgotten, model.forgotten)
    elif name == "undo" and model.before is not None:
        last = Revision.objects.filter(record=record, number__gt=0).order_by("-pk")[0]
        pieces, forgotten, named = model.before
        revision_undo(actor=alice, revision_id=last.pk)
        model.step(at, pieces, model.pieces or forgotten)
        if last.before is not None:  # a first entry leaves its window behind
            model.named = named


def written(model: Model, name: str, city: str, since: datetime | None, at: datetime) -> None:
    if not model.pieces:
        same = bool(model.forgotten) and model.forgotten[-1][2] == city
        if same and since in (None, model.named):
            model.step(at, model.forgotten, model.forgotten)
        elif same:
            model.step(at, [*ended(model.forgotten[:-1], since), (since, None, city)], model.forgotten, since)
        else:
            model.step(at, [(since or model.named, None, city)], model.forgotten, since)
        return
    present = model.pieces[-1]
    if name == "correction" or present[2] == city:
        start = since if since is not None else present[0]
        # Of the value that stays, only when it began is said anew.
        earlier = model.pieces[:-1] if name == "correction" or since is None else model.pieces
        model.step(at, [*ended(earlier, start), (start, None, city)], [], since)
        return
    start = since or (max(at, present[0]) if present[0] else at)
    model.step(at, [*ended(model.pieces, start), (start, None, city)], [], since)


@settings(
    max_examples=25,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking would take minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(STEPS, min_size=2, max_size=8), chance=st.randoms(use_true_random=False))
def test_every_point_answers_as_a_plain_model_does(
    steps: list[Any], chance: Random, alice: Actor, main_store: Store, clock: Clock
) -> None:
    store = Store.objects.create(slug=new_uid().hex, name="One example")
    clock.at, model = START, Model()
    for step in steps:
        clock.at += STEP
        act(model, step, clock.at, alice, store)
    pairs = list(product(instants(-9, len(steps) + 2), instants(0, len(steps) + 2)))
    for as_of, known_at in chance.sample(pairs, POINTS):
        assert asked(alice, store, as_of, known_at) == model.value(as_of, known_at), (as_of, known_at, model.told)
    kept = index_of_the_past()
    past_rebuild()
    assert index_of_the_past() == kept
    assert past_check() == []


def instants(first: int, last: int) -> list[datetime]:
    """The full hours, and the last microsecond before each."""
    return [START + hours * STEP + tick for hours in range(first, last) for tick in (-TICK, 0 * TICK)]


def index_of_the_past() -> list[Any]:
    columns = "record_id, revision_id, known_from, known_until, valid_from, valid_until, is_present"
    beliefs = fetch_all(f"SELECT {columns} FROM memory_belief ORDER BY {columns}", [])  # noqa: S608
    return [beliefs, fetch_all("SELECT rowid, terms, scope FROM memory_past_text ORDER BY rowid", [])]


def asked(actor: Actor, store: Store, as_of: datetime, known_at: datetime) -> str | None:
    """The value by key, which must be the one of the list."""
    moment = Moment(as_of, known_at)
    try:
        value: str | None = fact_at(actor=actor, store=store, key=KEY, moment=moment).record.fact.value
    except NotFound:
        value = None
    listed = records_at(actor=actor, stores=[store], moment=moment, wanted=Wanted(kind="fact", key=KEY)).entries
    assert [then.record.fact.value for then in listed] == ([value] if value is not None else [])
    return value
