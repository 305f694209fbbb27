"""Fields of the memory API."""

from typing import Any

from rest_framework import serializers

from channels_bridge.api.fields import EndField, StrictSerializer, TextField
from memory.models import Kind

__all__ = ["EndField", "JsonValueField", "KindsField", "StrictSerializer", "TextField", "WordsField"]


class JsonValueField(serializers.JSONField):
    """Any JSON value, null included: the gate says what is wrong with it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


class WordsField(serializers.ListField):
    """Words as a list, or as one text with commas between them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=TextField(max_length=500, allow_blank=True), **options)

    def get_value(self, dictionary: Any) -> Any:
        if self.field_name is None or self.field_name not in dictionary:
            return serializers.empty
        found = dictionary.getlist(self.field_name) if hasattr(dictionary, "getlist") else dictionary[self.field_name]
        return found

    def to_internal_value(self, data: Any) -> list[str]:
        words = [data] if isinstance(data, str) else super().to_internal_value(data)
        return [word.strip() for text in words for word in text.split(",") if word.strip()]


class KindsField(WordsField):
    """Kinds of records."""

    def to_internal_value(self, data: Any) -> list[str]:
        kinds = super().to_internal_value(data)
        if unknown := set(kinds) - set(Kind.values):
            raise serializers.ValidationError(
                f"{len(unknown)} unknown; known: {', '.join(Kind.values)}.", "invalid_choice"
            )
        return kinds
