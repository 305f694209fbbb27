from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("channels_bridge", "0002_conversations")]

    operations = []
