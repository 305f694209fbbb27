"""How long an archive of many records takes, out and in, and how much memory: each step in a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from channels_bridge.actors import Actor
from kirocrew.bench.texts import Texts
from memory.models import Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, WriteMode
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.settings import setting_change

BATCH: Final = 500
LESSONS: Final = 50
BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
FILLER: Final = Actor.system("measuring")
LEFT_OUT: Final = frozenset({"DJANGO_SETTINGS_MODULE", "KIROCREW_SECRET_KEY", "KIROCREW_SECRET_KEY_FILE"})
PASSPHRASE: Final = "kettle harbour ledger violet"  # noqa: S105  (of an archive that is removed again)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """One process: how long it took in seconds, its own CPU time, its largest memory in bytes, and what it said."""

    name: str
    seconds: float
    cpu: float
    memory: int
    told: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {"step": self.name, "seconds": self.seconds, "cpu_seconds": self.cpu, "memory_bytes": self.memory}


def archive_measure(*, records: int, folder: Path, locked: bool, report: Say) -> list[Step]:
    """Fill a home, write its archive, check it, restore it into another home, and write that one's archive.

    Raises RuntimeError when a step fails or the two archives are not the same bytes.
    """
    first, second, file = folder / "first", folder / "second", folder / "all.kirocrew.jsonl"
    again, secret = folder / "again.kirocrew.jsonl", folder / "passphrase"
    lock: list[str] = []
    if locked:
        secret.write_text(PASSPHRASE)
        lock = ["--passphrase-file", str(secret)]
    for home in (first, second):
        _run("prepare", home, ["prepare"])
    steps = []

    def step(name: str, home: Path, arguments: Sequence[str]) -> dict[str, Any]:
        done = _run(name, home, arguments)
        report(f"{name:<10} {done.seconds:8.1f} s {done.cpu:8.1f} s CPU {done.memory / 1e6:7.0f} MB")
        steps.append(done)
        return done.told

    step("fill", first, ["measure_archive", "--fill", str(records)])
    made = step(
        "export", first, ["archive", "export", "-o", str(file), "--json", *lock, *(["--encrypt"] if locked else [])]
    )
    report(f"           {made['rows']:,} rows, {made['bytes'] / 1e6:.0f} MB")
    step("verify", first, ["archive", "verify", str(file), "--json", *lock])
    step("restore", second, ["archive", "import", str(file), "--restore", "--confirm", made["digest"], "--json", *lock])
    same = step("again", second, ["archive", "export", "-o", str(again), "--json"])
    if same["digest"] != made["digest"]:
        raise RuntimeError("The archive of the restored home is another one.")
    return steps


def home_fill(records: int) -> None:
    """Write so many records into this home, through the services: facts that change, lessons, episodes.

    Raises RuntimeError when one of the episodes, nearly all of them, was refused.
    """
    setting_change(actor=Actor.owner("measuring"), name="episodes_max", value=10 * records)
    texts, store = Texts(), Store.objects.get(slug="main")
    facts = records // 20
    memories = texts.memories(2 * records)
    lessons = [LessonDraft(rule=f"Never {next(memories)[:300]}") for _ in range(min(LESSONS, records // 40))]
    lessons_write(actor=FILLER, store=store, drafts=lessons, mode=WriteMode.PRESERVE)
    for start in range(0, facts, BATCH):
        size = min(BATCH, facts - start)
        for version in range(2):  # so that there is a past
            drafts = [FactDraft(key=f"bench.k{start + n}", value=f"{version} {next(memories)}") for n in range(size)]
            facts_write(actor=FILLER, store=store, drafts=drafts)
    left = records - facts - len(lessons)
    for start in range(0, left, BATCH):
        episodes = [
            EpisodeDraft(
                text=next(memories), tags=("bench",), conversation=f"c{start}", session="s", position=n, speaker="bob",
                observed_at=BEGAN + timedelta(minutes=start + n),
            )
            for n in range(min(BATCH, left - start))
        ]  # fmt: skip
        outcomes = episodes_write(actor=FILLER, store=store, drafts=episodes, mode=WriteMode.PRESERVE)
        if refused := next((one.refusal for one in outcomes if one.refusal is not None), None):
            raise RuntimeError(f"an episode was refused, so less would be measured than is said: {refused.message}")


def _run(name: str, home: Path, arguments: Sequence[str]) -> Step:
    environment = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    environment |= {"KIROCREW_HOME": str(home), "KIROCREW_EMBEDDING_MODEL": "none"}
    began = time.monotonic()
    child = subprocess.Popen(  # noqa: S603  (our own command, in a home of its own)
        [sys.executable, "-m", "kirocrew", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = child.stdout.read() if child.stdout is not None else ""
    _, status, usage = os.wait4(child.pid, 0)  # its own usage, not that of all there were
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - began
    if child.returncode:
        raise RuntimeError(f"{name} failed: {said.strip()[-600:]}")
    start = said.find("{")
    told: dict[str, Any] = json.loads(said[start:]) if "--json" in arguments and start >= 0 else {}
    scale = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there and in KiB elsewhere
    return Step(name, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * scale, told)
