"""What the owner may tell the server from inside a channel."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from channels_bridge.models import Activation
from kirocrew.base.text import fold

CHOICES: Final = ", ".join(Activation.values)
_COMMAND: Final = re.compile(r"/activation(?:@(?P<to>\S+))?(?:\s+(?P<word>\S+))?")


@dataclass(frozen=True, slots=True)
class ActivationCommand:
    """`/activation mention`: what is wanted, None when it only asks or says something else."""

    activation: Activation | None
    is_question: bool


def activation_command(text: str, names: Sequence[str]) -> ActivationCommand | None:
    """The command a message is, None for any other. `/activation@name` is for the bot of that name alone.

    The whole message is the command, after a mention at most; a message that tells of one is none.
    """
    ours = {fold(name).strip().lstrip("@") for name in names}
    plain = fold(text).strip()
    first, _, rest = plain.partition(" ")
    if first.startswith("@") and first[1:].rstrip(",:") in ours:
        plain = rest.strip()
    found = _COMMAND.fullmatch(plain)
    if found is None or (found["to"] and found["to"] not in ours):
        return None
    word = found["word"] or ""
    return ActivationCommand(Activation(word) if word in Activation.values else None, not word)
