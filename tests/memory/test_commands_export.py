"""`kirocrew export` as an operator types it."""

import io
import json
import os
import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.stores import store_create
from tests.memory.importing import TURNS, run_import, turns, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


@pytest.fixture
def filled(alice: Actor, main_store: Store, tmp_path: Path) -> Store:
    run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(*TURNS)))
    return main_store


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("export", *map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def texts(file: Path) -> list[str]:
    return sorted(record["text"] for record in json.loads(file.read_text(encoding="utf-8"))["records"])


def test_one_store_goes_into_one_private_file(filled: Store, tmp_path: Path) -> None:
    shown = run("-o", tmp_path / "memories.json")
    assert f"{tmp_path / 'memories.json'} (6 records of main" in shown
    assert texts(tmp_path / "memories.json") == sorted(text for _, text in TURNS)
    assert stat.S_IMODE((tmp_path / "memories.json").stat().st_mode) == 0o600


def test_without_a_name_it_goes_into_the_home(filled: Store, tmp_path: Path) -> None:
    run()
    (file,) = (tmp_path / "home" / "exports").iterdir()
    assert file.name.startswith("kirocrew-main-")
    assert len(texts(file)) == 6


def test_every_store_has_a_file_of_its_own(alice: Actor, filled: Store, tmp_path: Path) -> None:
    store_create(actor=alice, slug="crew", name="Crew")
    (tmp_path / "out").mkdir()
    run("-o", tmp_path / "out")
    files = {file.name: len(texts(file)) for file in (tmp_path / "out").iterdir()}
    assert files == {"kirocrew-main.json": 6, "kirocrew-crew.json": 0}


def test_standard_output_holds_the_document_alone(filled: Store) -> None:
    assert len(json.loads(run("-o", "-", "--store", "main"))["records"]) == 6


def test_a_wrong_call_writes_nothing(alice: Actor, filled: Store, tmp_path: Path) -> None:
    store_create(actor=alice, slug="crew", name="Crew")
    taken = write(tmp_path / "out" / "taken.json", "precious")
    for arguments, said in (
        (("--store", "nowhere"), "There is no store"),
        (("-o", tmp_path / "new.json"), "2 stores"),
        (("-o", "-"), "2 stores"),
        (("-o", taken, "--store", "main"), "--force"),
        (("-o", taken / "below.json", "--store", "main"), "can't be written"),
    ):
        with pytest.raises(CommandError, match=said):
            run(*arguments)
    assert taken.read_text() == "precious"
    assert os.listdir(tmp_path / "out") == ["taken.json"]  # noqa: PTH208
    assert not (tmp_path / "new.json").exists()


def test_a_file_is_replaced_on_demand(filled: Store, tmp_path: Path) -> None:
    target = write(tmp_path / "taken.json", "old")
    run("-o", target, "--force")
    assert len(texts(target)) == 6


def test_a_record_that_cannot_be_written_stops_it_and_leaves_no_file(filled: Store, tmp_path: Path) -> None:
    broken = Record.objects.order_by("id")[3]
    with connection.cursor() as cursor:  # half a character, as only a hand in the database could leave it
        cursor.execute("UPDATE memory_episode SET tags = %s WHERE record_id = %s", ['["\\ud800"]', broken.pk])
    with pytest.raises(CommandError, match=str(broken.uid)):
        run("-o", tmp_path / "memories.json")
    assert not [file for file in tmp_path.iterdir() if "memories.json" in file.name]


@pytest.mark.parametrize("output", ["missing/memories.json", "missing/"])
def test_a_folder_that_is_not_there_is_not_made(filled: Store, tmp_path: Path, output: str) -> None:
    with pytest.raises(CommandError, match=r"no folder .*missing.*Make it first"):
        run("-o", f"{tmp_path}/{output}")
    assert not (tmp_path / "missing").exists()


def test_a_folder_that_takes_no_files_is_named(filled: Store) -> None:
    with pytest.raises(CommandError, match="no file can be made in /proc"):
        run("-o", "/proc/memories.json")


def test_a_store_that_is_not_there_is_answered_with_those_there_are(filled: Store) -> None:
    with pytest.raises(CommandError, match=r"no store 'foo'.*main") as caught:
        run("--store", "foo")
    assert "/api/" not in str(caught.value)
