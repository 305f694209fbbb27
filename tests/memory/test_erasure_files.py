"""Files of the home lose an erased text however they write it, short values included; nothing else in them is lost."""

import json
import re
import shutil
import sqlite3
import stat
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from channels_bridge.actors import Actor
from channels_bridge.models import IdempotencyKey, Job
from kirocrew.backup.making import backup_make
from kirocrew.base.clock import now
from memory.models import Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import Certificate, deletion_certify, record_erase
from memory.services.exports import export_folder, export_write
from memory.services.facts import facts_write
from memory.services.history import history_append
from memory.services.importing.sources import Upload
from memory.services.imports_staged import import_stage
from tests.memory.erasing import finished

SECRET = "The clinic in Coimbra is on Rua das Flores 17"
VIETNAMESE = "Phòng khám bí mật của Alice ở phố Hàng Bông số mười bảy Hà Nội"


@pytest.fixture
def home() -> Iterator[Path]:
    """The home, which is as empty afterwards as it was."""
    folder = Path(settings.KIROCREW_HOME)
    before = set(folder.rglob("*"))
    yield folder
    for file in sorted(set(folder.rglob("*")) - before, reverse=True):
        if file.name.startswith(Path(str(connection.settings_dict["NAME"])).name):
            continue
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
    tombstones_file().unlink(missing_ok=True)


def fact(actor: Actor, store: Store, value: object = SECRET, key: str = "user.clinic") -> Record:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value)])[0]
    return Record.objects.get(uid=outcome.uid)


def erase(actor: Actor, record: Record) -> Certificate:
    record_erase(actor=actor, uid=record.uid, confirm=record.key or str(record.uid))
    return finished(actor, record.uid)


def states(certificate: Certificate) -> dict[str, str]:
    return {line.place: line.state for line in certificate.lines}


def escaped(text: str, style: str) -> str:
    return "".join(char if ord(char) < 128 else f"\\u{ord(char):{style}}" for char in text)


def written(form: str) -> tuple[str, bytes]:
    """A file that says it in another way than memory keeps it."""
    bodies = {
        "composed": ("a.json", json.dumps([{"text": unicodedata.normalize("NFD", VIETNAMESE)}], ensure_ascii=False)),
        "capital escapes": ("a.json", f'[{{"text": "{escaped(VIETNAMESE, "04X")}"}}]'),
        "small escapes": ("a.json", f'[{{"text": "{escaped(VIETNAMESE, "04x")}"}}]'),
        "decomposed escapes": (
            "a.json",
            f'[{{"text": "{escaped(unicodedata.normalize("NFD", VIETNAMESE), "04X")}"}}]',
        ),
        "over two lines": ("a.md", f"- {VIETNAMESE[:29]}\n  {VIETNAMESE[30:]}\n"),
    }
    name, body = bodies[form]
    return name, body.encode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "form", ["composed", "capital escapes", "small escapes", "decomposed escapes", "over two lines"]
)
def test_an_upload_that_says_it_in_another_writing_is_removed(
    alice: Actor, main_store: Store, home: Path, form: str
) -> None:
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=VIETNAMESE)])[0]
    name, body = written(form)
    import_stage(actor=alice, store=main_store, uploads=[Upload(name, body)])
    assert [file for file in (home / "imports").rglob("*") if file.is_file()]
    certificate = erase(alice, Record.objects.get(uid=outcome.uid))
    assert not [file for file in (home / "imports").rglob("*") if file.is_file()]
    assert states(certificate)["imports"] == "clear"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("value", "name", "body"),
    [
        ("HIV+", "m.json", '{"user.diagnosis": "HIV+"}'),
        ("HIV+", "m.json", '{"user": {"diagnosis": "hiv+", "drink": "tea"}}'),
        ("HIV+", "m.json", '[{\n  "key": "user.diagnosis",\n  "value": "HIV+"\n}]'),
        ("HIV+", "m.jsonl", '{"key": "user.drink", "value": "tea"}\n{"key": "user.diagnosis", "value": "HIV+"}\n'),
        ("HIV+", "m.md", "# About me\n\n- **diagnosis**: HIV+\n- drink: tea\n"),
        ("Grün", "m.md", f"user.diagnosis is {unicodedata.normalize('NFD', 'Grün')}\n"),
        (42, "m.json", '{"user.diagnosis": 42}'),
        ("陽性", "m.md", "diagnosis：陽性でした\n"),
    ],
)
def test_an_upload_with_a_short_value_beside_its_key_is_removed(
    alice: Actor, main_store: Store, home: Path, value: object, name: str, body: str
) -> None:
    record = fact(alice, main_store, value, key="user.diagnosis")
    import_stage(actor=alice, store=main_store, uploads=[Upload(name, body.encode())])
    erase(alice, record)
    assert not [file for file in (home / "imports").rglob("*") if file.is_file()]


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["We flew to Rome in spring.\n", '{"user.trip": "Rome"}', "city of birth: Romee\n"])
def test_a_short_value_elsewhere_in_an_upload_is_left_alone(
    alice: Actor, main_store: Store, home: Path, body: str
) -> None:
    record = fact(alice, main_store, "Rome", key="user.city")
    import_stage(actor=alice, store=main_store, uploads=[Upload("m.md", body.encode())])
    certificate = erase(alice, record)
    assert [file for file in (home / "imports").rglob("*") if file.is_file()]
    line = next(line for line in certificate.lines if line.place == "imports")
    assert line.state == "clear" and "short" in line.note


