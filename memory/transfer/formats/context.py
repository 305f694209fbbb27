"""Where in a document the reader stands: under which headings, and at what time."""

import re
from dataclasses import dataclass, field
from datetime import datetime

from memory.transfer.formats.dates import NO_STAMP, Stamp, instant_at_start, instant_in_heading
from memory.transfer.formats.inline import plain
from memory.transfer.formats.placeholders import is_placeholder
from memory.transfer.formats.wording import Section, section_of

_NUMBERING = re.compile(r"^\s*(?:\d{1,3}[.)]|[ivx]{1,4}[.)]|#)\s*", re.IGNORECASE)
_TRAILING_NOTE = re.compile(r"\s*[（(][^()（）]{0,60}[)）]\s*$")
_ARTICLE = re.compile(r"^(?:the|a|an|my)\s+", re.IGNORECASE)
# A title that only names the file or says that this is a memory.
_FILE_TITLE = re.compile(
    r"^(?:[\w.-]+\.(?:md|mdc)\b|(?:my |long[- ]term |local )*(?:memory|memories|notes|tools)\W*$)", re.IGNORECASE
)
_DATE_ONLY = re.compile(r"^[\W\d]*(?:(?:session|date|datum|fecha)\W*)?[\W\d]*(?:utc|z)?\W*$", re.IGNORECASE)


@dataclass(frozen=True)
class Heading:
    """A heading above the place read: its level 1 to 6, its text, and the time that holds below it."""

    level: int
    text: str
    when: datetime | None
    section: Section | None


@dataclass
class Context:
    """The headings above, outermost first, and the time the whole document carries."""

    document_time: datetime | None = None
    headings: list[Heading] = field(default_factory=list)

    @property
    def when(self) -> datetime | None:
        """The time of the nearest dated heading, or the document's."""
        return self.headings[-1].when if self.headings else self.document_time

    @property
    def title(self) -> str:
        """The nearest heading that says something; a file's name or a bare date does not."""
        text = self.headings[-1].text if self.headings else ""
        return "" if _FILE_TITLE.match(text) or _DATE_ONLY.match(text) else _NUMBERING.sub("", text)

    @property
    def subtitle(self) -> str:
        """The nearest heading below the document's title."""
        return self.title if len(self.headings) > 1 or (self.headings and self.headings[0].level > 1) else ""

    @property
    def section(self) -> Section | None:
        """What the nearest heading with an announcement announces; what is outdated stays so below."""
        known = [heading.section for heading in self.headings if heading.section]
        return Section.OUTDATED if Section.OUTDATED in known else known[-1] if known else None

    @property
    def is_blank(self) -> bool:
        """Whether a heading above is a blank of a template, so that nothing below it was written by anyone."""
        return any(is_placeholder(heading.text) for heading in self.headings)

    def enter(self, level: int, text: str) -> Stamp:
        """Step below a heading; tells what it says about the time."""
        while self.headings and self.headings[-1].level >= level:
            self.headings.pop()
        stamp = instant_in_heading(text)
        if stamp == NO_STAMP:
            stamp = instant_at_start(text, self.when)
        shown = plain(text)
        # The name of the file at its top announces nothing about each line below.
        section = None if _FILE_TITLE.match(shown) else section_of(shown)
        self.headings.append(Heading(level, shown, stamp.instant or self.when, section))
        return stamp

    def labels(self) -> tuple[Section | None, tuple[str, ...]]:
        """The section that names a namespace, and the subjects of the headings from there down."""
        for index in range(len(self.headings) - 1, -1, -1):
            section = self.headings[index].section
            if section in {Section.USER, Section.PREFERENCES, Section.PROJECTS}:
                own = self.headings[index].text.partition(":")[2].strip()
                below = [heading.text for heading in self.headings[index + 1 :]]
                return section, tuple(subject(text) for text in [own, *below] if text)
        named = [heading.text for heading in self.headings if not _FILE_TITLE.match(heading.text)]
        return None, tuple(subject(text) for text in named)


def subject(heading: str) -> str:
    """A heading without its number, article and note in brackets: "2. THE HOST (critical)" is "HOST"."""
    bare = _TRAILING_NOTE.sub("", _NUMBERING.sub("", heading)).strip()
    return _ARTICLE.sub("", bare) or bare or heading
