"""A JSON schema as a grammar of llama.cpp, which holds a small model's answer to its form.

The package's own translation nests one bracket for each character that a text may have, and llama.cpp does not read it
from some hundred on; here repetitions are counted. Everything has an end: a small model repeats itself until it is
stopped. Members of an object come in the schema's order, those that may be missing last.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_ITEMS: Final = 32
MOST_CHARACTERS: Final = 2_000
"""Bounds of lists and texts that have none or larger ones; llama.cpp counts to 2,000."""

PRIMITIVES: Final = """\
space ::= " "?
char ::= [^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt] | "u" [0-9a-fA-F]{4})
whole ::= "0" | [1-9] [0-9]{0,14}
integer ::= "-"? whole
number ::= "-"? whole ("." [0-9]{1,9})? ([eE] [-+]? [0-9]{1,2})?
boolean ::= "true" | "false"
null ::= "null"
"""
KNOWN: Final = frozenset(
    """
    type enum const anyOf oneOf properties required additionalProperties items minItems maxItems minLength maxLength
    minimum maximum description title default
    """.split()
)


class GrammarError(ValueError):
    """The schema says something that has no translation here."""


def grammar_of(schema: Mapping[str, Any]) -> str:
    """The grammar of a schema, in GBNF with the root `root`. Raises GrammarError."""
    rules = _Rules()
    root = rules.of(schema)
    return f"root ::= space {root} space\n{rules.text()}{PRIMITIVES}"


class _Rules:
    """The rules made so far, each with a name of its own."""

    def __init__(self) -> None:
        self._made: list[str] = []

    def text(self) -> str:
        return "".join(f"r{number} ::= {rule}\n" for number, rule in enumerate(self._made))

    def _named(self, rule: str) -> str:
        self._made.append(rule)
        return f"r{len(self._made) - 1}"

    def of(self, schema: Any) -> str:
        """The name of a rule for a schema."""
        if not isinstance(schema, Mapping) or not schema.keys() <= KNOWN:
            raise GrammarError("a schema here has a known type and no references, patterns or formats")
        if "const" in schema:
            return self._named(_literal(json.dumps(schema["const"], ensure_ascii=False)))
        if "enum" in schema:
            return self._named(" | ".join(_literal(json.dumps(one, ensure_ascii=False)) for one in schema["enum"]))
        for name in ("anyOf", "oneOf"):
            if name in schema:
                return self._named(" | ".join(self.of(one) for one in schema[name]))
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._named(" | ".join(self.of({**schema, "type": one}) for one in kind))
        return self._of_kind(str(kind), schema)

    def _of_kind(self, kind: str, schema: Mapping[str, Any]) -> str:
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            return self._array(schema)
        if kind == "string":
            least, most = _bounds(schema, "Length", MOST_CHARACTERS)
            return self._named(f'"\\"" char{{{least},{most}}} "\\""')
        if kind == "integer" and schema.get("minimum", -1) >= 0:
            return "whole"
        if kind in ("integer", "number", "boolean", "null"):
            return kind
        raise GrammarError(f"there is no translation of the type {kind!r}")

    def _array(self, schema: Mapping[str, Any]) -> str:
        least, most = _bounds(schema, "Items", MOST_ITEMS)
        item = self.of(schema.get("items"))
        if most == 0:
            return self._named('"[" space "]"')
        further = self._named(f'space "," space {item}')
        filled = f"{item} {further}{{{max(least - 1, 0)},{most - 1}}}"
        return self._named(f'"[" space {filled} space "]"' if least else f'"[" space ({filled})? space "]"')

    def _object(self, schema: Mapping[str, Any]) -> str:
        properties = schema.get("properties", {})
        needed = [name for name in properties if name in schema.get("required", ())]
        others = [name for name in properties if name not in needed]
        members = {name: self._member(name, properties[name]) for name in (*needed, *others)}
        more = [members[name] for name in others]
        if needed:
            inside = ' space "," space '.join(members[name] for name in needed)
            inside += "".join(f' (space "," space {member})?' for member in more)
        else:
            inside = self._some_of(more)
        return self._named(f'"{{" space {inside} space "}}"')

    def _some_of(self, members: Sequence[str]) -> str:
        """Any of the members, in their order, with commas between them."""
        ways = [
            first + "".join(f' (space "," space {member})?' for member in members[number + 1 :])
            for number, first in enumerate(members)
        ]
        return f"({' | '.join(ways)})?" if ways else ""

    def _member(self, name: str, schema: Any) -> str:
        return self._named(f'{_literal(json.dumps(name, ensure_ascii=False))} space ":" space {self.of(schema)}')


def _bounds(schema: Mapping[str, Any], of: str, most: int) -> tuple[int, int]:
    """The least and the most of something."""
    upper = min(int(schema.get(f"max{of}", most)), most)
    return min(int(schema.get(f"min{of}", 0)), upper), upper


def _literal(text: str) -> str:
    """A text as it stands, quoted for the grammar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
