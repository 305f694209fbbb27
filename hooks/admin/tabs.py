"""The tabs over the pages of hooks."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from channels_bridge.admin.pages import page

TABS: Final = (
    ("hooks", "Rules"),
    ("hooks-protections", "Protections"),
    ("hooks-scripts", "Scripts"),
    ("hooks-mcp", "MCP servers"),
    ("hooks-workbench", "Workbench"),
    ("hooks-decisions", "Decisions"),
    ("hooks-transfer", "Import & export"),
)
"""The name of a page, and what its tab is called."""


def hooks_page(request: HttpRequest, template: str, *, tab: str, title: str = "Hooks", **context: Any) -> HttpResponse:
    """Render a page of hooks with its tab chosen."""
    return page(request, f"hooks/{template}", title=title, tabs=TABS, tab=tab, **context)
