"""Whether there is a database to work with, found out without making one."""

from pathlib import Path

from django.db import DatabaseError, connection

MIGRATIONS = "django_migrations"


def database_missing() -> str:
    """What is wrong when the database was never prepared, with what to do; empty when it was.

    SQLite makes an empty file of whatever it is asked to open, so the file is looked for first.
    """
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and name.startswith("/") and not Path(name).is_file():
        return f"There is no database at {name} yet. Run `kirocrew prepare`, or set KIROCREW_HOME to the right folder."
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        return f"The database {name} can't be read: {error}."
    if MIGRATIONS not in tables:
        return f"The database {name} has no tables yet. Run `kirocrew prepare`."
    return ""
