# ruff: noqa: RUF012

from django.db import migrations, models


class Migration(migrations.Migration):
    """Keys of before stay what they are, and with them the fingerprints: what was refused stays refused."""

    dependencies = [("memory", "0009_unkept_turns")]

    operations = [
        migrations.AlterField(
            model_name="refusalkey",
            name="scheme",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (1, "First release"),
                    (2, "Words, numbers and days"),
                    (3, "Versions and spellings as well"),
                ],
                default=3,
            ),
        ),
    ]
