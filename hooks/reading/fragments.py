"""Whether a path fragment tells one repository from another, so that a rule bound to it stays where it belongs."""

import re
from typing import Final

from hooks.redaction.engine import redact

from .sensitive import is_sensitive
from .spelling import parts_of

# Folders and files that repositories of every kind have. A fragment made of nothing else binds to all of them.
COMMON: Final = frozenset(
    """
    src source sources lib libs library include inc bin build dist out output target obj release debug vendor
    third_party node_modules packages package modules module apps app core common shared base main java kotlin
    scala python resources res assets static public private media images img fonts icons styles css scss js ts
    html docs doc documentation wiki manual examples example samples sample demo demos tutorials templates
    template test tests testing spec specs __tests__ e2e integration unit fixtures mocks __mocks__ snapshots
    benchmarks bench scripts script tools tool utils util utilities helpers helper misc contrib internal pkg cmd
    api cli web www server servers client clients frontend backend front back ui gui components pages views
    models controllers routes services service handlers middleware hooks store stores types interfaces config configs
    configuration conf settings env environments deploy deployment docker ci infra infrastructure terraform k8s
    kubernetes helm charts data db database migrations schema schemas sql logs log tmp temp cache locale locales
    i18n lang translations .git .github .gitlab .vscode .idea .circleci .husky .claude .cursor .kiro .codex
    .devcontainer workflows issue_template readme readme.md readme.rst readme.txt license license.md license.txt
    copying changelog.md changelog contributing.md code_of_conduct.md security.md authors notice todo.md
    claude.md agents.md gemini.md package.json package-lock.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock
    tsconfig.json vite.config.ts jest.config.js next.config.js eslint.config.js .eslintrc.json .prettierrc
    .editorconfig .gitignore .gitattributes .dockerignore .npmrc .nvmrc .pre-commit-config.yaml pyproject.toml
    setup.py setup.cfg requirements.txt tox.ini pytest.ini poetry.lock uv.lock pipfile manage.py conftest.py
    __init__.py main.py app.py go.mod go.sum main.go cargo.toml cargo.lock main.rs lib.rs mod.rs gemfile
    gemfile.lock rakefile pom.xml build.gradle build.gradle.kts settings.gradle gradlew mvnw cmakelists.txt
    makefile justfile taskfile.yml dockerfile docker-compose.yml docker-compose.yaml compose.yaml procfile
    vagrantfile jenkinsfile .gitlab-ci.yml .travis.yml netlify.toml vercel.json composer.json composer.lock
    mix.exs package.swift podfile pubspec.yaml deno.json bun.lockb index.js index.ts index.html main.ts main.js
    app.js app.ts
    """.split()
)
# Two common names side by side are often still one project's own, as `packages/api`; these are not.
CONVENTIONS: Final = re.compile(
    r"(?:src|source)/(?:main|test|tests|lib|libs|bin|app|core|common|utils?|components|pages|types|assets|index\.[jt]s|"
    r"main\.(?:rs|py|go|[jt]s)|lib\.rs|mod\.rs|app\.[jt]s)(?:/(?:java|kotlin|scala|resources|python))?|"
    r"app/(?:models|views|controllers|helpers|assets|src|src/main|src/test)|(?:docs?|tests?)/[^/]+|"
    r"\.(?:git|github|gitlab|vscode|idea|circleci|husky|claude|cursor|kiro|codex|devcontainer)/[^/]+"
)
MIN_LETTERS: Final = 3  # shorter names are found everywhere


def fragment_check(fragment: str) -> str | None:
    """Why a path fragment can't bind a rule to one repository, with what to write instead, or None when it can.

    `src`, `docs`, `tests` or `package.json` are in so many repositories that the rule would apply in nearly all;
    `packages/billing` is not. A fragment that names a sensitive place is refused, too. Whether the fragment is a
    relative path at all is not asked here.
    """
    if reason := is_sensitive(fragment):
        return reason
    if redact(fragment).findings:
        return "A path is shown everywhere, and this one holds a credential. Name a folder of the repository."
    parts = parts_of(fragment)
    if not parts:
        return "An empty path binds to every repository. Name a folder that only this one has."
    if _is_common(parts):
        shown = "/".join(parts)
        return (
            f"Many repositories have {shown!r}, so the rule would apply in all of them. "
            f"Name a path that only this one has, such as '{_suggestion(parts)}'."
        )
    return None


def _is_common(parts: tuple[str, ...]) -> bool:
    if all(sum(char.isalnum() for char in part) < MIN_LETTERS and part.isascii() for part in parts):
        return True
    if not all(part in COMMON for part in parts):
        return False
    return len(parts) == 1 or bool(CONVENTIONS.fullmatch("/".join(parts)))


def _suggestion(parts: tuple[str, ...]) -> str:
    """The fragment with a made-up name of a project's own where one belongs."""
    *folders, last = parts
    if "." in last.strip("."):
        return "/".join((*folders, "billing", last))
    return "/".join((*parts, "billing"))
