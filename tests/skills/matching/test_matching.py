"""Which skill a message brings, through the service."""

import hashlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kirocrew.base.problems import Forbidden
from memory.services.settings import setting_change
from skills.models import SkillEvent, SkillUse, Visibility
from skills.services.catalogue import skill_inject_set
from skills.services.matching import Delivery, pointer_line, skills_match
from tests.skills.making import ALICE, make_skill
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db(transaction=True)

CATALOGUE = {
    "git-history": {"description": "Rewrite the history of a git repository.", "triggers": "git, rebase a branch"},
    "uv-packages": {"description": "Manage Python packages with uv.", "triggers": "uv"},
    "review-queue": {"description": "Work through waiting reviews.", "triggers": "PR queue"},
    "invoice-maker": {"description": "Generate professional PDF invoices from templates."},
    "pdf-to-word": {"description": "Convert PDF files to editable Word documents."},
    "slide-deck": {"description": "Make presentations and slides as PPTX."},
    "reminders": {"description": "Schedules reminders and recurring tasks. Use when the user wants to be reminded."},
    "cloud-bridge": {"description": "Connect a data center to the cloud with a redundant VPN tunnel."},
}


@pytest.fixture
def catalogue() -> None:
    for key, text in CATALOGUE.items():
        make_skill(key, body=f"Steps of {key}.", **text)


def brought(message: str, **narrowed: object) -> list[str]:
    found = skills_match(actor=ALICE, message=message, record=False, **narrowed)  # type: ignore[arg-type]
    return [one.usable.skill.slug for one in found.matches]


@pytest.mark.parametrize(
    ("message", "slug"),
    [
        ("Make a PDF bill for the consulting hours of October", "invoice-maker"),
        ("Erstelle eine Rechnung für den Kunden als PDF", "invoice-maker"),
        ("Genera una factura en PDF para el cliente", "invoice-maker"),
        ("Génère une facture en PDF", "invoice-maker"),
        ("帮我生成一张发票，要 PDF", "invoice-maker"),
        ("請求書をPDFで作成して", "invoice-maker"),
        ("청구서를 PDF로 만들어 줘", "invoice-maker"),
        ("Tạo hóa đơn PDF giúp mình", "invoice-maker"),
        ("أنشئ فاتورة بصيغة PDF", "invoice-maker"),
        ("Создай счёт в PDF", "invoice-maker"),
        ("Chuyển file PDF này sang Word giúp mình", "pdf-to-word"),
        ("この PDF を Word に変換して", "pdf-to-word"),
        ("把这个 PDF 转换成 Word 文档", "pdf-to-word"),
        ("Mach mir eine Präsentation mit zehn Folien", "slide-deck"),
        ("프레젠테이션 슬라이드를 만들어 줘", "slide-deck"),
        ("Nhắc mình uống nước mỗi ngày", "reminders"),
        ("毎日九時にリマインドして", "reminders"),
        ("Erinnere mich jeden Tag um neun", "reminders"),
        ("ذكرني كل يوم في التاسعة", "reminders"),
        ("Wie binde ich das Rechenzentrum über einen Tunnel an die Cloud an?", "cloud-bridge"),
    ],
)
def test_a_message_in_any_language_brings_the_right_skill_first(catalogue: None, message: str, slug: str) -> None:
    assert brought(message)[:1] == [slug]


@pytest.mark.parametrize(
    "message",
    [
        "i love dogs.",
        "My grandmother kept her recipes in a tin box.",
        "thanks, that was all",
        "Wie hoch ist die Zugspitze?",
        "我不喜欢吃香菜。",
        "私の誕生日は五月です。",
        "오늘 점심은 뭐 먹을까?",
        "Hôm nay trời mưa to quá.",
        "👍🎉",
        "",
        "أحب القهوة في الصباح",
    ],
)
def test_a_message_that_only_talks_brings_none(catalogue: None, message: str) -> None:
    assert brought(message) == []


def test_a_phrase_is_matched_as_words_and_never_inside_another(catalogue: None) -> None:
    assert brought("please rebase a branch with git") == ["git-history"]
    assert "git-history" not in brought("the last digit of the number")
    assert "uv-packages" not in brought("a difficult maneuver in the harbour")
    assert brought("show me the PR queue")[:1] == ["review-queue"]


@pytest.mark.parametrize(
    ("phrase", "message", "other"),
    [
        ("数据库备份", "请做数据库备份", "今天天气很好"),
        ("バックアップ手順", "バックアップ手順を見せて", "今日は良い天気です"),
        ("배포 점검", "지금 배포 점검 해줘", "오늘 날씨가 좋다"),
        ("Datensicherung prüfen", "Bitte die Datensicherung prüfen", "Heute scheint die Sonne"),
        ("sao lưu máy chủ", "giúp mình sao lưu máy chủ", "hôm nay trời đẹp"),
        ("نسخة احتياطية", "أريد نسخة احتياطية الآن", "الطقس جميل اليوم"),
        ("🚀 launch", "time for 🚀 launch", "time for lunch"),
    ],
)
def test_phrases_work_in_every_script(phrase: str, message: str, other: str) -> None:
    make_skill("phrased", description="Something else altogether.", triggers=phrase)

    assert brought(message) == ["phrased"]
    assert brought(other) == []


def test_a_negative_phrase_keeps_a_skill_away_and_the_log_says_so() -> None:
    make_skill("tidy-csv", description="Tidies CSV tables.", triggers="tidy csv, !excel macro")
    found = skills_match(actor=ALICE, message="tidy csv tables, but not the excel macro")

    assert not found.matches
    assert [(one.skill.slug, phrase) for one, phrase in found.denied] == [("tidy-csv", "excel macro")]
    assert SkillEvent.objects.get(code="skills_matched").detail == "tidy-csv kept away"


