"""Compiling the catalogue beside the messages: a thread of each web process does it, so that no message waits.

Compiling 338 skills takes some two seconds of processor time once, and some milliseconds for each that changes. Until
it is done a message is matched by what was compiled before, for the skills that are still on offer, or by nothing; the
answer says so. Where no such thread runs, in a command or the worker, whoever asks compiles.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import Error, connection

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_live
from memory.inference.embedding import state
from skills.matching.index import Index
from skills.services.access import UsableSkill, catalogue_mark, skills_usable
from skills.services.compiled import INDEXES_KEPT, index_for, index_known, vectors_for
from skills.services.embedding import has_meaning

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""How often the thread looks whether the catalogue changed."""
OWNER: Final = Actor.owner("owner")
"""For whom is compiled first; the owner's skills are all there are."""

_Who = tuple[str, str, str]

_lock: Final = threading.Lock()
_asked: Final = threading.Event()
_people: OrderedDict[_Who, tuple[Actor, str]] = OrderedDict()
"""Who came lately; compiled for again whenever the catalogue changes."""
_waiting: dict[_Who, tuple[Actor, str]] = {}
"""Who asked in vain."""
_last: OrderedDict[_Who, Index] = OrderedDict()
_running = 0


def warming_start() -> threading.Event:
    """Compile in a thread of this process from now on. Return what stops it."""
    global _running
    stop = threading.Event()
    with _lock:
        _running += 1
    threading.Thread(target=_until, args=(stop,), name="skills-warming", daemon=True).start()
    return stop


def warming_stop(stop: threading.Event) -> None:
    """Stop the thread; whoever asks compiles again."""
    global _running
    with _lock:
        _running -= 1
    stop.set()
    _asked.set()


def index_now(usable: Sequence[UsableSkill], *, actor: Actor, project: str) -> tuple[Index, bool]:
    """The tables to match a message with, and whether they are those of these very skills.

    They are not while a thread compiles: then they are this actor's last ones, which may hold skills that are no
    longer on offer, or empty ones.
    """
    who = _who(actor, project)
    known = index_known(usable)
    if known is None and not _running:
        known = index_for(usable)
    with _lock:
        if known is not None:
            _keep(who, known)
            return known, True
        _waiting[who] = _people[who] = actor, project
        _people.move_to_end(who)
        last = _last.get(who)
    _asked.set()
    return last or Index(()), False


def warm(actor: Actor, project: str = "") -> None:
    """Compile what an actor may use."""
    usable = skills_usable(actor=actor, project=project)
    index = index_for(usable)
    space = state().space
    if usable and space is not None and has_meaning(space):
        vectors_for(usable, space)
    with _lock:
        _keep(_who(actor, project), index)


def _who(actor: Actor, project: str) -> _Who:
    return actor.source, actor.ident, project


def _keep(who: _Who, index: Index) -> None:
    _last[who] = index
    _last.move_to_end(who)
    while len(_last) > INDEXES_KEPT:
        _last.popitem(last=False)


def _until(stop: threading.Event) -> None:
    mark: UUID | None = None
    _remember_bots()
    while not stop.is_set():
        _asked.clear()
        try:
            now = catalogue_mark()
            for actor, project in _due(changed=now != mark):
                if stop.is_set():
                    break
                warm(actor, project)
            mark = now
        except (Error, RuntimeError):  # RuntimeError: a test that has no database
            logger.warning("The catalogue of skills can't be read now; matching goes by what it was.", exc_info=True)
        finally:
            connection.close()
        _asked.wait(LOOK_SECONDS)


def _remember_bots() -> None:
    """The bots that came last are the likeliest to come next."""
    try:
        numbers = list(
            Bot.objects.exclude(last_used_at=None).order_by("-last_used_at").values_list("pk", flat=True)[:INDEXES_KEPT]
        )
        bots = [actor for number in numbers if (actor := bot_live(number)) is not None]
    except (Error, RuntimeError):
        return
    finally:
        connection.close()
    with _lock:
        for actor in bots:
            _people[_who(actor, "")] = actor, ""


def _due(*, changed: bool) -> list[tuple[Actor, str]]:
    """For whom is compiled now: all that came lately where the catalogue changed, else those that asked in vain."""
    with _lock:
        while len(_people) > INDEXES_KEPT:
            _people.popitem(last=False)
        due = {_who(OWNER, ""): (OWNER, ""), **_people, **_waiting} if changed else dict(_waiting)
        _waiting.clear()
    return list(due.values())
