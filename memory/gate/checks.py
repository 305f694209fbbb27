"""The ordered checks every write passes, whoever makes it. The first one that fails gives the answer.

Order and limits are those of the reference specification; where it measured or scanned the wrong thing
(the escaped JSON dump) the check looks at what is stored instead.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from channels_bridge.actors import Actor
from hooks.services import Origin, Verdict, redact, redact_json, screen
from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import clean, clean_json
from memory.gate.outcomes import Refusal, RefusalCode
from memory.models.records import KEY_LIMIT, TEXT_FIELD_LIMIT
from memory.models.stores import SecretsPolicy, Store

KEY_PATTERN = re.compile(r"[a-z][a-z0-9_.]*[a-z0-9]")
ALLOWED_KEYS = ("pref.*", "project.*", "user.*", "lesson.*")
RESERVED_PREFIX = "system."
VALUE_BYTES_LIMIT = 4096  # UTF-8 bytes of the stored JSON
EPISODE_MIN = 10  # characters, wide ones counted twice
EPISODE_MAX = 2000  # characters
RULE_LIMIT = 500  # characters of a rule or its negative
DOCUMENT_MAX = 65_536  # characters of a document
ENTRY_MAX = 4_000  # characters of a history entry
SCREENED_AT_ONCE = 2_000  # characters; the screen weighs only so many places of one text
QUOTES_REFUSED = "quotes_refused_value"
RESEMBLES_REFUSED = "resembles_refused_value"
UNPROVED_TEACHING = "unproved_teaching"
UNSUPPORTED = "unsupported_by_turn"
NOT_SAID = "not_said_by_a_person"
ONE_OF_SEVERAL = "said_by_one_of_several"
CHURN_LIMIT = "churn_limit"
HELD_BACK = frozenset(
    {QUOTES_REFUSED, RESEMBLES_REFUSED, UNPROVED_TEACHING, UNSUPPORTED, NOT_SAID, ONE_OF_SEVERAL, CHURN_LIMIT}
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the owner tuned that the checks depend on."""

    allowed_keys: tuple[str, ...]
    min_confidence: Decimal


@dataclass(frozen=True, slots=True)
class Passed:
    """A value the checks let through: cleaned, with credentials handled as the store wishes.

    `doubts` is not empty when the screen found it suspicious, or it repeats what the owner refused (`refusal`, with the
    uid of the refused record): then it waits for the owner.
    """

    value: Any
    doubts: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    redacted: tuple[str, ...] = ()
    kept_secrets: tuple[str, ...] = ()
    refusal: int | None = None
    refused_record: str = ""

    @property
    def holds_no_secret(self) -> bool:
        """Whether nothing was found that looks like a credential, neither taken out nor kept."""
        return not self.redacted and not self.kept_secrets

    @property
    def why(self) -> str:
        """Why it waits, if it does: the last doubt where a refused value or an unproved claim is behind it."""
        return self.doubts[-1] if self.doubts and self.doubts[-1] in HELD_BACK else "suspicious"

    @property
    def notes(self) -> dict[str, Any]:
        """What the proposal keeps beside the change, for the owner who decides."""
        kept: dict[str, Any] = {"doubts": list(self.doubts), "spans": [list(span) for span in self.spans]}
        if self.refusal is not None:
            kept |= {"refusal": self.refusal, "refused_record": self.refused_record}
        return kept


Checked = Passed | Refusal


def _weight(text: str) -> int:
    """Characters, those of Chinese, Japanese and Korean counted twice: eight of them are a whole sentence."""
    return len(text) + (0 if text.isascii() else sum(unicodedata.east_asian_width(char) in "WF" for char in text))


def origin_of(actor: Actor) -> Origin:
    """What the screen should know about where a text came from."""
    if actor.is_owner:
        return Origin.OWNER
    if actor.is_system and actor.name.startswith("import:"):
        return Origin.FILE
    return Origin.AGENT


def check_key(key: str, *, actor: Actor, rules: Rules) -> Refusal | None:
    """Format, then the allowed prefixes, then the reserved one."""
    if not key or len(key) > KEY_LIMIT or not KEY_PATTERN.fullmatch(key) or ".." in key:
        return Refusal(
            RefusalCode.KEY_FORMAT,
            f"A key has 2 to {KEY_LIMIT} characters a-z, 0-9, '_' and single '.', starts with a letter and ends "
            "with a letter or digit, as in 'user.home_city'.",
            "key",
        )
    if not any(fnmatchcase(key, pattern) for pattern in rules.allowed_keys):
        allowed = ", ".join(rules.allowed_keys)
        return Refusal(
            RefusalCode.ALLOWLIST,
            f"Keys start with one of {allowed}. The owner can allow more in the settings.",
            "key",
        )
    if _holds_secret(key):
        # Not audited, as every key of a wrong form: the entry would show it.
        return Refusal(
            RefusalCode.KEY_FORMAT,
            "A key is shown everywhere and can't be redacted, and this one holds a credential. Choose another.",
            "key",
        )
    if key.startswith(RESERVED_PREFIX) and not actor.is_owner:
        return Refusal(RefusalCode.RESERVED_PREFIX, "Keys under 'system.' are the owner's alone.", "key")
    return None


