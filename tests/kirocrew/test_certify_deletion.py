"""`kirocrew certify_deletion`: the whole way, in real processes, and its positive control."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import deletion_certify, record_erase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]

SECRET = "The safe in the cellar opens with quagmire-tangerine-91"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def record(alice: Actor, main_store: Store) -> Record:
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=SECRET)])[0]
    return Record.objects.get(uid=outcome.uid)


def test_the_twin_stays_away_and_a_record_that_is_there_is_not_certified(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "key"
    given.write_text(settings.SECRET_KEY)
    monkeypatch.setenv("KIROCREW_SECRET_KEY_FILE", str(given))
    work = tmp_path / "work"
    work.mkdir()
    before = sorted(file.name for file in Path(settings.KIROCREW_HOME).rglob("*"))
    with pytest.raises(CommandError, match="the record is here, in: records, journal"):
        call_command("certify_deletion", str(record.uid), "--as-json", "--folder", str(work))
    told = json.loads(capsys.readouterr().out)
    assert not told["certified"]
    steps = {step["name"].strip(): step["good"] for step in told["rehearsal"]}
    assert all(steps.values()), told["rehearsal"]
    found = next(step["told"] for step in told["rehearsal"] if step["name"] == "found")
    assert re.search(r"the short one in [3-9] files", found)
    assert {
        "found",
        "absent",
        "absent after feeding it again",
        "absent after every job",
        "Vectors of every model",
        "absent after a restart",
        "absent from an export",
        "absent there",
        "absent after a backup of before was put back",
        "refused there as well",
    } <= steps.keys()
    assert list(work.iterdir()) == [], "the copy of the home is removed"
    assert sorted(file.name for file in Path(settings.KIROCREW_HOME).rglob("*")) == before


def test_who_knows_the_text_finds_it_in_files_too(record: Record, alice: Actor) -> None:
    record_erase(actor=alice, uid=record.uid, confirm=str(record.uid))
    assert deletion_certify(actor=alice, uid=record.uid, text=SECRET).is_clear
    left = Path(settings.KIROCREW_HOME) / "exports" / "kept.json.old"
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"\xff\x00 " + SECRET.encode() + b" \xff")
    try:
        found = [line for line in deletion_certify(actor=alice, uid=record.uid, text=SECRET).lines if line.hits]
    finally:
        left.unlink()
    assert [(line.place, line.hits) for line in found] == [("exports", ["exports/kept.json.old"])]
