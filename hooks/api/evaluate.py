"""The questions a harness asks before a tool runs or a message goes on."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hooks.api.base import HooksView
from hooks.api.serializers import (
    MessageSerializer,
    MessageVerdictSerializer,
    ToolCallSerializer,
    VerdictSerializer,
)
from hooks.services.evaluate import message_evaluate, tool_evaluate

TOOL_EXAMPLES: Final = [
    OpenApiExample(
        "A shell command",
        value={"tool_name": "Bash", "tool_input": {"command": "git status"}, "cwd": "/srv/shop"},
        request_only=True,
    ),
    OpenApiExample(
        "A tool of an MCP server",
        value={"mcp": {"server": "github", "tool": "create_issue", "verified": True}, "tool_input": {"title": "Bug"}},
        request_only=True,
    ),
    OpenApiExample(
        "A refusal",
        value={
            "decision": "deny",
            "stage": "sensitive",
            "rule": "always.sensitive-path",
            "reason": "SSH keys: .ssh is out of bounds.",
            "is_security_denial": True,
            "read_only": False,
            "identity_grant": False,
            "uid": "01890a5d-ac96-774b-bcce-b302099a8057",
        },
        response_only=True,
    ),
]
MESSAGE_EXAMPLES: Final = [
    OpenApiExample("A message", value={"text": "When is the release?"}, request_only=True),
    OpenApiExample(
        "Context",
        value={
            "outcome": "context",
            "text": "When is the release?",
            "reply": "",
            "context": "Releases are on Thursdays.",
            "rules": ["01890a5d-ac96-774b-bcce-b302099a8057"],
            "uid": "01890a5d-ac96-774b-bcce-b302099a8058",
        },
        response_only=True,
    ),
]


class EvaluateView(HooksView):
    """May this tool call run? Written down before it is answered; what can't be written down is denied."""

    @extend_schema(
        operation_id="evaluate_tool_call",
        tags=["hooks"],
        request=ToolCallSerializer,
        responses=VerdictSerializer,
        examples=TOOL_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        found = tool_evaluate(actor=self.actor, call=self.body(ToolCallSerializer))
        verdict = found.verdict
        return Response(
            {
                "decision": verdict.outcome.value,
                "stage": verdict.stage,
                "rule": verdict.rule,
                "reason": verdict.reason,
                "is_security_denial": verdict.is_security_denial,
                "read_only": verdict.read_only,
                "identity_grant": verdict.identity_grant,
                "uid": found.decision.uid if found.decision else None,
            }
        )


class MessageView(HooksView):
    """What happens to a message: a reply at once, else a wrapping, else context."""

    @extend_schema(
        operation_id="evaluate_message",
        tags=["hooks"],
        request=MessageSerializer,
        responses=MessageVerdictSerializer,
        examples=MESSAGE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        found = message_evaluate(actor=self.actor, text=self.body(MessageSerializer)["text"])
        verdict = found.verdict
        return Response(
            {
                "outcome": verdict.outcome.value,
                "text": verdict.text,
                "reply": verdict.reply,
                "context": verdict.context,
                "rules": verdict.rules,
                "uid": found.decision.uid,
            }
        )
