"""System checks: each wrong configuration has an id, what is wrong and what to do. See
docs/reference/checks.md.
"""

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from kirocrew.db.filesystem import PROC_MOUNTS, network_file_system
from kirocrew.home import EPHEMERAL, SECRET_FILE

ID: Final = "kirocrew"
MIN_KEY_CHARACTERS: Final = 32
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
LOCAL_HOSTS: Final = frozenset({"127.0.0.1", "::1", "localhost"})
# What the settings read; a test compares it with them and with docs/reference/settings.md.
VARIABLES: Final = frozenset(
    {
        "KIROCREW_ALLOWED_HOSTS",
        "KIROCREW_DEBUG",
        "KIROCREW_DIGEST_SECRET",
        "KIROCREW_DIGEST_SECRET_FILE",
        "KIROCREW_DIGEST_WEBHOOK",
        "KIROCREW_DIGEST_WEBHOOK_FILE",
        "KIROCREW_EGRESS_ALLOW",
        "KIROCREW_EGRESS_PROXY",
        "KIROCREW_EMBEDDING_MODEL",
        "KIROCREW_EMBEDDING_THREADS",
        "KIROCREW_HOME",
        "KIROCREW_HOST",
        "KIROCREW_HTTPS",
        "KIROCREW_LANGUAGE_KEY",
        "KIROCREW_LANGUAGE_KEY_FILE",
        "KIROCREW_LANGUAGE_MODEL",
        "KIROCREW_LANGUAGE_NAME",
        "KIROCREW_LANGUAGE_SCRIPT",
        "KIROCREW_LANGUAGE_SECONDS",
        "KIROCREW_LANGUAGE_THREADS",
        "KIROCREW_LANGUAGE_URL",
        "KIROCREW_LANGUAGE_WINDOW",
        "KIROCREW_LOG_LEVEL",
        "KIROCREW_MAIL_FROM",
        "KIROCREW_MCP_KEY",
        "KIROCREW_MCP_KEY_FILE",
        "KIROCREW_OLLAMA_MODELS",
        "KIROCREW_PORT",
        "KIROCREW_QUERY_DEADLINE_MS",
        "KIROCREW_QWEN3_URL",
        "KIROCREW_SECRET_KEY",
        "KIROCREW_SECRET_KEY_FALLBACKS",
        "KIROCREW_SECRET_KEY_FILE",
        "KIROCREW_SKILLS_SH_URL",
        "KIROCREW_SKIP_MODEL_DOWNLOAD",
        "KIROCREW_SMTP_HOST",
        "KIROCREW_SMTP_PASSWORD",
        "KIROCREW_SMTP_PASSWORD_FILE",
        "KIROCREW_SMTP_PORT",
        "KIROCREW_SMTP_TLS",
        "KIROCREW_SMTP_USER",
        "KIROCREW_TIME_ZONE",
        "KIROCREW_TRUSTED_ORIGINS",
        "KIROCREW_WEB_PROCESSES",
        "KIROCREW_WHEELS",
        "KIROCREW_WORKERS",
    }
)


@register(ID)
def secret_key_is_kept(**kwargs: Any) -> list[CheckMessage]:
    key = str(settings.SECRET_KEY)
    if key.startswith(EPHEMERAL):
        return [
            Error(
                f"There is no secret key: {Path(settings.KIROCREW_HOME) / SECRET_FILE} is missing.",
                hint="Run `kirocrew up` or `kirocrew prepare`, which make one, or set KIROCREW_SECRET_KEY.",
                id="kirocrew.E001",
            )
        ]
    if len(key) < MIN_KEY_CHARACTERS:
        return [
            Error(
                f"The secret key has fewer than {MIN_KEY_CHARACTERS} characters, so it can be guessed.",
                hint="Take a long random one, or leave KIROCREW_SECRET_KEY unset: the home then keeps a good one.",
                id="kirocrew.E002",
            )
        ]
    return []


@register(ID)
def home_is_there_and_private(**kwargs: Any) -> list[CheckMessage]:
    home = Path(settings.KIROCREW_HOME)
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        return [
            Error(
                f"The home {home} is missing, not a folder or read-only for this user.",
                hint="Run `kirocrew up` or `kirocrew prepare`, which make it, or set KIROCREW_HOME to another folder.",
                id="kirocrew.E003",
            )
        ]
    found: list[CheckMessage] = []
    if home.stat().st_mode & OTHERS:
        found.append(
            Error(
                f"Other users of this machine can look into the home {home}.",
                hint=f"Run `chmod 700 {home}`; give Kirocrew a folder of its own if others need this one.",
                id="kirocrew.E004",
            )
        )
    secret = home / SECRET_FILE
    if secret.exists() and secret.stat().st_mode & OTHERS:
        found.append(
            Error(
                f"Other users of this machine may have read the secret key in {secret}.",
                hint=f"Run `chmod 600 {secret}`. If they could reach it, delete it; everyone then signs in again.",
                id="kirocrew.E005",
            )
        )
    return found


