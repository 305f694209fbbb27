"""Vector distances as ORM expressions (sqlite-vec), and vectors as the bytes they take."""

from typing import Any, Final

import numpy as np
from django.db.models import BinaryField, FloatField, Func, Value
from numpy.typing import NDArray

BITS_PER_BYTE: Final = 8


def _expression(item: Any) -> Any:
    return Value(item, output_field=BinaryField()) if isinstance(item, bytes) else item


class _Distance(Func):
    arity = 2
    output_field = FloatField()

    def __init__(self, *expressions: Any, **extra: Any) -> None:
        blobs = [Value(item, output_field=BinaryField()) if isinstance(item, bytes) else item for item in expressions]
        super().__init__(*blobs, **extra)


class CosineDistance(_Distance):
    """1 minus the cosine of two float vectors, 0 to 2; NULL when one of them is zero.

    Takes column names, expressions, or bytes as `float_blob` makes them. Both vectors must have the same
    dimension, or SQLite raises an OperationalError.
    """

    function = "vec_distance_cosine"


class HammingDistance(_Distance):
    """The number of differing bits of two bit vectors, 0 to the dimension.

    Takes column names, expressions, or bytes as `bit_blob` makes them; both must have the same length.
    """

    function = "vec_distance_hamming"
    template = "%(function)s(vec_bit(%(expressions)s))"
    arg_joiner = "), vec_bit("


def float_blob(vector: NDArray[Any]) -> bytes:
    """Return a vector of shape (dimension,) as little-endian 32-bit floats, 4 bytes each.

    Raises ValueError when it has another shape or holds NaN or infinity.
    """
    return _checked(vector).astype("<f4").tobytes()


def bit_blob(vector: NDArray[Any]) -> bytes:
    """Return the signs of a vector of shape (dimension,): 1 for positive, eight to a byte, first one lowest.

    That is the layout of sqlite-vec's `vec_quantize_binary`. Raises ValueError when the dimension is no
    multiple of eight, or the vector has another shape or holds NaN or infinity.
    """
    checked = _checked(vector)
    if checked.size % BITS_PER_BYTE:
        raise ValueError(f"the dimension must be a multiple of {BITS_PER_BYTE}, got {checked.size}")
    return np.packbits(checked > 0, bitorder="little").tobytes()


def _checked(vector: NDArray[Any]) -> NDArray[Any]:
    if vector.ndim != 1 or not vector.size:
        raise ValueError(f"expected one vector of shape (dimension,), got {vector.shape}")
    if not np.isfinite(vector).all():
        raise ValueError("a vector must not hold NaN or infinity")
    return vector
