from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memory", "0015_documents")]

    operations = []
