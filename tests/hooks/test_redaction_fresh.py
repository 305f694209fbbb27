"""Credentials and look-alikes that were written after the rules, and what redaction promises for any text."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.redaction.model import TAG
from hooks.services import redact, redact_json
from hooks.services.measure import measure_redaction, read_rows
from hooks.services.redaction import Personal

DATA = Path(__file__).parent / "data"
FRESH = [DATA / "fresh_secrets.jsonl", DATA / "fresh_secrets_2.jsonl"]
EVERY = frozenset(Personal)


@pytest.mark.parametrize("path", FRESH, ids=lambda path: path.stem)
def test_fresh_secrets_are_gone_and_fresh_look_alikes_stay(path: Path) -> None:
    report = measure_redaction(read_rows(path, ("label",)))
    wrong = [(one.name, one.kind) for one in report.wrong]
    assert report.secrets_gone.share >= 0.98, wrong
    assert report.lookalikes_kept.share >= 0.99, wrong


def _secrets() -> list[str]:
    rows = [json.loads(line) for path in FRESH for line in path.read_text(encoding="utf-8").splitlines()]
    return ["".join(row["parts"]) for row in rows if row["label"] == "secret"]


WORDS = [
    "meeting at noon",
    "日本語の文",
    "größe",
    "한국어",
    "ghi chú",
    "🎈",
    "a/b.md",
    "\n",
    "x = 1",
    "\u200b",
    "[",
    "REDACTED: ",
    "%41",
]
AROUND = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
MIXED = st.lists(st.one_of(st.sampled_from(_secrets()), st.sampled_from(WORDS), st.text(max_size=12)), max_size=5).map(
    "".join
)


@settings(deadline=None, max_examples=60)
@given(AROUND, st.sampled_from(_secrets()), AROUND)
def test_what_stands_around_a_secret_does_not_show_it(before: str, secret: str, after: str) -> None:
    alone = redact(secret).text
    shown = redact(f"{before}\n{secret}\n{after}").text
    for hidden in re.findall(r"[A-Za-z0-9+/_-]{16,}", secret):
        if hidden not in alone:
            assert hidden not in shown


@settings(deadline=None, max_examples=150)
@given(MIXED, st.sets(st.sampled_from(list(Personal))))
def test_nothing_of_a_text_is_shown_that_was_not_there_and_no_piece_grows(text: str, also: set[Personal]) -> None:
    """What is left between the tags are pieces of the text, in its order; so no secret shows more than before."""
    at = 0
    for piece in TAG.split(redact(text, also=also).text):
        found = text.find(piece, at)
        assert found >= 0
        at = found + len(piece)


@settings(deadline=None, max_examples=150)
@given(MIXED, st.sets(st.sampled_from(list(Personal))))
def test_redacting_twice_is_redacting_once_with_every_class(text: str, also: set[Personal]) -> None:
    once = redact(text, also=also)
    again = redact(once.text, also=also)
    assert again.text == once.text
    assert again.findings == ()


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet=st.characters(), max_size=200))
def test_no_text_raises(text: str) -> None:
    redact(text, also=EVERY)
    redact_json({text: [text, {"password": text}]}, also=EVERY)


NAMES = """
    api-3f2a9c81d34be5f60718293a4b5c6d7e8f901234 session-0193a4c2-7b1e-7cc3-98c4-dc0c0c07398f prod_NWjs8kKbJWmuuc
    rest-api-0193a4c2-7b1e-7cc3-98c4-dc0c0c07398f numpy-2.1.3-cp311-cp311-manylinux_2_17_x86_64.whl
    eks-prod-eu-central-1-nodegroup-20261130T101112Z-abcdef private-subnet-1a-route-table-0abc123def4567890
    key-value-store-benchmark-2026-results-v12 token-bucket-rate-limiter-1000rps-burst200
    sec-filing-0000320193-24-000123
    secret-manager-csi-driver-provider-gcp-v1.4.5 apikey-rotation-lambda-20261130101112 price_1MoBy5LkdIwHu7ixZhnattbh
    ERROR_CODE_AUTH_TOKEN_EXPIRED_REFRESH_REQUIRED_V2 generate_password_reset_token_for_user_v2
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_names_of_builds_machines_and_requests_are_no_keys(name: str) -> None:
    assert redact(f"see {name} for that").findings == ()


# ---- personal data ----

