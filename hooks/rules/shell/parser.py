"""From the text of a shell command to its simple commands. Never runs anything, never raises for any text."""

import re
from typing import Final

from hooks.rules.shell.expand import VALUE_MAX
from hooks.rules.shell.model import TOO_DEEP, TOO_LONG, UNKNOWN, Redirect, Script, Simple, Word
from hooks.rules.shell.words import BLANKS, NAME, Reader, Unclosed

DEPTH_MAX: Final = 12
LENGTH_MAX: Final = 50_000
"""Characters of a command that are read."""
WORDS_MAX: Final = 4_000
"""Words of a script, signs between commands among them."""
REDIRECT: Final = re.compile(r"(?:\d{1,3}|\{[A-Za-z_]\w*\})?(<<<|<<-|<<|<>|<&|&>>|&>|>>|>\||>&|<|>)(?!\()")
SKIPPED: Final = frozenset("if then else elif fi while until do done { } ! time esac coproc".split())
OPERATORS: Final = ("&&", "||", ";;&", ";;", ";&", "|&", ";", "&", "|", "\n")
NO_ARGUMENTS: Final = re.compile(r"\(\s*\)")
FUNCTION_NAME: Final = re.compile(r"[ \t]*[^\s(){};&|<>]+[ \t]*(?:\(\s*\))?")
INSIDE_TEST: Final = frozenset(" \t\n")


def parse(text: str, *, known: dict[str, str] | None = None, depth: int = 0) -> Script:
    """Return the script. What can't be read is named in `opaque`, and what was read before it is kept.

    `known` are variables with a value; a standalone assignment of a plain value adds to them.
    """
    script = Script()
    if depth > DEPTH_MAX or len(text) > LENGTH_MAX:
        script.opaque.add(TOO_DEEP if depth > DEPTH_MAX else TOO_LONG)
        return script
    text = text.replace("\r\n", "\n").replace(UNKNOWN, "")
    parser = Parser(Reader(text, {"HOME": "~"} if known is None else known), depth, script, [WORDS_MAX])
    try:
        parser.run("")
    except Unclosed as error:
        parser.finish(feeds=False)
        parser.close_pipeline()
        script.opaque.add(str(error))
    return script


