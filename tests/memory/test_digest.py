"""The daily digest: numbers and ages to the owner, signed, retried, and visible when it fails."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Invalid, Problem, Unavailable
from memory.models import BotStore, Event, Store
from memory.services.digest import digest_ask_now, digest_content, digest_request, digest_send, digest_text
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.settings import setting_change
from memory.tasks import digest_daily
from tests.memory.editing import OWNER, fact

SECRET = "a secret that both sides know"
WORDS = ("Lisbon", "Porto", "near the river", "user.city")


@dataclass
class Receiver:
    """A real receiver: it checks the signature as the documentation says and remembers what it was sent."""

    url: str = ""
    answer: int = 204
    got: list[dict[str, Any]] = field(default_factory=list)
    deliveries: list[str] = field(default_factory=list)
    forged: int = 0


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            timestamp = self.headers["X-Kirocrew-Timestamp"]
            mac = hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
            is_good = hmac.compare_digest(f"sha256={mac}", self.headers["X-Kirocrew-Signature"])
            if is_good and abs(time.time() - int(timestamp)) < 300:
                found.got.append(json.loads(body))
                found.deliveries.append(self.headers["X-Kirocrew-Delivery"])
            else:
                found.forged += 1
            self.send_response(found.answer)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found.url = f"http://127.0.0.1:{server.server_port}/hook"
    settings.KIROCREW_DIGEST_WEBHOOK = found.url
    settings.KIROCREW_DIGEST_SECRET = SECRET
    settings.KIROCREW_EGRESS_ALLOW = [f"127.0.0.1:{server.server_port}"]
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture
def waiting(private_store: Store, botty: Actor) -> Store:
    """A store in which a bot's change waits."""
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    fact(private_store, "user.city", "Lisbon, near the river")
    facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Porto, near the river")])
    return private_store


def want(*ways: str) -> None:
    setting_change(actor=OWNER, name="digest", value=list(ways))


def only_job() -> Job:
    return Job.objects.get(name="memory.digest")


def test_nothing_is_sent_unless_the_owner_wants_it(waiting: Store, receiver: Receiver) -> None:
    digest_daily()
    assert not Job.objects.filter(name="memory.digest").exists()


def test_nothing_is_sent_when_nothing_waits(main_store: Store, receiver: Receiver) -> None:
    want("webhook", "email")
    digest_daily()
    assert not Job.objects.filter(name="memory.digest").exists()


def test_the_webhook_gets_numbers_and_ages_signed(waiting: Store, receiver: Receiver) -> None:
    want("webhook")
    digest_daily()
    job = run_job_now(only_job())
    assert (job.state, job.result) == (JobState.DONE, {"sent": True, "waiting": 1})
    assert (len(receiver.got), receiver.forged) == (1, 0)
    content = receiver.got[0]
    assert (content["waiting"], content["reasons"], content["stores"]) == (1, {"private_store": 1}, {"bob": 1})
    assert content["kinds"][0]["name"] == "proposals"
    assert content["oldest_seconds"] >= 0
    assert receiver.deliveries == [str(job.uid)]
    assert Event.objects.filter(code="digest_sent", key="webhook").count() == 1


def test_a_receiver_with_another_secret_sees_that_it_is_not_for_it(
    waiting: Store, receiver: Receiver, settings: Any
) -> None:
    settings.KIROCREW_DIGEST_SECRET = "another secret"
    want("webhook")
    digest_daily()
    run_job_now(only_job())
    assert (receiver.got, receiver.forged) == ([], 1)


def test_the_mail_has_numbers_and_ages_and_no_memory(waiting: Store, settings: Any) -> None:
    settings.KIROCREW_SMTP_HOST = "mail.example.org"
    setting_change(actor=OWNER, name="digest_email", value="alice@example.org")
    want("email")
    digest_daily()
    assert run_job_now(only_job()).state == JobState.DONE
    message = mail.outbox[0]
    assert message.to == ["alice@example.org"]
    assert message.subject == "Kirocrew: 1 waiting for you"
    assert "1 waiting for your decision" in message.body
    assert not [word for word in WORDS if word in message.subject + str(message.body)]


def test_no_word_of_memory_is_in_the_content(waiting: Store) -> None:
    text = json.dumps(digest_content(now())) + digest_text(digest_content(now()))
    assert not [word for word in WORDS if word in text]