FOUND = {
    Personal.EMAIL: [
        "mira@example.com",
        "jörg.müller+x@münchen.de",
        "x.y@sub.example.co.uk",
        "tanaka@例え.jp",
        "bob@corp.io",
        "a@xn--mnchen-3ya.example",
    ],
    Personal.PHONE: [
        "+49 30 1234567",
        "+1 (415) 555-0132",
        "+44 (0)20 7946 0958",
        "+84 28 3822 1234",
        "0049 30 901820",
        "(415) 555-0132",
        "415-555-0132",
        "03-1234-5678",
        "010-1234-5678",
        "138 1234 5678",
        "06 12 34 56 78",
        "0171 1234567",
        "030/1234567",
    ],
    Personal.CARD: [
        "4111 1111 1111 1111",
        "5500-0000-0000-0004",
        "378282246310005",
        "6011111111111117",
        "3530111333300000",
    ],
}
TAGS = {
    Personal.EMAIL: "[REDACTED: e-mail address]",
    Personal.PHONE: "[REDACTED: phone number]",
    Personal.CARD: "[REDACTED: card number]",
}
SENTENCES = [
    "Write to {} today.",
    "予約は {} です",
    "문의: {}",
    "Số của tôi là {} nhé",
    "({})",
    "{}",
    "<b>{}</b>",
    "Größe 🎈 {}, ok",
]
CASES = [(kind, value, sentence) for kind, values in FOUND.items() for value in values for sentence in SENTENCES]


@pytest.mark.parametrize(("kind", "value", "sentence"), CASES)
def test_each_class_is_taken_out_with_its_tag_when_it_is_switched_on(kind: Personal, value: str, sentence: str) -> None:
    done = redact(sentence.format(value), also={kind})
    assert done.text == sentence.format(TAGS[kind])
    assert [finding.kind for finding in done.findings] == [kind.value]


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, values in FOUND.items() for value in values])
def test_memory_keeps_personal_data_unless_a_class_is_switched_on(kind: Personal, value: str) -> None:
    assert redact(f"call {value}").text == f"call {value}"
    others = {other for other in Personal if other is not kind and {other, kind} != {Personal.PHONE, Personal.CARD}}
    assert redact(f"ask {value}", also=others).text == f"ask {value}"


LABELLED = [
    "Tel.: 5551234",
    "电话：010 8888 7777",
    "điện thoại: 028 3822 1234",
    "携帯は 090 1111 2222",
    "Handy 0171-555 12 34",
]


@pytest.mark.parametrize("text", LABELLED)
def test_a_number_behind_a_word_for_phone_is_one(text: str) -> None:
    assert TAGS[Personal.PHONE] in redact(text, also=EVERY).text


NOT_PERSONAL = [
    "git@github.com:team/repo.git",
    "icon@2x.png",
    "@scope/pkg@1.2.3",
    "user@localhost",
    "2026-11-30",
    "30.11.2026 14:05",
    "192.168.0.1",
    "ISBN 978-3-16-148410-0",
    "IBAN DE89 3704 0044 0532 0130 00",
    "order 114-3941689-8772232",
    "4111 1111 1111 1112",
    "1234567890123456",
    "1701234567890",
    "fits 1024 1536 2048",
    "1,234,567.89",
    "call me at 5",
    "port 8080-8090",
    "phone has 128 GB",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
]


@pytest.mark.parametrize("text", NOT_PERSONAL)
def test_numbers_and_names_that_reach_nobody_stay(text: str) -> None:
    assert redact(text, also=EVERY).text == text


def test_nested_values_and_keys_lose_the_classes_that_are_on() -> None:
    value = {"to": ["mira@example.com"], "bob@example.com": {"tel": "+49 30 1234567"}}
    done, findings = redact_json(value, also={Personal.EMAIL})
    assert done == {"to": [TAGS[Personal.EMAIL]], TAGS[Personal.EMAIL]: {"tel": "+49 30 1234567"}}
    assert [finding.kind for finding in findings] == ["email", "email"]


@settings(deadline=None)
@given(st.text(alphabet="0123456789", min_size=12, max_size=18), st.sampled_from(["4", "51", "37", "6011"]))
def test_one_check_digit_of_ten_makes_a_card_number(digits: str, start: str) -> None:
    body = (start + digits)[:15]
    cards = [digit for digit in "0123456789" if redact(f"pay {body}{digit} now", also={Personal.CARD}).findings]
    assert len(cards) == 1
