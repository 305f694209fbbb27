"""Tell what a template left to be filled in from what somebody wrote."""

import re

_CODE_SPAN = re.compile(r"`[^`]*`")
_LINK = re.compile(r"\[[^\]\[]*\](?=\(|\[)")
# A link to another note (`[[Bean Origins]]`), unless it asks to be filled in.
_NOTE_LINK = re.compile(r"\[\[(?!(?i:your|insert|todo|tbd|name\b))[^\]\[]{1,200}\]\]")
# Bracketed words are a blank to fill in; `[x]`, `[2026-07-14]`, `[image: a cat]` and tags of a redactor are not.
_BRACKETED = re.compile(
    r"\[(?!image\b|redacted\b|x\]|\d)(?:[^\W\d][\w'’.-]*[ /]){1,6}[\w'’.,-]+\]|\[(?:your|insert|name|todo|tbd)\w*\]"
    r"|^\W*\[[^\]\[]{2,200}\]\W*$|\[(?:你|您)的[^\]]{0,30}\]|\[あなたの[^\]]{0,30}\]",
    re.IGNORECASE,
)
_ANGLED = re.compile(r"<(?:(?i:@?your[_ -]|e\.g\.|insert |fill )[^<>]*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)>")
_CURLY = re.compile(r"\{\{[^}]{1,60}\}\}")
_PHRASES = re.compile(
    r"\b(?:todo: ?(?:fill|add|write|describe)|fill (?:this|these|it) in\b|customi[sz]e this file|add whatever helps|"
    r"your .{1,40} goes here|replace .{1,40} with your|lorem ipsum|no context yet)",
    re.IGNORECASE,
)
# Emoji are no punctuation here: one can be a value.
_MARKS = r"[\s\-–—_*.,;:!?~`]*"
_BLANK_VALUE = re.compile(
    rf"{_MARKS}(?:\(.*\)|tbd|tba|todo\b.*|n/?a|none|unknown|optional|fill in|\.{{3}}|…|<.*>|\[.*\]|x{{3,}})?{_MARKS}",
    re.IGNORECASE | re.DOTALL,
)
_VALUE_CHARS = 300  # a longer value says something


def is_placeholder(text: str) -> bool:
    """Whether a line or paragraph still holds a blank of a template. Code and links are not looked into."""
    bare = _LINK.sub(" ", _NOTE_LINK.sub(" ", _CODE_SPAN.sub(" ", text)))
    return any(pattern.search(bare) for pattern in (_BRACKETED, _ANGLED, _CURLY, _PHRASES))


def is_blank_value(value: str) -> bool:
    """Whether a value after a label says nothing: empty, dashes, "(optional)", "<name>", "TBD"."""
    return len(value) <= _VALUE_CHARS and bool(_BLANK_VALUE.fullmatch(value.strip()))
