"""Store a text, find it by its words, in every language; and not by words that only look like its own."""

import unicodedata

import pytest

from memory.models import Store
from memory.services.recall import RecallOptions, recall
from tests.memory.recalling import OWNER, know, remember

WORDS_ONLY = RecallOptions(embed_seconds=0, admit=False)

FOUND = [
    ("chinese pair inside a sentence", "服务器的进程悬空了需要重启", "悬空"),
    ("chinese phrase", "我们昨天讨论了数据库迁移方案", "数据库迁移"),
    ("chinese one character", "我的猫很喜欢晒太阳睡觉", "猫"),
    ("identifier glued to chinese", "重跑gen-itgc后报告恢复正常", "itgc"),
    ("japanese pair", "来週の会議は東京で開かれます", "東京"),
    ("japanese katakana", "サーバーを再起動してください", "サーバー"),
    ("korean with a particle", "메모리를 더 주문해야 합니다", "메모리"),
    ("korean inside a word", "이 프로그램을 매일 사용합니다", "사용"),
    ("german umlaut", "Das Büro in München ist geschlossen", "münchen"),
    ("german without umlaut", "Das Büro in München ist geschlossen", "buro"),
    ("german sharp s", "Die Straße ist gesperrt bis Montag", "strasse"),
    ("german stem", "Wir haben die Rechnungen gestern verschickt", "Rechnung"),
    ("vietnamese folded", "Tôi thích ăn phở ở Đà Nẵng", "da nang"),
    ("vietnamese accents", "Người việt nam uống cà phê sữa đá", "việt"),
    ("vietnamese plain", "Người việt nam uống cà phê sữa đá", "viet"),
    ("russian yo", "Он живёт в Санкт-Петербурге давно", "живет"),
    ("arabic", "القطة نائمة على السرير الكبير", "القطة"),
    ("hebrew", "הפגישה נדחתה ליום ראשון בבוקר", "הפגישה"),
    ("accent composed", "We met at the café near the river", "cafe\u0301"),
    ("accent left out", "We met at the cafe\u0301 near the river", "cafe"),
    ("ligature", "The ﬁle was moved to the archive", "file"),
    ("full width letters", "The ｆｕｌｌｗｉｄｔｈ label is wrong", "fullwidth"),
    ("emoji", "Friday is 🍕 day at the office", "🍕"),
    ("emoji of several code points", "She is our 👩‍🚀 on the moon project", "👩‍🚀"),
    ("plus signs", "The C++ build fails on the old runner", "C++"),
    ("hyphens", "A state-of-the-art kitchen was installed", "state-of-the-art"),
    ("path", "Edit path/to/x.md before the release", "path/to/x.md"),
    ("possessive", "The user's laptop was replaced today", "user"),
    ("percent", "They offered 50% off the hosting plan", "50%"),
    ("english stem", "She was running along the canal", "run"),
]


@pytest.mark.parametrize(("text", "query"), [pair[1:] for pair in FOUND], ids=[pair[0] for pair in FOUND])
def test_what_was_remembered_is_found(main_store: Store, text: str, query: str) -> None:
    remember(main_store, "Something else entirely was noted here", text)
    hits = recall(actor=OWNER, query=query, stores=[main_store], options=WORDS_ONLY).hits
    assert hits and hits[0].text == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The C compiler warns about this line", "C++"),
        ("A digit was missing in the number", "git"),
        ("服务器已经恢复正常运行", "悬空"),
        ("We had lunch near the harbour today", "🍕"),
        ("北京的会议已经取消了没有改期", "東京"),
    ],
)
def test_what_only_looks_alike_is_not_found(main_store: Store, text: str, query: str) -> None:
    remember(main_store, text)
    assert recall(actor=OWNER, query=query, stores=[main_store], options=WORDS_ONLY).abstained


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("我的猫叫什么名字？", "我的猫叫小白，今年三岁了"),
        ("東京の会議はいつですか", "東京の会議は来週の火曜日です"),
        ("Wann ist die Straße wieder offen?", "Die Straße ist ab Montag wieder offen"),
        ("메모리 서버는 어디에 있습니까?", "메모리 서버는 부산에 있습니다"),
        ("Khách hàng ở Đà Nẵng muốn gì?", "Khách hàng ở Đà Nẵng muốn giao hàng sớm"),
    ],
)
def test_a_whole_question_brings_its_answer_into_a_context(main_store: Store, question: str, text: str) -> None:
    remember(main_store, "Something else entirely was noted here", text)
    hits = recall(actor=OWNER, query=question, stores=[main_store], options=RecallOptions(embed_seconds=0)).hits
    assert [hit.text for hit in hits] == [text]


def test_facts_are_found_by_key_and_value_in_any_script(main_store: Store) -> None:
    know(main_store, home_city="東京", favourite_food="phở bò")
    for query, key in (("home city", "user.home_city"), ("東京", "user.home_city"), ("pho", "user.favourite_food")):
        hits = recall(actor=OWNER, query=query, stores=[main_store], kinds={"fact"}, options=WORDS_ONLY).hits
        assert hits[0].key == key


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("会议是哪一天？", "我们决定把会议改到星期五下午"),
        ("我的猫叫什么名字？", "我的猫叫咪咪，今年三岁了"),
        ("会議は何曜日ですか", "会議を金曜日に変更しました"),
        ("회의는 무슨 요일이에요?", "회의를 금요일로 옮겼습니다"),
        ("Wann ist die Besprechung?", "Die Besprechung ist auf Freitag verlegt"),
        ("Cuộc họp là ngày nào?", "Cuộc họp chuyển sang thứ sáu"),
    ],
)
def test_a_short_question_is_answered_by_its_words_alone(main_store: Store, question: str, text: str) -> None:
    remember(main_store, "今天天气很好适合出去玩", "昨日は友達と映画を見ました", "어제 친구와 영화를 봤어요", text)
    hits = recall(actor=OWNER, query=question, stores=[main_store], options=RecallOptions(embed_seconds=0)).hits
    assert [hit.text for hit in hits] == [text]
