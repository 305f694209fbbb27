"""Channel text: every secret goes, and its tag says of which class it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks.services.redaction import TAGGED, Personal, SecretClass, redact, redact_classes

SAMPLES = [
    (SecretClass.SECRET, "the password is correct-horse-7", "correct-horse-7"),
    (SecretClass.TOKEN, "use ghp_" + "R7q2mZx9LkV4tBn8WcY1sHd6PfJ3aGe5UoTi", "R7q2mZx9"),
    (SecretClass.TOKEN, "the api token: " + "abcd1234efgh5678ijkl", "abcd1234"),
    (SecretClass.CONNECTION, "postgres://crew:pa55word" + "@db.local/main", "pa55word"),
    (SecretClass.CONNECTION, "Server=db;User Id=sa;Password=hunter2horse;", "hunter2horse"),
    (SecretClass.PAYMENT, "my card is 4111 1111 1111 1111", "4111"),
    (SecretClass.PHONE, "call +49 171 1234567", "1234567"),
    (SecretClass.PHONE, "电话 138 1234 5678", "5678"),
    (SecretClass.EMAIL, "write to mira@example.org", "mira@"),
]


@pytest.mark.parametrize(("kind", "text", "secret"), SAMPLES)
def test_a_secret_of_each_class_goes_and_is_counted(kind: SecretClass, text: str, secret: str) -> None:
    found = redact_classes(text, also=tuple(Personal))
    assert secret not in found.text
    assert found.counts == {kind: 1}
    assert TAGGED.findall(found.text) == [kind]


def test_all_classes_in_one_text_are_counted() -> None:
    found = redact_classes("\n".join(text for _, text, _ in SAMPLES), also=tuple(Personal))
    assert found.counts.total() == len(SAMPLES) and set(found.counts) == set(SecretClass)


def test_personal_data_stays_unless_it_is_asked_for() -> None:
    assert redact_classes("write to mira@example.org").text == "write to mira@example.org"


@given(st.text(), st.sampled_from(SAMPLES))
def test_it_takes_out_what_redaction_takes_out_and_nothing_more(
    text: str, sample: tuple[SecretClass, str, str]
) -> None:
    whole = f"{text}\n{sample[1]}"
    ours, usual = redact_classes(whole), redact(whole)
    assert TAGGED.sub("[REDACTED: credential]", ours.text).count("[REDACTED") == usual.text.count("[REDACTED")
    assert redact_classes(ours.text).text == ours.text
    assert ours.counts.total() == len(usual.findings)