def test_the_log_holds_a_digest_of_the_message_and_only_where_something_matched(catalogue: None) -> None:
    skills_match(actor=ALICE, message="i love dogs.")
    assert not SkillEvent.objects.filter(code="skills_matched").exists()

    message = "Make a PDF invoice for Example"
    skills_match(actor=ALICE, message=message)
    entry = SkillEvent.objects.get(code="skills_matched")
    assert entry.key == hashlib.sha256(message.encode()).hexdigest()[:16]
    assert "invoice-maker" in entry.detail
    assert "Example" not in entry.detail


def test_a_trial_counts_nothing(catalogue: None) -> None:
    assert brought("Make a PDF invoice") != []
    assert not SkillUse.objects.exists()
    assert not SkillEvent.objects.filter(code="skills_matched").exists()


def test_a_body_is_delivered_with_its_reason_and_counted() -> None:
    skill = make_skill("tidy-csv", description="Tidies CSV tables.", triggers="tidy csv", body="Look at the header.")
    found = skills_match(actor=ALICE, message="tidy csv please").matches[0]

    assert (found.delivery, found.phrase) == (Delivery.BODY, "tidy csv")
    assert "Look at the header." in found.text
    assert 'the phrase "tidy csv"' in found.reason
    use = SkillUse.objects.get(skill=skill)
    assert (use.bodies, use.pointers, use.chars) == (1, 0, len(found.text))


def test_a_skill_may_come_as_one_line(catalogue: None) -> None:
    skill = make_skill("tidy-csv", description="Tidies CSV tables. " + "word " * 60, triggers="tidy csv")
    skill_inject_set(actor=ALICE, skill=skill, inject=False)
    found = skills_match(actor=ALICE, message="tidy csv please").matches[0]

    assert found.delivery is Delivery.POINTER
    assert found.text.startswith("tidy-csv: Tidies CSV tables.")
    assert len(found.text) <= len("tidy-csv: ") + 160
    assert SkillUse.objects.get(skill=skill).pointers == 1


def test_a_pointer_is_cut_at_the_end_of_a_word() -> None:
    line = pointer_line("x", "seven " * 40)

    assert line.endswith("seven…")
    assert len(line) <= 163
    assert pointer_line("x", "字" * 300) == "x: " + "字" * 159 + "…"


def test_a_body_that_the_conversation_holds_is_not_sent_again(catalogue: None) -> None:
    found = skills_match(actor=ALICE, message="Make a PDF invoice", loaded=["invoice-maker"]).matches[0]

    assert (found.delivery, found.text) == (Delivery.LOADED, "")
    assert not SkillUse.objects.exists()


def test_no_more_skills_than_the_owner_allows() -> None:
    for number in range(5):
        make_skill(f"tidy-{number}", description="Tidies CSV tables.", triggers="tidy csv tables")

    assert len(brought("tidy csv tables")) == 3
    setting_change(actor=ALICE, name="skills_max_triggered", value=1)
    assert len(brought("tidy csv tables")) == 1
    setting_change(actor=ALICE, name="skills_max_triggered", value=0)
    assert brought("tidy csv tables") == []


def test_a_higher_threshold_brings_fewer(catalogue: None) -> None:
    assert brought("Make me slides about whales") == ["slide-deck"]
    setting_change(actor=ALICE, name="skills_threshold", value=0.99)
    assert brought("Make me slides about whales") == []


def test_an_always_on_skill_is_never_matched() -> None:
    make_skill("house-style", description="How invoices look.", triggers="invoice style", always="true")

    assert brought("invoice style") == []


def test_a_skill_named_with_a_dollar_comes_whole_whatever_else_is_said(catalogue: None) -> None:
    found = skills_match(actor=ALICE, message="what do you think of $Slide-Deck and $5 and $nothing?").matches

    assert [(one.usable.skill.slug, one.arm, one.delivery) for one in found] == [("slide-deck", "token", Delivery.BODY)]


def test_what_one_may_not_use_is_not_brought_by_any_arm(reader: Asker, outsider: Asker) -> None:
    make_skill(
        "secret-kettle", description="Where the kettle is.", triggers="find kettle", visibility=Visibility.PRIVATE
    )
    message = "find kettle $secret-kettle"

    assert brought(message) == ["secret-kettle"]
    assert skills_match(actor=reader.actor, message=message).matches == []
    with pytest.raises(Forbidden):
        skills_match(actor=outsider.actor, message=message)


def test_a_request_may_narrow_and_never_widen(catalogue: None) -> None:
    assert brought("Make a PDF invoice", only=["slide-deck"]) == []
    assert brought("Make a PDF invoice", only=[]) == []
    assert brought("Make a PDF invoice", only=["invoice-maker"]) == ["invoice-maker"]


def test_a_change_counts_at_the_next_message(catalogue: None) -> None:
    assert brought("calibrate the telescope") == []
    make_skill("telescope", description="Calibrate a telescope.")
    assert brought("calibrate the telescope") == ["telescope"]


def test_a_message_asks_the_database_whether_the_catalogue_changed_and_nothing_else(catalogue: None) -> None:
    brought("i love dogs.")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        brought("My sister works in Dublin.")

    assert [query["sql"].split("FROM")[1].split()[0] for query in asked.captured_queries] == ['"skills_cataloguemark"']


def test_a_skill_bound_to_a_folder_comes_only_there(catalogue: None) -> None:
    make_skill("bound", description="Calibrate a telescope.", repo_scope="telescope/config.toml")

    assert brought("calibrate the telescope") == []
