"""What a write can come to. Outcomes are values: a refusal is an answer, not an exception."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class RefusalCode(StrEnum):
    """Why a write was refused. docs/reference/refusal-codes.md says what to do about each."""

    KEY_FORMAT = "key_format"
    ALLOWLIST = "allowlist_reject"
    RESERVED_PREFIX = "reserved_prefix"
    CONFIDENCE = "low_confidence"
    VALUE_EMPTY = "value_empty"
    VALUE_ENCODING = "value_encoding"
    VALUE_SIZE = "value_size"
    TEXT_LENGTH = "text_length"
    INJECTION = "injection_blocked"
    SECRET = "secret_refused"  # noqa: S105  (a code, not a secret)
    SCOPE = "scope_inadmissible"
    VOLATILE = "volatile_session_fact"
    METADATA = "metadata_invalid"
    RECALLED_TEXT = "recalled_text"
    CONVERSATION_MODE = "conversation_mode"
    REFUSED_VALUE = "refused_value"
    SUSPICIOUS = "suspicious_text"
    PLACEHOLDER = "placeholder_text"
    HEADER = "header_missing"
    CONFLICT = "conflict_skip"
    DUPLICATE = "duplicate"
    CAPACITY = "at_capacity"
    AUTHORITY = "source_not_yours"
    NOT_FOUND = "not_found"
    STALE = "stale_revision"


AUDITED_CODES = frozenset(
    {
        RefusalCode.ALLOWLIST,
        RefusalCode.CONFIDENCE,
        RefusalCode.INJECTION,
        RefusalCode.RESERVED_PREFIX,
        RefusalCode.VALUE_EMPTY,
        RefusalCode.SECRET,
        RefusalCode.REFUSED_VALUE,
        RefusalCode.SUSPICIOUS,
        RefusalCode.CONFLICT,
        RefusalCode.AUTHORITY,
    }
)
SECURITY_CODES = frozenset(
    {
        RefusalCode.INJECTION,
        RefusalCode.SUSPICIOUS,
        RefusalCode.RESERVED_PREFIX,
        RefusalCode.SECRET,
        RefusalCode.AUTHORITY,
    }
)


class OutcomeStatus(StrEnum):
    WRITTEN = "written"
    UNCHANGED = "unchanged"
    MERGED = "merged"
    PROPOSED = "proposed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A typed "no": the code, what to do about it, and the field it is about."""

    code: RefusalCode
    message: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Superseded:
    """A record that gave way to a newer one. It can be restored under its id."""

    uid: UUID
    key: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one write. `revision` is the record's after it; `proposal` the journal entry that waits."""

    status: OutcomeStatus
    kind: str
    key: str = ""
    uid: UUID | None = None
    revision: int | None = None
    refusal: Refusal | None = None
    reason: str = ""
    superseded: tuple[Superseded, ...] = ()
    proposal: int | None = None
    redacted: tuple[str, ...] = ()
    turn: tuple[str, int] | None = None
    """Of a refused episode that a person said: its conversation and position."""

    @property
    def ok(self) -> bool:
        """True unless the write was refused."""
        return self.status is not OutcomeStatus.REFUSED
