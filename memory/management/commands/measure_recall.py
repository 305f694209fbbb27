"""`measure_recall`: how much of the evidence a recall finds, on conversations in the form of LoCoMo."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings

from channels_bridge.actors import Actor
from memory.inference.base import Embedder
from memory.inference.embedding import OFF, get_embedder, state
from memory.inference.models import KNOWN
from memory.measuring import languages
from memory.models import Policy, Store
from memory.recall import evaluation, resident
from memory.recall.evaluation import ADVERSARIAL, CUTS, UNRELATED, Dialogues, Question, Scores
from memory.recall.hits import RecallResult
from memory.services.drafts import EpisodeDraft, WriteMode
from memory.services.embedding import batch_embed, batches, space_for
from memory.services.episodes import episodes_write
from memory.services.filling import spaces_fill
from memory.services.recall import POLICIES, RecallOptions, recall
from memory.transfer.formats.dates import read_instant

BATCH: Final = 500  # turns per transaction
MODEL_WAIT_SECONDS: Final = 60.0
OWNER: Final = Actor.owner("measuring")
CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open domain", 4: "single hop", 5: "adversarial"}

ASKED: Final = {
    policy or "everything": RecallOptions(policy=policy, admit=bool(policy), embed_seconds=MODEL_WAIT_SECONDS)
    for policy in (*POLICIES, "")
}
"""How the questions in other languages are asked: for what is relevant under each policy, and for all there is."""

Vectors = dict[str, Any]


class Command(BaseCommand):
    help = (
        "Measure recall@5 and @10 (mean share of the evidence) on a folder with conversations.jsonl and qa.jsonl; with "
        "--languages, how often questions in German, Chinese and Japanese find an English memory, by each model."
    )
    requires_system_checks = ()  # works on a database and with a key of its own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, nargs="?", help="folder with conversations.jsonl and qa.jsonl")
        parser.add_argument("--languages", action="store_true", help="ask the questions of our own in other languages")
        parser.add_argument("--lexical-only", action="store_true", help="leave the embedding model out")
        parser.add_argument("--limit", type=int, default=0, help="ask only the first N questions")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["languages"]:
            self._languages()
            return
        if options["path"] is None:
            raise CommandError("Name a folder with conversations.jsonl and qa.jsonl, or ask for --languages.")
        try:
            given = evaluation.dialogues(options["path"])
        except (OSError, ValueError) as error:
            raise CommandError(f"The folder cannot be read: {error}") from error
        questions = given.questions[: options["limit"] or None]
        self._say(f"{len(given.turns):,} turns, {len(questions):,} questions with evidence")
        self._say(f"{given.without_evidence} questions without evidence are left out")
        with evaluation.throwaway_database():
            store = Store.objects.create(slug="measure", name="Measuring", policy=Policy.PRIVATE)
            turns = self._load(store, given)
            ask = partial(_ask, store)
            self._report("lexical", questions, turns, ask, {})
            if not options["lexical_only"]:
                self._report("hybrid", questions, turns, ask, self._embed(questions))

    def _languages(self) -> None:
        """Ask the questions with each model that is there, in a database of its own."""
        pairs = languages.pairs_read()
        texts = languages.memories(pairs)
        self._say(f"{len(pairs)} questions, {len(texts)} English memories; hit@{languages.CUT}")
        for model in (OFF, *KNOWN):
            with override_settings(KIROCREW_EMBEDDING_MODEL=model):
                if model != OFF and get_embedder(wait=MODEL_WAIT_SECONDS) is None:
                    self._say(f"  {model}: {state().reason}")
                    continue
                with evaluation.throwaway_database():
                    self.ask_pairs(pairs, texts, "words alone" if model == OFF else model)

    def ask_pairs(self, pairs: Sequence[languages.Pair], texts: Sequence[str], name: str) -> None:
        """Write the memories into the database at hand, which is a throwaway one, and print how often each is found."""
        store = Store.objects.create(slug="measure", name="Measuring")
        drafts = [EpisodeDraft(text=text) for text in texts]
        episodes_write(actor=OWNER, store=store, drafts=drafts, mode=WriteMode.PRESERVE)
        spaces_fill(lambda done: None, wait=MODEL_WAIT_SECONDS)
        for label, options in ASKED.items():
            found = languages.hits(pairs, partial(_texts, store, options))
            rates = ", ".join(f"{lang} {rate.hits}/{rate.total}" for lang, rate in found.items())
            self._say(f"  {name:12} {label:10}  {rates}")
        resident.forget()

    def _load(self, store: Store, given: Dialogues) -> dict[str, str]:
        """Write the turns through the service; returns the turn of every record."""
        started, turns, positions = perf_counter(), dict[str, str](), dict[str, int]()
        drafts = []
        for turn in given.turns:
            positions[turn["conversation"]] = positions.get(turn["conversation"], 0) + 1
            drafts.append((turn["id"], _draft(turn, positions[turn["conversation"]])))
        for batch in _batches(drafts):
            outcomes = episodes_write(
                actor=OWNER, store=store, drafts=[draft for _, draft in batch], mode=WriteMode.PRESERVE
            )
            turns |= {str(outcome.uid): turn for outcome, (turn, _) in zip(outcomes, batch, strict=True) if outcome.uid}
        self._say(
            f"{len(turns):,} stored in {perf_counter() - started:.1f} s; "
            f"{len(drafts) - len(turns):,} refused, as too short or known already"
        )
        return turns

    def _embed(self, questions: Sequence[Question]) -> Vectors:
        embedder = get_embedder(wait=MODEL_WAIT_SECONDS)
        if embedder is None:
            raise CommandError(f"No embeddings: {state().reason}. --lexical-only measures words alone.")
        started, done = perf_counter(), 0
        space = space_for(embedder.space)
        for batch in batches(space, embedder):
            done += batch_embed(batch, space, embedder)
        texts = [*dict.fromkeys([question.text for question in questions]), *UNRELATED]
        vectors = dict(zip(texts, _embedded(embedder, texts), strict=True))
        self._say(f"{done:,} records and {len(texts):,} questions embedded in {perf_counter() - started:.0f} s")
        return vectors

    def _report(
        self,
        name: str,
        questions: Sequence[Question],
        turns: dict[str, str],
        ask: Callable[..., RecallResult],
        vectors: Vectors,
    ) -> None:
        times: list[float] = []

        def found(question: Question) -> list[str]:
            started = perf_counter()
            result = ask(question.text, question.conversation, vectors.get(question.text), admit=False)
            times.append((perf_counter() - started) * 1_000)
            return [turns[str(hit.id)] for hit in result.hits]

        scores = evaluation.measured(questions, found)
        self._say(f"\n{name}: recall@5 / @10, p50 {sorted(times)[len(times) // 2]:.1f} ms without the embedding")
        for label, category in (("all", None), *((CATEGORIES[key], key) for key in sorted(scores.by_category))):
            self._line(label, scores, category)
        self._abstentions(questions, ask, vectors)

    def _line(self, label: str, scores: Scores, category: int | None) -> None:
        count = sum(len(rows) for key, rows in scores.by_category.items() if category in (None, key))
        self._say(f"  {label:12} {' / '.join(f'{mean:.3f}' for mean in scores.means(category))}  ({count:,})")

    def _abstentions(self, questions: Sequence[Question], ask: Callable[..., RecallResult], vectors: Vectors) -> None:
        """How often nothing comes back, or comes with a doubt, when only what is relevant may."""
        groups: dict[str, list[RecallResult]] = {"answerable": [], "adversarial": [], "unrelated": []}
        for question in questions:
            group = "adversarial" if question.category == ADVERSARIAL else "answerable"
            groups[group].append(ask(question.text, question.conversation, vectors.get(question.text), admit=True))
        for conversation in dict.fromkeys(question.conversation for question in questions):
            groups["unrelated"] += [ask(text, conversation, vectors.get(text), admit=True) for text in UNRELATED]
        for label, results in groups.items():
            if results:
                nothing = sum(result.abstained for result in results) / len(results)
                doubted = sum(result.doubt != "" for result in results) / len(results)
                self._say(f"  {label:12} nothing {nothing:.1%}, doubted {doubted:.1%}  ({len(results):,})")

    def _say(self, text: str) -> None:
        self.stdout.write(text)


def _ask(store: Store, text: str, conversation: str, vector: Any, *, admit: bool) -> RecallResult:
    options = RecallOptions(conversation=conversation, vector=vector, admit=admit, embed_seconds=0)
    return recall(actor=OWNER, query=text, stores=[store], kinds={"episode"}, limit=max(CUTS), options=options)


def _texts(store: Store, options: RecallOptions, text: str) -> list[str]:
    """What is found for a question, best first, as it would be answered."""
    found = recall(actor=OWNER, query=text, stores=[store], kinds={"episode"}, limit=languages.CUT, options=options)
    return [hit.text for hit in found.hits]


def _draft(turn: dict[str, Any], position: int) -> EpisodeDraft:
    caption = turn.get("image_caption")
    return EpisodeDraft(
        text=f"{turn['text']} [image: {caption}]" if caption else turn["text"],
        observed_at=read_instant(turn["date"]),
        conversation=turn["conversation"],
        session=str(turn["session"]),
        position=position,
        speaker=turn["speaker"],
    )


def _batches(drafts: Sequence[tuple[str, EpisodeDraft]]) -> Sequence[Sequence[tuple[str, EpisodeDraft]]]:
    return [drafts[start : start + BATCH] for start in range(0, len(drafts), BATCH)]


def _embedded(embedder: Embedder, texts: Sequence[str]) -> Any:
    return embedder.embed(texts, kind="query")
