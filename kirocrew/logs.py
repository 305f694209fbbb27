"""What Django logs louder than it is, brought down to its size."""

import logging
from http import HTTPStatus
from typing import Final

from kirocrew.base.text import one_line

READINESS: Final = "/readyz"


class SafeFormatter(logging.Formatter):
    """Takes credentials out of everything that is logged, tracebacks too, and keeps a message on one line.

    What a stranger puts into an address or a header must neither reveal a key that was sent by mistake nor forge a
    line of its own.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = one_line(record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        from hooks.services.redaction import redact  # logging is set up before the apps are

        return redact(super().format(record)).text


class OneLineWarning(logging.Filter):
    """Makes a warning without traceback of a record: anybody can send a foreign Host header, as often as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
        return True


class NoExpected503(logging.Filter):
    """Drops the record of a 503 of the readiness page: it is that page's answer to a monitor, not a failure of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        path = getattr(getattr(record, "request", None), "path", "")
        status = getattr(record, "status_code", None)
        return not (path == READINESS and status == HTTPStatus.SERVICE_UNAVAILABLE)
