"""Spellings of one word that Unicode takes for different ones: traditional and simplified Chinese, ä and ae."""

import unicodedata
from functools import lru_cache
from typing import Any, Final

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def simplified(text: str) -> str:
    """Return `text` with traditional, regional and Japanese characters in the spelling of simplified Chinese.

    Character by character, so that what is written with several ones in full (後 and 后, 髮 and 發) becomes one: the
    result is for comparing, never for reading.
    """
    return text if text.isascii() else text.translate(_simplified_characters())


def without_umlauts(text: str) -> str:
    """Return `text` with ä, ö and ü as ae, oe and ue. For ß there is ss already, whenever case is folded."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_UMLAUTS)


def spellings(value: Any) -> tuple[Any, ...]:
    """The spellings of a JSON value: as it is, and without umlauts where it has any, names in objects included.

    Nothing is said of the way back: Joe is no spelling of Jö unless Jö is written.
    """
    other = _without_umlauts(value)
    return (value,) if other == value else (value, other)


def _without_umlauts(value: Any) -> Any:
    if isinstance(value, str):
        return without_umlauts(value)
    if isinstance(value, dict):
        return {without_umlauts(str(name)): _without_umlauts(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_umlauts(item) for item in value]
    return value


@lru_cache(maxsize=1)
def _simplified_characters() -> dict[int, str]:
    from kirocrew.base.han_variants import GROUPS  # 60 kB that a server of other languages never needs

    return {ord(char): group[0] for group in GROUPS.split() for char in group[1:]}
