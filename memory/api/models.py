"""The embedding model over HTTP: what there is, how complete its vectors are, and changing it. The owner's alone."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import NotFound
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer
from memory.models import EmbeddingFailure, ModelChange, Space
from memory.services.model_change import (
    change_open,
    failures_retry,
    model_discard,
    model_pause,
    model_resume,
    model_rollback,
    model_use,
    space_discard,
)
from memory.services.models_listing import (
    SpaceView,
    change_as_json,
    failures_of,
    models_listed,
    spaces_listed,
)


class ModelUseSerializer(StrictSerializer):
    """The model to change to: a known one's name, or the name of a GGUF file in the home's models folder."""

    model = serializers.CharField(max_length=300)


class ModelChangeSerializer(serializers.Serializer[Any]):
    """A change of the embedding model. `seconds_left` is null before there is a pace, and at its end."""

    model = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(ModelChange.State.choices)
    is_rollback = serializers.BooleanField()
    done = serializers.IntegerField(help_text="Memories with a vector of the new model")
    total = serializers.IntegerField()
    seconds_left = serializers.IntegerField(allow_null=True)
    error = serializers.CharField(allow_blank=True)
    asked_by = serializers.CharField()
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class SpaceCoverageSerializer(serializers.Serializer[Any]):
    """How complete the vectors of one store and kind are."""

    store = serializers.CharField()
    kind = serializers.CharField()
    total = serializers.IntegerField()
    embedded = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField()


class SpaceSerializer(serializers.Serializer[Any]):
    """The vectors of one model. `current` is searched, `retired` kept for going back, `building` being filled."""

    id = serializers.IntegerField()
    model = serializers.CharField(help_text="Name and digest of the model's file")
    title = serializers.CharField()
    dimension = serializers.IntegerField()
    state = serializers.ChoiceField(Space.State.choices)
    embedded = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField()
    coverage = SpaceCoverageSerializer(many=True)


class ModelSerializer(serializers.Serializer[Any]):
    """A model that memory can be searched with. `role` is what its vectors are, empty where there are none."""

    name = serializers.CharField()
    title = serializers.CharField()
    is_installed = serializers.BooleanField()
    role = serializers.CharField(allow_blank=True)
    dimension = serializers.IntegerField(allow_null=True)
    languages = serializers.ListField(child=serializers.CharField())
    licence = serializers.CharField(allow_blank=True)
    download_bytes = serializers.IntegerField()
    short = serializers.FloatField(allow_null=True, help_text="Least cosine of a relevant text of up to 300 characters")
    long = serializers.FloatField(allow_null=True, help_text="And of a longer one")
    measured_on = serializers.CharField(allow_blank=True)


class ModelsSerializer(serializers.Serializer[Any]):
    """Which models there are, how complete their vectors are, and the change that is running or paused."""

    models = ModelSerializer(many=True)
    spaces = SpaceSerializer(many=True)
    change = ModelChangeSerializer(allow_null=True)


class FailureQuerySerializer(StrictSerializer):
    """Which part of the list, newest first."""

    space = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class FailureSerializer(serializers.ModelSerializer[EmbeddingFailure]):
    """A text that could not be embedded; never its words."""

    space = serializers.IntegerField(source="space_id", read_only=True)
    record = serializers.UUIDField(source="record.uid", read_only=True)
    kind = serializers.CharField(source="record.kind", read_only=True)
    store = serializers.CharField(source="record.store.slug", read_only=True)

    class Meta:
        model = EmbeddingFailure
        fields = ("id", "space", "record", "kind", "store", "attempts", "next_attempt_at", "error")


class FailurePageSerializer(serializers.Serializer[Any]):
    """A page of texts that failed; ask again with `cursor` = `next` until it is empty."""

    entries = FailureSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class RetriedSerializer(serializers.Serializer[Any]):
    """How many texts are tried again now."""

    retried = serializers.IntegerField()


class ModelsView(MemoryView):
    """Models, their vectors and the open change."""

    @extend_schema(tags=["models"], responses=ModelsSerializer)
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        data = {
            "models": models_listed(actor=self.actor),
            "spaces": [_space(view) for view in spaces_listed(actor=self.actor)],
            "change": change_as_json(change_open()),
        }
        return Response(ModelsSerializer(data).data)


class ModelUseView(MemoryView):
    """Begin to change the embedding model. Search goes on as it is until everything has a vector of the new one."""

    @extend_schema(tags=["models"], request=ModelUseSerializer, responses={202: ModelChangeSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        return _answer(model_use(actor=self.actor, model=self.body(ModelUseSerializer)["model"]))


class ModelPauseView(MemoryView):
    """Let the change rest after the batch it is at."""

    @extend_schema(tags=["models"], request=None, responses={202: ModelChangeSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        return _answer(model_pause(actor=self.actor))


class ModelResumeView(MemoryView):
    """Go on with a paused change."""

    @extend_schema(tags=["models"], request=None, responses={202: ModelChangeSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        return _answer(model_resume(actor=self.actor))


class ModelDiscardView(MemoryView):
    """Give the open change up and remove what it embedded."""

    @extend_schema(tags=["models"], request=None, responses={202: ModelChangeSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        return _answer(model_discard(actor=self.actor))


class ModelRollbackView(MemoryView):
    """Go back to the model before: at once where its vectors are complete, else as soon as they are."""

    @extend_schema(tags=["models"], request=None, responses={202: ModelChangeSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        return _answer(model_rollback(actor=self.actor))


class ModelFailuresView(MemoryView):
    """Texts that could not be embedded, newest first."""

    @extend_schema(tags=["models"], parameters=[FailureQuerySerializer], responses=FailurePageSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(FailureQuerySerializer)
        space = Space.objects.filter(pk=query["space"]).first() if "space" in query else None
        rows = failures_of(actor=self.actor, space=space)
        if "space" in query and space is None:
            raise NotFound("There are no such vectors.", type="unknown-space")
        if "cursor" in query:
            rows = rows.filter(pk__lt=query["cursor"])
        limit = query["limit"]
        found = list(rows[: limit + 1])
        following = str(found[limit - 1].pk) if len(found) > limit else ""
        return Response({"entries": FailureSerializer(found[:limit], many=True).data, "next": following})


class SpaceDiscardView(MemoryView):
    """Remove the vectors of a model that are kept for going back."""

    @extend_schema(tags=["models"], request=None, responses={202: None})
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        space_discard(actor=self.actor, number=number)
        return Response(status=status.HTTP_202_ACCEPTED)


class SpaceRetryView(MemoryView):
    """Try the failed texts of a model's vectors again now."""

    @extend_schema(tags=["models"], request=None, responses=RetriedSerializer)
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        return Response({"retried": failures_retry(actor=self.actor, number=number)})


def _answer(change: ModelChange) -> Response:
    return Response(ModelChangeSerializer(change_as_json(change)).data, status=status.HTTP_202_ACCEPTED)


def _space(view: SpaceView) -> dict[str, Any]:
    space = view.space
    return {
        "id": space.pk,
        "model": space.model,
        "title": view.title,
        "dimension": space.dimension,
        "state": space.state,
        "embedded": view.embedded,
        "waiting": view.waiting,
        "failed": view.failed,
        "coverage": view.rows,
    }
