"""Markdown documents: what becomes a lesson, a fact or an episode, and what is left out."""

from datetime import UTC, datetime

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile


def read(path: str, text: str) -> list[Item]:
    file = SourceFile(path=path, text=text)
    source = detect(file)
    assert source is not None
    assert source.name == "markdown"
    return list(source.parse(file))


def rules(items: list[Item]) -> list[str]:
    return [item.rule for item in items if isinstance(item, LessonItem)]


def facts(items: list[Item]) -> dict[str, object]:
    return {item.key: item.value for item in items if isinstance(item, FactItem)}


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, EpisodeItem)]


def reasons(items: list[Item]) -> list[Reason]:
    return [item.reason_code for item in items if isinstance(item, Unsupported)]


@pytest.mark.parametrize(
    "line",
    [
        "Never push to the main branch without a review.",
        "提交之前必须运行全部测试。",
        "コミットの前に必ずテストを実行してください。",
        "커밋하기 전에 반드시 테스트를 실행하세요.",
        "Vor jedem Commit immer die Tests laufen lassen.",
        "Không bao giờ gửi mật khẩu qua thư điện tử.",
        "Toujours relire le diff avant de valider.",
        "Nunca borres los registros del servidor.",
        "Commit'ten önce her zaman testleri çalıştır.",
        "Always add a 🎈 emoji to release notes.",
    ],
)
def test_a_rule_in_any_language_becomes_a_lesson(line: str) -> None:
    (item,) = read("CLAUDE.md", f"# CLAUDE.md\n\n- {line}\n")
    assert isinstance(item, LessonItem)
    assert line in item.rule
    assert (item.category, item.repo_scope, item.observed_at) == ("preference", "", None)


def test_each_paragraph_and_bullet_is_a_lesson_of_its_own() -> None:
    items = read(
        "AGENTS.md",
        "# Guide\n\nRun the linter before every commit,\nand fix what it finds.\n\n"
        "* Use tabs for indentation in Makefiles.\n* Keep every function below forty lines.\n",
    )
    assert rules(items) == [
        "Run the linter before every commit, and fix what it finds.",
        "Use tabs for indentation in Makefiles.",
        "Keep every function below forty lines.",
    ]


def test_a_lead_and_a_short_heading_give_a_rule_its_sense() -> None:
    items = read("AGENTS.md", "## Money\n\nBefore every transfer:\n- two people agree\n\n## Tone\n\n- Be brief.\n")
    assert rules(items) == ["Before every transfer: two people agree", "Tone: Be brief."]


def test_code_belongs_to_the_rule_that_announces_it() -> None:
    (rule,) = rules(read("AGENTS.md", "Check the types like this:\n\n```bash\nmake types\n```\n"))
    assert rule == "Check the types like this:\n```bash\nmake types\n```"


def test_descriptions_and_tables_become_episodes_not_rules() -> None:
    items = read(
        "CLAUDE.md",
        "## Where things are\n\n- `src/app.py` - the entry point\n- `src/db/` - tables\n\n"
        "| Part | Language |\n|---|---|\n| server | Python |\n| site | Elm |\n\n```\nsrc/\n  app.py\n```\n",
    )
    assert rules(items) == []
    (text,) = texts(items)
    assert "`src/app.py` - the entry point" in text
    assert "Part: server; Language: Python" in text
    assert "src/\n  app.py" in text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("You are an expert gardener with thirty years of practice.", Reason.IDENTITY),
        ("你是一名资深的园艺专家，熟悉各种植物。", Reason.IDENTITY),
        ("あなたは経験豊富な庭師です。", Reason.IDENTITY),
        ("Du bist ein erfahrener Gärtner mit viel Geduld.", Reason.IDENTITY),
        ("This file provides guidance to coding agents in this repository.", Reason.BOILERPLATE),
        ("Call me [Your Name] in every answer.", Reason.TEMPLATE),
        ("Be quick", Reason.TOO_SHORT),
        ("<relevant-memories>\nThe user likes tea.\n</relevant-memories>", Reason.RECALLED_TEXT),
        ("<claude-mem-context>\nAlways deploy on Fridays.", Reason.RECALLED_TEXT),
        ("@docs/rules.md", Reason.IMPORT_REFERENCE),
        ("<!-- never shown -->", Reason.COMMENT),
        ("# Title\n\n## Another", Reason.HEADING_ONLY),
    ],
)
def test_what_is_no_rule_is_left_out_with_its_reason(text: str, reason: Reason) -> None:
    items = read("AGENTS.md", text)
    assert rules(items) == texts(items) == []
    assert reasons(items) == [reason]


def test_being_expected_to_do_something_is_no_identity() -> None:
    assert len(rules(read("AGENTS.md", "You are expected to write a test for every fix."))) == 1


