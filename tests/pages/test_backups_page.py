"""Backups on the page Import & backup and over HTTP: listed, looked at, staged, called off, handed out."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from channels_bridge.actors import Actor
from kirocrew.backup.making import backup_make
from kirocrew.backup.shelf import backup_check, backups_check, backups_listed
from kirocrew.backup.staged import staged_read
from kirocrew.backup.staging import restore_bring, restore_stage
from kirocrew.base.problems import Problem
from kirocrew.db.backends.sqlite3.base import Database
from kirocrew.tasks import back_up_daily
from memory.models import Event, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.conftest import make_bot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path


@pytest.fixture
def made(owner: Actor, main_store: Store) -> str:
    """A backup from before something was written."""
    name = backup_make().path.name
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.tea", value="绿茶 <b>")])
    return name


def words(answer: object) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))  # type: ignore[attr-defined]


def test_the_page_shows_what_each_backup_holds_and_leads_to_what_it_would_do(client: Client, made: str) -> None:
    shown = words(client.get("/admin/transfer/"))
    assert made in shown and "checked" in shown and "0 records" in shown
    preview = words(client.get(f"/admin/transfer/backups/{made}/"))
    assert "would be lost" in preview and "Facts 1 0 1 0 0" in preview
    assert staged_read() is None


def test_it_is_staged_shown_and_called_off(client: Client, made: str) -> None:
    answer = client.post(f"/admin/transfer/backups/{made}/stage/", follow=True)
    assert "is put back at the next start of the server" in words(answer)
    staged = staged_read()
    assert staged is not None and (staged.backup, staged.by) == (made, "user_explicit")
    answer = client.post("/admin/transfer/restore/cancel/", follow=True)
    assert "The present stays." in words(answer)
    assert staged_read() is None
    assert client.post("/admin/transfer/restore/cancel/").status_code == 404
    codes = list(Event.objects.filter(code__startswith="restore").order_by("id").values_list("code", flat=True))
    assert codes == ["restore_staged", "restore_cancelled"]


def test_a_backup_is_handed_out_and_noted(client: Client, made: str, tmp_path: Path) -> None:
    answer = client.get(f"/admin/transfer/backups/{made}/download/")
    assert b"".join(answer.streaming_content) == (tmp_path / "backups" / made).read_bytes()  # type: ignore[attr-defined]
    assert Event.objects.get(code="backup_handed_out").detail == made
    for name in ("..%2Fsecret_key", "secret_key", ".hidden.sqlite3", "none.sqlite3"):
        assert client.get(f"/admin/transfer/backups/{name}/download/").status_code == 404


def test_a_backup_that_was_rewritten_is_told_and_looked_at_again(owner: Actor, client: Client, made: str) -> None:
    file = backup_make().path
    file.touch()
    assert "rewritten since it was checked" in words(client.get("/admin/transfer/"))
    assert backups_check(actor=owner) == []
    assert {one.state for one in backups_listed(actor=owner)} == {"checked"}
    file.write_bytes(file.read_bytes()[:60_000])
    assert len(backups_check(actor=owner)) == 1
    assert "not sound" in words(client.get("/admin/transfer/"))
    answer = client.post(f"/admin/transfer/backups/{file.name}/stage/")
    assert answer.status_code == 422 and staged_read() is None


def test_a_backup_that_waits_is_not_thinned_out(client: Client, made: str, tmp_path: Path) -> None:
    client.post(f"/admin/transfer/backups/{made}/stage/")
    for _ in range(8):
        backup_make()
    names = {file.name for file in (tmp_path / "backups").glob("*.sqlite3")}
    assert made in names and len(names) == 8
    assert len(list((tmp_path / "backups").glob("*.json"))) == 8


def test_the_api_lists_looks_stages_and_cancels_for_the_owner_alone(client: Client, made: str) -> None:
    (item,) = client.get("/api/backups").json()["items"]
    assert (item["name"], item["state"], item["tables"]["memory_fact"]) == (made, "checked", 0)
    preview = client.get(f"/api/backups/{made}/preview").json()
    assert next(line for line in preview["lines"] if line["title"] == "Facts")["lost"] == 1
    json = {"content_type": "application/json"}
    assert client.post("/api/restore", {"backup": made}, **json).status_code == 200  # type: ignore[arg-type]
    assert client.get("/api/restore").json()["backup"] == made
    assert client.delete("/api/restore").status_code == 204
    assert client.get("/api/restore").json()["backup"] == ""
    assert client.delete("/api/restore").json()["type"].endswith("nothing-staged")
    assert client.post("/api/restore", {"backup": "../x.sqlite3"}, **json).status_code == 404  # type: ignore[arg-type]
    assert client.post("/api/backups").status_code == 202
    bot = make_bot("botty", "memory:read", "memory:write")
    assert not bot.is_owner
    for method, path in (("get", "/api/backups"), ("get", f"/api/backups/{made}/preview"), ("delete", "/api/restore")):
        assert getattr(Client(), method)(path).status_code == 401


def test_a_bot_is_told_that_backups_are_the_owners(made: str) -> None:
    from channels_bridge.services.bots import bot_create

    _, key = bot_create(actor=Actor.owner("alice", "1"), name="botty", permissions=["memory:read", "memory:write"])
    bot = Client(headers={"Authorization": f"Bearer {key}"})
    answers = [bot.get("/api/backups"), bot.get(f"/api/backups/{made}/preview"), bot.get("/api/restore")]
    answers += [bot.delete("/api/restore"), bot.post("/api/backups")]
    answers.append(bot.post("/api/restore", {"backup": made}, content_type="application/json"))
    assert [answer.status_code for answer in answers] == [403] * 6


def test_the_daily_backup_is_asked_for_once_and_kept_apart(owner: Actor, tmp_path: Path) -> None:
    from channels_bridge.models import Job
    from channels_bridge.services.jobs import run_job_now

    back_up_daily()
    back_up_daily()
    done = run_job_now(Job.objects.get(name="kirocrew.backup"))
    assert done.state == "done", done.error
    (file,) = (tmp_path / "backups").glob("daily-*.sqlite3")
    assert done.result["rows"] == sum(backup_check(file).tables.values())


def test_a_backup_of_a_newer_version_of_another_program_or_half_of_one_is_refused(
    owner: Actor, made: str, tmp_path: Path
) -> None:
    newer, other, half = (tmp_path / f"{name}.sqlite3" for name in ("newer", "other", "half"))
    whole = (tmp_path / "backups" / made).read_bytes()
    newer.write_bytes(whole)
    half.write_bytes(whole[: len(whole) // 2])
    for file, statement in (
        (newer, "INSERT INTO django_migrations (app, name, applied) VALUES ('memory', '9999_later', '2030-01-01')"),
        (other, "CREATE TABLE notes (text)"),
    ):
        with closing(Database.connect(str(file))) as database:
            database.execute(statement)
            database.commit()
    for file, why in ((newer, "newer version"), (other, "no database of Kirocrew"), (half, "is not sound")):
        with pytest.raises(Problem, match=why):
            restore_stage(actor=owner, name=restore_bring(actor=owner, file=file))
    assert staged_read() is None
