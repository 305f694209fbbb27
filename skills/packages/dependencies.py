"""What a package needs beside itself: by its frontmatter, else by what its scripts import and call."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from shutil import which
from typing import Any, Final

_NAME: Final = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9._-]{0,79}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,79})?")
"""Names that may be handed to an installer: no blanks, no options, no signs of a shell."""
_KINDS: Final = frozenset({"pip", "npm", "system", "github"})
_MAX: Final = 50
_FOLDERS: Final = 2
"""Folders below `scripts/` that are looked at."""

PIP_NAMES: Final = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "bs4": "beautifulsoup4",
    "docx": "python-docx",
    "pptx": "python-pptx",
    "sklearn": "scikit-learn",
    "skimage": "scikit-image",
    "dotenv": "python-dotenv",
    "dateutil": "python-dateutil",
    "fitz": "pymupdf",
    "Crypto": "pycryptodome",
    "serial": "pyserial",
    "jwt": "pyjwt",
    "attr": "attrs",
    "OpenSSL": "pyopenssl",
    "magic": "python-magic",
    "googleapiclient": "google-api-python-client",
}
"""Packages whose name differs from the module they bring."""
_MODULES: Final = {package: module for module, package in PIP_NAMES.items()}

_NODE: Final = frozenset(
    """
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
    fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite
    stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib
    """.split()
)
_JS_IMPORT: Final = re.compile(
    r"^[ \t]*(?:import\s+(?:[\w*{}\s,$]{1,400}\s+from\s+)?|export\s+[\w*{}\s,$]{1,400}\s+from\s+"
    r"|(?:const|let|var)\s+[\w{}\s,:$]{1,400}=\s*(?:await\s+)?(?:require|import)\s*\(\s*|(?:require|import)\s*\(\s*)"
    r"['\"]([^'\"\n]{1,120})['\"]",
    re.MULTILINE,
)
_JS_COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE)
_JS_TEMPLATE: Final = re.compile(r"`(?:\\.|[^`\\])*`", re.DOTALL)
_SHEBANG: Final = re.compile(r"#!\s*(?:/usr/bin/env\s+(?:-S\s+)?)?(?:/[\w/.-]*/)?([\w.+-]+)")
_EVERYWHERE: Final = frozenset({"sh", "env"})


def dependencies_of(files: Mapping[str, bytes], frontmatter: Mapping[str, Any]) -> list[str]:
    """Return what a package needs: `pip:x`, `npm:x`, `github:owner/x`, or the name of a program; sorted, once each.

    `deps` of the frontmatter replaces the scan of `scripts/`, `exclude_deps` takes away, and the programs that
    OpenClaw's metadata requires are added. A name that no installer should be handed is left out.
    """
    said = _declared(frontmatter.get("deps")) if "deps" in frontmatter else _scanned(files)
    found = [*said, *_required(frontmatter.get("metadata"))]
    without = set(_declared(frontmatter.get("exclude_deps")))
    bare = {one.partition(":")[2] or one for one in without}
    kept = {one for one in found if one not in without and (one.partition(":")[2] or one) not in bare}
    return sorted(kept)[:_MAX]


def dependencies_missing(
    needed: Iterable[str],
    *,
    has_module: Callable[[str], bool] | None = None,
    has_program: Callable[[str], bool] | None = None,
) -> list[str]:
    """Return those that are not on this machine. What cannot be looked up counts as there: github, npm beside a node.

    `has_module` and `has_program` replace looking for a Python module and a program on PATH. Nothing is run.
    """
    module_there = has_module or _has_module
    program_there = has_program or (lambda name: which(name) is not None)
    return [one for one in needed if not _is_there(one, module_there, program_there)]


def _is_there(one: str, has_module: Callable[[str], bool], has_program: Callable[[str], bool]) -> bool:
    kind, _, name = one.rpartition(":")
    if kind == "pip":
        return has_module(_MODULES.get(name.lower(), name).replace("-", "_"))
    if kind == "npm":
        return has_program("node")
    return kind == "github" or has_program(name)


def _has_module(name: str) -> bool:
    try:
        return find_spec(name.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def _declared(value: Any) -> list[str]:
    """Entries of `deps`: a list, or one text with commas or blanks. Bare names are programs."""
    given = re.split(r"[,\s]+", value) if isinstance(value, str) else value if isinstance(value, list) else []
    found = []
    for one in given:
        kind, colon, name = one.strip().rpartition(":") if isinstance(one, str) else ("", "", "")
        if _NAME.fullmatch(name) and (not colon or kind in _KINDS):
            found.append(name if kind in ("", "system") else f"{kind}:{name}")
    return found


def _required(metadata: Any) -> list[str]:
    """The programs that `metadata.openclaw.requires.bins` and its older spellings name."""
    if not isinstance(metadata, Mapping):
        return []
    found: list[str] = []
    for key in ("openclaw", "clawdbot", "moltbot", "kirocrew"):
        inner = metadata.get(key)
        requires = inner.get("requires") if isinstance(inner, Mapping) else None
        bins = requires.get("bins") if isinstance(requires, Mapping) else None
        found += (
            [one for one in bins if isinstance(one, str) and _NAME.fullmatch(one)] if isinstance(bins, list) else []
        )
    return found


def _scanned(files: Mapping[str, bytes]) -> list[str]:
    found: list[str] = []
    modules = _siblings(files)
    for path, content in files.items():
        if not _is_script(path):
            continue
        text = content.decode("utf-8", errors="replace")
        if path.endswith(".py"):
            found += _python(text, modules)
        elif path.endswith((".js", ".mjs", ".cjs", ".ts")):
            found += _javascript(text)
        if (program := _shebang(text)) and not (path.endswith(".py") and program.startswith("python")):
            found.append(program)
    return found


def _is_script(path: str) -> bool:
    parts = path.split("/")
    return "scripts" in parts[:-1] and len(parts) - parts.index("scripts") - 2 < _FOLDERS + 1


def _siblings(files: Mapping[str, bytes]) -> set[str]:
    """Names of modules that the package brings: its files and folders of Python."""
    names = set()
    for path in files:
        if path.endswith(".py"):
            *folders, name = path.removesuffix(".py").split("/")
            names |= {*folders, name}
    return names


def _python(text: str, siblings: set[str]) -> list[str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    optional = _guarded(tree)
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in optional:
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module and node not in optional:
            modules.add(node.module.partition(".")[0])
    foreign = modules - sys.stdlib_module_names - siblings - {"__future__", "__main__"}
    return [f"pip:{PIP_NAMES.get(name, name)}" for name in foreign if _NAME.fullmatch(name)]


def _guarded(tree: ast.Module) -> set[ast.AST]:
    """Imports that the script can do without: below `try` with an except for it, and for type checkers only."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any("Import" in ast.unparse(one.type) for one in node.handlers if one.type):
            found |= {inner for child in node.body for inner in ast.walk(child) if not _gives_up(node)}
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            found |= {inner for child in node.body for inner in ast.walk(child)}
    return found


def _gives_up(node: ast.Try) -> bool:
    """Whether the handler only says that something has to be installed, and ends."""
    text = " ".join(ast.unparse(child) for handler in node.handlers for child in handler.body)
    return bool(re.search(r"\bexit\(|\bSystemExit\b|\braise\b", text))


def _javascript(text: str) -> list[str]:
    code = _JS_TEMPLATE.sub("``", _JS_COMMENT.sub("", text))
    found = []
    for name in _JS_IMPORT.findall(code):
        if name.startswith((".", "/", "node:", "#", "http:", "https:", "bun:", "deno:", "npm:", "jsr:", "~", "@/")):
            continue
        package = "/".join(name.split("/")[: 2 if name.startswith("@") else 1])
        if package not in _NODE and _NAME.fullmatch(package):
            found.append(f"npm:{package}")
    return found


def _shebang(text: str) -> str:
    found = _SHEBANG.match(text)
    return found[1] if found and found[1] not in _EVERYWHERE and _NAME.fullmatch(found[1]) else ""