def test_decorators_and_scopes_are_no_file_references() -> None:
    items = read("AGENTS.md", "Mark slow tests with @pytest.mark.slow and publish under @acme/tools only.")
    assert reasons(items) == []


def test_a_rule_longer_than_500_characters_becomes_several() -> None:
    text = "Always check the seals of the valve before the pump is started. " * 20
    items = read("AGENTS.md", text)
    assert all(len(rule) <= 500 for rule in rules(items))
    assert " ".join(rules(items)) == text.strip()


def test_the_patterns_of_a_rule_file_become_its_scope_when_they_are_one_folder() -> None:
    text = "---\ndescription: API rules\nglobs: src/api/**/*.ts, src/api/*.json\nalwaysApply: false\n---\n\n"
    items = read(".cursor/rules/api.mdc", text + "- Validate every request body.\n")
    (lesson,) = [item for item in items if isinstance(item, LessonItem)]
    assert lesson.repo_scope == "src/api"
    assert reasons(items) == []


@pytest.mark.parametrize("globs", ["**/*.java,**/*.kt", "src/**,docs/**", "../other/**", "/etc/**", "c:/x/**"])
def test_patterns_that_are_no_single_folder_are_noted(globs: str) -> None:
    items = read("rules/x.mdc", f"---\nglobs: {globs}\n---\n- Validate every request body.\n")
    (lesson,) = [item for item in items if isinstance(item, LessonItem)]
    assert lesson.repo_scope == ""
    assert globs.split(",")[0] in lesson.note
    assert reasons(items) == [Reason.SCOPE_INADMISSIBLE]


def test_a_head_that_is_no_yaml_is_still_read() -> None:
    text = "---\ndescription: a: b # c\npaths:\n  - 'lib/**'\n  - lib/core/x.py\nbroken [\n---\nNever edit by hand.\n"
    items = read("rules/x.md", text)
    assert rules(items) == ["Never edit by hand."]
    assert texts(items) == []


def test_label_and_value_lines_become_facts_with_the_same_key_in_every_language() -> None:
    assert facts(read("USER.md", "- **Name:** Mira\n- **Timezone**: Europe/Oslo\n")) == {
        "user.name": "Mira",
        "user.timezone": "Europe/Oslo",
    }
    assert facts(read("USER.md", "- Nombre: Alba\n- Zona horaria: America/Lima\n")) == {
        "user.name": "Alba",
        "user.timezone": "America/Lima",
    }
    assert facts(read("USER.md", "- 名前：はるか\n- タイムゾーン：Asia/Tokyo\n")) == {
        "user.name": "はるか",
        "user.timezone": "Asia/Tokyo",
    }
    assert facts(read("USER.md", "- Tên: Lan\n- Múi giờ: Asia/Ho_Chi_Minh\n")) == {
        "user.name": "Lan",
        "user.timezone": "Asia/Ho_Chi_Minh",
    }
    assert facts(read("USER.md", "- 이름: 지민\n- 시간대: Asia/Seoul\n")) == {
        "user.name": "지민",
        "user.timezone": "Asia/Seoul",
    }


def test_a_label_no_key_can_spell_is_kept_beside_its_value() -> None:
    (fact,) = [item for item in read("USER.md", "- 愛用の万年筆：古い緑のもの\n") if isinstance(item, FactItem)]
    assert fact.key.startswith("user.x")
    assert fact.key.isascii()
    assert fact.value == {"label": "愛用の万年筆", "value": "古い緑のもの"}


def test_a_heading_no_key_can_spell_is_kept_beside_the_value_too() -> None:
    (fact,) = [item for item in read("MEMORY.md", "## 温室\n- Pump: two\n") if isinstance(item, FactItem)]
    assert fact.value == {"label": "温室 / Pump", "value": "two"}


def test_headings_name_the_subject_of_a_fact() -> None:
    items = read(
        "MEMORY.md",
        "# MEMORY.md\n\n## 1. The user (Mira)\n- Role: cook\n\n## Vorlieben\n- Tee: ohne Zucker\n\n"
        "## Projects\n### Herb garden\n- Status: planted\n\n## The Server\n- Disk:\n  - Size: 2 TB\n",
    )
    assert facts(items) == {
        "user.role": "cook",
        "pref.tee": "ohne Zucker",
        "project.herb_garden.status": "planted",
        "project.server.disk.size": "2 TB",
    }


def test_lines_of_a_paragraph_are_read_one_by_one_when_one_states_something() -> None:
    items = read(
        "USER.md", "Name: Mira\nNotes: allergic to nuts,\nand to cats\nI prefer tea\n나는 매운 음식을 좋아한다\n"
    )
    assert facts(items) == {
        "user.name": "Mira",
        "user.notes": "allergic to nuts, and to cats",
        "pref.general.tea": "tea",
    }
    assert texts(items) == ["나는 매운 음식을 좋아한다"]