@pytest.mark.django_db
def test_a_short_text_without_a_key_is_not_said_to_be_out_of_foreign_files(
    alice: Actor, main_store: Store, home: Path
) -> None:
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="HIV test +")])[0]
    import_stage(actor=alice, store=main_store, uploads=[Upload("m.md", b"- HIV test +\n")])
    certificate = erase(alice, Record.objects.get(uid=outcome.uid))
    assert states(certificate)["imports"] == "not_looked" and not certificate.is_clear


@pytest.mark.django_db
def test_an_export_loses_a_short_value_and_keeps_the_same_word_of_others(
    alice: Actor, main_store: Store, home: Path
) -> None:
    record = fact(alice, main_store, "Lisbon", key="user.home_city")
    other = fact(alice, main_store, "Lisbon", key="user.birth_place")
    exported = export_write(actor=alice, store=main_store).path
    notes = home / "notes.md"
    notes.write_text("home city: Lisbon\nuser.age: 7\nbirth place: Lisbon\n")
    settled = home / "settled.json"
    settled.write_text('{\n  "user.home_city": "Lisbon",\n  "n": 1\n}\n')
    certificate = erase(alice, record)
    records = {item["uid"]: item for item in json.loads(exported.read_text())["records"]}
    assert records[str(record.uid)]["status"] == "erased" and "value" not in records[str(record.uid)]
    assert records[str(other.uid)]["value"] == "Lisbon"
    assert notes.read_text() == "home city: [erased]\nuser.age: 7\nbirth place: Lisbon\n"
    assert json.loads(settled.read_text()) == {"user.home_city": "[erased]", "n": 1}
    assert {states(certificate)[name] for name in ("exports", "home", "backups")} == {"clear"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["notes.zip", "notes"])
def test_an_export_in_markdown_loses_the_record_and_keeps_the_same_word_of_others(
    alice: Actor, main_store: Store, home: Path, name: str
) -> None:
    record = fact(alice, main_store, "Lisbon", key="user.home_city")
    fact(alice, main_store, "Lisbon", key="user.birth_place")
    lines = "We signed the contract.\nIt took a whole day."
    told = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=lines)])[0].uid
    history_append(actor=alice, store=main_store, entry=f"Today: {lines}", at=now())
    target = export_folder() / name
    export_write(actor=alice, store=main_store, target=target, form="markdown")
    certificate = erase(alice, record)
    assert states(certificate)["exports"] == "clear"
    erase(alice, Record.objects.get(uid=told))
    if target.is_dir():
        said = "".join(file.read_text() for file in target.rglob("*.md"))
    else:
        with zipfile.ZipFile(target) as archive:
            assert archive.testzip() is None
            said = "".join(archive.read(name).decode() for name in archive.namelist())
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert said.count("Lisbon") == 1 and "## user.birth_place" in said
    assert "## user.home_city" not in said and f"`id {record.uid}` `status erased`" in said
    assert "contract" not in said


