"""The tables of skills."""

from skills.models.access import PrincipalKind, SkillAllowList, SkillGrant
from skills.models.candidates import CandidateKind, CandidateState, LearningMark, SkillCandidate
from skills.models.catalogue import (
    HASH_LENGTH,
    KEY_LIMIT,
    SLUG_LIMIT,
    CatalogueMark,
    Origin,
    Skill,
    SkillFile,
    SkillRoot,
    SkillState,
    SkillVersion,
    Tier,
    Visibility,
)
from skills.models.refused import RefusedPackage
from skills.models.usage import ImportedSkill, SkillEvent, SkillUse, SkillVector

__all__ = [
    "HASH_LENGTH",
    "KEY_LIMIT",
    "SLUG_LIMIT",
    "CandidateKind",
    "CandidateState",
    "CatalogueMark",
    "ImportedSkill",
    "LearningMark",
    "Origin",
    "PrincipalKind",
    "RefusedPackage",
    "Skill",
    "SkillAllowList",
    "SkillCandidate",
    "SkillEvent",
    "SkillFile",
    "SkillGrant",
    "SkillRoot",
    "SkillState",
    "SkillUse",
    "SkillVector",
    "SkillVersion",
    "Tier",
    "Visibility",
]
