"""The scan of a package's text files for what would do harm. Nothing is run, nothing is opened."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from hooks.services.commands import command_dangers
from skills.packages.diagnostics import Finding
from skills.packages.guard_rules import (
    ANYONES_HOST,
    BARE_HOST,
    CODE_FILES,
    CODE_SHAPES,
    FETCH_URL,
    HOLDS_COMMAND,
    LOCKED,
    NEGATED,
    PACKED_LINK,
    REFUSING,
    SECRETS,
    SENDS,
    SHELL_FILES,
    SHELLS,
    TEXT_SHAPES,
    WARNING,
    WORTH_PARSING,
    Shape,
)
from skills.packages.markdown import Piece, pieces_of

MAX_FINDINGS: Final = 100
MAX_LINE: Final = 4_000
"""Characters of a line that are looked at in one piece; a longer one is looked at in pieces that overlap."""
MAX_COMMANDS: Final = 1_000
"""Commands of one package that are taken apart; a package with more is refused, as nobody can read it either."""
MAX_FILE: Final = 1024 * 1024
"""Bytes of one text file that are looked at. More of data is shown, more of instructions is refused."""
MAX_TEXT: Final = 4 * 1024 * 1024
"""Bytes of text of one package; a package with more is refused."""
_OVERLAP: Final = 400
_SHOWN: Final = 80
_CRON: Final = re.compile(r"^\s*(?:[\d*/,-]+\s+){5}")
_COMMENT: Final = re.compile(r"(?:^|\s)(?:#|//|--|\*)(?:\s|$)")
_KEY: Final = re.compile(r"\s*(?:- )?[\w.-]{1,60}\s*[:=]\s+")
_STRING: Final = re.compile(r"([\"'`])((?:\\.|(?!\1).){8,2000})\1")
MARKDOWN_FILES: Final = (".md", ".mdx", ".markdown", ".txt", ".rst", "readme")
_INSTRUCTING: Final = (".md", ".mdx", ".markdown", *SHELL_FILES, *CODE_FILES)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_DOWNLOAD: Final = "shape.download-run"


def guard_scan(files: Mapping[str, bytes]) -> list[Finding]:
    """Look through every text file of a package.

    A finding that refuses is an instruction that can be carried out: a command in a code block or a script. What only
    talks of danger, in prose or as an example of what not to do, is a finding that does not. Returns at most
    MAX_FINDINGS, those that refuse first, then by path and line.
    """
    budget = _Budget()
    found: set[Finding] = set()
    for path in sorted(files):
        found |= set(_file_findings(path, files[path], budget))
        if budget.is_spent:
            found.add(
                Finding(
                    path, 0, "too_much_to_scan", "There is more text, or there are more commands, than can be read."
                )
            )
            break
    return sorted(found, key=lambda one: (not one.refuses, one.path, one.line, one.code))[:MAX_FINDINGS]


class _Budget:
    """How many commands may still be taken apart, and how many bytes of text be looked at."""

    def __init__(self) -> None:
        self.commands, self.text = MAX_COMMANDS, MAX_TEXT

    def take(self) -> bool:
        self.commands -= 1
        return self.commands >= 0

    @property
    def is_spent(self) -> bool:
        return self.commands < 0 or self.text < 0


def is_prose(path: str) -> bool:
    """Whether a file's name says that people, and agents, read it."""
    name = path.rsplit("/", 1)[-1].lower()
    return name.endswith(MARKDOWN_FILES) or "." not in name.lstrip(".")


def is_code(path: str) -> bool:
    """Whether a file's name says that it is run."""
    return path.lower().endswith((*SHELL_FILES, *CODE_FILES))


def is_text(path: str, content: bytes) -> bool:
    """Whether a file is looked through: all but binary ones. What is named or begins as text is text, NUL or not: a
    shell skips NULs, and an agent reads around them.
    """
    if path.lower().endswith((*_INSTRUCTING, *MARKDOWN_FILES)) or content.startswith((*_UTF16, b"#!")):
        return True
    return b"\x00" not in content[:8_000]


