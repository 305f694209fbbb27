"""Addresses of the API of skills. What stands after `/-/` can never be the name of a skill."""

from django.urls import path, register_converter

from skills.api import access, discover, finding, importing, pending, transfer, views
from skills.api.base import SkillConverter

register_converter(SkillConverter, "skill")

urlpatterns = [
    path("skills", views.SkillListView.as_view(), name="skills"),
    path("skills/-/match", finding.SkillMatchView.as_view(), name="skills-match"),
    path("skills/-/search", finding.SkillSearchView.as_view(), name="skills-search"),
    path("skills/-/slash", finding.SkillSlashView.as_view(), name="skills-slash"),
    path("skills/-/listing", finding.SkillListingView.as_view(), name="skills-listing"),
    path("skills/-/budget", finding.SkillBudgetView.as_view(), name="skills-budget"),
    path("skills/-/upload", transfer.SkillUploadView.as_view(), name="skills-upload"),
    path("skills/-/export", transfer.SkillExportView.as_view(), name="skills-export"),
    path("skills/-/pin", views.SkillPinView.as_view(), name="skills-pin"),
    path("skills/-/inject-on-trigger", views.SkillInjectView.as_view(), name="skills-inject"),
    path("skills/-/allow-lists", access.AllowListsView.as_view(), name="skills-allow-lists"),
    path("skills/-/roots", transfer.SkillRootsView.as_view(), name="skills-roots"),
    path("skills/-/roots/<uuid:uid>", transfer.SkillRootView.as_view(), name="skills-root"),
    path("skills/-/scan", transfer.SkillScanView.as_view(), name="skills-scan"),
    path("skills/-/discover", discover.DiscoverView.as_view(), name="skills-discover"),
    path("skills/-/discover/preview", discover.DiscoverPreviewView.as_view(), name="skills-discover-preview"),
    path("skills/-/discover/install", discover.DiscoverInstallView.as_view(), name="skills-discover-install"),
    path("skills/-/import", importing.SkillImportView.as_view(), name="skills-import"),
    path("skills/-/import/detect", importing.SkillImportDetectView.as_view(), name="skills-import-detect"),
    path("skills/-/import/preview", importing.SkillImportPreviewView.as_view(), name="skills-import-preview"),
    path("skills/-/pending", pending.PendingView.as_view(), name="skills-pending"),
    path("skills/-/pending/-/decide", pending.PendingDecideView.as_view(), name="skills-pending-decide"),
    path("skills/-/pending/-/dismiss-all", pending.PendingDismissAllView.as_view(), name="skills-pending-dismiss-all"),
    path("skills/-/pending/<str:name>", pending.PendingOneView.as_view(), name="skills-pending-one"),
    path("skills/-/pending/<str:name>/approve", pending.PendingApproveView.as_view(), name="skills-pending-approve"),
    path("skills/-/pending/<str:name>/dismiss", pending.PendingDismissView.as_view(), name="skills-pending-dismiss"),
    path("skills/-/pending/<str:name>/undo", pending.PendingUndoView.as_view(), name="skills-pending-undo"),
    path("skills/<skill:name>/-/tree", views.SkillTreeView.as_view(), name="skill-tree"),
    path("skills/<skill:name>/-/file", views.SkillFileView.as_view(), name="skill-file"),
    path("skills/<skill:name>/-/versions", views.SkillVersionsView.as_view(), name="skill-versions"),
    path("skills/<skill:name>/-/rollback", views.SkillRollbackView.as_view(), name="skill-rollback"),
    path("skills/<skill:name>/-/grants", access.SkillGrantsView.as_view(), name="skill-grants"),
    path("skills/<skill:name>/-/access", access.SkillAccessView.as_view(), name="skill-access"),
    path("skills/<skill:name>", views.SkillView.as_view(), name="skill"),
]
