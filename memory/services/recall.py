"""Recall: what an actor's memory holds on a question. Reads only; nothing is touched by asking."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from channels_bridge.actors import Actor, Permission
from kirocrew.base.analysis import query_terms
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid, NotFound
from kirocrew.base.text import clean
from memory.inference.models import UNMEASURED, Admission, SpaceKey, admission_for
from memory.models import Kind, Policy, Store
from memory.recall.asking import without_asker
from memory.recall.doubts import speaker_doubt
from memory.recall.engine import NOTHING, Content, Corpus, PoolRow, SearchedSpace, SearchEngine, Vector
from memory.recall.facts import rank_facts
from memory.recall.hits import ArmScores, Hit, Mode, RecallResult
from memory.recall.keywords import Keywords, keyword_scores, surroundings
from memory.recall.past import PastEngine
from memory.recall.ranking import (
    PRIVATE,
    SHARED,
    Fading,
    RankingPolicy,
    Reason,
    admissions,
    diverse,
    final_scores,
    relevance,
)
from memory.recall.scope import Scope
from memory.recall.sqlite import SqliteEngine
from memory.recall.updates.marking import SPARES, qualified
from memory.services.conversation_modes import refuse_temporary
from memory.services.moments import Moment
from memory.services.qualifying import qualified_then
from memory.services.settings import settings_all
from memory.services.spaces import question_embed, state_of
from memory.services.stores import store_get, stores_visible

DEFAULT_LIMIT: Final = 8  # hits
MAX_LIMIT: Final = 1_000  # hits; a facts block holds at most 847 lines
QUERY_CHARACTERS: Final = 4_000  # of a question that are read; a longer one is a document, not a question
ARM_CANDIDATES: Final = 30  # per arm; with 40 recall@10 on LoCoMo is 0.002 better, and an answer takes a tenth longer
SURROUNDED: Final = 20  # best candidates of an arm whose neighbouring turns are looked at as well
REACH: Final = 2  # turns
BLANKS: Final = " \t\n\u00a0\u3000\u200b\u200c\u200d\u2060\ufeff"  # what a question of nothing else is made of
EMBED_SECONDS: Final = 0.5  # what a question waits for its vector
FACT_CANDIDATES: Final = 200  # facts ranked by their words and nearness
ALL_KINDS: Final = frozenset(Kind.values)
POLICIES: Final = {SHARED.name: SHARED, PRIVATE.name: PRIVATE}


@dataclass(frozen=True, slots=True)
class RecallOptions:
    """What else narrows a recall or says how it ranks.

    `moment` asks for the past: what was true, by what was believed then. `instant` is the moment present records must
    be valid at (now). `policy` overrides that of the stores. Without
    `admit` everything found comes back in order of score, also what is hardly relevant: for a person who
    searches, not for a context. `vector` is the question's, when it is known, and `space` whose it is, without which
    it is of the space that is searched; `embed_seconds` how long to wait for a vector, 0 to go by words at once.
    """

    project: str | None = None
    conversation: str = ""
    tags: frozenset[str] = frozenset()
    instant: datetime | None = None
    moment: Moment | None = None
    policy: str = ""
    admit: bool = True
    vector: Vector | None = None
    space: SpaceKey | None = None
    embed_seconds: float = EMBED_SECONDS


PLAIN: Final = RecallOptions()


@dataclass(frozen=True, slots=True)
class _Question:
    """A question made ready: its terms, and its vector with the space it may be compared in."""

    terms: list[str]
    vector: Vector | None
    space: SearchedSpace | None
    reason: str


class _Ranked(NamedTuple):
    row: PoolRow
    score: float
    arms: ArmScores
    why: Reason


def recall(
    *,
    actor: Actor,
    query: str,
    stores: Sequence[Store] | None = None,
    kinds: Collection[str] = ALL_KINDS,
    limit: int = DEFAULT_LIMIT,
    options: RecallOptions = PLAIN,
) -> RecallResult:
    """Find what the stores hold on `query`: the actor's default store when none is given.

    A blank query is only taken for facts, and lists the newest. Raises Forbidden without the permission to
    read, NotFound for a store the actor may not see, Invalid for a blank query, unknown kind or bad limit, Conflict
    where a temporary conversation is named.
    """
    actor.require(Permission.MEMORY_READ)
    refuse_temporary(actor, options.conversation)
    allowed = _allowed(actor, stores)
    scope = _scope(actor, allowed, kinds, options)
    text = question_text(query)
    _validate(text, scope, limit)
    engine: SearchEngine = PastEngine(scope.point) if scope.point else SqliteEngine()
    question = _question(engine, text, options)
    if scope.kinds == {Kind.FACT}:
        (ranked, considered), doubt = _facts(engine, question, scope, limit, text), ""
    else:
        policy = _policy(allowed, options)
        plain = without_asker(text)
        asked = question if plain == text else replace(question, terms=query_terms(plain))
        ranked, considered, doubt = _ranked(engine, asked, scope, limit + SPARES, policy, options)
    hits = qualified_then(qualified(engine, scope, _hits(engine, ranked), limit=limit), options.moment)
    return RecallResult(
        hits,
        Mode.HYBRID if question.vector is not None else Mode.KEYWORD,
        question.reason,
        considered,
        doubt,
        "" if hits else "Nothing in these stores is relevant to the question.",
    )


def question_text(query: str) -> str:
    """What of a question is read; empty for one that says nothing, whatever it is made of."""
    return clean(query)[:QUERY_CHARACTERS].strip(BLANKS)


def _allowed(actor: Actor, stores: Sequence[Store] | None) -> list[Store]:
    if stores is None:
        return [store_get(actor=actor)]
    wanted = {store.pk for store in stores}
    if stores_visible(actor=actor, keys=wanted) != wanted:
        raise NotFound("There is no such memory store for you.", type="unknown-memory-store")
    return list(stores)


def _scope(actor: Actor, stores: Sequence[Store], kinds: Collection[str], options: RecallOptions) -> Scope:
    unknown = set(kinds) - ALL_KINDS
    if unknown:
        raise Invalid(
            f"There is no kind '{sorted(unknown)[0]}'. Known: {', '.join(sorted(ALL_KINDS))}.", type="unknown-kind"
        )
    return Scope(
        instant=options.moment.as_of if options.moment else options.instant or now(),
        store_ids=frozenset(store.pk for store in stores),
        kinds=frozenset(map(str, kinds)),
        project=actor.project or options.project,
        conversation=options.conversation,
        tags=frozenset(tag.lower() for tag in options.tags),
        point=options.moment.point(actor) if options.moment else None,
    )


def _validate(text: str, scope: Scope, limit: int) -> None:
    if not text and scope.kinds != {Kind.FACT}:
        raise Invalid("Ask something: the query is blank.", type="blank-query")
    if not 1 <= limit <= MAX_LIMIT:
        raise Invalid(f"The limit is a whole number from 1 to {MAX_LIMIT}.", type="invalid-limit")


def _policy(stores: Sequence[Store], options: RecallOptions) -> RankingPolicy:
    """The policy asked for, or that of the stores; a mixture ranks as shared memory does."""
    if options.policy:
        if options.policy not in POLICIES:
            raise Invalid(f"There is no policy '{options.policy}'.", type="unknown-policy")
        return POLICIES[options.policy]
    return PRIVATE if stores and all(store.policy == Policy.PRIVATE for store in stores) else SHARED


def _question(engine: SearchEngine, text: str, options: RecallOptions) -> _Question:
    terms = query_terms(text)
    spaces = engine.spaces()
    if not text or not spaces:
        return _Question(terms, None, None, _why_no_space() if text else "")
    vector = options.vector
    space = next((space for space in spaces if options.space in (None, space.key)), None)
    if vector is None and options.embed_seconds <= 0:
        return _Question(terms, None, None, "Asked to go by words.")
    if vector is None:
        made = question_embed(text, spaces, deadline=options.embed_seconds)
        vector, space = made.vector, made.space
        if vector is None:
            return _Question(terms, None, None, made.reason)
    if space is None:
        return _Question(terms, None, None, "The question's vector is of a model that is not searched with.")
    if vector.shape != (space.key.dimension,):
        return _Question(terms, None, None, "The question's vector has another length than the stored ones.")
    return _Question(terms, vector, space, "")


def _candidates(
    engine: SearchEngine, question: _Question, scope: Scope, corpus: Corpus, limit: int
) -> tuple[list[int], dict[int, float]]:
    """Keys proposed by words, best first, and cosines of those proposed by vectors, best first."""
    words = engine.lexical(question.terms, scope, limit=limit, corpus=corpus)
    if question.vector is None or question.space is None:
        return [hit.record_id for hit in words], {}
    near = engine.semantic(question.vector, scope, space_id=question.space.id, limit=limit)
    return [hit.record_id for hit in words], {hit.record_id: hit.score for hit in near}


def _pool(
    engine: SearchEngine, question: _Question, scope: Scope, ids: Collection[int], known: Mapping[int, float]
) -> list[PoolRow]:
    space_id = question.space.id if question.space else None
    return engine.pool(sorted(set(ids)), scope, vector=question.vector, space_id=space_id, known=known)


def _ranked(
    engine: SearchEngine,
    question: _Question,
    scope: Scope,
    limit: int,
    policy: RankingPolicy,
    options: RecallOptions,
) -> tuple[list[_Ranked], int, str]:
    corpus = engine.corpus(question.terms, scope)
    words, near = _candidates(engine, question, scope, corpus, max(ARM_CANDIDATES, limit))
    rows = _pool(engine, question, scope, [*words, *near], near)
    if any(row.conversation for row in rows):
        rows = _with_neighbours(engine, question, scope, rows, [*words[:SURROUNDED], *list(near)[:SURROUNDED]])
    if not rows:
        return [], 0, ""
    around = surroundings(rows, question.terms)
    keywords = keyword_scores(rows, question.terms, corpus, around)
    fused = relevance(rows, keywords, around, thresholds=_thresholds(question))
    scores = final_scores(rows, fused, policy=policy, instant=scope.instant, fading=_fading())
    reasons = _reasons(rows, keywords, question, policy, options)
    kept = [i for i in range(len(rows)) if fused[i] > 0 and reasons[i] is not Reason.INSUFFICIENT]
    if options.admit:
        picked = diverse([float(scores[i]) for i in kept], [frozenset(rows[i].terms) for i in kept], limit=limit)
        order = [kept[i] for i in picked]
    else:
        order = sorted(kept, key=lambda i: (-scores[i], -rows[i].record_id))[:limit]
    ranked = [
        _Ranked(
            rows[i],
            float(scores[i]),
            ArmScores(float(keywords.scores[i]), rows[i].cosine, float(fused[i])),
            reasons[i],
        )
        for i in order
    ]
    return ranked, len(rows), speaker_doubt(rows, question.terms, corpus) if question.vector is not None else ""


def _with_neighbours(
    engine: SearchEngine, question: _Question, scope: Scope, rows: Sequence[PoolRow], best: Sequence[int]
) -> list[PoolRow]:
    """The rows and the turns near the best of them, in the order of their keys, those of the past last."""
    known = {row.record_id for row in rows}
    nearby = [key for key in engine.neighbours(best, reach=REACH) if key not in known]
    more = _pool(engine, question, scope, nearby, NOTHING)
    return sorted([*rows, *more], key=lambda row: (row.record_id < 0, abs(row.record_id)))


def _why_no_space() -> str:
    model = state_of(None)
    return "Nothing has been embedded yet." if model.status == "ready" else model.reason


def _fading() -> Fading:
    values = settings_all()
    return Fading(values["decay_rate"], values["decay_rates"], values["decay_floor"])


def _reasons(
    rows: Sequence[PoolRow],
    keywords: Keywords,
    question: _Question,
    policy: RankingPolicy,
    options: RecallOptions,
) -> list[Reason]:
    if not options.admit:
        return [Reason.UNFILTERED] * len(rows)
    return admissions(rows, keywords, terms=len(question.terms), thresholds=_thresholds(question), policy=policy)


def _thresholds(question: _Question) -> Admission:
    return admission_for(question.space.key) if question.space else UNMEASURED


def _facts(engine: SearchEngine, question: _Question, scope: Scope, limit: int, text: str) -> tuple[list[_Ranked], int]:
    if not text:
        newest = [hit.record_id for hit in engine.newest(scope, limit=limit)]
        rows = {row.record_id: row for row in _pool(engine, question, scope, newest, {})}
        listed = [_Ranked(rows[pk], 0.0, ArmScores(0.0, None, 0.0), Reason.UNFILTERED) for pk in newest if pk in rows]
        return listed, len(listed)
    words, near = _candidates(
        engine, question, scope, engine.corpus(question.terms, scope), max(FACT_CANDIDATES, limit)
    )
    rows_found = _pool(engine, question, scope, [*words, *near], near)
    has_vector, thresholds = question.vector is not None, _thresholds(question)
    scored = rank_facts(rows_found, question.terms, has_vector=has_vector, thresholds=thresholds)
    ranked = [
        _Ranked(row, score, ArmScores(score, row.cosine, score), _fact_reason(row, question.terms))
        for row, score in scored[:limit]
    ]
    return ranked, len(scored)


def _fact_reason(row: PoolRow, terms: Sequence[str]) -> Reason:
    by_words = not set(terms).isdisjoint(row.terms)
    if row.cosine is None:
        return Reason.KEYWORD
    return Reason.SEMANTIC_AND_KEYWORD if by_words else Reason.SEMANTIC


def _hits(engine: SearchEngine, ranked: Sequence[_Ranked]) -> list[tuple[Hit, PoolRow]]:
    """Read the records in full; one that was changed away in this moment is left out."""
    contents = engine.contents([item.row.record_id for item in ranked]) if ranked else {}
    return [(_hit(contents[item.row.record_id], item), item.row) for item in ranked if item.row.record_id in contents]


def _hit(content: Content, item: _Ranked) -> Hit:
    row = item.row
    return Hit(
        id=content.uid,
        kind=row.kind,
        store=content.store,
        text=content.text,
        source=content.source,
        source_ref=content.source_ref,
        observed_at=content.observed_at,
        valid_from=content.valid_from,
        valid_until=content.valid_until,
        revision=content.revision,
        score=item.score,
        arms=item.arms,
        why=item.why.value,
        key=content.key,
        value=content.value,
        tags=row.tags,
        conversation=row.conversation,
        session=row.session,
        position=row.position,
        speaker=row.speaker,
    )
