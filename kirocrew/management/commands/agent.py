"""`kirocrew agent`: agents and their context files from a terminal."""

import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from channels_bridge.models import Job
from kirocrew.agents.agents import agent_create, agent_get, agent_retire, agent_return, agents_visible
from kirocrew.agents.files import file_read, file_revisions, file_write, files_stored, waiting_texts
from kirocrew.agents.summoning.running import agent_regenerate, agent_summon
from kirocrew.api.agent_serializers import AgentSerializer
from kirocrew.models import Agent, AgentKind
from memory.gate.outcomes import Outcome
from memory.management.console import OPERATOR, console, table, told_plainly, write_json

STDIN_LIMIT: Final = 200_000
"""Characters that are read from standard input; the service says how many a file may have."""


class Command(BaseCommand):
    help = "List, show, make and retire agents; list, show and write their files, or let the language model write them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        listing = actions.add_parser("list", help="show the agents that are served")
        listing.add_argument("--retired", action="store_true", help="and those that are served no more")
        listing.add_argument("--json", action="store_true", help="write one JSON document")
        show = actions.add_parser("show", help="show one agent with its files")
        show.add_argument("slug")
        show.add_argument("--json", action="store_true", help="write one JSON document")
        add = actions.add_parser("add", help="make an agent with the files it begins with")
        add.add_argument("slug", help="its short name, as in 'gardener'")
        add.add_argument("--name", default="", help="the name people see; the short name when left out")
        add.add_argument("--kind", choices=AgentKind.values, default=AgentKind.PREDEFINED)
        add.add_argument("--description", default="", help="what it is for")
        add.add_argument("--self-evolve", action="store_true", help="let chats propose changes of its soul")
        for action, words in (("retire", "serve an agent no more; its files stay"), ("return", "serve it again")):
            one = actions.add_parser(action, help=words)
            one.add_argument("slug")
            one.add_argument("--reason", default="", help="kept in the audit")
        summon = actions.add_parser("summon", help="let the language model write the files that are as they began")
        summon.add_argument("slug")
        regenerate = actions.add_parser("regenerate", help="let the language model change the files as you say")
        regenerate.add_argument("slug")
        regenerate.add_argument("instruction", help="what to change, in one sentence or a few")
        files = actions.add_parser("files", help="list the files of an agent, show one, or write one")
        files.add_argument("slug")
        files.add_argument("name", nargs="?", help="the file to show, as in SOUL.md")
        files.add_argument("--person", default="", help="the copy of that person")
        files.add_argument(
            "--write", action="store_true", help="write the file from standard input; nothing removes it"
        )
        files.add_argument("--history", action="store_true", help="show every text the file had")
        files.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            getattr(self, f"_{options['action']}")(options)

    def _list(self, options: dict[str, Any]) -> None:
        agents = list(agents_visible(OPERATOR, with_retired=options["retired"]))
        if options["json"]:
            write_json(self, AgentSerializer(agents, many=True).data)
            return
        rows = table("name", "kind", "mode", "store", "state", "what it is good at")
        for agent in agents:
            rows.add_row(agent.slug, agent.kind, agent.mode, agent.store.slug if agent.store else "", _state(agent),
                         agent.expertise[:80])  # fmt: skip
        console(self).print(rows if agents else "There is no agent yet. `kirocrew agent add NAME` makes one.")

    def _show(self, options: dict[str, Any]) -> None:
        agent = agent_get(actor=OPERATOR, slug=options["slug"])
        details = dict(AgentSerializer(agent).data) | {"files": _files(agent)}
        if options["json"]:
            write_json(self, details)
            return
        for name in ("slug", "name", "kind", "mode", "store", "expertise", "description", "status"):
            self.stdout.write(f"{name}: {details[name] or ''}".rstrip())
        self._table(details["files"])

    def _add(self, options: dict[str, Any]) -> None:
        names = ("slug", "name", "kind", "description", "self_evolve")
        agent = agent_create(actor=OPERATOR, **{name: options[name] for name in names})
        self.stdout.write(f"{agent.slug} is there, with {len(_files(agent))} files.")

    def _retire(self, options: dict[str, Any]) -> None:
        agent_retire(actor=OPERATOR, agent=agent_get(actor=OPERATOR, slug=options["slug"]), reason=options["reason"])
        self.stdout.write(f"{options['slug']} is served no more. `kirocrew agent return` brings it back.")

    def _return(self, options: dict[str, Any]) -> None:
        agent_return(actor=OPERATOR, agent=agent_get(actor=OPERATOR, slug=options["slug"]), reason=options["reason"])
        self.stdout.write(f"{options['slug']} is served again.")

    def _summon(self, options: dict[str, Any]) -> None:
        self._asked_for(agent_summon(actor=OPERATOR, agent=agent_get(actor=OPERATOR, slug=options["slug"])))

    def _regenerate(self, options: dict[str, Any]) -> None:
        agent = agent_get(actor=OPERATOR, slug=options["slug"])
        self._asked_for(agent_regenerate(actor=OPERATOR, agent=agent, instruction=options["instruction"]))

    def _asked_for(self, job: Job) -> None:
        self.stdout.write(f"{job.title}: job {job.uid}. The worker does it; `kirocrew activity` shows how far it is.")

    def _files(self, options: dict[str, Any]) -> None:
        agent = agent_get(actor=OPERATOR, slug=options["slug"])
        if not options["name"]:
            if options["write"] or options["history"]:
                raise CommandError("Say which file.")
            found = _files(agent, options["person"] or None)
            write_json(self, found) if options["json"] else self._table(found)
            return
        of = {"actor": OPERATOR, "agent": agent, "name": options["name"], "person": options["person"]}
        if options["write"]:
            self._written(file_write(**of, text=sys.stdin.read(STDIN_LIMIT), reason="Written from a terminal"))
        elif options["history"]:
            for one in file_revisions(**of):
                waits = f", waits: {one.waits}" if one.waits and one.decided_at is None else ""
                when = f"{one.recorded_at:%Y-%m-%d %H:%M}"
                self.stdout.write(f"--- {one.number}  {one.operation} by {one.source}  {when}{waits}")
                self.stdout.write(one.text)
        else:
            self.stdout.write(file_read(**of).text)

    def _written(self, outcome: Outcome) -> None:
        if outcome.refusal is not None:
            raise CommandError(f"{outcome.refusal.code}: {outcome.refusal.message}")
        redacted = f" Taken out: {', '.join(outcome.redacted)}." if outcome.redacted else ""
        self.stdout.write(f"{outcome.key} is {outcome.status}, revision {outcome.revision}.{redacted}")

    def _table(self, found: list[dict[str, Any]]) -> None:
        rows = table("file", "whose", "revision", "characters", "state")
        for one in found:
            rows.add_row(one["name"], one["person"], str(one["revision"]), f"{one['chars']:,}", one["state"])
        console(self).print(rows if found else "There are no files.")


def _files(agent: Agent, person: str | None = None) -> list[dict[str, Any]]:
    waiting = {one.file_id: one.number for one in waiting_texts(actor=OPERATOR, agent=agent)}
    return [
        {
            "name": file.name,
            "person": file.person,
            "revision": file.revision,
            "chars": len(file.text),
            "state": f"revision {waiting[file.pk]} waits"
            if file.pk in waiting
            else "removed"
            if file.removed_at
            else "",
        }
        for file in files_stored(actor=OPERATOR, agent=agent, person=person)
    ]


def _state(agent: Agent) -> str:
    return "retired" if agent.retired_at else agent.get_status_display().lower()
