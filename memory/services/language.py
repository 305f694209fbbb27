"""Asking the language model: within the day's budget, once more when the answer can't be used, and written down.

What is kept of a call is when, what for, how long and what it took; never what was asked or answered.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from datetime import time as day_time
from decimal import Decimal
from typing import Any, Final, Generic, TypeVar

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from memory.inference.answers import AnswerCutOff, AnswerError, answer_json
from memory.inference.chat import ChatAnswer, ChatError, ChatModel, ChatRequest, estimated_tokens
from memory.inference.chat_choice import chat_chosen, chat_model, chat_model_forget
from memory.inference.chat_models import ENDPOINT, KNOWN_CHAT, NONE
from memory.inference.scripted import SCRIPTED
from memory.models.language import ABOUT_LIMIT, ERROR_LIMIT, MODEL_LIMIT, PURPOSE_LIMIT, CallOutcome, LanguageCall
from memory.services.settings import settings_all

T = TypeVar("T")

QUOTED_BACK: Final = 1_000
"""Characters of an unusable answer that the model is shown again."""
TOKENS_OF_A_PRICE: Final = 1_000_000
PAID_THOUGH_LOST: Final = frozenset({"too_slow", "broken_off", "too_large"})
"""Kinds of failure in which the other side may have worked, and counts it."""

TRIAL: Final = "trial"
TRIAL_SECONDS: Final = 60.0
"""Somebody sits before the page and waits."""
TRIAL_SYSTEM: Final = "Somebody has just connected you and wants to see whether you work."
TRIAL_PROMPT: Final = (
    "What colour is the sky on a clear day? Answer in one short sentence, as a JSON object with the one key "
    '"answer", and nothing else.'
)
TRIAL_SCHEMA: Final = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 200}},
    "required": ["answer"],
}
TRIAL_TOKENS: Final = 512
"""Models that think before they answer need more than the sentence."""
DELETED_AT_ONCE: Final = 1_000  # rows in one transaction

REPAIR: Final = """

Your last answer could not be used: {why}
{quoted}Answer once more, with nothing but {form} you were asked for."""
JSON_FORM: Final = "JSON of the form"
TEXT_FORM: Final = "the blocks"
QUOTED: Final = """It began like this:
<<<
{text}
>>>
"""


class BudgetSpent(ChatError):
    """The day's budget does not hold this question. `until` is when the next day begins in the owner's zone."""

    def __init__(self, message: str, *, until: datetime) -> None:
        super().__init__(message, kind="budget")
        self.until = until


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What was read from the answer, and what all rounds together took. `cost` is None where no price is set."""

    value: T
    model: str
    rounds: int
    prompt_tokens: int
    answer_tokens: int
    seconds: float
    cost: Decimal | None


@dataclass(frozen=True, slots=True)
class Budget:
    """Today's use of the language model in the owner's zone; 0 in `tokens_max` and `cost_max` is no limit."""

    tokens: int
    tokens_max: int
    cost: Decimal
    cost_max: Decimal
    until: datetime
    """When the next day begins."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the operator set, as people read it; never the key. `kind` is none, endpoint, scripted or local."""

    kind: str
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    """Why it can't be used, in words; empty when it can, or nothing is configured."""


@dataclass(frozen=True, slots=True)
class _Round:
    """One call that got an answer."""

    call: LanguageCall
    answer: ChatAnswer


def language_model() -> ChatModel | None:
    """The language model that is configured; None is a normal state. Raises ChatError for settings without sense."""
    return chat_model(settings_all())


def language_ask(request: ChatRequest, *, read: Callable[[Any], T], about: str = "") -> Asked[T]:
    """Ask the model and return what `read` makes of the JSON in its answer.

    `read` raises ValueError for an answer that can't be used; its message goes to the model, which is asked once more.
    `about` is the identifier of what it is about. Never called within a transaction. Raises BudgetSpent, and ChatError:
    of kind `no_model` when none is configured, of kind `unusable` when the second answer can't be used either.
    """
    model = language_model()
    if model is None:
        raise ChatError("No language model is configured.", passes=False, kind="no_model")
    return _asked(model, request, lambda answer: read(_json(answer)), about, JSON_FORM)


def language_ask_text(request: ChatRequest, *, read: Callable[[str], T], about: str = "") -> Asked[T]:
    """As `language_ask`, for an answer of marked blocks of text: `read` is given the answer as it is.

    An answer that ends at its limit is unusable; so is one for which `read` raises ValueError, which is asked again.
    """
    model = language_model()
    if model is None:
        raise ChatError("No language model is configured.", passes=False, kind="no_model")
    return _asked(model, request, lambda answer: read(_whole(answer)), about, TEXT_FORM)


