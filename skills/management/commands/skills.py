"""`kirocrew skills`: the catalogue from a terminal."""

import os
from argparse import ArgumentParser
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from hooks.services.reading import ReadRefused, safe_read_bytes
from kirocrew.base.files import missing_folder, write_trouble
from memory.management.console import OPERATOR, console, table, told_plainly, watch, write_json
from skills.models import Origin, PrincipalKind, RefusedPackage, Skill, SkillRoot, Tier
from skills.packages.limits import DEFAULT_LIMITS
from skills.services.accepting import package_accept, package_withdraw, refused_packages
from skills.services.catalogue import Entry, entry_files, skill_find, skills_list
from skills.services.exporting import skills_export
from skills.services.folders import folder_read
from skills.services.grants import grant_give, grant_revoke
from skills.services.keys import key_checked
from skills.services.roots import root_add, scan_asked
from skills.services.uploads import Fate, archive_upload
from skills.services.versions import package_write, version_rollback

EXIT_ERRORS: Final = 3
"""Some packages of an archive, or some skills of a folder, were not taken."""
ROOT_TIERS: Final = {"workspace": Tier.WORKSPACE, "project": Tier.PROJECT, "personal": Tier.PERSONAL}
COUNTED: Final = ("new", "changed", "unchanged", "unreadable", "gone")
REFUSED_SHOWN: Final = 50
_FILE_MODE: Final = 0o600


