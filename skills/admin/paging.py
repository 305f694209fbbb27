"""Pages of skills by name: no counting and no offset, and two of one name stand beside each other."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.http import QueryDict

from skills.models import Skill
from skills.models.catalogue import SLUG_LIMIT

PAGE_SIZE: Final = 50
DIGITS: Final = 18
"""Of a number the database can hold."""
FORWARD: Final = ("slug", "tier", "id")
BACKWARD: Final = ("-slug", "-tier", "-id")

Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class NamePage:
    """The keys of one page, and the places after which the next and before which the last one is; empty for none."""

    ids: list[int]
    further: str = ""
    earlier: str = ""


def name_page(rows: QuerySet[Skill], query: QueryDict, size: int = PAGE_SIZE) -> NamePage:
    """The page that `after` or `before` of the query asks for, or the first."""
    after, before = _place(query.get("after", "")), _place(query.get("before", ""))
    if before is not None:
        found = _first(rows.filter(_beyond(before, "lt")).order_by(*BACKWARD), size)
        more_before, more_after = len(found) > size, True
        found = found[:size][::-1]
    else:
        rows = rows.filter(_beyond(after, "gt")) if after is not None else rows
        found = _first(rows.order_by(*FORWARD), size)
        more_before, more_after = after is not None, len(found) > size
        found = found[:size]
    if not found:
        return NamePage([])
    ids = [number for _, _, number in found]
    return NamePage(ids, _written(found[-1]) if more_after else "", _written(found[0]) if more_before else "")


def _first(rows: QuerySet[Skill], size: int) -> list[Place]:
    """One more than a page: it says that there is a next one."""
    return list(rows.values_list("slug", "tier", "id")[: size + 1])


def _beyond(place: Place, how: str) -> Q:
    slug, tier, number = place
    same = Q(slug=slug)
    further = Q(**{f"slug__{how}": slug}) | same & Q(**{f"tier__{how}": tier})
    return further | same & Q(tier=tier, **{f"id__{how}": number})


def _written(place: Place) -> str:
    return ":".join(str(part) for part in place)


def _place(text: str) -> Place | None:
    """A place from the address; None for anything that is none."""
    slug, *rest = text.rsplit(":", 2)
    numbers = [int(part) for part in rest if part.isascii() and part.isdigit() and len(part) <= DIGITS]
    return (slug, numbers[0], numbers[1]) if slug and len(slug) <= SLUG_LIMIT and len(numbers) == 2 else None
