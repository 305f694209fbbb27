"""An erase whose worker is killed while it rewrites a backup: the next one finds everything and leaves nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kirocrew.servers import ROOT, environment, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

RARE = "xylograph"
SETUP = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "kirocrew.settings"
import django; django.setup()
from django.db import connection
from channels_bridge.actors import Actor
from channels_bridge.services.jobs import run_job_now
from memory.models import Erasure, Record, Store
from memory.services.drafts import FactDraft
from memory.services.erasure import erase_job, record_erase
from memory.services.facts import facts_write
from kirocrew.backup.making import backup_make
alice, store = Actor.owner("alice", "1"), Store.objects.get(slug="main")
"""
ERASE = """
facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.safe", value="It opens with quagmire-xylograph-91")])
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE pad (id INTEGER PRIMARY KEY, said TEXT)")
    cursor.executemany("INSERT INTO pad (said) VALUES (%s)", [("green tea and the roadmap " * 60,)] * 10_000)
backup_make()
record_erase(actor=alice, uid=Record.objects.get(key="user.safe").uid, confirm="user.safe")
"""
WORK = "run_job_now(erase_job(actor=alice, uid=Erasure.objects.get().record_uid))\n"
AGAIN = """
from channels_bridge.services.job_repairs import jobs_reap
from memory.services.erasure import erase_certificate
uid = Erasure.objects.get().record_uid
assert jobs_reap() == 1
run_job_now(erase_job(actor=alice, uid=uid))
assert erase_certificate(actor=alice, uid=uid).is_clear
"""


def python(code: str, home: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", SETUP + code], cwd=ROOT, env=environment(home, 1), start_new_session=True
    )


def files_with(word: str, home: Path) -> list[str]:
    found = subprocess.run(["grep", "-rlaF", word, str(home)], capture_output=True, text=True, check=False)
    return sorted(Path(line).name for line in found.stdout.splitlines())


def test_a_worker_that_is_killed_while_it_rewrites_a_backup_loses_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home_copied_to(home)
    assert python(ERASE, home).wait() == 0
    backup = next((home / "backups").glob("kirocrew-*.sqlite3"))
    assert files_with(RARE, home) == [backup.name]
    running = python(WORK, home)
    assert wait_until(lambda: any(backup.parent.glob(".*.erasing")))
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert RARE.encode() in backup.read_bytes(), "it was over before it was killed"
    assert python(AGAIN, home).wait() == 0
    assert files_with(RARE, home) == []
    assert [file.name for file in backup.parent.glob("*.sqlite3")] == [backup.name]
