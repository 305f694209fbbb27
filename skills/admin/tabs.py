"""The tabs over the pages of skills."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from channels_bridge.admin.pages import page

TABS: Final = (
    ("skills", "Catalogue"),
    ("skills-bench", "Bench"),
    ("skills-budget", "Cost"),
    ("skills-upload", "Upload"),
    ("skills-import", "Import"),
    ("skills-discover", "Discover"),
    ("skills-folders", "Folders"),
    ("skills-lists", "Allow lists"),
)
"""The name of a page, and what its tab is called."""


def skills_page(
    request: HttpRequest, template: str, *, tab: str, title: str = "Skills", **context: Any
) -> HttpResponse:
    """Render a page of skills with its tab chosen."""
    return page(request, f"skills/{template}", title=title, tabs=TABS, tab=tab, **context)
