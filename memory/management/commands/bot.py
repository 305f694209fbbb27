"""`kirocrew bot`: keys for those who come over the API."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from channels_bridge.actors import Permission
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_revoke
from memory.management.console import (
    OPERATOR,
    console,
    instant,
    shown_time,
    store_named,
    table,
    told_plainly,
    write_json,
)
from memory.services.bots import bot_with_stores_create
from memory.services.stores import MAIN

EXIT_REVOKED = 3
USUAL = (Permission.MEMORY_READ, Permission.MEMORY_WRITE, Permission.LESSONS_WRITE)


class Command(BaseCommand):
    help = "Make a bot with its key, list bots, revoke a key."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="add|list|revoke")
        add = actions.add_parser("add", help="make a bot; its key is shown this once")
        add.add_argument("name", help="a name of letters, digits, - and _")
        add.add_argument(
            "--permission",
            action="append",
            default=[],
            metavar="PERMISSION",
            choices=[str(permission) for permission in Permission],
            help=f"may be given again; one of {', '.join(Permission)} (default: {', '.join(USUAL)})",
        )
        add.add_argument(
            "--store",
            action="append",
            default=[],
            metavar="STORE",
            help=f"may be given again; the first is what is meant when a request names none (default: {MAIN})",
        )
        add.add_argument(
            "--member", default="", metavar="AGENT", help="let the bot reach this agent's own store and no other"
        )
        add.add_argument("--project", default="", help="let the bot see and write this project only")
        add.add_argument("--expires", type=instant, default=None, metavar="DATE", help="last day, such as 2027-01-31")
        add.add_argument("--description", default="", help="what the bot is for")
        listing = actions.add_parser("list", help="show all bots")
        listing.add_argument("--json", action="store_true", help="write one JSON document")
        revoke = actions.add_parser(
            "revoke", help="close the door for a key, for good; ends with 3 when it was closed already"
        )
        revoke.add_argument("name")
        revoke.add_argument("--reason", default="", help="kept with the bot")

    def handle(self, *args: Any, **options: Any) -> None:
        actions = {"add": self._add, "list": self._list, "revoke": self._revoke}
        with told_plainly():
            actions[options["action"]](options)

    def _add(self, options: dict[str, Any]) -> None:
        bot, key = bot_with_stores_create(
            actor=OPERATOR,
            name=options["name"],
            permissions=options["permission"] or list(USUAL),
            stores=[store_named(slug).slug for slug in options["store"]] or None,
            member=options["member"],
            project=options["project"],
            expires_at=options["expires"],
            description=options["description"],
        )
        self.stdout.write(key)
        self.stderr.write(f"The key of {bot.name} is shown this once. Send it as 'Authorization: Bearer KEY'.")

    def _list(self, options: dict[str, Any]) -> None:
        bots = [_row(bot) for bot in Bot.objects.prefetch_related("store_bindings__store")]
        if options["json"]:
            write_json(self, bots)
            return
        rows = table("name", "state", "stores", "member", "project", "permissions", "expires", "last used")
        for bot in bots:
            rows.add_row(
                bot["name"],
                bot["state"],
                ", ".join(bot["stores"]),
                bot["member"] or "-",
                bot["project"] or "-",
                ", ".join(bot["permissions"]),
                shown_time(bot["expires_at"]),
                shown_time(bot["last_used_at"]),
            )
        console(self).print(rows if bots else "There is no bot yet. `kirocrew bot add NAME` makes one.")

    def _revoke(self, options: dict[str, Any]) -> None:
        bot = Bot.objects.filter(name=options["name"]).first()
        if bot is None:
            raise CommandError(
                f"There is no bot called {options['name']!r}. `kirocrew bot list` shows those there are."
            )
        if bot.revoked_at is not None:
            why = f" ({bot.revoked_reason})" if bot.revoked_reason else ""
            raise CommandError(
                f"The key of {bot.name} has been revoked since {shown_time(bot.revoked_at)} UTC{why}.",
                returncode=EXIT_REVOKED,
            )
        bot_revoke(actor=OPERATOR, bot=bot, reason=options["reason"])
        self.stdout.write(f"The key of {bot.name} opens nothing any more.")


def _row(bot: Bot) -> dict[str, Any]:
    bindings = sorted(bot.store_bindings.all(), key=lambda binding: (not binding.is_default, binding.store.slug))
    state = "revoked" if bot.revoked_at else "live" if bot.is_live() else "expired"
    return {
        "name": bot.name,
        "state": state,
        "stores": [binding.store.slug for binding in bindings],
        "member": bot.member,
        "project": bot.project,
        "permissions": list(bot.permissions),
        "expires_at": bot.expires_at,
        "last_used_at": bot.last_used_at,
    }
