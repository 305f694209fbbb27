"""Windows of validity compared."""

from memory.models import Record


def windows_apart(one: Record, other: Record) -> bool:
    """Whether there is no instant at which both hold."""
    return _ends_before(one, other) or _ends_before(other, one)


def _ends_before(first: Record, second: Record) -> bool:
    return first.valid_until is not None and second.valid_from is not None and first.valid_until <= second.valid_from
