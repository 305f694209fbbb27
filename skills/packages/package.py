"""A package: SKILL.md and its files, read as one."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kirocrew.base.analysis import content_words
from skills.packages.diagnostics import Diagnostic, Level, PackageRefused, Verdict, verdict_of
from skills.packages.fields import Fields, negative_of
from skills.packages.frontmatter import Frontmatter, frontmatter_read
from skills.packages.globs import too_many_globs
from skills.packages.limits import DEFAULT_LIMITS, MAX_SKILL_FILE, SKILL_FILE, Limits
from skills.packages.naming import FALLBACK_SLUG, name_problem, reads_as_other, slug_of
from skills.packages.paths import safe_path

MAX_DESCRIPTION: Final = 1_024
"""Characters of a description in the Agent Skills specification; a longer one is kept, with a warning."""
MAX_COMPATIBILITY: Final = 500
FINDABLE_WORDS: Final = 3
"""Words that say something, which a description must have for a skill without triggers to be found by it."""
SPEC_FIELDS: Final = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
"""The six fields of the Agent Skills specification; every other key is only understood here."""
_ANGLE: Final = re.compile(r"<[/!?A-Za-z]")
_HIDDEN: Final = re.compile("[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\U000e0000-\U000e007f]")
_CONTROLS: Final = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Package:
    """What a package says of itself.

    `body` is SKILL.md without its frontmatter, `content_hash` the sha256 in hex over all paths and bytes. A package
    with the verdict REJECT is readable, but not offered: its diagnostics say why. `model_may_call` and `user_may_call`
    are Claude Code's `disable-model-invocation` and `user-invocable`.
    """

    slug: str
    name: str
    description: str
    when_to_use: str
    triggers: list[str]
    negative_triggers: list[str]
    tags: list[str]
    always: bool
    inject_on_trigger: bool
    repo_scope: str
    allowed_tools: list[str]
    model_may_call: bool
    user_may_call: bool
    frontmatter: dict[str, Any]
    body: str
    content_hash: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    verdict: Verdict = Verdict.ACCEPT

    @property
    def matching_text(self) -> str:
        """What the skill is found by: its description and when to use it."""
        return f"{self.description}\n{self.when_to_use}".strip()

    def require_accepted(self) -> None:
        """Raise PackageRefused with the code of the first error, if there is one."""
        for one in self.diagnostics:
            if one.level is Level.ERROR:
                raise PackageRefused(one.code, one.message, path=SKILL_FILE)


def package_read(files: Mapping[str, bytes], *, folder: str, limits: Limits = DEFAULT_LIMITS) -> Package:
    """Read a package out of its files, paths relative to its folder.

    `folder` is the name of that folder; with "" the slug comes from the name. Raises PackageRefused when the files
    cannot be a package: no SKILL.md, one that is no UTF-8 text, a path that leads out, too much of something.
    """
    _require_sound(files, limits)
    path = skill_file_of(files)
    text = skill_text(files[path])
    frontmatter = frontmatter_read(text)
    found = list(frontmatter.diagnostics)
    if path != SKILL_FILE:
        found.append(Diagnostic("file_name_case", Level.WARNING, f"The file should be named {SKILL_FILE}.", 0))
    return _package(frontmatter, folder, content_hash(files), found)


def package_sound(files: Mapping[str, bytes], *, limits: Limits = DEFAULT_LIMITS) -> None:
    """Hold the sizes and paths of a package against the limits before any of it is looked into. Raises PackageRefused.

    Takes hardly any time, whatever is in the files.
    """
    _require_sound(files, limits)
    skill_text(files[skill_file_of(files)])


def content_hash(files: Mapping[str, bytes]) -> str:
    """Return the sha256 in hex over all paths and bytes; the order in which they are given does not matter."""
    digest = hashlib.sha256()
    for path, content in sorted((path.encode(), content) for path, content in files.items()):
        digest.update(len(path).to_bytes(8, "big") + path + len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.hexdigest()


def skill_file_of(files: Mapping[str, bytes]) -> str:
    """The path of SKILL.md; `skill.md` is also taken. Raises PackageRefused where there is none, or two."""
    named = [path for path in files if path.lower() == SKILL_FILE.lower()]
    if not named:
        raise PackageRefused("skill_file_missing", f"There is no {SKILL_FILE}.")
    if len(named) > 1:
        raise PackageRefused("case_clash", f"There are two files named {SKILL_FILE} but for their letters' case.")
    return named[0]


def skill_text(content: bytes) -> str:
    """Decode SKILL.md. Raises PackageRefused when it is too large or no UTF-8 text."""
    if len(content) > MAX_SKILL_FILE:
        message = f"{SKILL_FILE} has {len(content):,} bytes; at most {MAX_SKILL_FILE:,} are taken."
        raise PackageRefused("skill_file_too_large", message, path=SKILL_FILE)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PackageRefused("not_utf8", f"{SKILL_FILE} is UTF-16; save it as UTF-8.", path=SKILL_FILE)
    if b"\x00" in content:
        raise PackageRefused("nul_bytes", f"{SKILL_FILE} has NUL bytes; it is no text.", path=SKILL_FILE)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{SKILL_FILE} is not UTF-8 (line {line}); save it as UTF-8."
        raise PackageRefused("not_utf8", message, path=SKILL_FILE) from error


def _require_sound(files: Mapping[str, bytes], limits: Limits) -> None:
    if len(files) > limits.files:
        raise PackageRefused("too_many_files", f"There are {len(files):,} files; at most {limits.files:,} are taken.")
    if sum(len(content) for content in files.values()) > limits.total_bytes:
        raise PackageRefused("package_too_large", f"The files have more than {limits.total_bytes:,} bytes.")
    seen: dict[str, str] = {}
    for path, content in files.items():
        if safe_path(path) != path:
            raise PackageRefused("path_name", f"A path is not written as it is kept: {path[:80]}", path=path[:80])
        if len(content) > limits.file_bytes:
            raise PackageRefused("file_too_large", f"{path} has more than {limits.file_bytes:,} bytes.", path=path)
        other = seen.setdefault(path.casefold(), path)
        if other != path:
            raise PackageRefused("case_clash", f"{other} and {path} are one file on many systems.", path=path)


def _package(frontmatter: Frontmatter, folder: str, digest: str, found: list[Diagnostic]) -> Package:
    fields = Fields(frontmatter)
    name = _name(fields, folder, found)
    description = _description(fields, found)
    triggers, negative = negative_of(fields.phrases("triggers"))
    negative += [phrase for phrase in fields.phrases("negative_triggers") if phrase not in negative]
    values = Package(
        slug=slug_of(folder) or slug_of(name) or FALLBACK_SLUG,
        name=name,
        description=description,
        when_to_use=fields.text("when_to_use"),
        triggers=triggers,
        negative_triggers=negative,
        tags=fields.phrases("tags"),
        always=fields.truth("always", default=False),
        inject_on_trigger=_injects(frontmatter),
        repo_scope=fields.text("repo_scope", 200)[:200],
        allowed_tools=fields.tools("allowed-tools"),
        model_may_call=not fields.truth("disable-model-invocation", default=False),
        user_may_call=fields.truth("user-invocable", default=True),
        frontmatter=frontmatter.fields,
        body=frontmatter.body.lstrip("\r\n"),
        content_hash=digest,
        diagnostics=found,
    )
    _check_rest(fields, frontmatter)
    _check_findable(values, found)
    found += fields.found
    return replace(values, verdict=verdict_of(found))


def _name(fields: Fields, folder: str, found: list[Diagnostic]) -> str:
    """The name, or the folder's where there is none or none that can be kept."""
    source = fields.source
    line = source.lines.get("name", 0)
    value = source.fields.get("name")
    fallback = folder or FALLBACK_SLUG
    if value is None or value == "" or (isinstance(value, str) and not value.strip()):
        if not any(one.level is Level.ERROR for one in found):
            found.append(Diagnostic("name_missing", Level.WARNING, f"There is no name; it is called {fallback}.", line))
        return fallback
    plain = source.plain.get("name")
    if not isinstance(value, str) or (plain is not None and reads_as_other(plain)):
        found.append(Diagnostic("name_not_text", Level.ERROR, "The name must be text; put it in quotes.", line))
        return fallback
    name = " ".join(value.split(" ")).strip()
    problem = name_problem(name, line)
    if problem:
        found.append(problem)
        if problem.level is Level.ERROR:
            return fallback
    if folder and slug_of(name) != slug_of(folder):
        message = f"The name and the folder ({folder[:80]}) are not the same."
        found.append(Diagnostic("name_differs_from_folder", Level.NOTE, message, line))
    return name


