"""Regular expressions of other languages, rewritten for the `regex` package, or refused as they would refuse them.

JavaScript without flags is what Claude Code, Cursor and Copilot read; Go and Rust have linear engines without
look-around and back-references. A pattern that means something in Python but not there (`a++`, `(?P<x>`, `(?>`) must
not slip through as valid, and one that means something else there (`$`, `\\z`, `{x}`) must keep its meaning.
"""

import re
from enum import StrEnum
from typing import Final

REPEAT_MAX: Final = 1000
"""The most one counted repeat, or the product of nested ones, may ask for: RE2's limit. A thousand thousands would
fill the memory while compiling, before any time limit can help."""

_COUNTED: Final = re.compile(r"\{(\d{1,9})(?:(,)(\d{0,9}))?\}")
_CONTROL: Final = {"t": "\t", "n": "\n", "r": "\r", "v": "\v", "f": "\f"}
_HEX: Final = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})")
_BRACED_HEX: Final = re.compile(r"[xu]\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})")
_PROPERTY: Final = re.compile(r"[pP](?:[A-Z]|\{\^?[A-Za-z_ =]{1,40}\})")
_POSIX: Final = re.compile(r"\[:\^?[a-z]{3,7}:\]")
_GO_CLASSES: Final = {"d": "0-9", "w": "0-9A-Za-z_", "s": r"\t\n\f\r\ "}
"""Perl's classes are ASCII in Go, although its properties are not."""
_NAMED: Final = {
    "javascript": re.compile(r"\(\?<([A-Za-z_$][\w$]*)>", re.ASCII),
    "go": re.compile(r"\(\?P?<([A-Za-z_]\w*)>", re.ASCII),
    "rust": re.compile(r"\(\?P?<([A-Za-z_]\w*)>", re.ASCII),
}
_FLAGS: Final = re.compile(r"\(\?([a-zA-Z]*(?:-[a-zA-Z]+)?)([:)])")
_LOOK: Final = re.compile(r"\(\?<?[=!]")


class Dialect(StrEnum):
    JAVASCRIPT = "javascript"
    GO = "go"
    RUST = "rust"


class BadPattern(ValueError):
    """No regular expression of the dialect; the message says why."""


def translate(pattern: str, dialect: Dialect) -> str:
    """The same expression for `regex` (V0, ASCII). Raises BadPattern for what the dialect itself would refuse."""
    return _Translator(pattern, dialect).run()


