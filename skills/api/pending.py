"""Skills that wait for a person, over HTTP: a bot may propose one, the owner reads, approves and turns down."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Actor, Permission
from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from kirocrew.base.problems import NotFound
from skills.api.base import SkillsView
from skills.learning.codes import CandidateCode, CandidateRefused
from skills.learning.limits import SCRIPT_BYTES, SCRIPTS, STAGED, TRIGGER, TRIGGERS_MERGED
from skills.learning.texts import Written
from skills.models import CandidateKind, CandidateState, SkillCandidate, Visibility
from skills.services.access import skills_usable
from skills.services.candidates import (
    CandidateCase,
    candidate_case,
    candidate_get,
    candidates_visible_to,
    candidates_waiting,
)
from skills.services.deciding import (
    BULK_MOST,
    candidate_approve,
    candidate_reject,
    candidate_undo,
    candidates_decide,
    candidates_dismiss_all,
)
from skills.services.staging import candidate_stage, target_for

LISTED: Final = 200
REASON: Final = 500
FILE_MOST: Final = 65_536


class SkillScriptSerializer(StrictSerializer):
    """A Python file of a proposed skill."""

    path = TextField(max_length=80, help_text="scripts/name.py")
    source = TextField(max_length=SCRIPT_BYTES, trim_whitespace=False)  # type: ignore[assignment]


class SkillProposalSerializer(StrictSerializer):
    """A skill that an agent proposes. It waits for the owner and acts on nothing until then."""

    slug = TextField(max_length=64, required=False, help_text="3 to 64 small letters, digits and single hyphens")
    target = TextField(max_length=200, required=False, help_text="The learned skill it is a better version of")
    description = TextField(max_length=300, help_text="What it does and when to use it")
    triggers = serializers.ListField(
        child=TextField(max_length=TRIGGER), max_length=TRIGGERS_MERGED, required=False, default=list
    )
    procedure = TextField(max_length=STAGED, help_text="Markdown: when, the steps, what to watch for")
    scripts = SkillScriptSerializer(many=True, required=False, max_length=SCRIPTS)  # type: ignore[call-arg]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if bool(attrs.get("slug")) == bool(attrs.get("target")):
            raise serializers.ValidationError("Name either a 'slug' for a new skill or the 'target' of a new version.")
        return attrs


class SkillFindingSerializer(serializers.Serializer[Any]):
    """A place that the policy of scripts, the guard or the screen has found. `line` counts from 1; 0 is the file."""

    path = serializers.CharField()
    line = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class SkillSimilarSerializer(serializers.Serializer[Any]):
    """A skill, live or waiting, and the share of words it has in common, from 0 to 1."""

    key = serializers.CharField()
    score = serializers.FloatField()


class CandidateSerializer(serializers.ModelSerializer[SkillCandidate]):
    """A skill that waits, or waited. `target` is the key of the skill it changes, or became."""

    triggers = serializers.ListField(child=serializers.CharField())
    target = serializers.CharField(source="target.key", default=None, allow_null=True)
    findings = SkillFindingSerializer(many=True)
    similar = serializers.SerializerMethodField()

    class Meta:
        model = SkillCandidate
        fields = (
            "uid",
            "slug",
            "kind",
            "target",
            "base_version",
            "name",
            "description",
            "triggers",
            "findings",
            "similar",
            "is_suspicious",
            "source",
            "conversation",
            "created_at",
            "expires_at",
            "state",
            "decided_at",
            "reason_code",
            "reason",
            "version_made",
            "undone_at",
        )
        read_only_fields = fields

    @extend_schema_field(SkillSimilarSerializer(many=True))
    def get_similar(self, candidate: SkillCandidate) -> list[dict[str, Any]]:
        """What it resembles, as far as who asks may know of it."""
        known = self.context["known"]
        return [one for one in candidate.similar if known is None or one["key"] in known]


def known_to(actor: Actor) -> dict[str, Any]:
    """The context of a candidate's serializer: the keys an actor may be told of, None for all."""
    if actor.is_owner:
        return {"known": None}
    mine = candidates_visible_to(actor).values_list("slug", flat=True)
    return {"known": {*(one.skill.key for one in skills_usable(actor=actor)), *mine}}


