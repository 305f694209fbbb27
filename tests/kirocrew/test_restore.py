"""A backup put back at the next start: what is lost, what comes back, and what of today holds over it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import ROOT, Server, environment, kirocrew, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

SETUP = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "kirocrew.settings"
import django; django.setup()
from pathlib import Path
from channels_bridge.actors import Actor
from memory.models import *
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
alice, store = Actor.owner("alice", "1"), Store.objects.get(slug="main")
def say(key, value):
    return facts_write(actor=alice, store=store, drafts=[FactDraft(key=key, value=value)])[0].uid
"""
KILLED = """
import os, shutil, signal, sys
from django.conf import settings
from django.db import connection
from kirocrew.backup.applying import restore_apply
import memory.services.erasing.restoring

def start(home, number=0):
    \"\"\"As a start does it, in a process of its own that is killed right before its so-manieth change of a name.\"\"\"
    if not (child := os.fork()):
        settings.KIROCREW_HOME = home
        connection.settings_dict["NAME"] = str(home / "kirocrew.sqlite3")
        steps = []
        def watch(event, arguments):
            if event in ("os.rename", "os.remove", "shutil.copyfile") and str(home) in str(arguments[0]):
                steps.append(event)
                if len(steps) == number:
                    os.kill(os.getpid(), signal.SIGKILL)
        sys.addaudithook(watch)
        try:
            restore_apply(report=lambda line: None)
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

number = 1
while True:
    killed, next_start = PLACE / f"killed-{number}", PLACE / f"next-{number}"
    shutil.copytree(HOME, killed)
    if (code := start(killed, number)) == 0:
        break
    assert code == -signal.SIGKILL, code
    shutil.copytree(killed, next_start)
    assert start(next_start) == 0
    number += 1
"""


def python(code: str, home: Path, setup: str = SETUP) -> "subprocess.CompletedProcess[str]":
    """Run code as the server would have it, to its end."""
    command = [sys.executable, "-c", setup + code]
    return subprocess.run(command, cwd=ROOT, env=environment(home, 1), capture_output=True, text=True, check=False)


def done(what: "subprocess.CompletedProcess[str]") -> str:
    assert what.returncode == 0, what.stdout + what.stderr
    return what.stdout


def rows(home: Path, statement: str) -> list[Any]:
    database = pick_driver().connect(str(home / "kirocrew.sqlite3"))
    try:
        return list(database.execute(statement))
    finally:
        database.close()


def facts(home: Path) -> dict[str, str]:
    statement = (
        "SELECT r.key, f.value FROM memory_record r JOIN memory_fact f ON f.record_id = r.id WHERE r.status = 'active'"
    )
    return {key: json.loads(value) for key, value in rows(home, statement)}


def kept(home: Path, kind: str) -> list[Path]:
    return sorted((home / "backups").glob(f"{kind}*.sqlite3"))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that says green, with a backup of it elsewhere; since then it says red, refuses a coffee, closed a key."""
    folder = tmp_path_factory.mktemp("before")
    home = folder / "home"
    home_copied_to(home)
    then = """
say("user.tea", "green"); say("user.safe", "It opens with quagmire-xylograph-91"); say("user.coffee", "绿咖啡")
from memory.services.bots import *
from channels_bridge.services.bots import bot_create
bot_create(actor=alice, name="botty", permissions=["memory:read"])
bot_create(actor=alice, name="bob", permissions=["memory:read"])
from django.contrib.auth.models import User
User.objects.create_superuser("alice", password="the password of then")
from kirocrew.backup.making import backup_make
backup_make(target=Path(PLACE))
"""
    since = """
