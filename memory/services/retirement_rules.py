"""When an episode literally asserts a fact: a clause that is its key, its value, and nothing after.

The rule is narrow on purpose. Nearness of meaning has retired good memories elsewhere; a clause that is the full key
and the value was written to state it. A clause that goes on, asks, denies or speaks of the past states something else,
and so does one that the next sentence takes back. What is in doubt is left alone.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

SHORTEST: Final = 3  # characters of a value that is looked for
PARTS_MOST: Final = 12  # parts of a key; 100 characters hold more only in theory
Parts = tuple[str, ...]

LEAD: Final = re.compile(r"[a-z0-9]+(?:[._ ][a-z0-9]+)*")
STARTS: Final = re.compile(r"(?:^|[!?;\n。]|\.(?=\s)|、(?=\s))[-*•·>#\"'“„«「『\s]*")
"""Where a clause begins, behind the marks of a list and of a quotation; texts are in their normal form."""
STATES: Final = r"(?::|=|\bis\b|\bist\b|\best\b|\bes\b|\bestá\b|\bé\b|\blà\b|是|为|為|は|が|은|는|이|가)"
_CLOSES: Final = r"\"'“”’»」』"
ENDS: Final = (
    rf"(?:です|である|だ|입니다|이다|이에요|예요)?[{_CLOSES} \t]*"
    rf"(?:$|\n|。|(?P<mark>[.!])(?=[\s{_CLOSES}]|$))[{_CLOSES}\s]*"
)
"""The end of the statement: of the text, the line or the sentence. A comma, a colon or a mark of a question is none."""
_NEXT: Final = re.compile(r"[^.!?。\n]*\??")  # the sentence that follows, with its mark when it asks
_ABBREVIATED: Final = re.compile(r"(?:^|[\s.])[^\W\d_]{1,3}$")
"""Values whose full stop may belong to the word: John F. Kennedy, St. Louis."""
_WORDS: Final = """
    not never previously formerly old historical once wrong false incorrect untrue mistaken outdated
    nicht nie niemals kein keine keinen früher vormals ehemals einst alt alte alter altes zuvor falsch
    pas jamais ancien ancienne autrefois auparavant précédemment anciennement faux
    no nunca jamás antes anteriormente antiguo antigua falso
    não jamais antigo antiga outrora errado
    không chưa chẳng từng cũ sai nein non
""".split()
_PHRASES: Final = (
    "used to",
    "no longer",
    "not any more",
    "nicht mehr",
    "ne plus",
    "n'est plus",
    "ya no",
    "já não",
    "trước đây",
)
_UNSPACED: Final = """
    不 没 沒 非 未 曾 以前 之前 过去 過去 原来 旧 舊 从前 從前 错 錯
    ない なかった ません じゃな ではな かつて 昔 だった でした いいえ 間違 違う 違い
    않 아니 없 예전 이전 과거 옛 였 었 한때 틀렸 틀린
""".split()
_DENIES: Final = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, _WORDS))})\b|n['’]t\b|{'|'.join(map(re.escape, (*_PHRASES, *_UNSPACED)))}"
)


def asserts(text: str, *, key: str, value: str) -> bool:
    """Whether a clause of the text states, of the key, this value and no other, and ends there.

    Case, width and accents written in two ways do not count. A value of fewer than three characters is never looked
    for: it stands in too many texts.
    """
    wanted, said = _normal(value).strip(), _normal(text)
    if len(wanted) < SHORTEST:
        return False
    statement = re.compile(rf"{_key(key)}\s*{STATES}\s*[\"'“„«「『]?{re.escape(wanted)}{ENDS}")
    for start in _starts(said):
        stated = statement.match(said, start)
        if stated is not None and is_left(said, stated, wanted):
            return True
    return False


def openings(text: str) -> set[Parts]:
    """What the clauses of a text begin with, as the parts of keys they might be: `asserts` needs one of them."""
    found: set[Parts] = set()
    said = _normal(text)
    for start in _starts(said):
        if lead := LEAD.match(said, start):
            parts = re.split(r"[._ ]", lead[0])[:PARTS_MOST]
            found |= {tuple(parts[:length]) for length in range(1, len(parts) + 1)}
    return found


def key_parts(key: str) -> Parts:
    """The parts of a key, as `openings` has them."""
    return tuple(part for part in re.split(r"[._]", _normal(key)) if part)


def is_left(said: str, stated: re.Match[str], value: str) -> bool:
    """Whether the statement ended there, and the next sentence neither denies it nor asks.

    `said` is a text in its normal form, or at least NFKC; `stated` ends with ENDS.
    """
    following = _NEXT.match(said, stated.end())
    after = following[0] if following else ""
    if after and stated["mark"] == "." and _ABBREVIATED.search(value) and "\n" not in stated[0]:
        return False
    return not after.endswith("?") and not _DENIES.search(after.casefold())


def _starts(said: str) -> Iterator[int]:
    """Where the clauses of a text in its normal form begin."""
    return (start.end() for start in STARTS.finditer(said))


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _key(key: str) -> str:
    """The full key, its dots and underscores also read as spaces."""
    return r"[._ ]".join(map(re.escape, key_parts(key)))
