# ruff: noqa: RUF012

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0008_space_marks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="space",
            name="vectors_mark",
            field=models.BigIntegerField(
                default=0,
                editable=False,
                help_text="Another number after every change of the space's vectors; kept by triggers",
            ),
        ),
        migrations.CreateModel(
            name="UnkeptTurn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("conversation", models.CharField(max_length=64)),
                ("position", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="unkept_turns", to="memory.store"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("store", "conversation"), name="unkept_turn_of_conversation")
                ],
            },
        ),
    ]