def _asked(model: ChatModel, request: ChatRequest, read: Callable[[ChatAnswer], T], about: str, form: str) -> Asked[T]:
    first = _round(model, request, about)
    try:
        value, rounds = _read(first, read), [first]
    except ValueError as error:
        second = _round(model, _repaired(model, request, first.answer, error, form), about, repairs=True)
        value, rounds = _read_again(second, read), [first, second]
    return Asked(
        value,
        model.name,
        len(rounds),
        sum(done.answer.prompt_tokens for done in rounds),
        sum(done.answer.answer_tokens for done in rounds),
        sum(done.answer.seconds for done in rounds),
        None if first.call.cost is None else sum((done.call.cost or Decimal(0) for done in rounds), Decimal(0)),
    )


def language_budget() -> Budget:
    """What was used today, in the owner's zone, and when the next day begins."""
    here = timezone.localtime(now())
    day = datetime.combine(here.date(), day_time.min, tzinfo=here.tzinfo)
    until = datetime.combine(here.date() + timedelta(days=1), day_time.min, tzinfo=here.tzinfo)
    used = LanguageCall.objects.filter(at__gte=day).aggregate(Sum("prompt_tokens"), Sum("answer_tokens"), Sum("cost"))
    values = settings_all()
    return Budget(
        tokens=(used["prompt_tokens__sum"] or 0) + (used["answer_tokens__sum"] or 0),
        tokens_max=values["language_tokens_per_day"],
        cost=used["cost__sum"] or Decimal(0),
        cost_max=Decimal(str(values["language_cost_per_day"])),
        until=until,
    )


def language_try(*, actor: Actor) -> Asked[str]:
    """Ask the model a fixed, harmless question and return its sentence. It counts like any other.

    Raises Forbidden unless the owner or the system asks, and as language_ask does.
    """
    actor.require(Permission.ADMIN)
    limits: dict[str, Any] = {"max_tokens": TRIAL_TOKENS, "seconds": TRIAL_SECONDS}
    request = ChatRequest(TRIAL_SYSTEM, TRIAL_PROMPT, TRIAL, schema=TRIAL_SCHEMA, **limits)
    return language_ask(request, read=_sentence)


def language_release() -> None:
    """Free the memory a model of this process takes; the next question loads it again."""
    chat_model_forget()


def language_shown(*, actor: Actor) -> Shown:
    """What is configured. Nothing is loaded and nobody asked. Raises Forbidden unless the owner or the system asks."""
    actor.require(Permission.ADMIN)
    choice = chat_chosen(settings_all())
    try:
        language_model()
        problem = ""
    except ChatError as error:
        problem = str(error)
    if choice.model == NONE:
        return Shown("none", "None")
    common = (("Window", f"{choice.window:,} tokens"), ("Patience", f"{choice.seconds:,} seconds for one question"))
    if choice.model == SCRIPTED:
        return Shown("scripted", "A script, for tests and measuring only", (), problem)
    if choice.model == ENDPOINT:
        key = "set" if choice.key else "none"
        here = (("Address", _without_user(choice.url)), ("Model", choice.name), ("Key", key))
        return Shown("endpoint", "An endpoint", (*here, *common), problem)
    there = "" if choice.path.is_file() else " (not there)"
    named = (("Model", choice.model),) if choice.model in KNOWN_CHAT else ()
    here = (*named, ("File", f"{choice.path}{there}"), ("Threads", str(choice.threads)))
    return Shown("local", "A file in this server's processes", (*here, *common), problem)


def language_calls(*, actor: Actor) -> QuerySet[LanguageCall]:
    """The calls, the latest first. Raises Forbidden unless the owner or the system asks."""
    actor.require(Permission.ADMIN)
    return LanguageCall.objects.order_by("-id")