def _description(fields: Fields, found: list[Diagnostic]) -> str:
    source = fields.source
    line = source.lines.get("description", 0)
    value = source.fields.get("description")
    if source.span is None or not source.fields:
        if source.span is not None and not any(one.level is Level.ERROR for one in found):
            found.append(Diagnostic("description_missing", Level.ERROR, "There is no description.", line))
        return ""
    plain = source.plain.get("description")
    if (value is not None and not isinstance(value, str)) or (plain and value is not None and reads_as_other(plain)):
        found.append(Diagnostic("description_not_text", Level.ERROR, "The description must be text.", line))
        return ""
    text = (value or "").strip()
    if not text:
        when = source.fields.get("when_to_use")
        if isinstance(when, str) and when.strip():
            message = "There is no description; `when_to_use` stands for it."
            found.append(Diagnostic("description_from_use", Level.WARNING, message, line))
            return when.strip()
        found.append(Diagnostic("description_missing", Level.ERROR, "There is no description.", line))
        return ""
    _check_description(text, line, found)
    return text


def _check_findable(package: Package, found: list[Diagnostic]) -> None:
    if package.triggers or package.always or not package.description:
        return
    if len(content_words(package.matching_text)) < FINDABLE_WORDS:
        message = (
            "It has no triggers and its description says little, so hardly a message brings it. Say when it helps."
        )
        found.append(Diagnostic("hard_to_find", Level.NOTE, message, 0))