def test_the_age_of_the_oldest_is_told(waiting: Store) -> None:
    content = digest_content(now() + timedelta(days=2, hours=1))
    assert content["oldest_seconds"] // 3600 == 49
    assert "the oldest for 2 days" in digest_text(content)


@pytest.mark.parametrize("answer", [500, 503, 429])
def test_a_receiver_that_is_down_is_asked_again_with_the_same_delivery(
    waiting: Store, receiver: Receiver, answer: int
) -> None:
    want("webhook")
    digest_daily()
    receiver.answer = answer
    job = run_job_now(only_job())
    assert job.state == JobState.QUEUED
    assert str(answer) in job.message
    assert job.not_before > now()
    assert Event.objects.filter(code="digest_failed", key="webhook").count() == 1
    receiver.answer = 200
    Job.objects.filter(pk=job.pk).update(not_before=now())
    assert run_job_now(only_job()).state == JobState.DONE
    assert receiver.deliveries == [str(job.uid)] * 2


def test_a_receiver_that_stays_away_makes_a_failed_job_with_the_reason(
    waiting: Store, receiver: Receiver, settings: Any
) -> None:
    settings.KIROCREW_DIGEST_WEBHOOK = receiver.url.replace("/hook", "/hook")
    receiver.answer = 500
    want("webhook")
    digest_daily()
    for _ in range(5):
        Job.objects.update(not_before=now())
        run_job_now(only_job())
    job = only_job()
    assert job.state == JobState.FAILED
    assert "Tried 5 times. The webhook answered 500." in job.error


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"KIROCREW_DIGEST_WEBHOOK": ""}, "Set KIROCREW_DIGEST_WEBHOOK"),
        ({"KIROCREW_DIGEST_SECRET": ""}, "Set KIROCREW_DIGEST_WEBHOOK and KIROCREW_DIGEST_SECRET"),
        ({"KIROCREW_EGRESS_ALLOW": []}, "The address of the webhook is refused"),
        ({"KIROCREW_DIGEST_WEBHOOK": "http://169.254.169.254/latest"}, "The address of the webhook is refused"),
        ({"KIROCREW_DIGEST_WEBHOOK": "file:///etc/passwd"}, "The address of the webhook is refused"),
    ],
)
def test_what_somebody_must_put_right_fails_at_once_and_says_what(
    waiting: Store, receiver: Receiver, settings: Any, changes: dict[str, Any], said: str
) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    want("webhook")
    digest_daily()
    job = run_job_now(only_job())
    assert job.state == JobState.FAILED
    assert said in job.error
    assert receiver.got == []
    event = Event.objects.get(code="digest_failed")
    assert said in event.detail


def test_an_answer_that_will_never_change_fails_at_once(waiting: Store, receiver: Receiver) -> None:
    receiver.answer = 404
    want("webhook")
    digest_daily()
    assert run_job_now(only_job()).state == JobState.FAILED


def test_mail_without_an_address_or_a_server_fails_at_once_and_says_so(waiting: Store) -> None:
    want("email")
    digest_daily()
    job = run_job_now(only_job())
    assert job.state == JobState.FAILED
    assert "digest_email" in job.error and "KIROCREW_SMTP_HOST" in job.error


def test_a_mail_server_that_does_not_answer_is_tried_again(waiting: Store, settings: Any) -> None:
    backend, nobody = "django.core.mail.backends.smtp.EmailBackend", {"host": "127.0.0.1", "port": 1}
    settings.KIROCREW_SMTP_HOST = nobody["host"]
    if hasattr(settings, "MAILERS"):  # Django 6.1
        settings.MAILERS = {"default": {"BACKEND": backend, "OPTIONS": nobody}}
    else:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = backend, nobody["host"], nobody["port"]
    setting_change(actor=OWNER, name="digest_email", value="alice@example.org")
    want("email")
    digest_daily()
    job = run_job_now(only_job())
    assert job.state == JobState.QUEUED
    assert "The mail server did not take the digest" in job.message


def test_what_was_decided_before_it_is_sent_is_not_counted(waiting: Store, receiver: Receiver) -> None:
    from memory.services.decisions import Decision, proposals_decide
    from memory.services.proposals import proposals_pending

    want("webhook")
    digest_daily()
    proposals_decide(actor=OWNER, decisions=[Decision(proposals_pending().get().pk, accept=True)])
    job = run_job_now(only_job())
    assert (job.state, job.result["sent"], receiver.got) == (JobState.DONE, False, [])