class CandidatesSerializer(serializers.Serializer[Any]):
    """Candidates, the oldest first, and how many there are of them in all."""

    candidates = CandidateSerializer(many=True)
    total = serializers.IntegerField()


class CandidateReachSerializer(serializers.Serializer[Any]):
    """What its phrases would have matched in the last 30 days, and what that would have cost in characters."""

    matched = serializers.IntegerField()
    tried = serializers.IntegerField()
    messages = serializers.IntegerField()
    deliveries = serializers.IntegerField()
    chars = serializers.IntegerField()
    cost = serializers.IntegerField()


class CandidateCaseSerializer(serializers.Serializer[Any]):
    """Everything about one candidate. `live` is SKILL.md of the version that is live, `is_stale` whether that moved on.

    A bot sees its own proposal without `live`, `turns` and `reach`.
    """

    candidate = CandidateSerializer()
    files = serializers.DictField(child=serializers.CharField())
    live = serializers.CharField(allow_null=True)
    is_stale = serializers.BooleanField()
    is_open = serializers.BooleanField()
    turns = serializers.ListField(child=serializers.IntegerField(), help_text="Positions of the turns that were read")
    reach = CandidateReachSerializer(allow_null=True)


class CandidateApproveSerializer(StrictSerializer):
    """How a candidate is approved."""

    kind = serializers.ChoiceField(CandidateKind.choices, required=False, help_text="What you believe it is")
    files = serializers.DictField(
        child=TextField(max_length=FILE_MOST, allow_blank=True, trim_whitespace=False),
        required=False,
        help_text="Edited texts by path, in place of those that wait; an empty one takes a script out",
    )
    visibility = serializers.ChoiceField(Visibility.choices, required=False, help_text="Of a new skill; public")


class CandidateReasonSerializer(StrictSerializer):
    """Why."""

    reason = TextField(max_length=REASON, required=False, allow_blank=True)


class CandidatesDecideSerializer(StrictSerializer):
    """Several candidates at once, each decided for itself."""

    names = serializers.ListField(child=TextField(max_length=100), min_length=1, max_length=BULK_MOST)
    decision = serializers.ChoiceField([("approve", "approve"), ("reject", "reject")])
    reason = TextField(max_length=REASON, required=False, allow_blank=True)


class CandidateDecidedSerializer(serializers.Serializer[Any]):
    """What became of one: an empty code when it was decided."""

    name = serializers.CharField()
    code = serializers.ChoiceField([("", ""), *((code.value, code.value) for code in CandidateCode)])
    detail = serializers.CharField(allow_blank=True)


class CandidatesDecidedSerializer(serializers.Serializer[Any]):
    """What became of each."""

    results = CandidateDecidedSerializer(many=True)


class CandidatesDismissedSerializer(serializers.Serializer[Any]):
    """How many were turned down."""

    dismissed = serializers.IntegerField()


class CandidateApprovedSerializer(serializers.Serializer[Any]):
    """The approved candidate and the skill that is live now."""

    candidate = CandidateSerializer()
    skill = serializers.CharField(source="skill.key")
    version = serializers.IntegerField(source="skill.version")
    state = serializers.CharField(source="skill.state")
    state_reason = serializers.CharField(source="skill.state_reason", allow_blank=True)
    edited = serializers.BooleanField()


class PendingQuerySerializer(StrictSerializer):
    """Which candidates: those that wait, unless a state is named."""

    state = serializers.ChoiceField(CandidateState.choices, required=False)


