"""The sentences by which people say outright that one value takes the place of another, in nine languages.

A form is a whole turn. OLD and NEW stand for the literal values, with or without quotation marks. Words in brackets
may be left out, `|` separates words of which one stands there, `_` is a space inside a phrase. Nothing else fits: a
negation, a question, a condition, an example, a quoted sentence or any further word makes it another sentence, which
the owner decides on. A value could swallow such a word; so one that holds it, or is long, needs quotation marks.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from memory.services.doubtful_words import is_doubtful

LONGEST_TURN: Final = 1_024  # characters; of the reference specification
SHORTEST_TURN: Final = 5  # characters: 把甲改成乙
REPLACEMENT_MOST: Final = 240  # characters of a turn that is looked through for values nobody names

FORMS: Final[dict[str, tuple[str, ...]]] = {
    "english": (
        "[please] replace|swap OLD with|by|for NEW [please]",
        "[i|we] [have] change|changed from OLD to NEW",
        "[please] change [it|this|that] from OLD to NEW [please]",
        "[please] change|update|correct|rename|switch OLD to NEW [please]",
        "[please] use NEW instead of OLD [please]",
        "[please] use NEW in place of OLD",
        "i|we [have] moved|switched|migrated from OLD to NEW",
        "i've|we've moved|switched|migrated|changed from OLD to NEW",
        "it|this is now NEW instead of OLD",
        "it's now NEW instead of OLD",
    ),
    "german": (
        "[bitte] ersetze|ersetzen [sie] [bitte] OLD durch|mit NEW [bitte]",
        "[bitte] tausche|tauschen [sie] [bitte] OLD gegen|durch NEW [aus]",
        "[bitte] ändere|ändern|korrigiere|korrigieren [sie] [bitte] OLD zu|in|auf NEW [bitte]",
        "[bitte] ändere|ändern [sie] [es|das] [bitte] von OLD zu|in|auf NEW",
        "[bitte] verwende|nutze|benutze|nimm [bitte] NEW statt|anstatt|anstelle|anstelle_von OLD",
        "[bitte] verwenden|nutzen|benutzen|nehmen sie [bitte] NEW statt|anstatt|anstelle|anstelle_von OLD",
        "ich|wir habe|haben OLD durch NEW ersetzt",
        "ich|wir habe|haben von OLD zu|auf|nach NEW gewechselt",
        "ich|wir bin|sind von OLD zu|auf|nach NEW gewechselt|umgestiegen|umgezogen",
        "[bitte] benenne OLD in NEW um",
    ),
    "french": (
        "[s'il_te_plaît|s'il_vous_plaît] remplace|remplacez|remplacer OLD par NEW [s'il_te_plaît|s'il_vous_plaît]",
        "[merci_de] remplacer|changer|corriger OLD par|en NEW",
        "change|changez|corrige|corrigez OLD en|par NEW [s'il_te_plaît|s'il_vous_plaît]",
        "utilise|utilisez NEW au_lieu_de|à_la_place_de OLD [s'il_te_plaît|s'il_vous_plaît]",
        "utilise|utilisez NEW plutôt_que OLD",
        "je_suis|nous_sommes passé|passée|passés|passées de OLD à NEW",
        "j'ai|nous_avons remplacé OLD par NEW",
    ),
    "spanish": (
        "[por_favor] reemplaza|reemplace|sustituye|sustituya OLD por|con NEW [por_favor]",
        "[por_favor] cambia|cambie|corrige|corrija OLD por|a NEW [por_favor]",
        "[por_favor] cambia|cambie de OLD a NEW",
        "[por_favor] usa|use|utiliza|utilice NEW en_lugar_de|en_vez_de OLD [por_favor]",
        "he|hemos cambiado OLD por NEW",
        "he|hemos cambiado|pasado de OLD a NEW",
        "cambié|pasé de OLD a NEW",
    ),
    "portuguese": (
        "[por_favor] substitua|substitui|substituir OLD por NEW [por_favor]",
        "[por_favor] troque|troca|trocar OLD por NEW [por_favor]",
        "[por_favor] mude|muda|altere|altera|corrija|corrige OLD para NEW [por_favor]",
        "[por_favor] mude|muda de OLD para NEW",
        "[por_favor] use|usa|utilize|utiliza NEW em_vez_de|em_lugar_de|ao_invés_de OLD [por_favor]",
        "mudei|mudamos|troquei|trocamos|passei de OLD para NEW",
        "troquei|substituí OLD por NEW",
    ),
    "chinese": (
        "[请|請|麻烦|麻煩|我已|我] [把|将|將] OLD 改为|改成|替换为|替换成|更正为|换成|换为|更改为|修改为 NEW",
        "[請|麻煩|我已|我] [把|將] OLD 改為|改成|替換為|替換成|更正為|換成|換為|更改為|修改為 NEW",
        "[请|請] 用|使用 NEW 代替|替换|替換|取代 OLD",
        "[请|請] [把它|将它|將它] 从|從|由 OLD 改为|改為|改成|换成|換成|变更为|變更為 NEW",
    ),
    "japanese": (
        "OLD を NEW に 変更|修正|置換|訂正 [して|してください|して下さい|お願いします|をお願いします|しました|した]",
        "OLD を NEW に 変えて|置き換えて|直して|書き換えて|切り替えて [ください|下さい]",
        "OLD を NEW に 変えました|置き換えました|直しました|切り替えました",
        "OLD から NEW に|へ 変更|移行 [して|してください|して下さい|お願いします|しました|した]",
        "OLD から NEW に|へ 変えて|切り替えて [ください|下さい]",
        "OLD から NEW に|へ 変えました|切り替えました|引っ越しました",
        "OLD の代わりに NEW を 使って|使用して [ください|下さい]",
    ),
    "korean": (
        "OLD 을|를 NEW 으로|로 바꿔|변경해|교체해|수정해|고쳐|대체해 [주세요|줘|주십시오]",
        "OLD 을|를 NEW 으로|로 바꿨어요|바꿨습니다|변경했어요|변경했습니다|교체했습니다|수정했습니다",
        "OLD 에서 NEW 으로|로 바꿔|변경해 [주세요|줘|주십시오]",
        "OLD 에서 NEW 으로|로 바꿨어요|바꿨습니다|변경했어요|변경했습니다|옮겼습니다|이사했어요|이사했습니다",
        "OLD 대신 [에] NEW 을|를 사용해|써 [주세요|줘|주십시오]",
    ),
    "vietnamese": (
        "[hãy|vui_lòng|xin|xin_hãy|làm_ơn] thay|thay_thế|đổi OLD bằng|thành|sang NEW",
        "[hãy|vui_lòng|xin|xin_hãy|làm_ơn] sửa|chỉnh OLD thành NEW",
        "[hãy|vui_lòng|xin|xin_hãy|làm_ơn] dùng|sử_dụng NEW thay_cho|thay_vì|thay OLD",
        "tôi|mình|chúng_tôi|em|anh [đã] đổi|chuyển từ OLD sang NEW",
        "[hãy|vui_lòng|xin|xin_hãy|làm_ơn] đổi|chuyển từ OLD sang NEW",
    ),
}

_UNSPACED: Final = frozenset({"chinese", "japanese", "korean"})
_QUOTES: Final = (
    ("", ""),
    ('"', '"'),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("«", "»"),
    ("「", "」"),
    ("『", "』"),
    ("`", "`"),
)
_APOSTROPHES: Final = str.maketrans("’‘", "''")
# What ends a clause; a value that holds it is taken in quotation marks only.
_CLAUSE: Final = re.compile(r"[;!?。！？；、，：\n]|[,.:](?:\s|$)")


def is_replacement(turn: str, *, old: str, new: str) -> bool:
    """Whether the whole turn says outright that `new` takes the place of `old`, both in the very letters."""
    text = turn.strip().translate(_APOSTROPHES)
    old, new = (value.strip().translate(_APOSTROPHES) for value in (old, new))
    if not SHORTEST_TURN <= len(text) <= LONGEST_TURN or not old or not new or old == new:
        return False
    if old not in text or new not in text:
        return False
    ended = " ".join(text.rstrip(".!。！ ").split()) + " "
    values = {"OLD": _literal(old), "NEW": _literal(new)}
    return any(
        re.fullmatch("".join(values.get(part, part) for part in parts), ended) is not None for parts in _patterns()
    )


def replacements(turn: str) -> Iterator[tuple[str, str]]:
    """Every pair of an old and a new value, of one line each, of which the whole turn says so."""
    text = turn.strip().translate(_APOSTROPHES)
    if not SHORTEST_TURN <= len(text) <= REPLACEMENT_MOST:
        return
    ended = " ".join(text.rstrip(".!。！ ").split()) + " "
    seen = set()
    for form in _open_patterns():
        if (found := form.fullmatch(ended)) is None:
            continue
        pair = _unquoted(found["OLD"]), _unquoted(found["NEW"])
        if pair not in seen and is_replacement(turn, old=pair[0], new=pair[1]):
            seen.add(pair)
            yield pair


@lru_cache(maxsize=1)
def _open_patterns() -> tuple[re.Pattern[str], ...]:
    """The forms with any words for the two values."""
    return tuple(
        re.compile("".join(f"(?P<{part}>.+?)" if part in ("OLD", "NEW") else part for part in parts))
        for parts in _patterns()
    )


def _unquoted(value: str) -> str:
    pairs = [(left, right) for left, right in _QUOTES if left]
    bare = value.strip()
    for left, right in pairs:
        if len(bare) > 1 and bare.startswith(left) and bare.endswith(right):
            return bare.removeprefix(left).removesuffix(right)
    return bare


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, ...], ...]:
    """Each form as pieces of an expression, in which OLD and NEW stand alone."""
    return tuple(
        tuple(_pieces(form, gap=" ?" if name in _UNSPACED else " ")) for name, forms in FORMS.items() for form in forms
    )


def _pieces(form: str, *, gap: str) -> list[str]:
    pieces: list[str] = []
    for word in form.split():
        if word in ("OLD", "NEW"):
            pieces += [word, f",?{gap}"]
        elif word.startswith("["):
            pieces.append(f"(?:{_words(word[1:-1])},?{gap})?")
        else:
            pieces.append(f"{_words(word)}{gap}")
    return pieces


def _words(alternatives: str) -> str:
    words = "|".join(re.escape(word).replace("_", " ") for word in alternatives.split("|"))
    return f"(?i:{words})"


def _literal(value: str) -> str:
    """The value in its very letters, in quotation marks or, where it can't be taken for more, without."""
    quotes = _QUOTES[1:] if _CLAUSE.search(value) or is_doubtful(value) else _QUOTES
    inside = re.escape(" ".join(value.split()))
    return "(?:" + "|".join(f"{re.escape(left)}{inside}{re.escape(right)}" for left, right in quotes) + ")"
