"""Views that fail in every way there is, and one that writes."""

import os
import signal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError, transaction
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.api.authentication import actor_of
from channels_bridge.api.idempotency import idempotent
from channels_bridge.models import Heartbeat
from channels_bridge.services.jobs import job_enqueue
from kirocrew.base.problems import Conflict, PreconditionFailed, TooMany


class ItemSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=5)
    colour = serializers.ChoiceField(["red", "green"])


class BodySerializer(serializers.Serializer[Any]):
    items = ItemSerializer(many=True)
    count = serializers.IntegerField(max_value=10)


class FailView(APIView):
    def get(self, request: Request, how: str) -> Response:
        raise {
            "404": Http404("secret table"),
            "403": PermissionDenied("secret reason"),
            "409": Conflict("It changed.", extra={"revision": 7}),
            "412": PreconditionFailed("Read it again."),
            "413": RequestDataTooBig("secret size"),
            "429": TooMany("Slower.", retry_after=7),
            "throttled": exceptions.Throttled(wait=2.3),
            "busy": OperationalError("database is locked: secret statement"),
            "500": RuntimeError("secret value"),
        }[how]

    def post(self, request: Request, how: str) -> Response:
        body = BodySerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response({})


class WhoView(APIView):
    def get(self, request: Request) -> Response:
        actor = actor_of(request)
        return Response({"source": actor.source, "name": actor.name, "ident": actor.ident})


class WriteView(APIView):
    """Writes a job, then ends as the body says."""

    @idempotent
    def post(self, request: Request) -> Response:
        how = request.data.get("how", "fine")
        with transaction.atomic():
            job = job_enqueue(actor=actor_of(request), name="test.note", args={"text": request.data.get("text", "")})
        is_deadly = (Path(settings.KIROCREW_HOME) / "kill").exists()
        if how == "killed before the commit" and is_deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "killed after the commit" and is_deadly:
            transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
        if how == "crash":
            raise RuntimeError("the process was killed")
        if how == "500":
            return Response({}, status=500)
        if how == "refused":
            return Response({"status": "refused", "code": "too_long"}, status=422)
        if how == "raised":
            Heartbeat.objects.create(name="audited")
            raise Conflict("Look again.")
        answer = Response({"uid": str(job.uid), "text": request.data.get("text", "")}, status=201)
        answer["ETag"] = '"1"'
        answer["X-Other"] = "not kept"
        return answer