def language_calls_prune(*, actor: Actor) -> int:
    """Remove calls older than the owner's `language_calls_days`; returns how many went."""
    actor.require(Permission.ADMIN)
    before = now() - timedelta(days=settings_all()["language_calls_days"])
    removed = 0
    while batch := list(LanguageCall.objects.filter(at__lt=before).values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        with transaction.atomic():
            removed += LanguageCall.objects.filter(pk__in=batch).delete()[0]
    return removed


def _sentence(value: Any) -> str:
    if not isinstance(value, dict) or not isinstance(value.get("answer"), str) or not value["answer"].strip():
        raise ValueError('it was no JSON object with a text "answer"')
    return str(value["answer"]).strip()


def _without_user(url: str) -> str:
    scheme, found, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{found}{host.rpartition('@')[2]}{slash}{path}"


def _round(model: ChatModel, request: ChatRequest, about: str, *, repairs: bool = False) -> _Round:
    """Ask once. The call is on record before it is made, with what it may take set aside, and corrected afterwards."""
    call = _begin(model, request, about, repairs=repairs)
    began = time.perf_counter()
    try:
        answer = model.complete(request)
    except Exception as error:
        kind = error.kind if isinstance(error, ChatError) else "crashed"
        prompt_tokens = call.prompt_tokens if kind in PAID_THOUGH_LOST else 0
        _end(call, CallOutcome.FAILED, kind, tokens=(prompt_tokens, 0), seconds=time.perf_counter() - began)
        raise
    tokens = (answer.prompt_tokens, answer.answer_tokens)
    _end(call, CallOutcome.USED, tokens=tokens, seconds=answer.seconds)
    return _Round(call, answer)


def _begin(model: ChatModel, request: ChatRequest, about: str, *, repairs: bool) -> LanguageCall:
    expected = estimated_tokens(request.system + request.prompt)
    cost = _cost(expected, request.max_tokens)
    with transaction.atomic(durable=True):  # one at a time, and no question waits inside somebody's transaction
        _check_budget(expected + request.max_tokens, cost or Decimal(0))
        return LanguageCall.objects.create(
            purpose=request.purpose[:PURPOSE_LIMIT],
            about=about[:ABOUT_LIMIT],
            model=model.name[:MODEL_LIMIT],
            repairs=repairs,
            prompt_tokens=expected,
            answer_tokens=request.max_tokens,
            cost=cost,
        )


def _end(call: LanguageCall, outcome: CallOutcome, error: str = "", *, tokens: tuple[int, int], seconds: float) -> None:
    call.outcome, call.error, call.seconds = outcome, error[:ERROR_LIMIT], seconds
    call.prompt_tokens, call.answer_tokens = tokens
    call.cost = _cost(*tokens)
    call.save(update_fields=("outcome", "error", "seconds", "prompt_tokens", "answer_tokens", "cost"))


def _read(done: _Round, read: Callable[[ChatAnswer], T]) -> T:
    """What `read` makes of the answer. Raises ValueError, and the call is unusable then."""
    try:
        return read(done.answer)
    except ValueError as error:
        done.call.outcome = CallOutcome.UNUSABLE
        done.call.error = error.kind if isinstance(error, AnswerError) else "not_as_asked"
        done.call.save(update_fields=("outcome", "error"))
        raise


def _read_again(done: _Round, read: Callable[[ChatAnswer], T]) -> T:
    try:
        return _read(done, read)
    except ValueError as error:
        kind = done.call.error.replace("_", " ")
        raise ChatError(f"The model's answers could not be used, twice ({kind}).", kind="unusable") from error


def _json(answer: ChatAnswer) -> Any:
    try:
        return answer_json(answer.text)
    except AnswerError as error:
        if answer.cut_off and error.kind == "not_json":
            raise AnswerCutOff from error
        raise


def _whole(answer: ChatAnswer) -> str:
    if answer.cut_off:
        raise AnswerCutOff
    return answer.text


def _repaired(model: ChatModel, request: ChatRequest, answer: ChatAnswer, error: ValueError, form: str) -> ChatRequest:
    """The question once more, with what was wrong with the answer, and its beginning if there is room for it."""
    why = str(error).strip() or "it was not of the form asked for"
    quoted = QUOTED.format(text=answer.text[:QUOTED_BACK])
    longer = request.prompt + REPAIR.format(why=why[:QUOTED_BACK], quoted=quoted, form=form)
    if model.count_tokens(request.system + longer) + request.max_tokens > model.window:
        longer = request.prompt + REPAIR.format(why=why[:QUOTED_BACK], quoted="", form=form)
    return replace(request, prompt=longer)


def _cost(prompt_tokens: int, answer_tokens: int) -> Decimal | None:
    """What the tokens cost at the owner's prices, None when both are 0."""
    values = settings_all()
    prices = [Decimal(str(values[name])) for name in ("language_prompt_price", "language_answer_price")]
    if not any(prices):
        return None
    return (prompt_tokens * prices[0] + answer_tokens * prices[1]) / TOKENS_OF_A_PRICE


def _check_budget(tokens: int, cost: Decimal) -> None:
    """Raises BudgetSpent when what the question may take is more than the day has left."""
    budget = language_budget()
    if budget.tokens_max and budget.tokens + tokens > budget.tokens_max:
        raise _spent(budget, f"{budget.tokens:,} of {budget.tokens_max:,} tokens are used, this may take {tokens:,}")
    if budget.cost_max and budget.cost + cost > budget.cost_max:
        raise _spent(budget, f"{budget.cost:.2f} of {budget.cost_max:.2f} are used, this may cost {cost:.4f}")


def _spent(budget: Budget, why: str) -> BudgetSpent:
    when = f"{budget.until:%H:%M on %Y-%m-%d} ({timezone.get_default_timezone_name()})"
    return BudgetSpent(
        f"The day's budget for the language model is spent: {why}. It goes on at {when}, or when the owner raises it "
        "under Settings.",
        until=budget.until,
    )
