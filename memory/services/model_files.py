"""Files of models: fetch one as a job, remove one, and what to advise where memory is in languages that the model in
use does not know."""

import time
import unicodedata
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job, JobState
from channels_bridge.services.job_paces import left_words
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from kirocrew.base.problems import Conflict, Invalid
from kirocrew.base.stems import language_of
from memory.inference.chat_choice import chat_chosen
from memory.inference.chat_models import KNOWN_CHAT, ChatSpec
from memory.inference.costs import cost_forget
from memory.inference.download import PATIENT, WORTH_COUNTING, DownloadInterrupted, Line, discard_part
from memory.inference.embedding import chosen
from memory.inference.install import ModelInstallError, Ways, install_chat_model, install_model
from memory.inference.models import KNOWN, ModelSpec, SpaceKey, spec_of, suits
from memory.inference.trial import mark_forget
from memory.models import Event, Fact, Lesson, Record, Space, Status
from memory.recall.text_index import leaves
from memory.services.model_change import require_owner, space_current, space_model_name
from memory.services.settings import settings_all

INSTALL_JOB: Final = "memory.install_model"
EVENT: Final = "model_file"
MB: Final = 1_000_000
SAVED_EVERY: Final = 20 * MB
PACE_SECONDS: Final = 15.0  # a rate is of so long
TEXTS_READ: Final = 400
LEAST_TEXTS: Final = 5
LEAST_SHARE: Final = 0.1
"""Less than this of what is remembered is no reason to change the model."""
SURE_WORDS: Final = 4
CODES: Final = {
    **{"german": "de", "french": "fr", "spanish": "es", "portuguese": "pt", "italian": "it", "dutch": "nl"},
    **{"swedish": "sv", "turkish": "tr", "vietnamese": "vi"},
}
SCRIPTS: Final = {
    **{"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean"},
    **{"CYRILLIC": "Cyrillic script", "ARABIC": "Arabic script", "HEBREW": "Hebrew", "GREEK": "Greek"},
    **{"THAI": "Thai", "DEVANAGARI": "Devanagari script"},
}
Spec = ModelSpec | ChatSpec


def models_dir() -> Path:
    """Where models are kept."""
    return Path(settings.KIROCREW_HOME) / "models"


def ways_configured(*, gives_up: bool = False, line: Line | None = None) -> Ways:
    """Where models may come from, as the operator set it."""
    blobs = Path(settings.KIROCREW_OLLAMA_MODELS).expanduser() / "blobs"
    return Ways(
        skip=settings.KIROCREW_SKIP_MODEL_DOWNLOAD,
        ollama=blobs if blobs.is_dir() else None,
        urls={"qwen3": settings.KIROCREW_QWEN3_URL},
        gives_up=gives_up,
        line=line or Line(),
    )


def model_spec(name: str) -> Spec:
    """A model that can be installed. Raises Invalid that names those there are."""
    found: Spec | None = KNOWN.get(name) or KNOWN_CHAT.get(name)
    if found is None:
        raise Invalid(f"There is no model {name!r}, only {', '.join((*KNOWN, *KNOWN_CHAT))}.", type="unknown-model")
    return found


def model_installed(name: str) -> bool:
    """Whether the file of a known model is there; it is checked when it is loaded."""
    return (models_dir() / model_spec(name).file_name).is_file()


def model_install_request(*, actor: Actor, name: str) -> Job:
    """Ask for a known model to be fetched, and return the job: the one at work, if there is one.

    Raises Forbidden, and Invalid for a model nobody knows.
    """
    require_owner(actor)
    spec = model_spec(name)
    with transaction.atomic():
        busy = Job.objects.filter(
            name=INSTALL_JOB, dedupe_key=name, state__in=(JobState.QUEUED, JobState.RUNNING), cancel_requested=False
        )
        if (job := busy.order_by("-id").first()) is not None:
            return job
        title = f"Install {spec.title}"
        return job_enqueue(actor=actor, name=INSTALL_JOB, args={"name": name}, title=title, dedupe_key=name)


