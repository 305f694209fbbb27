"""The collector of cycles rests in a block and works again after it, whatever happens in it."""

import gc

import pytest

from kirocrew.base.garbage import collector_resting


def test_it_rests_in_the_block_and_works_again_afterwards() -> None:
    with collector_resting():
        assert not gc.isenabled()
        with collector_resting():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_after_an_error() -> None:
    with pytest.raises(ValueError, match="broken"), collector_resting():
        raise ValueError("broken")
    assert gc.isenabled()
