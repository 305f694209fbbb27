"""Every code that a reader of packages can give has its line in the reference."""

import re
from pathlib import Path

from skills.packages.guard_rules import CODE_SHAPES, REFUSING, TEXT_SHAPES, WARNING

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/reference/skill-packages.md").read_text(encoding="utf-8")
GIVEN = re.compile(
    r"(?:Diagnostic|PackageRefused|YamlRefused|Finding|say|warn)\(\s*(?:path, |node, )?(?:\d+, )?f?\"([a-z_0-9]+)\""
)


def codes() -> set[str]:
    found = set()
    for file in sorted((ROOT / "skills/packages").glob("*.py")):
        found |= set(GIVEN.findall(re.sub(r"\n\s*", " ", file.read_text(encoding="utf-8")).replace("( ", "(")))
    found |= {shape.code for shape in (*CODE_SHAPES, *TEXT_SHAPES)}
    return found | {danger.partition(".")[2].replace("-", "_") for danger in REFUSING | WARNING}


def test_every_code_is_documented() -> None:
    assert len(codes()) > 80
    assert {code for code in codes() if f"`{code}`" not in PAGE} == set()
