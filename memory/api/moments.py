"""Points in time in requests, and records as they stood in answers."""

from dataclasses import asdict
from typing import Any, Final

from rest_framework import serializers

from kirocrew.base.problems import Invalid
from memory.api.fields import StrictSerializer, TextField
from memory.api.serializers import ListQuerySerializer, RecordQuerySerializer, RecordSerializer
from memory.recall.qualifiers import QualifierCode
from memory.services.moments import Moment, moment_named
from memory.services.timeline import PastPage, Then

AS_OF: Final = "What was true at this instant: 2026-03-01T10:30:00Z, or a day, which means its end; now when left out"
KNOWN_AT: Final = "By what was believed at this instant; without `as_of` that is the instant of both. Not in the future"


class MomentSerializer(StrictSerializer):
    """A point on both axes of time; the present when neither is named."""

    as_of = TextField(max_length=60, required=False, help_text=AS_OF)
    known_at = TextField(max_length=60, required=False, help_text=KNOWN_AT)


class PastListQuerySerializer(MomentSerializer, ListQuerySerializer):
    """Which part of a list, and when."""


class PastRecordQuerySerializer(MomentSerializer, RecordQuerySerializer):
    """Which records, and when. Of the past those that were active then; `status` is of the present alone."""


class OneQuerySerializer(MomentSerializer):
    """In which store, and when."""

    store = TextField(max_length=60, required=False)


class QualifierSerializer(serializers.Serializer[Any]):
    """What keeps a hit from being simply so: it was changed, held until a day, tells of the past, waits for review."""

    code = serializers.ChoiceField([code.value for code in QualifierCode])
    text = serializers.CharField()
    short = serializers.CharField(help_text="The same in the few words of a prompt")
    by = serializers.UUIDField(allow_null=True, help_text="The record that says otherwise")
    at = serializers.DateTimeField(allow_null=True, help_text="When that was said, or the last moment it holds")


class ThenSerializer(serializers.Serializer[Any]):
    """The point a record is shown at, since when and until when it was believed, and what has become of it since."""

    as_of = serializers.DateTimeField()
    known_at = serializers.DateTimeField()
    known_from = serializers.DateTimeField()
    known_until = serializers.DateTimeField(allow_null=True)
    qualifiers = QualifierSerializer(many=True)


class TimedRecordSerializer(RecordSerializer):
    """A record; `then` is there when a point of the past was asked for, and the window is then that of the value."""

    then = ThenSerializer(required=False)


class TimedRecordPageSerializer(serializers.Serializer[Any]):
    """A page of records; ask again with `cursor` = `next` until it is empty."""

    entries = TimedRecordSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class StretchSerializer(serializers.Serializer[Any]):
    """A state of a record, when it was believed, and when it was true by that belief. Half-open; null is open."""

    revision = serializers.IntegerField()
    known_from = serializers.DateTimeField()
    known_until = serializers.DateTimeField(allow_null=True)
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    content = serializers.JSONField()


class TimelineSerializer(serializers.Serializer[Any]):
    """What was ever believed of a record, in the order it was learned; the latest 1,000 stretches."""

    stretches = StretchSerializer(many=True)


def moment_of(query: dict[str, Any]) -> Moment | None:
    """The point a request names, None for the present. Raises Invalid as `moment_named`."""
    return moment_named(query.get("as_of"), query.get("known_at"))


def then_data(then: Then, moment: Moment) -> dict[str, Any]:
    """A record as it stood, as JSON values."""
    shown: dict[str, Any] = dict(RecordSerializer(then.record).data)
    return shown | {
        "then": {
            "as_of": moment.as_of,
            "known_at": moment.known_at,
            "known_from": then.known_from,
            "known_until": then.known_until,
            "qualifiers": [asdict(qualifier) for qualifier in then.qualifiers],
        }
    }


def page_data(page: PastPage, moment: Moment) -> dict[str, Any]:
    """A page of records as they stood."""
    entries = [then_data(then, moment) for then in page.entries]
    return {"entries": entries, "next": str(page.following) if page.following is not None else ""}


def refuse_status(query: dict[str, Any]) -> None:
    """Raise Invalid for a status of the past: there every record listed was active."""
    if query.get("status", "active") != "active":
        raise Invalid(
            "A list of the past holds what was active then. Leave 'status' out, or ask for the present.",
            type="status-of-the-past",
        )
