"""`kirocrew language`: which language model is configured, what it took, and whether it answers."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.inference.chat import ChatError
from memory.management.console import OPERATOR, console, shown_time, table, told_plainly, write_json
from memory.services.language import language_budget, language_calls, language_shown, language_try

CALLS_SHOWN: Final = 10


class Command(BaseCommand):
    help = "Show which language model is configured, what it took today and its last calls; try whether it answers."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="show|try")
        for name, purpose in (
            ("show", "show what is configured, today's use and the last calls"),
            ("try", "ask a fixed, harmless question; ends with 1 and the reason when that fails"),
        ):
            action = actions.add_parser(name, help=purpose)
            action.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            self._try(options) if options["action"] == "try" else self._show(options)

    def _show(self, options: dict[str, Any]) -> None:
        shown, budget = language_shown(actor=OPERATOR), language_budget()
        calls = list(language_calls(actor=OPERATOR)[:CALLS_SHOWN])
        if options["json"]:
            write_json(
                self,
                {
                    "kind": shown.kind,
                    "problem": shown.problem,
                    "today": {
                        "tokens": budget.tokens,
                        "tokens_max": budget.tokens_max,
                        "cost": float(budget.cost),
                        "cost_max": float(budget.cost_max),
                        "until": budget.until.isoformat(),
                    },
                    "calls": [
                        {
                            "at": call.at.isoformat(),
                            "purpose": call.purpose,
                            "about": call.about,
                            "model": call.model,
                            "outcome": call.outcome,
                            "error": call.error,
                            "prompt_tokens": call.prompt_tokens,
                            "answer_tokens": call.answer_tokens,
                            "cost": None if call.cost is None else float(call.cost),
                            "seconds": round(call.seconds, 3),
                        }
                        for call in calls
                    ],
                },
            )
            return
        out = console(self)
        out.print(f"model:   {shown.title}")
        for name, value in shown.facts:
            out.print(f"         {name}: {value}")
        if shown.problem:
            out.print(f"problem: {shown.problem}")
        limit = f" of {budget.tokens_max:,}" if budget.tokens_max else ""
        out.print(f"today:   {budget.tokens:,}{limit} tokens, until {budget.until:%Y-%m-%d %H:%M %Z}")
        if budget.cost or budget.cost_max:
            limit = f" of {budget.cost_max:.2f}" if budget.cost_max else ""
            out.print(f"         costs {budget.cost:.4f}{limit}")
        if calls:
            rows = table("when", "for", "model", "outcome", "read", "wrote", "seconds")
            for call in calls:
                outcome = call.get_outcome_display() + (f" ({call.error})" if call.error else "")
                numbers = (f"{call.prompt_tokens:,}", f"{call.answer_tokens:,}", f"{call.seconds:.1f}")
                rows.add_row(shown_time(call.at), call.purpose, call.model, outcome, *numbers)
            out.print(rows)

    def _try(self, options: dict[str, Any]) -> None:
        try:
            asked = language_try(actor=OPERATOR)
        except ChatError as error:
            raise CommandError(f"It did not answer: {error}") from error
        if options["json"]:
            write_json(
                self,
                {
                    "answer": asked.value,
                    "model": asked.model,
                    "rounds": asked.rounds,
                    "prompt_tokens": asked.prompt_tokens,
                    "answer_tokens": asked.answer_tokens,
                    "cost": None if asked.cost is None else float(asked.cost),
                    "seconds": round(asked.seconds, 3),
                },
            )
            return
        self.stdout.write(f"{asked.model}: {asked.value}")
        cost = "" if asked.cost is None else f", costs {asked.cost:.6f}"
        self.stdout.write(
            f"{asked.prompt_tokens:,} tokens read, {asked.answer_tokens:,} written, {asked.seconds:.1f} s{cost}"
        )
