from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memory", "0013_conversation_stores")]

    operations = []