class Parser:
    """Reads one script; substitutions are parsers of their own over the same text."""

    def __init__(self, reader: Reader, depth: int, script: Script, left: list[int]) -> None:
        self.reader = reader
        reader.script = self.substituted
        self.left = left  # words that may still come, shared with the parsers of what is substituted
        self.depth = depth
        self.script = script
        self.simple = Simple()
        self.pipeline: list[Simple] = []
        self.heredocs: list[tuple[str, bool, int, Simple]] = []
        self.cases = 0
        self.timed = False

    def run(self, closing: str) -> None:
        """Read up to a closing bracket, or the end. Raises Unclosed."""
        reader = self.reader
        while reader.at < len(reader.text):
            char = reader.peek()
            if char in BLANKS:
                reader.at += 1
                continue
            self.left[0] -= 1
            if self.left[0] < 0:
                raise Unclosed(TOO_LONG)
            if reader.peek(2) == "\\\n":
                reader.at += 2
            elif char == "#":
                self._comment()
            elif char == ")" and closing == ")" and not self.cases:
                reader.at += 1
                break
            elif not (self._operator() or self._bracket(char) or self._redirect()):
                self._word()
        else:
            if closing:
                raise Unclosed("a substitution is not closed")
        self.finish(feeds=False)
        self.close_pipeline()

    def substituted(self, closing: str) -> Script:
        """Parse what is substituted at the reader's place, or a text given behind a backtick."""
        script = Script()
        if closing.startswith("`"):
            script = parse(closing[1:], known=dict(self.reader.known), depth=self.depth + 1)
        elif self.depth >= DEPTH_MAX:
            raise Unclosed(TOO_DEEP)
        else:
            inner = Parser(self._inner_reader(), self.depth + 1, script, self.left)
            self.simple.nested.append(script)
            inner.run(closing)
            self.reader.at = inner.reader.at
            return script
        self.simple.nested.append(script)
        return script

    def _inner_reader(self) -> Reader:
        """One that goes on here; what is assigned inside stays inside."""
        return Reader(self.reader.text, dict(self.reader.known), at=self.reader.at)

    def _comment(self) -> None:
        end = self.reader.text.find("\n", self.reader.at)
        self.reader.at = len(self.reader.text) if end < 0 else end

    def _operator(self) -> bool:
        if REDIRECT.match(self.reader.text, self.reader.at):
            return False  # &> begins like an operator
        for operator in OPERATORS:
            if self.reader.text.startswith(operator, self.reader.at):
                self.reader.at += len(operator)
                feeds = operator in ("|", "|&")
                if feeds and self.simple.is_empty() and not self.simple.nested:
                    self._gather()
                self.finish(feeds=feeds)
                if not feeds:
                    self.close_pipeline()
                if operator == "\n":
                    self._bodies()
                return True
        return False

    def _gather(self) -> None:
        """A pipe behind a closed group or loop: all that was written before may be what feeds it."""
        before = [simple for pipeline in self.script.pipelines for simple in pipeline]
        self.script.pipelines.clear()
        self.pipeline = before + self.pipeline
        for simple in self.pipeline:
            simple.feeds_pipe = True

    def _bracket(self, char: str) -> bool:
        if char == "(":
            self._open()
            return True
        if char == ")":
            # Behind a pattern of `case`, or astray: either way what follows is a command of its own.
            self.script.opaque.add("its brackets do not pair")
            self.reader.at += 1
            self.finish(feeds=False)
            self.close_pipeline()
            return True
        return False

    def _open(self) -> None:
        """A subshell, arithmetic, or the brackets of a function or an array."""
        defines = NO_ARGUMENTS.match(self.reader.text, self.reader.at) if self.simple.words else None
        if defines:
            self.script.opaque.add("it defines a function or an array")
            self.reader.at = defines.end()
            self.finish(feeds=False)
            return
        if self.simple.words or self.simple.assignments:
            self.script.opaque.add("it defines a function or an array")
        piped = self.pipeline[-1].feeds_pipe if self.pipeline else False
        self.reader.at += 1
        inner = Script()
        parser = Parser(self._inner_reader(), self.depth + 1, inner, self.left)
        if self.depth >= DEPTH_MAX:
            raise Unclosed(TOO_DEEP)
        try:
            parser.run(")")
        finally:
            self.reader.at = parser.reader.at
            self._adopt(inner, piped=piped)

    def _adopt(self, inner: Script, *, piped: bool) -> None:
        """A subshell's commands stand in a pipeline as a command that holds them."""
        group = Simple(words=[Word("(")], nested=[inner], reads_pipe=piped)
        if self.simple.words or self.simple.assignments:
            self.simple.nested.append(inner)
        else:
            self.simple = group

    def _redirect(self) -> bool:
        found = REDIRECT.match(self.reader.text, self.reader.at)
        if found is None:
            return False
        self.reader.at = found.end()
        while self.reader.peek() and self.reader.peek() in BLANKS:
            self.reader.at += 1
        start = self.reader.at
        words = self.reader.word()
        target = words[0] if words else Word("")
        self.simple.redirects.append(Redirect(found[1], target))
        if found[1] in ("<<", "<<-"):
            plain = self.reader.text[start : self.reader.at] == target.text
            self.heredocs.append((target.text, plain, len(self.simple.redirects) - 1, self.simple))
        return True

    def _bodies(self) -> None:
        """Here-documents begin behind the line that names them."""
        for delimiter, plain, at, simple in self.heredocs:
            body = self._body(delimiter)
            simple.redirects[at] = Redirect(simple.redirects[at].op, simple.redirects[at].target, body)
            if plain and ("$(" in body or "`" in body):
                self.script.opaque.add("a here-document substitutes commands")
                for inner in re.findall(r"\$\(([^()]*)\)|`([^`]*)`", body):
                    simple.nested.append(parse(inner[0] or inner[1], depth=self.depth + 1))
        self.heredocs = []

    def _body(self, delimiter: str) -> str:
        lines = []
        while self.reader.at < len(self.reader.text):
            end = self.reader.text.find("\n", self.reader.at)
            end = len(self.reader.text) if end < 0 else end
            line = self.reader.text[self.reader.at : end]
            self.reader.at = end + 1
            if line.lstrip("\t") == delimiter:
                break
            lines.append(line)
        return "\n".join(lines)

    def _word(self) -> None:
        start = self.reader.at
        for word in self.reader.word():
            if not self.simple.words and not word.quoted and self._keyword(word):
                return
            self._add(word)
        if self.reader.at == start:  # a sign that fits nowhere
            self.script.opaque.add("it holds a sign that fits nowhere")
            self.reader.at += 1

    def _keyword(self, word: Word) -> bool:
        if word.dynamic:
            return False
        timed, self.timed = self.timed, word.text == "time"
        if timed and word.text.startswith("-"):
            self.timed = True
            if word.text != "-p":  # the program of this name can write a file; the shell's own word can't
                self.script.opaque.add("it is timed with options")
            return True
        if word.text in SKIPPED:
            self.cases -= 1 if word.text == "esac" and self.cases else 0
            return True
        if word.text == "case":
            self.script.opaque.add("it chooses by patterns")
            self.cases += 1
        if word.text == "function":
            self._function()
            return True
        if word.text in ("for", "select"):
            self._loop(word)
            return True
        if word.text == "[[":
            self._test(word)
            return True
        return False

    def _function(self) -> None:
        """The name of a function is no program; its body is read as if it ran."""
        self.script.opaque.add("it defines a function or an array")
        named = FUNCTION_NAME.match(self.reader.text, self.reader.at)
        if named:
            self.reader.at = named.end()

    def _loop(self, word: Word) -> None:
        """The names of a loop are words to look at; the variable is what each of them is in turn."""
        self.simple.words.append(word)
        while self.reader.peek() and self.reader.peek() in BLANKS:
            self.reader.at += 1
        named = NAME.match(self.reader.text, self.reader.at)
        if named:
            self.reader.at = named.end()
            self.reader.known.pop(named[0], None)

    def _test(self, word: Word) -> None:
        """Between double brackets, operators are words."""
        self.simple.words.append(word)
        while self.reader.at < len(self.reader.text):
            while self.reader.peek() and self.reader.peek() in INSIDE_TEST:
                self.reader.at += 1
            words = self.reader.word(INSIDE_TEST)
            self.simple.words += words
            if any(item.text == "]]" for item in words):
                return

    def _add(self, word: Word) -> None:
        name, sign, value = word.text.partition("=")
        if sign and not self.simple.words and NAME.fullmatch(name.removesuffix("+")):
            self.simple.assignments.append((name.removesuffix("+"), Word(value, word.dynamic, word.globbed)))
        else:
            self.simple.words.append(word)

    def finish(self, *, feeds: bool) -> None:
        """End the simple command at hand."""
        simple, self.simple = self.simple, Simple()
        if not simple.words:
            self._learn(simple)
        if simple.is_empty() and not simple.nested:
            return
        simple.reads_pipe = simple.reads_pipe or bool(self.pipeline and self.pipeline[-1].feeds_pipe)
        simple.feeds_pipe = feeds
        self.pipeline.append(simple)

    def _learn(self, simple: Simple) -> None:
        for name, word in simple.assignments:
            if UNKNOWN in word.text or len(word.text) > VALUE_MAX:
                self.reader.known.pop(name, None)
            else:
                self.reader.known[name] = word.text

    def close_pipeline(self) -> None:
        """End the pipeline at hand."""
        if self.pipeline:
            self.script.pipelines.append(self.pipeline)
            self.pipeline = []
