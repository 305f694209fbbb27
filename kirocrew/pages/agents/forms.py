"""Forms of agents."""

from django import forms

from kirocrew.agents.agents import DESCRIPTION_LIMIT, MODEL_LIMIT, NAME_LIMIT
from kirocrew.agents.summoning.running import INSTRUCTION_LIMIT
from kirocrew.models import AgentKind, PromptMode
from kirocrew.models.agents import EXPERTISE_LIMIT
from memory.gate.checks import DOCUMENT_MAX


class AgentForm(forms.Form):
    """What the owner says of an agent."""

    name = forms.CharField(
        max_length=NAME_LIMIT, required=False, help_text="Left empty, the agent is called as its IDENTITY.md says."
    )
    description = forms.CharField(
        required=False,
        max_length=DESCRIPTION_LIMIT,
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
        help_text="What it is for and how it should be, in any language. The model can write its files from this.",
    )
    expertise = forms.CharField(
        max_length=EXPERTISE_LIMIT, required=False, label="What it is good at", help_text="One line others find it by."
    )
    mode = forms.ChoiceField(
        choices=PromptMode.choices, widget=forms.RadioSelect, initial=PromptMode.FULL, label="Prompt"
    )
    model = forms.CharField(
        max_length=MODEL_LIMIT, required=False, help_text="The model it usually runs on; it decides how much fits."
    )
    self_evolve = forms.BooleanField(required=False, label="Chats may propose changes of its soul and capabilities")
    crew_context = forms.BooleanField(required=False, initial=True, label="Its prompts have the rules of the crew")


class NewAgentForm(AgentForm):
    """A new agent."""

    slug = forms.CharField(
        max_length=60, label="Short name", help_text="a-z, 0-9 and '-'. Stands in addresses; it can't be changed."
    )
    kind = forms.ChoiceField(
        choices=AgentKind.choices,
        widget=forms.RadioSelect,
        initial=AgentKind.PREDEFINED,
        help_text="The files of a predefined agent are the same for everybody. Of an open one each person has a copy.",
    )
    field_order = ("slug", "name", "kind", "description")


class FileForm(forms.Form):
    """A whole context file, on the revision it was made from."""

    text = forms.CharField(
        required=False,
        strip=False,
        max_length=2 * DOCUMENT_MAX,
        widget=forms.Textarea(attrs={"rows": 22, "dir": "auto", "spellcheck": "true"}),
        help_text="Empty takes the file away; every earlier text is kept.",
    )
    reason = forms.CharField(required=False, max_length=500, label="Why", help_text="Optional; kept with the revision.")
    base = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class InstructionForm(forms.Form):
    """What the language model is to change."""

    instruction = forms.CharField(
        max_length=INSTRUCTION_LIMIT,
        label="Change the files",
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto", "placeholder": "Shorter, and ask before you order."}),
    )
