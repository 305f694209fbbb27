"""The preview of an upload that holds memories of several people, in the owner's browser."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from memory.models import Record, Store
from tests.memory.other_tools import dumped, memory

pytestmark = pytest.mark.django_db

TEA = "Prefers vegetarian restaurants"


def text_of(answer: object) -> str:
    html = answer.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def uploaded(client: Client) -> tuple[str, str]:
    """Upload a file of two people; returns where its preview is and what it says."""
    dump = dumped([memory(TEA, "mira"), memory(TEA, "小明"), memory("Plays the cello", "mira")])
    files = [SimpleUploadedFile("mem0.json", dump.encode())]
    preview = client.post("/admin/transfer/upload/", {"sources": files, "store": "main", "format": ""}, follow=True)
    return preview.redirect_chain[-1][0], text_of(preview)


def test_the_preview_says_how_it_is_read_and_whose_memories_there_are(client: Client, main_store: Store) -> None:
    _, said = uploaded(client)
    assert "Read as mem0 memories" in said
    assert "Memories of 2 people: user:mira (2), user:小明 (1)" in said
    assert "Only 小明, as the store's own (1)" in said
    assert "mira: Prefers vegetarian restaurants" in said


def test_one_persons_memories_can_be_chosen_and_chosen_again(client: Client, main_store: Store) -> None:
    url, _ = uploaded(client)
    narrowed = client.post(f"{url}people/", {"user": "小明"}, follow=True)
    assert "1 left out: memories of other people" not in text_of(narrowed)
    assert "2 left out: memories of other people, mira (2)" in text_of(narrowed)
    assert client.get(url).status_code == 404
    widened = client.post(f"{narrowed.redirect_chain[-1][0]}people/", {"user": ""}, follow=True)
    assert "3 of 4 items would be added" in text_of(widened)


def test_what_was_chosen_is_what_is_imported(client: Client, main_store: Store) -> None:
    url, _ = uploaded(client)
    narrowed = client.post(f"{url}people/", {"user": "小明"}, follow=True)
    client.post(f"{narrowed.redirect_chain[-1][0]}apply/", {})
    run_job_now(Job.objects.get())
    record = Record.objects.select_related("episode").get()
    assert (record.scope, record.episode.text, record.episode.speaker) == ("", TEA, "")
