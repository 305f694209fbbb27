# ruff: noqa: RUF012

import django.db.models.deletion
from django.db import migrations, models


def drop(apps, schema_editor):
    """Django makes a table anew to take an index off a column; dropping the index is enough, and quick."""
    for model, column in (
        ("record", "store_id"),
        ("record", "superseded_by_id"),
        ("revision", "record_id"),
        ("event", "store_id"),
    ):
        table = apps.get_model("memory", model)._meta.db_table
        with schema_editor.connection.cursor() as cursor:
            found = schema_editor.connection.introspection.get_constraints(cursor, table)
        for name, about in found.items():
            if about["columns"] == [column] and about["index"] and not about["unique"] and name.startswith(f"{table}_"):
                schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def make(apps, schema_editor):
    for model, field in (("record", "store"), ("record", "superseded_by"), ("revision", "record"), ("event", "store")):
        table = apps.get_model("memory", model)
        schema_editor.execute(schema_editor._create_index_sql(table, fields=[table._meta.get_field(field)]))


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0022_model_changes"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name="record",
                    name="store",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="records",
                        to="memory.store",
                    ),
                ),
                migrations.AlterField(
                    model_name="record",
                    name="superseded_by",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="supersedes",
                        to="memory.record",
                    ),
                ),
                migrations.AlterField(
                    model_name="revision",
                    name="record",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="revisions",
                        to="memory.record",
                    ),
                ),
                migrations.AlterField(
                    model_name="event",
                    name="store",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="memory.store",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="record",
            index=models.Index(
                condition=models.Q(("superseded_by__isnull", False)),
                fields=["superseded_by"],
                name="record_superseded_by",
            ),
        ),
    ]
