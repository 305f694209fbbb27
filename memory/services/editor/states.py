"""What an operation makes of a record's state. Pure: snapshots in, snapshots out; nothing is read or written."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from channels_bridge.actors import OWNER_SOURCE
from kirocrew.base.problems import Invalid
from memory.models import Kind, Status
from memory.services.content_gate import EDITABLE
from memory.services.editor.operations import (
    OF_KIND,
    ChangeMetadata,
    Forget,
    Move,
    Operation,
    ReplaceText,
    SetContent,
    SetWindow,
    category_check,
)
from memory.services.editor.replacing import Replacer
from memory.services.snapshots import Snapshot

CERTAIN: Final = "1.000"  # the confidence of what the owner says

Change = Callable[[Snapshot], dict[str, Any]]


def change_of(operation: Operation) -> Change:
    """Return what does the operation to a snapshot; a record it does not touch comes back as it was.

    The content it makes has not been judged yet. Applying raises Invalid (`invalid-memory-edit`) where the operation
    does not fit the record's kind.
    """
    match operation:
        case Forget():
            return lambda before: {**before, "status": str(Status.FORGOTTEN)}
        case SetContent(content):
            return lambda before: _set(before, content)
        case ReplaceText(find, replacement, match_case):
            replacer = Replacer(find, replacement, match_case=match_case)
            return lambda before: _replaced(before, replacer)
        case ChangeMetadata(values):
            return lambda before: _described(before, values)
        case SetWindow(ends):
            return lambda before: {**before, **ends}
        case Move(places):
            there = {name: place for name, place in places.items() if name != "store"}
            return lambda before: {**before, **there}


def owned(state: Snapshot, content: Mapping[str, Any]) -> dict[str, Any]:
    """A state whose content is the owner's word from now on."""
    certain = {"confidence": CERTAIN} if "confidence" in state["content"] else {}
    return {**state, "content": {**state["content"], **content, **certain}, "source": OWNER_SOURCE}


def _set(before: Snapshot, content: Mapping[str, Any]) -> dict[str, Any]:
    allowed = EDITABLE[Kind(before["kind"])]
    if wrong := sorted(set(content) - set(allowed)):
        raise Invalid(
            f"A {before['kind']} has no '{wrong[0]}'; 'set' takes {' and '.join(allowed)} here.",
            type="invalid-memory-edit",
        )
    return {**before, "content": {**before["content"], **content}}


def _replaced(before: Snapshot, replacer: Replacer) -> dict[str, Any]:
    content = before["content"]
    new = {name: replacer.value(content[name]) for name in EDITABLE[Kind(before["kind"])]}
    return {**before, "content": {**content, **new}}


def _described(before: Snapshot, values: Mapping[str, Any]) -> dict[str, Any]:
    state, content = dict(before), dict(before["content"])
    for name, value in values.items():
        if OF_KIND.get(name, before["kind"]) != before["kind"]:
            raise Invalid(
                f"A {before['kind']} has no '{name}'. Choose records of one kind.", type="invalid-memory-edit"
            )
        if name == "category":
            category_check(before["kind"], value)
        if name in content:
            content[name] = value
        if name not in OF_KIND:
            state[name] = value
    return {**state, "content": content}
