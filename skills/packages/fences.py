"""Where the frontmatter of SKILL.md begins and ends. Fences are whole lines; a `---` inside a line is none."""

import re
from dataclasses import dataclass
from typing import Final

from skills.packages.diagnostics import Diagnostic, Level

MAX_FRONTMATTER: Final = 32 * 1024
"""Characters between the fences."""

_BOM: Final = "\ufeff"
_LEAD: Final = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))*")
_COMMENT: Final = re.compile(r"<!--.{0,2000}?-->[ \t]*(?:\r\n|\n|\r)", re.DOTALL)
_OPEN: Final = re.compile(r"---([ \t]*)(?:\r\n|\n|\r|\Z)")
_CLOSE: Final = re.compile(r"^(---|\.\.\.)([ \t]*)(?:\r\n|\n|\r|\Z)", re.MULTILINE)
_CODE_FENCE: Final = re.compile(r"(?:```|~~~)")
_KEY_LINE: Final = re.compile(r"(?:name|description)[ \t]*:")


@dataclass(frozen=True, slots=True)
class Fenced:
    """The frontmatter is `text[start:end]`, the body `text[body:]`. `start` is -1 where there is none."""

    start: int
    end: int
    body: int
    diagnostics: tuple[Diagnostic, ...]


def fences_find(text: str) -> Fenced:
    """Find the fences of a text, with what is wrong about them."""
    found: list[Diagnostic] = []
    at = 0
    if text.startswith(_BOM):
        at = 1
        found.append(Diagnostic("byte_order_mark", Level.NOTE, "The file begins with a byte order mark.", 1))
    at = _skip_lead(text, at, found)
    opening = _OPEN.match(text, at)
    if opening is None:
        return Fenced(-1, -1, at, (*found, _no_frontmatter(text, at)))
    start = opening.end()
    closing = _closing(text, start)
    if closing is None:
        line = text.count("\n", 0, opening.start()) + 1
        message = "The frontmatter has no closing `---` line."
        return Fenced(-1, -1, start, (*found, Diagnostic("fence_not_closed", Level.ERROR, message, line)))
    if closing.start() - start > MAX_FRONTMATTER:
        message = f"The frontmatter has more than {MAX_FRONTMATTER:,} characters."
        return Fenced(-1, -1, closing.end(), (*found, Diagnostic("frontmatter_too_long", Level.ERROR, message, 1)))
    if opening[1] or closing[2]:
        found.append(Diagnostic("fence_blanks", Level.WARNING, "A `---` line has blanks behind it.", 1))
    if closing[1] == "...":
        line = text.count("\n", 0, closing.start()) + 1
        found.append(Diagnostic("fence_dots", Level.WARNING, "The frontmatter is closed by `...`, not `---`.", line))
    return Fenced(start, closing.start(), closing.end(), tuple(found))


def _skip_lead(text: str, at: int, found: list[Diagnostic]) -> int:
    """Skip blank lines and one comment before the first fence, if a fence does follow."""
    lead = _LEAD.match(text, at)
    after = lead.end() if lead else at
    comment = _COMMENT.match(text, after)
    if comment:
        rest = _LEAD.match(text, comment.end())
        after = rest.end() if rest else comment.end()
    if after == at or not _OPEN.match(text, after):
        return at
    code, what = (
        ("comment_before_frontmatter", "A comment") if comment else ("blank_before_frontmatter", "A blank line")
    )
    found.append(Diagnostic(code, Level.WARNING, f"{what} stands before the frontmatter.", 1))
    return after


def _closing(text: str, start: int) -> re.Match[str] | None:
    """The first closing line. `...` closes only where no `---` line follows it: it may stand in a block of text."""
    dots = None
    for found in _CLOSE.finditer(text, start):
        if found[1] == "---":
            return found if dots is None or _is_more_of_it(text, dots, found) else dots
        dots = dots or found
    return dots


def _is_more_of_it(text: str, dots: re.Match[str], rule: re.Match[str]) -> bool:
    """Whether what stands between a `...` line and a `---` line still looks like frontmatter."""
    between = text[dots.end() : rule.start()].splitlines()
    return bool(between) and all(re.match(r"[\w-]+[ \t]*:|[ \t]+\S|- |#|\s*$", line) for line in between[:50])


def _no_frontmatter(text: str, at: int) -> Diagnostic:
    rest = text[at : at + 4_000].lstrip()
    if not rest.strip("\x00 \t\r\n"):
        return Diagnostic("file_empty", Level.ERROR, "SKILL.md is empty.", 0)
    if _CODE_FENCE.match(rest):
        return Diagnostic("frontmatter_in_code", Level.ERROR, "The frontmatter stands in a code block; take it out.", 1)
    if rest.startswith("+++"):
        return Diagnostic(
            "frontmatter_toml", Level.ERROR, "The frontmatter is TOML; write it as YAML between `---`.", 1
        )
    if _KEY_LINE.match(rest):
        return Diagnostic("fence_not_opened", Level.ERROR, "The frontmatter has no opening `---` line.", 1)
    return Diagnostic("frontmatter_missing", Level.ERROR, "There is no frontmatter; begin with `---` and a name.", 1)