from memory.services.records import record_forget
from channels_bridge.services.bots import bot_revoke
say("user.tea", "red"); say("user.new", "since the backup")
record_forget(actor=alice, uid=Record.objects.get(key="user.coffee").uid, for_good=True, reason="never")
bot_revoke(actor=alice, bot=Bot.objects.get(name="botty"), reason="stolen")
alice_user = User.objects.get(username="alice"); alice_user.set_password("the password of today"); alice_user.save()
"""
    place = str(folder / "then.sqlite3")
    done(python(f"PLACE = {place!r}\nfrom channels_bridge.models import Bot\n" + then + since, home))
    return home


@pytest.fixture
def home(before: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    shutil.copytree(before.parent, tmp_path / "copy")
    return tmp_path / "copy" / "home"


PUT_BACK = """
from kirocrew.backup.applying import restore_apply
from kirocrew.backup.staging import restore_bring, restore_stage
from memory.management.console import OPERATOR
name = restore_bring(actor=OPERATOR, file=Path(THEN))
restore_stage(actor=OPERATOR, name=name)
"""


def put_back(home: Path, *, before: str = "", backup: str = "") -> "subprocess.CompletedProcess[str]":
    """Stage it, do something, and start, in one process."""
    place = f"THEN, HOME = {backup or then(home)!r}, Path({str(home)!r})\n"
    return python(place + PUT_BACK + before + "\nrestore_apply(report=print)\n", home)


def then(home: Path) -> str:
    return str(home.parent / "then.sqlite3")


def test_a_backup_is_put_back_at_the_next_start_and_today_holds_over_it(home: Path) -> None:
    shown = json.loads(done(kirocrew("restore", "stage", then(home), "--dry-run", "--json", home=home)))
    lines = {line["title"]: line for line in shown["lines"]}
    assert (lines["Facts"]["now"], lines["Facts"]["then"]) == (4, 3)
    assert (lines["Facts"]["lost"], lines["Facts"]["back"]) == (1, 0)
    assert lines["Facts"]["changed"] == 2  # of the tea, and the coffee that was forgotten
    assert lines["Revisions"]["lost"] == 3
    assert lines["Facts"]["newest_now"] > lines["Facts"]["newest_then"]
    assert not (home / "restore.json").exists()
    staged = done(kirocrew("restore", "stage", shown["backup"], home=home))
    assert "put back at the next start" in staged
    assert "1 refused values of today hold over it" in staged
    assert facts(home)["user.tea"] == "red"  # nothing changed yet
    told = done(kirocrew("prepare", home=home))
    assert "forgotten again, whose value is refused" in told
    assert facts(home) == {"user.tea": "green", "user.safe": "It opens with quagmire-xylograph-91"}
    assert rows(home, "SELECT status FROM memory_record WHERE key = 'user.coffee'") == [("forgotten",)]
    assert rows(home, "SELECT name, revoked_reason FROM channels_bridge_bot WHERE revoked_at IS NOT NULL") == [
        ("botty", "stolen")
    ]
    assert kirocrew("restore", "cancel", home=home).returncode == 3  # nothing waits any more
    (present,) = kept(home, "before-restore-")
    listed = json.loads(done(kirocrew("restore", "list", "--json", home=home)))
    assert {(one["kind"], one["state"]) for one in listed} == {
        ("before a restore", "checked"),
        ("brought here", "checked"),
    }
    assert next(one for one in listed if one["name"] == present.name)["tables"]["memory_record"] == 4
    checks = """
from django.contrib.auth.models import User
assert User.objects.get(username="alice").check_password("the password of today")
drafts = [FactDraft(key="user.coffee", value="绿咖啡")]
again = facts_write(actor=Actor.system("import:x"), store=store, drafts=drafts)[0]
assert again.refusal.code == "refused_value", again
assert Event.objects.filter(code="restored").count() == 1
"""
    done(python(checks, home))


def test_a_start_that_is_killed_at_any_step_leaves_the_present_or_is_finished_by_the_next(
    home: Path, tmp_path: Path
) -> None:
    done(kirocrew("restore", "stage", then(home), home=home))
    done(python(f"HOME, PLACE = Path({str(home)!r}), Path({str(tmp_path)!r})\n" + KILLED, home))
    killed = sorted(tmp_path.glob("killed-*"))
    assert len(killed) > 6
    wanted = {"user.tea": "green", "user.safe": "It opens with quagmire-xylograph-91"}
    for place in killed:
        assert facts(place)["user.tea"] == "red" or facts(place) == wanted, place.name
    assert {facts(place)["user.tea"] for place in killed} == {"red", "green"}
    for place in tmp_path.glob("next-*"):
        assert facts(place) == wanted, place.name
        assert not list(place.glob(".*restoring*")) and not (place / "restore.json").exists(), place.name
        assert any(b"since the backup" in present.read_bytes() for present in kept(place, "before-restore-")), (
            place.name
        )


def test_the_restore_drill_an_erased_record_stays_erased_and_its_deletion_is_certified(home: Path) -> None:
    erase = """
