"""What others may hear of conversations once it is committed: that there are new turns, that one has ended."""

import logging
from typing import Final

from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)

turns_recorded: Final = Signal()
"""Sent with `conversation_id`, a primary key, after turns were committed."""
conversation_ended: Final = Signal()
"""Sent with `conversation_id` after a conversation's end was committed."""


def signal_on_commit(signal: Signal, *, conversation_id: int) -> None:
    """Send a signal once the transaction is committed. What a receiver fails at is logged: the turns are recorded."""

    def send() -> None:
        for receiver, answer in signal.send_robust(sender=None, conversation_id=conversation_id):
            if isinstance(answer, Exception):
                logger.error("%r failed for conversation %s.", receiver, conversation_id, exc_info=answer)

    transaction.on_commit(send)
