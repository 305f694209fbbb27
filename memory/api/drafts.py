"""From checked payloads to drafts."""

from typing import Any

from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, Source
from memory.services.recorded_turns import Evidence, TurnRef

_METADATA = (
    "category",
    "subject",
    "predicate",
    "scope",
    "project",
    "valid_from",
    "valid_until",
    "observed_at",
    "source_ref",
)
_EPISODE = ("importance", "conversation", "session", "position", "speaker")


def fact_draft(values: dict[str, Any], *, expected_revision: int | None = None) -> FactDraft:
    """A fact to write, at the revision the caller saw, if they said which."""
    return FactDraft(
        key=values["key"],
        value=values["value"],
        confidence=values["confidence"],
        expected_revision=expected_revision,
        effect=values.get("effect", ""),
        # An end given as null is taken off; one that is not named stays.
        replaces_window="valid_until" in values and values["valid_until"] is None,
        evidence=_evidence(values.get("evidence")),
        **_metadata(values),
    )


# Names of workspaces that mean none in particular.
UNSCOPED = frozenset({"", "default", "global", "main", "none", "null"})


def lesson_draft(values: dict[str, Any]) -> LessonDraft:
    """A lesson to write. The reference system's `scope` and `workspace` say what `project` does here."""
    workspace = values.get("workspace") or ""
    if workspace.lower() not in UNSCOPED and not values.get("project"):
        values = values | {"project": workspace}
    if values.get("scope") in ("global", "workspace"):
        values = {name: value for name, value in values.items() if name != "scope"}
    return LessonDraft(
        rule=values["rule"],
        negative=values.get("negative") or "",
        repo_scope=values.get("repo_scope") or "",
        applies=values.get("applies") or "",
        taught_in=_turn(values["taught_in"]) if values.get("taught_in") else None,
        **_metadata(values),
    )


def episode_draft(values: dict[str, Any]) -> EpisodeDraft:
    """An episode to write."""
    given = {
        name: values[name]
        for name in ("importance", "conversation", "session", "position", "speaker")
        if name in values
    }
    return EpisodeDraft(text=values["text"], tags=tuple(values.get("tags", ())), **given, **_metadata(values))


def _evidence(given: dict[str, Any] | None) -> Evidence | None:
    return Evidence(_turn(given), given.get("revision")) if given else None


def _turn(given: dict[str, Any]) -> TurnRef:
    return TurnRef(given["conversation"], given["position"])


def _metadata(values: dict[str, Any]) -> dict[str, Any]:
    given = {name: values[name] for name in _METADATA if values.get(name) is not None}
    if values.get("derived_from"):
        given["derived_from"] = tuple(map(_source, values["derived_from"]))
    return given


def _source(given: dict[str, Any]) -> Source:
    """A source as the API names it: a record, or a turn."""
    turn = given.get("turn")
    return Source(kind=given["kind"], record=given.get("record"), turn=_turn(turn) if turn else None)
