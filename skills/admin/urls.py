"""Where the pages of skills are, and the decisions about learned ones in Review."""

from channels_bridge.admin.pages import Page
from skills.admin import access, allow_lists, budget, candidates, catalogue, changing, folders, skill, upload

PAGES = (
    Page("skills/", catalogue.catalogue, "skills"),
    Page("skills/act/", catalogue.act, "skills-act"),
    Page("skills/budget/", budget.budget, "skills-budget"),
    Page("skills/upload/", upload.upload, "skills-upload"),
    Page("skills/upload/<uuid:uid>/", upload.uploaded, "skills-uploaded"),
    Page("skills/folders/", folders.folders, "skills-folders"),
    Page("skills/folders/scan/", folders.scan, "skills-folders-scan"),
    Page("skills/folders/<uuid:uid>/act/", folders.folder_act, "skills-folder-act"),
    Page("skills/lists/", allow_lists.lists, "skills-lists"),
    Page("skills/<uuid:uid>/", skill.skill, "skills-one"),
    Page("skills/<uuid:uid>/act/", changing.act, "skills-one-act"),
    Page("skills/<uuid:uid>/edit/", changing.edit, "skills-edit"),
    Page("skills/<uuid:uid>/triggers/", changing.triggers, "skills-triggers"),
    Page("skills/<uuid:uid>/files/", skill.files, "skills-files"),
    Page("skills/<uuid:uid>/versions/", skill.versions, "skills-versions"),
    Page("skills/<uuid:uid>/versions/rollback/", changing.rollback, "skills-rollback"),
    Page("skills/<uuid:uid>/access/", access.access, "skills-access"),
    Page("skills/<uuid:uid>/access/visibility/", access.visibility, "skills-visibility"),
    Page("skills/<uuid:uid>/access/grant/", access.grant, "skills-grant"),
    Page("skills/<uuid:uid>/access/revoke/", access.revoke, "skills-revoke"),
    Page("skills/<uuid:uid>/export/", skill.export, "skills-export"),
    Page("skills/<uuid:uid>/use/", skill.use, "skills-use"),
    Page("review/skills/decide/", candidates.decide, "review-skills-decide"),
    Page("review/skills/<uuid:uid>/undo/", candidates.undo, "review-skills-undo"),
)
