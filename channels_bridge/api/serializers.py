"""Jobs as the API shows them."""

from rest_framework import serializers

from channels_bridge.models import Job, JobState
from channels_bridge.services.job_paces import job_pace, pace_numbers


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job without its arguments, which may name files of the server."""

    percent = serializers.IntegerField(read_only=True, allow_null=True, help_text="0-100; null: total unknown")

    rate = serializers.SerializerMethodField(help_text="Items a second now; null: not known")
    seconds_left = serializers.SerializerMethodField(help_text="At that rate; null: not known")

    class Meta:
        model = Job
        fields = (
            "uid",
            "name",
            "title",
            "state",
            "done",
            "total",
            "percent",
            "rate",
            "seconds_left",
            "message",
            "attempts",
            "max_attempts",
            "not_before",
            "heartbeat_at",
            "result",
            "error",
            "requested_by",
            "cancel_requested",
            "created_at",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields

    def get_rate(self, job: Job) -> float | None:
        return pace_numbers(job_pace(job))[0]

    def get_seconds_left(self, job: Job) -> float | None:
        return pace_numbers(job_pace(job))[1]


class JobFilterSerializer(serializers.Serializer[None]):
    """Which jobs are asked for."""

    state = serializers.ChoiceField(JobState.choices, required=False)
    name = serializers.CharField(max_length=100, required=False)


class EventQuerySerializer(serializers.Serializer[None]):
    """Which part of the story is asked for."""

    after = serializers.IntegerField(min_value=0, max_value=2**63 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=200)


class FollowSerializer(serializers.Serializer[None]):
    """After which step to go on."""

    after = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class JobEventSerializer(serializers.Serializer[None]):
    """One step; `state`, `done`, `total` and `message` are those of that moment."""

    job = serializers.UUIDField()
    id = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    data = serializers.JSONField()  # type: ignore[assignment]
    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    title = serializers.CharField()
    rate = serializers.FloatField(allow_null=True, help_text="Items a second; null: not known")
    seconds_left = serializers.FloatField(allow_null=True, help_text="At that rate; null: not known")
    pace = serializers.CharField(help_text="Both in words, or empty")


class JobStorySerializer(serializers.Serializer[None]):
    """A piece of the story. Ask again with `after` = `next_after` until `is_complete`."""

    events = JobEventSerializer(many=True)
    next_after = serializers.IntegerField()
    is_complete = serializers.BooleanField()