def test_each_way_is_a_job_and_asking_twice_a_day_makes_no_more(waiting: Store, receiver: Receiver) -> None:
    want("webhook", "email")
    assert len(digest_request()) == 2
    digest_request()
    assert Job.objects.filter(name="memory.digest").count() == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("digest", ["pigeon"]),
        ("digest", ["email", "email"]),
        ("digest", "email"),
        ("digest_email", "alice"),
        ("digest_email", "alice@example.org\nBcc: mallory@example.org"),
        ("digest_email", "Alice <alice@example.org>"),
        ("digest_email", None),
    ],
)
def test_settings_of_the_digest_that_make_no_sense_are_refused(db: None, name: str, value: Any) -> None:
    with pytest.raises(Invalid):
        setting_change(actor=OWNER, name=name, value=value)


# ---- at once, by hand ----


def test_the_command_sends_it_at_once_by_each_way(
    waiting: Store, receiver: Receiver, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.KIROCREW_SMTP_HOST = "mail.example.org"
    setting_change(actor=OWNER, name="digest_email", value="alice@example.org")
    want("email", "webhook")
    call_command("digest")
    assert capsys.readouterr().out.strip() == "Sent by email and webhook: 1 waiting."
    assert (receiver.got[0]["waiting"], len(mail.outbox)) == (1, 1)
    assert Event.objects.filter(code="digest_sent").count() == 2


def test_it_is_sent_by_hand_also_when_nothing_waits(main_store: Store, receiver: Receiver) -> None:
    want("webhook")
    call_command("digest")
    assert [content["waiting"] for content in receiver.got] == [0]


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_the_command_prints_it_and_sends_nothing(
    waiting: Store, receiver: Receiver, capsys: pytest.CaptureFixture[str], option: tuple[str, ...]
) -> None:
    want("webhook")
    call_command("digest", "--print", *option)
    out = capsys.readouterr().out
    assert json.loads(out)["waiting"] == 1 if option else "1 waiting for your decision" in out
    assert (receiver.got, Event.objects.filter(code="digest_sent").exists()) == ([], False)
    assert not [word for word in WORDS if word in out]


def test_the_command_says_that_no_way_is_set_up(waiting: Store) -> None:
    with pytest.raises(CommandError, match="No way is set up"):
        call_command("digest")
    with pytest.raises(Invalid) as refused:
        digest_send(actor=OWNER)
    assert refused.value.type == "digest-not-set-up"


@pytest.mark.parametrize(
    ("answer", "kind", "type_"), [(503, Unavailable, "digest-not-sent"), (404, Invalid, "digest-not-possible")]
)
def test_a_digest_that_does_not_go_out_is_a_typed_error_and_an_entry(
    waiting: Store, receiver: Receiver, answer: int, kind: type[Problem], type_: str
) -> None:
    receiver.answer = answer
    want("webhook")
    with pytest.raises(kind) as failed:
        digest_send(actor=OWNER)
    assert failed.value.type == type_ and str(answer) in failed.value.detail
    assert Event.objects.filter(code="digest_failed", key="webhook").count() == 1
    with pytest.raises(CommandError, match=f"By webhook: .*{answer}"):
        call_command("digest")


def test_one_way_that_fails_does_not_keep_the_other_one_back(waiting: Store, receiver: Receiver) -> None:
    want("email", "webhook")
    with pytest.raises(CommandError, match=r"By email: .*KIROCREW_SMTP_HOST"):
        call_command("digest")
    assert len(receiver.got) == 1


def test_no_bot_sends_it(waiting: Store, receiver: Receiver, botty: Actor) -> None:
    want("webhook")
    for send in (digest_send, digest_ask_now):
        with pytest.raises(Forbidden):
            send(actor=botty)
    assert receiver.got == []


def test_the_settings_page_sends_one_by_a_job(waiting: Store, receiver: Receiver, admin_client: Client) -> None:
    assert "No way is set up" in admin_client.get("/admin/settings/").content.decode()
    shown = admin_client.post("/admin/digest/send/", follow=True).content.decode()
    assert "No way is set up" in shown and not Job.objects.filter(name="memory.digest").exists()
    want("webhook")
    assert "Send one now" in admin_client.get("/admin/settings/").content.decode()
    answer = admin_client.post("/admin/digest/send/")
    assert answer["Location"] == f"/admin/activity/{only_job().uid}/"
    assert run_job_now(only_job()).result == {"sent": True, "waiting": 1} and len(receiver.got) == 1
