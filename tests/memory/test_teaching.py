"""What the owner taught is theirs only while it is their latest word, states a rule, and says all that would change."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.models import BotStore, Lesson, Record, Revision, Store
from memory.services.drafts import EpisodeDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import record_erase
from memory.services.lessons import lessons_write
from memory.services.recorded_turns import TurnRef
from memory.services.records import record_forget
from memory.services.teaching import says_rule
from tests.conftest import make_bot

STATED: dict[str, Sequence[str]] = {
    "english": (
        "Run the tests before you push",
        "Never deploy the server on a Friday",
        "When you write Python, use tabs",
        "Do not touch the generated files",
        "Don't answer before you have read the whole file",
        "Keep commits small",
        "Always think step by step",
        "Ask before you delete anything",
        "Wait for the build before you merge",
    ),
    "german": (
        "Antworte immer auf Deutsch",
        "Niemals freitags ausliefern",
        "Halte die Commits klein",
        "Kein Code ohne Tests",
        "Frag nach, bevor du etwas löschst",
    ),
    "french": (
        "Réponds toujours en français",
        "Ne déploie jamais le vendredi",
        "Garde les commits petits",
        "Utilise des tabulations dans les fichiers Python",
        "Demande avant de supprimer quoi que ce soit",
    ),
    "spanish": (
        "Responde siempre en español",
        "Nunca despliegues los viernes",
        "Se deben usar tabuladores en Python",
        "Usa commits pequeños",
        "No cree archivos temporales",
    ),
    "portuguese": (
        "Responda sempre em português",
        "Nunca faça deploy na sexta-feira",
        "Use commits pequenos",
        "Não apague ficheiros gerados",
        "Escreva os testes primeiro",
    ),
    "chinese": (
        "提交之前必须运行全部测试",
        "永远不要在周五部署",
        "请说中文",
        "尽可能写短的函数",
        "不要修改生成的文件",
    ),
    "japanese": (
        "日本語で答えてください",
        "金曜日にデプロイしないこと",
        "コミットは小さくすること",
        "いつもテストを先に書くこと",
        "生成されたファイルに触れないでください",
    ),
    "korean": (
        "한국어로 대답해 주세요",
        "금요일에는 절대 배포하지 마세요",
        "커밋을 작게 유지하세요",
        "언제나 테스트를 먼저 실행하세요",
        "생성된 파일을 수정하지 말 것",
    ),
    "vietnamese": (
        "Luôn trả lời bằng tiếng Việt",
        "Không bao giờ triển khai vào thứ Sáu",
        "Hãy nói tiếng Việt",
        "Viết kiểm thử trước khi đẩy mã",
        "Giữ các commit nhỏ",
    ),
}
OPEN: dict[str, Sequence[str]] = {
    "english": (
        "Should we always use tabs in Python files?",
        "should we always use tabs in Python files",
        "Use tabs, right?",
        "Do you run the tests before you push",
        "Bob said: never deploy the server on a Friday",
        "Bob: never deploy on a Friday",
        "My boss says never deploy on a Friday",
        "According to Bob we never deploy on a Friday",
        "“Never deploy on a Friday”",
        "'Never deploy on a Friday'",
        "> Never deploy on a Friday",
        "If I were you, I would never deploy on a Friday",
        "Suppose we never deploy on a Friday",
        "What if we never deploy on a Friday",
        "Never mind",
        "Never mind the slow tests",
        "Never deploy on a Friday, just kidding",
        "Maybe never deploy on a Friday",
        "I dreamt we never deploy on a Friday",
    ),
    "german": (
        "Sollen wir immer Tabs verwenden?",
        "Sollen wir immer Tabs verwenden",
        "Soll ich freitags ausliefern",
        "Bob sagt, freitags wird nicht ausgeliefert",
        "„Niemals freitags ausliefern“",
        "Laut Bob nie freitags ausliefern",
        "Wenn ich du wäre, niemals freitags ausliefern",
        "Angenommen, wir liefern nie freitags aus",
        "Nie freitags ausliefern, nicht wahr",
        "Vergiss es",
    ),
    "french": (
        "Est-ce que nous utilisons toujours des tabulations ?",
        "Devrait-on toujours utiliser des tabulations",
        "Bob dit de ne jamais déployer le vendredi",
        "« Ne déploie jamais le vendredi »",
        "Selon Bob, ne jamais déployer le vendredi",
        "Si j'étais toi, je ne déploierais jamais le vendredi",
        "Supposons qu'on ne déploie jamais le vendredi",
        "Laisse tomber",
        "Ne déploie jamais le vendredi, hein",
    ),
    "spanish": (
        "¿Usamos siempre tabuladores?",
        "Deberíamos usar siempre tabuladores",
        "Bob dice que nunca despleguemos los viernes",
        "«Nunca despliegues los viernes»",
        "Según Bob, nunca desplegar los viernes",
        "Si yo fuera tú, nunca desplegaría los viernes",
        "Supongamos que nunca desplegamos los viernes",
        "Usa tabuladores, ¿verdad?",
        "Olvídalo",
    ),
    "portuguese": (
        "Devemos usar sempre tabulações?",
        "Será que usamos sempre tabulações",
        "O Bob disse para nunca fazer deploy na sexta",
        "“Nunca faça deploy na sexta”",
        "Segundo o Bob, nunca fazer deploy na sexta",
        "Se eu fosse você, nunca faria deploy na sexta",
        "Imagine que nunca fazemos deploy na sexta",
        "Deixa pra lá",
        "Talvez nunca fazer deploy na sexta",
    ),
    "chinese": (
        "我们应该总是用制表符吗",
        "提交之前必须运行测试吗？",
        "老板说永远不要在周五部署",
        "“永远不要在周五部署”",
        "据说永远不要在周五部署",
        "如果我是你，永远不要在周五部署",
        "假如永远不在周五部署",
        "为什么永远不要在周五部署",
        "算了",
        "要不要总是用制表符",
    ),
    "japanese": (
        "いつもタブを使うべきですか",
        "タブを使うべきだろうか",
        "ボブは金曜日にデプロイするなと言った",
        "「金曜日にデプロイしないこと」",
        "ボブによると金曜日にデプロイしないこと",
        "もし私なら金曜日にデプロイしないこと",
        "仮に金曜日にデプロイしないとする",
        "金曜日にデプロイしないこと？",
        "やっぱりいいです、気にしないで",
    ),
    "korean": (
        "항상 탭을 써야 합니까",
        "항상 탭을 써야 하나요?",
        "밥이 금요일에는 배포하지 말라고 했어요",
        "“금요일에는 배포하지 마세요”",
        "밥에 따르면 금요일에는 배포하지 않는다",
        "내가 너라면 금요일에는 배포하지 않아",
        "만약 금요일에 배포하지 않으면",
        "왜 금요일에는 배포하지 않아",
        "신경 쓰지 마",
    ),
    "vietnamese": (
        "Có nên luôn dùng tab không",
        "Luôn dùng tab phải không?",
        "Bob nói đừng triển khai vào thứ Sáu",
        "“Đừng triển khai vào thứ Sáu”",
        "Theo lời Bob, đừng triển khai vào thứ Sáu",
        "Nếu tôi là bạn, đừng triển khai vào thứ Sáu",
        "Giả sử không bao giờ triển khai vào thứ Sáu",
        "Tại sao đừng triển khai vào thứ Sáu",
        "Bỏ đi",
    ),
}


LATER = (
    "Is it true that we never deploy on Fridays",
    "Would tabs be better in Python files",
    "I wish we never deployed on Fridays",
    "Pretend we never deploy on Fridays",
    "In a perfect world never deploy on Fridays",
    "They told me never deploy on Fridays",
    "Never deploy on Fridays, he said",
    "Never deploy on Fridays, or so I heard",
    "Never deploy on Fridays is what Bob wants",
    "Don't you dare think never deploy",
    "Use tabs or spaces, whichever",
    "Wouldn't it be nice to use tabs",
    "Use tabs huh",
    "Freitags nie ausliefern, sagt Bob",
    "Ob wir freitags ausliefern sollen",
    "Bob hat gesagt, niemals freitags ausliefern",
    "Was wäre, wenn wir nie freitags ausliefern",
    "Eigentlich sollten wir nie freitags ausliefern",
    "Ne jamais déployer le vendredi, d'après Bob",
    "Faut-il déployer le vendredi",
    "J'aimerais ne jamais déployer le vendredi",
    "Nunca desplegar los viernes, dijo Bob",
    "Ojalá nunca despleguemos los viernes",
    "Nunca fazer deploy na sexta, disse o Bob",
    "Quem dera nunca fazer deploy na sexta",
    "永远不要在周五部署，老板说的",
    "我梦到永远不要在周五部署",
    "是不是永远不要在周五部署",
    "听说不要在周五部署",
    "ボブ曰く金曜日にデプロイするな",
    "金曜日にデプロイしない方がいいかな",
    "金曜日にデプロイしないほうがいいと思う",
    "금요일에는 배포하지 말까",
    "금요일에는 배포하지 말래요",
    "금요일에 배포하지 않는 게 좋을 것 같아요",
    "Hình như đừng triển khai vào thứ Sáu",
    "Đừng triển khai vào thứ Sáu nhé, Bob bảo",
    "Đừng triển khai vào thứ Sáu à",
)


@pytest.mark.parametrize("language", sorted(STATED))
def test_a_stated_rule_is_one_also_after_an_opening(language: str) -> None:
    assert [said for said in STATED[language] if not says_rule(said, said)] == []
    assert [said for said in STATED[language] if not says_rule(f"Remember: {said}.", said)] == []


@pytest.mark.parametrize("language", sorted(OPEN))
def test_questions_quotations_hearsay_and_suppositions_state_no_rule(language: str) -> None:
    assert [said for said in OPEN[language] if says_rule(said, said)] == []
    assert [said for said in OPEN[language] if says_rule(f"Remember: {said}", said)] == []


def test_wishes_and_hearsay_told_afterwards_state_no_rule() -> None:
    assert [said for said in LATER if says_rule(said, said)] == []


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    """The list of what was erased is a file, which no transaction takes back."""
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def bridge(private_store: Store) -> Actor:
    """A bot that the owner lets record what people say."""
    actor = make_bot("bridge", "memory:write", "turns:record")
    BotStore.objects.create(bot_id=actor.ident, store=private_store, is_default=True)
    return actor


@pytest.fixture
def agent(private_store: Store) -> Actor:
    """The bot that answers the owner, and writes what it learned."""
    actor = make_bot("agent", "memory:read", "memory:write", "lessons:write", "admin:*")
    BotStore.objects.create(bot_id=actor.ident, store=private_store, is_default=True)
    return actor


def say(actor: Actor, store: Store, text: str, position: int | None = 4, **more: Any) -> Outcome:
    place = {"conversation": "c1", "speaker": "owner"} | more
    outcome = episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, position=position, **place)])[0]
    assert outcome.ok
    return outcome


def teach(agent: Actor, store: Store, rule: str = "Run the tests before you push", **more: Any) -> Outcome:
    draft = LessonDraft(rule=rule, taught_in=TurnRef("c1", more.pop("position", 4)), **more)
    return lessons_write(actor=agent, store=store, drafts=[draft])[0]


def waits(outcome: Outcome, missing: str) -> None:
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "unproved_teaching")
    assert outcome.proposal is not None
    proposal = Revision.objects.get(pk=outcome.proposal)
    assert missing in proposal.metadata["taught_in"]["missing"]


@pytest.mark.parametrize("said", ["Should we always use tabs in Python?", "Bob said: never deploy on a Friday"])
def test_what_the_owner_only_asked_or_reported_waits(
    bridge: Actor, agent: Actor, private_store: Store, said: str
) -> None:
    say(bridge, private_store, said)
    waits(teach(agent, private_store, said), "something else")
    assert Record.objects.get(kind="lesson").source == "bot:agent"


def test_what_the_owner_took_back_does_not_come_back_over_their_newer_word(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Run the tests before you push, never the slow ones")
    say(bridge, private_store, "I was wrong, forget that about the slow ones", 5)
    mine = LessonDraft(rule="Run the tests before you push", negative="skip the browser ones")
    lessons_write(actor=alice, store=private_store, drafts=[mine])
    waits(teach(agent, private_store, negative="the slow ones"), "latest")
    assert Lesson.objects.get().negative == "skip the browser ones"


def test_a_turn_older_than_the_owners_rule_changes_nothing_of_it(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Run the tests before you push, never the slow ones")
    mine = LessonDraft(rule="Run the tests before you push", negative="skip the browser ones")
    lessons_write(actor=alice, store=private_store, drafts=[mine])
    waits(teach(agent, private_store, negative="the slow ones"), "older")
    lesson = Lesson.objects.get()
    assert (lesson.negative, lesson.record.source) == ("skip the browser ones", "user_explicit")


def test_a_turn_older_than_the_owners_rule_does_not_replace_it_in_other_words(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Please run the tests before you push")
    lessons_write(actor=alice, store=private_store, drafts=[LessonDraft(rule="Run the tests before you push!")])
    waits(teach(agent, private_store, "Please run the tests before you push"), "older")
    assert Lesson.objects.get(record__status="active").rule == "Run the tests before you push!"


def test_a_younger_turn_replaces_the_owners_rule_and_keeps_what_it_is_about(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    mine = LessonDraft(rule="Run the tests before you push!", category="tool", applies="always")
    lessons_write(actor=alice, store=private_store, drafts=[mine])
    say(bridge, private_store, "Please run the tests before you push")
    rule = "Please run the tests before you push"
    waits(teach(agent, private_store, rule, valid_until=now() - timedelta(days=1)), "does not say")
    assert teach(agent, private_store, rule).status is OutcomeStatus.WRITTEN
    lesson = Lesson.objects.get(record__status="active")
    assert (lesson.rule, lesson.category, lesson.applies) == (rule, "tool", "always")


def test_a_turn_said_earlier_but_written_down_late_is_old(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    lessons_write(actor=alice, store=private_store, drafts=[LessonDraft(rule="Run the tests before you push")])
    said = "Run the tests before you push, never the slow ones"
    say(bridge, private_store, said, observed_at=now() - timedelta(hours=1))
    waits(teach(agent, private_store, negative="the slow ones"), "older")


def test_a_younger_turn_changes_the_owners_rule_and_nothing_it_does_not_say(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    rule = "Run the tests before you push"
    lessons_write(actor=alice, store=private_store, drafts=[LessonDraft(rule=rule, category="tool")])
    say(bridge, private_store, f"{rule}, never the slow ones")
    waits(teach(agent, private_store, negative="the slow ones", category="preference"), "does not say")
    assert teach(agent, private_store, negative="the slow ones").status is OutcomeStatus.MERGED
    lesson = Lesson.objects.get()
    assert (lesson.negative, lesson.category, lesson.record.category) == ("the slow ones", "tool", "tool")


@pytest.mark.parametrize("more", [{"category": "preference"}, {"applies": "always"}])
def test_a_taught_turn_changes_no_metadata_of_the_owners_lesson(
    bridge: Actor, agent: Actor, private_store: Store, more: dict[str, str]
) -> None:
    say(bridge, private_store, "Remember: run the tests before you push")
    assert teach(agent, private_store).status is OutcomeStatus.WRITTEN
    before = Lesson.objects.get()
    assert teach(agent, private_store, **more).status is OutcomeStatus.UNCHANGED
    after = Lesson.objects.get()
    assert (after.category, after.applies, after.record.revision) == (before.category, before.applies, 1)


def test_the_owner_changes_the_metadata_of_their_lesson(alice: Actor, private_store: Store) -> None:
    for category in ("tool", "preference"):
        draft = LessonDraft(rule="Run the tests before you push", category=category)
        lessons_write(actor=alice, store=private_store, drafts=[draft])
    assert Lesson.objects.get().category == "preference"


def test_a_turn_teaches_once(alice: Actor, bridge: Actor, agent: Actor, private_store: Store) -> None:
    say(bridge, private_store, "Remember: run the tests before you push")
    taught = teach(agent, private_store)
    assert teach(agent, private_store).status is OutcomeStatus.UNCHANGED
    assert taught.uid is not None
    record_forget(actor=alice, uid=taught.uid)
    again = teach(agent, private_store)
    assert again.status is OutcomeStatus.PROPOSED
    assert Record.objects.get(uid=taught.uid).status == "forgotten"


def test_a_turn_after_which_one_was_erased_is_not_the_latest(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Remember: run the tests before you push")
    later = say(bridge, private_store, "No wait, don't run anything at all", 5)
    assert later.uid is not None
    record_erase(actor=alice, uid=later.uid, confirm=str(later.uid))
    waits(teach(agent, private_store), "latest")
    say(bridge, private_store, "Remember: run the tests before you push", 6)
    assert teach(agent, private_store, position=6).status is OutcomeStatus.WRITTEN


@pytest.mark.parametrize("position", [None, 1])
def test_a_later_word_counts_where_turns_are_not_numbered_on(
    bridge: Actor, agent: Actor, private_store: Store, position: int | None
) -> None:
    say(bridge, private_store, "Remember: run the tests before you push")
    say(bridge, private_store, "No wait, don't run anything at all", position)
    waits(teach(agent, private_store), "latest")


def test_another_conversation_and_the_agents_own_notes_are_no_later_word(
    bridge: Actor, agent: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Remember: run the tests before you push")
    say(bridge, private_store, "The weather is fine over here", 5, conversation="c2")
    say(agent, private_store, "They want tests before a push", None)
    assert teach(agent, private_store).status is OutcomeStatus.WRITTEN
