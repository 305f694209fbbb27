"""Matchers, ends of hooks and hook files held against published ones."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from hooks.scripts.foreign.documents import hooks_read, system_of
from hooks.scripts.foreign.entries import BadHookFile, Entry
from hooks.scripts.matchers import BadMatcher, matcher_test
from hooks.scripts.outcomes import Failure, Ran, UnknownEvent, outcome_of
from hooks.scripts.systems import System, event_named

_CUT: Final = 160
"""Published rows keep this many characters of a command."""
_LEFT_OUT: Final = "(omitted: licence)"
_CHOICE: Final = "on_timeout="


@dataclass(slots=True)
class Tally:
    """How many rows passed, by system, and the others with what was different."""

    passed: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def as_dict(self) -> dict[str, Any]:
        systems = {name: {"passed": self.passed[name], "total": count} for name, count in sorted(self.total.items())}
        failures = [{"id": name, "difference": what} for name, what in self.failures]
        return {"systems": systems, "kinds": dict(self.kinds), "failures": failures}


def _tally(rows: Iterable[dict[str, Any]], check: Callable[[dict[str, Any]], tuple[str, str]]) -> Tally:
    """`check` returns the kind of row and what is different, empty for nothing."""
    found = Tally()
    for row in rows:
        system = system_named(row["system"]).value
        kind, different = check(row)
        found.total[system] += 1
        found.kinds[kind] += 1
        if different:
            found.failures.append((str(row.get("id", "")), different))
        else:
            found.passed[system] += 1
    return found


def system_named(text: str) -> System:
    """The system a row names, such as `claude-code/SessionStart` or `kiro-ide (.kiro.hook file)`."""
    return System(text.split("/")[0].split(" (")[0])


def measure_matchers(rows: Iterable[dict[str, Any]]) -> Tally:
    """Rows with `system`, `matcher`, `valid`, `matches` and `not_matches`."""
    return _tally(rows, _matcher_row)


def _matcher_row(row: dict[str, Any]) -> tuple[str, str]:
    _, _, event = row["system"].partition("/")
    try:
        test = matcher_test(system_named(row["system"]), row["matcher"], event=event or "PreToolUse")
    except BadMatcher as error:
        return "unreadable", "" if not row["valid"] else f"it should be readable: {error}"
    if not row["valid"]:
        return "unreadable", "it should not be readable"
    missed = [name for name in row["matches"] if not test(name)]
    extra = [name for name in row["not_matches"] if test(name)]
    return "readable", "" if not missed and not extra else f"misses {missed}, means {extra} too"


def measure_outcomes(rows: Iterable[dict[str, Any]]) -> Tally:
    """Rows with `system`, `event`, `exit_code` (or a failure's name), `stdout`, `stderr` and `expect`."""
    return _tally(rows, _outcome_row)


def _outcome_row(row: dict[str, Any]) -> tuple[str, str]:
    code = row["exit_code"]
    ran = Ran(code, row["stdout"], row["stderr"])
    if isinstance(code, str):
        ran = Ran(None, row["stdout"], row["stderr"], Failure(code))
    system, event, different = system_named(row["system"]), row["event"], []
    for name, wanted in row["expect"].items():
        if name == "note":
            continue
        if name.startswith(_CHOICE):
            got = outcome_of(system, event, ran, on_timeout=name.removeprefix(_CHOICE)).as_dict()["tool"]
        else:
            got = outcome_of(system, event, ran).as_dict().get(name)
        if got != wanted:
            different.append(f"{name} is {got!r}, not {wanted!r}")
    return event, "; ".join(different)


def measure_files(rows: Iterable[dict[str, Any]]) -> Tally:
    """Rows with `system`, `raw` (the file), `entries` it holds, or `event_payload` that such a hook is given."""
    listed = list(rows)
    found = _tally(listed, _file_row)
    for row in listed:
        if isinstance(row["raw"], dict):
            found.kinds["system told rightly" if _is_told(row) else "system taken for another"] += 1
    return found


def _is_told(row: dict[str, Any]) -> bool:
    """Whether path and shape say whose file it is. Some are alike to the letter; then a person has to say."""
    try:
        return system_of(row["raw"], name=row.get("path", "")) is system_named(row["system"])
    except BadHookFile:
        return False


def _file_row(row: dict[str, Any]) -> tuple[str, str]:
    if payload := row.get("event_payload"):
        known = event_named(str(payload.get("hook_event_name")))
        return "payload", "" if known and known.fires else "its event does not fire"
    if row["raw"] is None:
        return "entries only", _entries_only(row)
    return "file", _compare(row)


def _entries_only(row: dict[str, Any]) -> str:
    """Where the file may not be passed on: are its events known and its matchers readable?"""
    for entry in row["entries"]:
        if event_named(entry["event"]) is None:
            return f"no event is called {entry['event']}"
        try:
            matcher_test(system_named(row["system"]), entry["matcher"], event=entry["event"])
        except (BadMatcher, UnknownEvent) as error:
            return str(error)
    return ""


def _compare(row: dict[str, Any]) -> str:
    system = system_named(row["system"])
    try:
        found = hooks_read(row["raw"], system)
    except BadHookFile as error:
        return str(error)
    if len(found.entries) != len(row["entries"]):
        return f"{len(found.entries)} entries, not {len(row['entries'])}"
    for got, wanted in zip(found.entries, row["entries"], strict=True):
        if different := _differences(got, wanted):
            return f"{got.where}: {different}"
    return ""


def _differences(got: Entry, wanted: dict[str, Any]) -> str:
    matcher = wanted["matcher"]
    pairs: list[tuple[str, object, object]] = [
        ("event", got.event, wanted["event"]),
        ("matcher", got.matcher, "|".join(matcher) if isinstance(matcher, list) else matcher),
        ("type", got.type, wanted["type"]),
        ("timeout", got.timeout, wanted["timeout"]),
        ("if", bool(got.condition), wanted.get("has_if", False)),
        ("enabled", got.enabled, wanted.get("enabled", True)),
    ]
    different = [f"{name} is {mine!r}, not {theirs!r}" for name, mine, theirs in pairs if mine != theirs]
    if not _is_beginning(wanted["command"], got.text):
        different.append(f"text is {got.text[:60]!r}, not {wanted['command'][:60]!r}")
    return "; ".join(different)


def _is_beginning(wanted: str, text: str) -> bool:
    if wanted == _LEFT_OUT:
        return True
    plain = " ".join(text.split())
    kept = " ".join(wanted.split())
    return kept in (plain, text) or (len(wanted) >= _CUT and plain.startswith(kept.removesuffix("...").rstrip()))
