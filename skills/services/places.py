"""The folder an agent says it works in."""

from pathlib import Path

from channels_bridge.actors import Actor
from memory.services.settings import settings_all


def project_folder(actor: Actor, project: str) -> str:
    """The project if it is a folder the actor may ask about, else nothing: an answer tells whether paths exist."""
    if actor.is_owner or actor.is_system:
        return project
    try:
        folder = Path(project).resolve()
        roots = [Path(root).resolve() for root in settings_all()["project_roots"]]
    except (OSError, RuntimeError, ValueError):
        return ""
    return str(folder) if any(folder.is_relative_to(root) for root in roots) else ""
