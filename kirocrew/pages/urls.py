"""Where the pages above the apps are. The overview is the site's index."""

from channels_bridge.admin.pages import Page
from kirocrew.pages import archive, search, transfer
from kirocrew.pages.agents import files, listing, member, one, preview

PAGES = (
    Page("search/", search.search, "search"),
    Page("transfer/", transfer.transfer, "transfer"),
    Page("transfer/archive/", archive.archive, "transfer-archive"),
    Page("transfer/archive/send/", archive.send, "transfer-archive-send"),
    Page("transfer/archive/<uuid:uid>/", archive.take, "transfer-archive-take"),
    Page("transfer/backup/", transfer.backup, "transfer-backup"),
    Page("transfer/backups/<str:name>/", transfer.preview, "transfer-restore"),
    Page("transfer/backups/<str:name>/stage/", transfer.stage, "transfer-restore-stage"),
    Page("transfer/backups/<str:name>/download/", transfer.download, "transfer-backup-download"),
    Page("transfer/restore/cancel/", transfer.cancel, "transfer-restore-cancel"),
    Page("agents/", listing.agents, "agents"),
    Page("agents/-/new/", listing.new, "agents-new"),
    Page("agents/-/preview/", preview.preview, "agents-preview"),
    Page("agents/<slug:slug>/", one.agent, "agents-one"),
    Page("agents/<slug:slug>/change/", one.change, "agents-change"),
    Page("agents/<slug:slug>/act/", one.act, "agents-act"),
    Page("agents/<slug:slug>/member/", member.member, "agents-member"),
    Page("agents/<slug:slug>/member/apply/", member.apply, "agents-member-apply"),
    Page("agents/<slug:slug>/member/undo/", member.undo, "agents-member-undo"),
    Page("agents/<slug:slug>/files/<str:name>/", files.file, "agents-file"),
    Page("agents/<slug:slug>/files/<str:name>/edit/", files.edit, "agents-file-edit"),
    Page("agents/<slug:slug>/files/<str:name>/restore/", files.restore, "agents-file-restore"),
    Page("agents/<slug:slug>/files/<str:name>/decide/", files.decide, "agents-file-decide"),
)
