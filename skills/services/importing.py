"""Skills of other agents: found, shown, and taken in under `imported/<source>/`, where they never come uninvited.

A field that makes a skill come by itself (`always`, `triggers`) is taken out and told. Refusing the whole package would
lose a good skill for one line of its frontmatter, and the rule is about its coming uninvited, which taking the line out
ensures. Hooks and servers that a package names are never registered.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.db import IntegrityError, transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRun, job_enqueue
from hooks.services import Origin as TextOrigin
from hooks.services import snippet
from hooks.services.reading import ReadRefused, open_guarded
from kirocrew.base.problems import Invalid, Problem
from skills.models import ImportedSkill, Origin, Skill, Tier
from skills.packages.diagnostics import PackageHarmful, PackageRefused
from skills.packages.editing import field_set
from skills.packages.limits import MIB
from skills.packages.package import Package, content_hash, package_read, skill_file_of, skill_text
from skills.services.accepting import refusal_record
from skills.services.events import event_write, require_owner
from skills.services.folders import folder_read, skills_find
from skills.services.keys import IMPORTED, slug_of
from skills.services.reading import package_prepare
from skills.services.versions import package_write

IMPORT_JOB: Final = "skills.import"
UNINVITED: Final = ("always", "triggers")
"""Fields that are not taken from another agent."""
UNREGISTERED: Final = ("hooks", "mcp", "mcpServers", "mcp_servers")
"""Fields that would run something; they stay in the text and do nothing."""
PACKAGES_MOST: Final = 500
PACKAGE_BYTES: Final = MIB
SKILL_FILE_BYTES: Final = 256 * 1024
TOTAL_BYTES: Final = 64 * MIB
PROFILES_MOST: Final = 50
TOO_MUCH: Final = f"One import takes {PACKAGES_MOST} packages of {TOTAL_BYTES // MIB} MiB together; the rest is left."
RENAMES: Final = range(2, 51)
PATH_LIMIT: Final = 1_000


class Source(StrEnum):
    """Whose skills they are; the second part of their key."""

    CLAUDE = "claude"
    OPENCLAW = "openclaw"
    HERMES = "hermes"
    FOLDER = "folder"


PLACES: Final = {
    Source.CLAUDE: (".claude/skills", "skills"),
    Source.OPENCLAW: (".openclaw/skills", ".openclaw/workspace/skills", "skills", "workspace/skills"),
    Source.HERMES: (".hermes/skills", "skills"),
    Source.FOLDER: (),
}
"""Where each keeps its skills, below a home or below its own folder. Where none is there, the folder itself is read."""
PROFILES: Final = (".hermes/profiles", "profiles")
MARKS: Final = {Source.CLAUDE: ".claude", Source.OPENCLAW: ".openclaw", Source.HERMES: ".hermes"}
"""The folder by which each is known."""


class Strategy(StrEnum):
    """What is done where a skill of that name was imported already and is another one now."""

    SKIP = "skip"
    RENAME = "rename"
    OVERWRITE = "overwrite"


class Fate(StrEnum):
    """What becomes of one package."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Detected:
    """Skills of one agent that were found."""

    source: Source
    folder: str
    skills: int


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One package: what is or would be done with it. `stripped` are fields that were left out, `notes` for a person."""

    folder: str
    key: str
    name: str
    description: str
    fate: Fate
    message: str = ""
    code: str = ""
    stripped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    content_hash: str = ""
    """Of a package whose findings the owner may accept."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"fate": self.fate.value, "stripped": list(self.stripped), "notes": list(self.notes)}


@dataclass(frozen=True, slots=True)
class _Taken:
    """A package as it is written: without the fields that are not taken."""

    folder: str
    digest: str
    files: dict[str, bytes]
    package: Package
    stripped: tuple[str, ...]
    notes: tuple[str, ...]


def import_detect(*, actor: Actor, path: str) -> list[Detected]:
    """Which agents have skills below a folder, such as a home. Raises Forbidden, Invalid for no folder."""
    require_owner(actor)
    _require_folder(path)
    found = []
    for source, mark in MARKS.items():
        if _is_folder(_below(path, mark)):
            number = sum(len(skills_find(root).keys) for root in _roots(source, path))
            found.append(Detected(source, _below(path, mark), number))
    if not found and (number := len(skills_find(path).keys)):
        found.append(Detected(Source.FOLDER, path, number))
    return found


def import_preview(*, actor: Actor, path: str, source: str, strategy: str = Strategy.SKIP) -> list[ImportRow]:
    """What an import would do with each package; nothing is written. Raises Forbidden, Invalid."""
    require_owner(actor)
    kind, how = _checked(path, source, strategy)
    return [_previewed(kind, how, folder, read) for folder, read in _packages(kind, path)]


