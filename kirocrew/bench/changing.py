"""What a change of the embedding model does to those who use memory meanwhile: a real server, a bot that writes,
readers that search, and a worker that is killed again and again.

Runs in a home of its own, made by `manage.py measure_model_change`.
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import django

if TYPE_CHECKING:
    from memory.models import ModelChange

FIRST_NAMES: Final = (
    *("Maya", "Jonas", "Ana", "Pierre", "Aiko", "Tomas", "Lena", "Omar", "Ines", "Pavel", "Greta", "Hugo", "Nadia"),
    *("Felix", "Carla", "Viktor", "Rosa", "Emil", "Dalia", "Bruno", "Mira", "Anton", "Selma", "Leon", "Petra", "Igor"),
    *("Clara", "Stefan", "Yara", "Milan", "Judith", "Oskar", "Elif", "Marco", "Tilda", "Rafael", "Hanna", "Viggo"),
)
LAST_NAMES: Final = (
    *("Brandt", "Okafor", "Silva", "Novak", "Tanaka", "Moreau", "Lindqvist", "Haddad", "Keller", "Rossi", "Petrov"),
    *("Garcia", "Yilmaz", "Nguyen", "Murphy", "Janssen", "Kowalski", "Horvat", "Dubois", "Weber"),
)
PEOPLE: Final = tuple(f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES)
THINGS: Final = (
    ("bicycle", "bike", "das Fahrrad", "自行车", "自転車"),
    ("sofa", "couch", "das Sofa", "沙发", "ソファー"),
    ("automobile", "car", "das Auto", "汽车", "車"),
    ("spectacles", "glasses", "die Brille", "眼镜", "眼鏡"),
    ("kettle", "water boiler", "der Wasserkocher", "水壶", "やかん"),
    ("laptop", "portable computer", "der tragbare Rechner", "笔记本电脑", "ノートパソコン"),
    ("umbrella", "protection from rain", "der Regenschirm", "雨伞", "傘"),
    ("guitar", "string instrument", "die Gitarre", "吉他", "ギター"),
    ("wristwatch", "timepiece", "die Armbanduhr", "手表", "腕時計"),
    ("rucksack", "backpack", "der Rucksack", "背包", "リュックサック"),
    ("telephone", "phone", "das Telefon", "电话", "電話"),
    ("painting", "picture", "das Gemälde", "画", "絵"),
    ("carpet", "rug", "der Teppich", "地毯", "絨毯"),
    ("refrigerator", "fridge", "der Kühlschrank", "冰箱", "冷蔵庫"),
    ("wallet", "purse", "der Geldbeutel", "钱包", "財布"),
    ("hammer", "tool for nails", "der Hammer", "锤子", "金槌"),
    ("blanket", "warm cover", "die Decke", "毯子", "毛布"),
    ("candle", "light of wax", "die Kerze", "蜡烛", "ろうそく"),
    ("knife", "blade", "das Messer", "刀", "包丁"),
    ("passport", "travel document", "der Reisepass", "护照", "旅券"),
    ("microphone", "recording device", "das Mikrofon", "麦克风", "マイク"),
    ("trousers", "pants", "die Hose", "裤子", "ズボン"),
    ("sneakers", "running shoes", "die Turnschuhe", "运动鞋", "運動靴"),
    ("jumper", "sweater", "der Pullover", "毛衣", "セーター"),
    ("mug", "coffee cup", "der Becher", "杯子", "マグカップ"),
    ("torch", "flashlight", "die Taschenlampe", "手电筒", "懐中電灯"),
    ("tent", "camping shelter", "das Zelt", "帐篷", "テント"),
    ("piano", "keyboard instrument", "das Klavier", "钢琴", "ピアノ"),
    ("dictionary", "book of words", "das Wörterbuch", "词典", "辞書"),
    ("camera", "photo device", "der Fotoapparat", "照相机", "カメラ"),
)
"""A thing as memories name it, and as questions do: with other words, in German, Chinese and Japanese."""
PLACES: Final = (
    *(
        "in the cellar",
        "under the stairs",
        "at the office",
        "in the red cupboard",
        "behind the garage",
        "at her aunt's",
    ),
    *("in the attic", "beside the stove", "in the garden shed", "on the top shelf", "in a locker at the station"),
)
MEANINGS: Final = (
    "{person} keeps the {thing} {place}.",
    "{person} bought a new {thing} and put it {place}.",
    "{person} lent the {thing} to a neighbour; before, it was {place}.",
    "{person} repaired the {thing} {place} last weekend.",
)
QUESTIONS: Final = {
    "English": "Where is the {thing} of {person}?",
    "German": "Wo ist {thing} von {person}?",
    "Chinese": "{person}的{thing}在哪里？",
    "Japanese": "{person}の{thing}はどこにありますか？",
}
LANGUAGES: Final = ("English", "German", "English", "Chinese", "English", "Japanese")
"""Whose turn it is among the questions; the memories are in English."""
CUT: Final = 5
BATCH: Final = 500
WRITE_EVERY_S: Final = 0.2
READ_EVERY_S: Final = 0.05
AFTER_S: Final = 20.0
PATIENCE_S: Final = 6 * 3600.0
HTTP_S: Final = 60.0


def main(parts: Sequence[str]) -> int:
    """Arguments: model before, model after, records, questions, readers, kills. Returns the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirocrew.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("sync_schedules", verbosity=0)
    connection.close()  # no server goes on with the connection that migrated
    before, after, *numbers = parts
    records, questions, readers, kills = map(int, numbers)
    return _Run(before, after, records, questions, readers, kills).run()


