"""One word of a shell command: quotes, escapes, variables, substitutions, braces."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from hooks.rules.shell.expand import ansi_text, expand_braces, expanded
from hooks.rules.shell.model import TOO_DEEP, TOO_LONG, UNKNOWN, Script, Word
from hooks.rules.shell.said import said_by

BLANKS: Final = " \t"
ENDS: Final = frozenset(" \t\n;&|<>()")
GLOBS: Final = frozenset("*?[")
NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
SPECIAL: Final = "0123456789?#@*!$-"
IFS: Final = re.compile(r"\$(?:IFS(?![A-Za-z0-9_])(?:\$[0-9*@])?|\{IFS[^}]*\})")
ADDED_MAX: Final = 20_000
"""Characters that variables and substitutions may add to one word: each may hold those before it twice."""
LEVEL_MAX: Final = 40
"""Substitutions within substitutions of one word."""


class Unclosed(ValueError):
    """A quote, bracket or substitution that is opened and not closed."""


@dataclass(slots=True)
class Draft:
    """A word while it is read. `broken_at` are the places where blanks of a variable divide it."""

    pieces: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    dynamic: bool = False
    globbed: bool = False
    quoted: bool = False
    braces: bool = False
    variables: list[str] = field(default_factory=list)
    added: int = 0

    def divide(self) -> None:
        """End one field and begin the next: what an unquoted blank out of a variable does."""
        if self.pieces:
            self.fields.append("".join(self.pieces))
            self.pieces = []

    def words(self) -> list[Word]:
        """The word, or several where a variable or braces made several of it."""
        texts = [*self.fields, "".join(self.pieces)] if self.pieces or not self.fields else list(self.fields)
        if self.braces:
            texts = [piece for text in texts for piece in expand_braces(text)]
        return [Word(text, self.dynamic, self.globbed, self.quoted, tuple(self.variables)) for text in texts]


@dataclass(slots=True)
class Reader:
    """Reads words from a text. `script` parses what is substituted, up to the closing sign, and keeps it."""

    text: str
    known: dict[str, str]
    script: Callable[[str], Script] = field(default=lambda _: Script())
    at: int = 0
    level: int = 0

    def peek(self, length: int = 1) -> str:
        return self.text[self.at : self.at + length]

    def word(self, ends: frozenset[str] = ENDS) -> list[Word]:
        """The words that begin here. Raises Unclosed."""
        draft = Draft()
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in ends and not (char in "<>" and self.peek(2) in ("<(", ">(")):
                break
            self._piece(char, draft)
        return draft.words()

    def _piece(self, char: str, draft: Draft) -> None:
        if char == "\\":
            self._escape(draft)
        elif char == "'":
            draft.quoted = True
            draft.pieces.append(self.until("'"))
        elif char == '"':
            self._double(draft)
        elif char in "$`" or self.peek(2) in ("<(", ">("):
            self.expansion(draft, quoted=False)
        else:
            draft.globbed = draft.globbed or char in GLOBS
            draft.braces = draft.braces or char == "{"
            draft.pieces.append(char)
            self.at += 1

    def _escape(self, draft: Draft) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if following != "\n":
            draft.pieces.append(following or "\\")

    def until(self, closing: str) -> str:
        """The text up to a closing sign, from behind the sign at hand. Raises Unclosed."""
        end = self.text.find(closing, self.at + 1)
        if end < 0:
            raise Unclosed("a quote is not closed")
        found = self.text[self.at + 1 : end]
        self.at = end + 1
        return found

    def _double(self, draft: Draft) -> None:
        draft.quoted = True
        draft.pieces.append("")
        self.at += 1
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                return
            if char == "\\" and self.peek(2)[1:] in ("$", "`", '"', "\\", "\n"):
                self._escape(draft)
            elif char in "$`":
                self.expansion(draft, quoted=True)
            else:
                draft.pieces.append(char)
                self.at += 1
        raise Unclosed("a quote is not closed")

    def expansion(self, draft: Draft, *, quoted: bool) -> None:
        """What stands at a dollar sign, a backtick or a process substitution."""
        if self.level >= LEVEL_MAX:
            raise Unclosed(TOO_DEEP)
        self.level += 1
        self._expansion(draft, quoted=quoted)
        self.level -= 1

    def _expansion(self, draft: Draft, *, quoted: bool) -> None:
        if self.peek() == "`":
            self._backticks(draft, quoted=quoted)
        elif self.peek(3) == "$((":
            self.at += 1
            self._skip_pair("((", "))", draft)
        elif self.peek(2) in ("$(", "<(", ">("):
            is_text = self.peek() == "$"
            self.at += 2
            script = self.script(")")
            self._output(said_by(script) if is_text else None, draft, quoted=quoted)
        elif self.peek(2) == "$'" and not quoted:
            self.at += 1
            self._ansi(draft)
        elif self.peek(2) == '$"' and not quoted:
            self.at += 1
            self._double(draft)
        else:
            self._variable(draft, quoted=quoted)

    def _unknown(self, draft: Draft) -> None:
        draft.dynamic = True
        draft.pieces.append(UNKNOWN)

    def _output(self, text: str | None, draft: Draft, *, quoted: bool) -> None:
        """What a substitution prints, where that is known."""
        draft.dynamic = True
        if text is None:
            draft.pieces.append(UNKNOWN)
        else:
            self._put(text.rstrip("\n"), draft, quoted=quoted)

    def _backticks(self, draft: Draft, *, quoted: bool) -> None:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise Unclosed("a substitution is not closed")
        inner = re.sub(r"\\([\\`$])", r"\1", self.text[self.at + 1 : end])
        self.at = end + 1
        self._output(said_by(self.script("`" + inner)), draft, quoted=quoted)

    def _skip_pair(self, opening: str, closing: str, draft: Draft) -> None:
        """Arithmetic: its value is a number, and what is substituted into it is looked at."""
        self.at += len(opening)
        depth = 1
        while self.at < len(self.text):
            if self.peek(2) == closing and depth == 1:
                self.at += 2
                self._unknown(draft)
                return
            if self.peek(2) == "$(" or self.peek() == "`":
                self.expansion(draft, quoted=True)
                continue
            depth += {"(": 1, ")": -1}.get(self.peek(), 0)
            self.at += 1
        raise Unclosed("an arithmetic expression is not closed")

    def _ansi(self, draft: Draft) -> None:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "'":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise Unclosed("a quote is not closed")
        draft.quoted = True
        draft.pieces.append(ansi_text(self.text[self.at + 1 : end]))
        self.at = end + 1

    def _variable(self, draft: Draft, *, quoted: bool) -> None:
        ifs = IFS.match(self.text, self.at)
        if ifs:
            self.at = ifs.end()
            if quoted:
                draft.pieces.append(" ")
            else:
                draft.divide()
        elif self.peek(2) == "${":
            self._braced(draft, quoted=quoted)
        elif named := NAME.match(self.text, self.at + 1):
            self.at = named.end()
            self._value(named[0], draft, quoted=quoted)
        elif self.peek(2)[1:] and self.peek(2)[1:] in SPECIAL:
            draft.variables.append(self.peek(2)[1:])
            self.at += 2
            self._unknown(draft)
        else:
            draft.pieces.append("$")
            self.at += 1

    def _braced(self, draft: Draft, *, quoted: bool) -> None:
        start = self.at + 2
        self.at = start
        while self.at < len(self.text) and self.peek() != "}":
            if self.peek() == "\\":
                self.at += 2
            elif self.peek(2) in ("$(", "${") or self.peek() == "`":
                self.expansion(Draft(), quoted=True)
            else:
                self.at += 1
        if self.at >= len(self.text):
            raise Unclosed("a variable is not closed")
        inner = self.text[start : self.at]
        self.at += 1
        if NAME.fullmatch(inner):
            self._value(inner, draft, quoted=quoted)
            return
        named = NAME.match(inner.lstrip("!#"))
        draft.variables.append(named[0] if named else inner[:1])
        draft.dynamic = True
        self._put(expanded(inner, self.known), draft, quoted=quoted)

    def _value(self, name: str, draft: Draft, *, quoted: bool) -> None:
        draft.variables.append(name)
        draft.dynamic = True
        self._put(self.known.get(name, UNKNOWN), draft, quoted=quoted)

    def _put(self, value: str, draft: Draft, *, quoted: bool) -> None:
        """Add a value to the word; unquoted blanks in it divide the word. Raises Unclosed when it grows too long."""
        draft.added += len(value)
        if draft.added > ADDED_MAX:
            raise Unclosed(TOO_LONG)
        if quoted:
            draft.pieces.append(value)
        else:
            self._split(value, draft)

    def _split(self, value: str, draft: Draft) -> None:
        for at, piece in enumerate(re.split(r"[ \t\n]+", value)):
            if at:
                draft.divide()
            if piece:
                draft.pieces.append(piece)
