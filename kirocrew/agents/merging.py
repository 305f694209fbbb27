"""One list of files from an agent's and a person's."""

from collections.abc import Sequence

from kirocrew.agents.truncation import ContextFile
from kirocrew.models import AgentKind


def files_merged(kind: str, base: Sequence[ContextFile], own: Sequence[ContextFile]) -> list[ContextFile]:
    """The files of an agent (`base`) and of a person (`own`), each name once. Blank ones are none.

    Open: the person's first, then those of the agent whose name is not among them. Predefined: the agent's, each
    replaced by the person's of the same name, then the person's other ones.
    """
    base, own = [file for file in base if file.text.strip()], [file for file in own if file.text.strip()]
    if kind == AgentKind.OPEN:
        return [*own, *_without(base, own)]
    versions = {file.name: file for file in own}
    return [*(versions.get(file.name, file) for file in base), *_without(own, base)]


def _without(files: Sequence[ContextFile], others: Sequence[ContextFile]) -> list[ContextFile]:
    names = {file.name for file in others}
    return [file for file in files if file.name not in names]
