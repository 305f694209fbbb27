"""Whether a lesson that is bound to a path applies to the project an agent works in. Every doubt withholds it."""

from pathlib import Path

MAX_PARENTS = 32  # folders looked at between a project and its repository's top


def scope_satisfied(repo_scope: str, project_dir: str) -> bool:
    """Whether the relative path exists in the project's folder or one above it, up to the repository's top.

    An unbound lesson always applies. A bound one needs an absolute project folder; without a `.git` on the way
    only that folder itself counts. A link that leads out of the folder does not satisfy anything.
    """
    if not repo_scope:
        return True
    if not project_dir or not Path(project_dir).is_absolute() or "\0" in project_dir:
        return False
    try:
        folders = _folders(Path(project_dir).resolve(strict=True))
        return any(_inside(folder, repo_scope) for folder in folders)
    except (OSError, RuntimeError, ValueError):
        return False


def _folders(project: Path) -> list[Path]:
    found: list[Path] = []
    for folder in [project, *project.parents][:MAX_PARENTS]:
        found.append(folder)
        if (folder / ".git").exists():
            return found
    return [project]


def _inside(folder: Path, fragment: str) -> bool:
    target = folder / fragment
    return target.exists() and target.resolve(strict=True).is_relative_to(folder)
