"""The endpoints of jobs: list, look, follow, cancel, try again."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.actors import Permission
from channels_bridge.api.authentication import actor_again, actor_of
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.serializers import (
    EventQuerySerializer,
    FollowSerializer,
    JobFilterSerializer,
    JobSerializer,
    JobStorySerializer,
)
from channels_bridge.models import Job
from channels_bridge.services.job_events import event_message
from channels_bridge.services.job_paces import Paces
from channels_bridge.services.jobs import job_cancel, job_get, job_retry, jobs_visible_to
from channels_bridge.streams import CONTENT_TYPE, stream_response


class JobPagination(CursorPagination):
    ordering = "-id"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


@extend_schema(tags=["jobs"], parameters=[JobFilterSerializer])
class JobListView(ListAPIView[Job]):
    """Background jobs, newest first: all for the owner, its own for a bot."""

    serializer_class = JobSerializer
    pagination_class = JobPagination

    def get_queryset(self) -> QuerySet[Job]:
        if getattr(self, "swagger_fake_view", False):
            return Job.objects.none()
        actor = actor_of(self.request)
        actor.require(Permission.JOBS_READ)
        wanted = JobFilterSerializer(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        return jobs_visible_to(actor).filter(**wanted.validated_data)


class JobView(APIView):
    """One job."""

    @extend_schema(tags=["jobs"], responses=JobSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(JobSerializer(_job(request, uid)).data)


class JobEventsView(APIView):
    """The story of a job, oldest first, a piece at a time."""

    @extend_schema(tags=["jobs"], parameters=[EventQuerySerializer], responses=JobStorySerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        job = _job(request, uid)
        query = EventQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        after, limit = query.validated_data["after"], query.validated_data["limit"]
        events = list(job.events.filter(pk__gt=after).select_related("job")[:limit])
        paces = Paces()
        story: dict[str, Any] = {
            "events": [event_message(event, paces) for event in events],
            "next_after": events[-1].pk if events else after,
            "is_complete": job.is_finished and len(events) < limit,
        }
        return Response(story)


class AsWritten(BaseContentNegotiation):
    """Answers whatever is asked for: the stream is no JSON, a problem of this view is, and both say so themselves."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class JobStreamView(APIView):
    """The steps of all jobs you may see, as server-sent events: the story so far, then each step as it is made.

    The `data` of an event is a step as `GET /api/jobs/{uid}/events` has it, its `id` goes into `Last-Event-ID`. Without
    one the story begins with the jobs that have not ended or ended within a day. Comments come at least every 15
    seconds. The stream ends when the key may not read any more; a bot may follow four in each web process.
    """

    content_negotiation_class = AsWritten
    http_method_names = ("get", "options")  # the answer to a HEAD would never end

    @extend_schema(
        operation_id="jobs_follow",
        tags=["jobs"],
        parameters=[
            FollowSerializer,
            OpenApiParameter(
                "Last-Event-ID",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="The last step you know; wins over `after`.",
            ),
        ],
        responses={(200, CONTENT_TYPE): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        actor = actor_of(request)
        actor.require(Permission.JOBS_READ)
        known = request.headers.get("Last-Event-ID") or request.query_params.get("after")
        wanted = FollowSerializer(data={} if known is None else {"after": known})
        wanted.is_valid(raise_exception=True)
        return stream_response(actor=actor, again=actor_again(request), after=wanted.validated_data.get("after"))


class JobCancelView(APIView):
    """Stop a job: a waiting one at once, a running one at its next step."""

    @extend_schema(tags=["jobs"], request=None, responses=JobSerializer)
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        return Response(JobSerializer(job_cancel(actor=actor_of(request), job=_job(request, uid))).data)


class JobRetryView(APIView):
    """Put a failed or cancelled job back in the queue; it goes on from its checkpoint."""

    @extend_schema(tags=["jobs"], request=None, responses=JobSerializer)
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        return Response(JobSerializer(job_retry(actor=actor_of(request), job=_job(request, uid))).data)


def _job(request: Request, uid: UUID) -> Job:
    actor = actor_of(request)
    actor.require(Permission.JOBS_READ)
    return job_get(actor=actor, uid=uid)