@pytest.mark.django_db(transaction=True)
def test_a_backup_and_an_export_keep_what_other_records_say(alice: Actor, main_store: Store, home: Path) -> None:
    record = fact(alice, main_store, "San Francisco", key="user.home_city")
    says = "We flew to San Francisco and signed the contract with Acme"
    flown = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=says)])[0].uid
    backup, exported = backup_make().path, export_write(actor=alice, store=main_store).path
    certificate = erase(alice, record)
    assert certificate.mentions == (flown,)
    copy = sqlite3.connect(backup)
    assert copy.execute("SELECT text FROM memory_episode").fetchall() == [(says,)]
    assert (
        "San Francisco"
        in copy.execute(
            "SELECT r.after FROM memory_revision r JOIN memory_episode e ON e.record_id = r.record_id"
        ).fetchone()[0]
    )
    assert "San Francisco" not in str(copy.execute("SELECT value FROM memory_fact").fetchall())
    copy.close()
    by_uid = {item["uid"]: item for item in json.loads(exported.read_text())["records"]}
    assert by_uid[str(flown)]["text"] == says and by_uid[str(record.uid)]["status"] == "erased"


@pytest.mark.django_db
def test_a_foreign_database_in_the_home_loses_the_text_only(alice: Actor, main_store: Store, home: Path) -> None:
    file = home / "before-upgrade.sqlite3"
    made = sqlite3.connect(file)
    made.execute("CREATE TABLE t (x)")
    made.executemany("INSERT INTO t VALUES (?)", [(SECRET,), ("other precious",), (None,), (7,)])
    made.commit()
    made.close()
    certificate = erase(alice, fact(alice, main_store))
    left = sqlite3.connect(file)
    assert left.execute("SELECT x FROM t").fetchall() == [("[erased]",), ("other precious",), (None,), (7,)]
    left.close()
    assert SECRET.encode() not in file.read_bytes()
    assert states(certificate)["home"] == "clear"


@pytest.mark.django_db
def test_a_binary_file_that_is_no_database_is_named_and_left(alice: Actor, main_store: Store, home: Path) -> None:
    file = home / "picture.raw"
    data = b"\xff\xfe\x00\x00\x81" + SECRET.encode() + b"\xff\x81"
    file.write_bytes(data)
    certificate = erase(alice, fact(alice, main_store))
    assert file.read_bytes() == data
    line = next(line for line in certificate.lines if line.place == "home")
    assert (line.state, line.hits) == ("found", ["picture.raw"])
    assert any("picture.raw: left as it is" in told for told in certificate.changed)


@pytest.mark.django_db
def test_an_export_that_comes_back_into_the_home_is_found_by_the_id(
    alice: Actor, main_store: Store, home: Path
) -> None:
    record = fact(alice, main_store, "Lisbon", key="user.home_city")
    exported = export_write(actor=alice, store=main_store).path
    kept = exported.read_bytes()
    assert erase(alice, record)
    assert states(deletion_certify(actor=alice, uid=record.uid))["exports"] == "clear"
    exported.write_bytes(kept)
    assert re.search(rb"Lisbon", kept)
    assert states(deletion_certify(actor=alice, uid=record.uid))["exports"] == "found"


@pytest.mark.django_db
def test_jobs_and_kept_answers_lose_a_short_value_beside_its_key_or_id(
    alice: Actor, main_store: Store, home: Path
) -> None:
    record = fact(alice, main_store, "Lisbon", key="user.home_city")
    other = fact(alice, main_store, "Lisbon", key="user.birth_place")
    job = Job.objects.create(
        name="memory.embed",
        title="About home city: Lisbon",
        args={"items": [{"key": "user.home_city", "value": "Lisbon"}, {"key": "user.trip", "value": "Lisbon"}]},
        requested_by="user_explicit",
    )
    said = [{"uid": str(item.uid), "kind": "fact", "status": "active", "value": "Lisbon"} for item in (record, other)]
    kept = IdempotencyKey.objects.create(
        caller="bot:1", key="k", fingerprint="f", body=json.dumps({"records": said}), expires_at=now()
    )
    certificate = erase(alice, record)
    job.refresh_from_db()
    kept.refresh_from_db()
    assert job.args["items"] == [
        {"key": "user.home_city", "value": "[erased]"},
        {"key": "user.trip", "value": "Lisbon"},
    ]
    answers = json.loads(kept.body)["records"]
    assert (answers[0]["status"], answers[0].get("value"), answers[1]) == ("erased", None, said[1])
    assert {states(certificate)[name] for name in ("jobs", "answers")} == {"clear"}
