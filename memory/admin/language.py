"""The language model: what is configured, whether it answers, what it may take and what it took."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from memory.admin.setting_rows import OF_LANGUAGE, Failed, setting_rows
from memory.inference.chat import ChatError
from memory.services.language import (
    Asked,
    language_budget,
    language_calls,
    language_release,
    language_shown,
    language_try,
)
from memory.services.settings import SETTINGS

CALLS_SHOWN: Final = 25
WHICH: Final = ("language_model", "language_url", "language_name", "language_window", "language_seconds")
"""Settings that say which model it is; the others are limits and prices."""
LANGUAGE_SETTINGS: Final = tuple(name for name in SETTINGS if name.startswith(OF_LANGUAGE))


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of "Try it": the answer, or why there is none."""

    asked: Asked[str] | None = None
    problem: str = ""


@require_safe
@owner_page
def language(request: HttpRequest) -> HttpResponse:
    """What is configured, today's use, the owner's limits and the last calls."""
    return language_page(request)


@require_POST
@owner_page
def language_tried(request: HttpRequest) -> HttpResponse:
    """Ask the fixed question and show what came back. Nothing of it is kept but that it was asked."""
    try:
        tried = Tried(language_try(actor=actor_of(request)))
    except ChatError as error:
        tried = Tried(problem=str(error))
    finally:
        language_release()  # the worker does the work; a model need not stay in the memory of the web process
    return language_page(request, tried=tried)


def language_page(request: HttpRequest, failed: Failed | None = None, *, tried: Tried | None = None) -> HttpResponse:
    """The page, with a setting that was refused or with what the trial brought."""
    actor = actor_of(request)
    return page(
        request,
        "memory/language.html",
        title="Language model",
        shown=language_shown(actor=actor),
        budget=language_budget(),
        zone=timezone.get_default_timezone_name(),
        choice=setting_rows([name for name in LANGUAGE_SETTINGS if name in WHICH], failed),
        rows=setting_rows([name for name in LANGUAGE_SETTINGS if name not in WHICH], failed),
        calls=language_calls(actor=actor)[:CALLS_SHOWN],
        tried=tried,
    )
