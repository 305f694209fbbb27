"""The owner's rules: made, changed, moved and removed one by one, and taken together for a decision."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet

from channels_bridge.actors import Actor, Permission
from hooks.models import HookEvent, McpServer, Rule, Section
from hooks.redaction.engine import redact
from hooks.rules.folding import for_deny
from hooks.rules.ruleset import Entry, MessageEntry, Ruleset
from hooks.rules.sections import FIELDS, EntryError, dump_entry, read_entry
from hooks.screening.engine import screen
from hooks.screening.verdict import Origin
from hooks.services.events import event_write, require_owner
from hooks.services.switches import protections_off, switches_all
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid, NotFound, PreconditionFailed

RULES_MAX: Final = 2_000
"""Rules of one section: every question is held against all of them."""
TEXTS: Final = ("reply", "prefix", "suffix", "context")
"""Fields that reach a conversation; they pass the injection screen."""


@dataclass(slots=True)
class _Kept:
    """The last change this process saw and the rules since: one value, so that threads never mix two."""

    since: tuple[tuple[int, datetime] | None, Ruleset] = (None, Ruleset())


_kept = _Kept()


def ruleset() -> Ruleset:
    """Return all live rules and switches, as a decision needs them.

    Every change is written down in its own transaction, so the newest entry says whether what this process read
    before still holds; another process's change counts with the next question.
    """
    change = HookEvent.objects.order_by("-id").values_list("id", "at").first()
    if change is None:
        return _read_rules()
    known, rules = _kept.since
    if known != change:
        rules = _read_rules()
        _kept.since = (change, rules)
    return rules


def _read_rules() -> Ruleset:
    by_section: dict[str, list[Rule]] = {}
    for rule in Rule.objects.live().in_order():
        by_section.setdefault(rule.section, []).append(rule)
    switches = switches_all()
    servers = McpServer.objects.merged()

    def entries(section: Section) -> tuple[Entry, ...]:
        return tuple(Entry(str(rule.uid), rule.pattern, rule.note) for rule in by_section.get(section, ()))

    def messages(section: Section) -> tuple[MessageEntry, ...]:
        return tuple(_message_entry(rule) for rule in by_section.get(section, ()))

    return Ruleset(
        deny=entries(Section.AUTO_DENY_TOOLS),
        denied_commands=entries(Section.DENIED_COMMANDS),
        approve=entries(Section.AUTO_APPROVE_TOOLS),
        sources=entries(Section.AUTO_APPROVE_SOURCES),
        replies=messages(Section.AUTO_REPLIES),
        transforms=messages(Section.TRANSFORMS),
        contexts=messages(Section.CONTEXT_RULES),
        switched_off=frozenset(protections_off()),
        disable_all=switches["disable_all"],
        paused=switches["paused"],
        approve_spawn=switches["auto_approve_subagent_spawn"],
        approve_subagent_tools=switches["auto_approve_subagent_tools"],
        own_servers=tuple(switches["own_servers"]),
        servers_off=frozenset(server.canonical for server in servers if not server.enabled),
        tools_off=frozenset((server.canonical, for_deny(str(tool))) for server in servers for tool in server.tools_off),
    )


def _message_entry(rule: Rule) -> MessageEntry:
    triggers = tuple(map(str, rule.triggers)) if rule.section == Section.CONTEXT_RULES else (rule.pattern,)
    return MessageEntry(str(rule.uid), triggers, rule.exact, rule.reply, rule.prefix, rule.suffix, rule.context)


def rules_visible(*, actor: Actor, section: str = "") -> QuerySet[Rule]:
    """Return the rules in order, of one section or all. Raises Forbidden."""
    actor.require(Permission.HOOKS_READ)
    rules = Rule.objects.in_order()
    return rules.filter(section=section) if section else rules


def rule_get(*, actor: Actor, uid: UUID) -> Rule:
    """Return one rule. Raises Forbidden or NotFound."""
    rule = rules_visible(actor=actor).filter(uid=uid).first()
    if rule is None:
        raise NotFound("There is no such rule. It may have been removed.", type="unknown-rule")
    return rule


def rule_create(*, actor: Actor, section: str, values: dict[str, Any]) -> Rule:
    """Make a rule, the last one of its section. Raises Forbidden or Invalid."""
    require_owner(actor)
    kind = checked_section(section)
    fields = checked_fields(kind, values, Origin.OWNER)
    with transaction.atomic():
        return rule_add(actor=actor, section=kind, fields=fields)


def rule_add(*, actor: Actor, section: Section, fields: dict[str, Any]) -> Rule:
    """Write a rule whose fields are checked; the caller holds the transaction. Raises Invalid for a full section."""
    rows = Rule.objects.filter(section=section)
    if rows.count() >= RULES_MAX:
        raise Invalid(f"A section holds at most {RULES_MAX:,} rules. Remove some first.", type="too-many-rules")
    last = rows.aggregate(last=Max("position"))["last"]
    rule = Rule.objects.create(
        section=section, position=0 if last is None else last + 1, made_by=actor.source, **fields
    )
    event_write(actor=actor, code="rule_created", key=str(rule.uid), new=rule_text(rule), detail=section.label)
    return rule


def rule_change(*, actor: Actor, rule: Rule, values: dict[str, Any], revision: int | None = None) -> Rule:
    """Change some fields of a rule. Raises Forbidden, Invalid, or PreconditionFailed when it changed meanwhile."""
    require_owner(actor)
    with transaction.atomic():
        row = Rule.objects.select_for_update().filter(pk=rule.pk).first()
        if row is None:
            raise NotFound("There is no such rule. It may have been removed.", type="unknown-rule")
        if revision is not None and row.revision != revision:
            raise PreconditionFailed("The rule changed since you read it. Look again.", type="rule-changed")
        section = Section(row.section)
        names = (*FIELDS[section], "note", "enabled")
        fields = checked_fields(section, {n: getattr(row, n) for n in names} | values, Origin.OWNER)
        if all(getattr(row, name) == value for name, value in fields.items()):
            return row
        old = rule_text(row)
        for name, value in fields.items():
            setattr(row, name, value)
        row.revision, row.changed_at = row.revision + 1, now()
        row.save(update_fields=[*fields, "revision", "changed_at"])
        event_write(actor=actor, code="rule_changed", key=str(row.uid), old=old, new=rule_text(row))
    return row


def rule_move(*, actor: Actor, rule: Rule, place: int) -> None:
    """Try a rule at another place of its section, counted from 0. Raises Forbidden."""
    require_owner(actor)
    with transaction.atomic():
        rows = list(Rule.objects.select_for_update().filter(section=rule.section).in_order())
        old = next((at for at, row in enumerate(rows) if row.pk == rule.pk), None)
        if old is None:
            raise NotFound("There is no such rule. It may have been removed.", type="unknown-rule")
        new = min(max(place, 0), len(rows) - 1)
        rows.insert(new, rows.pop(old))
        for at, row in enumerate(rows):
            row.position = at
        Rule.objects.bulk_update(rows, ["position"])
        if new != old:
            event_write(actor=actor, code="rule_moved", key=str(rule.uid), old=str(old + 1), new=str(new + 1))


def rule_delete(*, actor: Actor, rule: Rule) -> None:
    """Remove a rule; decisions it made keep its id. Raises Forbidden."""
    require_owner(actor)
    with transaction.atomic():
        removed, _ = Rule.objects.filter(pk=rule.pk).delete()
        if removed:
            event_write(actor=actor, code="rule_deleted", key=str(rule.uid), old=rule_text(rule))


def rule_text(rule: Rule) -> str:
    """A rule on one line."""
    return repr(dump_entry(Section(rule.section), rule))


def checked_section(section: str) -> Section:
    """Return the section of a name. Raises Invalid."""
    try:
        return Section(section)
    except ValueError as error:
        raise Invalid(f"There is no such section. Known: {', '.join(Section)}.", type="unknown-section") from error


def checked_fields(section: Section, values: dict[str, Any], origin: Origin) -> dict[str, Any]:
    """Return the fields of a rule. Raises Invalid for what is missing, too long, secret, or reads like an attack."""
    try:
        entry = read_entry(section, values)
        if entry.unclear:
            raise EntryError(entry.unclear[0])
        refuse_content(entry.fields, origin)
    except EntryError as error:
        text = str(error)
        raise Invalid(f"{text[0].upper()}{text[1:]}.", type="invalid-rule") from error
    return entry.fields


def refuse_content(fields: dict[str, Any], origin: Origin) -> None:
    """Raise EntryError when a field holds a credential, or a text for a conversation reads like an attack."""
    for name, value in fields.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and redact(text).findings:
                raise EntryError(f"'{name}' holds a credential; rules are shown, exported and put into conversations")
    for name in TEXTS:
        if fields.get(name) and screen(fields[name], origin=origin).level == "hostile":
            raise EntryError(f"'{name}' reads like an attack on the agent it would reach")