class PendingView(SkillsView):
    """What waits, and proposing something."""

    @extend_schema(
        operation_id="list_pending_skills",
        tags=["skills"],
        parameters=[PendingQuerySerializer],
        responses=CandidatesSerializer,
    )
    def get(self, request: Request) -> Response:
        state = self.query(PendingQuerySerializer).get("state")
        if state is None:
            rows = candidates_waiting(actor=self.actor)
        else:
            rows = candidates_visible_to(self.actor).filter(state=state).order_by("-created_at", "-id")
        return Response(
            {
                "candidates": CandidateSerializer(rows[:LISTED], many=True, context=known_to(self.actor)).data,
                "total": rows.count(),
            }
        )

    @extend_schema(
        operation_id="propose_skill",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=SkillProposalSerializer,
        responses={201: CandidateSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        self.actor.require(Permission.SKILLS_WRITE)
        values = self.body(SkillProposalSerializer)
        target = target_for(self.actor, values["target"]) if values.get("target") else None
        if values.get("target") and target is None:
            raise NotFound("There is no live learned skill of that key.", type="unknown-skill")
        written = Written(
            slug=target.slug if target else values["slug"],
            description=" ".join(values["description"].split()),
            triggers=tuple(values["triggers"]),
            procedure=values["procedure"],
            scripts={script["path"]: script["source"] for script in values.get("scripts", [])},
        )
        candidate = candidate_stage(actor=self.actor, written=written, target=target)
        return Response(CandidateSerializer(candidate, context=known_to(self.actor)).data, status=201)


class PendingOneView(SkillsView):
    """One candidate with its files; for the owner everything a decision rests on."""

    @extend_schema(operation_id="read_pending_skill", tags=["skills"], responses=CandidateCaseSerializer)
    def get(self, request: Request, name: str) -> Response:
        if not self.actor.is_owner:
            candidate = candidate_get(actor=self.actor, name=name)
            is_open = candidate.state == CandidateState.WAITING
            return Response(_case_data(self.actor, candidate, None) | {"is_open": is_open})
        case = candidate_case(actor=self.actor, name=name)
        return Response(_case_data(self.actor, case.candidate, case))


class PendingApproveView(SkillsView):
    """Make a candidate live."""

    @extend_schema(
        operation_id="approve_pending_skill",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=CandidateApproveSerializer,
        responses=CandidateApprovedSerializer,
    )
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        approved = candidate_approve(actor=self.actor, name=name, **self.body(CandidateApproveSerializer))
        return Response(CandidateApprovedSerializer(approved, context=known_to(self.actor)).data)


class PendingDismissView(SkillsView):
    """Turn a candidate down."""

    @extend_schema(
        operation_id="dismiss_pending_skill",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=CandidateReasonSerializer,
        responses=CandidateSerializer,
    )
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        reason = self.body(CandidateReasonSerializer).get("reason", "")
        candidate = candidate_reject(actor=self.actor, name=name, reason=reason)
        return Response(CandidateSerializer(candidate, context=known_to(self.actor)).data)


class PendingUndoView(SkillsView):
    """Take an approval back."""

    @extend_schema(
        operation_id="undo_pending_skill",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=CandidateReasonSerializer,
        responses=CandidateSerializer,
    )
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        reason = self.body(CandidateReasonSerializer).get("reason", "")
        candidate = candidate_undo(actor=self.actor, name=name, reason=reason)
        return Response(CandidateSerializer(candidate, context=known_to(self.actor)).data)


class PendingDecideView(SkillsView):
    """Decide on several; what is refused does not hold up the others."""

    @extend_schema(
        operation_id="decide_pending_skills",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=CandidatesDecideSerializer,
        responses=CandidatesDecidedSerializer,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(CandidatesDecideSerializer)
        decided = candidates_decide(
            actor=self.actor,
            names=values["names"],
            approve=values["decision"] == "approve",
            reason=values.get("reason", ""),
        )
        return Response({"results": [_decided_data(one.name, one.refusal) for one in decided]})


class PendingDismissAllView(SkillsView):
    """Turn down everything that waits."""

    @extend_schema(
        operation_id="dismiss_pending_skills",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=CandidateReasonSerializer,
        responses=CandidatesDismissedSerializer,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        reason = self.body(CandidateReasonSerializer).get("reason", "")
        return Response({"dismissed": candidates_dismiss_all(actor=self.actor, reason=reason)})


def _case_data(actor: Actor, candidate: SkillCandidate, case: CandidateCase | None) -> dict[str, Any]:
    return {
        "candidate": CandidateSerializer(candidate, context=known_to(actor)).data,
        "files": candidate.files,
        "live": case.live.text if case and case.live else None,
        "is_stale": bool(case and case.live and case.live.is_stale),
        "is_open": bool(case and case.is_open),
        "turns": [turn.position for turn in case.origin.turns] if case and case.origin else [],
        "reach": CandidateReachSerializer(case.reach).data if case else None,
    }


def _decided_data(name: str, refusal: CandidateRefused | None) -> dict[str, str]:
    return {"name": name, "code": refusal.code.value if refusal else "", "detail": refusal.detail if refusal else ""}
