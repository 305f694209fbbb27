"""Rules and protections over HTTP. Bots may read them; only the owner changes them."""

from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from hooks.api.base import HooksView
from hooks.api.serializers import (
    ImportQuerySerializer,
    ImportReportSerializer,
    ProtectionListSerializer,
    ProtectionSerializer,
    ProtectionSwitchSerializer,
    RuleChangeSerializer,
    RuleListSerializer,
    RuleQuerySerializer,
    RuleSerializer,
    RuleWriteSerializer,
    refuse_foreign,
)
from hooks.models import Section
from hooks.rules.protections import ALWAYS, PROTECTIONS
from hooks.services.rules import rule_change, rule_create, rule_delete, rule_get, rule_move, rules_visible, ruleset
from hooks.services.rules_transfer import rules_export, rules_import
from hooks.services.switches import protection_switch
from kirocrew.base.problems import Invalid

RULE: Final = OpenApiExample(
    "Deny a tool",
    value={"section": "auto_deny_tools", "pattern": "git push*", "note": "Releases are made by hand."},
    request_only=True,
)
SECTION: Final = OpenApiExample(
    "A hooks section",
    value={
        "hooks": {
            "auto_approve_tools": ["npm test", "@github/get_*"],
            "auto_deny_tools": ["git push*"],
            "auto_replies": [{"pattern": "ping", "reply": "pong", "exact": True}],
            "denied_commands": {"disabled_ids": [], "disable_all": False, "user_added": [{"pattern": "npm publish"}]},
        }
    },
)


def shown(rule: Any) -> Response:
    """A rule with its ETag."""
    return Response(RuleSerializer(rule).data, headers={"ETag": f'"{rule.revision}"'})


class RulesView(HooksView):
    """All rules in the order in which they are tried; make one."""

    @extend_schema(operation_id="list_rules", tags=["hooks"], parameters=[RuleQuerySerializer],
                   responses=RuleListSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        rules = rules_visible(actor=self.actor, section=self.query(RuleQuerySerializer).get("section", ""))
        return Response({"entries": RuleSerializer(rules, many=True).data})

    @extend_schema(operation_id="create_rule", tags=["hooks"], request=RuleWriteSerializer,
                   responses={201: RuleSerializer}, examples=[RULE])  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(RuleWriteSerializer)
        rule = rule_create(actor=self.actor, section=values.pop("section"), values=values)
        answer = shown(rule)
        answer.status_code = status.HTTP_201_CREATED
        return answer


class RuleView(HooksView):
    """One rule: look, change, remove."""

    @extend_schema(operation_id="get_rule", tags=["hooks"], responses=RuleSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return shown(rule_get(actor=self.actor, uid=uid))

    @extend_schema(operation_id="change_rule", tags=["hooks"], request=RuleChangeSerializer, responses=RuleSerializer)
    @idempotent
    def patch(self, request: Request, uid: UUID) -> Response:
        rule = rule_get(actor=self.actor, uid=uid)
        values = self.body(RuleChangeSerializer)
        refuse_foreign(Section(rule.section), values)
        place = values.pop("position", None)
        rule = rule_change(actor=self.actor, rule=rule, values=values, revision=expected_revision(request))
        if place is not None:
            rule_move(actor=self.actor, rule=rule, place=place)
        return shown(rule_get(actor=self.actor, uid=uid))

    @extend_schema(operation_id="delete_rule", tags=["hooks"], request=None, responses={204: None})
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        rule_delete(actor=self.actor, rule=rule_get(actor=self.actor, uid=uid))
        return Response(status=status.HTTP_204_NO_CONTENT)


def expected_revision(request: Request) -> int | None:
    """The revision an If-Match header names, None without one. Raises Invalid for one that is no revision."""
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return None
    text = text.removeprefix("W/").strip('"')
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Invalid('If-Match takes the ETag of the rule, such as "3".', type="invalid-precondition")
    return int(text)


class RulesImportView(HooksView):
    """Import a `hooks` section; entries that can't be read are kept aside with their reason."""

    @extend_schema(operation_id="import_rules", tags=["hooks"], parameters=[ImportQuerySerializer],
                   request=OpenApiTypes.OBJECT, responses=ImportReportSerializer, examples=[SECTION])  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        how = self.query(ImportQuerySerializer)
        report = rules_import(actor=self.actor, data=request.data, replace=how["replace"], dry_run=how["dry_run"])
        return Response(asdict(report))


class RulesExportView(HooksView):
    """All rules as a `hooks` section that can be imported again."""

    @extend_schema(operation_id="export_rules", tags=["hooks"], responses=OpenApiTypes.OBJECT, examples=[SECTION])
    def get(self, request: Request) -> Response:
        return Response(rules_export(actor=self.actor))


class ProtectionsView(HooksView):
    """The built-in protections, and which of them are on."""

    @extend_schema(operation_id="list_protections", tags=["hooks"], responses=ProtectionListSerializer)
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.HOOKS_READ)
        rules = ruleset()
        fixed = [{"id": i, "title": t, "example": "", "is_on": True, "can_be_off": False} for i, t in ALWAYS.items()]
        others = [
            {"id": p.id, "title": p.title, "example": p.example, "is_on": rules.protects(p.id), "can_be_off": True}
            for p in PROTECTIONS.values()
        ]
        return Response({"entries": ProtectionSerializer([*fixed, *others], many=True).data})


class ProtectionView(HooksView):
    """Switch one protection on or off."""

    @extend_schema(operation_id="switch_protection", tags=["hooks"], request=ProtectionSwitchSerializer,
                   responses={204: None})  # fmt: skip
    @idempotent
    def put(self, request: Request, protection: str) -> Response:
        values = self.body(ProtectionSwitchSerializer)
        protection_switch(actor=self.actor, protection=protection, on=values["is_on"], note=values["note"])
        return Response(status=status.HTTP_204_NO_CONTENT)
