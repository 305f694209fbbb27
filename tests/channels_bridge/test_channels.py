"""Channels: registering, finding, changing, and who may speak in them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Activation, Bot, Channel, ChannelEvent, ChannelSender
from channels_bridge.services.channel_senders import channel_senders_set, surface_senders, surface_senders_set
from channels_bridge.services.channels import (
    channel_change,
    channel_get,
    channel_register,
    channel_section_set,
    channels_visible_to,
)
from kirocrew.base.problems import Forbidden, Invalid, NotFound
from tests.channels_bridge.channel_people import ALICE, BOB, SECRET, channel_of, server_of
from tests.conftest import make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(db: None) -> Actor:
    return server_of()


def test_a_bot_registers_what_it_serves_once(server: Actor) -> None:
    channel, is_new = channel_register(actor=server, surface="slack", key="C1", name="家 kitchen")
    again, is_new_again = channel_register(actor=server, surface="slack", key="C1", name="other")
    assert (is_new, is_new_again, again.pk, again.name) == (True, False, channel.pk, "家 kitchen")
    assert (channel.activation, channel.senders.count()) == (Activation.MENTION, 0)
    assert channel_register(actor=server, surface="telegram", key="C1")[1], "another surface, another channel"
    assert channel_register(actor=server_of("other"), surface="slack", key="C1")[1], "another bot as well"


def test_a_bot_without_the_permission_and_one_that_names_another_register_nothing(server: Actor) -> None:
    with pytest.raises(Forbidden):
        channel_register(actor=make_bot("reader", "memory:read"), surface="slack", key="C1")
    with pytest.raises(Forbidden):
        other = Bot.objects.get(pk=server_of("other").ident)
        channel_register(actor=server, surface="slack", key="C1", bot=other)


@pytest.mark.parametrize("key", ["", " ", "a/b", "a\nb", "x" * 201, SECRET])
def test_a_key_that_cannot_stand_in_an_address_is_refused(server: Actor, key: str) -> None:
    with pytest.raises(Invalid):
        channel_register(actor=server, surface="slack", key=key)
    with pytest.raises(Invalid):
        channel_register(actor=server, surface=key[:61] or key, key="C1")


def test_a_bot_sees_its_own_channels_and_the_owner_all(server: Actor, alice: Actor) -> None:
    other = server_of("other")
    mine, theirs = channel_of(server), channel_of(other)
    assert [*channels_visible_to(server)] == [mine]
    assert {*channels_visible_to(alice)} == {mine, theirs}
    assert not channels_visible_to(make_bot("reader", "memory:read")).exists()
    with pytest.raises(NotFound):
        channel_get(actor=server, key=str(theirs.uid))


def test_a_channel_is_found_by_key_by_key_and_surface_or_by_uid(server: Actor) -> None:
    slack, telegram = channel_of(server, key="C1"), channel_of(server, key="C1", surface="telegram")
    with pytest.raises(Invalid, match="Several"):
        channel_get(actor=server, key="C1")
    assert channel_get(actor=server, key="C1", surface="telegram") == telegram
    assert channel_get(actor=server, key=str(slack.uid)) == slack
    with pytest.raises(NotFound):
        channel_get(actor=server, key="C2")


def test_a_channel_called_like_anothers_uid_does_not_stand_before_it(server: Actor, alice: Actor) -> None:
    channel = channel_of(server)
    channel_register(actor=server_of("other"), surface="slack", key=str(channel.uid))
    assert channel_get(actor=alice, key=str(channel.uid)) == channel


def test_a_bot_changes_nothing_about_its_channel_and_a_key_that_may_everything_no_senders(
    server: Actor, alice: Actor
) -> None:
    channel, admin = channel_of(server), make_bot("admin", "admin:*")
    with pytest.raises(Forbidden):
        channel_change(actor=server, channel=channel, values={"activation": "always"})
    assert channel_change(actor=admin, channel=channel, values={"activation": "always"}).activation == "always"
    for actor in (server, admin):
        with pytest.raises(Forbidden):
            channel_senders_set(actor=actor, channel=channel, senders=["*"], owners=[])
        with pytest.raises(Forbidden):
            surface_senders_set(actor=actor, surface="slack", senders=["U1"], owners=[])
        with pytest.raises(Forbidden):
            surface_senders(actor=actor, surface="slack")
        with pytest.raises(Forbidden):
            channel_section_set(actor=actor, channel=channel, section="passive_memory", values={})


@pytest.mark.parametrize(
    "values",
    [
        {"activation": "loud"},
        {"names": "botty"},
        {"names": [""]},
        {"names": ["x" * 101]},
        {"names": ["x"] * 21},
        {"rate_per_minute": 0},
        {"rate_per_minute": True},
        {"rate_per_minute": 601},
        {"is_direct": "yes"},
        {"name": 7},
    ],
)
def test_what_is_no_setting_is_refused_and_changes_nothing(server: Actor, alice: Actor, values: dict[str, Any]) -> None:
    channel = channel_of(server)
    with pytest.raises(Invalid):
        channel_change(actor=alice, channel=channel, values={"activation": "off"} | values)
    channel.refresh_from_db()
    assert channel.activation == Activation.MENTION


def test_a_section_of_another_app_stands_beside_the_others(server: Actor, alice: Actor) -> None:
    channel = channel_of(server, rate_per_minute=7)
    channel_section_set(actor=alice, channel=channel, section="passive_memory", values={"enabled": True})
    channel = channel_change(actor=alice, channel=channel, values={"rate_per_minute": 8})
    assert channel.settings == {"rate_per_minute": 8, "passive_memory": {"enabled": True}}


def test_every_change_has_its_entry_in_the_audit(server: Actor, alice: Actor) -> None:
    channel = channel_of(server)
    channel_change(actor=alice, channel=channel, values={"activation": "always", "names": ["b"], "rate_per_minute": 5})
    channel_change(actor=alice, channel=channel, values={"activation": "always"})
    told = [(event.code, event.who, event.detail) for event in ChannelEvent.objects.order_by("id")]
    assert told == [
        ("registered", "user_explicit", ""),
        ("senders_changed", "user_explicit", "2 added, 0 removed, 1 of the owner's"),
        ("activation_changed", "user_explicit", "mention → always"),
        ("settings_changed", "user_explicit", "names, rate_per_minute"),
    ]


def test_a_credential_in_a_name_is_not_kept(server: Actor, alice: Actor) -> None:
    channel = channel_of(server, name=f"room {SECRET}", names=[f"b {SECRET}"])
    assert SECRET not in repr([channel.name, channel.names])


# ---- senders ----


def test_the_owners_list_replaces_the_one_before_and_keeps_who_stays(server: Actor, alice: Actor) -> None:
    channel = channel_of(server)
    before = ChannelSender.objects.get(sender=BOB).added_at
    rows = channel_senders_set(actor=alice, channel=channel, senders=[BOB, "U-小明", BOB], owners=[ALICE])
    assert [(row.sender, row.is_owner) for row in rows] == [(ALICE, True), (BOB, False), ("U-小明", False)]
    assert ChannelSender.objects.get(sender=BOB).added_at == before
    assert channel_senders_set(actor=alice, channel=channel, senders=[], owners=[]) == []


def test_an_id_in_both_lists_is_the_owners(server: Actor, alice: Actor) -> None:
    rows = channel_senders_set(actor=alice, channel=channel_of(server), senders=[ALICE], owners=[ALICE])
    assert [(row.sender, row.is_owner) for row in rows] == [(ALICE, True)]


def test_everyone_is_of_one_channel_never_of_a_surface_and_never_the_owner(server: Actor, alice: Actor) -> None:
    channel = channel_of(server)
    with pytest.raises(Invalid):
        channel_senders_set(actor=alice, channel=channel, senders=[], owners=["*"])
    with pytest.raises(Invalid):
        surface_senders_set(actor=alice, surface="slack", senders=["*"], owners=[])
    with pytest.raises(IntegrityError), transaction.atomic():
        ChannelSender.objects.create(surface="slack", sender="*", added_by="x")
    channel_senders_set(actor=alice, channel=channel, senders=["*"], owners=[])
    assert ChannelEvent.objects.order_by("-id")[0].detail.endswith("everyone may speak now")


@pytest.mark.parametrize("sender", ["", "  ", "x" * 201, SECRET])
def test_what_is_no_id_is_refused(server: Actor, alice: Actor, sender: str) -> None:
    with pytest.raises(Invalid):
        channel_senders_set(actor=alice, channel=channel_of(server), senders=[sender], owners=[])


def test_a_channel_counts_once_for_a_bot_in_the_database_itself(server: Actor) -> None:
    channel = channel_of(server)
    with pytest.raises(IntegrityError), transaction.atomic():
        Channel.objects.create(bot=channel.bot, surface=channel.surface, key=channel.key, created_by="x")
