"""A language model that says what it is told to: for tests and for measuring, never for a memory anybody relies on.

A server or worker gets one by KIROCREW_LANGUAGE_MODEL=scripted and KIROCREW_LANGUAGE_SCRIPT, see `scripted_model`.
"""

import importlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from hooks.services.reading import ReadRefused, safe_read_file
from memory.inference.chat import ChatAnswer, ChatError, ChatRequest, estimated_tokens

SCRIPTED: Final = "scripted"
DEFAULT_WINDOW: Final = 32_768
_RULE_MEMBERS: Final = frozenset({"purpose", "when", "answer", "error", "seconds"})


class ScriptError(Exception):
    """The script can't be read; the message says what is wrong with it."""


class ScriptedModel:
    """Answers with what `answer` returns for a request; a ChatError it raises is the model's.

    Tokens are estimated from the texts. Safe to use from several threads if `answer` is.
    """

    def __init__(
        self, answer: Callable[[ChatRequest], str], *, name: str = SCRIPTED, window: int = DEFAULT_WINDOW
    ) -> None:
        self._answer = answer
        self.name = name
        self.window = window

    def count_tokens(self, text: str) -> int:
        return estimated_tokens(text)

    def complete(self, request: ChatRequest) -> ChatAnswer:
        began = time.perf_counter()
        text = self._answer(request)
        asked = estimated_tokens(request.system + request.prompt)
        return ChatAnswer(text, self.name, asked, estimated_tokens(text), time.perf_counter() - began, estimated=True)


def scripted_model(script: str) -> ScriptedModel:
    """The model of a script: `package.module:name` of a function from ChatRequest to text, or a JSON file's path.

    The file holds `{"answers": [{"purpose": "...", "when": "...", "answer": ...}, ...], "window": 32768}`: the first
    entry whose purpose is the request's and whose `when` stands in its prompt answers; both may be left out. `answer`
    is a text, or JSON that is written out; `"error": "kind"` fails instead; `"seconds"` waits. Raises ScriptError.
    """
    if script.endswith(".json"):
        return _from_file(Path(script).expanduser())
    return ScriptedModel(_imported(script))


def _imported(script: str) -> Callable[[ChatRequest], str]:
    module, _, name = script.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ScriptError(f"{script!r} is no function that can be imported, such as package.module:name") from error
    if not callable(found):
        raise ScriptError(f"{script!r} is no function")
    answer: Callable[[ChatRequest], str] = found
    return answer


def _from_file(path: Path) -> ScriptedModel:
    try:
        script = json.loads(safe_read_file(path))
    except ReadRefused as error:
        raise ScriptError(f"the script {path} can't be read: {error}") from error
    except ValueError as error:
        raise ScriptError(f"the script {path} is no JSON") from error
    rules = script.get("answers") if isinstance(script, dict) else None
    if not isinstance(rules, list) or not all(
        isinstance(rule, dict) and rule.keys() <= _RULE_MEMBERS for rule in rules
    ):
        raise ScriptError(f"the script {path} has no list of answers with {', '.join(sorted(_RULE_MEMBERS))}")
    return ScriptedModel(_Rules(rules), window=int(script.get("window", DEFAULT_WINDOW)))


class _Rules:
    """The first rule that fits answers."""

    def __init__(self, rules: list[Mapping[str, Any]]) -> None:
        self._rules = rules

    def __call__(self, request: ChatRequest) -> str:
        for rule in self._rules:
            if rule.get("purpose") in (None, request.purpose) and str(rule.get("when", "")) in request.prompt:
                return _said(rule)
        raise ChatError("The script has no answer for this question.", passes=False, kind="no_answer")


def _said(rule: Mapping[str, Any]) -> str:
    time.sleep(float(rule.get("seconds", 0)))
    if "error" in rule:
        raise ChatError("The script says that this question fails.", kind=str(rule["error"]))
    answer = rule.get("answer", "")
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
