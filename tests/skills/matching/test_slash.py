"""Messages that call a skill by name."""

import pytest

from memory.services.settings import settings_change
from skills.matching.slash import distance, prefix_of
from skills.models import SkillUse, Visibility
from skills.services.slash import ALONE, SlashAnswer, slash_read
from tests.skills.making import ALICE, make_skill
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db

SKILLS = {
    "frontend-design": "Frontend Design",
    "tidy-csv": "tidy-csv",
    "tidy-csv-fast": "tidy-csv-fast",
    "pdf": "PDF Merge",
    "bang-bieu": "bảng biểu",
    "hyou": "表計算",
    "sheets-ko": "표 정리",
    "tabellen": "Tabellen prüfen",
    "jadwal-ar": "جدول",
}


@pytest.fixture(autouse=True)
def catalogue(db: None) -> None:
    for slug, name in SKILLS.items():
        make_skill(
            slug,
            files={"SKILL.md": f"---\nname: {name}\ndescription: What {slug} does.\n---\n\nSteps of {slug}.".encode()},
        )


def read(message: str) -> SlashAnswer:
    return slash_read(actor=ALICE, message=message)


@pytest.mark.parametrize(
    ("message", "slug", "rest"),
    [
        ("/tidy-csv the columns", "tidy-csv", "the columns"),
        ("/TIDY-CSV the columns", "tidy-csv", "the columns"),
        ("/tidy-csv-fast the columns", "tidy-csv-fast", "the columns"),
        ("/tidy-csv\nthe columns\nof sales", "tidy-csv", "the columns\nof sales"),
        ("/tidy-csv\tthe columns", "tidy-csv", "the columns"),
        ("/ tidy-csv the columns", "tidy-csv", "the columns"),
        ("  /tidy-csv the columns", "tidy-csv", "the columns"),
        ("/frontend design a jazz club", "frontend-design", "a jazz club"),
        ("/use Frontend Design a jazz club", "frontend-design", "a jazz club"),
        ("/activate pdf merge these two", "pdf", "these two"),
        ("/use tidy-csv now", "tidy-csv", "now"),
        ("/tidy-csv", "tidy-csv", ALONE),
        ("/bảng biểu tháng này", "bang-bieu", "tháng này"),
        ("/表計算 売上を集計", "hyou", "売上を集計"),
        ("/표 정리 매출 표", "sheets-ko", "매출 표"),
        ("/tabellen PRÜFEN bitte alle", "tabellen", "bitte alle"),
        ("/جدول المبيعات", "jadwal-ar", "المبيعات"),
        ("/tidy-csv 📊🎉", "tidy-csv", "📊🎉"),
    ],
)
def test_a_skill_is_called_by_slug_or_name(message: str, slug: str, rest: str) -> None:
    answer = read(message)

    assert answer.kind == "activate"
    assert answer.skill is not None
    assert (answer.skill.skill.slug, answer.message, answer.only) == (slug, rest, (slug,))
    assert f"Steps of {slug}." in answer.body


@pytest.mark.parametrize(
    "message",
    [
        "/use",
        "/help",
        "/activate",
        "/",
        "/ ",
        "",
        "/home/user",
        "/etc/hosts.yaml is broken",
        "/a\\b",
        "/x.yaml",
        "see https://example.com/tidy-csv",
        "use either/or tidy-csv",
        "tidy-csv the columns",
        "/qqqqqqqqqq nothing like it",
        "/ok",
    ],
)
def test_everything_else_is_an_ordinary_message(message: str) -> None:
    answer = read(message)

    assert (answer.kind, answer.message, answer.skill, answer.only) == ("ordinary", message, None, None)


def test_the_list_and_help_are_told_by_the_model() -> None:
    assert "- tidy-csv: What tidy-csv does." in read("/list-skills").message
    answer = read("/help frontend design")
    assert answer.kind == "help"
    assert "What frontend-design does." in answer.message
    assert answer.body == ""


def test_a_name_there_is_not_is_answered_with_names_near_it() -> None:
    answer = read("/fronted make it bold")

    assert (answer.kind, answer.suggestions) == ("unknown", ("frontend-design",))
    assert "frontend-design" in answer.message
    assert len(read("/tidy-cvs x").suggestions) <= 3
    assert read("/tidy-cvs x").suggestions[0] == "tidy-csv"


def test_suggestions_may_be_off() -> None:
    settings_change(actor=ALICE, values={"skills_slash_suggest": False})

    assert read("/fronted x").kind == "ordinary"


def test_the_beginning_of_a_name_counts_only_where_the_owner_says_so() -> None:
    assert read("/tab x").kind != "activate"
    settings_change(actor=ALICE, values={"skills_slash_partial": True})
    answer = read("/tab alle")
    assert (answer.kind, answer.message) == ("activate", "alle")
    assert read("/tidy x").kind != "activate"  # two begin so


def test_a_name_of_two_skills_calls_neither() -> None:
    make_skill("pdf-two", files={"SKILL.md": b"---\nname: PDF Merge\ndescription: Another.\n---\n\nSteps.\n"})

    assert read("/pdf merge x").kind != "activate"
    assert read("/pdf-two x").kind == "activate"


def test_the_sign_may_be_another_one_and_commands_may_be_off() -> None:
    settings_change(actor=ALICE, values={"skills_slash_prefix": "!"})
    assert read("!tidy-csv x").kind == "activate"
    assert read("/tidy-csv x").kind == "ordinary"
    settings_change(actor=ALICE, values={"skills_slash": False})
    assert read("!tidy-csv x").kind == "ordinary"


@pytest.mark.parametrize(("value", "sign"), [("!", "!"), ("", "/"), (" ", "/"), ("//", "/"), (None, "/"), (7, "/")])
def test_a_sign_is_exactly_one_visible_character(value: object, sign: str) -> None:
    assert prefix_of(value) == sign


def test_a_call_is_counted_once_and_a_trial_is_not() -> None:
    slash_read(actor=ALICE, message="/tidy-csv x", record=False)
    assert not SkillUse.objects.exists()
    read("/tidy-csv x")
    assert SkillUse.objects.get().bodies == 1


def test_what_one_may_not_use_is_as_if_it_were_not_there(reader: Asker) -> None:
    make_skill("secret-kettle", description="Hidden.", visibility=Visibility.PRIVATE)

    for message in ("/secret-kettle x", "/help secret-kettle", "/secret-kettl x"):
        answer = slash_read(actor=reader.actor, message=message)
        assert answer.skill is None
        assert "secret-kettle" not in answer.suggestions
    assert "secret-kettle" not in slash_read(actor=reader.actor, message="/list-skills").message


def test_a_request_that_narrows_narrows_commands_too(reader: Asker) -> None:
    assert slash_read(actor=reader.actor, message="/tidy-csv x", only=["pdf"]).kind != "activate"
    assert slash_read(actor=reader.actor, message="/list-skills", only=[]).message.startswith("Tell the person that no")


def test_distance_is_levenshteins() -> None:
    assert [
        distance("kitten", "sitting"),
        distance("", "ab"),
        distance("日本", "日本語"),
        distance("a", "abcdefgh"),
    ] == [3, 2, 1, 4]
