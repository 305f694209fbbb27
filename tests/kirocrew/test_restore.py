"""A backup put back at the next start: what is lost, what comes back, and what of today holds over it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import ROOT, environment, kirocrew
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


def then(home: Path) -> str:
    return str(home.parent / "then.sqlite3")


def test_a_backup_is_put_back_at_the_next_start_and_today_holds_over_it(home: Path) -> None:
    staged = done(kirocrew("restore", "stage", then(home), home=home))
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
    assert "Nothing waits" in done(kirocrew("restore", "status", home=home))
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
    assert "before-restore" not in done(kirocrew("prepare", home=home))  # once


def test_what_would_be_lost_and_come_back_is_counted_first(home: Path) -> None:
    shown = json.loads(done(kirocrew("restore", "stage", then(home), "--dry-run", "--json", home=home)))
    lines = {line["title"]: line for line in shown["lines"]}
    assert (lines["Facts"]["now"], lines["Facts"]["then"]) == (4, 3)
    assert (lines["Facts"]["lost"], lines["Facts"]["back"]) == (1, 0)
    assert lines["Facts"]["changed"] == 2  # of the tea, and the coffee that was forgotten
    assert lines["Revisions"]["lost"] == 3
    assert lines["Facts"]["newest_now"] > lines["Facts"]["newest_then"]
    assert shown["refused"] == 1
    assert not (home / "restore.json").exists()


def test_what_waits_can_be_called_off(home: Path) -> None:
    done(kirocrew("restore", "stage", then(home), home=home))
    assert "will not be put back" in done(kirocrew("restore", "cancel", home=home))
    assert kirocrew("restore", "cancel", home=home).returncode == 3
    done(kirocrew("prepare", home=home))
    assert facts(home)["user.tea"] == "red"
    assert kept(home, "before-restore-") == []


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
