"""A pair may be a fact and an episode that says otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0010_refusal_spellings")]

    operations = [
        migrations.AlterField(
            model_name="contradiction",
            name="cause",
            field=models.CharField(
                choices=[
                    ("two_values", "Two values for one thing"),
                    ("opposite_rules", "Two rules that say the opposite"),
                    ("told_otherwise", "A newer episode says otherwise"),
                ],
                max_length=20,
            ),
        ),
    ]
