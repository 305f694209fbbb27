"""What an agent is asked before its context is compacted, and what is kept of the last messages without a model.

Pure: nothing here writes or asks anybody. The numbers are those of the reference specification.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from channels_bridge.models import Role
from kirocrew.base.text import clean, cut
from memory.consolidation.explicit import Said, statements_extract
from memory.gate.checks import ENTRY_MAX

RESERVE: Final = 20_000  # tokens that are kept free for the answer
SOFT: Final = 4_000  # tokens before that at which memory is saved
MESSAGES_READ: Final = 20  # the last ones
MESSAGE_READ: Final = 20_000  # characters of one
SENTENCE_MOST: Final = 300  # characters
EACH_MOST: Final = 20  # of one kind
NO_REPLY: Final = "NO_REPLY"

PROMPT: Final = (
    "Store durable memories now: this conversation is about to be compacted. Today is {today}.\n"
    "Write what will still matter after it, in 2 to 5 sentences or a short list: decisions and why, preferences, facts "
    "about people and projects, dates, paths and addresses of files, what is open. Name names and exact values; use "
    "the language of the conversation. Leave out what can be looked up, and anything that stood in memory already.\n"
    "It is appended to the history of {today}; nothing that is there is changed. If there is nothing to keep, answer "
    "{no_reply}."
)

_SENTENCE: Final = re.compile(r"[^\n.!?。！？…]+(?:(?:[.!?…](?!\s|$)|(?<=\d)\.(?=\s\w))[^\n.!?。！？…]*)*[.!?。！？…]*")
_FENCE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_URL: Final = re.compile(r"https?://[^\s<>\"'`）)\]}，。、]+")
_PATH: Final = re.compile(
    r"(?<![\w/:.])(?:~|\.{1,2})?/(?:[\w.@+-]+/)*[\w.@+-]+|(?<!\w)[A-Za-z]:\\(?:[\w .@+-]+\\)*[\w.@+-]+"
    r"|(?<![\w/:.])(?:[\w@+-]+/)+[\w@+-]+\.\w{1,8}(?!\w)"
)
_DATE: Final = re.compile(
    r"(?<!\d)\d{4}[-/.年년]\s?\d{1,2}[-/.月월]\s?\d{1,2}[日일]?(?!\d)|(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?!\d)"
    r"|(?<!\d)\d{1,2}[/]\d{1,2}[/]\d{4}(?!\d)|(?<!\d)\d{1,2}[月월]\s?\d{1,2}[日일]"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\.?\s(?:of\s)?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|fév|avr"
    r"|juin|juil|août|déc|ene|abr|ago|dic|fev|set|out)\w*|\b(?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december)\s\d{1,2}\b",
    re.IGNORECASE,
)
_DECIDING: Final = """
decided|decide to|we'll go with|let's go with|going with|agreed to|agreed on|agreed that|settled on|we chose|the plan is
entschieden|beschlossen|wir nehmen|einigen uns|geeinigt|décidé|on part sur|choisi|convenu|decidimos|decidido
hemos elegido|acordamos|acordado|vamos con|ficou decidido|combinamos|escolhemos|vamos usar|quyết định|thống nhất|chốt
"""
_PREFERRING: Final = """
i prefer|we prefer|i'd rather|i like|i don't like|i hate|please always|please never|from now on|always use|never use
ich bevorzuge|ich mag|lieber|ab jetzt|immer nur|je préfère|j'aime|désormais|prefiero|me gusta|a partir de ahora
prefiro|gosto de|não gosto|a partir de agora|tôi thích|tôi muốn|mình thích|từ giờ
"""


def _words(spaced: str, unspaced: str) -> re.Pattern[str]:
    """Phrases of languages with spaces as whole words, those of others anywhere."""
    return re.compile(rf"\b(?:{'|'.join(spaced.split(chr(10))).strip('|')})\b|{unspaced}", re.IGNORECASE)


_DECISION: Final = _words(_DECIDING, "决定|決定|商定|定下|选定|選定|に決め|ことにし|결정|정했|하기로 했")
_PREFERENCE: Final = _words(
    _PREFERRING,
    "我喜欢|我喜歡|我更喜欢|我偏好|以后都|以後都|請一律|请一律|が好き|の方がいい|今後は|これからは|좋아해|좋아합니다|선호|앞으로는",
)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, as its agent has it."""

    role: Role
    text: str
    at: datetime | None = None


