"""`kirocrew hooks`: script hooks, and files of other systems that become drafts."""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from channels_bridge.actors import Actor
from hooks.models import ScriptHook
from hooks.scripts.systems import System
from hooks.services.reading import ReadRefused, safe_read_file
from hooks.services.script_imports import FILE_BYTES_MAX, Fate, HookFile, ImportReport, scripts_import
from hooks.services.scripts import script_hook_hints, script_hooks_list
from kirocrew.base.problems import Problem
from kirocrew.base.text import cut, one_line

OPERATOR: Final = Actor.system("operator")
EXIT_NOTHING: Final = 3
SHOWN: Final = 100  # characters of a command


class Command(BaseCommand):
    help = (
        "List script hooks; say what would become of hook files of Claude Code, Kiro, Cursor, Codex, Copilot and "
        "Goose, and with --apply store them as drafts, switched off. Ends with 3 when there was nothing to import."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        listing = actions.add_parser("list", help="show every script hook with what is wrong with its matcher")
        listing.add_argument("--json", action="store_true", help="write one JSON document")
        importing = actions.add_parser("import", help="look at hook files, or store what is in them as drafts")
        importing.add_argument("paths", nargs="+", type=Path, metavar="FILE", help="a file, or a folder of *.sh hooks")
        importing.add_argument("--apply", action="store_true", help="store drafts; without it nothing is written")
        importing.add_argument("--system", choices=[one.value for one in System], help="whose the files are")
        importing.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["action"] == "list":
                self.list_hooks(as_json=options["json"])
            else:
                self.import_files(options)
        except Problem as problem:
            raise CommandError(problem.detail or problem.title) from problem

    def list_hooks(self, *, as_json: bool) -> None:
        hooks = list(script_hooks_list(actor=OPERATOR))
        if as_json:
            self.stdout.write(json.dumps([_row(hook) for hook in hooks], ensure_ascii=False, indent=2))
            return
        for hook in hooks:
            state = "on " if hook.enabled else "off"
            self.stdout.write(f"{state} {hook.event} {hook.matcher or '*'}  {hook.name}  ({hook.system})")
            self.stdout.write(f"      {_short(hook.command)}")
            for hint in script_hook_hints(hook):
                self.stdout.write(f"      {_hint(hint.as_dict())}")

    def import_files(self, options: dict[str, Any]) -> None:
        files = [file for path in options["paths"] for file in self.read(path)]
        system = System(options["system"]) if options["system"] else None
        report = scripts_import(actor=OPERATOR, files=files, system=system, apply=options["apply"])
        if options["json"]:
            answer = {"dry_run": not options["apply"], "items": [item.as_dict() for item in report.items]}
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        else:
            self.show(report, applied=options["apply"])
        if not report.count(Fate.DRAFT) and not report.count(Fate.DUPLICATE):
            raise CommandError("There is no hook in it that could be imported.", returncode=EXIT_NOTHING)

    def read(self, path: Path) -> list[HookFile]:
        """A file, or the shell scripts of a folder. Raises CommandError."""
        names = sorted(path.glob("*.sh")) if path.is_dir() else [path]
        try:
            return [HookFile(str(name.absolute()), safe_read_file(name, limit=FILE_BYTES_MAX)) for name in names]
        except ReadRefused as error:
            raise CommandError(f"{path}: {error.detail} Nothing was imported.") from error

    def show(self, report: ImportReport, *, applied: bool) -> None:
        for item in report.items:
            place = " ".join(filter(None, (item.event, item.matcher and f"'{item.matcher}'", f"[{item.where}]")))
            self.stdout.write(f"{item.fate:<9} {place}  {_short(item.text)}")
            for line in filter(None, (item.reason, *item.notes)):
                self.stdout.write(f"          {line}")
            for hint in item.hints:
                self.stdout.write(f"          {_hint(hint.as_dict())}")
        counts = Counter(item.fate for item in report.items)
        said = ", ".join(f"{counts[fate]} {fate}" for fate in Fate)
        if applied:
            self.stdout.write(f"{said}. The drafts are stored, switched off; try each before you switch it on.")
        else:
            self.stdout.write(f"{said}. Nothing was written. Add --apply to store the drafts.")


def _row(hook: ScriptHook) -> dict[str, Any]:
    return {
        "uid": str(hook.uid),
        "name": hook.name,
        "system": hook.system,
        "event": hook.event,
        "matcher": hook.matcher,
        "command": hook.command,
        "enabled": hook.enabled,
        "fail_open": hook.fail_open_why,
        "last_status": hook.last_status,
        "runs": hook.run_count,
        "hints": [hint.as_dict() for hint in script_hook_hints(hook)],
    }


def _short(text: str) -> str:
    return cut(one_line(text), SHOWN)


def _hint(hint: dict[str, str]) -> str:
    repair = f" Write '{hint['repair']}'." if hint["repair"] else ""
    return f"{hint['code']}: {hint['message']}{repair}"
