"""Lists of memory and the page of one record, as the server answers them."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Event, Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget

SHOWN = 50  # rows on a page


def words(answer: object) -> str:
    """What a page says, without its tags."""
    html = answer.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def keys(html: str) -> list[str]:
    """The keys a list of facts shows, in order."""
    return re.findall(r"data-open[^>]*>(pref\.[a-z0-9]+)</a>", html.replace("<wbr>", ""))


@pytest.fixture
def many(owner: Actor, main_store: Store) -> list[str]:
    """120 facts, the last written first."""
    names = [f"pref.k{number:03}" for number in range(120)]
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key=name, value=name) for name in names])
    return names[::-1]


def test_paging_goes_to_the_end_and_back_and_shows_every_fact_once(client: Client, many: list[str]) -> None:
    url, seen = "/admin/memory/", []
    while url:
        html = client.get(url).content.decode()
        seen += keys(html)
        following = re.search(r'rel="next"\s+href="([^"]+)"', html)
        url = "/admin/memory/" + following[1].replace("&amp;", "&") if following else ""
    assert seen == many
    back = re.search(r'rel="prev"\s+href="([^"]+)"', html)
    assert back
    assert keys(client.get("/admin/memory/" + back[1]).content.decode()) == many[SHOWN : 2 * SHOWN]


def test_a_page_of_the_list_costs_the_same_number_of_queries_however_long_it_is(
    client: Client, many: list[str]
) -> None:
    with CaptureQueriesContext(connection) as long:
        client.get("/admin/memory/?q=pref")
    with CaptureQueriesContext(connection) as short:
        client.get("/admin/memory/?q=pref.k00")
    assert len(long) == len(short)
    assert not [
        query
        for query in long.captured_queries
        if "COUNT(" in query["sql"] and "memory_record" in query["sql"] and "memory_revision" not in query["sql"]
    ]


def test_a_filter_narrows_and_stays_in_the_links(client: Client, owner: Actor, main_store: Store) -> None:
    soon = now() + timedelta(days=3)
    facts_write(
        actor=owner,
        store=main_store,
        drafts=[FactDraft(key="pref.now", value="1"), FactDraft(key="pref.later", value="2", valid_from=soon)],
    )
    record_forget(actor=owner, uid=Record.objects.get(key="pref.now").uid)
    assert keys(client.get("/admin/memory/").content.decode()) == ["pref.later"]
    assert keys(client.get("/admin/memory/?status=forgotten").content.decode()) == ["pref.now"]
    assert keys(client.get("/admin/memory/?status=any").content.decode()) == ["pref.later", "pref.now"]
    html = client.get("/admin/memory/?window=later").content.decode()
    assert keys(html) == ["pref.later"]
    assert "window=later&amp;status=any" in html or "status=any&amp;window=later" in html


def test_words_are_found_in_every_script(client: Client, owner: Actor, main_store: Store) -> None:
    texts = ("用户说他更喜欢用中文写提交信息。", "Der Überblick fehlte im Bericht.", "会議は金曜日に変わりました。🎉")
    episodes_write(actor=owner, store=main_store, drafts=[EpisodeDraft(text=text) for text in texts])
    for part, text in zip(("中文写", "Überblick", "金曜日"), texts, strict=True):
        answer = words(client.get("/admin/memory/episodes/", {"q": part}))
        assert text in answer
        assert sum(other in answer for other in texts) == 1


def test_an_unknown_store_is_said_and_not_taken_for_all(client: Client, many: list[str]) -> None:
    answer = client.get("/admin/memory/?store=nowhere")
    assert answer.status_code == 404
    assert "There is no such memory store" in words(answer)


def test_nonsense_in_the_address_shows_the_beginning(client: Client, many: list[str]) -> None:
    for query in ("before=x", "after=-1", "before=99999999999999999999", "status=nonsense", "before=²"):
        answer = client.get(f"/admin/memory/?{query}")
        assert keys(answer.content.decode())[0] == many[0], query


def test_the_record_page_tells_revisions_window_and_events(client: Client, owner: Actor, main_store: Store) -> None:
    ends = now() + timedelta(days=10)
    for value in ("tea in the morning", "tea in the evening"):
        draft = FactDraft(key="pref.drink", value=value, valid_until=ends)
        facts_write(actor=owner, store=main_store, drafts=[draft], reason="asked again")
    record = Record.objects.get(key="pref.drink")
    html = client.get(f"/admin/memory/records/{record.uid}/").content.decode()
    assert "<del>morning</del><ins>evening</ins>" in html
    assert "asked again" in html
    assert f"until {ends:%Y-%m-%d}" in html
    assert html.count('class="when"') == Event.objects.filter(record_uid=record.uid).count() == 2


def test_a_refused_restore_names_the_code(client: Client, owner: Actor, main_store: Store) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.no", value="never again")])
    record = Record.objects.get(key="pref.no")
    client.post(f"/admin/memory/records/{record.uid}/forget/", {"reason": "wrong", "for_good": "on"})
    answer = client.post(f"/admin/memory/records/{record.uid}/restore/", follow=True)
    assert "refused_value" in words(answer)
    record.refresh_from_db()
    assert record.status == "forgotten"


def test_a_typed_lesson_and_episode_are_the_owners(client: Client, main_store: Store) -> None:
    lesson = {"rule": "Immer zuerst die Tests laufen lassen", "category": "tool", "store": "main"}
    assert client.post("/admin/memory/new/lesson/", lesson).status_code == 302
    episode = {"text": "今日はチームで新しい計画を立てました。", "tags": "計画, チーム", "store": "main"}
    assert client.post("/admin/memory/new/episode/", episode).status_code == 302
    assert set(Record.objects.values_list("kind", "source")) == {
        ("lesson", "user_explicit"),
        ("episode", "user_explicit"),
    }


def test_a_fact_as_json_keeps_its_type_and_bad_json_is_said(client: Client, main_store: Store) -> None:
    wrong = client.post(
        "/admin/memory/new/fact/", {"key": "pref.tabs", "value": "{4", "as_json": "on", "store": "main"}
    )
    assert "This is no JSON" in words(wrong)
    client.post("/admin/memory/new/fact/", {"key": "pref.tabs", "value": "4", "as_json": "on", "store": "main"})
    assert Record.objects.get(key="pref.tabs").fact.value == 4


def shown(client: Client, address: str) -> str:
    return words(client.get(address))


def test_episodes_are_listed_by_tag_and_project_in_any_script_and_the_row_leads_there(
    client: Client, owner: Actor, main_store: Store
) -> None:
    drafts = [
        EpisodeDraft(text="Wir haben das Geländer gestrichen.", tags=("büro", 'the "new" one')),
        EpisodeDraft(text="我们昨天把会议改到了星期五。", tags=("会议",), project="apollo"),
        EpisodeDraft(text="Nobody tagged this one at all."),
    ]
    episodes_write(actor=owner, store=main_store, drafts=drafts)
    list_page = client.get("/admin/memory/episodes/").content.decode()
    for text, others, name in (("Geländer", "星期五", "büro"), ("星期五", "Geländer", "会议")):
        link = re.search(rf'class="tag" href="([^"]+)">{name}</a>', list_page)
        assert link
        found = shown(client, "/admin/memory/episodes/" + link[1].replace("&amp;", "&"))
        assert text in found
        assert others not in found
    quoted = re.search(r'class="tag" href="([^"]+)">the &quot;new&quot; one</a>', list_page)
    assert quoted
    assert "Geländer" in shown(client, "/admin/memory/episodes/" + quoted[1].replace("&amp;", "&"))
    assert "星期五" in shown(client, "/admin/memory/episodes/?project=apollo")
    assert "Geländer" not in shown(client, "/admin/memory/episodes/?project=apollo")
    assert "fits these filters" in shown(client, "/admin/memory/episodes/?tag=b%25")


def test_a_list_can_show_what_changed_lately(client: Client, owner: Actor, main_store: Store) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.old", value="o")])
    Record.objects.update(updated_at=now() - timedelta(days=8))
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.new", value="n")])
    for age, expected in (("day", ["pref.new"]), ("week", ["pref.new"]), ("month", ["pref.new", "pref.old"])):
        assert keys(client.get(f"/admin/memory/?age={age}").content.decode()) == expected


def test_the_overview_draws_what_was_written_in_thirty_days(client: Client, owner: Actor, main_store: Store) -> None:
    keys_written = [FactDraft(key=f"pref.k{n}", value=n) for n in range(5)]
    facts_write(actor=owner, store=main_store, drafts=keys_written)
    for number, days in enumerate((0, 1, 29, 30)):
        record = Record.objects.get(key=f"pref.k{number}")
        Record.objects.filter(pk=record.pk).update(created_at=now() - timedelta(days=days))
    page = client.get("/admin/").content.decode()
    assert "4 written in 30 days, 2 today" in page
    line = re.findall(r'<polyline points="([^"]+)"', page)[0].split()
    assert [line[0], line[-2], line[-1]] == ["0.0,18.0", "115.9,18.0", "120.0,12.0"]
    assert "0 written in 30 days, 0 today" in page


def test_a_long_history_comes_in_pages_and_no_revision_is_left_out(
    client: Client, owner: Actor, main_store: Store
) -> None:
    for number in range(120):
        facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.number", value=f"value {number}")])
    record = Record.objects.get(key="pref.number")
    address, numbers = f"/admin/memory/records/{record.uid}/", []
    url = address
    while url:
        html = client.get(url).content.decode()
        numbers += [int(n) for n in re.findall(r'</strong>\s*<span class="tag">(\d+)</span>', html)]
        following = re.search(r'rel="next"\s+href="([^"#]+)', html)
        url = address + following[1] if following else ""
    assert numbers == list(range(120, 0, -1))
    assert "Newest" in html
    assert client.get(address + "?before=²").status_code == 200
