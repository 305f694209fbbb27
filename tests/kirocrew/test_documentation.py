"""What an operator can set or run is documented, and what is documented is there."""

import re
from pathlib import Path

from django.core.management import get_commands

from kirocrew.checks import VARIABLES

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("kirocrew", "channels_bridge", "hooks", "memory", "skills")


def read_by_the_code() -> set[str]:
    """Names given to the readers of the environment, and those scripts read themselves."""
    files = [ROOT / "kirocrew/settings.py", ROOT / "kirocrew/home.py", ROOT / "scripts/llama_wheel.py"]
    text = "\n".join(file.read_text() for file in files)
    names = set(re.findall(r'(?:env_[a-z]+|environ\.get)\(\s*"(KIROCREW_[A-Z0-9_]+)"', text))
    secrets = set(re.findall(r'env_secret\(\s*"(KIROCREW_[A-Z0-9_]+)"', text))
    return names | {f"{name}_FILE" for name in secrets}


def test_every_setting_is_documented_with_its_default() -> None:
    page = (ROOT / "docs/reference/settings.md").read_text()
    rows = dict(re.findall(r"^\| `(KIROCREW_[A-Z0-9_]+)` \| ([^|]+) \|", page, re.MULTILINE))
    assert set(rows) == read_by_the_code()
    assert all(default.strip() for default in rows.values())


def test_the_check_for_misspelt_variables_knows_every_setting() -> None:
    assert read_by_the_code() == VARIABLES


def test_every_command_is_documented_and_every_documented_one_is_there() -> None:
    page = (ROOT / "docs/reference/commands.md").read_text()
    documented = {name.replace("-", "_") for name in re.findall(r"^\| `kirocrew ([a-z_-]+)", page, re.MULTILINE)}
    commands = get_commands()
    ours = {name for name, app in commands.items() if app.split(".")[0] in APPS}
    assert ours - documented == set()
    assert documented - set(commands) == set()


def links_of(page: Path) -> list[tuple[Path, str]]:
    """The pages a page leads to, each with the heading in it, or an empty text."""
    found = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text())
    return [((page.parent / target).resolve() if target else page, heading) for target, heading in found]


def headings_of(page: Path) -> set[str]:
    """As they are written in an address."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target, heading in links_of(page):
            assert target.exists(), f"{page.relative_to(ROOT)} -> {target}"
            assert not heading or heading in headings_of(target), f"{page.relative_to(ROOT)} -> {target}#{heading}"


def test_every_page_is_reached_from_the_index() -> None:
    index = ROOT / "docs/index.md"
    linked = {target for target, _ in links_of(index)}
    assert {page for page in (ROOT / "docs").rglob("*.md") if page != index} - linked == set()
