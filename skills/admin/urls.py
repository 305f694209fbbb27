"""Where the pages of skills are."""

from channels_bridge.admin.pages import Page
from skills.admin import catalogue, skill

PAGES = (
    Page("skills/", catalogue.catalogue, "skills"),
    Page("skills/<uuid:uid>/", skill.skill, "skills-one"),
    Page("skills/<uuid:uid>/files/", skill.files, "skills-files"),
    Page("skills/<uuid:uid>/versions/", skill.versions, "skills-versions"),
    Page("skills/<uuid:uid>/use/", skill.use, "skills-use"),
)
