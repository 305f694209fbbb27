"""System check: the file of the screen's model is there and whole."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register

from .model import PATH, ModelProblem, load_model


@register
def model_can_be_used(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Without its model the screen judges by rules alone, which find less in new wording."""
    try:
        load_model(PATH)
    except ModelProblem as problem:
        return [
            Warning(
                f"{problem} The injection screen works by its rules alone and finds less.",
                hint="Install Kirocrew again, or take the file from a release of the same version.",
                id="hooks.W001",
            )
        ]
    return []
