"""Addresses of contexts and agents, under /api/."""

from django.urls import path

from kirocrew.api import agents, archives, backups, context, members, prompts, summoning

urlpatterns = [
    path("agents", agents.AgentsListView.as_view(), name="agents"),
    path("agents/-/waiting", agents.WaitingTextsView.as_view(), name="agents-waiting"),
    path("agents/<slug:slug>", agents.AgentView.as_view(), name="agent"),
    path("agents/<slug:slug>/return", agents.AgentReturnView.as_view(), name="agent-return"),
    path("agents/<slug:slug>/summon", summoning.SummonView.as_view(), name="agent-summon"),
    path("agents/<slug:slug>/regenerate", summoning.RegenerateView.as_view(), name="agent-regenerate"),
    path("agents/<slug:slug>/people", agents.AgentPeopleView.as_view(), name="agent-people"),
    path("agents/<slug:slug>/turn", agents.AgentTurnView.as_view(), name="agent-turn"),
    path("agents/<slug:slug>/prompt", prompts.AgentPromptView.as_view(), name="agent-prompt"),
    path("agents/<slug:slug>/identity", agents.AgentIdentityView.as_view(), name="agent-identity"),
    path("agents/<slug:slug>/files", agents.AgentFilesView.as_view(), name="agent-files"),
    path("agents/<slug:slug>/files/<str:name>", agents.AgentFileView.as_view(), name="agent-file"),
    path(
        "agents/<slug:slug>/files/<str:name>/revisions",
        agents.AgentFileRevisionsView.as_view(),
        name="agent-file-revisions",
    ),
    path(
        "agents/<slug:slug>/files/<str:name>/restore", agents.AgentFileRestoreView.as_view(), name="agent-file-restore"
    ),
    path(
        "agents/<slug:slug>/files/<str:name>/decide", agents.AgentFileDecisionView.as_view(), name="agent-file-decide"
    ),
    path("agents/<slug:slug>/member/preview", members.MovePreviewView.as_view(), name="member-preview"),
    path("agents/<slug:slug>/member", members.MoveView.as_view(), name="member"),
    path("agents/<slug:slug>/member/undo", members.MoveUndoView.as_view(), name="member-undo"),
    path("agents/<slug:slug>/essentials", members.EssentialsView.as_view(), name="agent-essentials"),
    path("backups", backups.BackupsView.as_view(), name="backups"),
    path("backups/<str:name>/preview", backups.BackupPreviewView.as_view(), name="backup-preview"),
    path("restore", backups.RestoreView.as_view(), name="restore"),
    path("archives", archives.ArchivesView.as_view(), name="archives"),
    path("archives/-/uploads", archives.ArchiveUploadsView.as_view(), name="archive-uploads"),
    path("archives/-/uploads/<uuid:uid>", archives.ArchiveUploadView.as_view(), name="archive-upload"),
    path("archives/<str:name>", archives.ArchiveFileView.as_view(), name="archive-file"),
    path("context/session", context.SessionContextView.as_view(), name="context-session"),
    path("context/message", context.MessageContextView.as_view(), name="context-message"),
    path("context/receipts/<uuid:uid>", context.ReceiptView.as_view(), name="context-receipt"),
    path("context/receipts/<uuid:uid>/replay", context.ReceiptReplayView.as_view(), name="context-receipt-replay"),
]
