"""Encryption with a passphrase, in the age format (age-encryption.org/v1), read and written piece by piece.

An archive can so be opened with the `age` tool as well. Primitives are those of `cryptography`: scrypt makes a key of
the passphrase, ChaCha20-Poly1305 encrypts 64 KiB at a time, and a cut, swapped or changed piece is noticed.
"""

import base64
import binascii
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from kirocrew.archive.errors import ArchiveError, WrongPassphrase

INTRO: Final = b"age-encryption.org/v1"
WORK: Final = 17
"""Log2 of scrypt's cost: 128 MiB and about half a second for each guess (OWASP's figure for scrypt)."""
MOST_WORK: Final = 18
"""What the `age` tool uses: 256 MiB. A file that asks for more would have the server use its memory up."""
CHUNK: Final = 64 * 1024
SHORTEST: Final = 10  # characters of a passphrase
_TAG: Final = 16
_NONCE: Final = 16
_LINE: Final = 256  # bytes of the longest line of a header we read
_STANZA: Final = re.compile(rb"-> scrypt ([A-Za-z0-9+/]{22}) ([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Lock:
    """What encrypts one file: its header, and the key that the passphrase opens."""

    header: bytes
    key: bytes


def lock_make(passphrase: str) -> Lock:
    """A new key for one file, locked with the passphrase. Takes WORK. Raises WrongPassphrase for a short one."""
    if len(passphrase) < SHORTEST:
        raise WrongPassphrase(f"A passphrase has at least {SHORTEST} characters. Several words are a good one.")
    salt, key = secrets.token_bytes(16), secrets.token_bytes(16)
    wrapped = ChaCha20Poly1305(_stretched(passphrase, salt, WORK)).encrypt(bytes(12), key, None)
    stanza = b"-> scrypt %s %d\n%s\n" % (_b64(salt), WORK, _b64(wrapped))
    head = INTRO + b"\n" + stanza + b"---"
    return Lock(head + b" " + _b64(_mac(key, head)) + b"\n", key)


def is_encrypted(start: bytes) -> bool:
    """Whether a file that begins so is an age file."""
    return start.startswith(INTRO)


def key_open(file: BinaryIO, passphrase: str) -> bytes:
    """Read the header and return the file's key. Raises WrongPassphrase, ArchiveError for a header of another kind."""
    if not passphrase:
        raise WrongPassphrase("The archive is encrypted. Give its passphrase.")
    lines = _header(file)
    stanza = _STANZA.fullmatch(lines[1])
    if stanza is None or int(stanza[2]) > MOST_WORK:
        raise ArchiveError(
            "The archive is encrypted in a way that is not read here. Only passphrases are (age, scrypt)."
        )
    stretched = _stretched(passphrase, _unb64(stanza[1]), int(stanza[2]))
    try:
        key = ChaCha20Poly1305(stretched).decrypt(bytes(12), _unb64(lines[2]), None)
    except InvalidTag as error:
        raise WrongPassphrase("This is not the passphrase of the archive.") from error
    if not hmac.compare_digest(_mac(key, b"\n".join([*lines[:3], b"---"])), _unb64(lines[3][4:])):
        raise ArchiveError("The head of the encrypted archive was changed.")
    return key


def header_skip(file: BinaryIO) -> None:
    """Read over the header of a file whose key is known."""
    _header(file)


def encrypted(pieces: Iterable[bytes], lock: Lock) -> Iterator[bytes]:
    """The pieces as an age file."""
    yield lock.header
    nonce = secrets.token_bytes(_NONCE)
    yield nonce
    cipher, held, number = ChaCha20Poly1305(_payload_key(lock.key, nonce)), bytearray(), 0
    for piece in pieces:
        held += piece
        while len(held) > CHUNK:  # what is held is never empty at the end, unless nothing came at all
            yield cipher.encrypt(_count(number, last=False), bytes(held[:CHUNK]), None)
            del held[:CHUNK]
            number += 1
    yield cipher.encrypt(_count(number, last=True), bytes(held), None)


def decrypted(file: BinaryIO, key: bytes) -> Iterator[bytes]:
    """What is behind the header that was read. Raises ArchiveError where it was cut or changed."""
    nonce = file.read(_NONCE)
    cipher, number = ChaCha20Poly1305(_payload_key(key, nonce)), 0
    chunk = file.read(CHUNK + _TAG)
    while True:
        following = file.read(CHUNK + _TAG)
        try:
            yield cipher.decrypt(_count(number, last=not following), chunk, None)
        except InvalidTag as error:
            raise ArchiveError("The encrypted archive is not whole: it was cut off or changed.") from error
        if not following:
            return
        chunk, number = following, number + 1


def _header(file: BinaryIO) -> list[bytes]:
    lines = [file.readline(_LINE).removesuffix(b"\n") for _ in range(4)]
    if lines[0] != INTRO or not lines[3].startswith(b"--- "):
        raise ArchiveError(
            "The archive is encrypted in a way that is not read here. Only passphrases are (age, scrypt)."
        )
    return lines


def _count(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if last else b"\x00")


def _stretched(passphrase: str, salt: bytes, work: int) -> bytes:
    return Scrypt(salt=INTRO + b"/scrypt" + salt, length=32, n=2**work, r=8, p=1).derive(passphrase.encode())


def _mac(key: bytes, head: bytes) -> bytes:
    return hmac.digest(HKDF(hashes.SHA256(), 32, None, b"header").derive(key), head, "sha256")


def _payload_key(key: bytes, nonce: bytes) -> bytes:
    return HKDF(hashes.SHA256(), 32, nonce, b"payload").derive(key)


def _b64(data: bytes) -> bytes:
    return base64.b64encode(data).rstrip(b"=")


def _unb64(text: bytes) -> bytes:
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
    except binascii.Error as error:
        raise ArchiveError("The head of the encrypted archive was changed.") from error
