"""Why nothing was fetched, as codes that stay the same between versions."""

from enum import StrEnum

from kirocrew.base.problems import Problem


class EgressReason(StrEnum):
    """Every code of an `EgressRefused` or `EgressFailed`; docs/reference/egress.md explains each."""

    # Refused: the request or the answer is not acceptable, and trying again changes nothing.
    BAD_HEADER = "bad_header"
    BAD_URL = "bad_url"
    CREDENTIALS_IN_URL = "credentials_in_url"
    DOWNGRADE = "downgrade"
    ENCODING = "encoding"
    PRIVATE_ADDRESS = "private_address"
    REDIRECT_WITH_BODY = "redirect_with_body"
    SCHEME = "scheme"
    TOO_LARGE = "too_large"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    # Failed: it may work another time.
    CERTIFICATE = "certificate"
    PROTOCOL = "protocol"
    TOO_SLOW = "too_slow"
    UNREACHABLE = "unreachable"
    UNRESOLVED = "unresolved"


class EgressRefused(Problem):
    """The request was not made, or its answer not taken. `reason` says why. Never holds more of a URL than its host."""

    default_type, default_title, status = "egress-refused", "Not fetched", 422

    def __init__(self, reason: EgressReason, detail: str) -> None:
        self.reason = reason
        super().__init__(detail, extra={"reason": reason.value})


class EgressFailed(Problem):
    """The other side did not answer as it should; it may later. `reason` says how it showed."""

    default_type, default_title, status = "egress-failed", "The other server did not answer", 503

    def __init__(self, reason: EgressReason, detail: str) -> None:
        self.reason = reason
        super().__init__(detail, extra={"reason": reason.value})
