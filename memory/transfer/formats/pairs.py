"""Read what a line states: a label with its value, a favourite, a preference."""

import re
from dataclasses import dataclass

from memory.transfer.formats.keys import segment

LABEL_MAX_WORDS = 6
# A longer value is a story, not a value, in characters.
VALUE_MAX_CHARS = 300

_EMPHASIS = r"(?:\*{1,3}|_{1,3})?"
# An ASCII colon needs white space behind it, so that addresses, times and paths are no labels.
_PAIR = re.compile(
    rf"^{_EMPHASIS}(?P<label>[^\s*_:：|`\[\]<>(){{}}~][^:：`\n*]{{0,59}}?){_EMPHASIS}[ \t]?"
    rf"(?::(?={_EMPHASIS}(?:\s|$))|：){_EMPHASIS}\s*(?P<value>.*)$",
    re.DOTALL,
)
_SENTENCE = re.compile(r"[.!?。！？…]\s|[。！？]")
_NEXT_PAIR = re.compile(r",\s+(?=[^\W\d_][\w-]{0,20}(?: [\w-]{1,20})?:\s)")
_FAVOURITE = re.compile(
    r"^(?:my|the user['’]s|user['’]s|their|his|her)?\s*favou?rite\s+(?P<what>[^:.]{1,40}?)\s+"
    r"(?:is|are)\s+(?P<value>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_PREFERS = re.compile(r"^(?:i|we|user|the user|they|he|she)\s+prefers?\s+(?P<value>.+)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Pair:
    """A label and its value as they are written, without emphasis; the value may be empty."""

    label: str
    value: str


def read_pairs(text: str) -> list[Pair]:
    """The pairs of one line: one, or several after commas ("Name: Jona, Role: cook"); none for a sentence."""
    match = _PAIR.match(text.strip())
    if match is None or not _is_label(match["label"]):
        return []
    first, *others = _NEXT_PAIR.split(match["value"])
    return [Pair(match["label"].strip(), _bare(first)), *(pair for other in others for pair in read_pairs(other))]


def read_preference(text: str) -> tuple[str, str] | None:
    """The key and value of a favourite ("my favourite tea is oolong") or of a line that opens with "I prefer"."""
    text = text.strip()
    if match := _FAVOURITE.match(text):
        return f"pref.favorite_{segment(match['what'])}", _bare(match["value"]).rstrip(".")
    if match := _PREFERS.match(text):
        value = _bare(match["value"]).rstrip(".")
        # One key for all of these would let the last line win; each has its own below `pref.general`.
        return f"pref.general.{segment(value)}", value
    return None


def _bare(text: str) -> str:
    return text.strip().strip("*").strip()


# Words that open a condition or a shout, and so no label.
_NO_LABEL = frozenset(
    "if when whenever after before once for while unless wenn falls nach vor si quand lorsque cuando antes khi "
    "important note warning caution tip hint remember example e.g. rule wichtig hinweis achtung attention "
    "importante nota".split()
)


def _is_label(label: str) -> bool:
    words = label.split()
    return (
        any(char.isalpha() for char in label)
        and len(words) <= LABEL_MAX_WORDS
        and not _SENTENCE.search(label)
        and words[0].lower() not in _NO_LABEL
        and not label.lower().startswith("http")
    )
