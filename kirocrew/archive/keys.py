"""What opens an encrypted archive, on its way to the worker: never the passphrase, and never in the clear."""

import base64
import hashlib
import hmac
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from kirocrew.archive.age import Lock
from kirocrew.base.problems import Unavailable

_PURPOSE: Final = b"kirocrew archive key"


def lock_sealed(lock: Lock) -> str:
    """A lock as text, encrypted with a key made of the server's secret key."""
    return _cipher().encrypt(lock.key + lock.header).decode()


def lock_opened(sealed: str) -> Lock:
    """The lock again. Raises Unavailable when the secret key is another one by now."""
    try:
        plain = _cipher().decrypt(sealed.encode())
    except InvalidToken as error:
        raise Unavailable(
            "The server's secret key is another one by now, so the archive's can't be opened. Ask for it again."
        ) from error
    return Lock(plain[16:], plain[:16])


def _cipher() -> Fernet:
    key = hmac.digest(settings.SECRET_KEY.encode(), _PURPOSE, hashlib.sha256)
    return Fernet(base64.urlsafe_b64encode(key))
