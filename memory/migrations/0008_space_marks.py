# ruff: noqa: RUF012

from django.db import migrations, models

TABLES = ("memory_embeddingbits", "memory_pastvector")
CHANGES = {"INSERT": "NEW", "DELETE": "OLD", "UPDATE": "NEW"}
# Random rather than counted: a restored database must not come to a number that was seen before it was restored.
TRIGGER = (
    "CREATE TRIGGER {name} AFTER {change} ON {table} BEGIN"
    " UPDATE memory_space SET vectors_mark = random() WHERE id = {row}.space_id; END"
)


def names(table):
    return {change: f"{table}_{change.lower()}_marks" for change in CHANGES}


def add_triggers(apps, schema_editor):
    for table in TABLES:
        for change, name in names(table).items():
            schema_editor.execute(TRIGGER.format(name=name, change=change, table=table, row=CHANGES[change]))


def drop_triggers(apps, schema_editor):
    for table in TABLES:
        for name in names(table).values():
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")


class Migration(migrations.Migration):
    dependencies = [("memory", "0007_beliefs")]

    operations = [
        migrations.AddField(
            model_name="space",
            name="vectors_mark",
            field=models.BigIntegerField(
                default=0,
                editable=False,
                help_text="Another number after each change of its vectors; kept by triggers",
            ),
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
