"""What stands around every page: navigation, the choice of a store, the backlog."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from kirocrew.base.clock import now
from kirocrew.templatetags.kirocrew_pages import span
from memory.models import Store
from memory.services.review_queue import queue_waiting

NAVIGATION: Final = (
    ("index", "Overview"),
    ("review", "Review"),
    ("memory", "Memory"),
    ("timeline", "Timeline"),
    ("conversations", "Conversations"),
    ("skills", "Skills"),
    ("hooks", "Hooks"),
    ("agents", "Agents"),
    ("activity", "Activity"),
    ("bots", "Bots"),
    ("stores", "Stores"),
    ("transfer", "Import & backup"),
    ("settings", "Settings"),
)
"""Name of a section's first page, and what it is called."""
KEYS: Final = {
    "index": "o",
    "review": "r",
    "memory": "m",
    "timeline": "t",
    "activity": "a",
    "bots": "b",
    "conversations": "c",
    "skills": "s",
}
SHOWN_FROM: Final = timedelta(hours=1)
LATE_AFTER: Final = timedelta(days=1)
OVERDUE_AFTER: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class NavItem:
    """One entry of the navigation; `key` leads there after `g`, `level` colours the badge: empty, `warn` or `bad`.

    `age` is how long the oldest of what the badge counts has waited, in words; empty for less than an hour.
    """

    label: str
    url: str
    here: bool
    badge: int = 0
    level: str = ""
    note: str = ""
    age: str = ""
    key: str = ""


def frame_context(request: HttpRequest) -> dict[str, Any]:
    """Navigation, stores and the chosen store for the frame's template."""
    slug = request.GET.get("store", "")
    stores = list(Store.objects.visible_to(actor_of(request)))
    return {
        "navigation": _navigation(request, slug),
        "stores": stores,
        "store_slug": slug,
        "store_links": [("", "All stores"), *((store.slug, store.name) for store in stores)],
    }


def _navigation(request: HttpRequest, slug: str) -> list[NavItem]:
    match = request.resolver_match
    section = (match.url_name or "").partition("-")[0] if match else ""
    query = f"?{urlencode({'store': slug})}" if slug else ""
    items = []
    for name, label in NAVIGATION:
        url, here = reverse(f"admin:{name}") + query, section == name
        item = _review_item(actor_of(request), label, url, here) if name == "review" else NavItem(label, url, here)
        items.append(replace(item, key=KEYS.get(name, "")))
    return items


def _review_item(actor: Actor, label: str, url: str, here: bool) -> NavItem:
    """The queue with all its kinds of cases, whichever app they come from."""
    kinds = queue_waiting(actor=actor)
    count, since = sum(kind.count for kind in kinds), [kind.oldest for kind in kinds if kind.oldest]
    if not count:
        return NavItem(label, url, here)
    age = now() - min(since) if since else timedelta()
    level = "bad" if age > OVERDUE_AFTER else "warn" if age > LATE_AFTER else ""
    words = span(age.total_seconds()) if age >= SHOWN_FROM else ""
    note = f"{count} waiting" + (f", the oldest for {words}" if words else "")
    return NavItem(label, url, here, count, level, note, words)
