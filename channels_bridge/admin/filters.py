"""Filters of a list, as links in the address."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Choice:
    """One link of a filter."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter of a list: the name in the address and what can be chosen."""

    name: str
    label: str
    choices: list[Choice]


def chosen(request: HttpRequest, name: str, choices: Mapping[str, str], default: str = "") -> str:
    """The value the address gives a filter, or the default when it is none of the choices."""
    value = request.GET.get(name, default)
    return value if value in choices else default


def filter_links(name: str, label: str, choices: Mapping[str, str], value: str) -> Filter:
    """The filter for the template."""
    return Filter(name, label, [Choice(key, words, key == value) for key, words in choices.items()])
