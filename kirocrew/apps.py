from django.apps import AppConfig


class KirocrewConfig(AppConfig):
    name = "kirocrew"
    verbose_name = "Kirocrew"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Importing the checks registers them."""
        from kirocrew import checks  # noqa: F401