def import_request(*, actor: Actor, path: str, source: str, strategy: str = Strategy.SKIP, dry: bool = False) -> Job:
    """Import in the background, or, `dry`, only say what would be done; the folder is read again then.

    Raises Forbidden, Invalid.
    """
    require_owner(actor)
    kind, how = _checked(path, source, strategy)
    return job_enqueue(
        actor=actor,
        name=IMPORT_JOB,
        args={"path": path, "source": kind.value, "strategy": how.value, "dry": dry},
        title=f"{'Look at' if dry else 'Import'} skills of {kind.value}",
        dedupe_key=f"{'look' if dry else 'import'}:{kind.value}:{path}"[:200],
    )


def import_perform(run: JobRun, *, path: str, source: str, strategy: str, dry: bool = False) -> dict[str, Any]:
    """Import package after package, each with its entry in the ledger in one transaction; the handler of the job.

    One that was killed goes on: what is in the ledger is not taken again. `dry` writes nothing.
    """
    require_owner(run.actor)
    kind, how = _checked(path, source, strategy)
    packages = list(_packages(kind, path))
    rows: list[ImportRow] = []
    for folder, read in packages:
        run.raise_if_cancelled()
        rows.append(_previewed(kind, how, folder, read) if dry else _imported(run.actor, kind, how, folder, read))
        run.progress(len(rows), len(packages), f"{folder}: {rows[-1].fate.value}")
    counts = Counter(row.fate for row in rows)
    told = {fate.value: counts[fate] for fate in Fate}
    done = {"counts": told, "packages": [row.as_json() for row in rows], "dry": dry}
    if dry:
        return done
    detail = ", ".join(f"{number} {name}" for name, number in told.items() if number)
    event_write(actor=run.actor, code="skills_imported", key=kind.value, detail=detail or "nothing", offered=False)
    return done


def _checked(path: str, source: str, strategy: str) -> tuple[Source, Strategy]:
    if source not in set(Source):
        raise Invalid(f"Skills are imported from {', '.join(Source)}.", type="skill-import-source")
    if strategy not in set(Strategy):
        raise Invalid(f"What exists is handled by {', '.join(Strategy)}.", type="skill-import-strategy")
    _require_folder(path)
    return Source(source), Strategy(strategy)


def _require_folder(path: str) -> None:
    if not path.startswith(("/", "~")) or len(path) > PATH_LIMIT or not _is_folder(path):
        raise Invalid("Name a folder on this machine by its whole path.", type="skill-import-folder")


def _is_folder(path: str) -> bool:
    try:
        with open_guarded(path) as entry:
            return entry.is_folder
    except ReadRefused:
        return False


def _roots(source: Source, path: str) -> list[str]:
    """The folders in which an agent's skills lie; the folder itself where it has none of them."""
    places = [_below(path, place) for place in PLACES[source]]
    if source is Source.HERMES:
        places += [_below(folder, "skills") for profiles in PROFILES for folder in _children(_below(path, profiles))]
    return [place for place in places if _is_folder(place)] or [path]


def _children(path: str) -> list[str]:
    try:
        with open_guarded(path) as folder:
            names = folder.names() if folder.is_folder else []
    except ReadRefused:
        return []
    return [_below(path, name) for name in names[:PROFILES_MOST]]


def _packages(source: Source, path: str) -> Iterator[tuple[str, "_Taken | Problem"]]:
    """Every package with its folder, or why it is not taken. Each is read once, and never half."""
    number, total = 0, 0
    for root in _roots(source, path):
        for key in skills_find(root).keys:
            number += 1
            if number > PACKAGES_MOST or total > TOTAL_BYTES:
                yield key, Invalid(TOO_MUCH, type="skill-import-limit")
                return
            try:
                files = folder_read(_below(root, key))
                total += sum(map(len, files.values()))
                yield key, _taken(_below(root, key), files)
            except (ReadRefused, PackageRefused, Invalid) as problem:
                yield key, problem


