"""What was done to skills, written in the transaction of the change, and the mark that says that something changed."""

from typing import Final

from channels_bridge.actors import Actor
from hooks.services import snippet
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Forbidden
from skills.models import CatalogueMark, SkillEvent

DETAIL_LIMIT: Final = 500
EVENT_CODES: Final = {
    "skill_created": "A skill was written, uploaded, learned, imported or installed",
    "skill_changed": "A new version of a managed skill",
    "skill_rolled_back": "A new version with the files of an earlier one",
    "skill_refused": "A package was refused; the detail says why",
    "skill_accepted": "The owner accepted what was found in one package, for exactly its files; the detail says why",
    "skill_accept_withdrawn": "The owner took such a word back",
    "skill_deleted": "A managed skill was deleted",
    "skill_archived": "A skill is offered no more: the detail says why",
    "skill_restored": "An archived skill is offered again",
    "skill_enabled": "A skill was switched on",
    "skill_disabled": "A skill was switched off",
    "skill_pinned": "A skill is always listed and never archived by itself",
    "skill_unpinned": "A skill is listed and archived like others again",
    "skill_inject_set": "A skill that a message brings comes as its body, or as a pointer",
    "skill_visibility_set": "Who may use a skill was changed",
    "skill_granted": "A bot, member or person was given a skill",
    "skill_revoked": "A grant was taken back",
    "allow_list_set": "A bot, member or person was limited to some skills, or no longer",
    "skills_matched": "A message brought skills, or was kept from one by a negative phrase; the key is its digest",
    "root_added": "A folder of skills was added",
    "root_consented": "The owner agreed to the reading of a project's folder",
    "root_changed": "A folder of skills was switched on or off",
    "root_removed": "A folder of skills was removed, its skills with it",
    "skill_indexed": "A skill in a folder is new or changed",
    "skill_gone": "A skill's folder is no longer there",
    "skill_unreadable": "A skill in a folder can't be read; its last entry is kept and not offered",
}
"""Codes of the changes these services write."""


def event_write(*, actor: Actor, code: str, key: str = "", detail: str = "", offered: bool = True) -> SkillEvent:
    """Write down what was done. Call it in the transaction of the change.

    `offered`: it may change what is offered to somebody, so processes must read the catalogue again. Values are
    redacted, then cut.
    """
    if offered:
        catalogue_touch()
    return SkillEvent.objects.create(
        code=code, key=snippet(key), source=actor.source, detail=snippet(detail, DETAIL_LIMIT)
    )


def catalogue_touch() -> None:
    """Let every process read the catalogue again. Call it in the transaction of the change."""
    if not CatalogueMark.objects.update(value=new_uid()):
        CatalogueMark.objects.create(pk=1)


def require_owner(actor: Actor) -> None:
    """Raise Forbidden unless the owner or the system acts: no key of a bot decides what other agents get."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner decides on skills. A bot may write skills of its own.", type="owner-only")
