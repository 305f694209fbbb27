"""Packages that were refused for what was found in them, and the owner's word on some of them."""

from django.db import models

from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from skills.models.catalogue import HASH_LENGTH, KEY_LIMIT


class RefusedPackage(models.Model):
    """One package, by the hash of all its files, that the guard or the screen refused; nothing else of it is kept.

    `findings` is a list of {path, line, code, message, refuses}, without credentials. Once it is accepted, exactly
    these files are taken when a person brings them or they lie in a folder that is read; one byte more is another
    package.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    content_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    key = models.CharField(max_length=KEY_LIMIT)
    place = models.CharField(max_length=300, blank=True)
    """Where it came from: an archive, a folder."""
    findings = models.JSONField(default=list)
    source = models.CharField(max_length=200)
    """`source` of the actor who brought it."""
    refused_at = models.DateTimeField(default=now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-refused_at", "-id")

    def __str__(self) -> str:
        return self.key
