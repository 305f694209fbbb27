# ruff: noqa: RUF012

import django.db.models.deletion
from django.db import migrations, models

import kirocrew.base.clock


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0002_text_index_and_main_store"),
    ]

    operations = [
        migrations.CreateModel(
            name="Contradiction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("two_values", "Two values for one thing"),
                            ("opposite_rules", "Two rules that say the opposite"),
                        ],
                        max_length=20,
                    ),
                ),
                ("first_revision", models.PositiveIntegerField()),
                ("second_revision", models.PositiveIntegerField()),
                ("found_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Open"),
                            ("both_hold", "Both hold"),
                            ("one_kept", "One was kept"),
                            ("gone", "Gone by itself"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_by", models.CharField(blank=True, max_length=200)),
                ("reason", models.CharField(blank=True, max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("record_uid", models.UUIDField(unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[("fact", "Fact"), ("lesson", "Lesson"), ("episode", "Episode")], max_length=10
                    ),
                ),
                ("at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("by", models.CharField(max_length=200)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("marks", models.JSONField(default=list)),
                ("refused", models.JSONField(default=list)),
                ("report", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="EvidenceLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("turn", models.CharField(blank=True, max_length=300)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("extracted", "Taken from it"),
                            ("summarised", "Sums it up, among others"),
                            ("quoted", "Quotes it"),
                            ("supports", "Confirmed by it"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_by", models.CharField(max_length=200)),
                ("made_at", models.DateTimeField(default=kirocrew.base.clock.now)),
                (
                    "gone",
                    models.CharField(
                        blank=True,
                        choices=[("", "There"), ("forgotten", "Forgotten"), ("erased", "Erased")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("gone_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Retirement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("value_changed", "A fact it asserts was changed"),
                            ("source_forgotten", "What it was taken from was forgotten"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("revision", models.PositiveIntegerField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="record",
            name="record_status_known",
        ),
        migrations.AddField(
            model_name="revision",
            name="erased_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="record",
            name="status",
            field=models.CharField(
                choices=[
                    ("active", "Active"),
                    ("proposed", "Waits for review"),
                    ("superseded", "Superseded"),
                    ("expired", "Expired"),
                    ("forgotten", "Forgotten"),
                    ("erased", "Erased"),
                ],
                default="active",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="record",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["active", "proposed", "superseded", "expired", "forgotten", "erased"])
                ),
                name="record_status_known",
            ),
        ),
        migrations.AddField(
            model_name="contradiction",
            name="first",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.record"),
        ),
        migrations.AddField(
            model_name="contradiction",
            name="second",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.record"),
        ),
        migrations.AddField(
            model_name="erasure",
            name="store",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="erasures", to="memory.store"
            ),
        ),
        migrations.AddField(
            model_name="evidencelink",
            name="record",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="evidence", to="memory.record"
            ),
        ),
        migrations.AddField(
            model_name="evidencelink",
            name="source",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="derived", to="memory.record"
            ),
        ),
        migrations.AddField(
            model_name="retirement",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="retired", to="memory.record"
            ),
        ),
        migrations.AddField(
            model_name="retirement",
            name="record",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="retirements", to="memory.record"
            ),
        ),
        migrations.AddIndex(
            model_name="contradiction",
            index=models.Index(condition=models.Q(("verdict", "")), fields=["id"], name="contradiction_open"),
        ),
        migrations.AddConstraint(
            model_name="contradiction",
            constraint=models.UniqueConstraint(fields=("first", "second", "cause"), name="contradiction_once_per_pair"),
        ),
        migrations.AddConstraint(
            model_name="evidencelink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("source__isnull", False)),
                fields=("record", "source"),
                name="evidence_once_per_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="evidencelink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("turn", ""), _negated=True),
                fields=("record", "turn"),
                name="evidence_once_per_turn",
            ),
        ),
        migrations.AddConstraint(
            model_name="evidencelink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("source__isnull", False), ("turn", "")),
                    models.Q(("source__isnull", True), models.Q(("turn", ""), _negated=True)),
                    _connector="OR",
                ),
                name="evidence_is_a_record_or_a_turn",
            ),
        ),
        migrations.AddConstraint(
            model_name="evidencelink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("source__isnull", True), models.Q(("source", models.F("record")), _negated=True), _connector="OR"
                ),
                name="evidence_is_another_record",
            ),
        ),
        migrations.AddIndex(
            model_name="retirement",
            index=models.Index(fields=["cause", "-id"], name="retirement_by_cause"),
        ),
    ]
