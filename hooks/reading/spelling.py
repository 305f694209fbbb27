"""One spelling for all paths: POSIX, Windows, file URLs and shell variables become the same list of parts."""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

MAX_PATH_CHARS = 32_768  # the longest path Windows knows; nothing longer can be opened anywhere
MAX_DECODES = 3  # layers of percent signs in a file URL

# Variables that stand for a folder with a name of its own. The others keep their name as a part.
_VARIABLES = {
    "appdata": "appdata/roaming",
    "localappdata": "appdata/local",
    "programdata": "programdata",
    "systemroot": "windows",
    "windir": "windows",
    "xdg_config_home": ".config",
    "xdg_data_home": ".local/share",
    "xdg_cache_home": ".cache",
    "xdg_runtime_dir": "run/user/0",
    "gnupghome": ".gnupg",
    "kubeconfig": ".kube/config",
    "cargo_home": ".cargo",
    "docker_config": ".docker",
    "cloudsdk_config": ".config/gcloud",
    "azure_config_dir": ".azure",
    "codex_home": ".codex",
    "claude_config_dir": ".claude",
    "gemini_config_dir": ".gemini",
    "aws_shared_credentials_file": ".aws/credentials",
    "aws_config_file": ".aws/config",
    "google_application_credentials": ".config/gcloud/application_default_credentials.json",
    "netrc": ".netrc",
    "pgpassfile": ".pgpass",
    "npm_config_userconfig": ".npmrc",
    "ssh_auth_sock": ".ssh/agent",
    "kirocrew_home": "kirocrew",
    "kirocrew_secret_key_file": "kirocrew/secret_key",
}
_VARIABLE = re.compile(r"%(\w{1,64})%|\$\{(?:env:)?(\w{1,64})(?::?[-=][^}]*)?\}|\$(?:env:)?(\w{1,64})", re.IGNORECASE)
_SEPARATORS = re.compile(r"[/\\:]+")
# Code points a file system ignores or a reader does not see: HFS+ opens `.s<ZWNJ>sh` as `.ssh`.
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                     "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]")  # fmt: skip
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_QUOTES = "\"'`“”‘’"
# A command line argument or a URL can carry the path behind its first character.
_LEADING = re.compile(r"^(?:[@<>=]+|file:/{0,3}(?:localhost(?=/))?)", re.IGNORECASE)


def parts_of(path: str) -> tuple[str, ...]:
    """The parts of a path in lower case, `.` and `..` worked off, without separators and empty parts.

    Drive letters, stream names (`file::$DATA`) and the host before a remote path become parts of their own, so
    that a name is found wherever it stands. A `..` that would leave the start is dropped: where it leads is unknown.
    """
    parts: list[str] = []
    for part in raw_parts(path):
        if part == "..":
            if parts:
                parts.pop()
        elif part != ".":
            parts.append(part)
    return tuple(parts)


def raw_parts(path: str) -> Iterator[str]:
    """The parts as they are written, lower-cased and cleaned, `.` and `..` among them."""
    for part in _SEPARATORS.split(_unfolded(path)):
        # Windows drops dots and spaces at the end of a name.
        cleaned = part if part in (".", "..") else part.strip(" \t").rstrip(". ")
        if cleaned:
            yield cleaned


def _unfolded(path: str) -> str:
    text = path.strip().strip(_QUOTES).strip()
    leading = _LEADING.match(text)
    if leading:
        text = text[leading.end() :]
        if leading[0].lower().startswith("file:"):
            text = _decoded(text)
    text = _CONTROLS.sub("", _UNSEEN.sub("", unicodedata.normalize("NFKC", text[:MAX_PATH_CHARS])))
    text = _VARIABLE.sub(_folder_of, text.replace("$(HOME)", "~"))
    # Folding can bring letters that compose again, such as the long s; the second round settles them.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _decoded(text: str) -> str:
    for _ in range(MAX_DECODES):
        plain = unquote(text)
        if plain == text:
            break
        text = plain
    return text


def _folder_of(found: re.Match[str]) -> str:
    name = (found[1] or found[2] or found[3] or "").lower()
    return _VARIABLES.get(name, f"${name}")