def _check_description(text: str, line: int, found: list[Diagnostic]) -> None:
    if len(text) > MAX_DESCRIPTION:
        message = f"The description has more than {MAX_DESCRIPTION:,} characters."
        found.append(Diagnostic("description_too_long", Level.WARNING, message, line))
    if _ANGLE.search(text):
        message = "The description has angle brackets, which may look like tags of a prompt."
        found.append(Diagnostic("description_tags", Level.WARNING, message, line))
    if _HIDDEN.search(text):
        message = "The description has characters that are not seen or change the direction of writing."
        found.append(Diagnostic("hidden_characters", Level.WARNING, message, line))


def _injects(frontmatter: Frontmatter) -> bool:
    """Only the word false makes a pointer of the body; anything else and nothing mean that it is injected."""
    value = frontmatter.fields.get("inject_on_trigger")
    return not (value is False or (isinstance(value, str) and value.strip().lower() == "false"))


def _check_rest(fields: Fields, frontmatter: Frontmatter) -> None:
    for key in ("license", "version", "argument-hint"):
        fields.text(key)
    fields.text("compatibility", MAX_COMPATIBILITY)
    fields.mapping("metadata")
    fields.tools("disallowed-tools")
    if too_many_globs(frontmatter.fields.get("paths")):
        fields.warn(
            "paths_refused", "paths", "`paths` stands for too many patterns, or has brackets that do not close."
        )
    if frontmatter.span is not None and not frontmatter.body.strip():
        fields.warn("body_empty", "", "There is nothing below the frontmatter.")
    if _CONTROLS.search(frontmatter.body):
        fields.warn("control_characters", "", "The text has control characters.")
