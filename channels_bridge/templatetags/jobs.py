"""Jobs in plain words."""

from datetime import datetime, timedelta

from django import template

from channels_bridge.models import Job
from channels_bridge.services.job_paces import job_pace
from channels_bridge.services.job_registry import kind_words
from kirocrew.base.clock import now

register = template.Library()


@register.filter
def pace(job: Job) -> str:
    """How fast a running job is and what is left: "12 a second, about 3 minutes left"; else nothing."""
    found = job_pace(job)
    return found.words if found else ""


@register.filter
def kind(job: Job) -> str:
    """What people call this kind of job."""
    return kind_words(job.name)


@register.filter
def is_soon(moment: datetime) -> bool:
    """Whether a moment comes within a minute."""
    return moment - now() < timedelta(minutes=1)