def text_loosely(content: bytes) -> str:
    """The text of a file as whoever reads it may see it: UTF-8 or UTF-16, what is neither replaced, without NULs."""
    coding = "utf-16" if content.startswith(_UTF16) else "utf-8"
    return content.decode(coding, errors="replace").replace("\0", "")


def _file_findings(path: str, content: bytes, budget: _Budget) -> Iterator[Finding]:
    if not is_text(path, content):
        return
    if len(content) > MAX_FILE:
        message = f"Only the first {MAX_FILE:,} bytes were looked at."
        yield Finding(path, 0, "file_not_read", message, refuses=path.lower().endswith(_INSTRUCTING))
        content = content[:MAX_FILE]
    budget.text -= len(content)
    text = text_loosely(content)
    for finding in _by_line(path, text, TEXT_SHAPES):
        if finding.code != LOCKED or PACKED_LINK.search(text):
            yield finding
    for piece in _pieces(path, text):
        yield from _piece_findings(path, piece, budget)


def _pieces(path: str, text: str) -> Iterator[Piece]:
    """The parts of a file that are commands, code or prose."""
    name = path.lower()
    if name.endswith((*SHELL_FILES, "makefile", "dockerfile", "justfile")) or text.startswith(
        ("#!/bin/", "#!/usr/bin/env bash", "#!/usr/bin/env sh")
    ):
        yield Piece(1, text, "shell")
    elif not name.endswith(MARKDOWN_FILES):
        yield Piece(1, text, "code")
    else:
        yield from pieces_of(text, SHELLS)


def _piece_findings(path: str, piece: Piece, budget: _Budget) -> Iterator[Finding]:
    if piece.kind != "prose":
        for finding in _by_line(path, piece.text, CODE_SHAPES, piece.line):
            yield _weakened(finding) if piece.negated or piece.kind == "inline" else finding
    if piece.kind in ("shell", "inline"):
        yield from _commands(path, piece, budget)
    if piece.kind in ("shell", "code"):
        yield from _quoted_commands(path, piece, budget)
        yield from _sent_secrets(path, piece)


def _quoted_commands(path: str, piece: Piece, budget: _Budget) -> Iterator[Finding]:
    """Commands that stand in texts of code, of settings, or of other commands."""
    for number, line in enumerate(piece.text.splitlines()):
        if not HOLDS_COMMAND.search(line[:MAX_LINE]):
            continue
        negated = piece.negated or bool(NEGATED.search(line))
        for start, text in _texts(line[:MAX_LINE], piece):
            if HOLDS_COMMAND.search(text) and budget.take():
                for danger in command_dangers(_CRON.sub("", text.replace('\\"', '"'))):
                    if danger.id in REFUSING or danger.id == _DOWNLOAD:
                        weak = negated or _COMMENT.search(line[:start]) is not None
                        yield _command_finding(path, piece.line + number, danger.id, text, danger.title, weak)


def _texts(line: str, piece: Piece) -> Iterator[tuple[int, str]]:
    """What stands in quotes in a line, and, in settings and code, behind a key, with where it begins."""
    yield from ((found.start(), found[2]) for found in _STRING.finditer(line))
    if piece.kind == "code" and (key := _KEY.match(line)) is not None:
        yield key.end(), line[key.end() :].strip("\"',` ")


def _sent_secrets(path: str, piece: Piece) -> Iterator[Finding]:
    """Credentials and something that sends: in one command, or anywhere in one script."""
    for number, part in _logical_lines(piece) if piece.kind == "shell" else [(0, piece.text)]:
        if (secret := SECRETS.search(part)) is not None and SENDS.search(part):
            line = piece.line + number + (part.count("\n", 0, secret.start()) if piece.kind == "code" else 0)
            message = f"{_shown(secret[0])}: read where something is sent to the network"
            yield Finding(path, line, "sends_secrets", message, not piece.negated)


