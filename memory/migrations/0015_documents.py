from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_language_models")]

    operations = []
