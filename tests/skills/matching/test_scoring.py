"""Matching without a database: the glossary, rarity, speed, and the commands that measure and train."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from skills.matching.glossary import glossary
from skills.matching.glossary.compiled import LANGUAGES
from skills.matching.index import Index, skill_compile
from skills.matching.scoring import match, message_read
from skills.matching.texts import SkillText, extra_texts
from skills.matching.tokens import tokens_of

"""Processor time that one message may take with 1,000 skills."""


def index_of(**descriptions: str) -> Index:
    return Index(
        [
            skill_compile(SkillText(key=slug, slug=slug, name=slug, description=text))
            for slug, text in descriptions.items()
        ]
    )


def concepts(text: str) -> set[str]:
    book = glossary()
    return {book.concepts[number].name for number in book.concepts_of(text)}


def test_every_concept_has_a_name_in_every_language() -> None:
    book = glossary()
    spoken = {language: set() for language in LANGUAGES}  # type: dict[str, set[int]]
    for (language, _), numbers in book.whole.items():
        spoken[language].update(numbers)
    for numbers in book.unspaced.values():
        spoken["zh"].update(numbers)
    for language in ("de", "es", "pt", "fr", "it", "vi", "id", "ru", "ar", "tr", "hi"):
        assert len(spoken[language]) >= len(book.concepts) * 0.95, language


@pytest.mark.parametrize(
    "text",
    [
        "a bill",
        "eine Rechnung",
        "Handwerkerrechnungen für Kunden",
        "una factura para el cliente",
        "une facture pour le client",
        "una fattura per il cliente",
        "一张发票",
        "請求書をください",
        "청구서를",
        "hóa đơn này",
        "счета за октябрь",
        "الفاتورة",
        "faturayı hazırla ve gönder",
    ],
)
def test_an_invoice_is_one_in_every_language(text: str) -> None:
    assert "invoice" in concepts(text)


def test_tones_make_other_words() -> None:
    assert "remind" in concepts("nhắc mình mỗi ngày")
    assert "music" not in concepts("nhắc mình mỗi ngày")


def test_common_words_bring_nothing_even_in_a_catalogue_of_one() -> None:
    index = index_of(helper="Use this to create and write and check things for the user.")

    assert match(index, message_read("please create and write and check"), threshold=0.5, most=3)[0] == []


def test_what_a_description_says_it_is_not_for_does_not_bring_it() -> None:
    index = index_of(cirq="Quantum circuits for Google. For IBM hardware use qiskit.", other="Something else.")
    found, _ = match(index, message_read("run this on IBM with qiskit"), threshold=0.5, most=3)

    assert found == []


def test_no_skills_and_no_words_are_no_error() -> None:
    assert match(index_of(), message_read("anything"), threshold=0.5, most=3) == ([], [])
    assert match(index_of(a="b"), message_read("\ud800 \x00 …"), threshold=0.5, most=3)[0] == []


def test_tokens_are_names_and_neither_prices_within_words_nor_doubled_signs() -> None:
    assert tokens_of("$tidy-csv and $Team/Deep/SLIDES-2, a$b $$c $tidy-csv") == ["tidy-csv", "slides-2"]
    assert tokens_of("use($pdf)。$表") == ["pdf"]
    assert len(tokens_of(" ".join(f"$name{number}" for number in range(9)))) == 5


def test_keywords_and_when_to_use_are_read_in_every_shape() -> None:
    assert extra_texts({"keywords": "a, b", "when_to_use": ["x", "y"]}) == (("a", "b"), "x\ny")
    assert extra_texts({"keywords": {"a": 1}, "when_to_use": 3}) == ((), "")


def rows(path: Path, *lines: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_the_command_says_how_often_the_right_skill_comes(tmp_path: Path) -> None:
    raw = "---\nname: {0}\ndescription: {1}\n---\n\n# {0}\n"
    files = (
        rows(
            tmp_path / "skills.jsonl",
            {
                "id": "a",
                "path": "skills/invoice-maker/SKILL.md",
                "raw": raw.format("invoice-maker", "Makes PDF invoices."),
            },
            {"id": "b", "path": "skills/slide-deck/SKILL.md", "raw": raw.format("slide-deck", "Makes presentations.")},
        ),
        rows(
            tmp_path / "triggers.jsonl",
            {"text": "Make a PDF invoice", "lang": "en", "expect": ["a"]},
            {"text": "Erstelle eine Rechnung als PDF", "lang": "de", "expect": ["a"]},
        ),
        rows(tmp_path / "none.jsonl", {"text": "i love dogs", "lang": "en", "expect": []}),
    )
    out = StringIO()
    call_command("measure_triggers", *map(str, files), "--lexical-only", "--json", stdout=out)
    report = json.loads(out.getvalue())["with the weights in use"]

    assert (report["first"]["hits"], report["first"]["total"]) == (2, 2)
    assert (report["injected"]["hits"], report["injected"]["total"]) == (0, 1)
    assert report["languages"]["de"]["among_three"]["hits"] == 1
