"""Looking for bytes in the database's file lets go of none of its locks: closing a file drops those of the process."""

import subprocess
import sys

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.erasure import deletion_certify, record_erase
from memory.services.facts import facts_write

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "The safe in the cellar opens with seven-parsnips"
# The bytes SQLite locks while a connection is open, as its file format documents: SHARED, 510 from 2**30 + 2.
LOCK = """
import fcntl, sys
with open(sys.argv[1], "r+b") as stream:
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 2**30 + 2)
        print("free")
    except BlockingIOError:
        print("held")
"""


def lock_seen_elsewhere() -> str:
    """Whether another process could take the whole file for itself."""
    command = [sys.executable, "-c", LOCK, str(connection.settings_dict["NAME"])]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_the_server_keeps_its_lock_while_its_file_is_looked_through(alice: Actor, main_store: Store) -> None:
    outcome = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.safe", value=SECRET)])[0]
    assert lock_seen_elsewhere() == "held"
    record = Record.objects.get(uid=outcome.uid)
    assert record_erase(actor=alice, uid=record.uid, confirm=record.key).is_clear
    assert deletion_certify(actor=alice, uid=record.uid, text=SECRET).is_clear
    assert lock_seen_elsewhere() == "held"