def _by_line(path: str, text: str, shapes: tuple[Shape, ...], first: int = 1) -> Iterator[Finding]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for start in range(0, max(len(line), 1), MAX_LINE - _OVERLAP):
            part = line[start : start + MAX_LINE]
            lowered = part.lower()
            for shape in shapes:
                if shape.words and not any(word in lowered for word in shape.words):
                    continue
                if (found := shape.pattern.search(part)) is not None:
                    around = " ".join(lines[max(0, number - 1) : number + 1])[-600:]
                    refuses = shape.refuses and not (shape.code != "hidden_text" and NEGATED.search(around))
                    yield Finding(path, first + number, shape.code, f"{_shown(found[0])}: {shape.message}", refuses)


def _commands(path: str, piece: Piece, budget: _Budget) -> Iterator[Finding]:
    """Commands one by one, then the whole piece for what only several of them do together."""
    seen = set()
    lines = _logical_lines(piece)
    for number, command in lines:
        if not WORTH_PARSING.search(unicodedata.normalize("NFKC", command)) or not budget.take():
            continue
        weak = (piece.kind == "inline" and not piece.told) or piece.negated or _is_negated(piece, number)
        for danger in command_dangers(command[:MAX_LINE]):
            seen.add(danger.id)
            if danger.id in REFUSING or danger.id in WARNING:
                yield _command_finding(path, piece.line + number, danger.id, command, danger.title, weak)
    whole = "\n".join(command for _, command in lines)
    if len(lines) > 1 and len(whole) <= MAX_LINE * 2 and WORTH_PARSING.search(whole) and budget.take():
        for danger in command_dangers(whole):
            if danger.id in REFUSING and danger.id not in seen:
                yield _command_finding(path, piece.line, danger.id, whole, danger.title, piece.negated)


def _command_finding(path: str, line: int, danger: str, command: str, title: str, weak: bool) -> Finding:
    code = danger.partition(".")[2].replace("-", "_")
    refuses = danger in REFUSING or (danger == _DOWNLOAD and _from_anywhere(command))
    return Finding(path, line, code, f"{_shown(command)}: {title}", refuses and not weak)


def _from_anywhere(command: str) -> bool:
    """Whether what is fetched and run comes without encryption, from a bare address, or from anybody's host."""
    for scheme, host in FETCH_URL.findall(command):
        if scheme.lower() != "https" or BARE_HOST.fullmatch(host) or ANYONES_HOST.fullmatch(host):
            return True
    return not FETCH_URL.search(command)


def _logical_lines(piece: Piece) -> list[tuple[int, str]]:
    """Commands with their line in the piece; a backslash at the end of a line joins the next, prompts are taken off."""
    found: list[tuple[int, str]] = []
    parts: list[str] = []
    start = 0
    for number, line in enumerate(piece.text.splitlines()):
        if not parts:
            start = number
        parts.append(line.rstrip("\\").strip() if line.endswith("\\") else line.strip())
        if not line.endswith("\\"):
            found.append((start, " ".join(parts)))
            parts = []
    if parts:
        found.append((start, " ".join(parts)))
    return [(number, _without_prompt(command)) for number, command in found if command and not command.startswith("#")]


def _without_prompt(command: str) -> str:
    return command.removeprefix("$ ").removeprefix("> ").removeprefix("PS> ").removeprefix("% ").strip()


def _is_negated(piece: Piece, number: int) -> bool:
    """Whether the comment above a command, or behind it, says that it is not to be run."""
    lines = piece.text.splitlines()
    above = lines[number - 1].strip() if number else ""
    behind = lines[number].partition(" #")[2] if number < len(lines) else ""
    return bool(NEGATED.search(above) if above.startswith(("#", "//", "REM ")) else None) or bool(
        NEGATED.search(behind)
    )


def _weakened(finding: Finding) -> Finding:
    return Finding(finding.path, finding.line, finding.code, finding.message, refuses=False)


def _shown(text: str) -> str:
    text = " ".join("".join(char if char.isprintable() else "?" for char in text[:400]).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
