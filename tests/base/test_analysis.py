"""What is found by what: queries against texts, the way a person meets the analyser."""

import threading
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.base.analysis import QUERY_TERM_LIMIT, STOP_WORDS, analyse, content_terms, content_words, query_terms

FAMILY = "👨\u200d👩\u200d👧"


def hits(query: str, text: str) -> bool:
    """Whether any term of the query is a term of the text."""
    return not set(query_terms(query)).isdisjoint(analyse(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # Chinese, Japanese, Korean.
        ("悬空", "这里有一个悬空指针的问题"),
        ("悬空指针", "这里有一个悬空指针的问题"),
        ("東京", "昨日は東京へ行きました"),
        ("茶", "毎朝お茶を飲む"),
        ("茶を", "お茶が好きです"),
        ("メモリ", "ﾒﾓﾘが足りない"),
        ("집", "우리 집은 크다"),
        ("물을", "물이 필요하다"),
        ("메모리", "메모리를 늘렸다"),
        ("사용", "도구를 사용합니다"),
        ("itgc", "重跑gen-itgc后"),
        ("gen-itgc", "重跑gen-itgc后"),
        ("重跑", "重跑gen-itgc后"),
        ("sk", "凭证为sk_test_123"),
        ("запрос", "это SQLзапрос к базе"),
        # Accents, compatibility forms.
        ("cafe", "the café"),
        ("cafe\u0301", "the café"),
        ("café", "the cafe\u0301"),
        ("viet", "tiếng việt"),
        ("Da", "Đà Nẵng"),
        ("живет", "он живёт здесь"),
        ("strasse", "in der Straße"),
        ("Straße", "in der STRASSE"),
        ("file", "the ﬁle"),
        ("fullwidth", "ｆｕｌｌｗｉｄｔｈ letters"),
        ("fullwidth", "ＦＵＬＬＷＩＤＴＨ letters"),
        ("2026", "٢٠٢٦"),
        # Emoji.
        ("🍕", "we had 🍕 yesterday"),
        (FAMILY, f"my {FAMILY} and me"),
        ("👩", f"my {FAMILY} and me"),
        ("👍", "fine 👍🏽"),
        ("👍🏽", "fine 👍"),
        ("❤️", "with ❤"),
        ("🇩🇪", "from 🇫🇷🇩🇪"),
        # Punctuation that search engines stumble over.
        ("C++", "written in C++ and Rust"),
        ("c++17", "needs C++17"),
        ("c++", "needs C++17"),
        ("C#", "a C# service"),
        (".net", "a .NET service"),
        ("net", "a .NET service"),
        ("node.js", "on Node.js"),
        ("node", "on Node.js"),
        ("state-of-the-art", "a state-of-the-art parser"),
        ("art", "a state-of-the-art parser"),
        ("user's", "the users"),
        ("user’s", "the user"),
        ("users'", "the user's"),
        ("50% off", "reduced by 50%"),
        ("50", "reduced by 50%"),
        ("#tag", "with #tag"),
        ("tag", "with #tag"),
        ("@me", "for @me"),
        ("a.b", "call a.b"),
        ("path/to/x.md", "see path/to/x.md"),
        ("x.md", "see path/to/x.md"),
        ("path\\to", "C:\\path\\to\\x.md"),
        ("what's up?", "What’s up"),
        ("AND", "x AND y"),
        ("NEAR(", "near"),
        ("foo:bar", "foo:bar"),
        ("bar", "foo:bar"),
        ("foo bar", "foo-bar"),
        ("foobar", "foo-bar"),
        ("email", "send an e-mail"),
        ("e-mail", "send an email"),
        ("GPT-4", "gpt4"),
        ("AT&T", "at&t"),
        ("o'brien", "OBrien"),
        ("o'brien", "O’Brien’s house"),
        ("rock'n'roll", "Rock ’n’ Roll"),
        ("eau", "l'eau de la ville"),
        ("can't", "they cannot, I can not"),
        # Identifiers, numbers, versions.
        ("memory store", "class MemoryStore"),
        ("MemoryStore", "the memorystore module"),
        ("case", "camelCaseName"),
        ("camel", "camel_case_name"),
        ("camel_case_name", "camel_case_name"),
        ("init", "def __init__(self)"),
        ("http request", "HTTPRequestHandler"),
        ("URL", "all URLs"),
        ("1.2.3", "since v1.2.3"),
        ("v1.2.3", "since v1.2.3"),
        ("3.11", "Python 3.11"),
        ("1000000", "1,000,000 rows"),
        ("10:30", "at 10:30"),
        ("2026", "2026-11-29"),
        ("2026-11-29", "2026-11-29"),
        ("llama", "llama3.1"),
        ("example.com", "https://example.com/a?b=c"),
        ("bob@example.com", "mail bob@example.com"),
        # Stems.
        ("memories", "a memory"),
        ("running", "it runs"),
        ("Häuser", "das Haus und der Garten"),
        ("книга", "все книги"),
        ("كتاب", "قرأت الكتاب"),
        ("किताब", "किताबें"),
        # Word-internal marks of other scripts.
        ("צהל", 'צה"ל'),
        ("ג׳ירפה", "ג'ירפה"),
        ("col·lecció", "la colleccio"),
        ("coŀlecció", "col·lecció"),
        ("كتاب", "كِتَابٌ"),
        ("كتاب", "كتـــاب"),
        ("احمد", "أحمد"),
        ("ภาษา", "ฉันพูดภาษาไทย"),
        ("ພາສາ", "ຂ້ອຍເວົ້າພາສາລາວ"),
        ("ភាសា", "ខ្ញុំនិយាយភាសាខ្មែរ"),
        ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
        ("தமிழ்", "நான் தமிழ் பேசுகிறேன்"),
    ],
)  # fmt: skip
def test_a_query_hits_the_text_a_person_means(query: str, text: str) -> None:
    assert hits(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C++", "plan c, vitamin C, section c."),
        ("c", "written in C++"),
        ("C#", "plan c"),
        ("git", "a digit"),
        ("git", "hosted on GitHub"),
        ("uv", "a maneuver"),
        ("10", "at 10:30"),
        ("3", "Python 3.11"),
        ("悬空", "空悬"),
        ("東京都", "京都"),
        ("か", "が"),
        ("🍕", "🍔"),
        ("🇩🇪", "🇪🇩"),
        ("", "anything"),
        ("?!", "anything?!"),
    ],
)
def test_a_query_does_not_hit_what_only_looks_alike(query: str, text: str) -> None:
    shared = set(query_terms(query)) & set(analyse(text))
    assert shared <= {"京都"}


