"""`kirocrew archive` as an operator types it."""

import io
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.archive import age
from memory.models import Record, Store
from memory.services.chain import chains_check
from memory.services.documents import document_chains_check, document_write
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.recall import recall
from memory.services.stores import store_get
from memory.services.timeline_rebuild import past_check
from tests.archive.filling import OPERATOR, emptied

pytestmark = pytest.mark.django_db


def archive(*arguments: str) -> str:
    out = io.StringIO()
    call_command("archive", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def told(*arguments: str) -> Any:
    return json.loads(archive(*arguments, "--json"))


@pytest.fixture
def filled(alice: Actor, main_store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(age, "WORK", 4)
    for value in ("Coimbra", "Porto", "ポルト"):
        facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value=value)])
    for text in ("- 绿茶 in the morning", "- grüner Tee in the morning"):
        document_write(actor=alice, store=main_store, kind="preferences", text=text)
    return main_store


def test_out_and_back_with_chains_indexes_and_the_past(filled: Store, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    made = told("export", "-o", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert told("verify", str(file))["digest"] == made["digest"]
    emptied()
    looked = archive("import", str(file))
    assert "Nothing was written" in looked and f"--restore --confirm {made['digest'][:8]}" in looked
    assert not Record.objects.exists()
    archive("import", str(file), "--restore", "--confirm", made["digest"][:8])
    assert list(chains_check()) == [] and list(document_chains_check()) == [] and past_check() == []
    call_command("verify", stdout=io.StringIO())
    store = store_get(actor=OPERATOR, slug="main")
    [hit] = recall(actor=OPERATOR, query="ポルト city", stores=[store], limit=5).hits
    assert hit.id == Record.objects.get().uid
    assert told("export", "-o", str(tmp_path / "again.jsonl"))["digest"] == made["digest"]
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()


def test_locked_and_opened_with_the_passphrase_of_a_file(filled: Store, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("correct horse battery staple\nand a second line\n")
    file = tmp_path / "all.age"
    made = told("export", "--encrypt", "--passphrase-file", str(words), "-o", str(file))
    assert "绿茶".encode() not in file.read_bytes()
    assert told("verify", str(file), "--passphrase-file", str(words))["digest"] == made["digest"]
    with pytest.raises(CommandError, match="--passphrase-file"):
        archive("verify", str(file))
    words.write_text("another one that is long")
    with pytest.raises(CommandError, match="not the passphrase"):
        archive("verify", str(file), "--passphrase-file", str(words))


def test_a_used_home_is_offered_a_merge_and_told_what_it_came_to(filled: Store, alice: Actor, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    digest = told("export", "-o", str(file))["digest"]
    assert "add --merge" in archive("import", str(file))
    with pytest.raises(CommandError, match="not empty"):
        archive("import", str(file), "--restore", "--confirm", digest)
    emptied()
    facts_write(actor=alice, store=Store.objects.get(), drafts=[FactDraft(key="user.city", value="Faro")])
    merged = archive("import", str(file), "--merge")
    assert "proposed" in merged and "rows are for a restore only" in merged


def test_what_is_there_is_replaced_only_when_told_to(filled: Store, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text("mine")
    with pytest.raises(CommandError, match="exists already"):
        archive("export", "-o", str(file))
    archive("export", "-o", str(file), "--force")
    with pytest.raises(CommandError, match="no folder"):
        archive("export", "-o", str(tmp_path / "nowhere" / "all.jsonl"))
    with pytest.raises(CommandError, match="can't be read"):
        archive("verify", str(tmp_path / "none.jsonl"))
    assert connection.is_usable()
