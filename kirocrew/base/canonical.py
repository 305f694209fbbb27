"""One spelling for a JSON value, so that equal values have equal text and equal hashes."""

import hashlib
import json
from typing import Any

_HOLDERS = (dict, list, tuple)
# Made once: `json.dumps` makes an encoder for each call that asks for anything but its defaults.
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical_json(value: Any) -> str:
    """Return `value` as JSON with sorted keys, no spaces, characters unescaped.

    Raises ValueError for NaN and infinities, TypeError for keys and values JSON cannot say.
    """
    _refuse_other_keys(value)
    return _encode(value)


def content_hash(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `value`, 64 hex digits. Raises as `canonical_json`."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def json_equal(left: Any, right: Any) -> bool:
    """Return whether two JSON values are the same, types included (1 is neither true nor 1.0)."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(json_equal(item, right[key]) for key, item in left.items())
    if isinstance(left, list):
        return len(left) == len(right) and all(map(json_equal, left, right))
    return bool(left == right)


def _refuse_other_keys(value: Any) -> None:
    """Python would write the keys 1 and "1" alike, and one of the two values would be lost on reading."""
    if isinstance(value, dict):
        try:
            "".join(value)  # the quickest way to find one that is no string
        except TypeError:
            other = next(key for key in value if not isinstance(key, str))
            raise TypeError(f"key {other!r} is no string") from None
        value = value.values()
    elif not isinstance(value, _HOLDERS):
        return
    for item in value:
        if isinstance(item, _HOLDERS):  # asked here: most items hold nothing, and this runs on every write
            _refuse_other_keys(item)