@pytest.mark.parametrize("text", ["", "   ", "*", '"', "()", "---", "\n\t", "…", "?!", "\u200b", "\u200d", "\ufe0f"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert analyse(text) == []
    assert query_terms(text) == []
    assert content_words(text) == set()


def test_index_terms_keep_their_order_and_repeats() -> None:
    assert analyse("red green red") == ["red", "green", "red"]


def test_query_terms_come_once_and_without_stop_words() -> None:
    assert query_terms("What is the colour of the red, red house?") == ["colour", "red", "hous"]


def test_a_query_of_stop_words_alone_keeps_them() -> None:
    assert query_terms("to be or the") == ["to", "be", "or", "the"]


def test_a_query_has_no_more_terms_than_the_limit() -> None:
    words = " ".join(f"word{number}x" for number in range(500))
    assert len(query_terms(words)) == QUERY_TERM_LIMIT
    assert len(query_terms(words, limit=3)) == 3


@pytest.mark.parametrize("word", ["always", "never", "not", "no"])
def test_words_that_decide_a_rule_are_no_stop_words(word: str) -> None:
    assert word not in STOP_WORDS
    assert word in content_words(f"it is {word} the tool") or any(
        term.startswith(word[:4]) for term in content_words(f"it is {word} the tool")
    )


@pytest.mark.parametrize(
    ("text", "negation"),
    [
        ("das ist nicht der Weg und kein Ziel", "nicht"),
        ("ce n'est pas la voie que nous avons", "pas"),
        ("no es el camino para nosotros", "no"),
        ("это не наш путь", "не"),
        ("não é o caminho", "nao"),
        ("không phải là của tôi", "khong"),
        ("det är inte vår väg", "int"),
    ],
)
def test_negations_of_other_languages_stay_in_a_query(text: str, negation: str) -> None:
    assert negation in query_terms(text)


def test_a_contraction_says_the_same_as_its_long_form() -> None:
    assert content_words("Don't use tabs") == content_words("Do not use tabs")
    assert content_words("Don’t use tabs") != content_words("Do use tabs")


def test_questions_in_other_languages_lose_their_stop_words() -> None:
    assert query_terms("Wie ist das Wetter in der Stadt?") == ["wetter", "wett", "stadt"]
    assert query_terms("Где находится книга?") == ["наход", "книг"]
    assert "什么" not in query_terms("你什么时候去东京")
    assert "니다" not in query_terms("도구를 사용합니다")


def test_an_english_word_is_not_dropped_for_being_a_german_article() -> None:
    assert "die" in query_terms("die hard")
    assert "war" in query_terms("war stories")


def test_a_longer_chinese_query_asks_for_pairs_and_not_for_every_character() -> None:
    assert query_terms("悬空指针") == ["悬空", "空指", "指针"]


def test_the_whole_of_a_compound_comes_before_its_parts() -> None:
    assert analyse("path/to/x.md") == ["path/to/x.md", "path", "to", "x.md", "x", "md"]


def test_content_words_of_a_joined_text_are_those_of_its_parts() -> None:
    one, other = "Häuser und Straßen im Süden", "the deploy script runs on Fridays"
    assert content_words(f"{one}. {other}") == content_words(one) | content_words(other)


def test_content_terms_keep_their_order_and_repeats() -> None:
    assert content_terms("Bob paid Rahul, and Rahul paid Bob") == ["bob", "paid", "rahul", "rahul", "paid", "bob"]
    assert content_terms("悬空指针") == ["悬空", "空指", "指针"]


def test_stop_words_of_any_language_carry_no_content() -> None:
    assert content_words("ich und das der") == set()
    assert content_words("the and of it") == set()


@given(st.text(alphabet=st.characters(), max_size=80))
def test_terms_hold_no_space_and_no_control_whatever_comes(text: str) -> None:
    for term in [*analyse(text), *query_terms(text)]:
        assert term
        assert not any(char.isspace() or unicodedata.category(char) in {"Cc", "Cs"} for char in term)
        assert len(term) <= 64 or not term.isascii()


@given(st.text(max_size=80))
def test_every_text_is_found_by_itself_unless_it_is_empty(text: str) -> None:
    assert set(query_terms(text, limit=10_000)) <= set(analyse(text)) or not query_terms(text)


@given(st.text(max_size=60))
def test_case_never_decides_about_stems(text: str) -> None:
    if text.isascii() and text.isalpha():
        assert set(analyse(text.lower())) <= set(analyse(text))


def test_many_threads_get_the_same_stems() -> None:
    texts = [f"running{number} memories houses Häuser Straßen und der Garten" for number in range(200)]
    expected = [analyse(text) for text in texts]
    found: list[list[list[str]]] = []

    def work() -> None:
        found.append([analyse(text + "") for text in texts])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


@pytest.mark.parametrize(
    "piece", ["a", "a'", "'s", "n't", "l'", "a.b-c/", "漢", "👨\u200d", "1,", "++", ".", "한", "ก", "x_Y", "e\u0301"]
)
def test_a_long_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    analyse(piece * 50)
    # Linear work takes some tenths of a second here; quadratic work would take minutes, and no test is given those.
    analyse(piece * (100_000 // len(piece)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("会议是哪一天", "我们决定把会议改到星期五下午"),
        ("會議在什麼時候？", "我們決定把會議改到星期五下午"),
        ("我的猫叫什么名字？", "我的猫叫咪咪"),
        ("预算是多少", "今年的预算定为三万"),
        ("谁负责部署？", "部署由李雷负责"),
        ("会議は何曜日ですか", "会議を金曜日に変更しました"),
        ("アレルギーは何ですか", "ピーナッツのアレルギーがあります"),
        ("デプロイの担当者は誰ですか", "デプロイは田中が担当者になった"),
        ("회의는 무슨 요일이에요?", "회의를 금요일로 옮겼습니다"),
        ("생일이 언제예요?", "제 생일은 5월 3일입니다"),
        ("예산은 얼마인가요?", "올해 예산으로 3천만 원을 잡았다"),
    ],
)
def test_most_words_of_a_question_stand_in_its_answer(question: str, answer: str) -> None:
    asked = set(query_terms(question))
    assert len(asked & set(analyse(answer))) * 2 >= len(asked) > 0


@pytest.mark.parametrize(
    "question", ["什么？", "是谁", "いつですか", "何ですか", "뭐예요?", "언제예요", "어디에 있어요?"]
)
def test_a_question_of_nothing_but_such_words_is_still_searched_by_them(question: str) -> None:
    assert query_terms(question)


def test_words_that_only_look_like_asking_are_searched() -> None:
    assert "目的" in query_terms("目的是什么")
    assert "つも" in query_terms("いつもの店はどこですか")
    assert "고양" in query_terms("고양이는 어디에 있나요?")


def test_only_questions_lose_what_they_ask_with() -> None:
    assert "何曜" in analyse("会議は何曜日ですか")
    assert "何曜" in content_words("会議は何曜日ですか")


def test_text_in_ascii_is_taken_apart_as_among_other_scripts() -> None:
    for text in (
        "don't use c++ or .env",
        "v1.2.3 at https://example.org/a-b",
        "x" * 200 + " fooBar",
        "  spaced  out ",
        "",
    ):
        assert analyse(text) == [term for term in analyse(f"{text} 界") if term != "界"]
        assert content_terms(text) == [term for term in content_terms(f"{text} 界") if term != "界"]
