"""Files are read through one door and the network is reached through one door; a walk of the source finds no other."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("channels_bridge", "hooks", "kirocrew", "memory", "skills")

READERS = frozenset({"read_text", "read_bytes", "ZipFile", "TarFile", "mmap", "FileIO", "getline", "getlines"})
ARRAY_READERS = frozenset(("np", name) for name in ("load", "fromfile", "memmap", "loadtxt", "genfromtxt"))

READING: dict[str, str] = {
    "hooks/reading/opening.py": "the door itself",
    "hooks/reading/internal.py": "the audited list of internal reads",
    "kirocrew/home.py": "the secret key: settings need it before anything can be checked or recorded",
    "kirocrew/base/env.py": "files named by *_FILE variables, a leaf that settings import",
    "kirocrew/db/filesystem.py": "the kernel's table of mounts, a leaf",
    "kirocrew/backup/making.py": "opens the copy it has just written to flush it",
    "kirocrew/backup/counting.py": "what it counted itself, beside the backups, which the door refuses",
    "kirocrew/backup/shelf.py": "hands a backup to the owner, who is asked for and noted; the door refuses them",
    "kirocrew/backup/staged.py": "opens the folder it has just written to, to flush it",
    "kirocrew/supervisor/lock.py": "the lock file it makes itself",
    "channels_bridge/services/worker_identity.py": "the kernel's state of a worker, below hooks",
    "memory/inference/install.py": "members of a wheel it has fetched, whose digest is checked",
    "memory/inference/cost_child.py": "the kernel's account of its own memory",
    "memory/inference/gguf.py": "maps into memory what guarded reading has opened",
    "hooks/screening/model.py": "its own reviewed weights, a part of the package",
    "hooks/screening/written.py": "its own reviewed examples, a part of the package",
    "hooks/scripts/runner.py": "the kernel's table of processes",
    "hooks/scripts/warden.py": "the kernel's table of processes",
    "memory/consolidation/prompting.py": "its own prompts, a part of the package",
    "skills/learning/prompting.py": "its own prompts, a part of the package",
    "kirocrew/agents/names.py": "its own templates, a part of the package",
    "kirocrew/agents/summoning/prompting.py": "its own prompts, a part of the package",
    "memory/measuring/explicit.py": "its own labelled sentences, a part of the package",
    "memory/measuring/languages.py": "its own written pairs, a part of the package",
    "memory/measuring/refusals.py": "its own labelled pairs, a part of the package",
    "memory/measuring/updates.py": "its own written chains, a part of the package",
    "memory/services/erasing/databases.py": "opens the copy it has just written to flush it",
    "memory/services/erasing/pieces.py": "looks through the database's own files, in a process of its own",
    "memory/services/erasing/reading.py": "looks through the home for what was erased; the door refuses the database",
    "skills/services/exporting.py": "packs an archive in memory",
    "memory/services/exports_markdown.py": "packs a zip it writes",
    "memory/services/erasing/notes.py": "looks through exports of the home for what was erased, as reading.py does",
    "memory/transfer/archives.py": "members of an uploaded archive, out of memory",
    "skills/packages/archive.py": "members of an uploaded archive, out of memory",
    "skills/admin/upload.py": "packs an uploaded file into an archive, in memory",
}
"""Every file that may read by itself, and why."""

FETCHING: dict[str, str] = {
    "hooks/egress/": "the door itself",
    "kirocrew/supervisor/ports.py": "tries whether a port of this machine is free",
    "kirocrew/management/commands/up.py": "asks its own web process whether it answers",
    "kirocrew/bench/": "measures its own web process on this machine",
    "memory/services/digest.py": "the mail server the operator names, through Django's mail",
}
"""Every file that may reach the network by itself, and why."""
NETWORK = frozenset(
    """
    socket http.client urllib.request urllib3 requests httpx httpx2 httpcore httpcore2 aiohttp ftplib smtplib telnetlib
    xmlrpc websockets asyncio.open_connection
    """.split()
)


def sources() -> Iterator[tuple[str, ast.Module]]:
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text(encoding="utf-8"))


def reads(tree: ast.Module) -> Iterator[int]:
    """Lines of calls that can read a file. An `open` with a mode or flags to write only does not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name, owner = _called(node.func)
            if name in READERS or (name == "open" and not _writes(node)) or (owner, name) in ARRAY_READERS:
                yield node.lineno


def _called(function: ast.expr) -> tuple[str, str]:
    if isinstance(function, ast.Name):
        return function.id, ""
    if isinstance(function, ast.Attribute):
        return function.attr, function.value.id if isinstance(function.value, ast.Name) else ""
    return "", ""


def _writes(call: ast.Call) -> bool:
    """Whether an `open` names a mode or flags that only write."""
    words = {value.value for value in ast.walk(call) if isinstance(value, ast.Constant)}
    flags = {value.attr for value in ast.walk(call) if isinstance(value, ast.Attribute)}
    return bool(words & {"w", "wb", "x", "xb", "a", "ab"}) or "O_WRONLY" in flags


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _excused(file: str, excuses: dict[str, str]) -> bool:
    return any(file == place or (place.endswith("/") and file.startswith(place)) for place in excuses)


def test_files_are_read_through_guarded_reading_alone() -> None:
    found = [f"{file}:{line}" for file, tree in sources() if not _excused(file, READING) for line in reads(tree)]
    assert not found, f"read with hooks.services.reading instead, or give a reason here: {found}"


def test_the_network_is_reached_through_the_egress_client_alone() -> None:
    found = [
        f"{file}: {name}"
        for file, tree in sources()
        if not _excused(file, FETCHING)
        for name in imports(tree)
        if name in NETWORK
    ]
    assert not found, f"fetch with hooks.services.egress instead, or give a reason here: {found}"


def test_no_excuse_is_older_than_its_code() -> None:
    for excuses, happens in ((READING, reads), (FETCHING, lambda tree: (n for n in imports(tree) if n in NETWORK))):
        used = {file for file, tree in sources() if any(True for _ in happens(tree))}
        idle = [place for place in excuses if not any(_excused(file, {place: ""}) for file in used)]
        assert not idle, f"these need no excuse any more: {idle}"
