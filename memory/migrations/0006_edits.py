# ruff: noqa: I001, RUF012

import django.db.models.deletion
import kirocrew.base.clock
import kirocrew.base.ids
import memory.models.encoding
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0005_refused_value_without_fingerprint"),
    ]

    operations = [
        migrations.CreateModel(
            name="Edit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=kirocrew.base.ids.new_uid, editable=False, unique=True)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("operation", models.CharField(max_length=20)),
                ("fields", models.JSONField(default=list, encoder=memory.models.encoding.ReadableJSON)),
                ("matched", models.PositiveIntegerField()),
                ("changed", models.PositiveIntegerField()),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("applied_by", models.CharField(max_length=200)),
                ("applied_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("undone_by", models.CharField(blank=True, max_length=200)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EditedRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "edit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="memory.edit"
                    ),
                ),
                (
                    "revision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="edited_by", to="memory.revision"
                    ),
                ),
            ],
        ),
    ]
