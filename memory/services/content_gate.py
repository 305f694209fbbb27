"""What the gate says of the content of a record, whatever its kind: the same question for a decision and an edit."""

from collections.abc import Mapping
from typing import Any

from channels_bridge.actors import Actor
from memory.gate.checks import Checked, Passed, check_episode_text, check_fact_value, check_lesson_text
from memory.gate.outcomes import Refusal
from memory.models import Kind, Store
from memory.services import lesson_rules

EDITABLE = {Kind.FACT: ("value",), Kind.LESSON: ("rule", "negative"), Kind.EPISODE: ("text",)}
"""What a person changes of a record's content, by kind; the first is what it says."""


def content_check(kind: str, content: Mapping[str, Any], *, actor: Actor, store: Store) -> Checked:
    """Judge a fact's value, an episode's text, or a lesson's rule and negative, of which a pair passes."""
    if kind == Kind.FACT:
        return check_fact_value(content["value"], actor=actor, store=store)
    if kind == Kind.EPISODE:
        return check_episode_text(str(content["text"]), actor=actor, store=store)
    passed = check_lesson_text(str(content["rule"]), str(content["negative"]), actor=actor, store=store)
    if isinstance(passed, Refusal) or not any(map(lesson_rules.is_volatile, passed.value)):
        return passed
    return lesson_rules.VOLATILE


def content_passed(kind: str, passed: Passed) -> dict[str, Any]:
    """The fields of the content as the gate let them through."""
    if kind == Kind.LESSON:
        rule, negative = passed.value
        return {"rule": rule, "negative": negative}
    return {EDITABLE[Kind(kind)][0]: passed.value}