class _Translator:
    """Walks the pattern once. `self.closers` holds, per open group, what its `)` and each `|` have to close."""

    def __init__(self, pattern: str, dialect: Dialect) -> None:
        self.text = pattern
        self.dialect = dialect
        self.at = 0
        self.out: list[str] = []
        self.closers: list[list[str]] = [[]]
        self.can_repeat = False
        self.is_look: list[bool] = []
        self.repeats: list[int] = [1]
        self.last = 1
        self.groups = len(re.findall(r"(?<!\\)\((?!\?(?!P?<[A-Za-z_]))", pattern))

    @property
    def is_javascript(self) -> bool:
        return self.dialect is Dialect.JAVASCRIPT

    def run(self) -> str:
        while self.at < len(self.text):
            self.step(self.text[self.at])
        if len(self.closers) > 1:
            raise BadPattern("a group is not closed")
        self.out.append(")" * len(self.closers[0]))
        return "".join(self.out)

    def step(self, char: str) -> None:
        if char == "(":
            self.open_group()
        elif char == ")":
            self.close_group()
        elif char == "|":
            flags = self.closers[-1]
            self.emit(")" * len(flags) + "|" + "".join(flags), 1, can_repeat=False)
        elif char == "[":
            self.read_class()
        elif char == "\\":
            self.read_escape()
        elif char in "*+?" or (char == "{" and self.counted()):
            self.read_repeat(char)
        elif char in "^$":
            self.emit("^" if char == "^" else r"\Z", 1, can_repeat=not self.is_javascript)
        elif char == ".":
            self.emit(r"[^\n\r\u2028\u2029]" if self.is_javascript else r".", 1)
        elif char == "{" and self.dialect is Dialect.RUST:
            raise BadPattern("'{' starts a repeat that is none")
        else:
            self.emit(re.escape(char), 1)

    def emit(self, piece: str, length: int, *, can_repeat: bool = True) -> None:
        self.out.append(piece)
        self.at += length
        self.can_repeat = can_repeat
        self.last = 1

    def counted(self) -> re.Match[str] | None:
        return _COUNTED.match(self.text, self.at)

    def read_repeat(self, char: str) -> None:
        if not self.can_repeat:
            raise BadPattern(f"'{char}' has nothing to repeat")
        counted = self.counted() if char == "{" else None
        piece = counted[0] if counted else char
        if counted:
            low = int(counted[1])
            high = int(counted[3]) if counted[3] else low
            if high < low:
                raise BadPattern(f"the numbers of {piece} are out of order")
            self.last *= max(low, high, 1)
            if self.last > REPEAT_MAX:
                raise BadPattern(f"it repeats more than {REPEAT_MAX:,} times")
        self.repeats[-1] = max(self.repeats[-1], self.last)
        self.out.append(piece)
        self.at += len(piece)
        if self.text[self.at : self.at + 1] == "?":
            self.out.append("?")
            self.at += 1
        self.can_repeat = False

    def open_group(self) -> None:
        rest = self.text[self.at :]
        opened, flags, look = "(?:", "", False
        if not rest.startswith("(?"):
            opened, length = "(", 1
        elif rest.startswith("(?:"):
            length = 3
        elif (found := _LOOK.match(rest)) and self.is_javascript:
            opened, length, look = found[0], len(found[0]), True
        elif found := _NAMED[self.dialect].match(rest):
            opened, length = f"(?P<{found[1].replace('$', '_')}>", len(found[0])
        elif (found := _FLAGS.match(rest)) and (found[2] == ":" or not self.is_javascript):
            flags, length = self.flags(found[1]), len(found[0])
            if found[2] == ")":
                self.closers[-1].append(flags)
                self.emit(flags, length, can_repeat=False)
                return
            opened = flags
        else:
            raise BadPattern(f"{self.dialect} knows no group that starts with {rest[:4]!r}")
        self.closers.append([])
        self.is_look.append(look)
        self.repeats.append(1)
        self.emit(opened, length, can_repeat=False)

    def flags(self, letters: str) -> str:
        """What opens a group with these flags. U only swaps which match is preferred, so it decides nothing here."""
        kept = letters if self.is_javascript else letters.replace("U", "")
        if set(kept) - set("is-"):
            raise BadPattern(f"the flags {letters!r} are not supported")
        return f"(?{kept.rstrip('-')}:"

    def close_group(self) -> None:
        if len(self.closers) == 1:
            raise BadPattern("a ')' closes nothing")
        self.out.append(")" * len(self.closers.pop()))
        self.emit(")", 1)
        if self.is_look.pop() and self.is_javascript:
            self.can_repeat = False
        inner = self.repeats.pop()
        self.repeats[-1] = max(self.repeats[-1], inner)
        self.last = inner

    def read_escape(self) -> None:
        char = self.text[self.at + 1 : self.at + 2]
        if not char:
            raise BadPattern(r"it ends with a '\'")
        if char in "bB":
            self.emit("\\" + char, 2, can_repeat=not self.is_javascript)
        elif self.dialect is Dialect.GO and char == "Q":
            quoted = self.text[self.at + 2 :].split("\\E", 1)[0]
            self.emit(re.escape(quoted), min(len(quoted) + 4, len(self.text) - self.at), can_repeat=bool(quoted))
        elif not self.is_javascript and char in "Az":
            self.emit(r"\A" if char == "A" else r"\Z", 2)
        else:
            piece, length = self.escape_of(in_class=False)
            self.emit(piece, length)

    def escape_of(self, *, in_class: bool) -> tuple[str, int]:
        """The escape at the present place, rewritten, and its length."""
        rest = self.text[self.at + 1 :]
        char = rest[:1]
        if not char:
            raise BadPattern(r"it ends with a '\'")
        if char in "dws" and self.dialect is Dialect.GO:
            return (_GO_CLASSES[char] if in_class else f"[{_GO_CLASSES[char]}]"), 2
        if char in "dDwWsS":
            return "\\" + char, 2
        if char in _CONTROL:
            return re.escape(_CONTROL[char]), 2
        if self.is_javascript:
            return self.javascript_escape(rest, in_class=in_class)
        if found := _PROPERTY.match(rest):
            return "\\" + found[0], len(found[0]) + 1
        if found := _BRACED_HEX.match(rest):
            return self.code_point(found[1] or found[2]), len(found[0]) + 1
        if char.isalnum():
            raise BadPattern(f"{self.dialect} knows no escape '\\{char}'")
        return re.escape(char), 2

    def javascript_escape(self, rest: str, *, in_class: bool) -> tuple[str, int]:
        char = rest[0]
        if char == "b" and in_class:
            return re.escape("\b"), 2
        if found := _HEX.match(rest):
            return self.code_point(found[1] or found[2]), len(found[0]) + 1
        if found := re.match(r"k<([A-Za-z_$][\w$]*)>", rest):
            return f"(?P={found[1].replace('$', '_')})", len(found[0]) + 1
        if char == "0":
            return re.escape("\0"), 2
        if char.isdigit() and not in_class:
            number = re.match(r"\d{1,2}", rest)
            if number is None or int(number[0]) > self.groups:
                raise BadPattern(f"'\\{char}' refers to a group that is not there")
            return f"(?:\\{number[0]})", len(number[0]) + 1
        return re.escape(char), 2

    @staticmethod
    def code_point(digits: str) -> str:
        number = int(digits, 16)
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise BadPattern(f"there is no character {digits}")
        return re.escape(chr(number))

    def read_class(self) -> None:
        """`[...]`. Everything but ranges is escaped, since `regex` gives meaning to more of it."""
        is_not = self.text[self.at + 1 : self.at + 2] == "^"
        self.at += 2 if is_not else 1
        parts: list[str] = []
        is_first = True
        while True:
            char = self.text[self.at : self.at + 1]
            if not char:
                raise BadPattern("a '[' is not closed")
            if char == "]" and not (is_first and not self.is_javascript):
                break
            parts.append(self.class_part(char))
            is_first = False
        if not parts:
            self.emit(r"[\s\S]" if is_not else "(?!)", 1)
            return
        self.emit(f"[{'^' if is_not else ''}{''.join(parts)}]", 1)

    def class_part(self, char: str) -> str:
        if char == "\\":
            piece, length = self.escape_of(in_class=True)
        elif not self.is_javascript and (found := _POSIX.match(self.text, self.at)):
            piece, length = found[0], len(found[0])
        elif char == "[" and self.dialect is Dialect.RUST:
            raise BadPattern("a class within a class is not supported")
        else:
            piece, length = ("-" if char == "-" else re.escape(char)), 1
        self.at += length
        return piece
