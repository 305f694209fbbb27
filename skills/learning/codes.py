"""Why a candidate was not staged or can't be decided. docs/reference/skill-learning.md says what to do about each."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from kirocrew.base.problems import Problem


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


class CandidateRefused(Problem):
    """A candidate stays as it is, and `code` says why; `findings` are places in its files."""

    default_type, default_title, status = "skill-candidate-refused", "The candidate stays as it is", 409

    def __init__(self, code: CandidateCode, detail: str, *, findings: Sequence[dict[str, Any]] = ()) -> None:
        self.code = code
        if code is CandidateCode.NOT_FOUND:
            self.status = 404
        extra: dict[str, Any] = {"code": code.value}
        super().__init__(detail, extra=extra | ({"findings": list(findings)} if findings else {}))


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
