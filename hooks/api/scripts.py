"""Script hooks over HTTP: the owner keeps them, a bot asks what they say about an event."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from hooks.api.base import HooksView
from hooks.api.rules import expected_revision
from hooks.api.serializers import RawTextField
from hooks.models import ScriptHook
from hooks.models.scripts import MATCHER_LIMIT, NAME_LIMIT, WHY_LIMIT
from hooks.scripts.lint import Code, matcher_lint
from hooks.scripts.matchers import Mode
from hooks.scripts.runner import COMMAND_MAX, TIMEOUT_DEFAULT, TIMEOUT_RANGE
from hooks.scripts.systems import System
from hooks.services.script_imports import FILE_BYTES_MAX, FILES_MAX, Fate, HookFile, scripts_import
from hooks.services.script_runs import Action, ScriptResult, script_hook_try, scripts_run
from hooks.services.scripts import (
    ScriptDraft,
    mcp_tool_names,
    script_hook_change,
    script_hook_create,
    script_hook_delete,
    script_hook_enable,
    script_hook_fail_open,
    script_hook_get,
    script_hook_hints,
    script_hooks_list,
)

_LEAST, _MOST = TIMEOUT_RANGE
SYSTEMS: Final = [one.value for one in System]
MODES: Final = [one.value for one in Mode]
ACTIONS: Final = [(one.value, one.value) for one in Action]
KNOWN_MAX: Final = 200  # names a matcher is held against beside the built-in ones


class ScriptWriteSerializer(StrictSerializer):
    """A script hook as it is made; it starts switched off."""

    name = TextField(max_length=NAME_LIMIT)
    event = TextField(max_length=60, help_text="As any known system calls it: PreToolUse, preToolUse, agentSpawn …")
    command = RawTextField(max_length=COMMAND_MAX, help_text="For a POSIX shell")
    system = serializers.ChoiceField(SYSTEMS, default=System.KIROCREW.value)
    matcher = RawTextField(max_length=MATCHER_LIMIT, default="")
    matcher_mode = serializers.ChoiceField(MODES, default=Mode.GLOB.value, help_text="For hooks of kirocrew only")
    folder = TextField(max_length=1000, default="", allow_blank=True, help_text="Absolute; empty: the home's hooks")
    timeout = serializers.IntegerField(min_value=_LEAST, max_value=_MOST, default=TIMEOUT_DEFAULT, help_text="Seconds")


class ScriptChangeSerializer(ScriptWriteSerializer):
    """Only what is to change."""

    enabled = serializers.BooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class MatcherHintSerializer(serializers.Serializer[Any]):
    """What is wrong with a matcher; `repair` is one to write instead, or empty."""

    code = serializers.ChoiceField([one.value for one in Code])
    message = serializers.CharField()
    repair = serializers.CharField(allow_blank=True)


class ScriptSerializer(serializers.ModelSerializer[ScriptHook]):
    """A script hook with what is wrong with its matcher."""

    hints = serializers.SerializerMethodField()

    class Meta:
        model = ScriptHook
        fields = (
            "uid",
            "name",
            "event",
            "command",
            "system",
            "matcher",
            "matcher_mode",
            "folder",
            "timeout",
            "enabled",
            "fail_open",
            "fail_open_by",
            "fail_open_at",
            "fail_open_why",
            "origin",
            "revision",
            "made_by",
            "made_at",
            "changed_at",
            "last_run_at",
            "last_status",
            "last_duration_ms",
            "run_count",
            "hints",
        )
        read_only_fields = fields

    def get_hints(self, hook: ScriptHook) -> list[dict[str, str]]:
        return [hint.as_dict() for hint in script_hook_hints(hook, self.context.get("known_tools"))]


class ScriptListSerializer(serializers.Serializer[Any]):
    """All of them, by event and name."""

    entries = ScriptSerializer(many=True)


class FailOpenSerializer(StrictSerializer):
    """Why a hook may fail without blocking; empty takes it back."""

    why = TextField(max_length=WHY_LIMIT, allow_blank=True)


class ScriptPayloadSerializer(StrictSerializer):
    """What a hook gets on stdin."""

    payload = serializers.DictField(help_text="As the harness gives it to its own hooks")


class ScriptEventSerializer(ScriptPayloadSerializer):
    """An event and its payload."""

    event = RawTextField(max_length=60)


class ScriptResultSerializer(serializers.Serializer[Any]):
    """What one hook said; texts are redacted and cut."""

    hook = serializers.UUIDField()
    name = serializers.CharField()
    action = serializers.ChoiceField(ACTIONS)
    status = serializers.CharField(help_text="Its effect, or 'failed:' and why")
    duration_ms = serializers.IntegerField()
    to_model = serializers.CharField(allow_blank=True)
    warning = serializers.CharField(allow_blank=True)
    context = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    notes = serializers.ListField(child=serializers.CharField())


class ScriptsDecisionSerializer(serializers.Serializer[Any]):
    """What all hooks say together: deny beats ask beats allow; `pass`: none had anything to say."""

    event = serializers.CharField()
    action = serializers.ChoiceField(ACTIONS)
    reason = serializers.CharField(allow_blank=True)
    results = ScriptResultSerializer(many=True)


class ScriptTrialSerializer(serializers.Serializer[Any]):
    """A run by hand with its output, redacted and cut."""

    is_matched = serializers.BooleanField()
    exit_code = serializers.IntegerField(allow_null=True)
    failure = serializers.CharField(allow_blank=True)
    stdout = serializers.CharField(allow_blank=True)
    stderr = serializers.CharField(allow_blank=True)
    result = ScriptResultSerializer()


class MatcherLintSerializer(StrictSerializer):
    """A matcher to look at."""

    system = serializers.ChoiceField(SYSTEMS)
    matcher = RawTextField(max_length=MATCHER_LIMIT, allow_null=True)
    event = TextField(max_length=60, default="PreToolUse")
    matcher_mode = serializers.ChoiceField(MODES, default=Mode.GLOB.value)
    known_tools = serializers.ListField(child=TextField(max_length=200), max_length=KNOWN_MAX, default=list)


class MatcherHintListSerializer(serializers.Serializer[Any]):
    """Most telling first; nothing is wrong when it is empty."""

    entries = MatcherHintSerializer(many=True)


class HookFileSerializer(StrictSerializer):
    """A file; its path says whose it is."""

    name = TextField(max_length=1000)
    text = RawTextField(max_length=FILE_BYTES_MAX)


class ScriptImportSerializer(StrictSerializer):
    """Files of other systems; nothing is written unless `apply`."""

    files = serializers.ListField(child=HookFileSerializer(), max_length=FILES_MAX)
    system = serializers.ChoiceField(SYSTEMS, required=False, help_text="Whose they are; else path and shape say it")
    apply = serializers.BooleanField(default=False)


class ScriptImportItemSerializer(serializers.Serializer[Any]):
    """What becomes of a part of a file."""

    file = serializers.CharField()
    where = serializers.CharField(allow_blank=True)
    fate = serializers.ChoiceField([one.value for one in Fate])
    system = serializers.CharField(allow_blank=True)
    event = serializers.CharField(allow_blank=True)
    matcher = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    notes = serializers.ListField(child=serializers.CharField())
    hints = MatcherHintSerializer(many=True)


class ScriptImportReportSerializer(serializers.Serializer[Any]):
    """Every part of every file, and the drafts that were stored."""

    items = ScriptImportItemSerializer(many=True)
    created = serializers.ListField(child=serializers.UUIDField())


SCRIPT: Final = OpenApiExample(
    "A guard",
    value={
        "name": "No pushes",
        "event": "PreToolUse",
        "matcher": "Bash",
        "system": "claude-code",
        "command": "./guard",
    },
    request_only=True,
)
EVENT: Final = OpenApiExample(
    "A tool call",
    value={"event": "PreToolUse", "payload": {"tool_name": "Bash", "tool_input": {"command": "git push"}}},
    request_only=True,
)


def shown(hook: ScriptHook, *, code: int = status.HTTP_200_OK) -> Response:
    """A hook with its ETag."""
    return Response(ScriptSerializer(hook).data, status=code, headers={"ETag": f'"{hook.revision}"'})


def result_json(one: ScriptResult) -> dict[str, Any]:
    """One hook's result as it is answered."""
    return {
        "hook": one.hook.uid,
        "name": one.hook.name,
        "action": one.action,
        "status": one.status,
        "duration_ms": one.duration_ms,
        "to_model": one.to_model,
        "warning": one.warning,
        "context": one.context,
        "notes": list(one.notes),
    }


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    kinds = {"system": System, "matcher_mode": Mode}
    return {name: kinds[name](value) if name in kinds else value for name, value in values.items()}


