"""Keys of bots: made once, kept as a digest, checked, expired, revoked."""

import logging
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils.crypto import salted_hmac

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_authenticate, bot_create, bot_revoke
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid

pytestmark = pytest.mark.django_db


def test_a_key_has_prefix_160_bits_and_checksum(new_key: Callable[..., str]) -> None:
    key = new_key()
    assert re.fullmatch(r"kc_[a-z2-7]{8}_[a-z2-7]{32}_[a-z2-7]{7}", key)
    assert key.split("_")[1] == Bot.objects.get().prefix


def test_two_keys_share_nothing(new_key: Callable[..., str]) -> None:
    first, second = new_key("botty").split("_")[1:], new_key("other").split("_")[1:]
    assert not set(first) & set(second)


def test_only_a_digest_is_stored(new_key: Callable[..., str]) -> None:
    secret = new_key().split("_")[2]
    row = Bot.objects.values().get()
    assert secret not in repr(row)
    assert re.fullmatch(r"[0-9a-f]{64}", row["digest"])


def test_a_key_never_reaches_a_log(new_key: Callable[..., str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    key = new_key()
    bot_authenticate(key)
    bot_authenticate(key[:-1])
    texts = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    assert not [text for text in texts if key.split("_")[2] in text]


def test_a_key_authenticates_as_its_bot(new_key: Callable[..., str]) -> None:
    actor = bot_authenticate(new_key("botty", "memory:read", "memory:write", project="atlas"))
    assert actor is not None
    assert (actor.kind, actor.name, actor.project) == (ActorKind.BOT, "botty", "atlas")
    assert actor.permissions == {"memory:read", "memory:write"}
    assert actor.ident == str(Bot.objects.get().pk)
    assert actor.source == "bot:botty"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda key: "",
        lambda key: key[:-1],
        lambda key: key + "a",
        lambda key: key.upper(),
        lambda key: "密" + key[1:],
        lambda key: key.replace("kc_", "kx_"),
        lambda key: key[:20] + ("a" if key[20] != "a" else "b") + key[21:],
        lambda key: key + "\n",
        lambda key: "\x00" * 52,
    ],
)
def test_a_spoilt_key_opens_nothing(new_key: Callable[..., str], spoil: Callable[[str], str]) -> None:
    assert bot_authenticate(spoil(new_key())) is None


def test_a_spoilt_key_is_refused_without_asking_the_database(
    new_key: Callable[..., str], django_assert_num_queries: Callable[..., object]
) -> None:
    key = new_key()
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        bot_authenticate(key[:-2] + ("aa" if key[-2:] != "aa" else "bb"))


def test_a_well_formed_key_of_another_server_opens_nothing(new_key: Callable[..., str]) -> None:
    key = new_key()
    Bot.objects.all().delete()
    assert bot_authenticate(key) is None


def test_a_revoked_key_opens_nothing(new_key: Callable[..., str], alice: Actor) -> None:
    key = new_key()
    revoked = bot_revoke(actor=alice, bot=Bot.objects.get(), reason="laptop lost")
    assert bot_authenticate(key) is None
    assert revoked.revoked_at is not None
    assert revoked.revoked_reason == "laptop lost"


def test_revoking_twice_keeps_the_first_date(new_key: Callable[..., str], alice: Actor) -> None:
    new_key()
    first = bot_revoke(actor=alice, bot=Bot.objects.get(), reason="first").revoked_at
    again = bot_revoke(actor=alice, bot=Bot.objects.get(), reason="second")
    assert (again.revoked_at, again.revoked_reason) == (first, "first")


def test_an_expired_key_opens_nothing(new_key: Callable[..., str]) -> None:
    key = new_key(expires_at=now() + timedelta(hours=1))
    assert bot_authenticate(key) is not None
    Bot.objects.update(expires_at=now() - timedelta(seconds=1))
    assert bot_authenticate(key) is None


