"""What requests about agents and their files hold, and what they are answered with."""

from typing import Any, Final

from rest_framework import serializers

from channels_bridge.api.fields import StrictSerializer, TextField
from kirocrew.agents import files
from kirocrew.agents.agents import (
    DESCRIPTION_LIMIT,
    MODEL_LIMIT,
    NAME_LIMIT,
    SHARED_MOST,
)
from kirocrew.agents.names import Session
from kirocrew.agents.seeding import DISPLAY_LIMIT
from kirocrew.models import Agent, AgentKind, AgentPerson, PromptMode
from kirocrew.models.agents import EXPERTISE_LIMIT, PERSON_LIMIT
from memory.api.serializers import OutcomeSerializer
from memory.gate.checks import DOCUMENT_MAX

FIELD_LIMIT: Final = 60
VALUE_LIMIT: Final = 500
REVISION_MOST: Final = 2**31 - 1
SLUG_LIMIT: Final = 60


class AgentFieldsSerializer(StrictSerializer):
    """What the owner says of an agent."""

    name = TextField(max_length=NAME_LIMIT, required=False)
    description = TextField(max_length=DESCRIPTION_LIMIT, required=False, allow_blank=True)
    expertise = TextField(max_length=EXPERTISE_LIMIT, required=False, allow_blank=True)
    mode = serializers.ChoiceField(PromptMode.choices, required=False)
    model = TextField(max_length=MODEL_LIMIT, required=False, allow_blank=True)
    self_evolve = serializers.BooleanField(required=False)
    crew_context = serializers.BooleanField(required=False)
    shared_dm = serializers.BooleanField(required=False)
    shared_group = serializers.BooleanField(required=False)
    shared_people = serializers.ListField(
        child=TextField(max_length=PERSON_LIMIT), max_length=SHARED_MOST, required=False
    )


class AgentWriteSerializer(AgentFieldsSerializer):
    """A new agent."""

    slug = TextField(max_length=SLUG_LIMIT)
    kind = serializers.ChoiceField(AgentKind.choices, default=AgentKind.PREDEFINED)


class AgentSerializer(serializers.ModelSerializer[Agent]):
    """An agent. With a `store` it is a member."""

    id = serializers.UUIDField(source="uid")
    store = serializers.CharField(source="store.slug", default=None)

    class Meta:
        model = Agent
        fields = (
            "id", "slug", "name", "kind", "description", "expertise", "status", "status_note", "mode", "model",
            "self_evolve", "crew_context", "shared_dm", "shared_group", "shared_people", "store", "created_at",
            "changed_at", "retired_at",
        )  # fmt: skip


class AgentListSerializer(serializers.Serializer[Any]):
    """Agents, by name."""

    entries = AgentSerializer(many=True)


class AgentsQuerySerializer(StrictSerializer):
    """Whether the owner wants retired ones as well."""

    retired = serializers.BooleanField(default=False)


class AgentReasonSerializer(StrictSerializer):
    """Why."""

    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class FilePlaceSerializer(StrictSerializer):
    """Whose copy, or who speaks, and in what."""

    person = TextField(max_length=PERSON_LIMIT, required=False, default="", allow_blank=True)
    session = serializers.ChoiceField([one.value for one in Session], default=Session.DIRECT.value)


class FileWriteSerializer(StrictSerializer):
    """The whole text, on the revision it was made from; the header If-Match says the same as `revision`."""

    content = TextField(max_length=2 * DOCUMENT_MAX, allow_blank=True, trim_whitespace=False)
    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MOST, required=False)
    propagate = serializers.BooleanField(
        default=False, help_text="The owner's: give the text to every person who has a copy."
    )
    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class AgentFileEntrySerializer(serializers.Serializer[Any]):
    """A file without its text. `waiting` is the revision that waits for the owner, for the owner."""

    name = serializers.CharField()
    person = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()
    chars = serializers.IntegerField()
    removed = serializers.BooleanField()
    waiting = serializers.IntegerField(allow_null=True)


class AgentFileListSerializer(serializers.Serializer[Any]):
    """The files of an agent: for a bot those that a prompt has, for the owner all."""

    entries = AgentFileEntrySerializer(many=True)


