"""The files of a managed skill's version, as they are stored."""

from skills.models import Skill, SkillFile


def files_of(skill: Skill, number: int) -> dict[str, bytes]:
    """The files of a version by path; none where there is no such version."""
    rows = SkillFile.objects.filter(version__skill=skill, version__number=number)
    return {path: bytes(content) for path, content in rows.values_list("path", "content")}
