from django.apps import AppConfig


class SkillsConfig(AppConfig):
    name = "skills"
    verbose_name = "Skills"
    default_auto_field = "django.db.models.BigAutoField"