class AgentFileSerializer(serializers.Serializer[Any]):
    """A file. Of one that is no chat's to read, `note` says that the prompt has it."""

    name = serializers.CharField()
    person = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()
    content = serializers.CharField(source="text", allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    waiting = serializers.IntegerField()


class FileWrittenSerializer(OutcomeSerializer):
    """What came of a write. `copies` is how many persons' copies were changed as well."""

    copies = serializers.IntegerField()


class AgentRevisionSerializer(serializers.Serializer[Any]):
    """One text a file had, or was to have: then `waits` says why it waits, until `decided_at`."""

    number = serializers.IntegerField()
    operation = serializers.CharField()
    by = serializers.CharField(source="source")
    reason = serializers.CharField(allow_blank=True)
    content = serializers.CharField(source="text", allow_blank=True)
    waits = serializers.CharField(allow_blank=True)
    doubts = serializers.ListField(child=serializers.CharField())
    decided_at = serializers.DateTimeField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    erased_at = serializers.DateTimeField(allow_null=True)


class AgentRevisionsSerializer(serializers.Serializer[Any]):
    """Revisions, newest first; ask again with `before` = `next` until it is null."""

    entries = AgentRevisionSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class AgentRevisionsQuerySerializer(StrictSerializer):
    """Whose copy, and from where on."""

    person = TextField(max_length=PERSON_LIMIT, required=False, default="", allow_blank=True)
    before = serializers.IntegerField(min_value=1, max_value=REVISION_MOST, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=files.REVISIONS_PAGE)


class FileRestoreSerializer(AgentReasonSerializer):
    """The revision whose text comes back, on the revision that is there now."""

    number = serializers.IntegerField(min_value=1, max_value=REVISION_MOST)
    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MOST, required=False)


class FileDecisionSerializer(AgentReasonSerializer):
    """What the owner says of a text that waits."""

    number = serializers.IntegerField(min_value=1, max_value=REVISION_MOST)
    allow = serializers.BooleanField()


class IdentityFieldSerializer(FilePlaceSerializer):
    """One field of IDENTITY.md."""

    field = TextField(max_length=FIELD_LIMIT)
    value = TextField(max_length=VALUE_LIMIT, allow_blank=True)


class TurnBegunSerializer(FilePlaceSerializer):
    """Who speaks, and the name the channel shows."""

    person = TextField(max_length=PERSON_LIMIT)
    display_name = TextField(max_length=2 * DISPLAY_LIMIT, required=False, default="", allow_blank=True)


class AgentTextSerializer(serializers.Serializer[Any]):
    """A file that is stored nowhere."""

    name = serializers.CharField()
    content = serializers.CharField(source="text")


class RitualSerializer(serializers.Serializer[Any]):
    """How far a first run is, and what the prompt says of it."""

    is_first_run = serializers.BooleanField()
    turn = serializers.IntegerField()
    nudge = serializers.BooleanField()
    must_name = serializers.BooleanField()
    name_hint = serializers.CharField(allow_blank=True)
    instead = AgentTextSerializer(many=True, help_text="First files to use for this turn: they could not be stored.")
    notes = serializers.ListField(child=serializers.CharField())


class AgentPersonSerializer(serializers.ModelSerializer[AgentPerson]):
    """A person an agent met."""

    class Meta:
        model = AgentPerson
        fields = ("person", "display_name", "ritual_turns", "must_name", "may_write", "first_seen_at", "last_seen_at")


class AgentPeopleSerializer(serializers.Serializer[Any]):
    """The people an agent met, the last one first."""

    entries = AgentPersonSerializer(many=True)


class WriterSerializer(StrictSerializer):
    """Whether a person may change the agent in a group. Where nobody is named, everybody may."""

    person = TextField(max_length=PERSON_LIMIT)
    may_write = serializers.BooleanField()


class WaitingTextSerializer(AgentRevisionSerializer):
    """A text that waits, and for which file."""

    agent = serializers.CharField(source="file.agent.slug")
    name = serializers.CharField(source="file.name")
    person = serializers.CharField(source="file.person", allow_blank=True)


class WaitingTextsSerializer(serializers.Serializer[Any]):
    """Texts that wait for the owner, oldest first."""

    entries = WaitingTextSerializer(many=True)
