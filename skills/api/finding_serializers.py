"""How the finding of skills looks over HTTP: matches, hits, slash commands, lists, the budget."""

from typing import Any, Final

from rest_framework import serializers

from channels_bridge.api.fields import StrictSerializer, TextField
from skills.api.base import PROJECT_LIMIT
from skills.matching.slash import SlashKind
from skills.services.listing import ListingMode
from skills.services.matching import Delivery
from skills.services.searching import LIMIT, LIMIT_MOST, QUERY_CHARACTERS

MESSAGE_LIMIT: Final = 200_000
SLUGS_MOST: Final = 5_000
ARMS: Final = ("token", "phrase", "name", "words", "concepts", "meaning")
FOUND_IN: Final = ("metadata", "body")


class SkillMessageSerializer(StrictSerializer):
    """A message, and what narrows its skills. `only` null: all one may use; an empty list: none."""

    message = TextField(max_length=MESSAGE_LIMIT, allow_blank=True, trim_whitespace=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)
    only = serializers.ListField(
        child=TextField(max_length=200), required=False, allow_null=True, default=None, max_length=SLUGS_MOST
    )
    trial = serializers.BooleanField(default=False, help_text="true: nothing is counted and no entry is written")


class SkillMatchAskSerializer(SkillMessageSerializer):
    """A message. `loaded`: slugs whose text the conversation holds already."""

    loaded = serializers.ListField(child=TextField(max_length=200), required=False, default=list, max_length=SLUGS_MOST)


class SkillMatchSerializer(serializers.Serializer[Any]):
    """A skill that a message brings. `text` is what the agent gets; `score` is 0 to 1; `arm` what spoke for it most."""

    slug = serializers.CharField(source="usable.skill.slug")
    name = serializers.CharField(source="usable.skill.key")
    version = serializers.IntegerField(source="usable.version")
    score = serializers.FloatField()
    arm = serializers.ChoiceField(ARMS)
    delivery = serializers.ChoiceField([one.value for one in Delivery])
    reason = serializers.CharField()
    phrase = serializers.CharField(allow_blank=True)
    words = serializers.ListField(child=serializers.CharField())
    concepts = serializers.ListField(child=serializers.CharField())
    text = serializers.CharField(allow_blank=True)


class SkillDeniedSerializer(serializers.Serializer[Any]):
    """A skill that a negative phrase kept away."""

    slug = serializers.CharField()
    phrase = serializers.CharField()


class SkillMatchesSerializer(serializers.Serializer[Any]):
    """What a message brings. `by_meaning`: whether the embedding model took part. `is_current`: false for the seconds
    in which what changed in the catalogue is compiled; a new skill may be missing then.
    """

    entries = SkillMatchSerializer(many=True)
    denied = SkillDeniedSerializer(many=True)
    by_meaning = serializers.BooleanField()
    is_current = serializers.BooleanField()


class SkillSearchQuerySerializer(StrictSerializer):
    """A query for skills."""

    q = TextField(max_length=QUERY_CHARACTERS)
    limit = serializers.IntegerField(min_value=1, max_value=LIMIT_MOST, default=LIMIT)
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    only = TextField(max_length=20_000, required=False, allow_blank=True, help_text="Names, divided by commas")


class SkillHitSerializer(serializers.Serializer[Any]):
    """A skill that was found."""

    slug = serializers.CharField(source="usable.skill.slug")
    name = serializers.CharField(source="usable.skill.key")
    title = serializers.CharField(source="usable.skill.name")
    description = serializers.CharField(source="usable.skill.description", allow_blank=True)
    version = serializers.IntegerField(source="usable.version")
    score = serializers.FloatField()
    found_in = serializers.ChoiceField(FOUND_IN)


class SkillHitsSerializer(serializers.Serializer[Any]):
    """Skills that were found, best first."""

    entries = SkillHitSerializer(many=True)


class SkillSlashSerializer(serializers.Serializer[Any]):
    """What becomes of a message. `message` is what the model gets, `body` the called skill for this turn."""

    kind = serializers.CharField(help_text=f"One of {', '.join(SlashKind)}")
    message = serializers.CharField(allow_blank=True)
    slug = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField(allow_null=True)
    body = serializers.CharField(allow_blank=True)
    only = serializers.ListField(child=serializers.CharField(), allow_null=True)
    suggestions = serializers.ListField(child=serializers.CharField())


class SkillListingQuerySerializer(StrictSerializer):
    """How the list is wanted."""

    mode = serializers.ChoiceField([one.value for one in ListingMode], default=ListingMode.AUTO.value)
    budget = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False, help_text="Characters")
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    only = TextField(max_length=20_000, required=False, allow_blank=True, help_text="Names, divided by commas")


class SkillListingSerializer(serializers.Serializer[Any]):
    """The list for a prompt; `withheld`: skills on offer that are not in it."""

    text = serializers.CharField(allow_blank=True)
    mode = serializers.ChoiceField([one.value for one in ListingMode])
    shown = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    withheld = serializers.IntegerField()


class SkillBudgetQuerySerializer(StrictSerializer):
    """For which project."""

    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)


class SkillCostSerializer(serializers.Serializer[Any]):
    """What a skill cost in 30 days. `chars` is its size by its deliveries; null where nothing was counted."""

    slug = serializers.CharField(source="skill.slug")
    name = serializers.CharField(source="skill.key")
    size = serializers.IntegerField(source="skill.size", help_text="Characters of the body")
    deliveries = serializers.IntegerField(allow_null=True)
    pointers = serializers.IntegerField(allow_null=True)
    chars = serializers.IntegerField(allow_null=True)
    tokens = serializers.IntegerField(allow_null=True)


class SkillBudgetSerializer(serializers.Serializer[Any]):
    """What skills cost, the dearest first."""

    entries = SkillCostSerializer(many=True)
    chars = serializers.IntegerField()
    days = serializers.IntegerField()
