"""Files of models as jobs and commands: fetched once, taken from Ollama, removed, measured, and advised about."""

import dataclasses
import hashlib
import io
import json
import logging
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import job_cancel, run_job_now
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid
from memory.inference.chat_models import SMOLLM2, chat_file
from memory.inference.costs import model_benchmark, model_cost
from memory.inference.download import Ladder, Line
from memory.inference.gguf import convert_bert
from memory.inference.install import install_chat_model
from memory.inference.models import KNOWN, MINILM, MULTILINGUAL, QWEN3, ModelSpec
from memory.models import Event, Space, Store
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.model_files import (
    model_install_request,
    model_installed,
    model_remove,
    models_advice,
    script_of,
    ways_configured,
)
from tests.hooks.servers import Server, serving
from tests.memory import tiny_bert
from tests.memory.test_downloads import Shelf

pytestmark = pytest.mark.django_db

OPERATOR = Actor.system("operator")
MODELS = Path(__file__).resolve().parents[2] / ".cache" / "models"


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    """A home without any model, and no Ollama beside it."""
    settings.KIROCREW_HOME = tmp_path / "home"
    settings.KIROCREW_OLLAMA_MODELS = str(tmp_path / "ollama")
    return tmp_path / "home"


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    with serving() as running:
        settings.KIROCREW_EGRESS_ALLOW = [f"127.0.0.1:{running.port}"]
        yield running


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    """A model that works, of the size of a large one's first megabytes."""
    convert_bert(tiny_bert.write_folder(tmp_path / "tiny"), tmp_path / "tiny.gguf", name="tiny")
    return (tmp_path / "tiny.gguf").read_bytes() + bytes(3_000_000)


