"""When two rules say the same, what a rule may be bound to, and which rules are not worth keeping."""

import re
from dataclasses import dataclass
from functools import lru_cache

from hooks.services.reading import fragment_check
from kirocrew.base.analysis import content_terms, content_words
from kirocrew.base.text import fold, normal_form
from memory.gate.outcomes import Refusal, RefusalCode

REMEMBERED_RULES = 16_384  # texts whose meaning is worked out once per process
SAME_OVERLAP = 0.5  # share of the larger rule's keywords both must hold beside that likeness
SCOPE_LIMIT = 200  # characters

# Words without which a rule asks for the same. Articles of languages where they carry the case are not among them;
# a capital in the middle ("plan A") is a name.
EMPTY_WORDS = frozenset(("the", "The", "a", "an", "An", "please", "Please"))
_OPENING = "\"'`([{“‘„«「『（"
_CLOSING = "\"'`)]}”’“»….,;:!?。，、；：！？」』）"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")

# Words that decide what a rule asks for. Two rules that differ in one of them are never the same.
POLARITY = frozenset(
    """
    always never not no only before after without must should immer nie niemals nicht kein nur vor nach ohne
    toujours jamais pas seulement avant apres sans siempre nunca no solo antes despues sin sempre nao luon
    khong chi truoc sau
    """.split()
)
# Words that say which is which: with them the same things in another order may be the opposite.
DIRECTIONS = frozenset(
    """
    from to into onto over than instead rather unless except if when and or with by von zu in statt als uber wenn mit
    de a vers sur que au si avec desde hacia sobre en con por para thay hon tu den voi neu
    """.split()
)
_POLARITY_RUN = re.compile(
    "总是|總是|永远|永遠|从不|從不|不要|不能|禁止|只|必须|いつも|常に|決して|ない|항상|절대|하지 ?마|않"
)

VOLATILE = Refusal(
    RefusalCode.VOLATILE,
    "Which model is running changes from session to session, so it is not kept as a lesson.",
    "rule",
)
# A family's name counts when a version follows or the clause ends there: "Claude Code" and "llama.cpp" are tools.
_FAMILY = r"(?:gpt|claude|gemini|llama|mistral|qwen|deepseek|grok|opus|sonnet|haiku|o[134])"
_MODEL = rf"{_FAMILY}(?:[-\s]?(?:{_FAMILY}|v?\d)[\w.\-]*)*(?=\s*(?:[!?,;:)]|\.(?:\s|$)|$|for\b|as\b|model\b))"
_WHO = r"you|i|this (?:agent|assistant|session)|the (?:current )?(?:model|agent|assistant)|du|ich|tu|vous"
_RUNS = r"am|are|is|run(?:s|ning)?(?: on)?|use[sd]?|using|powered by|bist|bin|läufst|es|êtes"
_VOLATILE = re.compile(
    rf"\b(?:{_WHO})\b[^.!?]{{0,30}}\b(?:{_RUNS})\b[^.!?]{{0,20}}\b{_MODEL}"
    rf"|\b(?:use|switch to|pin|set|run on|always use)\b[^.!?]{{0,30}}\b(?:model)\b[^.!?]{{0,20}}\b{_MODEL}"
    rf"|\b(?:use|switch to|run on|always use)\s+{_MODEL}",
    re.IGNORECASE,
)


def repo_scope_of(scope: str) -> tuple[str, Refusal | None]:
    """Return the canonical repository scope, or why it can't be one.

    A scope is a relative path that must exist in the repository: no drive, no leading slash, no '.' or '..'.
    """
    text = scope.strip()
    if not text:
        return "", None
    path = text.replace("\\", "/")
    parts = path.removesuffix("/").split("/")
    if path.startswith("/") or ":" in path or len(path) > SCOPE_LIMIT or any(part in ("", ".", "..") for part in parts):
        return "", Refusal(
            RefusalCode.SCOPE,
            "A repository scope is a relative path inside the repository, such as 'packages/api'.",
            "repo_scope",
        )
    canonical = "/".join(parts)
    if reason := fragment_check(canonical):
        return "", Refusal(RefusalCode.SCOPE, reason, "repo_scope")
    return canonical, None


