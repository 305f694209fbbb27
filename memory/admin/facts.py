"""Typing a new fact, lesson or episode, or a new value for a stored fact, as the owner."""

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.canonical import json_equal
from kirocrew.base.problems import NotFound
from memory.admin.showing import value_text
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.models import Category, Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import fact_by_key
from memory.services.stores import MAIN, store_get
from memory.services.timeline_steps import Effect

TEXT_ROWS = 5
EFFECTS = (
    (Effect.CHANGE, "It changed: the old value was true until now"),
    (Effect.CORRECTION, "It was wrong: the old value never held"),
)


class StoreForm(forms.Form):
    """What every typed memory has: a store and a window."""

    store = forms.ModelChoiceField(Store.objects.all(), to_field_name="slug", empty_label=None)
    valid_from = forms.DateTimeField(
        required=False, label="True from", help_text="Date, or date and time. Empty: always."
    )
    valid_until = forms.DateTimeField(required=False, label="True until", help_text="Empty: until it is changed.")
    project = forms.CharField(required=False, max_length=200, help_text="Empty: in every project.")

    main: tuple[str, ...] = ()

    def main_fields(self) -> list[forms.BoundField]:
        """The fields one usually fills in."""
        return [self[name] for name in self.main]

    def further_fields(self) -> list[forms.BoundField]:
        """The others, folded away."""
        return [self[name] for name in self.fields if name not in self.main]

    def further_shown(self) -> bool:
        """Whether a folded field holds something, or is wrong."""
        return any(field.value() or field.errors for field in self.further_fields())

    def shared(self) -> dict[str, Any]:
        """The part of a draft that every kind has."""
        data = self.cleaned_data
        return {"valid_from": data["valid_from"], "valid_until": data["valid_until"], "project": data["project"]}


