from django.apps import AppConfig


class HooksConfig(AppConfig):
    name = "hooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the app below, which can't look up here, how credentials are taken out of its texts."""
        from channels_bridge.services.texts import channel_redactor_register, redactor_register
        from hooks.redaction.classes import redact_classes
        from hooks.redaction.engine import redact
        from hooks.screening import checks  # noqa: F401 - importing it registers the check

        redactor_register(lambda text: redact(text).text)
        channel_redactor_register(lambda text: redact_classes(text).text)
