from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
    verbose_name = "Memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let this process drop what it remembers of texts that another one erased, before its next answer or task; and
        hear of new turns, so that what was said is read.
        """
        from django.core.signals import request_started
        from django_q.signals import pre_execute

        from memory.inference import checks  # noqa: F401 - importing them registers the checks
        from memory.services.erasing.caches import caches_follow

        request_started.connect(caches_follow, dispatch_uid="memory.erased")
        pre_execute.connect(caches_follow, dispatch_uid="memory.erased")

        from memory.services.conversation_signals import conversation_ended, turns_recorded

        turns_recorded.connect(_grown, dispatch_uid="memory.consolidation")
        conversation_ended.connect(_ended, dispatch_uid="memory.consolidation")


def _grown(*, conversation_id: int, **_: object) -> None:
    from memory.services.consolidation import consolidation_grown

    consolidation_grown(conversation_id)


def _ended(*, conversation_id: int, **_: object) -> None:
    from memory.services.consolidation import consolidation_ended

    consolidation_ended(conversation_id)