class Command(BaseCommand):
    help = (
        "List skills, show one, read folders, add and export packages, accept what was refused, go back to a version, "
        "give and take back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        listing = actions.add_parser("list", help="show every skill with its tier, state and who may use it")
        listing.add_argument("--project", default="", help="as a request for this project sees it")
        listing.add_argument("--json", action="store_true", help="write one JSON document")
        show = actions.add_parser("show", help="show one skill with its files and what was found in it")
        show.add_argument("name")
        show.add_argument("--json", action="store_true", help="write one JSON document")
        scan = actions.add_parser("scan", help="read all folders now; with a path, add that folder first")
        scan.add_argument("path", nargs="?", help="a folder of skills to add")
        scan.add_argument("--tier", choices=list(ROOT_TIERS), default="personal", help="for whom the folder is")
        scan.add_argument("--project", default="", help="the project of a project's folder; you agree to its reading")
        add = actions.add_parser("add", help="add the skill in a folder, or its next version")
        add.add_argument("folder", type=Path)
        add.add_argument("--name", default="", help="the name it gets; the folder's when left out")
        upload = actions.add_parser("upload", help=f"add the packages of a ZIP; ends with {EXIT_ERRORS} if one failed")
        upload.add_argument("file", type=Path)
        accept = actions.add_parser(
            "accept", help="show what was found in packages that were refused; with --reason, accept it in one of them"
        )
        accept.add_argument(
            "name", nargs="?", default="", help="the name it was refused under, or the start of its hash"
        )
        accept.add_argument("--reason", default="", help="why it may be used all the same; kept with who says so")
        accept.add_argument("--withdraw", action="store_true", help="accept it no longer")
        export = actions.add_parser("export", help="write skills into a ZIP")
        export.add_argument("names", nargs="+", metavar="NAME")
        export.add_argument("--to", type=Path, required=True, metavar="FILE", help="a file that is not there yet")
        export.add_argument("--strict", action="store_true", help="with the six fields of the specification alone")
        rollback = actions.add_parser("rollback", help="make a new version with the files of an earlier one")
        rollback.add_argument("name")
        rollback.add_argument("version", type=int)
        rollback.add_argument("--reason", default="", help="kept with the version")
        for action, words in (("grant", "give a skill to a bot, member or person"), ("revoke", "take it back")):
            one = actions.add_parser(action, help=words)
            one.add_argument("name")
            one.add_argument("to", metavar="WHO", help="the name of a bot, member or person")
            one.add_argument("--kind", choices=list(PrincipalKind.values), default=PrincipalKind.BOT)
            if action == "grant":
                one.add_argument("--version", type=int, default=None, dest="pinned", help="the version they get")
                one.add_argument("--manage", action="store_true", default=None, help="let them change it")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            try:
                getattr(self, f"_{options['action']}")(options)
            except ReadRefused as refusal:
                raise CommandError(f"It can't be read: {refusal.detail}") from refusal

    def _list(self, options: dict[str, Any]) -> None:
        entries = skills_list(actor=OPERATOR, project=options["project"])
        if options["json"]:
            write_json(self, [_row(entry) for entry in entries])
            return
        rows = table("name", "tier", "version", "state", "who", "description")
        for entry in entries:
            skill = entry.skill
            rows.add_row(skill.key, Tier(skill.tier).label, str(entry.version), _state(entry), skill.visibility,
                         skill.description[:80])  # fmt: skip
        console(self).print(rows if entries else "There is no skill yet. `kirocrew skills scan` reads the folders.")

    def _show(self, options: dict[str, Any]) -> None:
        entry = skill_find(actor=OPERATOR, name=options["name"])
        skill = Skill.objects.get(pk=entry.skill.pk)
        files = {path: len(content) for path, content in sorted(entry_files(entry).items())}
        details = _row(entry) | {"files": files, "diagnostics": skill.diagnostics, "body": skill.body}
        if options["json"]:
            write_json(self, details)
            return
        for name in ("name", "tier", "version", "state", "visibility", "description"):
            self.stdout.write(f"{name}: {details[name]}")
        for one in skill.diagnostics:
            self.stdout.write(f"{one['level']}: {one['message']} (line {one['line']})")
        for path, size in files.items():
            self.stdout.write(f"{size:>10,} bytes  {path}")
        self.stdout.write(f"\n{skill.body}")

    def _scan(self, options: dict[str, Any]) -> None:
        if options["path"]:
            tier = Tier.PROJECT if options["project"] else ROOT_TIERS[options["tier"]]
            root_add(actor=OPERATOR, path=options["path"], tier=tier, project=options["project"], consent=True)
        job = watch(self, scan_asked(actor=OPERATOR))
        done = job.result or {}
        numbers = ", ".join(
            f"{done.get(name, 0)} {name}" for name in ("new", "changed", "unchanged", "unreadable", "gone")
        )
        self.stdout.write(f"{numbers}.")
        for root in SkillRoot.objects.exclude(problem=""):
            self.stderr.write(f"{root.path}: {root.problem}")

    def _add(self, options: dict[str, Any]) -> None:
        folder: Path = options["folder"].absolute()
        key = key_checked(options["name"] or folder.name)
        present = Skill.objects.kept().filter(tier=Tier.MANAGED, key=key).first()
        written = package_write(
            actor=OPERATOR,
            skill=present,
            key=key,
            files=folder_read(folder),
            origin=Origin.UPLOADED,
            origin_detail=folder.name,
        )
        what = (
            "is new"
            if written.created
            else f"is now version {written.skill.version}"
            if written.changed
            else "is the same"
        )
        self.stdout.write(f"{key} {what}. {written.skill.state_reason}".rstrip())

    def _upload(self, options: dict[str, Any]) -> None:
        content = safe_read_bytes(options["file"], limit=DEFAULT_LIMITS.total_bytes)
        upload = archive_upload(actor=OPERATOR, stream=BytesIO(content), name=options["file"].name)
        packages = [package.as_json() for package in upload.packages]
        if upload.job is not None:
            packages = (watch(self, upload.job).result or {}).get("packages", [])
        for one in packages:
            self.stdout.write(f"{one['fate'].upper():<9} {one['key'] or one['folder']}  {one['message']}".rstrip())
        if any(one["fate"] == Fate.ERROR for one in packages):
            raise CommandError("Some packages were not taken; the reasons stand above.", returncode=EXIT_ERRORS)

    def _accept(self, options: dict[str, Any]) -> None:
        name = options["name"]
        rows = refused_packages(actor=OPERATOR)
        if name:
            rows = rows.filter(Q(key=name) | Q(content_hash__startswith=name))
        found = list(rows[:REFUSED_SHOWN])
        if not name or not (options["reason"] or options["withdraw"]):
            for row in found:
                self._show_refused(row)
            if not found:
                self.stdout.write("Nothing was refused for what was found in it.")
            return
        if len(found) != 1:
            raise CommandError(f"{len(found)} packages were refused as {name!r}. Name one by the start of its hash.")
        if options["withdraw"]:
            package_withdraw(actor=OPERATOR, package=found[0])
            self.stdout.write(f"{found[0].key} is accepted no longer.")
        else:
            package_accept(actor=OPERATOR, package=found[0], reason=options["reason"])
            self.stdout.write(f"{found[0].key} is accepted. Bring the same files again, and they are taken.")

    def _show_refused(self, row: RefusedPackage) -> None:
        state = f"accepted by {row.accepted_by}: {row.reason}" if row.accepted_at else "refused"
        self.stdout.write(f"{row.key}  {row.content_hash[:16]}  {row.place}  {state}")
        for one in row.findings:
            self.stdout.write(f"    {one['path']}:{one['line']}  {one['code']}  {one['message']}")

    def _export(self, options: dict[str, Any]) -> None:
        file: Path = options["to"]
        if trouble := missing_folder(file):
            raise CommandError(trouble)
        content = skills_export(actor=OPERATOR, names=options["names"], strict=options["strict"])
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE)
            with os.fdopen(descriptor, "wb") as handle:
                handle.write(content)
        except OSError as error:
            raise CommandError(f"{file} can't be written: {write_trouble(error, file)}") from error
        self.stdout.write(f"{len(options['names'])} skills in {file}, {len(content):,} bytes.")

    def _rollback(self, options: dict[str, Any]) -> None:
        skill = skill_find(actor=OPERATOR, name=options["name"]).skill
        skill = version_rollback(actor=OPERATOR, skill=skill, number=options["version"], reason=options["reason"])
        self.stdout.write(
            f"{skill.key} is now version {skill.version}, with the files of version {options['version']}."
        )

    def _grant(self, options: dict[str, Any]) -> None:
        skill = skill_find(actor=OPERATOR, name=options["name"]).skill
        grant_give(
            actor=OPERATOR,
            skill=skill,
            kind=options["kind"],
            name=options["to"],
            pinned_version=options["pinned"],
            can_manage=options["manage"],
        )
        self.stdout.write(f"{options['to']} may use {skill.key}.")

    def _revoke(self, options: dict[str, Any]) -> None:
        skill = skill_find(actor=OPERATOR, name=options["name"]).skill
        grant_revoke(actor=OPERATOR, skill=skill, kind=options["kind"], name=options["to"])
        self.stdout.write(f"{options['to']} was given {skill.key} no longer.")


def _row(entry: Entry) -> dict[str, Any]:
    skill = entry.skill
    return {
        "name": skill.key,
        "slug": skill.slug,
        "tier": Tier(skill.tier).label,
        "version": entry.version,
        "state": _state(entry),
        "visibility": skill.visibility,
        "description": skill.description,
        "triggers": skill.triggers,
        "missing": skill.missing,
    }


def _state(entry: Entry) -> str:
    if entry.shadowed_by is not None:
        return f"shadowed by {Tier(entry.shadowed_by.tier).label.lower()}"
    if entry.usable:
        return "offered"
    why = f": {entry.skill.state_reason}" if entry.skill.state_reason else ""
    return f"{entry.skill.state if entry.skill.enabled else 'switched off'}{why}"
