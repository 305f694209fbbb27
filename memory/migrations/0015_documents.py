import django.db.models.deletion
from django.db import migrations, models

import kirocrew.base.clock
import kirocrew.base.ids
import memory.models.encoding

# As the index of records: terms are made by our analyser and joined by spaces.
PUNCTUATION = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())


def create_index(apps, schema_editor):
    characters = PUNCTUATION.replace("'", "''''")
    schema_editor.execute(
        "CREATE VIRTUAL TABLE memory_document_text USING fts5("
        f"terms, scope, tokenize = 'ascii tokenchars ''{characters}''')".replace("%", "%%"),
        params=(),
    )


def drop_index(apps, schema_editor):
    schema_editor.execute("DROP TABLE memory_document_text")


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_language_models")]

    operations = [
        migrations.CreateModel(
            name="Document",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=kirocrew.base.ids.new_uid, editable=False, unique=True)),
                (
                    "kind",
                    models.CharField(choices=[("preferences", "Preferences"), ("projects", "Projects")], max_length=12),
                ),
                ("project", models.CharField(blank=True, max_length=200)),
                ("text", models.TextField(blank=True)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("source", models.CharField(max_length=200)),
                ("chain_hash", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("updated_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="documents", to="memory.store"
                    ),
                ),
            ],
            options={
                "ordering": ("store", "kind", "project"),
            },
        ),
        migrations.CreateModel(
            name="DocumentContradiction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.TextField()),
                ("line_hash", models.CharField(max_length=64)),
                ("fact_hash", models.CharField(max_length=64)),
                ("found_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                (
                    "verdict",
                    models.CharField(
                        choices=[("open", "Open"), ("both", "Both may stay"), ("gone", "No longer so")],
                        default="open",
                        max_length=4,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_by", models.CharField(blank=True, max_length=200)),
                ("reason", models.CharField(blank=True, max_length=500)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="contradictions", to="memory.document"
                    ),
                ),
                (
                    "fact",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="document_contradictions",
                        to="memory.record",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="DocumentRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("base_revision", models.PositiveIntegerField()),
                ("operation", models.CharField(max_length=20)),
                ("source", models.CharField(max_length=200)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("text", models.TextField(blank=True)),
                ("metadata", models.JSONField(default=dict, encoder=memory.models.encoding.ReadableJSON)),
                ("recorded_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("erased_at", models.DateTimeField(null=True)),
                ("previous_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="revisions", to="memory.document"
                    ),
                ),
            ],
            options={
                "ordering": ("document", "number"),
            },
        ),
        migrations.CreateModel(
            name="Flush",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("conversation", models.CharField(max_length=200)),
                ("source", models.CharField(max_length=200)),
                ("compaction", models.PositiveIntegerField()),
                ("at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("outcome", models.CharField(max_length=20)),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="flushes", to="memory.store"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HistoryEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=kirocrew.base.ids.new_uid, editable=False, unique=True)),
                ("project", models.CharField(blank=True, max_length=200)),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                ("zone", models.CharField(max_length=60)),
                ("text", models.TextField(blank=True)),
                ("text_hash", models.CharField(max_length=64)),
                ("conversation", models.CharField(blank=True, max_length=200)),
                ("citations", models.JSONField(default=list, encoder=memory.models.encoding.ReadableJSON)),
                ("source", models.CharField(max_length=200)),
                ("source_ref", models.CharField(blank=True, max_length=1024)),
                ("recorded_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("removed_by", models.CharField(blank=True, max_length=200)),
                ("removed_why", models.CharField(blank=True, max_length=500)),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="history", to="memory.store"
                    ),
                ),
            ],
            options={
                "ordering": ("-day", "at", "id"),
            },
        ),
        migrations.CreateModel(
            name="MirrorFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("path", models.CharField(max_length=400)),
                ("day", models.DateField(null=True)),
                ("file_hash", models.CharField(blank=True, max_length=64)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("conflict", models.CharField(blank=True, max_length=400)),
                ("problem", models.CharField(blank=True, max_length=500)),
                ("seen_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                (
                    "document",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mirror_files",
                        to="memory.document",
                    ),
                ),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="mirror_files", to="memory.store"
                    ),
                ),
            ],
            options={
                "ordering": ("store", "path"),
            },
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(fields=("store", "kind", "project"), name="one_document_per_project"),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["preferences", "projects"])), name="document_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="documentcontradiction",
            constraint=models.UniqueConstraint(
                fields=("document", "fact", "line_hash", "fact_hash"), name="document_contradiction_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="documentrevision",
            constraint=models.UniqueConstraint(fields=("document", "number"), name="document_revision_once"),
        ),
        migrations.AddConstraint(
            model_name="flush",
            constraint=models.UniqueConstraint(
                fields=("store", "source", "conversation", "compaction"), name="flush_once_per_compaction"
            ),
        ),
        migrations.AddIndex(
            model_name="historyentry",
            index=models.Index(fields=["store", "-day", "at", "id"], name="history_of_store"),
        ),
        migrations.AddIndex(
            model_name="historyentry",
            index=models.Index(fields=["store", "day", "text_hash"], name="history_text"),
        ),
        migrations.AddConstraint(
            model_name="mirrorfile",
            constraint=models.UniqueConstraint(fields=("store", "path"), name="mirror_file_once"),
        ),
        migrations.RunPython(create_index, drop_index),
    ]
