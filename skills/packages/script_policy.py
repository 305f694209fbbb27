"""What a script of a learned skill may not do, judged by its syntax tree."""

from typing import Final

from skills.packages.diagnostics import Finding

MAX_SCRIPT: Final = 4_096
"""Bytes of a script."""


def script_findings(path: str, source: str) -> list[Finding]:
    """What speaks against a script; nothing if it may be kept. Never raises."""
    if not path.endswith(".py"):
        return [Finding(path, 0, "not_python", "Only scripts in Python are taken.")]
    if len(source.encode("utf-8", "surrogatepass")) > MAX_SCRIPT:
        return [Finding(path, 0, "script_too_long", f"The script has more than {MAX_SCRIPT:,} bytes.")]
    try:
        compile(source, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return [Finding(path, getattr(error, "lineno", 0) or 0, "not_compiled", "The script is no valid Python.")]
    return []
