"""What a serializer makes of an object is what DRF makes of it, for fields that are there and fields that are not."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework import serializers

from channels_bridge.api.fields import StrictSerializer, checked


class Inner(StrictSerializer):
    name = serializers.CharField(max_length=3)
    size = serializers.IntegerField(required=False)


class Ours(StrictSerializer):
    name = serializers.CharField(max_length=5)
    size = serializers.IntegerField(required=False, min_value=0)
    weight = serializers.FloatField(default=0.5)
    label = serializers.CharField(default="", allow_blank=True)
    end = serializers.DateTimeField(required=False, allow_null=True)
    seen = serializers.BooleanField(required=False)
    tags = serializers.ListField(child=serializers.CharField(max_length=4), required=False)
    inner = Inner(required=False)
    known = serializers.IntegerField(read_only=True)


class Theirs(Ours):
    """The same fields, read by DRF's own loop."""

    def to_internal_value(self, data: Any) -> Any:
        return serializers.Serializer.to_internal_value(self, data)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.text(max_size=6),
    st.just("2026-11-30T12:00:00Z"),
    st.lists(st.text(max_size=5), max_size=2),
    st.dictionaries(st.sampled_from(["name", "size"]), st.one_of(st.text(max_size=4), st.integers(0, 5)), max_size=2),
)


def read(serializer: type[serializers.Serializer[Any]], data: Any) -> Any:
    try:
        return checked(serializer, data)
    except serializers.ValidationError as error:
        return error.get_full_details()


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(list(Ours().fields)), VALUES))
def test_an_object_is_read_as_drf_reads_it(data: dict[str, Any]) -> None:
    assert read(Ours, data) == read(Theirs, data)


def test_a_field_that_nobody_knows_is_still_refused() -> None:
    assert "nmae" in read(Ours, {"nmae": "alice"})