def _taken(folder: str, files: dict[str, bytes]) -> _Taken:
    """A package without the fields that are not taken. Raises PackageRefused, Invalid for one that is too large."""
    main = skill_file_of(files)
    if sum(map(len, files.values())) > PACKAGE_BYTES or len(files[main]) > SKILL_FILE_BYTES:
        raise Invalid(
            f"A package to import has at most {PACKAGE_BYTES // 1024:,} KiB, its SKILL.md {SKILL_FILE_BYTES // 1024}.",
            type="skill-import-limit",
        )
    name = folder.rsplit("/", 1)[-1]
    read = package_read(files, folder=name)
    stripped = tuple(field for field in UNINVITED if field in read.frontmatter)
    text = skill_text(files[main])
    for field in stripped:
        text = field_set(text, field, None)
    bare = {**files, main: text.encode()} if stripped else files
    package = package_read(bare, folder=name)
    if package.always or package.triggers:
        raise PackageRefused("uninvited", "A field that makes the skill come by itself could not be taken out.")
    notes = [f"'{field}' is not taken: an imported skill does not come by itself." for field in stripped]
    notes += [f"'{field}' is not registered." for field in UNREGISTERED if field in read.frontmatter]
    notes += [one.message for one in package.diagnostics if one.level != "note"]
    return _Taken(folder, content_hash(files), bare, package, stripped, tuple(notes))


def _previewed(source: Source, strategy: Strategy, folder: str, read: "_Taken | Problem") -> ImportRow:
    if isinstance(read, Problem):
        return _refused(folder, read)
    fate, key = _fate(source, strategy, read)
    if fate in (Fate.NEW, Fate.CHANGED):
        try:
            prepared = package_prepare(read.files, folder=slug_of(key), origin=TextOrigin.OWNER, accepts=True)
            prepared.package.require_accepted()
        except PackageRefused as refusal:
            return _refused(folder, refusal, read)
    return _row(folder, read, key, fate)


def _imported(actor: Actor, source: Source, strategy: Strategy, folder: str, read: "_Taken | Problem") -> ImportRow:
    if isinstance(read, Problem):
        return _refused(folder, read)
    fate, key = _fate(source, strategy, read)
    if fate in (Fate.KNOWN, Fate.EXISTS):
        return _row(folder, read, key, fate)
    try:
        with transaction.atomic():
            skill = Skill.objects.kept().filter(tier=Tier.MANAGED, key=key).first()
            written = package_write(
                actor=actor,
                skill=skill,
                key=key,
                files=read.files,
                origin=Origin.IMPORTED,
                origin_detail=f"{source.value}: {read.folder}",
                reason=f"Imported from {source.value}",
            )
            _ledger(source, read, written.skill, fate)
    except IntegrityError:
        return _row(folder, read, key, Fate.KNOWN)  # another import was quicker
    except Problem as problem:
        if isinstance(problem, PackageHarmful):  # what was written of it was rolled back with the rest
            refusal_record(actor=actor, refusal=problem, key=key, place=f"{source.value}: {read.folder}")
        return _refused(folder, problem, read)
    return _row(folder, read, key, fate)


def _fate(source: Source, strategy: Strategy, read: _Taken) -> tuple[Fate, str]:
    """What is to be done with a package, and the key it gets or has."""
    base = f"{IMPORTED}/{source.value}/{read.package.slug}"
    known = ImportedSkill.objects.filter(source=source.value, path=read.folder[:PATH_LIMIT], content_hash=read.digest)
    if row := known.select_related("skill").first():
        return Fate.KNOWN, row.skill.key if row.skill else base
    taken = set(Skill.objects.kept().filter(tier=Tier.MANAGED, key__startswith=base).values_list("key", flat=True))
    if base not in taken:
        return Fate.NEW, base
    if strategy is Strategy.SKIP:
        return Fate.EXISTS, base
    if strategy is Strategy.OVERWRITE:
        return Fate.CHANGED, base
    free = next((f"{base}-{number}" for number in RENAMES if f"{base}-{number}" not in taken), "")
    return (Fate.NEW, free) if free else (Fate.EXISTS, base)


def _ledger(source: Source, read: _Taken, skill: Skill, fate: Fate) -> None:
    ImportedSkill.objects.create(
        source=source.value,
        path=read.folder[:PATH_LIMIT],
        content_hash=read.digest,
        skill=skill,
        outcome=fate.value,
    )


def _row(folder: str, read: _Taken, key: str, fate: Fate) -> ImportRow:
    package = read.package
    return ImportRow(
        snippet(folder), key, package.name, package.description, fate, stripped=read.stripped, notes=read.notes
    )


def _refused(folder: str, problem: Problem, read: _Taken | None = None) -> ImportRow:
    name, description = (read.package.name, read.package.description) if read else ("", "")
    notes: Sequence[str] = read.notes if read else ()
    detail = problem.detail or problem.title
    code = problem.code if isinstance(problem, PackageRefused) else problem.type
    found = problem.content_hash if isinstance(problem, PackageHarmful) else ""
    return ImportRow(snippet(folder), "", name, description, Fate.REFUSED, detail, code, (), tuple(notes), found)


def _below(path: str, place: str) -> str:
    return os.path.join(Path(path).expanduser(), place)  # noqa: PTH118  (a text, which is not resolved)