@lru_cache(maxsize=4096)
def _holds_secret(key: str) -> bool:
    return bool(redact(key).findings)


def check_confidence(confidence: Decimal, *, actor: Actor, rules: Rules) -> Refusal | None:
    """The owner may store what they are unsure of; everybody else needs the minimum."""
    if not (Decimal(0) <= confidence <= Decimal(1)):
        return Refusal(RefusalCode.CONFIDENCE, "Confidence is a number from 0 to 1.", "confidence")
    if not actor.is_owner and confidence < rules.min_confidence:
        return Refusal(
            RefusalCode.CONFIDENCE,
            f"Confidence {confidence} is below the minimum of {rules.min_confidence}. Keep it as an episode, or write "
            "it again when it is certain.",
            "confidence",
        )
    return None


def check_fact_value(value: Any, *, actor: Actor, store: Store) -> Checked:
    """Empty, encoding, size, injection and credentials of a fact's value."""
    if value is None or (isinstance(value, str) and is_blank(value)):
        return Refusal(RefusalCode.VALUE_EMPTY, "The value is empty. To remove a fact, forget it.", "value")
    try:
        cleaned = clean_json(value)
        size = len(canonical_json(cleaned).encode())
    except (ValueError, TypeError, RecursionError) as error:
        return Refusal(RefusalCode.VALUE_ENCODING, f"The value can't be stored as JSON: {error}.", "value")
    if isinstance(cleaned, str) and is_blank(cleaned):
        return Refusal(RefusalCode.VALUE_ENCODING, "Nothing of the value can be stored: half characters.", "value")
    if size > VALUE_BYTES_LIMIT:
        return Refusal(
            RefusalCode.VALUE_SIZE,
            f"The value takes {size:,} bytes; {VALUE_BYTES_LIMIT:,} is the limit. Split it, or store it as episodes.",
            "value",
        )
    return _screened(cleaned, list(string_leaves(cleaned)), actor=actor, store=store, field="value")


def check_episode_text(text: str, *, actor: Actor, store: Store) -> Checked:
    """Length, injection and credentials of an episode's text."""
    cleaned = clean(text).strip()
    if _weight(cleaned) < EPISODE_MIN or len(cleaned) > EPISODE_MAX:
        return Refusal(
            RefusalCode.TEXT_LENGTH,
            f"An episode has {EPISODE_MIN} to {EPISODE_MAX:,} characters; this has {len(cleaned):,}.",
            "text",
        )
    return _screened(cleaned, [cleaned], actor=actor, store=store, field="text")


def check_document_text(text: str, *, before: str, actor: Actor, store: Store) -> Checked:
    """Length, injection and credentials of a whole document; `before` is what it said, already let through.

    The owner's suspicious text passes with its doubts, anybody else's is refused: a document can't wait for review.
    """
    return _not_waiting(check_whole_text(text, before=before, actor=actor, store=store), actor=actor)


def check_whole_text(text: str, *, before: str, actor: Actor, store: Store) -> Checked:
    """Length, injection and credentials of a text that is written whole; suspicious text passes with its doubts.

    `before` is what stood there, already let through: it is not held against who adds to it.
    """
    cleaned = clean(text).strip("\n")
    if len(cleaned) > DOCUMENT_MAX:
        return Refusal(
            RefusalCode.TEXT_LENGTH,
            f"A document has at most {DOCUMENT_MAX:,} characters; this has {len(cleaned):,}.",
            "text",
        )
    known = set(before.splitlines())
    added = "\n".join(line for line in cleaned.splitlines() if line not in known)
    pieces = [*_pieces(added), *_whole(cleaned, before, actor)]
    return _screened(cleaned, pieces, actor=actor, store=store, field="text")


def check_history_text(text: str, *, actor: Actor, store: Store) -> Checked:
    """Length, injection and credentials of an entry of the history. Suspicious text is refused unless the owner's."""
    cleaned = clean(text).strip()
    if is_blank(cleaned) or len(cleaned) > ENTRY_MAX:
        return Refusal(
            RefusalCode.TEXT_LENGTH,
            f"An entry of the history has 1 to {ENTRY_MAX:,} characters; this has {len(cleaned):,}.",
            "text",
        )
    checked = _screened(cleaned, [cleaned, *_pieces(cleaned)], actor=actor, store=store, field="text")
    return _not_waiting(checked, actor=actor)


def _pieces(text: str) -> Iterator[str]:
    """The text in runs of whole lines, of about SCREENED_AT_ONCE characters."""
    piece: list[str] = []
    size = 0
    for line in text.splitlines():
        if piece and size + len(line) > SCREENED_AT_ONCE:
            yield "\n".join(piece)
            piece, size = [], 0
        piece.append(line)
        size += len(line) + 1
    if piece:
        yield "\n".join(piece)


