import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("channels_bridge", "0002_conversations"),
        ("memory", "0016_consolidation"),
    )

    operations = (
        migrations.AddField(
            model_name="evidencelink",
            name="said",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="learned",
                to="channels_bridge.turn",
            ),
        ),
    )
