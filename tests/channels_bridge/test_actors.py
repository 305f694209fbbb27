"""Who acts, what is stamped on what they write, and what they may."""

import pytest

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.problems import Forbidden


def bot(*permissions: str) -> Actor:
    return Actor(ActorKind.BOT, "botty", "7", frozenset(permissions))


@pytest.mark.parametrize(
    ("actor", "source"),
    [
        (Actor.owner("alice", "1"), "user_explicit"),
        (bot(), "bot:botty"),
        (Actor(ActorKind.MEMBER, "bob", "2"), "member:bob"),
        (Actor.system("import:mem0"), "import:mem0"),
    ],
)
def test_the_source_follows_from_who_acts(actor: Actor, source: str) -> None:
    assert actor.source == source


def test_a_bot_named_like_the_owner_stays_a_bot() -> None:
    assert Actor(ActorKind.BOT, "user_explicit", "7").source == "bot:user_explicit"


@pytest.mark.parametrize("permission", list(Permission))
def test_owner_and_system_may_all_and_a_bot_what_its_key_says(permission: Permission) -> None:
    assert Actor.owner("alice").may(permission)
    assert Actor.system("migration").may(permission)
    assert bot(permission).may(permission)
    assert bot(Permission.ADMIN).may(permission)
    assert not bot(*set(Permission) - {permission, Permission.ADMIN}).may(permission)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Forbidden) as caught:
        bot(Permission.MEMORY_READ).require(Permission.MEMORY_WRITE)
    assert caught.value.type == "missing-permission"
    assert "memory:write" in caught.value.detail
