from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
    verbose_name = "Memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let this process drop what it remembers of texts that another one erased, before its next answer or task."""
        from django.core.signals import request_started
        from django_q.signals import pre_execute

        from memory.services.erasing.caches import caches_follow

        request_started.connect(caches_follow, dispatch_uid="memory.erased")
        pre_execute.connect(caches_follow, dispatch_uid="memory.erased")
