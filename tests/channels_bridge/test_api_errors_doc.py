"""docs/reference/api-errors.md lists every type of error with its status, and no others."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from channels_bridge.api.problems import STANDARD
from kirocrew.archive.errors import ArchiveError, WrongPassphrase
from kirocrew.base import problems
from skills.discovery.provider import RegistryFailed
from skills.learning.codes import CandidateHostile, CandidateInvalid, CandidateMissing, CandidateRefused
from skills.packages.diagnostics import PackageRefused

ROOT = Path(__file__).resolve().parents[2]
CLASSES = {
    name: kind for name, kind in vars(problems).items() if isinstance(kind, type) and issubclass(kind, problems.Problem)
}
OF_SKILLS = (CandidateHostile, CandidateInvalid, CandidateMissing, CandidateRefused, PackageRefused, RegistryFailed)
OF_ARCHIVES = (ArchiveError, WrongPassphrase)
CLASSES |= {kind.__name__: kind for kind in (*OF_SKILLS, *OF_ARCHIVES)}


def documented() -> dict[str, set[int]]:
    text = (ROOT / "docs/reference/api-errors.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (\d{3}(?:, \d{3})*) \|", text, re.MULTILINE)
    assert len(rows) == len({slug for slug, _ in rows}), "a type is listed twice"
    return {slug: {int(status) for status in statuses.split(", ")} for slug, statuses in rows}


def raised() -> Iterator[tuple[str, int, str]]:
    """Every `Invalid(..., type="slug")` and its like in the apps, with the status of its class."""
    for app in ("channels_bridge", "hooks", "memory", "skills", "kirocrew"):
        for file in (ROOT / app).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            constants = dict(_constants(tree))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and (kind := CLASSES.get(_name(node.func))):
                    for slug in _slugs(node, constants):
                        yield slug, kind.status, f"{file.relative_to(ROOT)}:{node.lineno}"


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Texts that a module gives a name, as `REFUSED_TYPE: Final = "write-refused"`."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and (text := _text(node.value, {})):
            yield node.target.id, text


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _text(value: ast.expr | None, constants: dict[str, str]) -> str | None:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    return constants.get(value.id) if isinstance(value, ast.Name) else None


def _slugs(call: ast.Call, constants: dict[str, str]) -> list[str]:
    values = (_text(keyword.value, constants) for keyword in call.keywords if keyword.arg == "type")
    return [value for value in values if value is not None]


def test_every_type_that_can_be_raised_is_documented_with_its_status() -> None:
    listed = documented()
    missing = [
        f"{slug} ({status}) at {place}" for slug, status, place in raised() if status not in listed.get(slug, ())
    ]
    assert not missing, f"not in docs/reference/api-errors.md, or with another status: {missing}"


def test_the_standard_types_are_documented_with_their_status() -> None:
    listed = documented()
    expected = {slug: {status} for slug, (status, _, _) in STANDARD.items()}
    expected |= {kind.default_type: {kind.status} for kind in CLASSES.values()}
    assert {slug: listed.get(slug) for slug in expected} == expected


def test_nothing_is_documented_that_cannot_happen() -> None:
    possible = {slug for slug, _, _ in raised()} | set(STANDARD) | {kind.default_type for kind in CLASSES.values()}
    assert documented().keys() <= possible


def test_types_are_words_with_hyphens() -> None:
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug, _, _ in raised())
