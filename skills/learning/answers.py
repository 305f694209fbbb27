"""What is taken of a model's answer. Whatever can't be used raises ValueError, whose message the model is shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from kirocrew.base.text import clean, cut, one_line
from skills.learning.limits import (
    DESCRIPTION,
    PROCEDURE,
    SCRIPT_BYTES,
    SCRIPT_PATH,
    SCRIPTS,
    SECTIONS,
    SLUG,
    TRIGGER,
    TRIGGERS_LEAST,
    TRIGGERS_MOST,
)
from skills.learning.texts import Written, missing_sections

_NO_SLUG: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Detected:
    """What a model proposes: a new skill, or a better version of the one under `refines`; or nothing."""

    written: Written | None
    refines: str = ""


NOTHING: Final = Detected(None)


def detect_schema(*, may_refine: bool) -> dict[str, Any]:
    """The JSON schema of an answer about a conversation."""
    new = _object({"slug": _text(64), **_parts()})
    refined = _object({"key": _text(200), **_parts()})
    null = {"type": "null"}
    return _object(
        {"new_skill": {"anyOf": [null, new]}, "refined_skill": {"anyOf": [null, refined]} if may_refine else null}
    )


JUDGE_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 260}},
    "required": ["answer"],
}
MERGE_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "description": {"type": "string", "maxLength": DESCRIPTION},
        "procedure": {"type": "string", "maxLength": PROCEDURE},
    },
    "required": ["description", "procedure"],
}


def detect_read(answer: Any, *, may_refine: bool) -> Detected:
    """The proposal of an answer; a refinement is looked at only where the owner allows it and nothing new is there."""
    if not isinstance(answer, Mapping) or not {"new_skill", "refined_skill"} & answer.keys():
        raise ValueError('it must be an object of "new_skill" and "refined_skill", either of them null')
    if (new := answer.get("new_skill")) is not None:
        entry = _entry(new, "new_skill")
        return Detected(written_read(entry, slug=slug_read(entry.get("slug"))))
    if may_refine and (refined := answer.get("refined_skill")) is not None:
        entry = _entry(refined, "refined_skill")
        key = one_line(str(entry.get("key", ""))).strip()
        return Detected(written_read(entry, slug=slug_read(key.rpartition("/")[2])), refines=key)
    return NOTHING


def written_read(entry: Mapping[str, Any], *, slug: str) -> Written:
    """A skill in parts, within all limits of one answer."""
    procedure = clean(_string(entry, "procedure")).strip()
    if not procedure or len(procedure) > PROCEDURE:
        raise ValueError(f'"procedure" must have 1 to {PROCEDURE:,} characters, this has {len(procedure):,}')
    if missing := missing_sections(procedure, SECTIONS):
        raise ValueError(f'"procedure" lacks the headings {", ".join(missing)}')
    description = " ".join(clean(_string(entry, "description")).split())
    if not description:
        raise ValueError('"description" must say what it does and when to use it')
    triggers = triggers_read(entry.get("triggers"))
    if len(triggers) < TRIGGERS_LEAST:
        raise ValueError(f'"triggers" must be {TRIGGERS_LEAST} to {TRIGGERS_MOST} different phrases')
    return Written(slug, cut(description, DESCRIPTION), triggers, procedure, _scripts(entry.get("scripts")))


def merged_read(answer: Any, written: Written) -> Written:
    """The parts a merge answered, in place of those of `written`."""
    if not isinstance(answer, Mapping):
        raise ValueError('it must be an object of "description" and "procedure"')
    parts = {"triggers": list(written.triggers), "scripts": []}
    merged = written_read({**answer, **parts}, slug=written.slug)
    return replace(written, description=merged.description, procedure=merged.procedure)


def judge_read(answer: Any) -> str:
    """The word of a judge, also where it comes without an object around it."""
    word = answer.get("answer") if isinstance(answer, Mapping) else answer
    if not isinstance(word, str):
        raise ValueError('it must be an object with a text "answer"')
    return word


def slug_read(value: Any) -> str:
    """A slug, put right where that is all it needs: case, spaces, underscores. Raises ValueError."""
    slug = _NO_SLUG.sub("-", str(value or "").casefold()).strip("-")[:64].rstrip("-")
    if not SLUG.fullmatch(slug):
        raise ValueError('"slug" must be 3 to 64 small letters, digits and single hyphens')
    return slug


def triggers_read(value: Any) -> tuple[str, ...]:
    """Phrases, each once whatever its case, the first 8 of them."""
    texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    phrases = {
        phrase.casefold(): phrase
        for text in reversed(texts)
        if (phrase := cut(" ".join(clean(text).replace(",", " ").split()).lstrip("!"), TRIGGER))
    }
    return tuple(list(phrases.values())[::-1][:TRIGGERS_MOST])


def _scripts(value: Any) -> dict[str, str]:
    if not value:
        return {}
    if not isinstance(value, list) or len(value) > SCRIPTS:
        raise ValueError(f'"scripts" must be a list of at most {SCRIPTS}')
    scripts = {}
    for item in value:
        entry = _entry(item, "scripts")
        path, source = _string(entry, "path"), clean(_string(entry, "source"))
        if not SCRIPT_PATH.fullmatch(path):
            raise ValueError('a script\'s "path" must be like "scripts/name.py"')
        if not source.strip() or len(source.encode()) > SCRIPT_BYTES:
            raise ValueError(f"a script must have 1 to {SCRIPT_BYTES:,} bytes")
        scripts[path] = source
    return scripts


def _entry(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f'"{name}" must be an object or null')
    return value


def _string(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str):
        raise ValueError(f'"{name}" must be a text')
    return value


def _parts() -> dict[str, Any]:
    script = _object({"path": _text(80), "source": _text(SCRIPT_BYTES)})
    return {
        "description": _text(DESCRIPTION),
        "triggers": {
            "type": "array",
            "items": _text(TRIGGER),
            "minItems": TRIGGERS_LEAST,
            "maxItems": TRIGGERS_MOST,
        },
        "procedure": _text(PROCEDURE),
        "scripts": {"type": "array", "items": script, "maxItems": SCRIPTS},
    }


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
