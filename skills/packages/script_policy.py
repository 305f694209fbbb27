"""What a script of a learned skill may not do, judged by its syntax tree: a name by what it stands for."""

import ast
from typing import Final

from skills.packages.diagnostics import Finding
from skills.packages.script_walk import Walk

MAX_SCRIPT: Final = 4_096
"""Bytes of a script."""
MAX_FINDINGS: Final = 50


def script_findings(path: str, source: str) -> list[Finding]:
    """What speaks against a script, by line; nothing if it may be kept. Only Python is. Never raises."""
    if not path.endswith(".py"):
        return [Finding(path, 0, "not_python", "Only scripts in Python are taken.")]
    if len(source.encode("utf-8", "surrogatepass")) > MAX_SCRIPT:
        return [Finding(path, 0, "script_too_long", f"The script has more than {MAX_SCRIPT:,} bytes.")]
    try:
        tree = ast.parse(source)
        compile(source, path, "exec", dont_inherit=True)
        walk = Walk(tree)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line = getattr(error, "lineno", 0) or 0
        return [Finding(path, line, "not_compiled", "The script is no valid Python.")]
    found = sorted(set(walk.found))
    return [Finding(path, line, code, message) for line, code, message in found][:MAX_FINDINGS]
