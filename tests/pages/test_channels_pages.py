"""The owner's pages of channels."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, ChannelSender
from channels_bridge.services.channel_buffers import mentions_buffer
from channels_bridge.services.channels import channel_register
from tests.channels_bridge.channel_people import ALICE, BOB, MALLORY, channel_of, say, server_of

pytestmark = pytest.mark.django_db(transaction=True)


def text_of(answer: object) -> str:
    html = answer.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def server(db: None) -> Actor:
    return server_of()


@pytest.fixture
def channel(server: Actor) -> Channel:
    channel = channel_of(server)
    mentions_buffer().drop(channel.pk)
    return channel


def save(client: Client, channel: Channel, **values: object) -> object:
    form = {"activation": "mention", "name": "The kitchen", "names": "", "rate_per_minute": "20"}
    return client.post(f"/admin/channels/{channel.uid}/save/", form | values, follow=True)


def test_without_a_channel_the_page_says_what_to_do(client: Client) -> None:
    said = text_of(client.get("/admin/channels/"))
    assert "No bot serves a channel yet" in said and "POST /api/channels" in said
    assert 'href="/admin/channels/"' in client.get("/admin/settings/").content.decode()


def test_the_list_tells_who_may_speak_what_was_overheard_and_who_was_turned_away(
    client: Client, channel: Channel, server: Actor, alice: Actor
) -> None:
    channel_register(actor=server, surface="telegram", key="T1", name="家族")
    client.post(f"/admin/channels/{channel.uid}/save/", {"activation": "observe"})
    say(server, channel, BOB, "the kettle is red")
    for _ in range(3):
        say(server, channel, MALLORY, "quagmire-tangerine")
    said = text_of(client.get("/admin/channels/"))
    assert "1 other, 1 of yours 1 3 " in said and "nobody 0 0 never" in said and "家族" in said
    assert "tangerine" not in said
    only = text_of(client.get("/admin/channels/?activation=observe"))
    assert "The kitchen" in only and "家族" not in only
    assert "No channel has this activation" in text_of(client.get("/admin/channels/?activation=off"))


def test_the_list_costs_the_same_for_one_channel_and_for_many(client: Client, channel: Channel, server: Actor) -> None:
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get("/admin/channels/")
    for number in range(20):
        channel_of(server, key=f"r{number}")
    with CaptureQueriesContext(connection) as many:
        client.get("/admin/channels/")
    assert len(many) == len(few)


def test_the_activation_changes_from_the_list(client: Client, channel: Channel) -> None:
    answer = client.post(f"/admin/channels/{channel.uid}/save/", {"activation": "off"}, follow=True)
    assert "The kitchen: off." in text_of(answer)
    channel.refresh_from_db()
    assert channel.activation == "off"
    wrong = client.post(f"/admin/channels/{channel.uid}/save/", {"activation": "loud"})
    assert wrong.status_code == 422 and "Activation is one of" in text_of(wrong)


def test_the_channels_page_changes_all_of_it(client: Client, channel: Channel) -> None:
    save(client, channel, activation="observe", names="小助手\n\nHelfer", rate_per_minute="7", is_direct="on")
    channel.refresh_from_db()
    assert (channel.activation, channel.names, channel.is_direct) == ("observe", ["小助手", "Helfer"], True)
    assert channel.settings["rate_per_minute"] == 7
    said = text_of(client.get(f"/admin/channels/{channel.uid}/"))
    assert "botty, called botty, 小助手, Helfer" in said and "mention → observe" in said


def test_what_is_out_of_range_comes_back_beside_the_form(client: Client, channel: Channel) -> None:
    said = text_of(save(client, channel, rate_per_minute="0"))
    assert "greater than or equal to 1" in said
    channel.refresh_from_db()
    assert "rate_per_minute" not in channel.settings


def test_the_owner_lists_who_may_speak_here_and_on_the_surface(client: Client, channel: Channel) -> None:
    path = f"/admin/channels/{channel.uid}/senders/"
    client.post(path, {"here-owners": ALICE, "here-senders": f"{BOB}\nU-小明\n"})
    client.post(path, {"surface": "1", "surface-owners": "U-me", "surface-senders": ""})
    here = set(channel.senders.values_list("sender", "is_owner"))
    assert here == {(ALICE, True), (BOB, False), ("U-小明", False)}
    assert list(ChannelSender.objects.filter(channel=None).values_list("surface", "sender")) == [("slack", "U-me")]
    html = client.get(f"/admin/channels/{channel.uid}/").content.decode()
    assert f"{BOB}\nU-小明</textarea>" in html and "U-me</textarea>" in html


def test_everyone_takes_a_tick_of_its_own(client: Client, channel: Channel) -> None:
    path = f"/admin/channels/{channel.uid}/senders/"
    client.post(path, {"here-owners": ALICE, "here-senders": BOB, "here-everyone": "on"})
    assert channel.senders.filter(sender="*").exists()
    assert "everyone" in text_of(client.get("/admin/channels/"))
    html = client.get(f"/admin/channels/{channel.uid}/").content.decode()
    assert "*" not in re.findall(r"<textarea[^>]*>([^<]*)", html)[2]
    client.post(path, {"here-owners": ALICE, "here-senders": BOB})
    assert not channel.senders.filter(sender="*").exists()
    refused = client.post(path, {"surface": "1", "surface-owners": "", "surface-senders": "*"})
    assert "opens one channel to everyone" in text_of(refused)


def test_a_channel_in_which_nobody_may_speak_says_so(client: Client, server: Actor) -> None:
    channel, _ = channel_register(actor=server, surface="slack", key="C9")
    assert "Nobody may speak here yet" in text_of(client.get(f"/admin/channels/{channel.uid}/"))


def test_what_would_go_along_is_shown_as_text(client: Client, channel: Channel, server: Actor) -> None:
    say(server, channel, BOB, "<b>bold</b> kettle")
    html = client.get(f"/admin/channels/{channel.uid}/").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt; kettle" in html


def test_a_channel_that_is_not_there_is_not_found(client: Client) -> None:
    uid = "0198c0de-0000-7000-8000-000000000000"
    assert client.get(f"/admin/channels/{uid}/").status_code == 404
    assert client.post(f"/admin/channels/{uid}/save/", {"activation": "off"}).status_code == 404
    assert client.get(f"/admin/channels/{uid}/save/").status_code == 405
    assert client.get(f"/admin/channels/{uid}/senders/").status_code == 405