def is_due(*, total: int, window: int) -> bool:
    """Whether a context of `total` tokens in a window of so many is near its compaction."""
    return total >= threshold(window)


def threshold(window: int) -> int:
    """The tokens at which memory is saved; in a window smaller than the reserve, at half of it."""
    return max(window - RESERVE - SOFT, window // 2)


def flush_prompt(today: str) -> str:
    """What the agent is asked, with its own tools switched off or not: the answer is sent back as `result`."""
    return PROMPT.format(today=today, no_reply=NO_REPLY)


def says_no_reply(text: str) -> bool:
    """Whether an answer says that there is nothing to keep."""
    return text.strip().strip("`*\"'. ").upper() == NO_REPLY


def flush_extract(messages: Sequence[Message]) -> str:
    """What the last messages plainly say, as a list; empty when nothing is in them. The same for the same messages.

    First what the extractor of explicit statements finds, then sentences of people and assistant with a decision, a
    preference or a date, then paths and addresses. Whole lines only, within the size of an entry.
    """
    last = [Message(item.role, clean(item.text)[:MESSAGE_READ], item.at) for item in messages[-MESSAGES_READ:]]
    said = [Said(position=number, role=item.role, text=item.text, at=item.at) for number, item in enumerate(last)]
    stated = [_around(last[item.position].text, item.start, item.end) for item in statements_extract(said)]
    prose = [_FENCE.sub(" ", item.text) for item in last if item.role is not Role.MACHINE]
    sentences = [sentence for text in prose for sentence in _sentences(text)]
    bare = [_URL.sub(" ", text) for text in prose]
    found = {
        "Said": stated,
        "Decision": [sentence for sentence in sentences if _DECISION.search(sentence)],
        "Preference": [sentence for sentence in sentences if _PREFERENCE.search(sentence)],
        "Date": [sentence for sentence in sentences if _DATE.search(sentence)],
        "Address": [match.group().rstrip(".,;:") for text in prose for match in _URL.finditer(text)],
        "Path": [match.group().rstrip(".,;:") for text in bare for match in _PATH.finditer(text)],
    }
    lines: dict[str, str] = {}  # each thing once, under the first label it has
    for label, things in found.items():
        fresh = [thing for thing in dict.fromkeys(things) if thing not in lines][:EACH_MOST]
        lines |= {thing: f"- {label}: {cut(thing, SENTENCE_MOST)}" for thing in fresh}
    return _fitting(list(lines.values()))


def _sentences(text: str) -> list[str]:
    found = (" ".join(match.group().split()).lstrip("-*#> ") for match in _SENTENCE.finditer(text))
    return [sentence for sentence in found if 0 < len(sentence) <= SENTENCE_MOST and not sentence.endswith(("?", "？"))]


def _around(text: str, start: int, end: int) -> str:
    """The sentence in which a statement stands."""
    for match in _SENTENCE.finditer(text):
        if match.start() <= start and end <= match.end() and len(match.group()) <= SENTENCE_MOST:
            return " ".join(match.group().split())
    return cut(" ".join(text[start:end].split()), SENTENCE_MOST)


def _fitting(lines: Sequence[str]) -> str:
    kept, size = [], 0
    for line in lines:
        if size + len(line) + 1 <= ENTRY_MAX:
            kept.append(line)
            size += len(line) + 1
    return "\n".join(kept)
