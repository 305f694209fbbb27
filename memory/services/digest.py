"""The daily digest of what waits for the owner: numbers and ages, by e-mail or to a signed webhook. Never memory text.

Off unless the owner switches it on. A day on which nothing waits sends nothing.
"""

import hashlib
import hmac
import smtplib
from collections import Counter
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Count

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from hooks.services.egress import Caps, EgressFailed, EgressRefused, egress_fetch
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Forbidden, Invalid, Unavailable
from memory.models import Event
from memory.services.journal import events_write
from memory.services.proposals import proposals_pending
from memory.services.review_queue import queue_waiting
from memory.services.settings import settings_all

DIGEST_JOB: Final = "memory.digest"
DIGESTER: Final = Actor.system("digest")
SIGNATURE_HEADER: Final = "X-Kirocrew-Signature"
TIMESTAMP_HEADER: Final = "X-Kirocrew-Timestamp"
DELIVERY_HEADER: Final = "X-Kirocrew-Delivery"
WEBHOOK_CAPS: Final = Caps(bytes=64 * 1024, seconds=15.0, redirects=0)
GONE: Final = frozenset({400, 401, 403, 404, 405, 410, 413, 415, 422})
"""Answers by which a receiver says that the same request will never do; any other is tried again."""


def digest_content(moment: datetime) -> dict[str, Any]:
    """What waits, as JSON values: how much of each kind, why and in which store, and since when."""
    waiting = queue_waiting(actor=DIGESTER)
    oldest = min((item.oldest for item in waiting if item.oldest is not None), default=None)
    return {
        "event": "digest",
        "sent_at": moment.isoformat(),
        "waiting": sum(item.count for item in waiting),
        "oldest_seconds": int((moment - oldest).total_seconds()) if oldest else None,
        "kinds": [
            {
                "name": item.name,
                "label": item.label,
                "count": item.count,
                "oldest_seconds": int((moment - item.oldest).total_seconds()) if item.oldest else None,
            }
            for item in waiting
        ],
        "reasons": _reasons(),
        "stores": _stores(),
    }


def digest_request() -> list[Job]:
    """Ask for a digest in each way the owner wants, if anything waits; once a day and way."""
    ways = settings_all()["digest"]
    if not ways or not digest_content(now())["waiting"]:
        return []
    day = f"{now():%Y-%m-%d}"
    return [
        job_enqueue(
            actor=DIGESTER,
            name=DIGEST_JOB,
            args={"way": way},
            title=f"Digest of what waits, by {way}",
            dedupe_key=f"{way} {day}",
        )
        for way in ways
    ]


def digest_ask_now(*, actor: Actor) -> list[Job]:
    """Ask for a digest now in each way that is set up, also when nothing waits: to see that it arrives.

    Raises Forbidden for anybody but the owner and operators, Invalid when no way is set up (`digest-not-set-up`).
    """
    return [
        job_enqueue(
            actor=actor, name=DIGEST_JOB, args={"way": way, "at_once": True}, title=f"Digest sent by hand, by {way}"
        )
        for way in _ways_set_up(actor)
    ]


def digest_send(*, actor: Actor) -> dict[str, Any]:
    """Send a digest here and now in each way that is set up, also when nothing waits; returns the ways and how many
    wait.

    Every way is tried. Raises Forbidden for anybody but the owner and operators, Invalid when no way is set up
    (`digest-not-set-up`) or somebody has to put something right (`digest-not-possible`), Unavailable for what may work
    later (`digest-not-sent`).
    """
    ways = _ways_set_up(actor)
    content, failed = digest_content(now()), []
    for way in ways:
        try:
            _send(way, content, str(new_uid()))
        except (JobRetryLater, Invalid) as error:
            failed.append((way, error))
    if failed:
        told = " ".join(f"By {way}: {getattr(error, 'detail', '') or error}" for way, error in failed)
        if all(isinstance(error, JobRetryLater) for _, error in failed):
            raise Unavailable(told, type="digest-not-sent")
        raise _impossible(told)
    return {"ways": ways, "waiting": content["waiting"]}


def digest_perform(run: JobRun, way: str, *, at_once: bool = False) -> dict[str, Any]:
    """Send a digest; what it says is worked out now. Every try that fails leaves an audit entry with the reason.

    `at_once` sends it also when nothing waits. Raises JobRetryLater for what may work later, Invalid for what somebody
    has to put right (`digest-not-possible`).
    """
    content = digest_content(now())
    if not content["waiting"] and not at_once:
        return {"sent": False, "reason": "Nothing waits any more."}
    _send(way, content, str(run.job.uid))
    return {"sent": True, "waiting": content["waiting"]}


