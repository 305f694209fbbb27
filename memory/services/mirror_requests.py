"""Asking for the mirror to be brought up to date, where the owner wants one."""

from typing import Final

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue
from memory.services.settings import settings_all

MIRROR_JOB: Final = "memory.mirror"
MIRROR: Final = Actor.system("mirror")
"""Who brings in what a person edited in a file: nobody is signed in there, so it is not the owner's word."""


def mirror_request() -> None:
    """Ask for documents and history to be mirrored, if the owner wants it. One waiting job serves any number."""
    if settings_all()["mirror_documents"]:
        job_enqueue(actor=MIRROR, name=MIRROR_JOB, args={}, title="Mirror documents", dedupe_key=MIRROR_JOB)
