"""The form of an edit: which operation, and with what. It makes the JSON values that the editor's service reads."""

import json
from datetime import datetime
from typing import Any, Final

from django import forms

from memory.models import Category, Store
from memory.services.editor import Operation, operation_read

TEXT_ROWS: Final = 4
OPERATIONS: Final = (
    ("replace_text", "Replace a text"),
    ("set", "Give one record its content"),
    ("metadata", "Change metadata"),
    ("window", "Set when it holds"),
    ("move", "Move elsewhere"),
    ("forget", "Forget"),
)
EFFECTS: Final = (
    ("", "As usual: facts and lessons changed, episodes were written down wrongly"),
    ("change", "It changed: the old one was true until now"),
    ("correction", "It was wrong: the old one never held"),
)
TEXTS: Final = ("category", "subject", "predicate", "source_ref")
TAKEN_AWAY: Final = (
    ("category", "Category"),
    ("subject", "Subject"),
    ("predicate", "Predicate"),
    ("source_ref", "Reference"),
    ("tags", "Tags"),
)


def _text(label: str, help_text: str = "", **options: Any) -> forms.CharField:
    return forms.CharField(required=False, max_length=2_000, label=label, help_text=help_text, **options)


def _moment(label: str) -> forms.DateTimeField:
    return forms.DateTimeField(required=False, label=label, help_text="Date, or date and time. Empty: as it is.")


class OperationForm(forms.Form):
    """One operation and the fields of all of them; only those of the one that was chosen are read."""

    operation = forms.ChoiceField(choices=OPERATIONS, initial="replace_text", widget=forms.RadioSelect)
    find = _text("Find", "The letters as they stand; nothing has a meaning of its own.", strip=False)
    replacement = _text("Put in its place", "Empty: take it out.", strip=False)
    match_case = forms.BooleanField(required=False, initial=True, label="Capitals count")
    effect = forms.ChoiceField(required=False, choices=EFFECTS, label="What about the old text?")
    content = forms.CharField(
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": TEXT_ROWS, "dir": "auto"}),
        label="What it says",
        help_text="A fact's value, a lesson's rule or an episode's text.",
    )
    as_json = forms.BooleanField(required=False, label="The value is JSON", help_text="Facts only.")
    negative = _text("Not", "Lessons only: what not to do.")
    set_effect = forms.ChoiceField(required=False, choices=EFFECTS, label="What about the old content?")
    category = _text("Category", "Of a lesson: " + ", ".join(Category.values) + ".")
    subject = _text("Subject")
    predicate = _text("Predicate")
    source_ref = _text("Reference")
    tags = _text("Tags", "Episodes only; separated by commas.")
    importance = forms.FloatField(required=False, min_value=0, max_value=1, help_text="Episodes only, 0 to 1.")
    observed_at = _moment("Observed")
    take_away = forms.MultipleChoiceField(
        required=False, choices=TAKEN_AWAY, widget=forms.CheckboxSelectMultiple, label="Take away"
    )
    valid_from = _moment("True from")
    no_beginning = forms.BooleanField(required=False, label="No beginning")
    valid_until = _moment("True until")
    no_end = forms.BooleanField(required=False, label="No end")
    to_store = forms.ModelChoiceField(
        Store.objects.all(), to_field_name="slug", required=False, empty_label="Where it is", label="Store"
    )
    to_project = forms.CharField(required=False, max_length=200, label="Project", help_text="Empty: as it is.")
    every_project = forms.BooleanField(required=False, label="Every project")
    to_scope = forms.CharField(required=False, max_length=1024, label="Scope", help_text="Empty: as it is.")
    no_scope = forms.BooleanField(required=False, label="No scope")

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Each operation's button with the fields that go with it."""
        names = {
            "replace_text": ("find", "replacement", "match_case", "effect"),
            "set": ("content", "as_json", "negative", "set_effect"),
            "metadata": (*TEXTS, "tags", "importance", "observed_at", "take_away"),
            "window": ("valid_from", "no_beginning", "valid_until", "no_end"),
            "move": ("to_store", "to_project", "every_project", "to_scope", "no_scope"),
            "forget": (),
        }
        return [
            (button, [self[name] for name in names[str(button.data["value"])]])
            for button in self["operation"].subwidgets
        ]

    def read(self, kind: str) -> Operation:
        """The operation for records of `kind`, empty where they are of several. Raises Invalid for what is none."""
        chosen = self.cleaned_data["operation"]
        values = getattr(self, f"_{chosen}")(kind) if chosen != "forget" else {}
        return operation_read({"type": chosen, **values})

    def clean(self) -> dict[str, Any]:
        """Read the content as JSON when the owner says it is."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("operation") == "set" and data.get("as_json"):
            try:
                data["content"] = json.loads(data["content"])
            except (ValueError, RecursionError):
                self.add_error("content", "This is no JSON. Untick the box to store it as a text.")
        return data

    def _replace_text(self, kind: str) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("find", "replacement", "match_case", "effect")}

    def _set(self, kind: str) -> dict[str, Any]:
        content, negative = self.cleaned_data["content"], self.cleaned_data["negative"]
        if isinstance(content, str):
            content = content.replace("\r\n", "\n")  # as browsers send line ends
        if kind == "lesson":
            return {"rule": content, "negative": negative, "effect": self.cleaned_data["set_effect"]}
        name = "text" if kind == "episode" else "value"
        return {name: content, "effect": self.cleaned_data["set_effect"]}

    def _metadata(self, kind: str) -> dict[str, Any]:
        data = self.cleaned_data
        values: dict[str, Any] = {name: data[name] for name in TEXTS if data[name]}
        if data["tags"]:
            values["tags"] = [tag.strip() for tag in data["tags"].split(",") if tag.strip()]
        if data["importance"] is not None:
            values["importance"] = data["importance"]
        if data["observed_at"]:
            values["observed_at"] = data["observed_at"].isoformat()
        return {"values": values | {name: [] if name == "tags" else "" for name in data["take_away"]}}

    def _window(self, kind: str) -> dict[str, Any]:
        ends = (("valid_from", "no_beginning"), ("valid_until", "no_end"))
        return {
            end: None if self.cleaned_data[is_open] else _iso(self.cleaned_data[end])
            for end, is_open in ends
            if self.cleaned_data[is_open] or self.cleaned_data[end]
        }

    def _move(self, kind: str) -> dict[str, Any]:
        data = self.cleaned_data
        places = {"store": data["to_store"].slug if data["to_store"] else "", "project": data["to_project"]}
        places |= {"scope": data["to_scope"]}
        given = {name: place for name, place in places.items() if place}
        emptied = {"project": data["every_project"], "scope": data["no_scope"]}
        return given | {name: "" for name, is_emptied in emptied.items() if is_emptied}


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
