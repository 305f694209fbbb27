from django.apps import AppConfig


class SkillsConfig(AppConfig):
    name = "skills"
    verbose_name = "Skills"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of conversations that ended, so that skills are learned from them."""
        from memory.services.conversation_signals import conversation_ended
        from skills import checks  # noqa: F401 - importing it registers the checks

        conversation_ended.connect(_ended, dispatch_uid="skills.learning")


def _ended(*, conversation_id: int, **_: object) -> None:
    from skills.services.learning import learning_ended

    learning_ended(conversation_id)
