"""The words by which a question names whoever the memory belongs to: "the user", "der Nutzer", "用户"."""

import re
from typing import Final

_ASKER: Final = re.compile(
    r"(?i)\bthe users?(?:['’]s)?\b|\b(?:der|des|dem|den) (?:nutzers?|benutzers?|anwenders?)\b|\b(?:del|al|el) usuario\b"
    r"|\bl['’]utilisateur\b|\b(?:do|o|ao) usuário\b|\b(?:dell|all|l)['’]utente\b|\bпользовател\w+\b"
    r"|\bngười dùng\b|用户|用戶|使用者|ユーザー?|利用者|사용자(?:는|가|의|를|은|이)?"
)


def without_asker(question: str) -> str:
    """Return a question without these words, which no memory of theirs holds; as it is if nothing else is there."""
    rest = _ASKER.sub(" ", question)
    return rest if any(char.isalnum() for char in rest) else question
