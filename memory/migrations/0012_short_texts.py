"""Short texts get words by which they are known again once they were forgotten."""

from typing import Any

from django.db import migrations

from memory.gate.fingerprints import words_hash
from memory.services.near_copies import spelled_words

AT_ONCE = 1_000


def fill(apps: Any, schema_editor: Any) -> None:
    """Those without words were the short ones, and those that were erased."""
    episodes = apps.get_model("memory", "Episode").objects.using(schema_editor.connection.alias)
    last = 0
    while rows := list(
        episodes.filter(words_hash="", record__gt=last).exclude(record__status="erased").order_by("record")[:AT_ONCE]
    ):
        for row in rows:
            row.words_hash = words_hash(spelled_words(row.text))
        episodes.bulk_update(rows, ["words_hash"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("memory", "0011_told_otherwise")]  # noqa: RUF012

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]  # noqa: RUF012
