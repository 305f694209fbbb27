"""The Timeline: memory as it stood, what is different now, a record on both axes, a change and a correction."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from channels_bridge.actors import Actor
from memory.models import Record, Revision, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_forget

pytestmark = pytest.mark.django_db


@pytest.fixture
def before(client: Client, owner: Actor, owner_user: object, main_store: Store) -> datetime:
    """A fact and an episode; the fact is changed, the episode forgotten. The instant between the two."""
    client.force_login(owner_user)  # type: ignore[arg-type]
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Lissabon <b>北京</b>")])
    outcome = episodes_write(
        actor=owner, store=main_store, drafts=[EpisodeDraft(text="We met at the harbour gate 🦊.")]
    )[0]
    instant = Revision.objects.order_by("-pk")[0].recorded_at
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    assert outcome.uid
    record_forget(actor=owner, uid=outcome.uid)
    return instant


def at(instant: datetime) -> dict[str, str]:
    return {"known": instant.isoformat()}


def test_the_records_of_a_moment_are_shown_as_they_stood(client: Client, before: datetime) -> None:
    shown = client.get("/admin/timeline/", at(before)).content.decode()
    assert "Lissabon &lt;b&gt;北京&lt;/b&gt;" in shown and "harbour gate" in shown
    assert "another value holds since" in shown and "It was forgotten" in shown
    assert "Porto" not in shown
    present = client.get("/admin/timeline/").content.decode()
    assert "Porto" in present and "harbour gate" not in present


def test_the_search_box_answers_as_of_that_moment(client: Client, before: datetime) -> None:
    found = client.get("/admin/timeline/", at(before) | {"q": "harbour"}).content.decode()
    assert "harbour gate" in found
    assert "Nothing that was known" in client.get("/admin/timeline/", {"q": "harbour"}).content.decode()


def test_compare_with_now_lists_what_changed_and_nothing_else(
    client: Client, owner: Actor, main_store: Store, before: datetime
) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.pet", value="fox")])
    compared = client.get("/admin/timeline/", at(before) | {"compare": "1"}).content.decode()
    words = re.findall(r'<span class="tag (?:ok|bad|accent)">\s*(\w+)\s*</span>', compared)
    assert words == ["new", "gone", "changed"]
    assert "<del>" in compared and "<ins>Porto</ins>" in compared
    unchanged = client.get("/admin/timeline/", {"compare": "1"}).content.decode()
    assert "Nothing is different now." in unchanged


@pytest.mark.parametrize(
    ("query", "says"), [({"known": "soon"}, "is no instant"), ({"known": "2999-01-01T00:00"}, "ahead")]
)
def test_what_is_no_moment_is_said_beside_the_fields(
    client: Client, before: datetime, query: dict[str, str], says: str
) -> None:
    answer = client.get("/admin/timeline/", query)
    assert answer.status_code == 422 and says in answer.content.decode()


def test_a_moment_before_everything_is_empty_and_says_so(client: Client, before: datetime) -> None:
    assert (
        "Nothing was known and true" in client.get("/admin/timeline/", {"known": "2001-01-01T00:00"}).content.decode()
    )


def test_a_records_page_draws_its_story_and_tells_it_in_a_table(client: Client, before: datetime) -> None:
    uid = Record.objects.get(key="user.city").uid
    shown = client.get(f"/admin/memory/records/{uid}/").content.decode()
    assert shown.count('<rect class="s1') == 2 and shown.count('<rect class="s2') == 1
    assert 'aria-label="3 states on two axes of time; the table says the same."' in shown
    assert "style=" not in shown


@pytest.mark.parametrize(("effect", "earlier"), [("change", "Lisbon"), ("correction", "Porto")])
def test_the_form_asks_whether_a_value_changed_or_was_wrong(
    client: Client, owner: Actor, owner_user: object, main_store: Store, effect: str, earlier: str
) -> None:
    client.force_login(owner_user)  # type: ignore[arg-type]
    start = timezone.now() - timedelta(days=9)
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon", valid_from=start)])
    form = client.get("/admin/memory/new/fact/", {"key": "user.city"}).content.decode()
    assert "It was wrong: the old value never held" in form
    assert "It was wrong" not in client.get("/admin/memory/new/fact/").content.decode()
    shown_start = f"{timezone.localtime(start):%Y-%m-%d %H:%M:%S}"
    sent = {"key": "user.city", "value": "Porto", "effect": effect, "store": "main", "valid_from": shown_start}
    assert client.post("/admin/memory/new/fact/", sent).status_code == 302
    then = client.get("/admin/timeline/", {"true": (start + timedelta(days=1)).isoformat()}).content.decode()
    assert earlier in then
    assert ("Lisbon" in then) is (earlier == "Lisbon")


def test_a_change_far_down_in_a_long_text_is_seen_when_it_is_compared(
    client: Client, owner: Actor, main_store: Store, before: datetime
) -> None:
    long = "Ein langer Satz, der bleibt. " * 60
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.plan", value=f"{long}Dann Hanoi.")])
    instant = Revision.objects.order_by("-pk")[0].recorded_at
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.plan", value=f"{long}Dann Kyoto.")])
    compared = client.get("/admin/timeline/", at(instant) | {"compare": "1"}).content.decode()
    assert "<del>Hanoi</del><ins>Kyoto</ins>" in compared and "characters stay" in compared


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("1", 1, "<del>&quot;</del>1<del>&quot;</del>"),
        (1, True, "<del>1</del><ins>true</ins>"),
        ("true", True, "<del>&quot;</del>true<del>&quot;</del>"),
        ('["서울"]', ["서울"], "<del>&quot;</del>[<del>\\</del>&quot;서울<del>\\</del>&quot;]<del>&quot;</del>"),
    ],
)
def test_a_change_of_type_alone_is_marked_when_it_is_compared(
    client: Client, owner: Actor, main_store: Store, before: datetime, old: Any, new: Any, marked: str
) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.floor", value=old)])
    instant = Revision.objects.order_by("-pk")[0].recorded_at
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.floor", value=new)])
    compared = client.get("/admin/timeline/", at(instant) | {"compare": "1"}).content.decode()
    assert marked in compared


def test_another_clause_of_a_rule_is_marked_when_it_is_compared(
    client: Client, owner: Actor, main_store: Store, before: datetime
) -> None:
    rule = "Chạy kiểm thử trước khi đẩy mã"
    lessons_write(actor=owner, store=main_store, drafts=[LessonDraft(rule=rule, negative="đẩy vội")])
    instant = Revision.objects.order_by("-pk")[0].recorded_at
    lessons_write(actor=owner, store=main_store, drafts=[LessonDraft(rule=rule, negative="đẩy mù")])
    compared = client.get("/admin/timeline/", at(instant) | {"compare": "1"}).content.decode()
    assert "<del>vội</del><ins>mù</ins>" in compared