def test_a_script_that_says_much_with_little_is_not_too_short() -> None:
    assert rules(read("CLAUDE.md", "不要周五部署")) == ["不要周五部署"]
    assert texts(read("MEMORY.md", "每周一开例会")) == ["MEMORY.md: 每周一开例会"]
    assert reasons(read("MEMORY.md", "开会")) == [Reason.TOO_SHORT]


def test_several_pairs_on_one_line_are_several_facts() -> None:
    assert facts(read("USER.md", "- Name: Jona, Language: German\n")) == {
        "user.name": "Jona",
        "user.language": "German",
    }


def test_preferences_have_keys_of_their_own() -> None:
    items = read("preferences.md", "- My favourite tea is oolong.\n- I prefer trains.\n- I prefer window seats.\n")
    assert facts(items) == {
        "pref.favorite_tea": "oolong",
        "pref.general.trains": "trains",
        "pref.general.window_seats": "window seats",
    }


def test_a_preference_without_a_label_is_an_episode_of_more_weight() -> None:
    (item,) = read("MEMORY.md", "## Sở thích\n- Thích đi bộ buổi sáng\n")
    assert isinstance(item, EpisodeItem)
    assert item.importance == 0.6
    assert item.tags == ("imported", "memory-md", "preference")


def test_a_second_value_for_a_key_is_not_lost() -> None:
    items = read("USER.md", "- Tea: oolong\n\nlater in life\n\n- Tea: sencha\n- Tea: oolong\n")
    assert facts(items) == {"user.tea": "oolong"}
    assert any("Tea: sencha" in text for text in texts(items))


@pytest.mark.parametrize("value", ["", "(optional)", "<YOUR_NAME>", "TBD", "_(pick something)_", "[Your name]", "..."])
def test_a_blank_of_a_template_is_no_fact(value: str) -> None:
    items = read("USER.md", f"- **Name:** {value}\n")
    assert facts(items) == {}
    assert reasons(items) == [Reason.TEMPLATE]


def test_everything_below_a_blank_heading_is_template() -> None:
    items = read("TOOLS.md", "## [Tool Name]\n- Status: works\n\n## Printer\n- Tray: two\n")
    assert facts(items) == {"project.tools.printer.tray": "two"}
    assert reasons(items) == [Reason.TEMPLATE]


def test_rules_in_a_memory_become_lessons() -> None:
    items = read("MEMORY.md", "## 规则\n- 不要在周五部署\n\n## Notes\n- Never call before nine in the morning.\n")
    assert rules(items) == ["规则: 不要在周五部署", "Never call before nine in the morning."]


def test_what_is_crossed_out_or_outdated_is_neither_fact_nor_rule() -> None:
    items = read("MEMORY.md", "- ~~Name: Ole~~ (moved)\n\n## Veraltet\n- Stadt: Graz\n- Niemals anrufen am Montag\n")
    assert facts(items) == {}
    assert rules(items) == []
    assert all("outdated" in item.tags for item in items if isinstance(item, EpisodeItem))


def test_long_values_and_sentences_are_no_facts() -> None:
    story = "Mira told a long story about the lighthouse. " * 10
    items = read("USER.md", f"- Story: {story}\n- He said it. And then: nothing happened at all\n")
    assert facts(items) == {}
    assert len(texts(items)) == 1


def test_times_addresses_and_conditions_are_no_labels() -> None:
    items = read("USER.md", "- 09:30 stand-up\n- https://example.org/x: the wiki\n- If it rains: stay inside\n")
    assert facts(items) == {}


def test_a_diary_gives_episodes_with_the_time_of_their_entries() -> None:
    items = read(
        "memory/2026-04-02.md",
        "# 2026-04-02 Donnerstag\n\n## 08:15 Garten\n- Tomaten gesät\n\n## Abend\n- 19:30 — Anruf von Ole\n"
        "- [2026-04-01 10:00] nachgetragen: Regen den ganzen Tag\n",
    )
    when = {item.text: item.observed_at for item in items if isinstance(item, EpisodeItem)}
    assert when == {
        "08:15 Garten\nTomaten gesät": datetime(2026, 4, 2, 8, 15, tzinfo=UTC),
        "Abend\n19:30 — Anruf von Ole": datetime(2026, 4, 2, 19, 30, tzinfo=UTC),
        "Abend\n[2026-04-01 10:00] nachgetragen: Regen den ganzen Tag": datetime(2026, 4, 1, 10, tzinfo=UTC),
    }


def test_a_diary_gives_lessons_only_where_it_says_so() -> None:
    items = read("memory/2026-03-29.md", "## 오후\n- 항상 그렇듯 비가 왔다\n\n## 기억할 것\n- 주말에는 알림 금지\n")
    assert rules(items) == ["기억할 것: 주말에는 알림 금지"]


