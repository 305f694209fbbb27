"""What a script is told of this process: a short list of variables, and nothing else."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hooks.scripts.systems import System

ALLOWED: Final = frozenset(
    "HOME USER LOGNAME TMPDIR TMP TEMP LANG LANGUAGE TZ "
    "SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS".split()
)
"""Home, temporary files, locale and TLS roots. No proxy: a hook that needs one says so in its command."""
_LOCALE: Final = re.compile(r"LC_[A-Z]+\Z")
DEFAULT_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
MARK: Final = "KIROCREW_HOOK_RUN"
_PROJECT_DIR: Final = {
    System.CLAUDE_CODE: "CLAUDE_PROJECT_DIR",
    System.CURSOR: "CURSOR_PROJECT_DIR",
    System.CODEX: "CODEX_PROJECT_DIR",
}


def hook_environment(
    *, event: str, system: System, cwd: Path, run: str, source: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The variables of one run, from `source` (this process's own). Relative folders fall out of PATH."""
    given = os.environ if source is None else source
    kept = {name: value for name, value in given.items() if name in ALLOWED or _LOCALE.match(name)}
    folders = [folder for folder in given.get("PATH", "").split(os.pathsep) if folder.startswith("/")]
    kept["PATH"] = os.pathsep.join(folders) or DEFAULT_PATH
    kept["KIROCREW_HOOK_EVENT"] = event
    kept[MARK] = run
    if name := _PROJECT_DIR.get(system):
        kept[name] = str(cwd)
    return kept
