from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ChannelsBridgeConfig(AppConfig):
    name = "channels_bridge"
    verbose_name = "Bots and jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load every app's tasks, which register their job handlers and schedules when imported."""
        from channels_bridge import checks  # noqa: F401
        from channels_bridge.api import schema  # noqa: F401

        autodiscover_modules("tasks")
