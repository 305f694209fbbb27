"""The screen over all a package says: SKILL.md, what it refers to, and what stands in its scripts and data.

Paragraph by paragraph, each by itself: what a long text says in many places adds up to no order. In prose, which an
agent reads as it reads SKILL.md, a doubt counts too; in code and data, whose words are no sentences, only what is
hostile. Licences speak of obligations in every third sentence: their well-known paragraphs, word for word, are passed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hooks.services import Origin, redact, screen
from kirocrew.base.text import cut
from skills.packages.diagnostics import Finding
from skills.packages.guard import is_code, is_prose, is_text, text_loosely
from skills.packages.licences import is_licence
from skills.packages.package import Package, skill_file_of

SCREEN: Final = "screen."
"""How the code of a finding begins that the screen made."""
SCREENED_MOST: Final = 1024 * 1024
"""Characters beside SKILL.md that are screened; instructions beyond are a doubt, data beyond are not looked at."""
TOO_MUCH: Final = "more text than is screened"
_SHOWN: Final = 160
_AROUND: Final = 40
"""Characters of what was found that are told, and of what stands around it."""
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")
_WORDS: Final = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Screened:
    """`hostile` refuses a package, `doubts` keep it switched off until somebody has read it."""

    hostile: tuple[Finding, ...] = ()
    doubts: tuple[Finding, ...] = ()
    reasons: tuple[str, ...] = ()
    """What the screen calls it, each once: of what is hostile, where anything is."""


def package_screen(package: Package, files: Mapping[str, bytes], *, origin: Origin) -> Screened:
    """Screen what a package says; `files` are without credentials. Takes time in proportion to its text."""
    main = skill_file_of(files)
    head = "\n".join([package.name, package.description, package.when_to_use, *package.triggers])
    found = [*_part(main, 1, head, origin)]
    text = text_loosely(files[main])
    start = len(text) - len(package.body)
    found += _text(main, text[start:], origin, first=text.count("\n", 0, start) + 1)
    room = SCREENED_MOST
    for path in sorted(files, key=lambda path: (not is_prose(path), not is_code(path), path)):
        if path == main or not is_text(path, files[path]):
            continue
        text = text_loosely(files[path])
        if len(text) > room and (is_prose(path) or is_code(path)):
            found.append(
                _Found(
                    Finding(path, 0, SCREEN + "too_long", f"There is {TOO_MUCH}.", refuses=False), False, (TOO_MUCH,)
                )
            )
        in_file = _text(path, text[:room], origin)
        found += in_file if is_prose(path) else (one for one in in_file if one.is_hostile)
        room = max(0, room - len(text))
    hostile, doubts = [one for one in found if one.is_hostile], [one for one in found if not one.is_hostile]
    reasons = dict.fromkeys(reason for one in hostile or doubts for reason in one.reasons)
    return Screened(tuple(one.finding for one in hostile), tuple(one.finding for one in doubts), tuple(reasons))


@dataclass(frozen=True, slots=True)
class _Found:
    finding: Finding
    is_hostile: bool
    reasons: tuple[str, ...]


def _text(path: str, text: str, origin: Origin, first: int = 1) -> Iterator[_Found]:
    start = 0
    for end in [*(gap.start() for gap in _PARAGRAPH.finditer(text)), len(text)]:
        part = text[start:end]
        if _WORDS.search(part) and not is_licence(part):
            yield from _part(path, first + text.count("\n", 0, start), part, origin)
        start = end


def _part(path: str, line: int, text: str, origin: Origin) -> Iterator[_Found]:
    verdict = screen(text, origin=origin)
    if verdict.level == "clear":
        return
    is_hostile = verdict.level == "hostile"
    what = "would turn an agent against you" if is_hostile else "is doubted by the screen"
    first, last = verdict.spans[0] if verdict.spans else (0, len(text))
    at = line + text.count("\n", 0, first)
    shown = redact(" ".join(text[max(0, first - _AROUND) : last + _AROUND].split())).text
    message = f"{cut(shown, _SHOWN)}: {what} ({', '.join(verdict.reasons)})"
    yield _Found(Finding(path, at, SCREEN + verdict.reasons[0], message, is_hostile), is_hostile, verdict.reasons)
