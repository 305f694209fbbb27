"""A change of the embedding model on a real server: a bot writes, readers search, the worker is killed on the way."""

import re
from pathlib import Path

import pytest

from tests.kirocrew.servers import kirocrew

pytestmark = pytest.mark.worker
LONG_S = 900.0
"""A worker that is killed may take a delivery along, which is noticed after a minute."""


def test_no_request_fails_no_write_is_left_out_and_nothing_is_found_worse(tmp_path: Path) -> None:
    arguments = ("--records", "250", "--questions", "8", "--readers", "2", "--kills", "2")
    models = ("--before", "hash", "--after", "hash-wide")
    done = kirocrew("measure_model_change", *arguments, *models, home=tmp_path, patience=LONG_S)
    told = done.stdout + done.stderr
    assert told.count("worker killed at") == 2, told
    assert re.search(r"failed searches 0 of [\d,]+, failed writes 0 of [\d,]+", told), told
    assert "writes without a vector in the end 0, texts that failed 0" in told, told
    assert "missed at some time during the change: 0" in told, told
    assert done.returncode == 0, told
