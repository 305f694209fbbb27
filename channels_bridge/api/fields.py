"""Fields and serializers that take what they know and say what they don't."""

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import SkipField, empty

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
            if type(data) is dict:  # a form is read in another way
                return self._values(data)
        return super().to_internal_value(data)

    def _values(self, data: dict[str, Any]) -> dict[str, Any]:
        """What DRF makes of an object, without asking the fields that give nothing when they are not there."""
        values: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for name, field, is_asked in self._asked:
            if name not in data and not is_asked:
                continue
            try:
                self.set_value(values, field.source_attrs, field.run_validation(field.get_value(data)))
            except serializers.ValidationError as error:
                errors[name] = error.detail
            except SkipField:
                continue
        if errors:
            raise serializers.ValidationError(errors)
        return values

    @cached_property
    def _asked(self) -> list[tuple[str, Any, bool]]:
        """Each field that can be written, with its name, and whether it says something when it is not there."""
        fields = [(name, field) for name, field in self.fields.items() if not field.read_only]
        return [(name, field, field.required or field.default is not empty) for name, field in fields]

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
