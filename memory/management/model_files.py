"""The part of `kirocrew model` that is about files: install, list, remove."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memory.inference.chat_models import KNOWN_CHAT, ChatSpec, chat_file
from memory.inference.costs import ModelCost, model_benchmark, model_cost
from memory.inference.download import INTERACTIVE, Line
from memory.inference.install import ModelInstallError, install_chat_model, install_model
from memory.inference.models import KNOWN, ModelSpec
from memory.inference.trial import TrialError
from memory.management.console import OPERATOR, console, table, told_plainly, write_json
from memory.services.model_files import Pace, Spec, model_remove, models_advice, models_dir, ways_configured

FEW_LANGUAGES = 5
INSTALLED_BY_NAME = (*KNOWN, *KNOWN_CHAT)


def add_arguments(actions: Any) -> None:
    """Add the subcommands."""
    install = actions.add_parser("install", help="fetch, check and try out a model")
    install.add_argument(
        "name", help=f"one of {', '.join(INSTALLED_BY_NAME)}, or the address of a language model's file"
    )
    install.add_argument("--sha256", default="", help="of the file at an address, as its makers publish it")
    listed = actions.add_parser("list", help="show the known models and what they cost on this machine")
    listed.add_argument("--bench", action="store_true", help="measure those that are installed, a few seconds each")
    listed.add_argument("--json", action="store_true", help="write one JSON document")
    remove = actions.add_parser("remove", help="delete a model's file that nothing uses")
    remove.add_argument("name", help="a known model's name, or that of a file in the home's models/")


def install(command: BaseCommand, options: dict[str, Any]) -> None:
    """Fetch a model while somebody looks on; what breaks off is taken up by the next call."""
    spec, told = _meant(options["name"], options["sha256"])
    pace, report = Pace(), command.stdout.write
    ways = ways_configured(line=Line(INTERACTIVE))
    try:
        with console(command, aside=True).status(spec.title) as shown:

            def watch(done: int, total: int | None) -> None:
                shown.update(pace.words(done, total))

            if isinstance(spec, ChatSpec):
                path = install_chat_model(spec, models_dir(), report=report, watch=watch, ways=ways)
            else:
                path = install_model(spec, models_dir(), report=report, watch=watch, ways=ways)
    except ModelInstallError as error:
        raise CommandError(str(error)) from error
    command.stdout.write(f"Installed: {path}. {told}")


def _meant(name: str, sha256: str) -> tuple[Spec, str]:
    """The model that is asked for, and how to use it."""
    if name in KNOWN:
        return KNOWN[name], "A server that waits for it finds it within a minute."
    if name in KNOWN_CHAT:
        return KNOWN_CHAT[name], f"Set KIROCREW_LANGUAGE_MODEL to {name} where the server is started, to use it."
    if "://" in name:
        try:
            spec = chat_file(name, sha256.strip().lower())
        except ValueError as error:
            raise CommandError(f"This can't be installed: {error}. Name it with --sha256.") from error
        return spec, "Choose it under Settings, Models, or set KIROCREW_LANGUAGE_MODEL to its path."
    raise CommandError(
        f"There is no model {name!r} to install, only {', '.join(INSTALLED_BY_NAME)}. Any GGUF file works, "
        "too: set KIROCREW_EMBEDDING_MODEL or KIROCREW_LANGUAGE_MODEL to its path."
    )


def remove(command: BaseCommand, options: dict[str, Any]) -> None:
    """Delete a model's file."""
    with told_plainly():
        freed = model_remove(actor=OPERATOR, name=options["name"])
    command.stdout.write(f"Removed: {options['name']}, {freed / 1e6:,.0f} MB are free again.")


def advise(command: BaseCommand) -> None:
    """Say it when memory is in languages that the model in use does not know."""
    with told_plainly():
        advice = models_advice(actor=OPERATOR)
    if advice is not None and advice.words:
        command.stdout.write(f"\n{advice.words}")


def show(command: BaseCommand, options: dict[str, Any]) -> None:
    """List the known models."""
    specs: list[Spec] = [*KNOWN.values(), *KNOWN_CHAT.values()]
    models = [_described(spec, _cost(command, spec, measure=options["bench"])) for spec in specs]
    if options["json"]:
        write_json(command, models)
        return
    columns = ("name", "title", "kind", "dims", "languages", "licence", "download", "installed", "speed", "memory")
    rows = table(*columns, "relevant from")
    for model in models:
        rows.add_row(*_cells(model))
    console(command).print(rows)
    if not any(model["cost"] for model in models):
        command.stdout.write("\nWhat they cost on this machine: kirocrew model list --bench")


def _cost(command: BaseCommand, spec: Spec, *, measure: bool) -> ModelCost | None:
    path = models_dir() / spec.file_name
    if not path.is_file():
        return None
    if not measure:
        return model_cost(path)
    try:
        if isinstance(spec, ModelSpec):
            return model_benchmark(path, threads=settings.KIROCREW_EMBEDDING_THREADS)
        return model_benchmark(path, threads=settings.KIROCREW_LANGUAGE_THREADS, kind="language")
    except (TrialError, OSError) as error:
        command.stderr.write(f"{spec.title} can't be measured: {error}")
        return None


def _described(spec: Spec, cost: ModelCost | None) -> dict[str, Any]:
    measured = spec.admission if isinstance(spec, ModelSpec) else None
    return {
        "name": spec.name,
        "title": spec.title,
        "kind": "embedding" if isinstance(spec, ModelSpec) else "language",
        "dimension": None if isinstance(spec, ChatSpec) else spec.dimension,
        "languages": list(spec.languages),
        "licence": spec.licence,
        "download_bytes": spec.download_bytes,
        "installed": (models_dir() / spec.file_name).is_file(),
        "thresholds": {"short": measured.short, "long": measured.long, "measured_on": measured.measured_on}
        if measured
        else None,
        "cost": {
            "texts_per_second": cost.texts_per_second or None,
            "tokens_per_second": cost.tokens_per_second or None,
            "memory_bytes": cost.memory_bytes,
            "load_seconds": cost.load_seconds,
            "threads": cost.threads,
            "measured_at": cost.measured_at,
        }
        if cost
        else None,
    }


def _cells(model: dict[str, Any]) -> list[str]:
    cost, limits = model["cost"], model["thresholds"]
    speed = memory = "-"
    if cost:
        unit = "texts/s" if cost["texts_per_second"] else "tokens/s"
        speed = f"{cost['texts_per_second'] or cost['tokens_per_second']:g} {unit}"
        memory = f"{cost['memory_bytes'] / 1e6:,.0f} MB"
    return [
        *(str(model[name]) for name in ("name", "title", "kind")),
        str(model["dimension"] or "-"),
        languages_told(model["languages"]),
        model["licence"],
        f"{model['download_bytes'] / 1e6:.0f} MB",
        "yes" if model["installed"] else "no",
        speed,
        memory,
        f"{limits['short']:g} / {limits['long']:g}" if limits else "-",
    ]


def languages_told(codes: list[str]) -> str:
    """A few languages by their codes, many by their number."""
    return ", ".join(codes) if len(codes) <= FEW_LANGUAGES else f"{len(codes)} languages"
