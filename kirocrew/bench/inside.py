"""Measurements inside one process: recall, the facts' context, writes through the services."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.bench.texts import DIMENSION, Texts, Vectors
from kirocrew.bench.timing import clock, each, peak_mib, spread
from memory.inference.models import SpaceKey
from memory.models import Kind, Record, Store
from memory.services.context import context_preview
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.embedding import batch_embed, batches, space_for
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.moments import Moment
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget

BATCH = 500  # items of a batched write, the most the API takes
QUESTIONS = 200
WARM_UP = 10  # questions asked before the clock runs
SINGLE_WRITES = 400
FACTS = 2_000
FORGOTTEN_EVERY = 50

Say = Callable[[str], None]
BENCH = Actor.system("bench")
OWNER = Actor.owner("bench")


class MadeUpEmbedder:
    """Vectors without a model: what is measured is everything but inference."""

    space = SpaceKey("bench", DIMENSION)
    ready = True
    window = 10_000

    def __init__(self) -> None:
        self._vectors = Vectors()

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def embed(self, texts: Sequence[str], *, kind: str = "passage") -> Any:
        return self._vectors.draw(len(texts))


def recall_at(sizes: Sequence[int], store: Store, say: Say) -> None:
    """Fill a store up to each size and ask questions there, by words and by a given vector."""
    texts, embedder = Texts(), MadeUpEmbedder()
    space, written, kept = space_for(embedder.space), 0, []
    for size in sizes:
        before = written
        with clock() as writing:
            while written < size:
                part = list(texts.memories(min(BATCH, size - written), start=written))
                episodes_write(actor=BENCH, store=store, drafts=[EpisodeDraft(text=text) for text in part])
                kept += part[::97]
                written += len(part)
        with clock() as embedding:
            embedded = sum(batch_embed(batch, space, embedder) for batch in batches(space, embedder))
        questions = [texts.question(kept[(7 * n) % len(kept)]) for n in range(QUESTIONS + WARM_UP)]
        asked = _ask(questions, store)
        moment = now()
        _forget_some(store)
        past = _ask(questions, store, Moment(moment, moment))
        say(
            f"recall, hybrid, {size:>7,} episodes       {spread(asked)}   "
            f"(filled {(written - before) / max(writing.seconds, 1e-9):,.0f}/s, "
            f"vectors stored {embedded / max(embedding.seconds, 1e-9):,.0f}/s, peak {peak_mib():,.0f} MiB)"
        )
        say(f"recall as of a past instant, {size:>7,}      {spread(past)}")


def facts_context(store: Store, say: Say) -> None:
    """Ask for the blocks of a context over 2,000 facts."""
    texts = Texts(seed=7)
    values = list(texts.memories(FACTS))
    for start in range(0, FACTS, BATCH):
        drafts = [
            FactDraft(key=f"user.fact_{start + n}", value=text) for n, text in enumerate(values[start : start + BATCH])
        ]
        facts_write(actor=BENCH, store=store, drafts=drafts)
    questions = [texts.question(values[(11 * n) % FACTS]) for n in range(QUESTIONS + WARM_UP)]
    options = RecallOptions(embed_seconds=0)
    calls = [lambda q=q: context_preview(actor=BENCH, store=store, query=q, options=options) for q in questions]
    say(f"facts context over {FACTS:,} facts          {spread(each(calls)[WARM_UP:])}")


def writes(store: Store, say: Say) -> None:
    """Durable writes through the services: one by one, and 500 in a transaction."""
    texts = Texts(seed=11)
    singles = [
        lambda text=text: episodes_write(actor=BENCH, store=store, drafts=[EpisodeDraft(text=text)])
        for text in texts.memories(SINGLE_WRITES)
    ]
    _rate("single episode writes, service", singles, 1, say)
    facts = [
        lambda n=n, text=text: facts_write(
            actor=BENCH, store=store, drafts=[FactDraft(key=f"project.single_{n}", value=text)]
        )
        for n, text in enumerate(texts.memories(SINGLE_WRITES))
    ]
    _rate("single fact writes, service", facts, 1, say)
    parts = [list(texts.memories(BATCH, start=10_000 + n * BATCH)) for n in range(6)]
    batched = [
        lambda part=part: episodes_write(actor=BENCH, store=store, drafts=[EpisodeDraft(text=text) for text in part])
        for part in parts
    ]
    _rate("batched episode writes, service", batched, BATCH, say)


def _forget_some(store: Store) -> None:
    """Take every fiftieth episode out, so that what is asked of the past is not what is there now."""
    uids = Record.objects.filter(store=store, status="active").values_list("uid", flat=True)
    for uid in list(uids.order_by("pk")[::FORGOTTEN_EVERY]):
        record_forget(actor=OWNER, uid=uid)


def _ask(questions: Sequence[str], store: Store, moment: Moment | None = None) -> list[float]:
    vectors = Vectors(seed=3).draw(len(questions))
    calls = [
        lambda q=q, v=v: recall(
            actor=BENCH,
            query=q,
            stores=[store],
            kinds={Kind.EPISODE},
            options=RecallOptions(vector=np.asarray(v), admit=False, moment=moment),
        )
        for q, v in zip(questions, vectors, strict=True)
    ]
    return each(calls)[WARM_UP:]


def _rate(name: str, calls: Sequence[Callable[[], object]], items: int, say: Say) -> None:
    times = each(calls)
    rate = items * len(times) / (sum(times) / 1000)
    say(f"{name:<35} {rate:7,.0f} items/s   {spread(times)} a write")
