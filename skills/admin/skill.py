"""One skill: what it says, its files and versions, who may use it, when it comes and how often it did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.clock import now
from kirocrew.base.diffs import Piece, shortened, word_diff
from kirocrew.base.problems import NotFound, Problem
from skills.admin.drawing import use_chart
from skills.admin.listing import who_may
from skills.models import RefusedPackage, Skill, SkillEvent, SkillState, SkillVersion, Tier
from skills.services.access import shadow_order, version_files
from skills.services.exporting import skills_export
from skills.services.folders import folder_files, folder_of
from skills.services.usage import LEDGER_DAYS

TABS: Final = (
    ("skills-one", "Text"),
    ("skills-triggers", "When it comes"),
    ("skills-access", "Who may use it"),
    ("skills-files", "Files"),
    ("skills-versions", "Versions"),
    ("skills-use", "Use"),
)
EVENTS_SHOWN: Final = 50
VERSIONS_SHOWN: Final = 20
SHOWN_BYTES: Final = 200_000
"""Of a file; more is not shown on a page."""


@dataclass(frozen=True, slots=True)
class FileView:
    """A file as the page shows it; `why` says what keeps its text away, empty where nothing does."""

    path: str
    size: int
    text: str = ""
    why: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version and what it changed of the one before, file by file as (path, pieces)."""

    version: SkillVersion
    changes: list[tuple[str, list[Piece]]]
    is_current: bool


@require_safe
@owner_page
def skill(request: HttpRequest, uid: UUID) -> HttpResponse:
    """What it says to an agent, what is odd about it, and where it stands."""
    row = skill_shown(actor_of(request), uid)
    fields = sorted((name, _value_words(value)) for name, value in row.frontmatter.items())
    return skill_page(request, row, "skill.html", tab="skills-one", fields=fields)


@require_safe
@owner_page
def files(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Its files, and the text of one of them."""
    row = skill_shown(actor_of(request), uid)
    found, trouble = _files(row)
    wanted = request.GET.get("path", "")
    path = wanted if wanted in found else next(iter(sorted(found, key=lambda name: (name != "SKILL.md", name))), "")
    return skill_page(
        request,
        row,
        "files.html",
        tab="skills-files",
        files=[(name, len(content), name == path) for name, content in sorted(found.items())],
        file=file_view(path, found[path]) if path else None,
        trouble=trouble,
    )


@require_safe
@owner_page
def versions(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Its versions, newest first, with what each changed."""
    row = skill_shown(actor_of(request), uid)
    found = list(row.versions.order_by("-number")[: VERSIONS_SHOWN + 1])
    return skill_page(
        request,
        row,
        "versions.html",
        tab="skills-versions",
        versions=_version_views(row, found)[:VERSIONS_SHOWN],
        more=len(found) > VERSIONS_SHOWN,
    )


@require_safe
@owner_page
def use(request: HttpRequest, uid: UUID) -> HttpResponse:
    """How often it went to agents, and what was done to it."""
    row = skill_shown(actor_of(request), uid)
    return skill_page(
        request,
        row,
        "use.html",
        tab="skills-use",
        chart=use_chart(list(row.uses.order_by("-day")[:LEDGER_DAYS]), now().date(), LEDGER_DAYS),
        days=LEDGER_DAYS,
        events=SkillEvent.objects.filter(key=row.key)[:EVENTS_SHOWN],
    )


@require_safe
@owner_page
def export(request: HttpRequest, uid: UUID) -> HttpResponse:
    """It as a ZIP: as it is, or with the six fields that every agent takes."""
    actor = actor_of(request)
    row = skill_shown(actor, uid)
    content = skills_export(actor=actor, names=[row.key], strict="strict" in request.GET)
    named = content_disposition_header(as_attachment=True, filename=f"{row.slug}.zip")
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": named or "attachment"})


def skill_shown(actor: Actor, uid: UUID) -> Skill:
    """The skill of that id. Raises NotFound."""
    row = Skill.objects.kept().select_related("root").filter(uid=uid).first()
    if row is None:
        raise NotFound("There is no such skill. It may have been removed, or its folder is no longer read.")
    return row


def skill_page(request: HttpRequest, row: Skill, template: str, *, tab: str, **context: Any) -> HttpResponse:
    """Render a page of one skill, with what stands around each of them."""
    same = list(Skill.objects.kept().select_related("root").filter(slug=row.slug).exclude(pk=row.pk))
    mine = shadow_order(row)
    above = [other for other in same if shadow_order(other) < mine and _is_live(other)]
    return page(
        request,
        f"skills/{template}",
        title=row.slug,
        skill=row,
        skill_tabs=TABS,
        tab=tab,
        above=above,
        is_shadowed=any(_project(other) in ("", _project(row)) for other in above),
        below=[other for other in same if shadow_order(other) > mine],
        who=who_may(row, row.grants.count()),
        is_managed=row.tier == Tier.MANAGED,
        found_in=_found_in(row),
        **context,
    )


def _found_in(row: Skill) -> RefusedPackage | None:
    """What was found in its files: refused, or accepted by the owner."""
    if row.state == SkillState.UNREADABLE:
        return RefusedPackage.objects.filter(place=str(folder_of(row))[:300], key=row.key).first()
    accepted = RefusedPackage.objects.filter(content_hash=row.content_hash, accepted_at__isnull=False)
    return accepted.first() if row.content_hash else None


def files_of(row: Skill) -> Mapping[str, bytes]:
    """The files of a skill as they are used now, by path. Raises NotFound or Unavailable where they can't be read."""
    return version_files(row, row.version) if row.tier == Tier.MANAGED else folder_files(row)


def _files(row: Skill) -> tuple[Mapping[str, bytes], str]:
    """The files, or why there are none to show."""
    try:
        return files_of(row), ""
    except Problem as problem:
        return {}, problem.detail


def file_view(path: str, content: bytes) -> FileView:
    """A file as text, or why it is not shown."""
    if b"\0" in content[:SHOWN_BYTES]:
        return FileView(path, len(content), why="It is no text.")
    text = content[:SHOWN_BYTES].decode("utf-8", errors="replace")
    return FileView(path, len(content), text, cut=len(content) > SHOWN_BYTES)


def _version_views(row: Skill, found: list[SkillVersion]) -> list[VersionView]:
    """Versions, each compared with the next of the list."""
    texts = {version.number: _texts(version) for version in found}
    views = []
    for version, before in zip(found, [*found[1:], None], strict=True):
        old = texts[before.number] if before is not None else {}
        views.append(VersionView(version, _changes(old, texts[version.number]), version.number == row.version))
    return views


def _texts(version: SkillVersion) -> dict[str, str]:
    return {file.path: file_view(file.path, bytes(file.content)).text for file in version.files.all()}


def _changes(old: dict[str, str], new: dict[str, str]) -> list[tuple[str, list[Piece]]]:
    """What differs file by file, SKILL.md first."""
    paths = sorted(
        (path for path in {*old, *new} if old.get(path) != new.get(path)), key=lambda p: (p != "SKILL.md", p)
    )
    return [(path, shortened(word_diff(old.get(path, ""), new.get(path, "")))) for path in paths]


def _project(row: Skill) -> str:
    """The one project that a skill's folder is for, empty for all."""
    return row.root.project if row.root else ""


def _is_live(row: Skill) -> bool:
    return row.state == SkillState.ACTIVE and row.enabled and (row.root is None or row.root.enabled)


def _value_words(value: Any) -> str:
    """A value of the frontmatter as text."""
    if isinstance(value, list):
        return "\n".join(str(item) for item in value)
    return str(value)
