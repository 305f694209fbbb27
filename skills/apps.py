from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_save


class SkillsConfig(AppConfig):
    name = "skills"
    verbose_name = "Skills"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of conversations that ended, so that skills are learned from them, and of settings that changed."""
        from memory.services.conversation_signals import conversation_ended
        from skills import checks  # noqa: F401 - importing it registers the checks

        conversation_ended.connect(_ended, dispatch_uid="skills.learning")
        post_save.connect(_setting_saved, sender="memory.Setting", dispatch_uid="skills.settings")


def _ended(*, conversation_id: int, **_: object) -> None:
    from skills.services.learning import learning_ended

    learning_ended(conversation_id)


def _setting_saved(*, instance: Any, **_: object) -> None:
    from skills.services.finding_settings import setting_saved

    setting_saved(instance=instance)
