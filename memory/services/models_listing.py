"""What is known of models and of the vectors they made: for the Models page, the API and the command."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet

from channels_bridge.actors import Actor
from memory.inference.models import KNOWN, admission_for, spec_of
from memory.models import EmbeddingBits, EmbeddingFailure, ModelChange, Record, Space, Status, Store
from memory.services.model_change import GGUF, changes, key_of, require_owner, shown_name, space_model_name


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model that memory can be searched with. `role` is what its vectors are to us: see Space.State; empty for none.

    `short` and `long` are the least cosines at which a memory counts as relevant, None where they are not known before
    the file is loaded.
    """

    name: str
    title: str
    path: Path
    is_installed: bool
    role: str
    dimension: int | None = None
    languages: tuple[str, ...] = ()
    licence: str = ""
    download_bytes: int = 0
    short: float | None = None
    long: float | None = None
    measured_on: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of one store and kind in one space: active records, those with vectors, those that wait, those that failed."""

    store: str
    kind: str
    total: int
    embedded: int
    failed: int

    @property
    def waiting(self) -> int:
        return max(0, self.total - self.embedded - self.failed)


@dataclass(frozen=True, slots=True)
class SpaceView:
    """The vectors of one model, by store and kind."""

    space: Space
    title: str
    rows: tuple[Coverage, ...]

    @property
    def total(self) -> int:
        return sum(row.total for row in self.rows)

    @property
    def embedded(self) -> int:
        return sum(row.embedded for row in self.rows)

    @property
    def waiting(self) -> int:
        return sum(row.waiting for row in self.rows)

    @property
    def failed(self) -> int:
        return sum(row.failed for row in self.rows)


def models_listed(*, actor: Actor) -> list[ModelView]:
    """The known models and other GGUF files in the home's models/ or with vectors here. Raises Forbidden."""
    require_owner(actor)
    folder = Path(settings.KIROCREW_HOME) / "models"
    spaces = {space_model_name(space): space for space in Space.objects.all()}
    listed = [_known(name, folder, spaces.get(name)) for name in KNOWN]
    files = {str(path): path for path in sorted(folder.glob(f"*{GGUF}"))} if folder.is_dir() else {}
    files |= {name: Path(name) for name in spaces if name not in KNOWN}
    ours = {spec.file_name for spec in KNOWN.values()} | _language_files()
    others = {name: path for name, path in files.items() if path.name not in ours or name in spaces}
    return listed + [_other(name, path, spaces.get(name)) for name, path in others.items()]


def _known(name: str, folder: Path, space: Space | None) -> ModelView:
    spec = KNOWN[name]
    return ModelView(
        name,
        spec.title,
        folder / spec.file_name,
        (folder / spec.file_name).is_file(),
        space.state if space is not None else "",
        spec.dimension,
        spec.languages,
        spec.licence,
        spec.download_bytes,
        spec.admission.short,
        spec.admission.long,
        spec.admission.measured_on,
    )


def _other(name: str, path: Path, space: Space | None) -> ModelView:
    admission = admission_for(key_of(space)) if space is not None else None
    return ModelView(
        name,
        shown_name(name),
        path,
        path.is_file() or path.suffix != GGUF,
        space.state if space is not None else "",
        space.dimension if space is not None else None,
        short=admission.short if admission else None,
        long=admission.long if admission else None,
        measured_on=admission.measured_on if admission else "",
    )


def _language_files() -> set[str]:
    from memory.inference.chat_models import KNOWN_CHAT

    return {spec.file_name for spec in KNOWN_CHAT.values()}


def spaces_listed(*, actor: Actor) -> list[SpaceView]:
    """The vectors of every model that are not being removed: those searched first, then kept, then being filled.

    Raises Forbidden.
    """
    require_owner(actor)
    order = {Space.State.CURRENT: 0, Space.State.RETIRED: 1, Space.State.BUILDING: 2}
    spaces = Space.objects.filter(state__in=order)
    stores = dict(Store.objects.values_list("pk", "slug"))
    active = Record.objects.filter(status=Status.ACTIVE).order_by()
    totals = _by_store_and_kind(active.values_list("store", "kind").annotate(n=Count("id")))
    found = []
    for space in sorted(spaces, key=lambda space: (order[Space.State(space.state)], -space.pk)):
        bits = EmbeddingBits.objects.filter(space=space).order_by()
        failures = EmbeddingFailure.objects.filter(space=space, record__status=Status.ACTIVE).order_by()
        made = _by_store_and_kind(bits.values_list("store", "kind").annotate(n=Count("record", distinct=True)))
        failed = _by_store_and_kind(failures.values_list("record__store", "record__kind").annotate(n=Count("id")))
        rows = [
            Coverage(stores[store], kind, total, made.get((store, kind), 0), failed.get((store, kind), 0))
            for (store, kind), total in sorted(totals.items(), key=lambda item: (stores[item[0][0]], item[0][1]))
        ]
        found.append(SpaceView(space, space_title(space), tuple(rows)))
    return found


def _by_store_and_kind(rows: Any) -> dict[tuple[int, str], int]:
    return {(store, kind): number for store, kind, number in rows}


def space_title(space: Space) -> str:
    """The model of a space as people call it."""
    spec = spec_of(key_of(space))
    return spec.title if spec else shown_name(space.source or space.model)


def failures_of(*, actor: Actor, space: Space | None = None) -> QuerySet[EmbeddingFailure]:
    """Texts that could not be embedded, newest first, in one space or in all. Raises Forbidden."""
    require_owner(actor)
    rows = EmbeddingFailure.objects.filter(record__status=Status.ACTIVE).exclude(space__state=Space.State.DISCARDED)
    if space is not None:
        rows = rows.filter(space=space)
    return rows.select_related("space", "record", "record__store").order_by("-id")


def changes_listed(*, actor: Actor) -> QuerySet[ModelChange]:
    """Every change of the embedding model, the last first. Raises Forbidden."""
    require_owner(actor)
    return changes()


def seconds_left(change: ModelChange) -> float | None:
    """How long a change will still embed at the pace it had so far; None before there is one, and at its end."""
    if change.embedded < 1 or change.seconds <= 0 or change.ended_at is not None:
        return None
    return (change.total - change.done) * change.seconds / change.embedded


def change_as_json(change: ModelChange | None) -> dict[str, Any] | None:
    """A change as the API and the command give it."""
    if change is None:
        return None
    left = seconds_left(change)
    moments: dict[str, datetime | None] = {"started_at": change.started_at, "ended_at": change.ended_at}
    return {
        "model": change.model,
        "title": shown_name(change.model),
        "state": change.state,
        "is_rollback": change.is_rollback,
        "done": change.done,
        "total": change.total,
        "seconds_left": round(left) if left is not None else None,
        "error": change.error,
        "asked_by": change.asked_by,
        **moments,
    }