@dataclass(slots=True)
class Seen:
    """One answer: when, to which question, whether its memory was among the first, by meaning, and the status."""

    at: float
    question: int
    is_hit: bool
    is_hybrid: bool
    status: int


@dataclass(slots=True)
class Client:
    """One user of the server, with a connection of its own, until `stop`."""

    port: int
    key: str
    stop: threading.Event

    def run(self) -> None:
        """Use the server until it is time to stop."""

    def send(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status 0 when nobody answers."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HTTP_S)
            headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            answer = json.loads(response.read() or b"{}")
            connection.close()
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
        return response.status, answer


@dataclass(slots=True)
class Reader(Client):
    """Asks the known questions over and over."""

    questions: Sequence[tuple[str, str]] = ()
    seed: int = 0
    seen: list[Seen] = field(default_factory=list)

    def run(self) -> None:
        order = random.Random(self.seed)
        while not self.stop.is_set():
            for number in order.sample(range(len(self.questions)), len(self.questions)):
                if self.stop.is_set():
                    return
                text, uid = self.questions[number]
                at = time.monotonic()
                status, answer = self.send("/api/memory/search", {"q": text, "limit": CUT, "kinds": "episode"})
                hits = [hit["id"] for hit in answer.get("hits", ())]
                self.seen.append(Seen(at, number, uid in hits, answer.get("mode") == "hybrid", status))
                self.stop.wait(READ_EVERY_S)


@dataclass(slots=True)
class Writer(Client):
    """Records something new a few times a second."""

    statuses: Counter[int] = field(default_factory=Counter)
    uids: list[str] = field(default_factory=list)

    def run(self) -> None:
        number = 0
        while not self.stop.is_set():
            number += 1
            text = f"Build {number} of the harbour project went through after {number % 7 + 2} minutes."
            status, answer = self.send("/api/memory/episodic", {"text": text})
            self.statuses[status] += 1
            if status == 200:
                self.uids.append(str(answer["uid"]))
            self.stop.wait(WRITE_EVERY_S)


class _Run:
    """One measurement from its preparation to its report."""

    def __init__(self, before: str, after: str, records: int, questions: int, readers: int, kills: int) -> None:
        self.before, self.after = before, after
        self.records, self.questions, self.readers, self.kills = records, questions, readers, kills
        self.killed_at: list[int] = []

    def run(self) -> int:
        from kirocrew.bench.over_http import wait_until_answering
        from memory.services.model_change import model_use

        key, asked = self._prepare()
        stop = threading.Event()
        with _started("web") as (_, port), _Worker() as worker:
            wait_until_answering(port)
            readers = [Reader(port, key, stop, asked, seed) for seed in range(self.readers)]
            writer = Writer(port, key, stop)
            self._warm(readers[0], asked)
            threads = [threading.Thread(target=user.run, daemon=True) for user in (*readers, writer)]
            for thread in threads:
                thread.start()
            self._one_pass(readers, len(asked))
            began = time.monotonic()
            change = model_use(actor=_owner(), model=self.after)
            ended = self._watch(change.pk, worker)
            time.sleep(min(AFTER_S, max(2.0, (ended - began) / 4)))
            self._one_pass(readers, len(asked))
            stop.set()
            for thread in threads:
                thread.join(HTTP_S)
            waiting = self._settled(writer)
        return self._report(readers, writer, began, ended, waiting)

    def _prepare(self) -> tuple[str, list[tuple[str, str]]]:
        """Write and embed the memories; the bot's key and the questions with the memory that answers each."""
        from memory.models import Record, Store
        from memory.services.bots import bot_with_stores_create
        from memory.services.drafts import EpisodeDraft, WriteMode
        from memory.services.episodes import episodes_write
        from memory.services.filling import spaces_fill
        from memory.services.settings import setting_change

        setting_change(actor=_owner(), name="episodes_max", value=10_000_000)
        store = Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]
        _, key = bot_with_stores_create(
            actor=_owner(), name="bench", permissions=["memory:read", "memory:write"], stores=["main"]
        )
        texts = list(memories(self.records))
        uids: list[str] = []
        for start in range(0, len(texts), BATCH):
            drafts = [EpisodeDraft(text=text) for text in texts[start : start + BATCH]]
            written = episodes_write(actor=_owner(), store=store, drafts=drafts, mode=WriteMode.PRESERVE)
            uids += [str(outcome.uid) for outcome in written]
        kept = Record.objects.count()
        began = time.monotonic()
        done = spaces_fill(lambda _: None, wait=300.0)
        if done.embedded != kept:
            raise SystemExit(f"Only {done.embedded} of {kept} memories were embedded: {' '.join(done.reasons)}")
        say(f"{kept:,} memories embedded with {self.before} in {time.monotonic() - began:,.0f} s")
        step = max(1, len(texts) // self.questions)
        chosen = list(range(0, len(texts), step))[: self.questions]
        if self._knows_spelling_only:
            return key, [(texts[number], uids[number]) for number in chosen]
        asked = [self._language(place) for place in range(len(chosen))]
        return key, [
            (question(number, len(texts), language), uids[number])
            for number, language in zip(chosen, asked, strict=True)
        ]

    @property
    def _knows_spelling_only(self) -> bool:
        """Whether the questions are the memories' own words, since the model knows no other."""
        from memory.inference.hashing import HASHING

        return self.before in HASHING

    @staticmethod
    def _language(place: int) -> str:
        return LANGUAGES[place % len(LANGUAGES)]

    def _warm(self, reader: Reader, asked: Sequence[tuple[str, str]]) -> None:
        """Ask until the server has loaded its model."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            _, answer = reader.send("/api/memory/search", {"q": asked[0][0], "limit": CUT, "kinds": "episode"})
            if answer.get("mode") == "hybrid":
                return
            time.sleep(0.5)
        raise SystemExit(f"The server does not search by meaning: {answer.get('mode_reason')}")

    def _one_pass(self, readers: Sequence[Reader], size: int) -> None:
        """Wait until every reader has asked every question once more."""
        wanted = [len(reader.seen) + size for reader in readers]
        deadline = time.monotonic() + PATIENCE_S
        while any(len(reader.seen) < least for reader, least in zip(readers, wanted, strict=True)):
            if time.monotonic() > deadline:
                raise SystemExit("The readers get no answers.")
            time.sleep(0.2)

    def _watch(self, number: int, worker: "_Worker") -> float:
        """Kill the worker at even distances and start it again; when the change was in force."""
        from memory.models import ModelChange, Space

        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            change = ModelChange.objects.get(pk=number)
            current = Space.objects.filter(state=Space.State.CURRENT).count()
            if current != 1:
                raise SystemExit(f"{current} spaces are current.")
            if change.state == ModelChange.State.DONE:
                return time.monotonic()
            if change.state != ModelChange.State.RUNNING:
                raise SystemExit(f"The change is {change.state}: {change.error}")
            if self._is_due(change):
                self.killed_at.append(change.done)
                worker.kill()
                say(f"worker killed at {change.done:,} of {change.total:,}")
                worker.start()
            time.sleep(0.2)
        raise SystemExit("The change does not end.")

    def _is_due(self, change: "ModelChange") -> bool:
        made = len(self.killed_at)
        return made < self.kills and change.total > 0 and change.done >= change.total * (made + 1) / (self.kills + 1)

    def _settled(self, writer: Writer) -> int:
        """Let the worker finish; how many of the bot's writes then lack a vector, in either space."""
        deadline = time.monotonic() + 300
        while (lacking := _lacking(writer.uids)) and time.monotonic() < deadline:
            time.sleep(1)
        return lacking

    def _report(self, readers: Sequence[Reader], writer: Writer, began: float, ended: float, lacking: int) -> int:
        from memory.models import EmbeddingFailure

        seen = sorted((one for reader in readers for one in reader.seen), key=lambda one: one.at)
        killed = f"worker killed {len(self.killed_at)} times"
        say(f"changed from {self.before} to {self.after} in {ended - began:,.0f} s, {killed}")
        phases = {
            "before": [one for one in seen if one.at < began],
            "during": [one for one in seen if began <= one.at < ended],
            "after": [one for one in seen if one.at >= ended],
        }
        shares = {}
        for name, part in phases.items():
            shares[name] = _share(part)
            by_words = f"answered by words alone {sum(not one.is_hybrid for one in part):,}"
            told = "".join(f", {language} {share:.3f}" for language, share in self._by_language(part).items())
            say(f"{name:<7} {len(part):>7,} questions, {by_words}, recall@{CUT} {shares[name]:.3f}{told}")
        found = {one.question for one in phases["before"] if one.is_hit}
        lost = {one.question for one in phases["during"] if not one.is_hit} & found
        failed = sum(one.status != 200 for one in seen)
        refused = sum(number for status, number in writer.statuses.items() if status != 200)
        say(f"questions answered before and missed at some time during the change: {len(lost)}")
        say(f"failed searches {failed:,} of {len(seen):,}, failed writes {refused:,} of {writer.statuses.total():,}")
        say(f"writes without a vector in the end {lacking:,}, texts that failed {EmbeddingFailure.objects.count():,}")
        is_good = not failed and not refused and not lacking and not lost and shares["after"] >= shares["before"]
        say("no request failed, no write lacks a vector, nothing was found worse" if is_good else "NOT as it should be")
        return 0 if is_good else 1

    def _by_language(self, seen: Sequence[Seen]) -> dict[str, float]:
        if self._knows_spelling_only:
            return {}
        parts = {name: [one for one in seen if self._language(one.question) == name] for name in QUESTIONS}
        return {name: _share(part) for name, part in parts.items() if part}


class _Worker:
    """`kirocrew worker`, in a process group of its own, so that all of it can be killed at once."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "_Worker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kirocrew", "worker"], stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self) -> None:
        """Without a chance to tidy up."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(30)


@contextmanager
def _started(name: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    process = subprocess.Popen(  # noqa: S603  (our own command)
        [sys.executable, "-m", "kirocrew", name],
        env=os.environ | {"KIROCREW_PORT": str(port), "KIROCREW_WEB_PROCESSES": "1"},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process, port
    finally:
        process.terminate()
        process.wait(30)


def memories(count: int) -> Iterator[str]:
    """So many memories of what people have where; each person's with each thing is there once."""
    for number in range(count):
        person, thing = _pair(number, count)
        text = MEANINGS[(number * 5 + number // len(THINGS)) % len(MEANINGS)]
        yield text.format(person=person, thing=thing[0], place=PLACES[number * 7 % len(PLACES)])


def question(number: int, count: int, language: str) -> str:
    """What is asked for the memory of that number, with other words for the thing."""
    person, thing = _pair(number, count)
    return QUESTIONS[language].format(person=person, thing=thing[1 + list(QUESTIONS).index(language)])


def _pair(number: int, count: int) -> tuple[str, tuple[str, ...]]:
    """About thirty things for each person, however many memories there are."""
    people = max(1, -(-count // len(THINGS)))
    return PEOPLE[number % people % len(PEOPLE)], THINGS[number // people % len(THINGS)]


def _share(seen: Sequence[Seen]) -> float:
    """How often a question was answered, on average over the questions, however often each was asked."""
    asked, found = Counter(one.question for one in seen), Counter(one.question for one in seen if one.is_hit)
    return sum(found[number] / times for number, times in asked.items()) / len(asked) if asked else 0.0


def _lacking(uids: Sequence[str]) -> int:
    from memory.models import Record, Space
    from memory.services.embedding import waiting

    wanted, lacking = set(uids), 0
    for space in Space.objects.filter(state__in=(Space.State.CURRENT, Space.State.RETIRED)):
        waits = Record.objects.filter(pk__in=waiting(space).values("pk")).values_list("uid", flat=True)
        lacking += len(wanted & {str(uid) for uid in waits})
    return lacking


def _owner() -> Any:
    from channels_bridge.actors import Actor

    return Actor.owner("bench")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201  (the report)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
