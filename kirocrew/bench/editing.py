"""Measurements of the record editor: 10,000 records previewed, 2,000 of them changed, and the change taken back."""

from collections.abc import Callable
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.bench.texts import Texts
from kirocrew.bench.timing import clock
from memory.models import Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.editor import Search, Selection, edit_apply, edit_preview, edit_undo, operation_read, preview_page
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write

RECORDS: Final = 10_000  # half facts, half episodes
CHANGED_EVERY: Final = 5  # of them the word that is replaced stands in each fifth
BATCH: Final = 500
WORD: Final = "Zwischenstand"

Say = Callable[[str], None]
OWNER: Final = Actor.owner("bench")


def editor(store: Store, say: Say) -> None:
    """Fill a store, and replace a word in a fifth of what it holds."""
    _fill(store)
    chosen = Selection(search=Search(store=store.slug))
    operation = operation_read({"type": "replace_text", "find": WORD, "replacement": "Endstand"})
    with clock() as looking:
        preview = edit_preview(actor=OWNER, selection=chosen, operation=operation)
    with clock() as paging:
        preview_page(actor=OWNER, token=preview.token, offset=preview.changed // 50 * 25)
    with clock() as applying:
        edit = edit_apply(actor=OWNER, token=preview.token)
    with clock() as undoing:
        edit_undo(actor=OWNER, uid=edit.uid)
    for name, timer in (
        (f"editor, {preview.matched:,} records previewed", looking),
        ("editor, another page of the preview", paging),
        (f"editor, {edit.changed:,} records changed", applying),
        (f"editor, {edit.changed:,} records taken back", undoing),
    ):
        say(f"{name:<36}    {timer.seconds * 1000:7.0f} ms")


def _fill(store: Store) -> None:
    texts = Texts(seed=13)
    memories = [
        f"{text} {WORD if number % CHANGED_EVERY == 0 else 'Ergebnis'}"
        for number, text in enumerate(texts.memories(RECORDS))
    ]
    for start in range(0, RECORDS, 2 * BATCH):
        told, known = memories[start : start + BATCH], memories[start + BATCH : start + 2 * BATCH]
        episodes_write(actor=OWNER, store=store, drafts=[EpisodeDraft(text=text) for text in told])
        drafts = [FactDraft(key=f"user.edited_{start + n}", value=text) for n, text in enumerate(known)]
        facts_write(actor=OWNER, store=store, drafts=drafts)