def test_the_last_use_is_written_at_most_once_a_minute(
    new_key: Callable[..., str], django_assert_num_queries: Callable[..., object]
) -> None:
    key = new_key()
    bot_authenticate(key)
    first = Bot.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        bot_authenticate(key)
    assert Bot.objects.get().last_used_at == first
    Bot.objects.update(last_used_at=first - timedelta(seconds=61))
    bot_authenticate(key)
    used = Bot.objects.get().last_used_at
    assert used is not None
    assert used >= first


def test_a_key_outlives_a_change_of_the_secret_key_and_is_renewed(new_key: Callable[..., str]) -> None:
    with override_settings(SECRET_KEY="the old one"):
        key = new_key()
    with override_settings(SECRET_KEY="the new one"):
        assert bot_authenticate(key) is None
    with override_settings(SECRET_KEY="the new one", SECRET_KEY_FALLBACKS=["older still", "the old one"]):
        assert bot_authenticate(key) is not None
    with override_settings(SECRET_KEY="the new one", SECRET_KEY_FALLBACKS=[]):
        assert bot_authenticate(key) is not None
    expected = salted_hmac("channels_bridge.bot_key", key, secret="the new one", algorithm="sha256").hexdigest()
    assert Bot.objects.get().digest == expected


def test_a_name_is_taken_for_good(new_key: Callable[..., str], alice: Actor) -> None:
    new_key("botty")
    bot_revoke(actor=alice, bot=Bot.objects.get(), reason="")
    with pytest.raises(Conflict) as caught:
        bot_create(actor=alice, name="botty", permissions=[])
    assert caught.value.type == "bot-exists"


@pytest.mark.parametrize("name", ["", "two words", "猫", "a:b", "x" * 61, "a/b", "a\nb"])
def test_a_name_that_could_be_taken_for_another_source_is_refused(alice: Actor, name: str) -> None:
    with pytest.raises(Invalid) as caught:
        bot_create(actor=alice, name=name, permissions=[])
    assert caught.value.type == "bot-name-invalid"


def test_an_unknown_permission_is_refused_and_not_repeated(alice: Actor) -> None:
    with pytest.raises(Invalid) as caught:
        bot_create(actor=alice, name="botty", permissions=["memory:read", "memory:everything"])
    assert caught.value.type == "permission-unknown"
    assert "memory:everything" not in caught.value.detail


def test_a_date_in_the_past_is_refused(alice: Actor) -> None:
    with pytest.raises(Invalid) as caught:
        bot_create(actor=alice, name="botty", permissions=[], expires_at=now() - timedelta(days=1))
    assert caught.value.type == "expiry-in-past"


def test_a_bot_makes_and_revokes_no_bots_even_with_every_permission(new_key: Callable[..., str]) -> None:
    botty = bot_authenticate(new_key("botty", Permission.ADMIN))
    assert botty is not None
    with pytest.raises(Forbidden):
        bot_create(actor=botty, name="child", permissions=[Permission.ADMIN])
    with pytest.raises(Forbidden):
        bot_revoke(actor=botty, bot=Bot.objects.get(), reason="")


SECRET = "glpat-" + "Xy7Qw2Er9Ty4Ui8Op1As"


def test_what_is_written_about_a_bot_is_kept_without_credentials(alice: Actor, db: None) -> None:
    bot, _ = bot_create(actor=alice, name="carrier", permissions=["memory:read"], description=f"uses {SECRET} in CI")
    assert bot.description == "uses [REDACTED: credential] in CI"
    revoked = bot_revoke(actor=alice, bot=bot, reason=f"{SECRET} leaked")
    assert revoked.revoked_reason == "[REDACTED: credential] leaked"


@pytest.mark.parametrize("field", ["name", "project"])
def test_a_credential_names_no_bot_and_no_project(alice: Actor, db: None, field: str) -> None:
    values = {"name": "carrier", "project": "shop"} | {field: SECRET}
    with pytest.raises(Invalid):
        bot_create(actor=alice, permissions=["memory:read"], **values)
    assert not Bot.objects.exists()
