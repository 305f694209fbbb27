"""What a message that begins with a slash means: a skill called by name, a list, help, or nothing of the kind."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kirocrew.base.text import normal_form

DEFAULT_PREFIX: Final = "/"
DISTANCE_MOST: Final = 3
"""Letters by which a suggestion may differ from what was typed; less for short words, see `_allowed`."""
SUGGESTIONS_MOST: Final = 3
NAME_WORDS_MOST: Final = 12
"""Words of the longest name that is looked for."""

_TOKEN: Final = re.compile(r"\S+")
_PATH_SIGNS: Final = frozenset("/\\.")
_CALLS: Final = frozenset({"use", "activate"})
_LIST: Final = "list-skills"
_HELP: Final = "help"


class SlashKind(StrEnum):
    """What is asked for. ORDINARY: nothing, it is a message like any other."""

    ORDINARY = "ordinary"
    ACTIVATE = "activate"
    LIST = "list"
    HELP = "help"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slash:
    """`slug` is the skill that is meant, `rest` the message without the command, `suggestions` slugs near `typed`."""

    kind: SlashKind
    slug: str = ""
    rest: str = ""
    typed: str = ""
    suggestions: tuple[str, ...] = ()


ORDINARY: Final = Slash(SlashKind.ORDINARY)


def prefix_of(value: object) -> str:
    """The sign commands begin with: the value if it is exactly one visible character, else the slash."""
    return value if isinstance(value, str) and len(value) == 1 and not value.isspace() else DEFAULT_PREFIX


def slash_parse(
    text: str, skills: Mapping[str, str], *, prefix: str = DEFAULT_PREFIX, partial: bool = False, suggest: bool = True
) -> Slash:
    """Read a message against the skills on offer, slug to name.

    Names are compared without regard to case; of several that fit the longest counts, and one that two skills share
    counts for neither. `partial` takes the beginning of a name that only one skill has.
    """
    stripped = text.lstrip()
    if not stripped.startswith(prefix):
        return ORDINARY
    after = stripped[len(prefix) :].lstrip()
    tokens = list(_TOKEN.finditer(after))
    if not tokens or not _PATH_SIGNS.isdisjoint(tokens[0].group()):
        return ORDINARY
    command = normal_form(tokens[0].group())
    names = _names(skills)
    if command == _LIST:
        return Slash(SlashKind.LIST)
    if command == _HELP and command not in names:
        return _help(after, tokens[1:], names, skills, partial=partial, suggest=suggest)
    if command in _CALLS and command not in names:
        tokens = tokens[1:]
    return _activate(after, tokens, names, skills, partial=partial, suggest=suggest)


def _activate(
    after: str, tokens: list[re.Match[str]], names: dict[str, set[str]], skills: Mapping[str, str], *, partial: bool,
    suggest: bool,
) -> Slash:  # fmt: skip
    if not tokens:
        return ORDINARY
    slug, used = _resolve(tokens, names, partial=partial)
    if slug:
        return Slash(SlashKind.ACTIVATE, slug, after[tokens[used - 1].end() :].strip(), tokens[0].group())
    return _unknown(tokens[0].group(), skills, suggest=suggest)


def _help(
    after: str, tokens: list[re.Match[str]], names: dict[str, set[str]], skills: Mapping[str, str], *, partial: bool,
    suggest: bool,
) -> Slash:  # fmt: skip
    if not tokens:
        return ORDINARY
    slug, used = _resolve(tokens, names, partial=partial)
    if slug:
        return Slash(SlashKind.HELP, slug, after[tokens[used - 1].end() :].strip(), tokens[0].group())
    return _unknown(tokens[0].group(), skills, suggest=suggest)


def _unknown(typed: str, skills: Mapping[str, str], *, suggest: bool) -> Slash:
    near = suggestions(typed, skills) if suggest else []
    return Slash(SlashKind.UNKNOWN, typed=typed, suggestions=tuple(near)) if near else ORDINARY


def _names(skills: Mapping[str, str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for slug, name in skills.items():
        for written in (slug, name):
            found.setdefault(normal_form(written), set()).add(slug)
    return found


def _resolve(tokens: list[re.Match[str]], names: Mapping[str, set[str]], *, partial: bool) -> tuple[str, int]:
    """Return (slug, words of its name), ("", 0) for none."""
    words = [normal_form(token.group()) for token in tokens[:NAME_WORDS_MOST]]
    for count in range(len(words), 0, -1):
        slugs = names.get(" ".join(words[:count]), set())
        if slugs:
            return (next(iter(slugs)), count) if len(slugs) == 1 else ("", 0)
    if partial:
        begun = set().union(*(slugs for name, slugs in names.items() if name.startswith(words[0])))
        if len(begun) == 1:
            return begun.pop(), 1
    return "", 0


def suggestions(typed: str, skills: Mapping[str, str]) -> list[str]:
    """Return up to SUGGESTIONS_MOST slugs whose slug or name, or its beginning, is near what was typed."""
    target = normal_form(typed)
    ranked = sorted((min(_distances(target, (slug, name))), slug) for slug, name in skills.items())
    return [slug for distance, slug in ranked if distance <= _allowed(target)][:SUGGESTIONS_MOST]


def _allowed(target: str) -> int:
    """Letters that may differ: of `/ok` none, or every short name would be near it."""
    return min(DISTANCE_MOST, max(len(target) - 2, 0) // 2 + (len(target) > 2))


def _distances(target: str, names: Iterable[str]) -> Iterable[int]:
    for name in map(normal_form, names):
        if len(target) > 1 and target in name:
            yield 0
        yield distance(target, name)
        if len(name) > len(target):
            yield distance(target, name[: len(target)])


def distance(left: str, right: str, most: int = DISTANCE_MOST + 1) -> int:
    """Return Levenshtein's distance, or `most` where it is at least that."""
    if abs(len(left) - len(right)) >= most:
        return most
    row = list(range(len(right) + 1))
    for at, char in enumerate(left, start=1):
        before, row = row, [at]
        for other_at, other in enumerate(right, start=1):
            row.append(min(before[other_at] + 1, row[-1] + 1, before[other_at - 1] + (char != other)))
    return min(row[-1], most)