class FactForm(StoreForm):
    key = forms.CharField(max_length=200, help_text="Such as pref.language or project.acme.deadline.")
    value = forms.CharField(widget=forms.Textarea(attrs={"rows": TEXT_ROWS}), strip=False)
    as_json = forms.BooleanField(
        required=False, label="The value is JSON", help_text="A number, list or object instead of a text."
    )
    effect = forms.ChoiceField(
        required=False,
        label="What about the value that is stored?",
        choices=EFFECTS,
        initial=Effect.CHANGE,
        widget=forms.RadioSelect,
    )
    field_order = ("key", "value", "as_json", "effect", "store")
    main: tuple[str, ...] = ("key", "value", "as_json", "store")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.is_change:
            self.main = ("key", "value", "as_json", "effect", "store")

    @property
    def is_change(self) -> bool:
        """Whether the form was opened on a stored fact; of a new one there is nothing to correct."""
        return bool(self.initial.get("effect") or "effect" in self.data)

    def further_fields(self) -> list[forms.BoundField]:
        """Without what only a stored fact has."""
        return [field for field in super().further_fields() if field.name != "effect"]

    def clean(self) -> dict[str, Any]:
        """Read the value as JSON when the owner says it is."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("as_json") and "value" in data:
            try:
                data["value"] = json.loads(data["value"])
            except ValueError as error:
                self.add_error("value", f"This is no JSON: {error}. Untick the box to store it as a text.")
        return data

    def write(self, actor: Actor) -> Outcome:
        """Send it through the gate."""
        data = self.cleaned_data
        # The form shows the stored window, so an end that is empty was emptied.
        stored = _stored(actor, data["store"], data["key"])
        window, effect = self.shared(), ""
        if stored is not None:
            is_start_kept = _same_second(window["valid_from"], stored.valid_from)
            if is_start_kept:
                window["valid_from"] = stored.valid_from
            if not json_equal(stored.fact.value, data["value"]):
                effect = data["effect"] or ""
            if effect == Effect.CHANGE and is_start_kept:
                window["valid_from"] = None  # the start that is shown is the old value's
        draft = FactDraft(key=data["key"], value=data["value"], replaces_window=True, effect=effect, **window)
        return facts_write(actor=actor, store=data["store"], drafts=[draft])[0]


class LessonForm(StoreForm):
    rule = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}), max_length=2000, help_text="What to do, up to 500 characters."
    )
    negative = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
        required=False,
        label="Not",
        help_text="What not to do, if that needs saying.",
    )
    category = forms.ChoiceField(choices=Category.choices, initial=Category.PREFERENCE, label="About")
    repo_scope = forms.CharField(
        required=False, max_length=1024, label="Only where this path exists", help_text="Such as pyproject.toml."
    )
    field_order = ("rule", "negative", "category", "store", "repo_scope")
    main = ("rule", "negative", "category", "store")

    def write(self, actor: Actor) -> Outcome:
        """Send it through the gate."""
        data = self.cleaned_data
        names = ("rule", "negative", "category", "repo_scope")
        draft = LessonDraft(**{name: data[name] for name in names}, **self.shared())
        return lessons_write(actor=actor, store=data["store"], drafts=[draft])[0]


class EpisodeForm(StoreForm):
    text = forms.CharField(
        widget=forms.Textarea(attrs={"rows": TEXT_ROWS}), help_text="What happened, 10 to 2,000 characters."
    )
    tags = forms.CharField(required=False, help_text="Separated by commas, up to ten.")
    observed_at: Any = forms.DateTimeField(required=False, label="When it happened", help_text="Empty: now.")
    field_order = ("text", "tags", "store", "observed_at")
    main = ("text", "tags", "store", "observed_at")

    def write(self, actor: Actor) -> Outcome:
        """Send it through the gate."""
        data = self.cleaned_data
        tags = tuple(tag.strip() for tag in data["tags"].split(",") if tag.strip())
        observed: datetime | None = data["observed_at"]
        draft = EpisodeDraft(text=data["text"], tags=tags, observed_at=observed, **self.shared())
        return episodes_write(actor=actor, store=data["store"], drafts=[draft])[0]


FORMS: dict[str, tuple[type[StoreForm], str]] = {
    "fact": (FactForm, "New fact"),
    "lesson": (LessonForm, "New lesson"),
    "episode": (EpisodeForm, "New episode"),
}


@require_http_methods(["GET", "POST"])
@owner_page
def write(request: HttpRequest, kind: str) -> HttpResponse:
    """The form; a refusal comes back with its code, and what was typed stays."""
    form_class, title = FORMS[kind]
    actor = actor_of(request)
    if request.method != "POST":
        form = form_class(initial=_initial(request, actor, kind))
        return page(request, "memory/write.html", title=title, form=form, kind=kind)
    form = form_class(request.POST)
    outcome: Outcome | None = form.write(actor) if form.is_valid() else None  # type: ignore[attr-defined]
    if outcome is None or outcome.refusal:
        refusal = outcome.refusal if outcome else None
        return page(request, "memory/write.html", title=title, form=form, kind=kind, refusal=refusal)
    messages.success(request, _said(outcome))
    return redirect("admin:memory-record", uid=outcome.uid) if outcome.uid else redirect("admin:review")


def _initial(request: HttpRequest, actor: Actor, kind: str) -> dict[str, Any]:
    """The chosen store, and the stored value when the address names a key that is there."""
    slug = request.GET.get("store", "") or MAIN
    given: dict[str, Any] = {"store": slug}
    key = request.GET.get("key", "")
    if kind == "fact" and key:
        row = fact_by_key(actor=actor, store=store_get(actor=actor, slug=slug), key=key, any_time=True)
        value = row.fact.value
        given |= {"key": key, "value": value_text(value), "as_json": not isinstance(value, str)}
        given |= {"valid_from": row.valid_from, "valid_until": row.valid_until, "project": row.project}
        given["effect"] = Effect.CHANGE
    return given


def _stored(actor: Actor, store: Store, key: str) -> Record | None:
    """The active fact of that key, whenever it holds."""
    try:
        return fact_by_key(actor=actor, store=store, key=key, any_time=True)
    except NotFound:
        return None


def _same_second(typed: datetime | None, stored: datetime | None) -> bool:
    """Whether a field, which shows whole seconds, was left as it was."""
    return typed is not None and stored is not None and typed == stored.replace(microsecond=0)


def _said(outcome: Outcome) -> str:
    said = {
        OutcomeStatus.WRITTEN: "Written.",
        OutcomeStatus.UNCHANGED: "Nothing to change: it is there already.",
        OutcomeStatus.MERGED: "Merged with what was there.",
        OutcomeStatus.PROPOSED: "It waits for review.",
    }[outcome.status]
    if outcome.superseded:
        said += f" {len(outcome.superseded)} older gave way and can be restored."
    if outcome.redacted:
        said += f" Taken out before storing: {', '.join(outcome.redacted)}."
    return said