@register(ID)
def home_is_on_a_local_disk(*, mounts: Path = PROC_MOUNTS, **kwargs: Any) -> list[CheckMessage]:
    kind = network_file_system(settings.KIROCREW_HOME, mounts=mounts)
    if not kind:
        return []
    return [
        Error(
            f"The home {settings.KIROCREW_HOME} is on a network file system ({kind}), where SQLite's files "
            "get damaged.",
            hint="Set KIROCREW_HOME to a folder on a disk of this machine.",
            id="kirocrew.E006",
        )
    ]


@register(ID)
def embedding_model_is_known(**kwargs: Any) -> list[CheckMessage]:
    from memory.inference.models import KNOWN

    model = str(settings.KIROCREW_EMBEDDING_MODEL)
    if model in KNOWN or model in {"hash", "none"} or Path(model).expanduser().is_file():
        return []
    names = ", ".join(sorted(KNOWN))
    return [
        Error(
            f"KIROCREW_EMBEDDING_MODEL is {model!r}, which is neither a known model nor a file that is there.",
            hint=f"Use one of: {names}, the path of a GGUF file, hash (words only) or none.",
            id="kirocrew.E007",
        )
    ]


@register(ID)
def debug_stays_at_home(**kwargs: Any) -> list[CheckMessage]:
    if not settings.DEBUG or (_is_local(settings.KIROCREW_HOST) and _are_local(settings.ALLOWED_HOSTS)):
        return []
    return [
        Error(
            "KIROCREW_DEBUG is on while other machines can reach the server. Its error pages show settings and data.",
            hint="Switch KIROCREW_DEBUG off, or listen on 127.0.0.1 for local names only.",
            id="kirocrew.E008",
        )
    ]


@register(ID)
def origins_fit_https(**kwargs: Any) -> list[CheckMessage]:
    if not settings.KIROCREW_HTTPS:
        return []
    return [
        Error(
            f"KIROCREW_HTTPS is on, but the trusted origin {origin} is not https, so its cookies are never sent.",
            hint="Write https:// in KIROCREW_TRUSTED_ORIGINS, or switch KIROCREW_HTTPS off.",
            id="kirocrew.E009",
        )
        for origin in settings.CSRF_TRUSTED_ORIGINS
        if urlsplit(origin).scheme != "https"
    ]


@register(ID)
def driver_has_what_is_needed(*, driver: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """A warning: search then works more slowly, in Python, but it works."""
    from django.db import connection

    from kirocrew.db.backends.sqlite3.drivers import can_load_extensions

    if connection.vendor != "sqlite" or can_load_extensions(driver or cast(Any, connection).Database):
        return []
    return [
        Warning(
            "No SQLite driver that can load extensions is installed, so vectors are compared more slowly.",
            hint="Install pysqlite3 (Linux x86_64, macOS arm64) or sqlean.py (elsewhere) from the lock file.",
            id="kirocrew.W001",
        )
    ]


@register(ID)
def others_can_reach_it_safely(**kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if "*" in settings.ALLOWED_HOSTS:
        found.append(
            Warning(
                "KIROCREW_ALLOWED_HOSTS holds *, so any web page a browser opens may name this server as its own.",
                hint="List the names the server is reached by.",
                id="kirocrew.W002",
            )
        )
    if _is_local(settings.KIROCREW_HOST):
        return found
    if _are_local(settings.ALLOWED_HOSTS):
        found.append(
            Warning(
                f"The server listens on {settings.KIROCREW_HOST}, but answers to local names only.",
                hint="Add the name or address that other machines use to KIROCREW_ALLOWED_HOSTS.",
                id="kirocrew.W003",
            )
        )
    if not settings.KIROCREW_HTTPS:
        found.append(
            Warning(
                f"The server listens on {settings.KIROCREW_HOST} without HTTPS: keys and cookies can be "
                "read on the way.",
                hint="Put a proxy with a certificate in front and set KIROCREW_HTTPS=true.",
                id="kirocrew.W004",
            )
        )
    return found


@register(ID)
def variables_are_known(**kwargs: Any) -> list[CheckMessage]:
    return [
        Warning(
            f"{name} is set, but there is no such setting.",
            hint="Is it misspelt? docs/reference/settings.md lists them all.",
            id="kirocrew.W005",
        )
        for name in sorted(os.environ)
        if re.fullmatch(r"KIROCREW_[A-Z0-9_]+", name) and name not in VARIABLES
    ]


@register(ID)
def fallback_keys_are_long(**kwargs: Any) -> list[CheckMessage]:
    if all(len(key) >= MIN_KEY_CHARACTERS for key in settings.SECRET_KEY_FALLBACKS):
        return []
    return [
        Error(
            f"A key in KIROCREW_SECRET_KEY_FALLBACKS has fewer than {MIN_KEY_CHARACTERS} characters.",
            hint="Keep only keys this server has really used, and remove them once nobody needs them.",
            id="kirocrew.E010",
        )
    ]


def _is_local(host: str) -> bool:
    return host in LOCAL_HOSTS or host.startswith("127.")


def _are_local(hosts: Iterable[str]) -> bool:
    return all(_is_local(host.strip("[]")) or host.endswith(".localhost") for host in hosts)
