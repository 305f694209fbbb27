"""Make the items of one document: each with its origin, the time that holds for it, and where it came from."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import cut
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.formats.context import Context
from memory.transfer.formats.narrative import Mood, Narrative
from memory.transfer.items import DEFAULT_IMPORTANCE, FactItem, Item, JsonValue, LessonItem, Origins, Unsupported
from memory.transfer.reasons import Reason

# The gate's limit for a rule, in characters.
RULE_MAX_CHARS = 500
# A rule shorter than this, in characters, says too little without the heading it stands under.
SHORT_RULE_CHARS = 30
HEADING_MAX_CHARS = 60
# How much of a text that was left out its message repeats, in characters.
SHOWN_CHARS = 80

MESSAGES = {
    Reason.BAD_DATE: "The date does not exist, so the items carry no time of their own. Correct it and import again.",
    Reason.BOILERPLATE: "It only says what the file is for.",
    Reason.COMMENT: "Comments are not imported. Take a text out of its comment to import it.",
    Reason.HEADING_ONLY: "There are headings, but nothing stands below them.",
    Reason.IDENTITY: "A role given to the agent is not a memory. Keep it in the agent's own instructions.",
    Reason.IMPORT_REFERENCE: "It points to another file. Import that file too.",
    Reason.LIMIT_ITEMS: "The document is too long; what follows was left out. Split it and import the parts.",
    Reason.PERSONA: "What the agent is like is not a memory. Keep it in the agent's own instructions.",
    Reason.RECALLED_TEXT: "A memory tool put this text here; importing it would feed recalled text back.",
    Reason.SCOPE_INADMISSIBLE: "The file patterns are no single folder, so the rules apply everywhere they are shown.",
    Reason.TEMPLATE: "A blank of a template was never filled in.",
    Reason.TOO_SHORT: "It is shorter than 10 characters.",
}


@dataclass
class Emitter:
    """Builds items and remembers the facts of the document, so that one key is given away once."""

    path: str
    tag: str
    context: Context
    scope: str = ""
    patterns: str = ""
    count: int = 0
    _keys: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.origins = Origins(self.path)
        self._narrative = Narrative(self.origins, name=self.path.rsplit("/", 1)[-1])

    def leave(self, reason: Reason, text: str) -> Iterator[Item]:
        """Say that a text was left out, and why."""
        shown = " ".join(cut(text, SHOWN_CHARS).split())
        message = f"{MESSAGES[reason]} ({shown})" if shown else MESSAGES[reason]
        yield Unsupported(origin_ref=self.origins.ref(reason, text), reason_code=reason, message=message)

    def lesson(self, rule: str, *, lead: str = "", when: datetime | None = None) -> Iterator[Item]:
        """A rule, with its lead or, when it is very short, its heading before it; long ones become several."""
        lead = lead or self._heading_for(rule)
        if lead:
            rule = f"{lead.rstrip(':： ')}: {rule}"
        if weight(rule) < EPISODE_MIN_CHARS:
            yield from self.leave(Reason.TOO_SHORT, rule)
            return
        for piece in split_text(rule, RULE_MAX_CHARS):
            yield LessonItem(
                rule=piece,
                repo_scope=self.scope,
                observed_at=when or self.context.when,
                note=self.patterns and f"for {self.patterns}",
                origin_ref=self.origins.ref(piece),
            )
            self.count += 1

    def _heading_for(self, rule: str) -> str:
        title = self.context.subtitle
        return title if weight(rule) < SHORT_RULE_CHARS and len(title) <= HEADING_MAX_CHARS else ""

    def episode(
        self,
        text: str,
        *,
        lead: str = "",
        when: datetime | None = None,
        tags: tuple[str, ...] = (),
        importance: float = DEFAULT_IMPORTANCE,
    ) -> Iterator[Item]:
        """Add a text to the episode being gathered; yields those that are complete."""
        all_tags = ("imported", self.tag, *tags)
        mood = Mood(self.context.title, when or self.context.when, all_tags, importance)
        self.count += 1
        yield from self._narrative.add(text, mood, lead=lead)

    def flush(self) -> Iterator[Item]:
        """Yield the episode being gathered: a section or the document ends."""
        yield from self._narrative.flush()

    def fact(self, key: str, value: JsonValue, *, text: str, when: datetime | None = None) -> Iterator[Item]:
        """A fact; when the document gave its key another value before, the text becomes an episode instead."""
        written = canonical_json(value)
        earlier = self._keys.setdefault(key, written)
        if earlier != written:
            yield from self.episode(text, when=when)
            return
        yield FactItem(
            key=key, value=value, observed_at=when or self.context.when, origin_ref=self.origins.ref(key, written)
        )
        self.count += 1
