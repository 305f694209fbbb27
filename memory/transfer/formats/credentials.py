"""Mark what mentions a credential, and take out one that stands behind its word without any sign.

"password: hunter2" is redacted by the gate like any other write. Diaries say "user admin, password hunter2"; there
the value is taken out here. What mentions one is tagged for its owner, also where the value is gone already.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hooks.services import redact
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem

TAG = "mentions-secret"
NOTE = "mentions a credential"
GONE = "[REDACTED: credential]"

_WORD = (
    r"(?:(?<!\w)(?:passwords?|passwd|pwd|pw|passphrase|passcode|passwort|kennwort|contraseña|mot de passe|senha|hasło"
    r"|пароль|mật khẩu)(?!\w)|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호)"
)
_MORE_WORDS = (
    r"(?<!\w)(?:api[ _-]?keys?|access[ _-]?tokens?|secret[ _-]?keys?|private[ _-]?keys?|recovery codes?"
    r"|tokens?|secrets?|credentials?|pins?|zugangsdaten)(?!\w)|密钥|令牌|トークン|토큰"
)
_LINK = r"(?:\s*[:=：]\s*|\s+(?:is|was|ist|war|es|est|jest)\s+|\s+|(?<=[\u3000-\uffdc])[是为為は이가은는]?\s*)"
# What is left where somebody took a value out.
_REMOVED = (
    r"(?:[\[(<{](?:removed|redacted|hidden|masked|secret|entfernt|geschwärzt|supprimé|eliminado|已删除|已隐藏|削除済み)"
    r"[^\])>}\n]{0,40}[\])>}]|\*{3,}|•{3,}|[xX]{4,}(?!\w))"
)
# No word of a sentence: letters with digits or signs in one piece.
_VALUE = r"(?=[^\s,;]{0,127}[A-Za-z])(?=[^\s,;]{0,127}[\d!$%&?@#*^+=~])[^\s,;\"'`<>\[\](){}]{4,128}"
_MENTION = re.compile(rf"(?:{_WORD}|{_MORE_WORDS}){_LINK}{_REMOVED}", re.IGNORECASE)
_BARE = re.compile(rf"(?P<word>{_WORD}{_LINK})(?P<value>{_VALUE})", re.IGNORECASE)


def without_credentials(text: str) -> tuple[str, bool]:
    """The text without the values that stand behind a word like "password", and whether it mentions a credential."""
    bare = _BARE.sub(lambda match: f"{match['word']}{GONE}", text)
    return bare, bare != text or bool(_MENTION.search(text)) or bool(redact(text).findings)


def marked(items: Iterable[Item]) -> Iterator[Item]:
    """The items, those that mention a credential without it and marked."""
    for item in items:
        match item:
            case EpisodeItem():
                text, mentions = without_credentials(item.text)
                yield replace(item, text=text, tags=(*item.tags, TAG)) if mentions else item
            case LessonItem():
                text, mentions = without_credentials(item.rule)
                yield replace(item, rule=text, note=_note(item.note)) if mentions else item
            case FactItem(value=str(value)):
                text, mentions = without_credentials(value)
                yield replace(item, value=text, note=_note(item.note)) if mentions else item
            case _:
                yield item


def _note(note: str) -> str:
    return f"{note}, {NOTE}" if note else NOTE
