"""Under which keys managed skills stand, and who may write where."""

import re
import unicodedata
from typing import Final

from channels_bridge.actors import Actor
from hooks.services import redact
from kirocrew.base.problems import Forbidden, Invalid
from skills.models import KEY_LIMIT, SLUG_LIMIT, Origin
from skills.packages.naming import slug_of as slug_made

AUTO: Final = "auto"
IMPORTED: Final = "imported"
BOTS: Final = "bots"
LOCKED: Final = {AUTO: Origin.LEARNED, IMPORTED: Origin.IMPORTED}
"""First parts of keys that one origin alone makes."""
PARTS_MOST: Final = 4


def key_checked(key: str) -> str:
    """A key of a managed skill: parts of letters and digits of any script in lower case, with single hyphens.

    At most four parts of 64 characters. Raises Invalid.
    """
    normal = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", key).casefold()).strip("/")
    parts = normal.split("/")
    if redact(key).findings:
        raise Invalid("This name looks like a credential. Choose another.", type="skill-name-invalid")
    if len(normal) > KEY_LIMIT or len(parts) > PARTS_MOST or not all(_is_part(part) for part in parts):
        raise Invalid(
            f"A skill is named with letters, digits and single hyphens, such as 'tidy-csv', in at most {PARTS_MOST} "
            f"parts divided by '/', each of at most {SLUG_LIMIT} characters.",
            type="skill-name-invalid",
        )
    return normal


def slug_of(key: str) -> str:
    """The name agents call a skill by: the last part of its key."""
    return key.rsplit("/", 1)[-1]


def key_for(actor: Actor, name: str) -> str:
    """The key under which what an actor calls `name` is made: a bot writes below `bots/`, in its own room.

    So a bot neither takes a name from the owner nor learns which names are taken. Raises Invalid.
    """
    key = key_checked(name)
    if actor.is_owner or actor.is_system:
        return key
    own = f"{BOTS}/{_room_of(actor)}/"
    return key if key.startswith(own) else key_checked(own + slug_of(key))


def key_require_writable(actor: Actor, key: str, origin: str) -> None:
    """Raise Forbidden unless a new skill of this origin may be made under this key by this actor."""
    room = key.split("/", 1)[0] if "/" in key else ""
    owner_of_room = LOCKED.get(room)
    if owner_of_room is not None and origin != owner_of_room:
        raise Forbidden(
            f"What stands below '{room}/' is made by Kirocrew alone. Choose another name.", type="skill-name-locked"
        )
    wanted = next((name for name, kind in LOCKED.items() if kind == origin), "")
    if wanted and room != wanted:
        raise Forbidden(f"A skill of this kind stands below '{wanted}/'.", type="skill-name-locked")
    if not (actor.is_owner or actor.is_system) and key != key_for(actor, key):
        raise Forbidden("A bot writes skills below 'bots/' and its own name.", type="skill-name-locked")
    if (actor.is_owner or actor.is_system) and room == BOTS and origin == Origin.WRITTEN:
        raise Forbidden("What stands below 'bots/' is written by bots. Choose another name.", type="skill-name-locked")


def _room_of(actor: Actor) -> str:
    """A bot's name and number: names that differ in a dash alone do not share a room."""
    words = re.sub(r"[\W_]+", "-", actor.name.casefold()).strip("-")
    return f"{words[:50].strip('-') or 'bot'}-{actor.ident or actor.kind.value}"


def _is_part(part: str) -> bool:
    return 0 < len(part) <= SLUG_LIMIT and slug_made(part) == part
