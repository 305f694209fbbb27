"""YAML into plain values, bounded: no tags, no types beyond text, truth and nothing, no endless aliases.

Numbers and dates stay the text that was written, so that a version 1.10 does not become 1.1.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

MAX_DEPTH: Final = 16
"""Levels of nesting."""
MAX_VALUES: Final = 4_000
"""Values in one document, each use of an alias counted with all that it stands for."""

_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_MERGE: Final = "<<"


class YamlRefused(ValueError):
    """A document that is no YAML, or more than is read. `line` counts from 0."""

    def __init__(self, code: str, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of the top level, in code points of the document. `plain` is a value without quotes as it was written."""

    key: str
    line: int
    start: int
    key_end: int
    value_start: int
    value_end: int
    plain: str | None
    is_one_line_scalar: bool


@dataclass(slots=True)
class Document:
    """`fields` is the mapping, `entries` its keys in order, `twice` the keys that were given more than once."""

    fields: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    twice: list[tuple[str, int]] = field(default_factory=list)
    flow: bool = False
    end: int = 0
    """Where the closing brace of a flow mapping stands."""


def yaml_read(text: str) -> Document:
    """Read one document whose top is a mapping. Raises YamlRefused."""
    try:
        return _Builder(text).document()
    except YamlRefused:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlRefused("yaml_error", error.problem or "not YAML", mark.line if mark else 0) from error
    except (YAMLError, ValueError, IndexError) as error:
        raise YamlRefused("yaml_error", "characters that YAML does not allow") from error


class _Builder:
    """Values from the events of the parser; aliases are followed here, so that they can be counted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.events: Iterator[Any] = iter(YAML(typ="safe", pure=True).parse(text))
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.count = 0
        self.result = Document()

    def document(self) -> Document:
        event = self.next()
        while type(event).__name__ in ("StreamStartEvent", "DocumentStartEvent", "CommentEvent"):
            event = self.next()
        if type(event).__name__ == "StreamEndEvent" or _is_nothing(event):
            return self.result
        if type(event).__name__ != "MappingStartEvent":
            raise YamlRefused("not_a_mapping", "The frontmatter must be a list of `key: value` lines.")
        self.result.flow = bool(event.flow_style)
        self.top(event)
        self.finish()
        return self.result

    def finish(self) -> None:
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                raise YamlRefused("two_documents", "There is a second document.", event.start_mark.line)

    def next(self) -> Any:
        return next(self.events)

    def top(self, start: Any) -> None:
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.key(event)
            value_event = self.next()
            value, _, end = self.value(value_event, 1)
            if key in self.result.fields and key != _MERGE:
                self.result.twice.append((key, event.start_mark.line))
            self.result.entries.append(_entry(key, event, value_event, end))
            _put(self.result.fields, key, value)
        self.result.end = event.start_mark.index

    def key(self, event: Any) -> str:
        if type(event).__name__ != "ScalarEvent":
            raise YamlRefused("key_not_text", "A key must be text.", event.start_mark.line)
        self.counted(1, event)
        return whole_characters(str(event.value))

    def counted(self, more: int, event: Any) -> None:
        self.count += more
        if self.count > MAX_VALUES:
            raise YamlRefused("too_many_values", f"More than {MAX_VALUES} values.", event.start_mark.line)

    def value(self, event: Any, depth: int) -> tuple[Any, int, int]:
        """The value that begins with an event, how many values it holds, and where it ends."""
        kind = type(event).__name__
        if depth > MAX_DEPTH:
            raise YamlRefused("too_deep", f"Nested more than {MAX_DEPTH} deep.", event.start_mark.line)
        if kind == "AliasEvent":
            return self.alias(event)
        _refuse_tag(event)
        before = self.count
        self.counted(1, event)
        end = event.end_mark.index
        value: Any
        if kind == "ScalarEvent":
            value = _scalar(event)
        elif kind == "SequenceStartEvent":
            value, end = self.sequence(depth)
        else:
            value, end = self.mapping(depth)
        weight = self.count - before
        if event.anchor:
            self.anchors[event.anchor] = (value, weight)
        return value, weight, end

    def alias(self, event: Any) -> tuple[Any, int, int]:
        if event.anchor not in self.anchors:
            raise YamlRefused("yaml_error", f"Nothing is named &{event.anchor}.", event.start_mark.line)
        value, weight = self.anchors[event.anchor]
        self.counted(weight, event)
        return value, weight, event.end_mark.index

    def sequence(self, depth: int) -> tuple[list[Any], int]:
        values = []
        while type(event := self.next()).__name__ != "SequenceEndEvent":
            values.append(self.value(event, depth + 1)[0])
        return values, event.end_mark.index

    def mapping(self, depth: int) -> tuple[dict[str, Any], int]:
        values: dict[str, Any] = {}
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.key(event)
            _put(values, key, self.value(self.next(), depth + 1)[0])
        return values, event.end_mark.index


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    """Set a key; of two the later one counts, as in most readers of YAML. A merge adds what is not there."""
    if key != _MERGE:
        values[key] = value
        return
    for source in value if isinstance(value, list) else [value]:
        if isinstance(source, dict):
            for name, inherited in source.items():
                values.setdefault(name, inherited)


def _is_nothing(event: Any) -> bool:
    return type(event).__name__ == "ScalarEvent" and _scalar(event) is None


def whole_characters(text: str) -> str:
    """Join the halves of characters that escapes can leave; a half alone becomes the replacement character."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _scalar(event: Any) -> Any:
    text = whole_characters(str(event.value))
    if event.style not in (None, "") or (event.tag and str(event.tag).endswith(":str")):
        return text
    if text in _NOTHING:
        return None
    if text in _TRUE:
        return True
    return False if text in _FALSE else text


def _refuse_tag(event: Any) -> None:
    tag = str(event.tag) if getattr(event, "tag", None) else ""
    if tag and tag != "!" and not tag.endswith((":str", ":seq", ":map")):
        raise YamlRefused("tag_refused", f"The tag {tag[:60]} is not read.", event.start_mark.line)


def _entry(key: str, event: Any, value: Any, end: int) -> Entry:
    is_scalar = type(value).__name__ == "ScalarEvent"
    is_plain = is_scalar and value.style in (None, "")
    return Entry(
        key=key,
        line=event.start_mark.line,
        start=event.start_mark.index,
        key_end=event.end_mark.index,
        value_start=value.start_mark.index,
        value_end=end,
        plain=str(value.value) if is_plain else None,
        is_one_line_scalar=is_scalar and value.start_mark.line == value.end_mark.line and value.style not in ("|", ">"),
    )
