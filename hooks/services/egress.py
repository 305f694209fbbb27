"""The one outgoing HTTP client."""

from hooks.egress.client import Caps, Egress, Fetched, Reply, egress_configured, egress_fetch, egress_open
from hooks.egress.refusals import EgressFailed, EgressReason, EgressRefused
from hooks.egress.targets import Listed, listed_of

__all__ = [
    "Caps",
    "Egress",
    "EgressFailed",
    "EgressReason",
    "EgressRefused",
    "Fetched",
    "Listed",
    "Reply",
    "egress_configured",
    "egress_fetch",
    "egress_open",
    "listed_of",
]