@pytest.fixture
def tiny(server: Server, content: bytes, monkeypatch: pytest.MonkeyPatch) -> ModelSpec:
    """A model that is known by an address alone, as `qwen3` is."""
    digest = hashlib.sha256(content).hexdigest()
    url = server.url("/tiny.gguf", host="127.0.0.1")
    spec = dataclasses.replace(
        QWEN3,
        name="tiny",
        title="Tiny",
        gguf_sha256=digest,
        file_name="tiny.gguf",
        url=url,
        download_bytes=len(content),
        dimension=32,
    )
    monkeypatch.setitem(KNOWN, "tiny", spec)
    return spec


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("model", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.mark.model
def test_a_model_is_fetched_by_a_job_that_goes_on_where_it_broke(
    home: Path, tiny: ModelSpec, server: Server, content: bytes, alice: Actor
) -> None:
    server.on("/tiny.gguf", Shelf(content, stops=[1_500_000, 0]))
    job = run_job_now(model_install_request(actor=alice, name="tiny"))
    assert job.state == JobState.QUEUED
    assert timedelta(seconds=50) < job.not_before - now() <= timedelta(seconds=60)
    assert "broke off" in job.message
    assert model_install_request(actor=alice, name="tiny") == job, "it is the same transfer, however many ask"
    for attempts in (2, 3):
        Job.objects.update(not_before=now())
        job = run_job_now(job)
        assert job.attempts == attempts
    assert (job.state, job.result) == (JobState.DONE, {"model": "tiny", "file": "tiny.gguf"})
    assert (home / "models" / "tiny.gguf").read_bytes() == content
    assert [one.headers["range"] for one in server.requests] == ["bytes=0-", "bytes=1500000-", "bytes=1500000-"]
    assert model_installed("tiny")
    told = [event.message for event in job.events.filter(kind="progress")]
    assert any("of 3 MB" in words for words in told)
    assert Event.objects.filter(code="model_file", key="installed", new_value="Tiny").exists()


def test_a_job_whose_file_is_another_one_fails_and_says_why(
    home: Path, tiny: ModelSpec, server: Server, content: bytes, alice: Actor
) -> None:
    server.on("/tiny.gguf", Shelf(content[:-1] + b"!"))
    job = run_job_now(model_install_request(actor=alice, name="tiny"))
    assert job.state == JobState.FAILED
    assert "must not be used" in job.error
    assert not model_installed("tiny")
    assert [path.name for path in (home / "models").iterdir() if path.suffix != ".lock"] == []


def test_a_job_to_a_private_address_is_refused(home: Path, tiny: ModelSpec, settings: Settings, alice: Actor) -> None:
    settings.KIROCREW_EGRESS_ALLOW = []
    job = run_job_now(model_install_request(actor=alice, name="tiny"))
    assert job.state == JobState.FAILED
    assert "private network" in job.error


def test_a_transfer_that_is_stopped_keeps_what_has_arrived(
    home: Path, tiny: ModelSpec, server: Server, content: bytes, alice: Actor
) -> None:
    job = model_install_request(actor=alice, name="tiny")
    shelf = Shelf(content)

    def stopped_meanwhile(connection: Any, asked: Any) -> None:
        job_cancel(actor=alice, job=job)
        shelf(connection, asked)

    server.on("/tiny.gguf", shelf)
    Job.objects.filter(pk=job.pk).update(cancel_requested=True)
    job = run_job_now(job)
    assert job.state == JobState.CANCELLED
    assert not model_installed("tiny")
    again = model_install_request(actor=alice, name="tiny")
    assert again != job


def test_only_the_owner_and_the_operator_fetch_and_remove(home: Path, botty: Actor) -> None:
    with pytest.raises(Forbidden):
        model_install_request(actor=botty, name="minilm")
    with pytest.raises(Forbidden):
        model_remove(actor=botty, name="minilm")
    with pytest.raises(Invalid, match="There is no model 'gpt'"):
        model_install_request(actor=OPERATOR, name="gpt")


@pytest.mark.model
def test_a_file_that_ollama_has_is_used_and_nothing_is_fetched(
    home: Path, tiny: ModelSpec, server: Server, content: bytes, settings: Settings, tmp_path: Path
) -> None:
    blobs = tmp_path / "ollama" / "blobs"
    blobs.mkdir(parents=True)
    (blobs / f"sha256-{tiny.gguf_sha256}").write_bytes(content)
    settings.KIROCREW_SKIP_MODEL_DOWNLOAD = True
    job = run_job_now(model_install_request(actor=OPERATOR, name="tiny"))
    assert job.state == JobState.DONE
    assert not server.requests
    assert (home / "models" / "tiny.gguf").read_bytes() == content


@pytest.mark.parametrize("name", ["minilm", "multilingual", "qwen3", "smollm2"])
def test_nothing_is_fetched_where_the_operator_says_so(home: Path, settings: Settings, name: str) -> None:
    settings.KIROCREW_SKIP_MODEL_DOWNLOAD = True
    with pytest.raises(CommandError, match="KIROCREW_SKIP_MODEL_DOWNLOAD is set") as error:
        run("install", name)
    assert str(home / "models") in str(error.value), "it says where to put the file"


def test_the_address_of_a_large_model_is_the_operators(home: Path, settings: Settings, server: Server) -> None:
    settings.KIROCREW_QWEN3_URL = server.url("/mirror/qwen3.gguf", host="127.0.0.1")
    server.answer("/mirror/qwen3.gguf", b"not found", status="404 Not Found")
    with pytest.raises(CommandError, match="status 404"):
        run("install", "qwen3")
    assert ways_configured().urls["qwen3"] == settings.KIROCREW_QWEN3_URL


@pytest.mark.parametrize(
    ("address", "digest", "told"),
    [
        ("https://models.example/model.gguf", "", "sha256 has 64"),
        ("https://models.example/model.gguf", "06507c", "sha256 has 64"),
        ("https://models.example/", "0" * 64, "must end in a file's name"),
        ("https://models.example/..%2Fkey.gguf", "0" * 64, "must end in a file's name"),
        ("https://models.example/model.sh", "0" * 64, "must end in a file's name"),
        ("ftp://models.example/model.gguf", "0" * 64, "Only http and https"),
        ("http://169.254.169.254/model.gguf", "0" * 64, "nothing is fetched from"),
    ],
)
def test_an_address_without_a_file_or_a_checksum_is_not_fetched(
    home: Path, address: str, digest: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        run("install", address, "--sha256", digest)


@pytest.mark.model
def test_a_language_model_is_fetched_from_an_address_and_tried_out(home: Path, server: Server) -> None:
    content = (MODELS / SMOLLM2.file_name).read_bytes()
    server.on("/small.gguf", Shelf(content, stops=[50_000_000]))
    digest = SMOLLM2.gguf_sha256.upper()
    address = server.url("/small.gguf", host="127.0.0.1")
    line = Line(Ladder(2, first_wait=0))
    spec = chat_file(address, digest.lower())
    install_chat_model(spec, home / "models", report=lambda line: None, ways=ways_configured(line=line))
    assert [one.headers["range"] for one in server.requests] == ["bytes=0-", "bytes=50000000-"]
    assert "already in" in run("install", address, "--sha256", digest)
    assert "MB are free again" in run("remove", "small.gguf")


@pytest.mark.model
def test_a_file_at_an_address_that_is_no_model_is_not_installed(home: Path, server: Server, content: bytes) -> None:
    server.on("/other.gguf", Shelf(content[-2_000_000:]))
    digest = hashlib.sha256(content[-2_000_000:]).hexdigest()
    with pytest.raises(CommandError, match=r"GGUF|llama-cpp-python|sense"):
        run("install", server.url("/other.gguf", host="127.0.0.1"), "--sha256", digest)
    assert not list((home / "models").glob("*.gguf"))


# ---- removing ----


def test_a_model_that_nothing_uses_is_removed_with_what_was_kept_of_it(home: Path, main_store: Store) -> None:
    folder = home / "models"
    folder.mkdir(parents=True)
    for name in (MULTILINGUAL.file_name, f"{MULTILINGUAL.file_name}.part", f"{MULTILINGUAL.file_name}.cost.json"):
        (folder / name).write_bytes(b"x" * 2_000_000)
    assert "4 MB are free again" in run("remove", "multilingual")
    assert list(folder.iterdir()) == []
    with pytest.raises(CommandError, match="not installed"):
        run("remove", "multilingual")
    assert Event.objects.filter(code="model_file", key="removed").count() == 1


def test_a_model_in_use_is_not_removed(home: Path, main_store: Store, settings: Settings) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / MINILM.file_name).write_bytes(b"GGUF")
    for state, told in ((Space.State.CURRENT, "searched with it"), (Space.State.RETIRED, "are kept")):
        space = Space.objects.create(
            model=MINILM.space.model, dimension=384, normalisation="l2", source="minilm", state=state
        )
        with pytest.raises(Conflict, match=told):
            model_remove(actor=OPERATOR, name="minilm")
        with pytest.raises(Conflict, match=told):
            model_remove(actor=OPERATOR, name=MINILM.file_name)
        space.delete()
    settings.KIROCREW_LANGUAGE_MODEL = "smollm2"
    with pytest.raises(Conflict, match="language model that is set up"):
        model_remove(actor=OPERATOR, name="smollm2")
    assert (home / "models" / MINILM.file_name).exists()


@pytest.mark.parametrize("name", ["../kirocrew.sqlite3", "/etc/passwd", "secret_key", "..", "a/b.gguf"])
def test_only_models_are_removed(home: Path, main_store: Store, name: str) -> None:
    with pytest.raises(Invalid, match="neither a known model nor a file"):
        model_remove(actor=OPERATOR, name=name)


# ---- costs ----


@pytest.mark.model
def test_a_model_is_measured_in_a_child_and_the_result_kept_until_the_file_changes(tmp_path: Path) -> None:
    path = Path(shutil.copy(MODELS / MINILM.file_name, tmp_path))
    assert model_cost(path) is None
    cost = model_benchmark(path, threads=1)
    assert cost.texts_per_second > 0
    assert 0 < cost.memory_bytes < 200_000_000
    assert (cost.tokens_per_second, cost.threads) == (0, 1)
    assert model_cost(path) == cost
    path.write_bytes(path.read_bytes() + b"\0")
    assert model_cost(path) is None


@pytest.mark.model
def test_the_list_measures_what_is_installed(home: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / MINILM.file_name).symlink_to(MODELS / MINILM.file_name)
    before = {model["name"]: model for model in json.loads(run("list", "--json"))}
    assert all(model["cost"] is None for model in before.values())
    assert before["minilm"]["thresholds"]["short"] == MINILM.admission.short
    assert "list --bench" in run("list")
    measured = {model["name"]: model for model in json.loads(run("list", "--bench", "--json"))}
    assert measured["minilm"]["cost"]["texts_per_second"] > 0
    assert measured["qwen3"]["cost"] is None
    assert "texts/s" in run("list") and "93 languages" in run("list")


def test_a_model_that_cannot_be_measured_is_listed_all_the_same(home: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / MINILM.file_name).write_bytes(b"GGUF and nonsense")
    listed = {model["name"]: model for model in json.loads(run("list", "--bench", "--json"))}
    assert (listed["minilm"]["installed"], listed["minilm"]["cost"]) == (True, None)


# ---- advice ----

MIXED = {
    "German": "Wir treffen uns am Freitag mit dem Architekten, weil die Pläne für das Haus noch nicht fertig sind",
    "Vietnamese": "Tôi không ăn được đậu phộng nên hãy nhớ chọn món khác khi đặt bàn",
    "French": "Nous avons décidé que les réunions de l'équipe se tiennent dans la grande salle le mardi",
    "Chinese": "我每天早上都要喝一杯不加糖的黑咖啡",
    "Japanese": "来週の金曜日に京都で打ち合わせがあります",
    "Korean": "저는 매운 음식을 잘 먹지 못해요",
    "Cyrillic script": "Мы переезжаем в новый офис в следующем месяце",
}


def space(spec: ModelSpec) -> None:
    Space.objects.create(
        model=spec.space.model, dimension=384, normalisation="l2", source=spec.name, state=Space.State.CURRENT
    )


def remember(store: Store, *texts: str) -> None:
    drafts = [EpisodeDraft(text=f"{text} {number}") for number, text in enumerate(texts)]
    assert all(outcome.uid for outcome in episodes_write(actor=OPERATOR, store=store, drafts=drafts))


@pytest.mark.parametrize("language", MIXED)
def test_memories_in_a_language_the_model_does_not_know_bring_advice(main_store: Store, language: str) -> None:
    space(MINILM)
    remember(main_store, *[MIXED[language]] * 6, *["The kettle is red and stands on the shelf"] * 6)
    advice = models_advice(actor=OPERATOR)
    assert advice is not None
    assert (advice.languages, advice.better, advice.share) == (((language, 0.5),), "multilingual", 0.5)
    assert f"{language} 50%" in advice.words
    assert "kirocrew model use multilingual" in advice.words


def test_a_model_that_knows_them_is_left_alone(main_store: Store) -> None:
    space(MULTILINGUAL)
    remember(main_store, *MIXED.values(), "The kettle is red")
    advice = models_advice(actor=OPERATOR)
    assert advice is not None
    assert (advice.languages, advice.better, advice.words) == ((), "", "")


def test_a_few_foreign_texts_are_no_reason(main_store: Store) -> None:
    space(MINILM)
    remember(main_store, *list(MIXED.values())[:4], *["The kettle is red and stands on the shelf"] * 6)
    assert models_advice(actor=OPERATOR).words == ""  # type: ignore[union-attr]


def test_without_a_known_model_there_is_no_advice(main_store: Store) -> None:
    assert models_advice(actor=OPERATOR) is None


def test_the_status_shows_the_advice(main_store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    space(MINILM)
    remember(main_store, *[MIXED["Chinese"]] * 6)
    assert "languages that all-MiniLM-L6-v2 does not know (Chinese 100%)" in run("status")


@pytest.mark.parametrize(
    ("text", "script"),
    [("東京に行く", "Japanese"), ("去北京", "Chinese"), ("서울", "Korean"), ("ᐃᓄᒃ", "other scripts"), ("abc", "")],
)
def test_the_script_of_a_text(text: str, script: str) -> None:
    assert script_of(text) == script
