from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("channels_bridge", "0003_channels"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["state", "id"], name="job_by_state"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["name", "state", "id"], name="job_by_kind"),
        ),
    ]
