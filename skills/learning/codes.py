"""Why a candidate was not staged or can't be decided. docs/reference/skill-learning.md says what to do about each."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from kirocrew.base.problems import Conflict, Invalid


class CandidateCode(StrEnum):
    """Reasons why a decision about a candidate was refused; nothing has changed then."""

    NOT_FOUND = "not_found"
    LIVE_EXISTS = "live_exists"
    KIND_MISMATCH = "kind_mismatch"
    SCRIPT_VALIDATION_FAILED = "script_validation_failed"
    TARGET_MISSING = "target_missing"
    STALE_BASE = "stale_base"
    INVALID_LAYOUT = "invalid_layout"
    REDACTION_FAILED = "redaction_failed"
    PROMOTION_FAILED = "promotion_failed"
    EXPIRED = "expired"
    ALREADY_DECIDED = "already_decided"


class CandidateRefused(Conflict):
    """A candidate stays as it is, and `code` says why; `findings` are places in its files."""

    default_type, default_title = "skill-candidate-refused", "The candidate stays as it is"

    def __init__(self, code: CandidateCode, detail: str, *, findings: Sequence[dict[str, Any]] = ()) -> None:
        self.code = code
        extra: dict[str, Any] = {"code": code.value}
        super().__init__(detail, extra=extra | ({"findings": list(findings)} if findings else {}))


class CandidateMissing(CandidateRefused):
    """There is no such candidate, or not for this actor."""

    default_type, default_title, status = "unknown-skill-candidate", "No such candidate", 404

    def __init__(self) -> None:
        super().__init__(CandidateCode.NOT_FOUND, "No such candidate waits for you.")


class CandidateInvalid(Invalid):
    """What was written is no skill that may wait."""

    default_type, default_title = "skill-candidate-invalid", "This is no skill that can wait"


class CandidateHostile(Invalid):
    """What was written gives orders that would turn an agent against its owner."""

    default_type, default_title = "skill-candidate-hostile", "The text gives orders to the machine"


class LearnOutcome(StrEnum):
    """What a look at a conversation came to; kept with its mark."""

    STAGED = "staged"
    STAGED_UPDATE = "staged_update"
    PUBLISHED = "published"
    NOTHING = "nothing"
    DUPLICATE = "duplicate"
    REFUSED_BEFORE = "refused_before"
    REJECTED = "rejected"
    FEW_TOOLS = "few_tools"
    SENSITIVE = "sensitive"
    WAITS = "waits"
    FAILED = "failed"
