from django.db import migrations, models

import kirocrew.base.clock

OUTCOMES = [
    ("asked", "Not ended"),
    ("used", "Answered"),
    ("unusable", "Unusable answer"),
    ("failed", "Failed"),
]


class Migration(migrations.Migration):
    dependencies = [("memory", "0013_conversation_stores")]

    operations = [
        migrations.CreateModel(
            name="LanguageCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=kirocrew.base.clock.now)),
                ("purpose", models.CharField(max_length=40)),
                ("about", models.CharField(blank=True, max_length=200)),
                ("model", models.CharField(max_length=200)),
                ("outcome", models.CharField(choices=OUTCOMES, default="asked", max_length=10)),
                ("error", models.CharField(blank=True, max_length=40)),
                ("repairs", models.BooleanField(default=False)),
                ("prompt_tokens", models.PositiveIntegerField(default=0)),
                ("answer_tokens", models.PositiveIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, max_digits=16, null=True)),
                ("seconds", models.FloatField(default=0)),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [models.Index(fields=["at"], name="language_call_at")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["asked", "used", "unusable", "failed"])),
                        name="language_call_outcome",
                    )
                ],
            },
        ),
    ]
