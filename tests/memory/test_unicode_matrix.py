"""What is stored in any script is found again, leaves in an export, and comes back from it as it was."""

import unicodedata
from decimal import Decimal
from typing import NamedTuple

import pytest

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import run_job_now
from memory.models import Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.exports import export_stream
from memory.services.facts import facts_write
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.lessons import lessons_write
from memory.services.recall import RecallOptions, recall


class Said(NamedTuple):
    """A fact's value, a rule and an episode in one language, and a question that means the episode."""

    value: str
    rule: str
    episode: str
    question: str


SAID = {
    "english": Said("Lisbon", "Run the tests before pushing", "The invoice for Hamburg was sent on Friday.", "invoice"),
    "german": Said("Königstraße 5", "Maße in Zentimetern angeben", "Die Straße vorm Büro ist gesperrt.", "strasse"),
    "french": Said("déjà vu", "Répondre en français par défaut", "La réunion à l'école a été déplacée.", "ecole"),
    "spanish": Said("mañana", "Usar tildes en los títulos", "El niño perdió el camión amarillo.", "camion"),
    "vietnamese": Said("Đà Nẵng", "Luôn trả lời bằng tiếng Việt", "Khách ở Đà Nẵng muốn nhận hàng thứ sáu.", "da nang"),
    "chinese": Said("悬空寺", "提交代码之前先运行测试", "我们决定把数据库迁移到新的服务器上。", "数据库"),
    "japanese": Said("東京都", "コミット前にテストを実行する", "東京の会議は来週の火曜日に変更されました。", "会議"),
    "korean": Said("서울", "커밋하기 전에 테스트를 실행한다", "메모리 서버는 매일 밤 백업을 사용합니다.", "백업"),
    "russian": Said("живёт", "Перед отправкой запускать тесты", "Клиент живёт в Казани и звонит по утрам.", "живет"),
    "arabic": Said("القاهرة", "شغّل الاختبارات قبل الإرسال", "تم تأجيل الاجتماع إلى يوم الثلاثاء القادم.", "الاجتماع"),
    "hebrew": Said("תל אביב", "להריץ בדיקות לפני שליחה", 'הדו"ח נשלח ללקוח ביום שישי בבוקר.', "ללקוח"),
    "hindi": Said("दिल्ली", "भेजने से पहले जाँच चलाएँ", "बैठक अगले मंगलवार को होगी।", "बैठक"),
    "thai": Said("กรุงเทพ", "รันการทดสอบก่อนส่ง", "การประชุมถูกเลื่อนไปวันอังคารหน้า", "การประชุม"),
    "emoji": Said("👩‍🚀🍕", "Celebrate releases with 🎉 only", "The launch party had 🍕 and 👩‍🚀 stickers.", "🍕"),
    "mixed": Said("重跑gen-itgc后", "Use 全角 ＡＢＣ never", "重跑gen-itgc后发现缓存没有失效 (C++ build)", "itgc"),
}  # fmt: skip


@pytest.mark.parametrize("language", SAID)
def test_what_is_said_in_a_script_makes_the_whole_round(alice: Actor, main_store: Store, language: str) -> None:
    said = SAID[language]
    facts_write(
        actor=alice, store=main_store, drafts=[FactDraft(key="user.word", value=said.value, confidence=Decimal("0.9"))]
    )
    lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule=said.rule)])
    decoy = "Nothing in this one is about any of that, really."
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=said.episode), EpisodeDraft(text=decoy)])
    found = recall(actor=alice, query=said.question, kinds={"episode"}, options=RecallOptions(embed_seconds=0))
    assert [hit.text for hit in found.hits] == [said.episode]

    document = "".join(export_stream(actor=alice, store=main_store))
    copy = Store.objects.create(slug="copy", name="Copy")
    job = import_apply(actor=alice, store=copy, sources=[Upload("export.json", document.encode())])
    assert run_job_now(job).state == "done", job.error
    assert contents(copy) == contents(main_store)
    again = recall(
        actor=alice, query=said.question, stores=[copy], kinds={"episode"}, options=RecallOptions(embed_seconds=0)
    )
    assert [hit.text for hit in again.hits] == [said.episode]


def contents(store: Store) -> list[tuple[str, str, str]]:
    rows = Record.objects.filter(store=store, status=Status.ACTIVE).with_content()
    return sorted((row.kind, row.key, str(row.content)) for row in rows)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_every_normal_form_of_a_question_finds_the_text(alice: Actor, main_store: Store, form: str) -> None:
    text = "Le café de l'hôtel Đà Nẵng est fermé, ﬁle d'attente"
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=unicodedata.normalize("NFD", text))])
    for word in ("café", "hôtel", "Nẵng", "file", "ｃａｆé"):
        query = unicodedata.normalize(form, word)  # type: ignore[arg-type]
        hits = recall(actor=alice, query=query, options=RecallOptions(embed_seconds=0)).hits
        assert hits, (form, word)
