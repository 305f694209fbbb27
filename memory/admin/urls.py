"""Where the pages of memory are."""

from functools import partial, update_wrapper

from channels_bridge.admin.pages import Page, View
from memory.admin import (
    bots,
    decay,
    editor,
    documents,
    erasing,
    events,
    facts,
    records,
    refusals,
    review,
    settings,
    stores,
    timeline,
    transfer,
)


def _write(kind: str) -> View:
    return update_wrapper(partial(facts.write, kind=kind), facts.write)


PAGES = (
    Page("memory/", records.facts, "memory"),
    Page("memory/lessons/", records.lessons, "memory-lessons"),
    Page("memory/episodes/", records.episodes, "memory-episodes"),
    Page("memory/events/", events.events, "memory-events"),
    Page("memory/edit/", editor.edit, "memory-edit"),
    Page("memory/edit/preview/", editor.preview, "memory-edit-preview"),
    Page("memory/edit/apply/", editor.apply, "memory-edit-apply"),
    Page("memory/edits/<uuid:uid>/", editor.edited, "memory-edited"),
    Page("memory/edits/<uuid:uid>/undo/", editor.undo, "memory-edited-undo"),
    Page("memory/new/fact/", _write("fact"), "memory-new-fact"),
    Page("memory/new/lesson/", _write("lesson"), "memory-new-lesson"),
    Page("memory/new/episode/", _write("episode"), "memory-new-episode"),
    Page("memory/records/<uuid:uid>/", records.record, "memory-record"),
    Page("timeline/", timeline.timeline, "timeline"),
    Page("memory/documents/", documents.documents, "memory-documents"),
    Page("memory/documents/write/<slug:name>/", documents.write, "memory-document-write"),
    Page("memory/documents/<uuid:uid>/", documents.document, "memory-document"),
    Page("memory/documents/<uuid:uid>/restore/", documents.restore, "memory-document-restore"),
    Page("memory/history/", documents.history, "memory-history"),
    Page("memory/history/append/", documents.append, "memory-history-append"),
    Page("memory/history/<uuid:uid>/remove/", documents.remove, "memory-history-remove"),
    Page("memory/records/<uuid:uid>/forget/", records.forget, "memory-forget"),
    Page("memory/records/<uuid:uid>/restore/", records.restore, "memory-restore"),
    Page("memory/records/<uuid:uid>/erase/", erasing.erase, "memory-erase"),
    Page("memory/records/<uuid:uid>/certificate/", erasing.certificate, "memory-certificate"),
    Page("transfer/upload/", transfer.upload, "transfer-upload"),
    Page("transfer/preview/<uuid:uid>/", transfer.preview, "transfer-preview"),
    Page("transfer/preview/<uuid:uid>/apply/", transfer.apply, "transfer-apply"),
    Page("transfer/export/", transfer.export, "transfer-export"),
    Page("transfer/exports/<str:name>", transfer.download, "transfer-download"),
    Page("review/", review.review, "review"),
    Page("review/decide/", review.decide, "review-decide"),
    Page("review/undo/<int:number>/", review.undo, "review-undo"),
    Page("review/refused/", refusals.refused, "review-refused"),
    Page("review/retired/", decay.retired, "review-retired"),
    Page("review/retired/<uuid:uid>/restore/", decay.bring_back, "review-retired-restore"),
    Page("review/contradictions/", decay.contradicting, "review-contradictions"),
    Page("review/contradictions/<int:number>/decide/", decay.decide, "review-contradictions-decide"),
    Page("review/refused/<int:number>/lift/", refusals.lift, "review-refused-lift"),
    Page("bots/", bots.bots, "bots"),
    Page("bots/new/", bots.bot_new, "bots-new"),
    Page("bots/<slug:name>/revoke/", bots.revoke, "bots-revoke"),
    Page("stores/", stores.stores, "stores"),
    Page("stores/new/", stores.store_new, "stores-new"),
    Page("settings/", settings.settings, "settings"),
    Page("digest/send/", settings.digest_now, "digest-send"),
    Page("settings/<slug:name>/", settings.setting_save, "settings-save"),
)
