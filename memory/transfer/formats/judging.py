"""Decide what a block of text is: a rule to follow, something that happened or is so, or nothing to keep."""

import re
from enum import Enum

from memory.transfer.formats.documents import DocumentKind
from memory.transfer.formats.pairs import read_pairs
from memory.transfer.formats.placeholders import is_blank_value, is_placeholder
from memory.transfer.formats.wording import (
    Section,
    is_boilerplate,
    is_description,
    is_identity,
    is_portrait,
    is_request,
    is_rule,
)
from memory.transfer.reasons import Reason

# A paragraph of instructions that is longer, in characters, and commands nothing, explains something.
_EXPLAINING_CHARS = 200
_IN_BRACKETS = re.compile(r"[(（][^()（）]{0,200}[)）]")


class Verdict(Enum):
    """What a text is kept as."""

    LESSON = "lesson"
    EPISODE = "episode"


def judge(text: str, *, kind: DocumentKind, section: Section | None, is_item: bool, lead: str = "") -> Verdict | Reason:
    """What to make of a text in a document of this kind, under this section and after this lead.

    A Reason instead says why nothing is made of it.
    """
    if is_placeholder(text):
        return Reason.TEMPLATE
    if section is Section.OUTDATED:
        return Verdict.EPISODE
    if kind in {DocumentKind.INSTRUCTIONS, DocumentKind.PERSONA}:
        explained = section is Section.KNOWLEDGE or bool(lead and is_description(lead) and not is_rule(lead))
        return _judge_instruction(text, kind, section, is_item=is_item, explained=explained)
    return _judge_memory(text, kind, section, is_item)


def _judge_instruction(
    text: str, kind: DocumentKind, section: Section | None, *, is_item: bool, explained: bool
) -> Verdict | Reason:
    if is_identity(text):
        return Reason.IDENTITY
    if is_boilerplate(text):
        return Reason.BOILERPLATE
    commanding = is_rule(text) or is_request(text)
    if kind is DocumentKind.PERSONA:
        return _judge_persona(text, commanding or (section is Section.RULES and is_item))
    if commanding:
        return Verdict.LESSON
    explaining = explained or is_description(text) or (not is_item and len(text) > _EXPLAINING_CHARS)
    return Verdict.EPISODE if explaining else Verdict.LESSON


def _judge_persona(text: str, commanding: bool) -> Verdict | Reason:
    pairs = [pair for line in text.splitlines() for pair in read_pairs(line)]
    if pairs and all(is_blank_value(pair.value) for pair in pairs):
        return Reason.TEMPLATE
    traits = bool(pairs) and not is_rule(text) and not is_request(pairs[0].value)
    return Verdict.LESSON if commanding and not traits and not is_portrait(text) else Reason.PERSONA


def _judge_memory(text: str, kind: DocumentKind, section: Section | None, is_item: bool) -> Verdict:
    in_rules = section is Section.RULES
    # What stands in brackets qualifies: "citizen: registry (approval required)" is no rule.
    core = _IN_BRACKETS.sub("", text)
    if kind is not DocumentKind.MEMORY:
        ruling = in_rules and (is_rule(core) or is_request(core))
    elif in_rules and read_pairs(text):
        ruling = is_rule(core) or is_request(core)
    else:
        ruling = is_rule(core) or is_request(core, firmly=True) or (in_rules and is_item and not is_description(core))
    return Verdict.LESSON if ruling else Verdict.EPISODE
