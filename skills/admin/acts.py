"""What can be done to a skill by one button, from the catalogue or its own page."""

from collections.abc import Callable, Mapping
from typing import Final

from channels_bridge.actors import Actor
from skills.models import Skill
from skills.services.catalogue import skill_archive, skill_enable, skill_pin, skill_restore

Act = Callable[[Actor, Skill, str], Skill]

ACTS: Final[Mapping[str, tuple[Act, str]]] = {
    "on": (lambda actor, skill, why: skill_enable(actor=actor, skill=skill, enabled=True), "switched on"),
    "off": (lambda actor, skill, why: skill_enable(actor=actor, skill=skill, enabled=False), "switched off"),
    "archive": (
        lambda actor, skill, why: skill_archive(actor=actor, skill=skill, reason=why or "Archived by hand."),
        "archived",
    ),
    "restore": (lambda actor, skill, why: skill_restore(actor=actor, skill=skill), "restored"),
    "pin": (lambda actor, skill, why: skill_pin(actor=actor, skill=skill, pinned=True), "pinned"),
    "unpin": (lambda actor, skill, why: skill_pin(actor=actor, skill=skill, pinned=False), "no longer pinned"),
}
"""The service behind each button, and what it did in one word."""
