"""Who is meant by a name in a form: a bot, a member or a person."""

from django import forms

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from kirocrew.base.problems import NotFound
from skills.models import PrincipalKind
from skills.services.grants import NAME_LIMIT


class WhoForm(forms.Form):
    """One bot, member or person. Names of bots are offered while one types."""

    kind = forms.ChoiceField(choices=PrincipalKind.choices, label="A")
    name = forms.CharField(
        max_length=NAME_LIMIT,
        label="Called",
        widget=forms.TextInput(attrs={"list": "bots", "autocomplete": "off", "dir": "auto"}),
    )


def bot_names() -> list[str]:
    """The bots whose keys work."""
    return list(Bot.objects.live().order_by("name").values_list("name", flat=True))


def bot_actor(name: str) -> Actor:
    """How a bot acts. Raises NotFound."""
    bot = Bot.objects.live().filter(name=name).first()
    if bot is None:
        raise NotFound("There is no bot of that name with a working key.")
    return bot.actor
