from django.apps import AppConfig


class KirocrewConfig(AppConfig):
    name = "kirocrew"
    verbose_name = "Kirocrew"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Importing the checks registers them. An erase takes texts out of agents' files as well."""
        from kirocrew import checks  # noqa: F401
        from kirocrew.agents import queue  # noqa: F401 - importing it brings what waits into Review
        from kirocrew.agents.erasing import files_redact
        from memory.services.erasing.beyond import redact_register

        redact_register(files_redact)