class ScriptsView(HooksView):
    """All script hooks; make one. The owner's alone."""

    @extend_schema(operation_id="list_script_hooks", tags=["hooks"], responses=ScriptListSerializer)
    def get(self, request: Request) -> Response:
        hooks, known = script_hooks_list(actor=self.actor), {"known_tools": mcp_tool_names()}
        return Response({"entries": ScriptSerializer(hooks, many=True, context=known).data})

    @extend_schema(operation_id="create_script_hook", tags=["hooks"], request=ScriptWriteSerializer,
                   responses={201: ScriptSerializer}, examples=[SCRIPT])  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        draft = ScriptDraft(**_typed(self.body(ScriptWriteSerializer)))
        return shown(script_hook_create(actor=self.actor, draft=draft), code=status.HTTP_201_CREATED)


class ScriptView(HooksView):
    """One script hook: look, change, switch, remove."""

    @extend_schema(operation_id="get_script_hook", tags=["hooks"], responses=ScriptSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return shown(script_hook_get(actor=self.actor, uid=uid))

    @extend_schema(operation_id="change_script_hook", tags=["hooks"], request=ScriptChangeSerializer,
                   responses=ScriptSerializer)  # fmt: skip
    @idempotent
    def patch(self, request: Request, uid: UUID) -> Response:
        values = _typed(self.body(ScriptChangeSerializer))
        enabled = values.pop("enabled", None)
        revision = expected_revision(request)
        hook = script_hook_change(actor=self.actor, uid=uid, changes=values, expected_revision=revision)
        if enabled is not None:
            hook = script_hook_enable(actor=self.actor, uid=uid, enabled=enabled)
        return shown(hook)

    @extend_schema(operation_id="delete_script_hook", tags=["hooks"], request=None, responses={204: None})
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        script_hook_delete(actor=self.actor, uid=uid)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ScriptFailOpenView(HooksView):
    """Let a hook fail without blocking, with the reason, or take that back."""

    @extend_schema(operation_id="fail_open_script_hook", tags=["hooks"], request=FailOpenSerializer,
                   responses=ScriptSerializer)  # fmt: skip
    @idempotent
    def put(self, request: Request, uid: UUID) -> Response:
        why = self.body(FailOpenSerializer)["why"]
        revision = expected_revision(request)
        return shown(script_hook_fail_open(actor=self.actor, uid=uid, why=why, expected_revision=revision))


class ScriptTryView(HooksView):
    """Run a hook once, enabled or not, and see all of its output."""

    @extend_schema(
        operation_id="try_script_hook", tags=["hooks"], request=ScriptPayloadSerializer, responses=ScriptTrialSerializer
    )
    def post(self, request: Request, uid: UUID) -> Response:
        trial = script_hook_try(actor=self.actor, uid=uid, payload=self.body(ScriptPayloadSerializer)["payload"])
        return Response(
            {
                "is_matched": trial.is_matched,
                "exit_code": trial.run.ran.exit_code,
                "failure": trial.run.ran.failure or "",
                "stdout": trial.stdout,
                "stderr": trial.stderr,
                "result": result_json(trial.result),
            }
        )


class ScriptLintView(HooksView):
    """What is wrong with a matcher, as its system reads it."""

    @extend_schema(
        operation_id="lint_matcher", tags=["hooks"], request=MatcherLintSerializer, responses=MatcherHintListSerializer
    )
    def post(self, request: Request) -> Response:
        self.actor.require(Permission.HOOKS_READ)
        values = self.body(MatcherLintSerializer)
        hints = matcher_lint(
            System(values["system"]),
            values["matcher"],
            [*mcp_tool_names(), *values["known_tools"]],
            event=values["event"],
            mode=Mode(values["matcher_mode"]),
        )
        return Response({"entries": [hint.as_dict() for hint in hints]})


class ScriptImportView(HooksView):
    """Hook files of other systems: what would become of them, or the drafts."""

    @extend_schema(operation_id="import_script_hooks", tags=["hooks"], request=ScriptImportSerializer,
                   responses=ScriptImportReportSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(ScriptImportSerializer)
        report = scripts_import(
            actor=self.actor,
            files=[HookFile(file["name"], file["text"]) for file in values["files"]],
            system=System(values["system"]) if "system" in values else None,
            apply=values["apply"],
        )
        items = [item.as_dict() for item in report.items]
        return Response({"items": items, "created": [hook.uid for hook in report.created]})


class ScriptsRunView(HooksView):
    """Run the hooks of an event. A gate that fails says no."""

    @extend_schema(operation_id="run_script_hooks", tags=["hooks"], request=ScriptEventSerializer,
                   responses=ScriptsDecisionSerializer, examples=[EVENT])  # fmt: skip
    def post(self, request: Request) -> Response:
        values = self.body(ScriptEventSerializer)
        said = scripts_run(actor=self.actor, event=values["event"], payload=values["payload"])
        results = [result_json(one) for one in said.results]
        return Response({"event": said.event, "action": said.action, "reason": said.reason, "results": results})
