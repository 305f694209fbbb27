"""Locked archives are age files, readable by others; what was cut, swapped or changed is noticed."""

import base64
import io
import os
from collections.abc import Iterator

import pytest

from kirocrew.archive import age
from kirocrew.archive.age import CHUNK, decrypted, encrypted, key_open, lock_make
from kirocrew.archive.errors import ArchiveError, WrongPassphrase

PASSPHRASE = "correct horse battery staple"
BY_RAGE = base64.b64decode(
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCB2aTN1Ync5MUxlZTFQVVI3eElNVURnIDE3CmVNMlNHejV1bEhrTTE0MGcrT21nVUwxRUI5"
    "UHBFMFVYNktQT0QycCtQdmMKLS0tIHJQbWIrTThFMEhaSVFRNnFsVkwwQzhScGZsUzErVGFab1VoVHBheVVzdDAKwFu92yWfPOGUmIdxm6cq9iGp"
    "fPVANltr5vv5cj/p4GeiFtVWfJoju27qWgh9YFU416yRymVAglOCYTmWxdp9NTlUTnLV2GbR7K7JB4aDLMMSmSEk6zuZ14PhfkgeywoKvmgMUSeU"
    "T1YDi9nbNta5sA=="
)
"""Written by rage, another program for the same format."""


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses that cost nothing, where the cost is not what a test is about."""
    monkeypatch.setattr(age, "WORK", 4)


def opened(data: bytes, passphrase: str = PASSPHRASE) -> bytes:
    file = io.BytesIO(data)
    return b"".join(decrypted(file, key_open(file, passphrase)))


def pieces(data: bytes, size: int = 7_001) -> Iterator[bytes]:
    return iter([data[start : start + size] for start in range(0, len(data), size)])


def test_a_file_of_another_program_is_opened() -> None:
    assert opened(BY_RAGE).decode() == "Kirocrew 绿茶\n" * 5


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5])
def test_what_was_locked_is_opened_again_whatever_its_length(size: int) -> None:
    data = os.urandom(size)
    assert opened(b"".join(encrypted(pieces(data), lock_make(PASSPHRASE)))) == data


def test_another_passphrase_opens_nothing_and_none_is_asked_for() -> None:
    locked = b"".join(encrypted(iter([b"tea"]), lock_make(PASSPHRASE)))
    for wrong in ("", PASSPHRASE + " ", PASSPHRASE.upper()):
        with pytest.raises(WrongPassphrase):
            opened(locked, wrong)


def test_a_short_passphrase_is_not_taken() -> None:
    with pytest.raises(WrongPassphrase, match="at least 10"):
        lock_make("short")


def test_a_cut_a_swap_and_a_changed_byte_are_noticed() -> None:
    whole = b"".join(encrypted(pieces(os.urandom(3 * CHUNK)), lock_make(PASSPHRASE)))
    head = len(whole) - 3 * (CHUNK + 16)
    first, second = whole[head : head + CHUNK + 16], whole[head + CHUNK + 16 : head + 2 * (CHUNK + 16)]
    broken = [
        whole[:-1],
        whole[: -(CHUNK + 16)],  # a whole piece less
        whole + b"x",
        whole[:head] + second + first + whole[head + 2 * (CHUNK + 16) :],
        whole[: head + 100] + bytes([whole[head + 100] ^ 1]) + whole[head + 101 :],
    ]
    for data in broken:
        with pytest.raises(ArchiveError):
            opened(data)


def test_a_changed_head_and_an_unaffordable_one_are_refused() -> None:
    locked = b"".join(encrypted(iter([b"tea"]), lock_make(PASSPHRASE)))
    lines = locked.split(b"\n", 4)
    costly = b"\n".join([lines[0], lines[1].rsplit(b" ", 1)[0] + b" 30", *lines[2:]])
    other = b"\n".join([lines[0], b"-> X25519 abcdefghijklmnopqrstuv 4", *lines[2:]])
    mac = b"\n".join([*lines[:3], b"--- " + b"A" * 43, lines[4]])
    for data in (costly, other, mac, b"age-encryption.org/v1\n", locked[:30]):
        with pytest.raises(ArchiveError):
            opened(data)
