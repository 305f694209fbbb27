"""A path that many repositories have can't bind a rule to one of them."""

import pytest

from hooks.services.reading import fragment_check


@pytest.mark.parametrize(
    "fragment",
    [
        "src",
        "docs",
        "lib",
        "test",
        "tests",
        "SRC",
        "src/",
        "./src",
        "package.json",
        "README.md",
        "pyproject.toml",
        "src/main",
        "src/main/java",
        "src\\test",
        "docs/api",
        ".github/workflows",
        ".github",
        "app/models",
        "a",
        "js",
        "node_modules",
        "",
        ".",
    ],
)
def test_what_many_repositories_contain_is_refused_with_advice(fragment: str) -> None:
    reason = fragment_check(fragment)
    assert reason
    assert "Name a" in reason


@pytest.mark.parametrize(
    "fragment",
    [
        "packages/billing",
        "packages/api",
        "src/api",
        "src/checkout",
        "billing",
        "apps/storefront/pages",
        "日本",
        "größe",
        "한국어",
        "kirocrew",
        "services/invoice",
        "src/invoice/main.py",
    ],
)
def test_a_path_of_a_projects_own_is_taken(fragment: str) -> None:
    assert fragment_check(fragment) is None


def test_a_sensitive_place_binds_nothing() -> None:
    assert fragment_check(".ssh")
    assert fragment_check("deploy/.env")
