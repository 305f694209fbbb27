# ruff: noqa: RUF012

import hashlib
from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import kirocrew.base.clock

PURPOSE = b"kirocrew refused value 1"  # of the first release's fingerprints
BLOCK = 64  # bytes; HMAC-SHA256 hashes a longer key itself, so its hash serves as well and the key need not be kept
TOGETHER = timedelta(seconds=2)  # one refusal wrote its rows within this


def first_key(apps):
    """The key of the first release's fingerprints, so that they hold when the server's secret key is changed."""
    material = settings.SECRET_KEY.encode() + PURPOSE
    secret = hashlib.sha256(material).digest() if len(material) > BLOCK else b""
    return apps.get_model("memory", "RefusalKey").objects.create(scheme=1, secret=secret)


def forward(apps, schema_editor):
    """Each fingerprint gets a row of its own; rows of one refusal become one."""
    refused_values = apps.get_model("memory", "RefusedValue")
    fingerprints = apps.get_model("memory", "RefusedFingerprint")
    key = None
    kept = {}
    for row in refused_values.objects.order_by("id"):
        what = (row.store_id, row.kind, row.key, row.subject, row.predicate, row.reason, row.refused_by, row.lifted_at)
        first = kept.get(what)
        if first is None or row.refused_at - first.refused_at > TOGETHER:
            first = kept[what] = row
        if row.lifted_at is None:
            key = key or first_key(apps)
            fingerprints.objects.create(
                refused=first, store_id=row.store_id, made_with=key, fingerprint=row.fingerprint
            )
        if first is not row:
            refused_values.objects.filter(pk=first.pk).update(hits=models.F("hits") + row.hits)
            row.delete()


class Migration(migrations.Migration):
    dependencies = [("memory", "0003_erasure_and_evidence")]

    operations = [
        migrations.CreateModel(
            name="RefusalKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "scheme",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "First release"), (2, "Words, numbers and days")], default=2
                    ),
                ),
                (
                    "secret",
                    models.BinaryField(
                        help_text="32 bytes; empty means the server's secret key, of the first scheme only"
                    ),
                ),
                ("made_at", models.DateTimeField(default=kirocrew.base.clock.now)),
            ],
        ),
        migrations.CreateModel(
            name="RefusedFingerprint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("units", models.PositiveSmallIntegerField(default=0)),
                (
                    "care",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "Long or rare: counts wherever it stands"),
                            (1, "Short: counts near a word of its key, subject or predicate"),
                            (2, "Common: counts near all of them"),
                        ],
                        default=0,
                    ),
                ),
                (
                    "made_with",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fingerprints",
                        to="memory.refusalkey",
                    ),
                ),
                (
                    "refused",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fingerprints",
                        to="memory.refusedvalue",
                    ),
                ),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="refused_fingerprints",
                        to="memory.store",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("store", "made_with", "fingerprint", "refused"), name="fingerprint_once_per_refusal"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="refusedvalue", name="lifted_by", field=models.CharField(blank=True, max_length=200)
        ),
        migrations.AddField(
            model_name="refusedvalue",
            name="record",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="refused_values",
                to="memory.record",
            ),
        ),
        migrations.AddField(
            model_name="refusedvalue",
            name="revision",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="refused_values",
                to="memory.revision",
            ),
        ),
        migrations.RemoveConstraint(model_name="refusedvalue", name="value_refused_once_per_store"),
        migrations.RunPython(forward, migrations.RunPython.noop, elidable=False),
    ]
