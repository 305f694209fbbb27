"""A queue that loses, doubles or delays work is told at the start."""

from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from channels_bridge.checks import queue_settings


def ids(**changes: Any) -> set[str | None]:
    with override_settings(Q_CLUSTER={**settings.Q_CLUSTER, **changes}):
        return {message.id for message in queue_settings(None)}


def test_the_settings_as_they_are_pass() -> None:
    assert ids() == set()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"orm": None}, "channels_bridge.E001"),
        ({"max_attempts": 0}, "channels_bridge.E002"),
        ({"ack_failures": False}, "channels_bridge.E002"),
        ({"retry": 3600}, "channels_bridge.W001"),
        ({"queue_limit": 50}, "channels_bridge.W001"),
    ],
)
def test_each_wrong_setting_has_its_id(changes: dict[str, Any], code: str) -> None:
    assert ids(**changes) == {code}
