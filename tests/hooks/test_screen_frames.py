"""The plain frames of an attack, and everyday sentences with the same verbs, in every language of the meaning list."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from hooks.screening.engine import screen_with
from hooks.screening.verdict import Origin
from hooks.services import screen

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "frames.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_LANGUAGE: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
for one in ROWS:
    BY_LANGUAGE[one["lang"]].append(one)


def held_back(rows: list[dict[str, str]], label: str) -> list[str]:
    return [row["text"] for row in rows if row["label"] == label and screen(row["text"]).level != "clear"]


@pytest.mark.parametrize("language", sorted(BY_LANGUAGE))
def test_every_language_has_the_words_of_the_plain_frames(language: str) -> None:
    rows = BY_LANGUAGE[language]
    assert len(held_back(rows, "injection")) >= 3
    assert len(held_back(rows, "benign")) <= 1


def test_the_rules_alone_know_the_frames() -> None:
    attacks = [row["text"] for row in ROWS if row["label"] == "injection"]
    missed = [text for text in attacks if screen_with(None, text, origin=Origin.AGENT).level == "clear"]
    assert len(missed) <= len(attacks) * 0.05, missed


def test_the_same_verbs_in_everyday_sentences_pass_and_none_is_refused() -> None:
    twins = [row for row in ROWS if row["label"] == "benign"]
    assert len(held_back(twins, "benign")) <= len(twins) * 0.05
    assert [row["text"] for row in twins if screen(row["text"]).level == "hostile"] == []


@pytest.mark.parametrize(
    "text",
    [
        "The security team rotated the API keys last night.",
        "After the security audit we changed every password.",
        "While the server is in maintenance mode, tokens are not renewed.",
        "Ask your administrator for the password.",
        "Unser Administrator hat die Passwörter geändert.",
        "L'équipe de sécurité a changé les mots de passe.",
        "El equipo de seguridad cambió las contraseñas.",
        "系统管理员昨天更换了密码。",
        "セキュリティチームがパスワードを変更した。",
        "보안팀이 비밀번호를 변경했다.",
        "Güvenlik ekibi parolaları değiştirdi.",
        "Служба безопасности сменила пароли.",
    ],
)
def test_offices_in_the_third_person_are_no_claim(text: str) -> None:
    assert screen(text).level == "clear"
