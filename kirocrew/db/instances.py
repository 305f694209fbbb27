"""Making unsaved instances of a model without Django's constructor, which takes longer than storing the row."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import models
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=models.Model)


class _Plan(NamedTuple):
    fixed: dict[str, Any]  # attributes and defaults that are the same for all instances
    made: list[tuple[str, Callable[[], Any]]]  # those of which each instance has its own
    relations: frozenset[str]


def instance_new(model: type[Row], values: Mapping[str, Any]) -> Row:
    """An unsaved instance with these values of its fields, and the others' defaults.

    No signal tells of it. Raises AttributeError for what is no field of the model.
    """
    plan = _plan(model)
    row = model.__new__(model)
    row._state = ModelState()
    attributes = row.__dict__
    attributes.update(plan.fixed)
    for name, make in plan.made:
        attributes[name] = values[name] if name in values else make()
    for name, value in values.items():
        if name in attributes:
            attributes[name] = value
        elif name in plan.relations:
            setattr(row, name, value)
        else:
            raise AttributeError(f"{model.__name__} has no field {name}")
    return row


@cache
def _plan(model: type[models.Model]) -> _Plan:
    fields = model._meta.concrete_fields
    own = [field for field in fields if field.has_default() and callable(field.default)]
    return _Plan(
        {field.attname: field.get_default() for field in fields if field not in own},
        [(field.attname, field.get_default) for field in own],
        frozenset(field.name for field in fields if field.is_relation),
    )
