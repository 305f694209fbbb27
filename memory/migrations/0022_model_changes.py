# ruff: noqa: RUF012

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

import kirocrew.base.clock

marks = import_module("memory.migrations.0008_space_marks")


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0021_memory_files"),
    ]

    operations = [
        # A table that triggers name can't be made anew.
        migrations.RunPython(marks.drop_triggers, marks.add_triggers),
        migrations.AddField(
            model_name="space",
            name="source",
            field=models.CharField(
                blank=True,
                help_text="What loads its model: a known model's name or the path of its file",
                max_length=300,
            ),
        ),
        migrations.AddField(
            model_name="space",
            name="retired_at",
            field=models.DateTimeField(blank=True, help_text="Since when another one is searched", null=True),
        ),
        migrations.AlterField(
            model_name="space",
            name="state",
            field=models.CharField(
                choices=[
                    ("building", "Being filled"),
                    ("current", "Searched"),
                    ("retired", "Kept for going back"),
                    ("discarded", "Being removed"),
                ],
                default="building",
                max_length=10,
            ),
        ),
        migrations.RunPython(marks.add_triggers, marks.drop_triggers),
        migrations.CreateModel(
            name="ModelChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("embedding", "Embedding model"), ("language", "Language model")],
                        default="embedding",
                        max_length=10,
                    ),
                ),
                ("previous", models.CharField(blank=True, max_length=300)),
                (
                    "model",
                    models.CharField(help_text="A known model's name or the path of its file", max_length=300),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("discarded", "Given up"),
                        ],
                        default="running",
                        max_length=10,
                    ),
                ),
                ("open_slot", models.BooleanField(default=True, editable=False, null=True)),
                ("is_rollback", models.BooleanField(default=False)),
                ("asked_by", models.CharField(max_length=200)),
                ("started_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("total", models.PositiveBigIntegerField(default=0)),
                ("done", models.PositiveBigIntegerField(default=0)),
                ("embedded", models.PositiveBigIntegerField(default=0)),
                ("seconds", models.FloatField(default=0.0)),
                ("error", models.CharField(blank=True, max_length=500)),
                (
                    "after",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.space",
                    ),
                ),
                (
                    "before",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.space",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "open_slot"), name="one_open_model_change"),
                ],
            },
        ),
    ]
