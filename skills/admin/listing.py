"""What the catalogue shows of skills: which there are, how many of each kind, and what each costs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Length, Replace

from kirocrew.base.clock import now
from kirocrew.base.text import fold
from skills.models import Origin, Skill, SkillGrant, SkillState, SkillUse, Tier, Visibility
from skills.services.usage import LEDGER_DAYS

STATES: Final = {
    "": "all",
    "active": "active",
    "attention": "needs attention",
    "missing": "missing dependencies",
    "off": "switched off",
    "archived": "archived",
    "shadowed": "shadowed",
}
TIERS: Final = {"": "all"} | {str(tier.value): tier.label.lower() for tier in Tier}
ORIGINS: Final = {"": "all"} | {origin.value: origin.label.lower() for origin in Origin}
_ORDER: Final[Mapping[str, Any]] = {
    "place": Coalesce("root_id", 0),
    "depth": Length("key") - Length(Replace("key", Value("/"), Value(""))),
}
"""What decides between two skills of one name and tier: the folder, then how deep the key is."""
_FLAGS: Final = ("state", "enabled", "is_shadowed", "has_missing", "has_errors")
_IS: Final[Mapping[str, Q]] = {
    "active": Q(state=SkillState.ACTIVE, enabled=True, is_shadowed=False),
    "attention": Q(state=SkillState.UNREADABLE) | Q(has_errors=True),
    "missing": Q(has_missing=True),
    "off": Q(enabled=False),
    "archived": Q(state=SkillState.ARCHIVED),
    "shadowed": Q(is_shadowed=True),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What the filters of the catalogue are set to; an empty text is no choice."""

    state: str = ""
    tier: str = ""
    origin: str = ""
    words: str = ""

    @property
    def is_any(self) -> bool:
        return bool(self.state or self.tier or self.origin or self.words)


@dataclass(frozen=True, slots=True)
class Row:
    """One skill of the catalogue. `chars` is its size times `deliveries` of the ledger's days; None for never."""

    skill: Skill
    is_shadowed: bool
    deliveries: int | None
    chars: int | None
    who: str
    errors: int


def skills_listed() -> QuerySet[Skill]:
    """All skills that are kept, each with what the filters ask about.

    A skill is shadowed when another of its name is used in its place whatever the project, by the order of
    `skills.services.access.shadow_order`.
    """
    read = Q(root=None) | Q(root__enabled=True, root__project="")
    same = Q(tier=OuterRef("tier"))
    here = same & Q(place=OuterRef("place"))
    level = here & Q(depth=OuterRef("depth"))
    higher = (
        Q(tier__lt=OuterRef("tier"))
        | same & Q(place__lt=OuterRef("place"))
        | here & Q(depth__lt=OuterRef("depth"))
        | level & Q(key__lt=OuterRef("key"))
    )
    above = Skill.objects.live().annotate(**_ORDER).filter(read, higher, slug=OuterRef("slug"))
    return Skill.objects.kept().annotate(
        **_ORDER,
        is_shadowed=Exists(above),
        has_missing=~Q(missing=[]),
        told=Cast("diagnostics", TextField()),
        has_errors=Q(told__contains='"level": "error"'),
    )


def narrowed(rows: QuerySet[Skill], choice: Choice) -> QuerySet[Skill]:
    """The skills of the chosen filters whose key, name or description has all the words."""
    rows = rows.filter(_IS[choice.state]) if choice.state else rows
    rows = rows.filter(tier=choice.tier) if choice.tier else rows
    rows = rows.filter(origin=choice.origin) if choice.origin else rows
    return rows.filter(pk__in=_with_words(choice.words)) if choice.words else rows


def _with_words(words: str) -> list[int]:
    """The skills that have all the words, in any script's upper or lower case and with accents or without.

    Compared here, as a database folds the letters of English at most.
    """
    wanted = fold(words).split()
    told = Skill.objects.kept().order_by().values_list("pk", "key", "name", "description")
    return [pk for pk, *texts in told.iterator() if all(word in fold("\n".join(texts)) for word in wanted)]


def counted(rows: QuerySet[Skill], choice: Choice) -> dict[str, dict[str, int]]:
    """How many skills each choice of each filter would show beside the choices of the other two."""
    facets = [
        (entry, entry["n"]) for entry in rows.order_by().values("tier", "origin", *_FLAGS).annotate(n=Count("pk"))
    ]
    found: dict[str, dict[str, int]] = {}
    for name, choices in (("state", STATES), ("tier", TIERS), ("origin", ORIGINS)):
        others = [(facet, n) for facet, n in facets if _fits(facet, replace(choice, **{name: ""}))]
        found[name] = {
            value: sum(n for facet, n in others if _fits(facet, Choice(**{name: value}))) for value in choices
        }
    return found


def rows_of(skills: Sequence[Skill]) -> list[Row]:
    """The skills of one page with what they cost and who may use them."""
    since = now().date() - timedelta(days=LEDGER_DAYS)
    uses = SkillUse.objects.filter(skill__in=skills, day__gt=since).order_by().values("skill")
    used = dict(uses.annotate(n=Sum("bodies")).values_list("skill", "n"))
    grants = Counter(SkillGrant.objects.filter(skill__in=skills).values_list("skill", flat=True))
    return [_row(skill, used.get(skill.pk), grants[skill.pk]) for skill in skills]


def _row(skill: Skill, deliveries: int | None, grants: int) -> Row:
    return Row(
        skill,
        bool(getattr(skill, "is_shadowed", False)),
        deliveries,
        None if deliveries is None else skill.size * deliveries,
        who_may(skill, grants),
        sum(item.get("level") == "error" for item in skill.diagnostics),
    )


def who_may(skill: Skill, grants: int) -> str:
    """Who may use a skill, in words."""
    if skill.visibility == Visibility.PUBLIC:
        return "all agents"
    if skill.visibility == Visibility.INTERNAL:
        return f"{grants} granted" if grants else "nobody yet"
    return "owner only"


def _fits(facet: Mapping[str, Any], choice: Choice) -> bool:
    if choice.tier and str(facet["tier"]) != choice.tier:
        return False
    if choice.origin and facet["origin"] != choice.origin:
        return False
    state = facet["state"]
    is_of: dict[str, bool] = {
        "": True,
        "active": state == SkillState.ACTIVE and facet["enabled"] and not facet["is_shadowed"],
        "attention": state == SkillState.UNREADABLE or facet["has_errors"],
        "missing": facet["has_missing"],
        "off": not facet["enabled"],
        "archived": state == SkillState.ARCHIVED,
        "shadowed": facet["is_shadowed"],
    }
    return is_of[choice.state]
