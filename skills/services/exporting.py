"""Skills packed for others: a ZIP with a folder for each, as they are or with the six fields everybody takes."""

import zipfile
from collections.abc import Collection, Mapping
from io import BytesIO
from typing import Final

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import Invalid
from skills.packages.export import strict_export
from skills.packages.limits import SKILL_FILE
from skills.packages.package import package_read, skill_file_of
from skills.services.catalogue import Entry, entry_files, skill_find

EXPORTED_MOST: Final = 500
"""Skills of one archive."""
_STAMP: Final = (2000, 1, 1, 0, 0, 0)
"""The time of every member: the same skills make the same archive."""
_PLAIN, _PROGRAM = 0o100644 << 16, 0o100755 << 16


def skills_export(
    *,
    actor: Actor,
    names: Collection[str],
    strict: bool = False,
    project: str = "",
    only: Collection[str] | None = None,
) -> bytes:
    """A ZIP of skills by name, each in the version the actor gets.

    `strict` rewrites SKILL.md with the six fields of the Agent Skills specification. Raises Forbidden without
    `skills:read`, NotFound for a name there is not for the actor, Invalid for none or too many.
    """
    actor.require(Permission.SKILLS_READ)
    if not 0 < len(names) <= EXPORTED_MOST:
        raise Invalid(f"Name 1 to {EXPORTED_MOST} skills.", type="export-names-invalid")
    entries = {
        entry.skill.pk: entry
        for entry in (skill_find(actor=actor, name=name, project=project, only=only) for name in names)
    }
    archive = BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for entry in entries.values():
            folder = _folder(entry, taken)
            for path, content in sorted(_files(entry, strict).items()):
                member = zipfile.ZipInfo(f"{folder}/{path}", _STAMP)
                member.compress_type = zipfile.ZIP_DEFLATED
                member.external_attr = _PROGRAM if path.startswith("scripts/") else _PLAIN
                packed.writestr(member, content)
    return archive.getvalue()


def _folder(entry: Entry, taken: set[str]) -> str:
    """The name agents call it by; for a second one of that name its whole key."""
    folder = entry.skill.slug if entry.skill.slug not in taken else entry.skill.key.replace("/", "-")
    taken.add(folder)
    return folder


def _files(entry: Entry, strict: bool) -> Mapping[str, bytes]:
    files = entry_files(entry)
    if not strict:
        return files
    main = skill_file_of(files)
    others = {path: content for path, content in files.items() if path != main}
    return {**others, SKILL_FILE: strict_export(package_read(files, folder=entry.skill.slug))}
