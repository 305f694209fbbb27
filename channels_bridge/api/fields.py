"""Fields and serializers that take what they know and say what they don't."""

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from kirocrew.base.clock import is_forever
from kirocrew.base.text import clean


class TextField(serializers.CharField):
    """Text, cleaned once on entry: no NUL, no half characters, one normal form. Numbers are not taken for text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return clean(super().to_internal_value(data))


class EndField(serializers.DateTimeField):
    """The end of a window. 9999-12-31 in any zone, or later, is none: so other tools write that there is no end."""

    def enforce_timezone(self, value: datetime) -> datetime | None:  # type: ignore[override]
        aware = value if value.tzinfo else value.replace(tzinfo=UTC)
        return None if is_forever(aware) else super().enforce_timezone(value)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields it does not know: a misspelt `valid_until` would be kept without its end."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError({_shown(name): [self._unknown(name)] for name in unknown[:20]})
        return super().to_internal_value(data)

    def _unknown(self, name: str) -> ErrorDetail:
        near = difflib.get_close_matches(name, list(self.fields), n=1)
        hint = f" Did you mean '{near[0]}'?" if near else f" Known: {', '.join(self.fields)}."
        return ErrorDetail(f"There is no such field.{hint}", code="unknown_field")


def checked(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """The values a serializer makes of what a caller sent. Raises ValidationError.

    As `is_valid` would, with one serializer for all requests: copying its fields for each took a tenth of a write. It
    keeps nothing of what it checks, so threads may share it.
    """
    if data is None:
        serializer(data=data).is_valid(raise_exception=True)
    return dict(_shared(serializer).run_validation(data))


@cache
def _shared(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    return serializer()


def _shown(name: str) -> str:
    """Names of fields are a caller's text, too: only what looks like one is repeated."""
    return name if name.isidentifier() and len(name) <= 60 else "(unnamed)"
