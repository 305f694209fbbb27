"""Which paths nobody may open: spelled in every way, on every system, whether they are there or not."""

import os
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hooks.services.reading import holds_sensitive, is_protected_config, is_sensitive

SENSITIVE = r"""
~/.ssh/id_rsa
~/.ssh
/Users/alice/.ssh/authorized_keys
/home/bob/.aws/credentials
/home/bob/project/../.aws/config
/home/bob/.config/gcloud/credentials.db
~/.kube/config
~/.docker/config.json
~/.npmrc
~/.netrc
~/.git-credentials
~/.config/gh/hosts.yml
~/.gnupg/private-keys-v1.d/x.key
~/.claude/.credentials.json
~/.codex/auth.json
~/.local/share/kiro-cli/data.sqlite3
/etc/shadow
/private/etc/master.passwd
/host/etc/shadow
/proc/self/environ
/proc/1/mem
/run/secrets/db_password
/Users/bob/Library/Keychains/login.keychain-db
/Users/bob/Library/Application Support/Google/Chrome/Default/Login Data
/Users/bob/Library/Application Support/kiro-cli/data.sqlite3
C:\Users\bob\.AWS\Credentials
C:/Users/bob/AppData/Roaming/gcloud/access_tokens.db
c:\users\bob\appdata\roaming\microsoft\protect\S-1-5-21
C:\Windows\System32\config\SAM
\\?\C:\Users\bob\.ssh\id_ed25519
\\fileserver\c$\Users\bob\.ssh\id_ed25519
C:\Users\bob\_netrc
%APPDATA%\gcloud\credentials.db
%USERPROFILE%\.azure\msal_token_cache.json
$env:LOCALAPPDATA\Google\Chrome\User Data\Default\Cookies
$HOME/.aws/credentials
${HOME}/.ssh/id_rsa
${XDG_CONFIG_HOME:-$HOME/.config}/gh/hosts.yml
$GNUPGHOME/secring.gpg
.env
services/api/.env.production
backup/id_ed25519
vault.kdbx
/var/lib/kirocrew/secret_key
D:\data\kirocrew.sqlite3-wal
""".strip().splitlines()

DISGUISED = [
    "~/.SSH/ID_RSA",
    "~/.ｓｓｈ/id_rsa",  # full width letters
    "~/.ſſh/id_rsa",  # the long s
    "~/.s\u200csh/id_rsa",  # a joiner HFS+ ignores
    "~/.s\u00adsh/id_rsa",
    '"~/.ssh/id_rsa"',
    "'C:\\Users\\bob\\.ssh\\id_rsa'",
    " ~/.ssh/id_rsa ",
    "~//.ssh///id_rsa",
    "~/./.ssh/./id_rsa",
    "~/x/y/../../.ssh/id_rsa",
    "C:\\Users\\bob\\.ssh.\\id_rsa",  # Windows drops the dot
    "C:\\Users\\bob\\.ssh \\id_rsa",
    "C:\\data\\id_rsa::$DATA",
    "C:\\Users\\bob\\.aws::$INDEX_ALLOCATION\\credentials",
    "C:\\Users\\bob\\SSH~1\\id",
    "file:///home/bob/.ssh/id_rsa",
    "file:///home/bob/%2essh/id_rsa",
    "file:///home/bob/%252essh/id_rsa",
    "file://localhost/etc/shadow",
    "@~/.aws/credentials",
    "<~/.aws/credentials",
    "bob@host:.ssh/id_rsa",
    "host:/etc/shadow",
    "~/.ss?/id_rsa",
    "~/.s*h/id_*",
    "~/.[s]sh/config",
    "/etc/sh*",
    "~/.aw*/cred*",
    "/proc/*/environ",
]

HARMLESS = r"""
src/main.py
README.md
docs/ssh.md
docs/aws/credentials.md
.env.example
config/.env.template
src/environment.ts
src/types/env.d.ts
id_rsa.md
keys/rotation.md
~/notes/passwords-policy.md
C:\Users\bob\Documents\notes.txt
/home/bob/project/package.json
/tmp/report.json
/etc/hosts
/etc/os-release
.github/workflows/ci.yml
src/*.py
**/*.md
*
tests/test_secret_key.py
메모/회의.md
Größe/über.md
日记/今天.md
ghi chú/hôm nay.md
🎈/party.md
""".strip().splitlines()


@pytest.mark.parametrize("path", SENSITIVE)
def test_places_of_secrets_are_known_on_every_system(path: str) -> None:
    assert is_sensitive(path)


@pytest.mark.parametrize("path", DISGUISED)
def test_another_spelling_of_a_sensitive_path_is_the_same_path(path: str) -> None:
    assert is_sensitive(path)


@pytest.mark.parametrize("path", HARMLESS)
def test_ordinary_paths_are_left_alone(path: str) -> None:
    assert is_sensitive(path) is None


def test_the_reason_names_what_is_kept_there() -> None:
    assert is_sensitive("/home/bob/.ssh/config") == "SSH keys: .ssh is out of bounds."


