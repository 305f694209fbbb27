"""A statement taken apart: of whom and what it speaks, with which values, and what its words announce."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kirocrew.base.analysis import content_terms
from kirocrew.base.text import fold
from memory.recall.updates.concepts import concepts_in
from memory.recall.updates.cues import Cue, asks, cues_in
from memory.recall.updates.lexicon import UNSPACED, Lexicon
from memory.recall.updates.people import holder_of
from memory.recall.updates.values import Sort, Value, values_in

READ_CHARACTERS: Final = 600
"""Of a sentence that are read."""
SENTENCES: Final = 8
"""Of a text that are read; a longer one is a document."""
BARE_CUE: Final = 12
"""Characters up to which a sentence is only an opening, as in "Oops. It is at 10": it is read with the next one."""

_CLAUSE: Final = re.compile(
    r"[.!?;,:](?:\s|$)|[。！？；，、：\n]|\s[-–—]\s|\b(?:but|aber|pero|mais|mas|ma|nhung)\b|但|けど|が、|지만"
)
_SENTENCE: Final = re.compile(
    r"(?<=[!?])\s+|(?<=\.)(?<![0-9]\.)\s+(?=\S)|(?<=[0-9]\.)\s+(?=[A-ZÀ-Þ])(?!Jan|Feb|M[äa]|Apr|Jun|Jul|Aug|Sep|O[kc]t|Nov|De[zc])|(?<=[。！？\n])"
)
_NEGATED: Final = Lexicon(
    [
        (
            True,
            r"not|no longer|don't|doesn't|didn't|isn't|won't|never|nicht|kein\w*|nie|no|ya no|nunca|ne|n'\w+|pas|plus"
            r"|nao|non|niet|geen|не|нет|khong|chang|dung",
            "[不没沒别別]|ない|ません|なく|않|안 |못|아니|말고",
        )
    ]
)
_OLD_SIDE: Final = re.compile(
    r"(?:instead of|rather than|(?<![a-zа-я])not|no longer|(?:an)?statt|anstelle von|nicht mehr|en vez de|en lugar de|au lieu d\w*|em vez de|invece di"
    r"|in plaats van|вместо|thay vi|thay cho|而不是|不是)\s*(?:\w+\s+){0,2}$"
)
_NOT_SIDE: Final = re.compile(r"^\s*(?:ではなく|じゃなく|でなく|の代わり|から|대신|말고|이 아니라|가 아니라|에서|не)")
_FROM: Final = re.compile(r"(?<![a-zа-я])(?:from|von|vom|de|du|da|tu|с)\s+(?:\w+\s+)?$|[从從由]$")
_TO: Final = re.compile(
    r"^\s*(?:to|auf|nach|zu|a|al|au|à|para|sen|sang|на)\s|^\s*(?:[调改换搬移转變变升降]?.{0,2}[到成为為])"
)
_PAST_EVENT: Final = Lexicon(
    [
        (
            True,
            r"was|were|did|had|went|came|got|saw|met|bought|told|said|took|made|gave|yesterday|ago|last|war|hatte|wurde|ging"
            r"|kam|gestern|letzte\w*|habe \w* ?ge\w+t|ayer|fue|fui|hizo|pasado|hier|ai \w+e|a \w+e|ontem|foi|ieri|gisteren"
            r"|вчера|hom qua|tuan truoc|da",
            "昨天|上周|上週|上个月|昨日|先週|先月|어제|지난|[었았했]다|ました[。.!]?$",
        )
    ]
)
_PAST_FORM: Final = re.compile(r"[a-z]{3}ed(?![a-z])")
# Verbs and the like that many subjects share: what follows them tells what a statement is about.
_GENERIC: Final = frozenset(
    """
    use like love prefer drink eat have has had go goe get want need work live speak talk know think say tell take make
    keep always alway never not no now today day week month year time thing new old good pleas thank also too again back
    set call name favourit favorit everi each morn even night user hour minut per start end last next sinc until
    bin habe hab mag trinke trink esse ess gehe geh nutze nutz benutz verwend arbeit immer jetzt heut mehr nur bitte
    keine keinen kein meine meinen meiner sein gern uhr tag woch monat jahr neu gut
    mi mis la el uso usa usar gusta bebo como voy tengo siempre ahora hoy no yo dia semana mes ano nuevo nueva
    je bois mange vais utilis aim parl toujour maintenant aujourd est sont mon ma la le ne pas plus nouveau nouvel
    eu uso gosto bebo como sempre agora nao io mangio bevo vado
    minh toi em anh la co khong nua gio bay an uong thich di lam dung dang moi ngay tuan thang nam roi sang luc thu tu den
    het cho da sau truoc ve o va cung con nguoi hai ba
    я мне у не уже это
    """.split()
)
CHATTER: Final = frozenset(
    """
    great awesom amaz wow yeah yep yes hey hi hello sure definit realli cool fun hope feel felt help care look way thing tri
    gonna gotta someth anyth everyth someon lot bit nice happi excit incred glad sound super absolut total cheer congrat
    proud guess check show see seen found find let made make got get give gave come came put left stay keep kept love
    enjoy believ believe rememb rememberr believ real realiz idea part place peopl person friend guy buddi man one two
    much mani more less other else same best better well perfect hard tough easi worth abl care chang differ life world
    moment experi memori support inspir motiv reward dream goal journey step posit energi encourag appreci
    """.split()
)
COMMON: Final = _GENERIC | CHATTER
_GENERIC_CJK: Final = frozenset(
    "现在 現在 最近 已经 今天 昨天 明天 喜欢 喜歡 使用 我们 我的 一个 每天 每周 每週 时间 時間 下午 上午 早上 晚上 非常 特别 特別 比较 可以 应该 以后 以前 今日 毎日 "
    "毎朝 毎週 毎月 午前 午後 大好 先生 曜日 좋아 아해 해요 니다 입니 지금 이제 요즘 매일 오전 오후 나는 저는 우리 있어 이야 일이 사용 용해 하고".split()
)
_FUNCTION_HAN: Final = frozenset(
    "的了是在我你他她它不没沒有无一二三四五六七八九十个個这這那很都也和就要会會到说說去吃喝用开開做人上下大小多少年月日时時分点點天周週期星今明昨"
    "现現以前后後来來为為给給把被对對从從还還又再已经經被比最更每只中里裡家出得地着著过過吗嗎呢吧啊好新旧舊送改换換变變成朋友使変今曜"
)
_TOPIC_PAIR: Final = re.compile("[㐀-鿿]{2}|[ァ-ヴー]{2}|[가-힣]{2}")
_NOTHING: Final = frozenset[str]()
_CJK_TERM: Final = re.compile("[぀-ヿ㐀-鿿가-힣]")


@dataclass(frozen=True, slots=True)
class Statement:
    """What is compared of a text.

    `topics` are the terms that say what it is about, without values, cues and words that everything is said with;
    `subjects` are those and the names in it, `verbs` the words everything is said with. `values` are those it asserts, `denied` those it turns down. `denials` are the
    terms of clauses that deny something. `rest` is what it says beside its cues: what two of one subject differ in.
    """

    topics: frozenset[str]
    subjects: frozenset[str]
    verbs: frozenset[str]
    single: frozenset[str]
    concepts: frozenset[str]
    values: Mapping[Sort, frozenset[str]]
    denied: Mapping[Sort, frozenset[str]]
    holder: str
    cues: frozenset[Cue]
    negated: bool
    denials: frozenset[str]
    is_question: bool
    is_event: bool
    rest: frozenset[str]

    @property
    def changes(self) -> bool:
        """Whether it can change another: it asserts something of the present, without reserve, in general."""
        if self.is_question or self.cues & {Cue.SUPPOSED, Cue.UNSURE, Cue.ONLY}:
            return False
        if Cue.PAST in self.cues:
            return bool(self.cues & {Cue.NOW, Cue.CHANGES, Cue.ENDS, Cue.STARTS})
        if Cue.ONCE in self.cues:
            return bool(self.cues & {Cue.STARTS, Cue.ENDS, Cue.CHANGES, Cue.CORRECTS})
        return True


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[Statement, ...]:
    """Return what a text states, sentence by sentence; of a long one the beginning."""
    parts: list[str] = []
    for part in _SENTENCE.split(text):
        if parts and len(parts[-1]) <= BARE_CUE and not parts[-1].endswith("?"):
            parts[-1] = f"{parts[-1]} {part}"
        elif part.strip():
            parts.append(part.strip())
    return tuple(read(part) for part in parts[:SENTENCES])


@lru_cache(maxsize=8192)
def read(text: str) -> Statement:
    """Take a text apart."""
    text = text[:READ_CHARACTERS].replace("’", "'")
    folded = fold(text)
    cues = cues_in(folded)
    asserted, denied = _sides(folded, values_in(text, folded))
    said = _without(folded, [*(place for places in cues.values() for place in places), *_spans((*asserted, *denied))])
    terms = content_terms(said)
    words, pairs, single, small = frozenset(terms), _NOTHING, _NOTHING, _NOTHING
    if UNSPACED.search(said):
        small = frozenset(term for term in terms if _CJK_TERM.search(term))
        pairs = frozenset(term for term in small if _TOPIC_PAIR.fullmatch(term)) - _GENERIC_CJK
        single = frozenset(char for char in said if "㐀" <= char <= "鿿") - _FUNCTION_HAN
        words -= small
    topics = frozenset(word for word in words - COMMON if len(word) > 1 or word.isdigit()) | pairs
    names = " , ".join(value.value for value in (*asserted, *denied) if value.sort is Sort.NAME)
    negated = _any(_NEGATED, folded)
    return Statement(
        topics=topics,
        subjects=topics | (frozenset(content_terms(names)) - COMMON if names else frozenset()),
        verbs=(words & COMMON) | (small - pairs),
        single=single,
        concepts=concepts_in(folded),
        values=_grouped(asserted),
        denied=_grouped(denied),
        holder=holder_of(text, folded),
        cues=frozenset(cues),
        negated=negated,
        denials=_denials(folded) if negated else frozenset(),
        is_question=asks(folded),
        is_event=_PAST_FORM.search(folded) is not None or _any(_PAST_EVENT, folded),
        rest=frozenset(terms) | frozenset(f"{value.sort}:{value.value}" for value in asserted),
    )


def _any(lexicon: Lexicon[bool], folded: str) -> bool:
    return next(lexicon.find(folded), None) is not None


def _denials(folded: str) -> frozenset[str]:
    """The terms, and single Chinese characters, of the clauses that deny something."""
    clauses = [clause for clause in _CLAUSE.split(folded) if clause and _any(_NEGATED, clause)]
    chars = frozenset("".join(clauses)) if UNSPACED.search(folded) else _NOTHING
    return chars.union(*map(content_terms, clauses))


def _sides(folded: str, values: tuple[Value, ...]) -> tuple[list[Value], list[Value]]:
    """Values that are asserted, and those that are turned down: "not X", "instead of X", "from X to Y"."""
    asserted: list[Value] = []
    denied: list[Value] = []
    edges = [match.span() for match in _CLAUSE.finditer(folded)] if len(values) > 1 else []
    for value in values:
        before, after = folded[: value.start], folded[value.end :]
        turned_down = (
            _OLD_SIDE.search(before)
            or _NOT_SIDE.match(after)
            or (_FROM.search(before) and _TO.match(after))
            or (len(values) > 1 and _any(_NEGATED, _clause_of(folded, value, edges)))
        )
        (denied if turned_down else asserted).append(value)
    return asserted, denied


def _clause_of(folded: str, value: Value, edges: Sequence[tuple[int, int]]) -> str:
    starts = [end for _, end in edges if end <= value.start]
    ends = [start for start, _ in edges if start >= value.end]
    return folded[max(starts, default=0) : min(ends, default=len(folded))]


def _spans(values: tuple[Value, ...]) -> list[tuple[int, int]]:
    return [(value.start, value.end) for value in values]


def _without(folded: str, places: list[tuple[int, int]]) -> str:
    """The text with blanks where these places are."""
    chars = list(folded)
    for start, end in places:
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def _grouped(values: list[Value]) -> dict[Sort, frozenset[str]]:
    return {sort: frozenset(value.value for value in values if value.sort == sort) for sort in {v.sort for v in values}}
