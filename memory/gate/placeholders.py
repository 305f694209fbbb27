"""Answers of a model that say "as it was" where a text was asked for: written down they would replace what is known.

Compared whole, after emphasis, punctuation and case are folded away; a text that only contains such a phrase is one.
"""

import re
from typing import Final

from kirocrew.base.text import fold

_PHRASES: Final = """
unchanged | no change | no changes | no changes needed | no change needed | no update | no updates
no updates needed
same as before | same as above | as before | as is | not changed | nothing changed | nothing new | nothing to add
nothing to update | n/a | na | none | null | nil | empty | not applicable | no new information | keep as is
unverandert | keine anderung | keine anderungen | keine anderungen notig | keine aktualisierung | wie zuvor
wie oben
wie bisher | nichts neues | nichts geandert | nicht zutreffend | entfallt | keine
inchange | sans changement | aucun changement | aucune modification | pas de changement | aucune mise a jour
comme avant | rien de nouveau | identique | sans objet | non applicable | aucun | neant
sin cambios | sin cambio | ningun cambio | no hay cambios | sin modificaciones | sin novedades | igual que antes
como antes | nada nuevo | no aplica | no corresponde | ninguno
sem alteracoes | sem alteracao | sem mudancas | sem mudanca | nenhuma alteracao | nenhuma mudanca | inalterado
igual a antes | como antes | nada de novo | nao aplicavel | nao se aplica | nenhum
无变化 | 没有变化 | 无变更 | 没有变更 | 未更改 | 未改变 | 无更新 | 没有更新 | 不变 | 保持不变 | 与之前相同 | 同上
无 | 不适用 | 没有新内容 | 無變化 | 沒有變化 | 未變更
無變更 | 不變 | 維持不變 | 無 | 不適用
変更なし | 変更無し | 変更はありません | 変更ありません | 変わりなし | 変化なし | 更新なし | 同上 | 以前と同じ
前と同じ | 前回と同じ | なし | 該当なし
変わらず | 特になし
변경 없음 | 변경사항 없음 | 변경 사항 없음 | 변경되지 않음 | 변화 없음 | 업데이트 없음 | 이전과 같음 | 이전과 동일
위와 같음 | 동일 | 없음 | 해당 없음
khong thay doi | khong co thay doi | khong doi | giu nguyen | nhu cu | nhu truoc | nhu tren | khong co gi moi
khong cap nhat | khong ap dung | khong co
""".replace("\n", "|")
"""Phrases in English, German, French, Spanish, Portuguese, Chinese, Japanese, Korean and Vietnamese, accents folded."""
_LETTERS: Final = re.compile(r"[^\w]+")


def _bare(text: str) -> str:
    """The letters of a text: no emphasis, punctuation, spaces, case or accents."""
    return _LETTERS.sub("", fold(text).replace("_", ""))


PLACEHOLDERS: Final = frozenset(_bare(phrase) for phrase in _PHRASES.split("|") if phrase.strip())


def says_nothing(text: str) -> bool:
    """Whether the text is nothing but a phrase for "as it was" or "nothing", in any of nine languages."""
    bare = _bare(text[:200])
    return len(text) <= 200 and bare in PLACEHOLDERS
