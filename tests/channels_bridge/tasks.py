"""Found by the worker processes that tests start, where this folder counts as an app."""

from tests.channels_bridge import handlers  # noqa: F401
