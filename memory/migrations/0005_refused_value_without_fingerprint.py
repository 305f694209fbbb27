# ruff: noqa: RUF012

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_refused_fingerprints")]

    operations = [
        migrations.RemoveField(model_name="refusedvalue", name="fingerprint"),
        migrations.AddIndex(
            model_name="refusedvalue", index=models.Index(fields=["store", "-id"], name="refused_of_store")
        ),
    ]