def is_volatile(text: str) -> bool:
    """Whether the text states, or pins, which model is running."""
    return bool(text) and _VOLATILE.search(text) is not None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is compared of a rule.

    `words` are its content words, `sequence` the same and the deciding words in the order of the text; `numbers`
    and `polarity` are sorted.
    """

    words: frozenset[str]
    sequence: tuple[str, ...]
    numbers: tuple[str, ...]
    polarity: tuple[str, ...]


@lru_cache(maxsize=REMEMBERED_RULES)
def meaning_of(rule: str) -> Meaning:
    """Work out what is compared of a rule."""
    return Meaning(
        frozenset(content_words(rule)), _sequence(rule), tuple(sorted(_NUMBER.findall(fold(rule)))), _polarity(rule)
    )


@lru_cache(maxsize=REMEMBERED_RULES)
def wording_of(rule: str) -> tuple[str, ...]:
    """The rule's words in their order, without articles, case, spacing and the punctuation around words."""
    kept = [bare for piece in rule.split() if (bare := _bare(piece)) not in EMPTY_WORDS]
    return tuple(normal_form(" ".join(kept)).split())


def same_wording(stored: str, new: str) -> bool:
    """Whether the two differ in case, spacing, articles and punctuation only.

    Order counts, and so does each small word: "spaces over tabs" is the opposite of "tabs over spaces", and "from
    staging to production" of "to staging from production".
    """
    words = meaning_of(stored).words
    return bool(words) and words == meaning_of(new).words and wording_of(stored) == wording_of(new)


def same_spelling(stored: str, new: str) -> bool:
    """Whether the two are the same wording, also where they say too little to be compared by what they mean."""
    return same_wording(stored, new) or (not meaning_of(stored).words and wording_of(stored) == wording_of(new))


def covers(stored: str, new: str) -> bool:
    """Whether the stored rule holds the new one's text beside being the same wording: there is nothing to add."""
    return same_wording(stored, new) and normal_form(new) in normal_form(stored)


def same_meaning(stored: str, new: str) -> bool:
    """Whether two rules whose vectors are near are two wordings of the same lesson.

    Opposite rules share nearly all their words and are near each other, and so are two that differ in a number.
    Likeness of meaning alone, or of words alone, has erased good rules elsewhere; here it takes both, the deciding
    words, and the order of all words they share. A rule is never the same as one that says less.
    """
    one, other = meaning_of(stored), meaning_of(new)
    if one.polarity != other.polarity or one.numbers != other.numbers or not one.words or not other.words:
        return False
    if one.words < other.words or other.words < one.words:
        return False
    if len(one.words & other.words) < SAME_OVERLAP * max(len(one.words), len(other.words)):
        return False
    shared = set(one.sequence) & set(other.sequence)
    return [w for w in one.sequence if w in shared] == [w for w in other.sequence if w in shared]


def _bare(piece: str) -> str:
    """The word without the quotes and punctuation around it; a piece of nothing else stays: it is what is meant."""
    return piece.lstrip(_OPENING).rstrip(_CLOSING) or piece


def _sequence(rule: str) -> tuple[str, ...]:
    """Content words and deciding words in the order of the text; pairs of characters where no spaces are."""
    found: list[str] = []
    for piece in rule.split():
        bare = fold(_bare(piece))
        found += [bare] if bare in POLARITY or bare in DIRECTIONS else content_terms(piece)
    return tuple(found)


def _polarity(text: str) -> tuple[str, ...]:
    folded = fold(text)
    words = re.findall(r"\w+", folded.replace("don't", "not").replace("do not", "not"))
    return tuple(sorted([word for word in words if word in POLARITY] + _POLARITY_RUN.findall(folded)))