from memory.services.erasure import record_erase
record_erase(actor=alice, uid=Record.objects.get(key="user.safe").uid, confirm="user.safe")
"""
    done(python(erase, home))
    staged = json.loads(done(kirocrew("restore", "stage", then(home), "--json", home=home)))
    assert (staged["staged"], staged["erased"]) == (True, 1)
    assert "1 erased again" in done(kirocrew("prepare", home=home))
    assert facts(home) == {"user.tea": "green"}
    certified = kirocrew("certify_deletion", "user.safe", home=home)
    assert certified.returncode == 0, certified.stdout + certified.stderr
    assert "Certified: the record" in certified.stdout
    here = (home / "kirocrew.sqlite3").read_bytes()
    assert b"quagmire-xylograph-91" not in here
    assert [file.name for file in kept(home, "") if b"quagmire-xylograph-91" in file.read_bytes()] == []


def test_a_running_server_goes_on_and_its_restart_puts_the_backup_back(home: Path) -> None:
    with Server(home) as server:
        done(kirocrew("restore", "stage", then(home), home=home))
        done(python('say("user.late", "written while it waits")', home))
        assert server.get("/readyz")[0] in (200, 503)
        assert facts(home)["user.tea"] == "red"
    with Server(home) as server:
        assert "is the database now" in server.output
        assert wait_until(lambda: server.get("/readyz")[0] == 200), server.get("/readyz")
        done(python('say("user.next", "goes on")', home))
    assert facts(home).keys() == {"user.tea", "user.safe", "user.next"}
    (present,) = kept(home, "before-restore-")
    database = pick_driver().connect(str(present))
    assert database.execute("SELECT count(*) FROM memory_record WHERE key = 'user.late'").fetchone() == (1,)
    database.close()


def test_an_older_backup_is_migrated(home: Path, tmp_path: Path) -> None:
    old = str(tmp_path / "old.sqlite3")
    back = """
from django.core.management import call_command
from django.db import connection
from kirocrew.backup.making import backup_make
connection.settings_dict["NAME"] = OLD
call_command("migrate", "kirocrew", "0003", verbosity=0)
"""
    shutil.copyfile(then(home), old)
    done(python(f"OLD = {old!r}\n" + back, home))
    assert "is the database now" in done(put_back(home, backup=old))
    assert rows(home, "SELECT count(*) FROM kirocrew_agentmove") == [(0,)]
    assert facts(home)["user.tea"] == "green"


def test_a_backup_that_was_damaged_meanwhile_leaves_the_present_and_says_so(home: Path) -> None:
    damage = """
file = HOME / "backups" / name
file.write_bytes(file.read_bytes()[:100_000])
"""
    told = done(put_back(home, before=damage))
    assert "was not put back" in told and "The present stays" in told
    assert facts(home)["user.tea"] == "red"
    assert "was not put back" in done(kirocrew("restore", "status", home=home))


def test_a_damaged_present_is_kept_as_it_is_and_gives_way(home: Path) -> None:
    damage = """
from django.db import connection
connection.close()
for end in ("-wal", "-shm"):
    (HOME / f"kirocrew.sqlite3{end}").unlink(missing_ok=True)
(HOME / "kirocrew.sqlite3").write_bytes(b"no database at all" * 1000)
"""
    told = done(put_back(home, before=damage))
    assert "the present is damaged" in told and "look at them yourself" in told
    assert facts(home)["user.tea"] == "green"
    (present,) = kept(home, "before-restore-")
    assert present.read_bytes().startswith(b"no database at all")


def test_nothing_is_put_back_while_somebody_has_the_database_open(home: Path) -> None:
    done(kirocrew("restore", "stage", then(home), home=home))
    database = pick_driver().connect(str(home / "kirocrew.sqlite3"))
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("SELECT count(*) FROM memory_record").fetchone()
    refused = kirocrew("prepare", home=home)
    database.close()
    assert refused.returncode == 15
    assert "The database is in use" in refused.stderr
    assert facts(home)["user.tea"] == "red"


def test_a_new_machine_gets_keys_and_accounts_as_they_were(home: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    home_copied_to(new)
    done(put_back(new, backup=then(home)))
    open_doors = "SELECT name FROM channels_bridge_bot WHERE revoked_at IS NULL ORDER BY name"
    assert rows(new, open_doors) == [("bob",), ("botty",)]
    assert facts(new)["user.coffee"] == "绿咖啡"
