"""What an owner should know about a rule: that it can't fire, fires for too much, or stands behind another."""

import re
from collections.abc import Iterable
from typing import Final

from hooks.models.rules import Rule, Section
from hooks.rules.folding import glob_match
from hooks.rules.ruleset import fold_approved, fold_denied_tool, fold_trigger

ARGUMENT_FORM: Final = re.compile(r"^(\w+)\((.+)\)$")
SERVER_FORM: Final = re.compile(r"^mcp__([^_*]\w*?)(?:__)?$")
ONLY_STARS: Final = re.compile(r"^[*?\s]+$")
TOOL_LISTS: Final = (Section.AUTO_APPROVE_TOOLS, Section.AUTO_DENY_TOOLS)
APPROVALS: Final = (Section.AUTO_APPROVE_TOOLS, Section.AUTO_APPROVE_SOURCES)


def rule_advice(rule: Rule, earlier: Iterable[Rule]) -> str:
    """Return one sentence about what is wrong with a rule and how to repair it, or an empty text.

    `earlier` are the live rules of its section that are tried before it.
    """
    section = Section(rule.section)
    if section in TOOL_LISTS and (found := _foreign_form(rule.pattern)):
        return found
    if section in APPROVALS and ONLY_STARS.match(rule.pattern):
        return "This approves everything that is not denied. Name what is meant."
    for other in earlier:
        if _covers(section, other, rule):
            return f"It never fires: '{_shown(other)}' before it has the same or more. Move it up, or remove it."
    return ""


def _foreign_form(pattern: str) -> str:
    if found := ARGUMENT_FORM.match(pattern):
        inner = re.sub(r":\*$", "*", found[2])
        return f"It never fires: '{found[1]}(…)' is a form of another program. Write '{inner}'."
    if found := SERVER_FORM.match(pattern):
        return f"It never fires: no tool has this name alone. Write '@{found[1]}/*'."
    return ""


def _covers(section: Section, other: Rule, rule: Rule) -> bool:
    if section in (Section.AUTO_APPROVE_TOOLS, Section.AUTO_APPROVE_SOURCES):
        return glob_match(fold_approved(other.pattern), fold_approved(rule.pattern))
    if section == Section.AUTO_DENY_TOOLS:
        return glob_match(fold_denied_tool(other.pattern), fold_denied_tool(rule.pattern))
    if section in (Section.AUTO_REPLIES, Section.TRANSFORMS):
        inner, outer = fold_trigger(rule.pattern), fold_trigger(other.pattern)
        return inner == outer if other.exact else outer in inner
    return False


def _shown(rule: Rule) -> str:
    return rule.pattern if len(rule.pattern) <= 60 else rule.pattern[:59] + "…"
