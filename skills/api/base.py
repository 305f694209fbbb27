"""What the views of skills share: who asks, for which project, which skill is meant."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import checked
from channels_bridge.api.throttling import BotThrottle
from kirocrew.base.problems import Invalid
from skills.models import Skill, Tier
from skills.services.catalogue import Entry, skill_find

PROJECT_LIMIT: Final = 200
TIERS: Final = {tier.label.lower().replace(" ", "-"): tier for tier in Tier}
"""How a tier is called in an address: workspace, project, personal, managed, built-in."""
TIER_NAMES: Final = tuple(TIERS)


class SkillConverter:
    """A name of a skill in an address, with slashes. A `-` between two slashes begins a sub-route and is no name."""

    regex = r"(?!-(?:/|$))[^/]+(?:/(?!-(?:/|$))[^/]+)*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class SkillsView(APIView):
    """A view that knows its actor and checks what it is given."""

    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked query parameters. Raises ValidationError."""
        return checked(serializer, self.request.query_params)

    def body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked body. Raises ValidationError."""
        return checked(serializer, self.request.data)

    def entry(self, name: str, *, narrowed: Mapping[str, Any] | None = None) -> Entry:
        """The skill that is meant by a name, `?tier=` where several have it. Raises NotFound, Invalid."""
        project, only = asked_for(self.request) if narrowed is None else (narrowed.get("project", ""), None)
        return skill_find(actor=self.actor, name=name, project=project, tier=tier_named(self.request), only=only)


def asked_for(request: Request) -> tuple[str, list[str] | None]:
    """The project of a request, and the names it narrows to: `?project=`, `?only=a,b`. `?only=` leaves nothing.

    Raises Invalid for a project that is too long.
    """
    project = request.query_params.get("project", "")
    if len(project) > PROJECT_LIMIT:
        raise Invalid(f"A project has at most {PROJECT_LIMIT} characters.")
    only = request.query_params.get("only")
    return project, None if only is None else [name.strip().casefold() for name in only.split(",") if name.strip()]


def tier_named(request: Request) -> int | None:
    """The tier an address names, None for any. Raises Invalid for one there is not."""
    name = request.query_params.get("tier")
    if name is None:
        return None
    if name not in TIERS:
        raise Invalid(f"Tiers are {', '.join(TIERS)}.", type="unknown-tier")
    return TIERS[name]


def expected_revision(request: Request) -> int | None:
    """The revision an If-Match header names, None without one. Raises Invalid for one that is no revision."""
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return None
    text = text.removeprefix("W/").strip('"')
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Invalid('If-Match takes the ETag of the skill, such as "3".', type="invalid-precondition")
    return int(text)


def etag(skill: Skill) -> dict[str, str]:
    """The header that names the state of a skill."""
    return {"ETag": f'"{skill.revision}"'}


def shown(data: Any, skill: Skill, status: int = 200) -> Response:
    """An answer about one skill, with its ETag."""
    return Response(data, status=status, headers=etag(skill))