def _ways_set_up(actor: Actor) -> list[str]:
    if not actor.is_owner and not actor.is_system:
        raise Forbidden("Only the owner sends the digest.", type="owner-only")
    ways = list(settings_all()["digest"])
    if not ways:
        raise Invalid(
            'No way is set up. Set \'digest\' in the settings to ["email"], ["webhook"] or both.',
            type="digest-not-set-up",
        )
    return ways


def _send(way: str, content: dict[str, Any], delivery: str) -> None:
    """Send it and write down whether it went out."""
    try:
        _WAYS[way](content, delivery)
    except (JobRetryLater, Invalid) as error:
        events_write([Event(code="digest_failed", key=way, source=DIGESTER.source, detail=str(error)[:500])])
        raise
    events_write([Event(code="digest_sent", key=way, source=DIGESTER.source, detail=f"{content['waiting']} waiting")])


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`sha256=` and the HMAC-SHA256 (hex) over the timestamp, a dot and the body: what a receiver works out itself."""
    mac = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={mac.hexdigest()}"


def _by_webhook(content: dict[str, Any], delivery: str) -> None:
    url, secret = settings.KIROCREW_DIGEST_WEBHOOK, settings.KIROCREW_DIGEST_SECRET
    if not url or not secret:
        raise _impossible("Set KIROCREW_DIGEST_WEBHOOK and KIROCREW_DIGEST_SECRET, and restart the server.")
    body = canonical_json(content).encode()
    timestamp = str(int(now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        TIMESTAMP_HEADER: timestamp,
        SIGNATURE_HEADER: signature(secret, timestamp, body),
        DELIVERY_HEADER: delivery,
    }
    try:
        reply = egress_fetch(url, method="POST", headers=headers, content=body, caps=WEBHOOK_CAPS)
    except EgressRefused as error:
        raise _impossible(f"The address of the webhook is refused: {error}") from error
    except EgressFailed as error:
        raise JobRetryLater(f"The webhook can't be reached: {error}") from error
    if 200 <= reply.status < 300:
        return
    if reply.status in GONE:
        raise _impossible(f"The webhook answered {reply.status}. Look at its address and its secret.")
    raise JobRetryLater(f"The webhook answered {reply.status}.")


def _by_email(content: dict[str, Any], delivery: str) -> None:
    address, host = settings_all()["digest_email"], settings.KIROCREW_SMTP_HOST
    if not address or not host:
        raise _impossible("Set 'digest_email' in the settings, and KIROCREW_SMTP_HOST where the server is started.")
    message = EmailMessage(
        subject=f"Kirocrew: {content['waiting']} waiting for you",
        body=digest_text(content),
        from_email=settings.KIROCREW_MAIL_FROM,
        to=[address],
        headers={"Auto-Submitted": "auto-generated", DELIVERY_HEADER: delivery},
    )
    try:
        message.send()
    except smtplib.SMTPAuthenticationError as error:
        raise _impossible("The mail server refuses user or password.") from error
    except (smtplib.SMTPException, OSError) as error:
        raise JobRetryLater(f"The mail server did not take the digest ({type(error).__name__}).") from error


def digest_text(content: dict[str, Any]) -> str:
    """The digest as a person reads it."""
    if not content["waiting"]:
        return "Nothing waits for your decision."
    lines = [f"{content['waiting']} waiting for your decision, the oldest for {_span(content['oldest_seconds'])}.", ""]
    lines += [f"- {kind['count']} {kind['label']}" for kind in content["kinds"]]
    reasons = [f"- {count} {reason.replace('_', ' ')}" for reason, count in content["reasons"].items()]
    stores = [f"- {count} in {store}" for store, count in content["stores"].items()]
    lines += ["", "Why:", *reasons] if reasons else []
    lines += ["", "Where:", *stores] if len(stores) > 1 else []
    lines += ["", "Decide in the browser, under Review. Nothing of it is recalled until then."]
    lines += ["You get this because the setting 'digest' asks for it."]
    return "\n".join(lines)


def _reasons() -> dict[str, int]:
    """Why memory's proposals wait, by their codes."""
    found = Counter[str]()
    for why, operation in proposals_pending().values_list("metadata__why", "operation"):
        found[why or ("suspicious" if operation == "create" else operation)] += 1
    return dict(found.most_common())


def _stores() -> dict[str, int]:
    rows = proposals_pending().order_by().values_list("record__store__slug").annotate(n=Count("pk"))
    return dict(rows.order_by("record__store__slug"))


def _span(seconds: int | None) -> str:
    if seconds is None:
        return "an unknown time"
    for unit, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= unit:
            number = seconds // unit
            return f"{number} {name}" + ("s" if number > 1 else "")
    return "less than a minute"


def _impossible(detail: str) -> Invalid:
    return Invalid(detail, type="digest-not-possible")


_WAYS: Final = {"email": _by_email, "webhook": _by_webhook}
