"""Recall over HTTP, in every language, for those who may."""

import pytest

from memory.models import Store
from memory.services.embedding import batch_embed, batches, space_for
from tests.memory.test_api import Ask, asker

MEMORIES = [
    "The customer in Hamburg wants the invoice in German.",
    "Die Straße vor dem Büro ist bis März gesperrt.",
    "我们决定把数据库迁移到悬空服务器上。",
    "東京の会議は来週の火曜日に変更されました。",
    "메모리 서버는 매일 밤 백업을 사용합니다.",
    "Khách hàng ở Đà Nẵng muốn giao hàng vào thứ sáu.",
    "The launch party has 🍕 and 👩‍🚀 stickers.",
    "Клиент живёт в Казани и звонит по утрам.",
    "Die Rechnungen wurden gestern verschickt.",
]


@pytest.fixture
def botty_asks(main_store: Store) -> Ask:
    return asker("botty", main_store, "memory:read", "memory:write", "lessons:write")


@pytest.fixture
def remembered(botty_asks: Ask) -> Ask:
    items = [{"kind": "episode", "text": text} for text in MEMORIES]
    items += [
        {"kind": "fact", "key": "user.home_city", "value": "Lisbon"},
        {"kind": "lesson", "rule": "Use metric units"},
    ]
    assert botty_asks("post", "/api/memory/batch", {"items": items}).json()["counts"] == {"written": 11}
    return botty_asks


@pytest.mark.parametrize(
    ("question", "index"),
    [
        ("invoice hamburg", 0),
        ("Strasse gesperrt", 1),
        ("STRASSE", 1),
        ("悬空", 2),
        ("数据库迁移", 2),
        ("東京", 3),
        ("会議 変更", 3),
        ("메모리", 4),
        ("백업 사용", 4),
        ("da nang", 5),
        ("Đà Nẵng", 5),
        ("🍕", 6),
        ("живет в казани", 7),
        ("Rechnung", 8),
        ("Wann ging die Rechnung raus?", 8),
    ],
)
def test_a_memory_is_found_in_its_language(remembered: Ask, question: str, index: int) -> None:
    answer = remembered("post", "/api/memory/search", {"q": question, "kinds": "episode"}).json()
    assert answer["hits"] and answer["hits"][0]["text"] == MEMORIES[index]
    assert answer["hits"][0]["why"] and not answer["abstained"]


SYNTAX = """
state-of-the-art user's C++ 50%off #tag @me a.b path/to/x.md AND NEAR( foo:bar * " \\ scope:s1 ')OR(1=1-- 十万年前
""".split()


@pytest.mark.parametrize("question", [*SYNTAX, "what's up?", "50% off", "scope : s1"])
def test_a_question_is_never_search_syntax(remembered: Ask, question: str) -> None:
    assert remembered("post", "/api/memory/search", {"q": question}).status_code == 200


def test_nothing_relevant_is_said_plainly(remembered: Ask) -> None:
    answer = remembered("get", "/api/memory/search?q=quantum+zebra+philately").json()
    assert answer["hits"] == [] and answer["abstained"] and answer["note"]


def test_a_blank_question_is_refused_with_a_reason(remembered: Ask) -> None:
    assert remembered("get", "/api/memory/search?q=%20").status_code == 422
    assert remembered("get", "/api/memory/search").status_code == 422


def test_without_vectors_the_search_says_it_went_by_words(remembered: Ask) -> None:
    answer = remembered("get", "/api/memory/search?q=invoice").json()
    assert (answer["mode"], bool(answer["mode_reason"])) == ("keyword", True)


def test_with_vectors_the_search_is_hybrid(remembered: Ask) -> None:
    from memory.inference.embedding import get_embedder

    embedder = get_embedder(wait=10)
    assert embedder is not None
    space = space_for(embedder.space)
    assert sum(batch_embed(batch, space, embedder) for batch in batches(space, embedder)) == 11
    answer = remembered("get", "/api/memory/search?q=invoice+in+German&kinds=episode").json()
    assert answer["mode"] == "hybrid"
    assert answer["hits"][0]["arms"]["cosine"] is not None


def test_kinds_narrow_a_search(remembered: Ask) -> None:
    for kinds, found in (("fact", "fact"), ("lesson", "lesson")):
        answer = remembered("get", f"/api/memory/search?q=Lisbon+metric+units&kinds={kinds}").json()
        assert {hit["kind"] for hit in answer["hits"]} == {found}
    assert remembered("get", "/api/memory/search?q=Lisbon&kinds=poem").status_code == 422


def test_an_outsider_finds_nothing(remembered: Ask, main_store: Store) -> None:
    mallory = asker("mallory", None, "memory:read")
    assert mallory("get", "/api/memory/search?q=invoice").status_code == 404
    assert mallory("get", "/api/memory/search?q=invoice&store=main").status_code == 404
    assert mallory("get", "/api/memory/context-preview?q=invoice&store=main").status_code == 404


def test_what_is_forgotten_or_out_of_its_window_is_not_found(main_store: Store, botty_asks: Ask) -> None:
    past = {"valid_from": "2026-01-01T00:00:00Z", "valid_until": "2026-02-01T00:00:00Z"}
    body = {"text": "The office is closed for the move to the harbour.", **past}
    assert botty_asks("post", "/api/memory/episodic", body).status_code == 200
    assert botty_asks("get", "/api/memory/search?q=office+harbour").json()["hits"] == []
    during = botty_asks("get", "/api/memory/search?q=office+harbour&at=2026-01-15T00:00:00Z").json()
    assert len(during["hits"]) == 1
    on_its_end = botty_asks("get", "/api/memory/search?q=office+harbour&at=2026-02-01T00:00:00Z").json()
    assert on_its_end["hits"] == []
