"""Skills for tests, made through the services."""

from collections.abc import Mapping

from channels_bridge.actors import Actor
from skills.models import Origin, Skill
from skills.services.versions import version_write

ALICE = Actor.owner("alice", "1")


def skill_text(
    name: str, description: str = "Tidies a table.", body: str = "Do it step by step.", **fields: str
) -> str:
    """A SKILL.md."""
    more = "".join(f"{field}: {value}\n" for field, value in fields.items())
    return f"---\nname: {name}\ndescription: {description}\n{more}---\n\n{body}\n"


def make_skill(
    key: str,
    *,
    actor: Actor = ALICE,
    files: Mapping[str, bytes] | None = None,
    visibility: str | None = None,
    origin: str = Origin.WRITTEN,
    **text: str,
) -> Skill:
    """A managed skill that alice wrote; `text` are `description`, `body` and fields of the frontmatter."""
    main = skill_text(key.rsplit("/", 1)[-1], **text).encode()
    return version_write(
        actor=actor,
        skill=None,
        key=key,
        files={"SKILL.md": main, **(files or {})},
        origin=origin,
        visibility=visibility,
    )


def change_skill(skill: Skill, *, actor: Actor = ALICE, files: Mapping[str, bytes] | None = None, **text: str) -> Skill:
    """The next version of a skill."""
    main = skill_text(skill.slug, **text).encode()
    return version_write(
        actor=actor, skill=skill, key=skill.key, files={"SKILL.md": main, **(files or {})}, origin=skill.origin
    )
