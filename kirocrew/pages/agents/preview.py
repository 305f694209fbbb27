"""The prompt before anybody gets it: system prompt, session and message by block, and two of them compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.actors import Actor, Permission
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.agents.agents import agents_visible
from kirocrew.agents.prompt import prompt_build
from kirocrew.agents.prompt_sections import PromptAsked
from kirocrew.base.diffs import Piece, shortened, word_diff
from kirocrew.base.text import cut
from kirocrew.context.asking import Asked
from kirocrew.context.build import Built, session_build
from kirocrew.context.messages import Message, message_build
from kirocrew.context.requests import ContextRequest, asked_for
from kirocrew.context.tokens import Counter, counter_for
from kirocrew.models import Agent
from memory.services.moments import Moment, moment_named
from memory.services.settings import settings_all
from skills.admin.who import bot_actor, bot_names

TYPED: Final = 2_000
"""Characters of a message that is tried; it stands in the address."""
SHOWN: Final = 8_000
"""Characters of a block, or of one difference, that are shown: the page stays light with the largest of contexts."""
WINDOWS: Final = (8_000, 32_000, 64_000, 128_000, 200_000, 300_000, 400_000, 500_000, 600_000, 800_000, 1_000_000)
"""Tokens at which the slider of the window stops."""
WIDTH: Final = 1_000
"""Units of a bar."""
COLOURS: Final = 6


class PreviewForm(forms.Form):
    """Whose prompt, for whom, and with what it is compared."""

    agent = forms.CharField(required=False, max_length=60)
    who = forms.CharField(required=False, max_length=100)
    person = forms.CharField(required=False, max_length=200)
    q = forms.CharField(required=False, max_length=TYPED)
    window = forms.IntegerField(required=False, min_value=1, max_value=100_000_000)
    at = forms.DateTimeField(required=False)
    other = forms.CharField(required=False, max_length=60)
    then = forms.DateTimeField(required=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A block as it is shown. `x` and `width` are its place in the bar; `pieces` its difference to the other side's."""

    name: str
    whole: str
    tokens: int
    colour: int
    x: int = 0
    width: int = 0
    group: str = ""
    items: int = 0
    total: int = 0
    left_out: tuple[str, ...] = ()
    withheld: bool = False
    why: str = ""
    other_chars: int = 0
    pieces: tuple[Piece, ...] = ()

    @property
    def chars(self) -> int:
        return len(self.whole)

    @property
    def text(self) -> str:
        return cut(self.whole, SHOWN)

    @property
    def differs(self) -> bool:
        return any(piece.kind in ("ins", "del") for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three texts an agent gets. `ceiling` is what it may have in characters, 0 where that is not set."""

    name: str
    title: str
    rows: tuple[Row, ...]
    chars: int
    tokens: int
    counted: str
    ceiling: int = 0
    note: str = ""
    problem: str = ""

    @property
    def full(self) -> list[Row]:
        return [row for row in self.rows if row.chars or row.differs]

    @property
    def empty(self) -> list[Row]:
        return [row for row in self.rows if not row.chars and not row.differs]


@require_safe
@owner_page
def preview(request: HttpRequest) -> HttpResponse:
    """The page. It asks as the owner or as a bot, counts nothing and writes nothing down."""
    form = PreviewForm(request.GET)
    valid = form.is_valid()
    values = form.cleaned_data if valid else {}
    agents = list(agents_visible(actor_of(request)))
    parts, compared = _made(request, values) if valid else ([], False)
    return page(
        request,
        "kirocrew/agents/preview.html",
        title="Preview",
        status=200 if valid else 422,
        form=form,
        agents=agents,
        agent=next((one for one in agents if one.slug == values.get("agent")), None),
        bots=bot_names(),
        windows=WINDOWS,
        slider=_stop(values.get("window")),
        parts=parts,
        compared=compared,
        has_message=bool(values.get("q")),
    )


def _made(request: HttpRequest, values: dict[str, object]) -> tuple[list[Part], bool]:
    actor = bot_actor(str(values["who"])) if values["who"] else actor_of(request)
    parts = _parts(request, actor, values, str(values["agent"]), values["at"])
    if not (values["other"] or values["then"]):
        return parts, False
    others = _parts(request, actor, values, str(values["other"] or values["agent"]), values["then"] or values["at"])
    known = {part.name: part for part in others}
    return [_compared(part, known[part.name]) for part in parts], True


def _parts(request: HttpRequest, actor: Actor, values: dict[str, object], slug: str, at: object) -> list[Part]:
    agent = _agent(actor, slug)
    window, words, person = values["window"], str(values["q"]), str(values["person"])
    given = ContextRequest(
        store=request.GET.get("store") or None,
        agent=slug,
        user=person,
        query=words,
        window=window if isinstance(window, int) else None,
        moment=_moment(at),
        is_trial=True,
    )
    if not actor.may(Permission.MEMORY_READ):
        return [_system(actor, agent, slug, person), _refused("session", "Session", "The key may not read memory.")]
    asked = asked_for(actor=actor, request=given)
    parts = [_system(actor, agent, slug, person), _session(asked)]
    if words.strip():
        parts.append(_message(asked, words))
    return parts


def _agent(actor: Actor, slug: str) -> Agent | None:
    """The agent, as far as who asks may see it."""
    return Agent.objects.live().visible_to(actor).filter(slug=slug).first() if slug else None


def _moment(at: object) -> Moment | None:
    return moment_named(at, at) if isinstance(at, datetime) else None


def _system(actor: Actor, agent: Agent | None, slug: str, person: str) -> Part:
    if agent is None:
        why = (
            "No agent is chosen." if not slug else "There is no such agent for this key; to it the name is only a name."
        )
        return _refused("system", "System prompt", why)
    made = prompt_build(actor=actor, agent=agent, asked=PromptAsked(person=person))
    counter = counter_for(agent.model, settings_all())
    rows = [
        _row(
            number,
            section.name,
            made.text[section.start : section.end],
            counter,
            "the same in every call" if section.is_stable else "changes",
        )
        for number, section in enumerate(made.sections)
    ]
    note = f"{made.boundary:,} characters stand before the boundary up to which a provider may keep it. "
    note += "It is made of the files as they are now."
    return Part("system", "System prompt", _placed(rows), len(made.text), made.tokens, made.tokens_are, note=note)


def _session(asked: Asked) -> Part:
    found = "by words and meaning" if asked.vector is not None else "by words alone"
    why = f" ({asked.mode_reason.rstrip('.')})" if asked.mode_reason else ""
    note = (
        f"Memory was searched {found}{why}."
        if asked.query.strip()
        else "Without a message the newest facts are given, and no episodes."
    )
    return _blocks("session", "Session", session_build(asked), note=note)


def _message(asked: Asked, words: str) -> Part:
    made = message_build(asked, Message(text=words))
    if made.reply:
        return _refused("message", "Message", f"A hook answers at once, and no agent is asked: {cut(made.reply, 300)}")
    return _blocks("message", "Message", made.built, note="The message itself is never cut.")


def _blocks(name: str, title: str, made: Built, *, note: str) -> Part:
    rows = [
        Row(
            block.name,
            block.text,
            made.counter.count(block.text),
            number % COLOURS + 1,
            group=block.group.value,
            items=len(block.items),
            total=block.total,
            left_out=block.left_out,
            withheld=block.withheld,
            why=block.why,
        )
        for number, block in enumerate(made.blocks)
    ]
    ceiling = made.ceiling
    return Part(name, title, _placed(rows, ceiling), len(made.text), made.tokens, made.counter.method, ceiling, note)


def _refused(name: str, title: str, why: str) -> Part:
    return Part(name, title, (), 0, 0, "", problem=why)


def _row(number: int, name: str, text: str, counter: Counter, group: str) -> Row:
    return Row(name, text, counter.count(text), number % COLOURS + 1, group=group)


def _placed(rows: Sequence[Row], whole: int = 0) -> tuple[Row, ...]:
    """The rows with their places in a bar that stands for the whole, or for all of them together."""
    whole = max(whole, sum(row.chars for row in rows), 1)
    at, placed = 0, []
    for row in rows:
        start, at = at, at + row.chars
        x = start * WIDTH // whole
        placed.append(replace(row, x=x, width=max(at * WIDTH // whole - x, 2 if row.chars else 0)))
    return tuple(placed)


def _compared(one: Part, other: Part) -> Part:
    """The first with the differences of the second to it, block by block."""
    texts = {row.name: row for row in other.rows}
    mine = {row.name for row in one.rows}
    rows = [_against(row, texts.get(row.name)) for row in one.rows]
    rows += [
        _against(replace(row, whole="", tokens=0, items=0, width=0), row) for row in other.rows if row.name not in mine
    ]
    problem = one.problem or other.problem
    note = f"{one.note} The other has {other.chars:,} characters, about {other.tokens:,} tokens."
    return replace(one, rows=tuple(rows), note=note.strip(), problem=problem)


def _against(row: Row, other: Row | None) -> Row:
    text = other.whole if other else ""
    found = () if text == row.whole else shortened(word_diff(row.whole, text))
    pieces = tuple(replace(piece, text=cut(piece.text, SHOWN)) for piece in found)
    return replace(row, other_chars=other.chars if other else 0, pieces=pieces)


def _stop(window: int | None) -> int:
    """Where the slider stands: at the nearest stop, the last one for a window nobody names."""
    if window is None:
        return len(WINDOWS) - 1
    return min(range(len(WINDOWS)), key=lambda number: abs(WINDOWS[number] - window))
