from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from django.db import connection, models
from django.db.utils import OperationalError
from django.test.utils import isolate_apps
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kirocrew.db.functions import CosineDistance, HammingDistance, bit_blob, float_blob

DIMENSION = 16


@pytest.fixture
def vectors(transactional_db: None) -> Iterator[type[Any]]:
    with isolate_apps():

        class Vectors(models.Model):
            name = models.TextField()
            vector = models.BinaryField()
            bits = models.BinaryField()

            class Meta:
                app_label = "functions"

            def __str__(self) -> str:
                return self.name

        with connection.schema_editor() as editor:
            editor.create_model(Vectors)
        yield Vectors
        with connection.schema_editor() as editor:
            editor.delete_model(Vectors)


def axis(*ones: int) -> np.ndarray[Any, Any]:
    vector = np.full(DIMENSION, -1.0)
    vector[list(ones)] = 1.0
    return vector


def save(vectors: type[Any], name: str, vector: np.ndarray[Any, Any]) -> None:
    vectors.objects.create(name=name, vector=float_blob(vector), bits=bit_blob(vector))


def test_cosine_distance_orders_rows_from_same_to_opposite(vectors: type[Any]) -> None:
    save(vectors, "opposite", -axis(0, 1))
    save(vectors, "same", 3 * axis(0, 1))
    save(vectors, "near", axis(0))
    distance = CosineDistance("vector", float_blob(axis(0, 1)))
    found = list(vectors.objects.annotate(far=distance).order_by("far").values_list("name", "far"))
    assert [name for name, _ in found] == ["same", "near", "opposite"]
    # One of 16 signs differs: the product is 14 of 16.
    assert [far for _, far in found] == pytest.approx([0.0, 1 - 14 / 16, 2.0], abs=1e-6)


def test_hamming_distance_counts_differing_signs(vectors: type[Any]) -> None:
    save(vectors, "two off", axis(3, 9))
    save(vectors, "none off", axis())
    distance = HammingDistance("bits", bit_blob(axis()))
    assert list(vectors.objects.order_by(distance).values_list("name", distance)) == [
        ("none off", 0.0),
        ("two off", 2.0),
    ]


def test_a_distance_can_filter_and_be_limited(vectors: type[Any]) -> None:
    for count in range(5):
        save(vectors, f"{count} off", axis(*range(count)))
    near = vectors.objects.annotate(off=HammingDistance("bits", bit_blob(axis()))).filter(off__lte=2).order_by("-off")
    assert list(near.values_list("name", flat=True)[:2]) == ["2 off", "1 off"]


def test_the_distance_to_a_zero_vector_is_unknown(vectors: type[Any]) -> None:
    save(vectors, "zero", np.zeros(DIMENSION))
    assert vectors.objects.values_list(CosineDistance("vector", float_blob(axis())), flat=True).get() is None


def test_vectors_of_different_dimensions_are_an_error(vectors: type[Any]) -> None:
    save(vectors, "sixteen", axis())
    with pytest.raises(OperationalError, match="dimension"):
        list(vectors.objects.values_list(CosineDistance("vector", float_blob(np.ones(8)))))


def test_bits_are_laid_out_as_sqlite_vec_does(db: None) -> None:
    generator = np.random.default_rng(7)
    for _ in range(20):
        vector = generator.standard_normal(24).astype(np.float32)
        with connection.cursor() as cursor:
            cursor.execute("SELECT vec_quantize_binary(%s)", [float_blob(vector)])
            assert bytes(cursor.fetchone()[0]) == bit_blob(vector)


def test_the_first_sign_is_the_lowest_bit_and_zero_is_not_positive() -> None:
    assert bit_blob(np.array([1, -1, -1, -1, -1, -1, -1, -1])) == b"\x01"
    assert bit_blob(np.array([0, 0, 0, 0, 0, 0, 0, 0.5])) == b"\x80"


def test_floats_are_four_bytes_little_endian() -> None:
    assert float_blob(np.array([1.0, -2.0], dtype=np.float64)) == b"\x00\x00\x80\x3f\x00\x00\x00\xc0"
    assert float_blob(np.array([1.0, 9.0, -2.0, 9.0], dtype=">f4")[::2]) == b"\x00\x00\x80\x3f\x00\x00\x00\xc0"


@given(arrays.arrays(np.float32, 8, elements=st.floats(-1e6, 1e6, width=32)))
def test_floats_read_back(vector: np.ndarray[Any, Any]) -> None:
    assert np.array_equal(np.frombuffer(float_blob(vector), dtype="<f4"), vector)


@pytest.mark.parametrize(
    "vector", [np.ones((2, 8)), np.array(1.0), np.array([]), np.array([1.0, np.nan]), np.array([np.inf, 1.0])]
)
def test_what_is_no_finite_vector_is_refused(vector: np.ndarray[Any, Any]) -> None:
    with pytest.raises(ValueError, match=r"shape|NaN"):
        float_blob(vector)
    with pytest.raises(ValueError, match=r"shape|NaN"):
        bit_blob(vector)


def test_signs_come_in_whole_bytes() -> None:
    with pytest.raises(ValueError, match="multiple of 8, got 12"):
        bit_blob(np.ones(12))
