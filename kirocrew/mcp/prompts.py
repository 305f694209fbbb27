"""Prompts a person may pick: saving before the context is compacted, and looking through what was learned."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.problems import NotFound
from memory.consolidation.flush import flush_prompt
from memory.services.history import owner_day


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt without arguments."""

    name: str
    title: str
    description: str
    text: Callable[[Actor], str]


REVIEW: Final = (
    "Look through what you have learned: call learn_list. For each rule say in one sentence whether it still holds, "
    "whether two of them contradict each other, and whether it is too narrow or too wide. Change nothing by yourself: "
    "propose to the person what to forget (learn_remove) and what to say better (learn_add), one by one."
)


PROMPTS: Final = {
    prompt.name: prompt
    for prompt in (
        Prompt(
            "flush",
            "Save memory before compacting",
            "Writes down what must not be lost when the conversation is shortened.",
            lambda actor: flush_prompt(f"{owner_day(now()):%Y-%m-%d}"),
        ),
        Prompt(
            "review",
            "Look through what was learned",
            "Goes through the learned rules and proposes what to forget or to say better.",
            lambda actor: REVIEW,
        ),
    )
}


def prompt_get(*, actor: Actor, name: str) -> Prompt:
    """The prompt. Raises NotFound."""
    if name not in PROMPTS:
        raise NotFound("There is no such prompt. prompts/list names those there are.", type="unknown-prompt")
    return PROMPTS[name]
