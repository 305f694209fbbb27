from django.db import migrations

# Terms are made by our analyser and joined by spaces, so the tokenizer splits on nothing else: every other
# ASCII character is declared part of a token, and those above ASCII are already to this tokenizer.
PUNCTUATION = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())


def create_index(apps, schema_editor):
    characters = PUNCTUATION.replace("'", "''''")
    schema_editor.execute(
        "CREATE VIRTUAL TABLE memory_text USING fts5("
        f"terms, scope, tokenize = 'ascii tokenchars ''{characters}''')".replace("%", "%%"),
        params=(),
    )


def drop_index(apps, schema_editor):
    schema_editor.execute("DROP TABLE memory_text")


def create_main_store(apps, schema_editor):
    store = apps.get_model("memory", "Store")
    store.objects.get_or_create(slug="main", defaults={"name": "Main", "policy": "shared"})


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]

    operations = [
        migrations.RunPython(create_index, drop_index),
        migrations.RunPython(create_main_store, migrations.RunPython.noop),
    ]
