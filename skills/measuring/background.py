"""The words and concepts that many skills have, counted for catalogues too small to tell."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from skills.matching.glossary import glossary
from skills.matching.index import skill_compile
from skills.matching.texts import SkillText
from skills.matching.trained import Weights

COMMON_FROM: Final = 6
"""Skills that must have a word for it to be in the list."""
_PLAIN: Final = re.compile(r"[^\s\"\\]+")
_LINE: Final = 100

HEAD: Final = '''# ruff: noqa: E501
"""Written by `manage.py train_triggers`; do not edit.

Weights of matching, and in how many of BACKGROUND_SKILLS public skills each concept of the glossary and each common
word stands. The skills are of permissive licences; nothing of them but these counts is here.
"""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """Of the arms words, concepts, phrase, name, meaning; and of "none": always, how much is said, chat, a question,
    nothing to do."""

    arms: tuple[float, ...]
    none: tuple[float, ...]


'''


def trained_module(texts: Sequence[SkillText], weights: Weights, with_meaning: Weights) -> str:
    """Return the source of `skills/matching/trained.py`."""
    words: Counter[str] = Counter()
    concepts = [0] * len(glossary().concepts)
    for text in texts:
        compiled = skill_compile(text)
        words.update(word for word in compiled.words if _PLAIN.fullmatch(word))
        for number, count in compiled.concepts.items():
            concepts[number] += count > 0.5
    by_count: dict[int, list[str]] = {}
    for word, count in words.items():
        if count >= COMMON_FROM:
            by_count.setdefault(count, []).append(word)
    lines = [HEAD, f"WEIGHTS: Final = {weights!r}\n", f"WEIGHTS_WITH_MEANING: Final = {with_meaning!r}\n"]
    lines += [f"BACKGROUND_SKILLS: Final = {len(texts)}\n", "CONCEPTS_IN: Final[tuple[int, ...]] = (\n"]
    lines += [f"    {chunk}\n" for chunk in _wrapped([f"{count}," for count in concepts])]
    lines += [")\n", "WORDS_IN: Final[dict[int, str]] = {\n"]
    for count in sorted(by_count, reverse=True):
        lines.append(f"    {count}: (\n")
        lines += [f'        "{chunk} "\n' for chunk in _wrapped(sorted(by_count[count]))]
        lines.append("    ),\n")
    lines.append("}\n")
    return "".join(lines)


def _wrapped(pieces: list[str]) -> list[str]:
    lines, line = [], ""
    for piece in pieces:
        if line and len(line) + len(piece) >= _LINE:
            lines.append(line)
            line = ""
        line = f"{line} {piece}".strip()
    return [*lines, line] if line else lines