def model_install_perform(run: JobRun, name: str, line: Line | None = None) -> dict[str, Any]:
    """Fetch a model within its job. One that broke off is put back, and goes on from what has arrived.

    Raises JobRetryLater for that, JobCancelled, and Invalid for what will not be better later.
    """
    spec = model_spec(name)
    told = _Told(run)
    ways = ways_configured(gives_up=True, line=line)
    try:
        if isinstance(spec, ChatSpec):
            path = install_chat_model(spec, models_dir(), report=told.say, watch=told.watch, ways=ways)
        else:
            path = install_model(spec, models_dir(), report=told.say, watch=told.watch, ways=ways)
    except DownloadInterrupted as error:
        if told.arrived >= int(run.checkpoint.get("arrived", 0)) + WORTH_COUNTING:
            run.save_checkpoint(arrived=told.arrived)  # it gets on, so its attempts are counted anew
        raise JobRetryLater(str(error), seconds=PATIENT.wait(run.job.attempts)) from error
    except ModelInstallError as error:
        raise Invalid(f"{str(error)[0].upper()}{str(error)[1:]}", type="model-not-fetched") from error
    _note(run.actor, "installed", spec.title)
    return {"model": name, "file": path.name}


class _Told:
    """Tells a job's watchers how far a transfer is, in megabytes, with rate and time left."""

    def __init__(self, run: JobRun) -> None:
        self._run = run
        self._pace = Pace()
        self.arrived = 0

    def say(self, line: str) -> None:
        self._run.event("log", {"line": line})

    def watch(self, done: int, total: int | None) -> None:
        self._run.raise_if_cancelled()
        self.arrived = max(self.arrived, done)
        if done >= int(self._run.checkpoint.get("arrived", 0)) + SAVED_EVERY:
            self._run.checkpoint["arrived"] = done  # saved with the progress below: who gets on may take hours
        # The last step is told when the file is checked and in place, not when its last byte has come.
        shown = min(done // MB, total // MB - 1) if total else done // MB
        self._run.progress(max(shown, 0), total // MB if total else None, self._pace.words(done, total))


class Pace:
    """The rate of a transfer over its last seconds."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def words(self, done: int, total: int | None) -> str:
        """How far it is: "312 of 640 MB, 4.1 MB a second, about 80 seconds left"."""
        at = time.monotonic()
        if self._seen and done < self._seen[-1][1]:
            self._seen.clear()  # begun anew
        self._seen.append((at, done))
        while at - self._seen[0][0] > PACE_SECONDS:
            self._seen.popleft()
        parts = [f"{done / MB:,.0f} of {total / MB:,.0f} MB" if total else f"{done / MB:,.0f} MB"]
        began, first = self._seen[0]
        if at - began >= 1 and done > first:
            rate = (done - first) / (at - began)
            parts.append(f"{rate / MB:,.1f} MB a second")
            parts.append(left_words((total - done) / rate if total else None))
        return ", ".join(filter(None, parts))


def model_remove(*, actor: Actor, name: str) -> int:
    """Delete a model's file from the home's models/, by a known name or the file's; returns the bytes that are freed.

    Raises Forbidden, Invalid for a name that is none, Conflict while it is used or when it is not there.
    """
    require_owner(actor)
    path = _installed_file(name)
    if (use := _use_of(path)) is not None:
        raise Conflict(use, type="model-needed")
    freed = discard_part(path.name, path.parent)
    if path.is_file():
        freed += path.stat().st_size
        path.unlink()
    elif not freed:
        raise Conflict(f"{name} is not installed.", type="model-not-installed")
    cost_forget(path)
    if (known := KNOWN.get(name)) is not None:
        mark_forget(known.gguf_sha256, path.parent)
    _note(actor, "removed", path.name)
    return freed


def _installed_file(name: str) -> Path:
    known: Spec | None = KNOWN.get(name) or KNOWN_CHAT.get(name)
    if known is None and (name != Path(name).name or not name.endswith(".gguf")):
        raise Invalid(f"{name!r} is neither a known model nor a file in {models_dir()}.", type="unknown-model")
    return models_dir() / (known.file_name if known else name)


def _use_of(path: Path) -> str | None:
    """Why a file can't go: what uses it, and what to do first."""
    for space in Space.objects.exclude(state=Space.State.DISCARDED):
        if _is_it(space_model_name(space), path):
            use = "Memory is searched with it" if space.state == Space.State.CURRENT else "Vectors of it are kept"
            return f"{use}. Change to another model and discard its vectors first: see `kirocrew model status`."
    if space_current() is None and _is_it(chosen().model, path):
        return "It is the model that is set up for memory. Set KIROCREW_EMBEDDING_MODEL to another first."
    if _is_it(chat_chosen(settings_all()).model, path):
        return "It is the language model that is set up. Choose another under Settings, Language model, first."
    return None


def _is_it(used: str, path: Path) -> bool:
    """Whether a model in use, a known name or a path, is this file of the home's models/."""
    known: Spec | None = KNOWN.get(used) or KNOWN_CHAT.get(used)
    return path.name == (known.file_name if known else Path(used).name)


def _note(actor: Actor, word: str, title: str) -> None:
    """An audit entry: who installed or removed which model."""
    Event.objects.create(code=EVENT, key=word, new_value=title[:200], source=actor.source)


@dataclass(frozen=True, slots=True)
class ModelsAdvice:
    """What is remembered in languages that the model in use does not know.

    `languages` are the shares of the texts looked at, 0 to 1, by language or script, the most first; `better` is the
    name of a known model that knows them, empty where none is needed.
    """

    model: str
    texts: int
    languages: tuple[tuple[str, float], ...] = ()
    better: str = ""

    @property
    def share(self) -> float:
        """Of all texts looked at, those the model does not know."""
        return sum(share for _, share in self.languages)

    @property
    def words(self) -> str:
        """The advice as a person says it; empty where there is none."""
        if not self.better:
            return ""
        told = ", ".join(f"{language} {share:.0%}" for language, share in self.languages)
        better = KNOWN[self.better]
        need = "" if model_installed(self.better) else f"`kirocrew model install {self.better}`, then "
        how = f"{need}`kirocrew model use {self.better}`"
        return (
            f"{self.share:.0%} of the last {self.texts} memories are in languages that {self.model} does not know "
            f"({told}). {better.title} knows {len(better.languages)} languages: {how}."
        )


def models_advice(*, actor: Actor) -> ModelsAdvice | None:
    """Whether another embedding model would serve the memories the actor sees; None without a known model in use.

    Looks at the newest 400 active ones: some milliseconds. Raises Forbidden.
    """
    actor.require(Permission.MEMORY_READ)
    current = space_current()
    spec = spec_of(SpaceKey(current.model, current.dimension, current.normalisation)) if current else None
    if spec is None:
        return None
    seen = Record.objects.visible_to(actor).filter(status=Status.ACTIVE).with_content().order_by("-id")
    texts = [_text_of(record) for record in seen[:TEXTS_READ]]
    strange = Counter(language for language in (_unknown_to(spec, text) for text in texts) if language)
    shares = tuple((language, number / len(texts)) for language, number in strange.most_common())
    needed = sum(strange.values()) >= LEAST_TEXTS and sum(strange.values()) >= LEAST_SHARE * len(texts)
    others = [other.name for other in KNOWN.values() if len(other.languages) > len(spec.languages)]
    return ModelsAdvice(spec.title, len(texts), shares, others[0] if needed and others else "")


def _text_of(record: Record) -> str:
    content = record.content
    if isinstance(content, Fact):
        return " ".join(leaves(content.value))
    return content.rule if isinstance(content, Lesson) else content.text


def _unknown_to(spec: ModelSpec, text: str) -> str:
    """The language or script of a text that a model does not know; empty for one it knows, or too short to tell."""
    if not suits(spec.space, text):
        return script_of(text)
    words = text.split()
    language, is_sure = language_of(words) if len(words) >= SURE_WORDS else ("", False)
    code = CODES.get(language, "en") if is_sure else "en"
    return "" if code in spec.languages else language.capitalize()


def script_of(text: str) -> str:
    """What most letters of a text are written in. A text with kana is Japanese, whatever Chinese characters it has."""
    found = Counter(name for name in map(_script, text) if name)
    if found["Japanese"]:
        return "Japanese"
    return found.most_common(1)[0][0] if found else ""


def _script(char: str) -> str:
    if not char.isalpha() or char.isascii():
        return ""
    first = unicodedata.name(char, "").split(" ")[0]
    return SCRIPTS.get(first, "" if first == "LATIN" else "other scripts")
