"""Addresses that keep the chosen store, times people can read, and other small things of the pages."""

from datetime import datetime
from typing import Any, Final

from django import template
from django.http import QueryDict
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from kirocrew.base.clock import now

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds
RECENT_DAYS: Final = 30
POSITION: Final = ("before", "after", "start")
"""Where in a list one is; a new filter starts at its beginning."""


@register.simple_tag(takes_context=True)
def page_url(context: dict[str, Any], name: str, *args: Any, **query: Any) -> str:
    """The address of one of our pages, in the chosen store, with the given query; empty values are left out."""
    values = QueryDict(mutable=True)
    given = {"store": context.get("store_slug", ""), **query}
    for key, value in given.items():
        if value not in ("", None):
            values[key] = str(value)
    address = reverse(f"admin:{name}", args=args)
    return f"{address}?{values.urlencode()}" if values else address


@register.simple_tag(takes_context=True)
def here_url(context: dict[str, Any], **changes: Any) -> str:
    """The present address with parts of its query changed; None or empty takes a part out."""
    values = context["request"].GET.copy()
    for key in (*POSITION, *changes):
        values.pop(key, None)
    for key, value in changes.items():
        if value not in ("", None):
            values[key] = str(value)
    return f"?{values.urlencode()}"


@register.simple_tag(takes_context=True)
def here_filter(context: dict[str, Any], name: str, value: str) -> str:
    """The present address with one filter set, at the beginning of the list."""
    return here_url(context, **{name: value})


@register.simple_tag(takes_context=True)
def here_clear(context: dict[str, Any]) -> str:
    """The present address without filters, in the chosen store."""
    slug = context.get("store_slug", "")
    return f"{context['request'].path}?store={slug}" if slug else context["request"].path


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """A moment as a time element: relative to now, with the exact time in it for the browser to show."""
    if not moment:
        return "never"
    local = timezone.localtime(moment)
    exact = f"{local:%Y-%m-%d %H:%M:%S %Z}"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(timespec="seconds"), exact, ago_words(moment)
    )


def ago_words(moment: datetime) -> str:
    """How long ago, or until when, in one or two words; beyond a month the date."""
    seconds = (now() - moment).total_seconds()
    size = abs(seconds)
    if size >= RECENT_DAYS * DAY:
        return f"{timezone.localtime(moment):%Y-%m-%d}"
    if size < MINUTE:
        return "just now"
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if size >= unit:
            words = f"{int(size // unit)} {name}"
            return f"{words} ago" if seconds > 0 else f"in {words}"
    return ""


@register.filter
def span(seconds: float | None) -> str:
    """A length of time in its largest unit."""
    if seconds is None:
        return "–"
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            return f"{int(seconds // unit)} {name}"
    return f"{max(0, int(seconds))} s"


@register.filter
def day(moment: datetime | None) -> str:
    """The date in the owner's zone."""
    return f"{timezone.localtime(moment):%Y-%m-%d}" if moment else "–"


@register.filter
def grouped(number: float | None) -> str:
    """A whole number with its thousands apart."""
    return "–" if number is None else f"{int(number):,}"


@register.filter
def size(octets: int | None) -> str:
    """A size of a file or disk."""
    return "–" if octets is None else filesizeformat(octets)


@register.filter
def short(uid: object) -> str:
    """The last part of an identifier: the first is a time, much the same for neighbours."""
    return str(uid)[-8:]


@register.filter
def origin(source: str) -> str:
    """Who wrote it, in words."""
    if source.startswith("summoning:"):
        return "the language model"
    return "you" if source == "user_explicit" else source.replace("bot:", "", 1)


@register.filter
def breakable(key: str) -> SafeString:
    """A key that may go on in the next line after its dots and underscores."""
    return mark_safe(escape(key).replace(".", ".<wbr>").replace("_", "_<wbr>"))  # noqa: S308  (escaped first)


@register.filter
def words(code: str) -> str:
    """A code as words."""
    return code.replace("_", " ")
