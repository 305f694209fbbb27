"""The owner's rules, section by section, in the order in which they are tried."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.tabs import hooks_page
from hooks.models import HookEvent, Malformed, Rule, Section
from hooks.models.rules import MESSAGE_SECTIONS, NOTE_LIMIT, PATTERN_LIMIT, TEXT_LIMIT, TOOL_SECTIONS
from hooks.rules.lint import rule_advice
from hooks.rules.sections import FIELDS, SECTION_HELP
from hooks.services.rules import RULES_MAX, rule_change, rule_create, rule_delete, rule_get, rule_move, rules_visible
from hooks.services.rules_transfer import malformed_dismiss
from hooks.services.switches import switches_all
from kirocrew.base.problems import Problem

MALFORMED_SHOWN: Final = 20
SHOWN_EACH: Final = 10
"""Rules of each section on the page of all."""
CHANGES_SHOWN: Final = 20
ORDER: Final = (*TOOL_SECTIONS, *MESSAGE_SECTIONS)


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule as its line shows it."""

    rule: Rule
    advice: str
    is_first: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A section with its rules; `total` of them there are."""

    section: Section
    help: str
    rules: list[Shown]
    total: int


@require_safe
@owner_page
def rules(request: HttpRequest) -> HttpResponse:
    """All rules; those that can't fire say why."""
    by_section: dict[str, list[Rule]] = {}
    only = request.GET.get("section", "")
    for rule in rules_visible(actor=actor_of(request), section=only if only in Section.values else ""):
        by_section.setdefault(rule.section, []).append(rule)
    limit = RULES_MAX if only else SHOWN_EACH
    order = [section for section in ORDER if only not in Section.values or section == only]
    return hooks_page(
        request,
        "rules.html",
        tab="hooks",
        groups=[_group(section, by_section.get(section, []), limit) for section in order],
        only=only,
        malformed=Malformed.objects.order_by("-id")[:MALFORMED_SHOWN],
        paused=switches_all()["paused"],
        changes=HookEvent.objects.order_by("-id")[:CHANGES_SHOWN],
    )


def _group(section: Section, rows: list[Rule], limit: int) -> Group:
    return Group(section, SECTION_HELP[section], _shown(rows, limit), len(rows))


def _shown(rows: list[Rule], limit: int) -> list[Shown]:
    found: list[Shown] = []
    earlier: list[Rule] = []
    for at, rule in enumerate(rows[:limit]):
        advice = rule_advice(rule, earlier) if rule.enabled else ""
        found.append(Shown(rule, advice, at == 0, at == len(rows) - 1))
        if rule.enabled:
            earlier.append(rule)
    return found


class TriggersField(forms.CharField):
    """One trigger per line."""

    widget = forms.Textarea(attrs={"rows": 3, "dir": "auto"})

    def clean(self, value: Any) -> list[str]:
        return [line.strip() for line in (super().clean(value) or "").splitlines() if line.strip()]

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value


def _field(name: str) -> forms.Field:
    area = forms.Textarea(attrs={"rows": 3, "dir": "auto"})
    line = forms.TextInput(attrs={"dir": "auto", "autocomplete": "off", "spellcheck": "false"})
    if name == "triggers":
        return TriggersField(label="When a message holds", help_text="One to a line; any of them is enough.")
    if name == "exact":
        return forms.BooleanField(required=False, label="Only when it is the whole message")
    if name == "pattern":
        return forms.CharField(max_length=PATTERN_LIMIT, widget=line)
    required = name in ("reply", "context")
    return forms.CharField(max_length=TEXT_LIMIT, required=required, widget=area, strip=False)


class RuleForm(forms.Form):
    """The fields of one section."""

    def __init__(self, section: Section, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in FIELDS[section]:
            self.fields[name] = _field(name)
        if "pattern" in self.fields:
            self.fields["pattern"].help_text = SECTION_HELP[section]
        self.fields["note"] = forms.CharField(
            max_length=NOTE_LIMIT, required=False, label="Why", help_text="Shown with a refusal, and in this list."
        )
        self.fields["enabled"] = forms.BooleanField(required=False, initial=True, label="It counts")


@require_http_methods(["GET", "POST"])
@owner_page
def rule_new(request: HttpRequest, name: str) -> HttpResponse:
    """Make a rule of one section."""
    if name not in Section.values:
        raise Http404
    section = Section(name)
    form = RuleForm(section, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            rule_create(actor=actor_of(request), section=section, values=form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, "The rule counts from now on. Try it in the workbench.")
            return redirect("admin:hooks")
    return _form_page(request, form, section, None)


@require_http_methods(["GET", "POST"])
@owner_page
def rule_edit(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Change a rule."""
    actor = actor_of(request)
    rule = rule_get(actor=actor, uid=uid)
    section = Section(rule.section)
    initial = {name: getattr(rule, name) for name in (*FIELDS[section], "note", "enabled")}
    form = RuleForm(section, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            rule_change(actor=actor, rule=rule, values=form.cleaned_data, revision=_revision(request))
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, "The rule is changed.")
            return redirect("admin:hooks")
    return _form_page(request, form, section, rule)


def _revision(request: HttpRequest) -> int | None:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _form_page(request: HttpRequest, form: RuleForm, section: Section, rule: Rule | None) -> HttpResponse:
    return hooks_page(
        request, "rule_form.html", tab="hooks", title=section.label, form=form, section=section, rule=rule
    )


@require_POST
@owner_page
def rule_act(request: HttpRequest) -> HttpResponse:
    """Move a rule, switch it on or off, or remove it: the name of the button says what, its value which."""
    actor = actor_of(request)
    act = next((name for name in ("up", "down", "on", "off", "remove") if name in request.POST), "")
    try:
        rule = rule_get(actor=actor, uid=UUID(request.POST.get(act, "")))
    except ValueError as error:
        raise Http404 from error
    if act in ("up", "down"):
        before = Rule.objects.filter(section=rule.section, position__lt=rule.position).count()
        rule_move(actor=actor, rule=rule, place=before + (1 if act == "down" else -1))
    elif act in ("on", "off"):
        rule_change(actor=actor, rule=rule, values={"enabled": act == "on"})
    elif act == "remove":
        rule_delete(actor=actor, rule=rule)
        messages.success(request, "The rule is removed. What it decided stays in the history.")
    only = request.POST.get("section", "")
    address = reverse("admin:hooks")
    return redirect(f"{address}?section={only}" if only in Section.values else address)


@require_POST
@owner_page
def dismiss(request: HttpRequest) -> HttpResponse:
    """Forget an entry that could not be read."""
    ident = request.POST.get("id", "")
    if ident.isascii() and ident.isdigit() and len(ident) < 19:
        malformed_dismiss(actor=actor_of(request), ident=int(ident))
    return redirect("admin:hooks")