def test_a_relative_path_counts_from_where_the_call_is_made() -> None:
    assert is_sensitive("credentials") is None
    assert is_sensitive("credentials", cwd="/home/bob/.aws")
    assert is_sensitive("../.aws/credentials", cwd="/home/bob/project")
    assert is_sensitive("/srv/credentials", cwd="/home/bob/.aws") is None


def test_a_link_to_a_sensitive_place_is_followed(tmp_path: Path) -> None:
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws" / "credentials").write_text("[default]")
    (tmp_path / "harmless").symlink_to(tmp_path / ".aws")
    (tmp_path / "note.md").symlink_to(tmp_path / "harmless" / "credentials")
    assert is_sensitive(tmp_path / "note.md")
    assert is_sensitive("harmless/credentials", cwd=tmp_path)


def test_dots_after_a_link_are_judged_where_they_lead(tmp_path: Path) -> None:
    (tmp_path / "a" / ".ssh" / "inner").mkdir(parents=True)
    (tmp_path / "door").symlink_to(tmp_path / "a" / ".ssh" / "inner")
    assert is_sensitive(f"{tmp_path}/door/../key")


@pytest.mark.parametrize(
    "name", ["secret_key", "data.sqlite3", "data.sqlite3-wal", "backups/monday.sqlite3", "audit/x"]
)
def test_the_servers_own_secrets_are_sensitive_wherever_its_home_is(name: str, tmp_path: Path) -> None:
    assert is_sensitive(tmp_path / name, home=tmp_path)
    assert is_sensitive(str(tmp_path / name).upper(), home=tmp_path)
    assert is_sensitive(tmp_path / "elsewhere" / "secret_keyring.md", home=tmp_path) is None


def test_exports_imports_and_models_of_the_home_may_be_read(tmp_path: Path) -> None:
    for name in ("exports/main.json", "imports/notes.md", "models/minilm.gguf"):
        assert is_sensitive(tmp_path / name, home=tmp_path) is None


def test_a_link_to_the_home_leads_to_the_home(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "door").symlink_to(tmp_path / "home")
    assert is_sensitive(tmp_path / "door" / "secret_key", home=tmp_path / "home")
    assert is_sensitive(tmp_path / "home" / "secret_key", home=tmp_path / "door")


@pytest.mark.parametrize(
    "path",
    [
        "~/.bashrc",
        ".git/hooks/pre-commit",
        ".claude/settings.json",
        "C:\\Users\\bob\\.kiro\\hooks\\x.json",
        ".mcp.json",
        "/etc/cron.d/x",
        "~/Library/LaunchAgents/x.plist",
        "/etc/hosts",
    ],
)
def test_files_that_decide_or_run_by_themselves_may_be_read_but_not_changed(path: str) -> None:
    assert is_protected_config(path)
    assert is_sensitive(path) is None


def test_everything_in_the_home_is_protected_from_change(tmp_path: Path) -> None:
    assert is_protected_config(tmp_path / "models" / "x.gguf", home=tmp_path)
    assert is_protected_config(tmp_path / "anything", home=tmp_path)
    assert is_protected_config(tmp_path.parent / "beside.txt", home=tmp_path) is None
    assert is_protected_config("src/main.py") is None


@pytest.mark.parametrize(
    "folder", ["/", "~", "/home/bob", "/Users/bob", "C:\\Users\\bob", "~/.config", "/proc", "/etc"]
)
def test_a_folder_above_secrets_may_not_be_searched_whole(folder: str) -> None:
    assert holds_sensitive(folder)


@pytest.mark.parametrize("folder", ["src", ".", "/home/bob/project", "docs/library", "kirocrew", "C:\\work\\project"])
def test_a_projects_folder_may_be_searched(folder: str) -> None:
    assert holds_sensitive(folder) is None


def test_a_path_nobody_could_open_is_refused_and_not_an_error() -> None:
    assert is_sensitive("a" * 40_000)
    assert is_sensitive("") is None
    assert is_sensitive("a\0b") is None


@given(st.text(max_size=80))
@example("~\0")
@example("/srv/\0../x")
@settings(max_examples=200, deadline=None)
def test_any_text_gets_an_answer(text: str) -> None:
    for judge in (is_sensitive, is_protected_config, holds_sensitive):
        assert judge(text) is None or judge(text)


FILLER = st.lists(st.sampled_from(["a", "Projekt", "日本", ".", "x y", "ü"]), max_size=4).map("/".join)


@given(FILLER, FILLER, st.sampled_from(["/", "\\"]), st.sampled_from([str.upper, str.lower, str.title]))
@settings(max_examples=150, deadline=None)
def test_what_stands_around_a_sensitive_folder_does_not_matter(
    before: str, after: str, slash: str, case: object
) -> None:
    assert callable(case)
    path = "/".join(part for part in (before, case(".ssh"), after) if part)
    assert is_sensitive(path.replace("/", slash))


def test_a_users_home_by_its_real_path_is_above_secrets() -> None:
    assert holds_sensitive(os.path.expanduser("~"))  # noqa: PTH111