def _whole(text: str, before: str, actor: Actor) -> Iterator[str]:
    """The text as a whole where it reads worse than it did: an order can be put together in two writes."""
    levels = ("clear", "suspicious", "hostile")
    origin = origin_of(actor)
    was = levels.index(screen(before, origin=origin).level) if before else 0
    if levels.index(screen(text, origin=origin).level) > was:
        yield text


def _not_waiting(checked: Checked, *, actor: Actor) -> Checked:
    """A check of what can't wait for review: suspicious text passes if it is the owner's."""
    if isinstance(checked, Refusal) or not checked.doubts or actor.is_owner:
        return checked
    return Refusal(
        RefusalCode.SUSPICIOUS,
        f"The text may be an order to the agent ({', '.join(checked.doubts)}), and documents and history can't wait "
        "for review. Rephrase it as a statement; the owner can write it as it is.",
        "text",
    )


def check_lesson_text(rule: str, negative: str, *, actor: Actor, store: Store) -> Checked:
    """Length, injection and credentials of a rule and its negative; passes a (rule, negative) pair."""
    pair = [" ".join(clean(rule).split()), " ".join(clean(negative).split())]
    for name, text in zip(("rule", "negative"), pair, strict=True):
        if len(text) > RULE_LIMIT:
            return Refusal(
                RefusalCode.VALUE_SIZE, f"A {name} has at most {RULE_LIMIT} characters; this has {len(text)}.", name
            )
    if not pair[0]:
        return Refusal(RefusalCode.VALUE_EMPTY, "A lesson needs a rule.", "rule")
    return _screened(pair, [text for text in pair if text], actor=actor, store=store, field="rule")


_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
METADATA_FIELDS = ("category", "subject", "predicate", "scope", "project", "source_ref")


def check_labels(labels: Mapping[str, str], *, actor: Actor) -> Refusal | None:
    """Screening of short texts that stand beside a memory: they reach prompts and pages as it does."""
    for name, text in labels.items():
        if text and screen(text, origin=origin_of(actor)).level != "clear":
            return Refusal(RefusalCode.INJECTION, f"'{name}' reads like an order to the agent.", name)
    return None


def check_metadata(fields: Mapping[str, str], *, actor: Actor, window: tuple[Any, Any]) -> Refusal | None:
    """Sizes and screening of the free metadata, and a window that runs forward."""
    for name in METADATA_FIELDS:
        text = fields.get(name, "")
        if len(text) > (200 if name == "project" else TEXT_FIELD_LIMIT):
            return Refusal(RefusalCode.METADATA, f"'{name}' is too long.", name)
    refusal = check_labels(fields, actor=actor)
    if refusal is not None:
        return refusal
    start, end = window
    if start is not None and end is not None and end <= start:
        return Refusal(RefusalCode.METADATA, "'valid_until' must be after 'valid_from'.", "valid_until")
    return None


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen: spaces, control and format characters only."""
    return all(unicodedata.category(character) in _UNSEEN for character in text)


def string_leaves(value: Any) -> Iterator[str]:
    """Every string in a JSON value, keys of objects included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from string_leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from string_leaves(item)


def _screened(value: Any, texts: Sequence[str], *, actor: Actor, store: Store, field: str) -> Checked:
    verdict = _worst([screen(text, origin=origin_of(actor)) for text in texts if text])
    if verdict is not None and verdict.level == "hostile":
        return Refusal(
            RefusalCode.INJECTION,
            f"The text reads like an order to the agent ({', '.join(verdict.reasons)}). Rephrase it as a statement.",
            field,
        )
    doubts = verdict.reasons if verdict is not None else ()
    spans = verdict.spans if verdict is not None else ()
    return without_secrets(value, doubts=doubts, spans=spans, store=store, field=field)


def _worst(verdicts: list[Verdict]) -> Verdict | None:
    for level in ("hostile", "suspicious"):
        for verdict in verdicts:
            if verdict.level == level:
                return verdict
    return None


def without_secrets(
    value: Any, *, doubts: tuple[str, ...], spans: tuple[tuple[int, int], ...], store: Store, field: str
) -> Checked:
    """Handle the credentials in a value as the store wishes: take them out, refuse it, or keep them and say so."""
    if isinstance(value, str):
        outcome = redact(value)
        rest, findings = outcome.text, outcome.findings
    else:
        rest, findings = redact_json(value)
    kinds = tuple(dict.fromkeys(finding.kind for finding in findings))
    if not kinds:
        return Passed(value, doubts=doubts, spans=spans)
    if store.secrets_policy == SecretsPolicy.REFUSE:
        return Refusal(
            RefusalCode.SECRET,
            f"The text holds a credential ({', '.join(kinds)}) and this store takes none. Store where it is kept "
            "instead of the value.",
            field,
        )
    if store.secrets_policy == SecretsPolicy.ALLOW:
        return Passed(value, doubts=doubts, spans=spans, kept_secrets=kinds)
    return Passed(rest, doubts=doubts, spans=spans, redacted=kinds)
