"""What the owner tunes: every setting with its unit, default and range, changed with an audit entry."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor
from hooks.services import redact_json, snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Invalid, NotFound
from kirocrew.base.text import one_line
from memory.inference.chat_models import chat_models_by_name
from memory.models import Event, Setting

CACHE_SECONDS: Final = 2.0
DIGEST_WAYS: Final = ("email", "webhook")
_URL: Final = re.compile(r"https?://[^\s@/?#]+(?:/[^\s?#@]*)?", re.IGNORECASE)
_MODEL_FILE: Final = re.compile(r"[\w][\w.+-]{0,150}\.gguf", re.ASCII)
_ADDRESS: Final = re.compile(r"[^@\s<>,;:\"\x00-\x1f]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}")


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting: `check` returns the value in its proper type or raises ValueError saying what is expected."""

    name: str
    default: Any
    unit: str
    help: str
    check: Callable[[Any], Any]

    @property
    def is_text(self) -> bool:
        """Whether its value is a text, which is typed as it is and not as JSON."""
        return isinstance(self.default, str)


def _whole(low: int, high: int) -> Callable[[Any], Any]:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low:,} to {high:,}")
        return value

    return check


def _number(low: float, high: float) -> Callable[[Any], Any]:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return float(value)

    return check


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _one_sign(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 1 or value.isspace() or value.isalnum():
        raise ValueError("exactly one visible character that is no letter or digit")
    return value


def _prefixes(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(
        isinstance(item, str) and item and all(c.isascii() and (c.islower() or c.isdigit() or c in "._*") for c in item)
        for item in value
    ):
        raise ValueError("a list of key patterns such as 'team.*'")
    return value


def _folders(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(
        isinstance(item, str) and item.startswith("/") and len(item) > 1 and ".." not in item.split("/")
        for item in value
    ):
        raise ValueError("a list of absolute folders such as '/srv/projects'")
    return value


def _rates(value: Any) -> dict[str, float]:
    if not isinstance(value, dict):
        raise ValueError("an object of tag to rate per day")
    rate = _number(0, 10)
    return {str(tag).lower(): rate(item) for tag, item in value.items()}


def _windows(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise ValueError("an object of the beginning of a model's name to the tokens of its window")
    tokens = _whole(1, 100_000_000)
    return {str(name).strip().lower(): tokens(item) for name, item in value.items()}


def _digest_ways(value: Any) -> list[str]:
    if not isinstance(value, list) or any(item not in DIGEST_WAYS for item in value) or len(set(value)) != len(value):
        raise ValueError('a list of "email" and "webhook", or an empty list')
    return value


def _address(value: Any) -> str:
    if not isinstance(value, str) or (value and not _ADDRESS.fullmatch(value)):
        raise ValueError("an e-mail address, or nothing")
    return value


def _language_model(value: Any) -> str:
    known = ("", *chat_models_by_name())
    if not isinstance(value, str) or not (value in known or _MODEL_FILE.fullmatch(value)):
        raise ValueError(
            f"{', '.join(known[1:])}, the name of a .gguf file in models/ of the home, or nothing for what the "
            "server's environment says"
        )
    return value


def _language_url(value: Any) -> str:
    if not isinstance(value, str) or (value and not _URL.fullmatch(value)):
        raise ValueError("an http or https address without a user in it, or nothing")
    return value


def _short_text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200 or value != one_line(value):
        raise ValueError("at most 200 characters on one line, or nothing")
    return value


def _whole_or_none(low: int, high: int) -> Callable[[Any], Any]:
    inner = _whole(low, high)

    def check(value: Any) -> int:
        if value == 0 and not isinstance(value, bool):
            return 0
        try:
            return int(inner(value))
        except ValueError:
            raise ValueError(f"a whole number from {low:,} to {high:,}, or 0") from None

    return check


SETTINGS: Final = {
    spec.name: spec
    for spec in (
        SettingSpec(
            "allowed_keys",
            [],
            "patterns",
            "Key patterns allowed beside pref.*, project.*, user.* and lesson.*.",
            _prefixes,
        ),
        SettingSpec(
            "min_confidence", 0.8, "0 to 1", "Least confidence of a fact that is not the owner's.", _number(0, 1)
        ),
        SettingSpec(
            "episodes_max",
            10_000,
            "records",
            "Active episodes a shared store holds before it evicts.",
            _whole(1, 10_000_000),
        ),
        SettingSpec(
            "lessons_import_max",
            200,
            "records",
            "Lessons in a store above which an import adds none.",
            _whole(1, 100_000),
        ),
        SettingSpec(
            "events_max",
            10_000,
            "rows",
            "Audit entries kept; older ones are exported, then removed.",
            _whole(100, 100_000_000),
        ),
        SettingSpec(
            "digest",
            [],
            "ways",
            "How a daily digest of what waits in Review is sent; numbers and ages only, never memory.",
            _digest_ways,
        ),
        SettingSpec("digest_email", "", "address", "Who gets the digest by e-mail.", _address),
        SettingSpec("decay_rate", 0.03, "per day", "How fast an episode fades in shared recall.", _number(0, 10)),
        SettingSpec(
            "decay_floor", 0.5, "0 to 1", "What is left of an episode's weight however old it is.", _number(0, 1)
        ),
        SettingSpec(
            "decay_rates",
            {},
            "per day and tag",
            "Rates of their own for tags; the smallest that applies counts.",
            _rates,
        ),
        SettingSpec(
            "language_model",
            "",
            "model",
            "Which language model reads conversations; empty for what the server's environment says.",
            _language_model,
        ),
        SettingSpec(
            "language_url",
            "",
            "address",
            "Base address of an endpoint, up to and with the version; empty for the environment's. Its key is only "
            "sent to the host that the environment names, or to any where it names none.",
            _language_url,
        ),
        SettingSpec(
            "language_name",
            "",
            "name",
            "The model's name at the endpoint; empty for the environment's.",
            _short_text,
        ),
        SettingSpec(
            "language_window",
            0,
            "tokens",
            "Tokens of question and answer together; 0 for the environment's.",
            _whole_or_none(512, 10_000_000),
        ),
        SettingSpec(
            "language_seconds",
            0,
            "seconds",
            "How long one question may take, attempts again included; 0 for the environment's.",
            _whole_or_none(1, 3_000),
        ),
        SettingSpec(
            "language_tokens_per_day",
            2_000_000,
            "tokens",
            "What the language model may read and write in a day of your time zone; 0 for no limit.",
            _whole(0, 100_000_000_000),
        ),
        SettingSpec(
            "language_cost_per_day",
            0.0,
            "money",
            "What the language model may cost in a day, in the currency of the two prices; 0 for no limit.",
            _number(0, 100_000),
        ),
        SettingSpec(
            "language_prompt_price",
            0.0,
            "per million tokens",
            "What a million tokens that the language model reads cost; 0 for nothing.",
            _number(0, 100_000),
        ),
        SettingSpec(
            "language_answer_price",
            0.0,
            "per million tokens",
            "What a million tokens that the language model writes cost; 0 for nothing.",
            _number(0, 100_000),
        ),
        SettingSpec(
            "language_calls_days",
            90,
            "days",
            "How long the list of the language model's calls is kept; it never holds what was said.",
            _whole(2, 36_500),
        ),
        SettingSpec(
            "project_roots",
            [],
            "folders",
            "Folders below which a bot may say it works, so that lessons bound to a path there apply.",
            _folders,
        ),
        SettingSpec("history_full_days", 14, "days", "Days of the history that are given in full.", _whole(1, 3_650)),
        SettingSpec(
            "history_brief_days",
            61,
            "days",
            "Age at which a day is no longer given with its first entry, only counted.",
            _whole(1, 3_650),
        ),
        SettingSpec(
            "history_count_days", 181, "days", "Age at which a day is no longer mentioned at all.", _whole(1, 3_650)
        ),
        SettingSpec(
            "receipts_days",
            365,
            "days",
            "How long the receipt of a reading of a conversation is kept; it can be taken back only as long.",
            _whole(30, 36_500),
        ),
        SettingSpec("history_max_days", 365, "days", "Age at which a day is deleted.", _whole(7, 36_500)),
        SettingSpec(
            "mirror_documents",
            False,
            "yes or no",
            "Whether documents and history are mirrored to files in workspace/ of the home.",
            _yes_or_no,
        ),
        SettingSpec(
            "history_idle_hours",
            3.0,
            "hours",
            "How long nobody said anything in a conversation before its history is written.",
            _number(0.5, 720),
        ),
        SettingSpec(
            "facts_after_turns",
            30,
            "turns",
            "New turns of a conversation after which facts are taken from it.",
            _whole(1, 200),
        ),
        SettingSpec(
            "consolidation_changes_max",
            10,
            "records",
            "Stored records that one reading of a conversation may change; what goes beyond it waits for review.",
            _whole(0, 1_000),
        ),
        SettingSpec("skills_max_triggered", 3, "skills", "Skills that one message brings at most.", _whole(0, 20)),
        SettingSpec(
            "skills_threshold",
            0.5,
            "0 to 1",
            "Least score of a skill that a message brings; higher brings fewer skills, and fewer wrong ones.",
            _number(0.05, 0.99),
        ),
        SettingSpec(
            "skills_slash",
            True,
            "yes or no",
            "Whether a message that begins with the sign and the name of a skill calls it.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_slash_prefix", "/", "one character", "The sign with which a message calls a skill.", _one_sign
        ),
        SettingSpec(
            "skills_slash_partial",
            False,
            "yes or no",
            "Whether the beginning of a skill's name calls it where no other name begins so.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_slash_suggest",
            True,
            "yes or no",
            "Whether a name that no skill has is answered with names near it.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_learn",
            False,
            "yes or no",
            "Whether a conversation in which an agent worked with tools may become a skill that waits in Review.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_learn_tool_turns",
            5,
            "turns",
            "New turns with tools that a conversation must have before a skill is looked for in it.",
            _whole(2, 200),
        ),
        SettingSpec(
            "skills_refine",
            False,
            "yes or no",
            "Whether a conversation may also propose a better version of a skill that was learned.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_prose_without_review",
            False,
            "yes or no",
            "Whether a learned skill without scripts, in which nothing is suspicious, is live at once.",
            _yes_or_no,
        ),
        SettingSpec(
            "skills_candidate_days", 30, "days", "How long a skill waits in Review before it expires.", _whole(1, 365)
        ),
        SettingSpec(
            "skills_stale_days",
            30,
            "days",
            "After how long without use a learned skill is shown as stale.",
            _whole(1, 3_650),
        ),
        SettingSpec(
            "skills_archive_days",
            90,
            "days",
            "After how long without use a learned skill is archived.",
            _whole(1, 3_650),
        ),
        SettingSpec(
            "skills_auto_max",
            100,
            "skills",
            "Learned skills that are live at most; those used least are archived.",
            _whole(1, 10_000),
        ),
        SettingSpec(
            "model_windows",
            {},
            "tokens by name",
            "Windows of models by how their names begin; they go before those the server knows.",
            _windows,
        ),
        SettingSpec(
            "near_copy_containment",
            0.9,
            "0 to 1",
            "Share of the shorter text's words found in the longer one that makes it a near copy.",
            _number(0.5, 1),
        ),
    )
}


@dataclass(slots=True)
class _Cache:
    values: dict[str, Any]
    until: float = 0.0


_cache = _Cache({})


def setting(name: str) -> Any:
    """Return the owner's value, or the default. Raises KeyError for a name that is not in SETTINGS."""
    spec = SETTINGS[name]
    row = Setting.objects.filter(name=name).first()
    return row.value if row is not None else spec.default


def settings_all() -> dict[str, Any]:
    """Return every setting with the value in force.

    Every write asks, so the answer is kept for CACHE_SECONDS in each process; a change in this process counts
    at once.
    """
    if time.monotonic() >= _cache.until:
        stored = dict(Setting.objects.values_list("name", "value"))
        _cache.values = {name: stored.get(name, spec.default) for name, spec in SETTINGS.items()}
        _cache.until = time.monotonic() + CACHE_SECONDS
    return _cache.values


def settings_forget() -> None:
    """Read the settings anew at the next call."""
    _cache.until = 0.0


def setting_change(*, actor: Actor, name: str, value: Any) -> Any:
    """Store the owner's value and return it. Raises Forbidden, NotFound or Invalid."""
    return settings_change(actor=actor, values={name: value})[name]


def settings_change(*, actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """Store the owner's values, all of them or none. Raises Forbidden, NotFound or Invalid."""
    if not actor.is_owner:
        raise Forbidden("Only the owner changes settings.", type="owner-only")
    checked = {name: _checked(name, value) for name, value in values.items()}
    with transaction.atomic():
        stored = dict(Setting.objects.filter(name__in=checked).values_list("name", "value"))
        for name, value in checked.items():
            Setting.objects.update_or_create(
                name=name, defaults={"value": value, "changed_by": actor.source, "changed_at": now()}
            )
            Event.objects.create(
                code="setting_changed",
                key=name,
                old_value=snippet(repr(stored.get(name, SETTINGS[name].default))),
                new_value=snippet(repr(value)),
                source=actor.source,
            )
        settings_forget()
        transaction.on_commit(settings_forget)
    return checked


def _checked(name: str, value: Any) -> Any:
    spec = SETTINGS.get(name)
    if spec is None:
        raise NotFound(f"There is no setting of that name. Known: {', '.join(SETTINGS)}.", type="unknown-setting")
    try:
        checked = spec.check(value)
    except ValueError as error:
        raise Invalid(f"'{name}' takes {error}.", type="invalid-setting") from error
    if redact_json(checked)[1]:
        raise Invalid(f"'{name}' is shown to every bot, and this value holds a credential.", type="invalid-setting")
    return checked


def min_confidence(values: dict[str, Any]) -> Decimal:
    """The least confidence as a decimal, so that 0.8 is exactly 0.8."""
    return Decimal(str(values["min_confidence"]))
