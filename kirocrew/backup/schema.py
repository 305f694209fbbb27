"""Whether this program can use a database: which of its migrations it lacks, and which only a later program knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.migrations.loader import MigrationLoader


@dataclass(frozen=True, slots=True)
class Fit:
    """Migrations as `app.name`: those that would be applied, and those this program does not know."""

    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    is_ours: bool = True
    """Whether it is a database of Kirocrew at all."""

    @property
    def problem(self) -> str:
        """Why it can't be used; empty when it can."""
        if not self.is_ours:
            return "It is no database of Kirocrew: it has none of its migrations."
        if self.unknown:
            return (
                f"It was made by a newer version of Kirocrew: it has {', '.join(self.unknown)}. Start that version, or "
                "take an older backup."
            )
        return ""


def fit_of(migrations: Mapping[str, Sequence[str]]) -> Fit:
    """How a database with these migrations of each app fits this program."""
    loader = MigrationLoader(None)
    known = {*loader.disk_migrations, *loader.replacements}
    apps = {app for app, _ in loader.disk_migrations}
    applied = {(app, name) for app, names in migrations.items() for name in names if app in apps}
    missing = sorted(set(loader.disk_migrations) - applied)
    return Fit(
        tuple(f"{app}.{name}" for app, name in missing),
        tuple(f"{app}.{name}" for app, name in sorted(applied - known)),
        is_ours=any(app == "memory" for app, _ in applied),
    )
