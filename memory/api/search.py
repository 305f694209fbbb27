"""Recall over HTTP."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kirocrew.base.problems import Invalid
from memory.api.base import MemoryView
from memory.api.fields import KindsField, TextField, WordsField
from memory.api.moments import MomentSerializer, QualifierSerializer, moment_of
from memory.models import Kind
from memory.recall.hits import RecallResult
from memory.services.context import Block, context_preview
from memory.services.moments import Moment
from memory.services.recall import POLICIES, RecallOptions, recall

QUERY_MAX = 4000  # characters


class SearchQuerySerializer(MomentSerializer):
    """A question and what narrows it."""

    q = TextField(max_length=QUERY_MAX, help_text="The question, in any language")
    store = TextField(max_length=60, required=False)
    kinds = KindsField(required=False, help_text="fact, lesson, episode; all when left out")
    limit = serializers.IntegerField(min_value=1, max_value=200, default=8)
    project = TextField(max_length=200, required=False)
    conversation = TextField(max_length=200, required=False)
    tags = WordsField(required=False, help_text="Any of them")
    at = TextField(max_length=60, required=False, help_text="The same as `as_of`")
    policy = serializers.ChoiceField(sorted(POLICIES), required=False, help_text="The store's own when left out")
    admit = serializers.BooleanField(
        default=True, help_text="false: everything found in order of score, also what is hardly relevant"
    )


class EpisodeSearchQuerySerializer(SearchQuerySerializer):
    """A question about episodes."""

    q = TextField(max_length=500)
    limit = serializers.IntegerField(min_value=1, max_value=50, default=20)
    admit = serializers.BooleanField(default=False)


class ArmsSerializer(serializers.Serializer[Any]):
    """What words said (0 and up), what meaning said (-1 to 1, null without a vector), and both."""

    keyword = serializers.FloatField()
    cosine = serializers.FloatField(allow_null=True)
    relevance = serializers.FloatField()


class HitSerializer(serializers.Serializer[Any]):
    """One record found."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
    store = serializers.CharField()
    key = serializers.CharField()
    text = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    source_ref = serializers.CharField()
    observed_at = serializers.DateTimeField()
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)
    revision = serializers.IntegerField()
    score = serializers.FloatField()
    arms = ArmsSerializer()
    why = serializers.CharField(help_text="Why it was admitted")
    tags = serializers.ListField(child=serializers.CharField())
    conversation = serializers.CharField()
    session = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    speaker = serializers.CharField()
    qualifiers = QualifierSerializer(many=True)


class SearchResultSerializer(serializers.Serializer[Any]):
    """Hits, best first. Nothing relevant is an answer: then `abstained` is true and `note` says so."""

    hits = HitSerializer(many=True)
    mode = serializers.ChoiceField(("hybrid", "keyword"))
    mode_reason = serializers.CharField(help_text="Why there was no search by meaning")
    abstained = serializers.BooleanField()
    doubt = serializers.CharField(help_text="other_speaker: the hits seem to be about somebody else")
    note = serializers.CharField()


class BlockSerializer(serializers.Serializer[Any]):
    """One block of a context: whole items only."""

    text = serializers.CharField()
    shown = serializers.IntegerField()
    total = serializers.IntegerField()
    chars = serializers.IntegerField()
    ids = serializers.ListField(child=serializers.CharField())


class ContextPreviewSerializer(serializers.Serializer[Any]):
    """What an agent would be given for a question."""

    facts = BlockSerializer()
    episodes = BlockSerializer()
    lessons = BlockSerializer()
    mode = serializers.CharField()
    mode_reason = serializers.CharField()


class ContextQuerySerializer(MomentSerializer):
    """The question a context is for."""

    q = serializers.CharField(max_length=QUERY_MAX, required=False, allow_blank=True, default="")
    store = serializers.CharField(max_length=60, required=False)
    project_dir = serializers.CharField(max_length=1000, required=False, default="", help_text="Absolute path")


EXAMPLE = OpenApiExample("A question", value={"q": "Where does Ada live?", "kinds": "fact,episode"}, request_only=True)


class SearchView(MemoryView):
    """Search facts, lessons and episodes by words and meaning."""

    serializer = SearchQuerySerializer

    @extend_schema(
        operation_id="search", tags=["recall"], parameters=[SearchQuerySerializer], responses=SearchResultSerializer
    )
    def get(self, request: Request) -> Response:
        return self._found(self.query(self.serializer))

    @extend_schema(
        operation_id="search_post",
        tags=["recall"],
        request=SearchQuerySerializer,
        responses=SearchResultSerializer,
        examples=[EXAMPLE],
    )
    def post(self, request: Request) -> Response:
        return self._found(self.body(self.serializer))

    def kinds_of(self, values: dict[str, Any]) -> set[str]:
        return set(values.get("kinds", ())) or set(Kind.values)

    def _found(self, values: dict[str, Any]) -> Response:
        options = RecallOptions(
            project=values.get("project"),
            conversation=values.get("conversation", ""),
            tags=frozenset(tag.lower() for tag in values.get("tags", ())),
            moment=_moment(values),
            policy=values.get("policy", ""),
            admit=values["admit"],
        )
        result = recall(
            actor=self.actor,
            query=values["q"],
            stores=[self.store()],
            kinds=self.kinds_of(values),
            limit=values["limit"],
            options=options,
        )
        return Response(result_data(result))


class EpisodeSearchView(SearchView):
    """Search episodes, everything found in order of score."""

    serializer = EpisodeSearchQuerySerializer
    http_method_names = ("get", "head", "options")

    @extend_schema(
        operation_id="search_episodes",
        tags=["recall"],
        parameters=[EpisodeSearchQuerySerializer],
        responses=SearchResultSerializer,
    )
    def get(self, request: Request) -> Response:
        return super().get(request)

    def kinds_of(self, values: dict[str, Any]) -> set[str]:
        return {Kind.EPISODE.value}


class ContextPreviewView(MemoryView):
    """The facts, episodes and learned corrections an agent would be given."""

    @extend_schema(tags=["recall"], parameters=[ContextQuerySerializer], responses=ContextPreviewSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(ContextQuerySerializer)
        preview = context_preview(
            actor=self.actor,
            store=self.store(),
            query=query["q"],
            project_dir=query["project_dir"],
            options=RecallOptions(moment=moment_of(query)),
        )
        blocks = {name: _block_data(getattr(preview, name)) for name in ("facts", "episodes", "lessons")}
        return Response(blocks | {"mode": preview.mode, "mode_reason": preview.mode_reason})


def _moment(values: dict[str, Any]) -> Moment | None:
    """The point asked for; `at` is another name of `as_of`. Raises Invalid when both are given and differ."""
    at, as_of = values.get("at"), values.get("as_of")
    if at and as_of and at != as_of:
        raise Invalid("'at' and 'as_of' are the same and say different things. Leave one out.", type="invalid-instant")
    return moment_of(values | {"as_of": as_of or at})


def result_data(result: RecallResult) -> dict[str, Any]:
    """The result as JSON values."""
    return {
        "hits": [asdict(hit) | {"arms": hit.arms._asdict()} for hit in result.hits],
        "mode": result.mode.value,
        "mode_reason": result.mode_reason,
        "abstained": result.abstained,
        "doubt": result.doubt,
        "note": result.note,
    }


def _block_data(block: Block) -> dict[str, Any]:
    return asdict(block) | {"chars": block.chars}
