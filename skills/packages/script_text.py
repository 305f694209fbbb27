"""Text that a script puts together out of constants, as it would be when it runs."""

import ast
import base64
import binascii
import codecs
from typing import Final

MAX_FOLDED: Final = 20_000
"""Characters; a longer constant is not followed."""


def folded(node: ast.AST) -> str | None:
    """The text an expression comes to when it is made of constants alone, else None.

    Follows `+`, `/` between parts of a path, f-strings with constants, `"".join([...])`, slices that reverse, and
    base64, hex and rot13 of constants. A part that is not known becomes `*` in an f-string.
    """
    try:
        text = _folded(node)
    except (ValueError, binascii.Error, LookupError, RecursionError):
        return None
    return text if text is None or len(text) <= MAX_FOLDED else None


def _folded(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(constant)):
            return constant
        case ast.Constant(value=bytes(content)):
            return content.decode("latin-1")
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _both(left, right, "")
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            known = _folded(right)
            return None if known is None else f"{_folded(left) or _place(left)}/{known}"
        case ast.JoinedStr(values=values):
            return "".join(_folded(value) or "*" for value in values)
        case ast.FormattedValue(value=value):
            return _folded(value)
        case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None, step=ast.UnaryOp())):
            text = _folded(value)
            return None if text is None else text[::-1]
        case ast.Call():
            return _called(node)
    return None


def _both(left: ast.AST, right: ast.AST, between: str) -> str | None:
    first, second = _folded(left), _folded(right)
    if first is None and second is None:
        return None
    return f"{'*' if first is None else first}{between}{'*' if second is None else second}"


def _place(node: ast.AST) -> str:
    """`Path.home()` is `~`; of another start only its being there is known."""
    is_home = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "home"
    return "~" if is_home else "*"


def _called(node: ast.Call) -> str | None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first = _folded(node.args[0]) if node.args else None
    if name == "join":
        return _joined(node)
    if name == "chr" and node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, int):
        return chr(node.args[0].value)
    if name == "decode" and first in (None, "utf-8", "utf8", "ascii") and isinstance(node.func, ast.Attribute):
        return _folded(node.func.value)
    if first is None:
        return None
    if name in ("b64decode", "urlsafe_b64decode", "standard_b64decode"):
        return base64.b64decode(first + "=" * (-len(first) % 4), altchars=b"-_" if "url" in name else None).decode(
            "latin-1"
        )
    if name in ("fromhex", "unhexlify"):
        return bytes.fromhex(first).decode("latin-1")
    if name == "decode" and len(node.args) > 1 and _folded(node.args[1]) in ("rot13", "rot_13"):
        return codecs.decode(first, "rot13")
    return first if name in ("expanduser", "expandvars", "Path", "PurePath", "str") and len(node.args) == 1 else None


def _joined(node: ast.Call) -> str | None:
    """`"x".join([...])` of constants, and `os.path.join(...)`."""
    if len(node.args) == 1 and isinstance(node.args[0], ast.List | ast.Tuple) and isinstance(node.func, ast.Attribute):
        parts = [_folded(one) for one in node.args[0].elts]
        between = _folded(node.func.value)
        return None if between is None or None in parts else between.join(part or "" for part in parts)
    if len(node.args) > 1:
        places = [_folded(one) or _place(one) for one in node.args]
        return "/".join(place.rstrip("/") for place in places) if any(place != "*" for place in places) else None
    return None
