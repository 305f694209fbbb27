"""Taking the texts of erased records out of agents' files.

The files of a member belong to its store, those of other agents to the store `main`. A text is taken out by a new
revision, with the earlier ones that carried it emptied; files of other stores are told and left alone.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q

from channels_bridge.actors import Actor
from kirocrew.agents.storing import ERASE, file_commit
from kirocrew.base.clock import now
from kirocrew.models import AgentFile, AgentFileRevision
from memory.models import Record
from memory.services.erasing.documents import without
from memory.services.erasing.sought import Sought
from memory.services.stores import MAIN

REASON: Final = "It carried the text of a record that was erased."


def files_redact(*, actor: Actor, targets: Sequence[Record], sought: Sought) -> None:
    """Take the texts out of the files that belong to the targets' stores, inside a transaction."""
    stores = {record.store_id: record.store.slug for record in targets}
    belongs = Q(agent__store__in=stores)
    if MAIN in stores.values():
        belongs |= Q(agent__store=None)
    for file in AgentFile.objects.select_related("agent").filter(belongs):
        _file(actor, file, sought)


def _file(actor: Actor, file: AgentFile, sought: Sought) -> None:
    for revision in file.revisions.filter(erased_at=None):
        reason = without(revision.reason, sought)
        if without(revision.text, sought) != revision.text or reason != revision.reason:
            AgentFileRevision.objects.filter(pk=revision.pk).update(text="", reason=reason, doubts=[], erased_at=now())
    text = without(file.text, sought)
    if text != file.text:
        file_commit(actor=actor, file=file, text=text, operation=ERASE, reason=REASON)
