"""Which records a search may see: a value that every engine compiles into its query, never a filter afterwards."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from memory.models.records import Episode, Fact, Kind, Lesson, Record
from memory.recall.point import Point
from memory.recall.updates.cues import announces_change

DIGEST_DIGITS = 16  # hex digits of a label's digest in a scope token: no label can be mistaken for another
NO_PROJECT = "p"
CHANGE_TOKEN = "u"  # noqa: S105  (no secret: of episodes by whose words something changed)


@dataclass(frozen=True, slots=True)
class Scope:
    """The records of some stores and kinds that are active and inside their window at an instant.

    `project` narrows to records of that project or of none; None means every project. `conversation` narrows
    to the turns of one conversation, `tags` to episodes that carry any of them. Without a store or a kind
    nothing is visible: a caller that forgets one finds nothing rather than everything. `point` is set for a search
    of the past; its `as_of` is the instant then.
    """

    instant: datetime
    store_ids: frozenset[int] = frozenset()
    kinds: frozenset[str] = field(default_factory=lambda: frozenset(Kind.values))
    project: str | None = None
    conversation: str = ""
    tags: frozenset[str] = frozenset()
    point: Point | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be found whatever is asked."""
        return not self.store_ids or not self.kinds

    @property
    def is_narrow(self) -> bool:
        """Whether more than stores and kinds decide."""
        return bool(self.project is not None or self.conversation or self.tags)

    @property
    def base_tokens(self) -> list[str]:
        """Tokens of which a record carries one: its store with its kind."""
        return [f"s{store}{kind}" for store in sorted(self.store_ids) for kind in sorted(self.kinds)]

    @property
    def groups(self) -> list[list[str]]:
        """Groups of tokens; a visible record carries at least one of each group."""
        groups = [self.base_tokens]
        if self.project is not None:
            groups.append([NO_PROJECT, *([project_token(self.project)] if self.project else [])])
        if self.conversation:
            groups.append([conversation_token(self.conversation)])
        if self.tags:
            groups.append([tag_token(tag) for tag in sorted(self.tags)])
        return groups


def scope_tokens(record: Record, content: Fact | Lesson | Episode) -> str:
    """Return the tokens a record is found by, separated by spaces: store, kind, project, conversation and tags."""
    tokens = [f"s{record.store_id}", f"s{record.store_id}{record.kind}"]
    tokens.append(project_token(record.project) if record.project else NO_PROJECT)
    if isinstance(content, Episode):
        if content.conversation:
            tokens.append(conversation_token(content.conversation))
        tokens += [tag_token(tag) for tag in content.tags]
        if announces_change(content.text):
            tokens.append(CHANGE_TOKEN)
    return " ".join(tokens)


def project_token(project: str) -> str:
    return f"{NO_PROJECT}{_digest(project)}"


def conversation_token(conversation: str) -> str:
    return f"c{_digest(conversation)}"


def tag_token(tag: str) -> str:
    return f"t{_digest(tag.lower())}"


def _digest(label: str) -> str:
    return hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_DIGITS]
