"""What the gate says of a turn of a conversation: it is kept whatever it orders, and marked where it does."""

from collections.abc import Sequence
from typing import Any, Final

from channels_bridge import models
from hooks.services import Origin, screen
from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import clean, clean_json
from memory.gate.checks import Checked, is_blank, string_leaves, without_secrets
from memory.gate.outcomes import Refusal, RefusalCode
from memory.models.stores import Store

TURN_LIMIT: Final = 65_536
"""Characters of a turn: a long answer or a page that was read. What a language model is shown of it is cut further."""
CALLS_LIMIT: Final = 50
CALLS_BYTES_LIMIT: Final = 16_384
"""UTF-8 bytes of all tool calls of a turn as JSON."""

_SCREENED_AS: Final = {
    models.Origin.TYPED: Origin.AGENT,
    models.Origin.TOOL: Origin.TOOL,
    models.Origin.FILE: Origin.FILE,
    models.Origin.PAGE: Origin.PAGE,
    models.Origin.RECALLED: Origin.AGENT,
}


def check_turn(
    *, text: str, author: str, tool_calls: Sequence[Any], role: models.Role, origin: models.Origin, store: Store
) -> Checked:
    """Size, encoding and credentials of a turn; passes a (text, tool calls) pair, with doubts where it gives orders.

    Unlike a memory a turn is never refused for what it says: it was said.
    """
    said = clean(text).strip()
    try:
        calls = clean_json(list(tool_calls))
        size = len(canonical_json(calls).encode())
    except (ValueError, TypeError, RecursionError) as error:
        return Refusal(RefusalCode.VALUE_ENCODING, f"The tool calls can't be stored as JSON: {error}.", "tool_calls")
    if is_blank(said) and not calls:
        return Refusal(RefusalCode.VALUE_EMPTY, "A turn has a text or tool calls.", "text")
    if len(said) > TURN_LIMIT:
        return Refusal(
            RefusalCode.TEXT_LENGTH, f"A turn has at most {TURN_LIMIT:,} characters; this has {len(said):,}.", "text"
        )
    if len(calls) > CALLS_LIMIT or size > CALLS_BYTES_LIMIT:
        return Refusal(
            RefusalCode.VALUE_SIZE,
            f"A turn has at most {CALLS_LIMIT} tool calls of {CALLS_BYTES_LIMIT:,} bytes together; these are "
            f"{len(calls)} of {size:,}. Leave out their long arguments.",
            "tool_calls",
        )
    is_owners = role is models.Role.OWNER and origin is models.Origin.TYPED
    screened_as = Origin.OWNER if is_owners else _SCREENED_AS[origin]
    doubts: tuple[str, ...] = ()
    for part in (said, author, *string_leaves(calls)):
        verdict = screen(part, origin=screened_as)
        doubts += verdict.reasons if verdict.level != "clear" else ()
    return without_secrets([said, calls], doubts=doubts, spans=(), store=store, field="text")