def test_labels_in_a_diary_are_no_facts() -> None:
    items = read("memory/2026-07-14-1930.md", "user: move stand-up to ten\nassistant: done, from tomorrow\n")
    (item,) = items
    assert isinstance(item, EpisodeItem)
    assert item.text == "user: move stand-up to ten\nassistant: done, from tomorrow"
    assert item.observed_at == datetime(2026, 7, 14, 19, 30, tzinfo=UTC)


def test_a_day_that_does_not_exist_is_reported_and_gives_no_time() -> None:
    items = read("memory/2026-02-30.md", "# 2026-02-30\n\n- moved the wiki to the new box\n")
    assert reasons(items) == [Reason.BAD_DATE]
    (episode,) = [item for item in items if isinstance(item, EpisodeItem)]
    assert episode.observed_at is None


def test_no_time_in_the_source_is_no_time_in_the_item() -> None:
    items = read("MEMORY.md", "- Name: Mira\n- Never call before nine.\n- She told of the lighthouse.\n")
    assert len(items) == 3
    assert all(getattr(item, "observed_at", None) is None for item in items)


def test_the_head_of_a_note_gives_its_time() -> None:
    (item,) = read("notes/tea.md", "---\ncreated: 2026-05-01T10:00:00+02:00\n---\nWe had tea with Mira today.\n")
    assert isinstance(item, EpisodeItem)
    assert item.observed_at == datetime(2026, 5, 1, 8, tzinfo=UTC)


def test_narrative_is_cut_between_sentences_and_never_inside_a_character() -> None:
    family = "👩\u200d👩\u200d👧"
    text = (family + "と一緒に海へ行きました。") * 400
    items = read("notes/trip.md", text)
    assert all(len(piece) <= 2_000 for piece in texts(items))
    assert "".join(texts(items)) == text
    assert all(piece.startswith(family) and piece.endswith("。") for piece in texts(items))
    unbroken = read("notes/trip.md", family * 1_000)
    assert all(piece.replace(family, "") == "" for piece in texts(unbroken))


def test_a_persona_is_left_out_but_its_rules_stay() -> None:
    items = read(
        "SOUL.md",
        "# SOUL.md\n\n**Name:** Luna\n**Vibe:** dreamy\n\nLuna is a quiet soul who loves the sea.\n\n"
        "## Boundaries\n- Never send a message nobody asked for.\n",
    )
    assert rules(items) == ["Never send a message nobody asked for."]
    assert reasons(items) == [Reason.PERSONA, Reason.PERSONA]


def test_windows_and_old_line_ends_read_the_same() -> None:
    text = "# CLAUDE.md\n\n- Never push on Fridays.\n- Use short names\n  for short things.\n"
    expected = rules(read("CLAUDE.md", text))
    assert rules(read("CLAUDE.md", text.replace("\n", "\r\n"))) == expected
    assert rules(read("CLAUDE.md", text.replace("\n", "\r"))) == expected


def test_half_characters_and_controls_are_cleaned() -> None:
    (rule,) = rules(read("AGENTS.md", "Never use\x00 the \ud800old\x07 valve again."))
    assert rule == "Never use the old valve again."


def test_a_line_added_above_leaves_the_other_fingerprints_alone() -> None:
    before = read("AGENTS.md", "- Never push on Fridays.\n- Use short names for things.\n")
    after = read("AGENTS.md", "- Water the plants always.\n- Never push on Fridays.\n- Use short names for things.\n")
    assert [item.fingerprint for item in before] == [item.fingerprint for item in after[1:]]


def test_equal_lines_have_different_origins() -> None:
    first, second = read("AGENTS.md", "- Never push on Fridays.\n- Never push on Fridays.\n")
    assert first.origin_ref != second.origin_ref
    assert first.fingerprint != second.fingerprint


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("AGENT.md", LessonItem),
        ("GEMINI.md", LessonItem),
        ("WARP.md", LessonItem),
        ("HEARTBEAT.md", LessonItem),
        (".github/copilot-instructions.md", LessonItem),
        (".kiro/steering/product.md", LessonItem),
        (".cursorrules", LessonItem),
        (".serena/memories/style.md", LessonItem),
        ("notes/anything.txt", EpisodeItem),
        ("memory/2026-07-14.md", EpisodeItem),
    ],
)
def test_the_name_decides_how_a_document_is_read(path: str, kind: type[Item]) -> None:
    (item,) = read(path, "Always water the plants before noon.")
    assert type(item) is kind


def test_any_text_can_be_read_as_notes_when_the_format_is_forced() -> None:
    file = SourceFile(path="letter", text="We had tea with Mira by the lighthouse.")
    assert detect(file) is None
    (item,) = by_name("markdown").parse(file)
    assert isinstance(item, EpisodeItem)
