"""What tests of erasing share."""

from uuid import UUID

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import run_job_now
from memory.services.erasing.certificate import Certificate
from memory.services.erasure import erase_certificate, erase_job


def finished(actor: Actor, uid: UUID) -> Certificate:
    """The certificate after the job for backups and large files, if there is one, has done its work."""
    if job := erase_job(actor=actor, uid=uid):
        run_job_now(job)
    return erase_certificate(actor=actor, uid=uid)
