"""Bring a text to the one form the lexicon is written in, and keep the way back to the original."""

import re
import unicodedata
from dataclasses import dataclass
from itertools import chain

# Letters without a canonical decomposition that readers take for a Latin letter.
LATIN_EXTRA = str.maketrans(
    {"ı": "i", "đ": "d", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"}
)

# Traditional characters of the Chinese lexicon to simplified ones; Japanese words are folded the same way.
TRADITIONAL = (
    "無視記過蓋違規則內說學設現從開變裝擬動類請輸統題絕條總當應執訊戶據檔處員權級監聽義務實驗試碼號帳錢轉發傳給問這個們為後與對話歷憶長經證認須詢諒麼嗎"
    "讓將會該業進運機關閉審濾縛導範韓體達傷測沒來語還樣電腦網頁資鑰鍵優獲憑輯編協許遠續釋繼尋複製隱祕報並隨環種選擇顯確斷標項調較錯誤彈圖畫屬擾亂僅獨"
)
SIMPLIFIED = (
    "无视记过盖违规则内说学设现从开变装拟动类请输统题绝条总当应执讯户据档处员权级监听义务实验试码号帐钱转发传给问这个们为后与对话历忆长经证认须询谅么吗"
    "让将会该业进运机关闭审滤缚导范韩体达伤测没来语还样电脑网页资钥键优获凭辑编协许远续释继寻复制隐秘报并随环种选择显确断标项调较错误弹图画属扰乱仅独"
)
HAN = str.maketrans(TRADITIONAL, SIMPLIFIED)

# Look-alikes from Unicode TS 39 that matter for English words, Cyrillic and Greek to Latin.
CYRILLIC, CYRILLIC_AS = "авсԁегһніјкӏмпорѕтуѵԝхьԛզ", "abcderhhijklmnopstyvwxbqq"
GREEK, GREEK_AS = "αβγεηικνορστυχωϲϳ", "abyenikvopstuxwcj"
CONFUSABLES = dict(zip(CYRILLIC + GREEK, CYRILLIC_AS + GREEK_AS, strict=True))

GREEK_OR_CYRILLIC = "[\u0370-\u052f]"
GREEK_OR_CYRILLIC_SEEN = re.compile(GREEK_OR_CYRILLIC)
MIXED_WORD = re.compile(rf"[^\W\d_]{{0,40}}(?:[a-z]{GREEK_OR_CYRILLIC}|{GREEK_OR_CYRILLIC}[a-z])[^\W\d_]*")
VOWEL = re.compile("[\u1161-\u1175]")
LEADING = "ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄋᄌᄎᄏᄐᄑᄒ"
CLOSING = "\u11a8\u11a9\u11ab\u11ae\u11af\u11b7\u11b8\u11ba\u11bb\u11bc\u11bd\u11be\u11bf\u11c0\u11c1\u11c2"
FINALS = dict(zip(LEADING, CLOSING, strict=True))
JAMO = re.compile(r"[\u1100-\u11ff]+")

TAG_FIRST, TAG_LAST = 0xE0000, 0xE007F
INVISIBLE = frozenset(
    chain(
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x2070),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
        (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0),
    )
)
# Marks that only decorate: Latin, Cyrillic and Greek accents, Arabic vowel signs, enclosing marks.
DECORATION = frozenset(
    chain(
        range(0x300, 0x370),
        range(0x483, 0x48A),
        range(0x1AB0, 0x1B00),
        range(0x1DC0, 0x1E00),
        range(0x20D0, 0x2100),
        range(0xFE20, 0xFE30),
        range(0x64B, 0x660),
        (0x670, 0x640),
    )
)
LINE_ENDS = frozenset("\n\r\u2028\u2029\x85")


@dataclass(frozen=True, slots=True)
class Folded:
    """``text`` is folded; ``origin[i]`` is the index in the given text, or None when both run in step."""

    text: str
    origin: list[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The code-point range of the given text behind ``text[start:end]``."""
        if self.origin is None:
            return start, end
        if not self.origin:
            return 0, 0
        last = self.origin[min(end, len(self.origin)) - 1]
        return self.origin[min(start, len(self.origin) - 1)], last + 1


def fold_char(char: str) -> str:
    """Fold one character: invisible ones vanish, accents and case go, compatibility forms unfold."""
    code = ord(char)
    if char in LINE_ENDS:
        return "\n"
    if code in INVISIBLE or code in DECORATION:
        return ""
    if TAG_FIRST < code <= TAG_LAST:
        return chr(code - TAG_FIRST).lower() if 0x20 <= code - TAG_FIRST < 0x7F else ""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", char).casefold())
    kept = "".join(part for part in decomposed if ord(part) not in DECORATION)
    return unicodedata.normalize("NFC", kept).translate(LATIN_EXTRA).translate(HAN)


class FoldTable(dict[str, str]):
    """Folded characters, each computed once. Unicode bounds its size."""

    def __missing__(self, char: str) -> str:
        self[char] = piece = fold_char(char)
        return piece


TABLE = FoldTable()


def fold(text: str) -> Folded:
    """NFKC, case, accents, confusables inside mixed words, invisible and bidi characters. Never raises."""
    if text.isascii():
        return Folded(plain_breaks(text.lower()))
    pieces = [TABLE[char] for char in text]
    folded = "".join(pieces)
    origin: list[int] | None = None
    if not all(map(is_one, pieces)):
        origin = [at for at, piece in enumerate(pieces) for _ in piece]
    if GREEK_OR_CYRILLIC_SEEN.search(folded):
        folded = MIXED_WORD.sub(lambda found: unmask(found[0]), folded)
    if JAMO.search(folded):
        folded, origin = compose_jamo(folded, origin or list(range(len(folded))))
    return Folded(plain_breaks(folded), origin)


def plain_breaks(text: str) -> str:
    """Line breaks that JSON or code wrote as an escape become blanks, two for two."""
    if "\\" not in text:
        return text
    return text.replace("\\n", "  ").replace("\\t", "  ").replace("\\r", "  ")


def is_one(piece: str) -> bool:
    return len(piece) == 1


def unmask(word: str) -> str:
    """Turn look-alike letters in a word that mixes scripts into Latin, one for one."""
    return "".join(CONFUSABLES.get(char, char) for char in word)


def final_consonants(letters: str) -> str:
    """Leading consonants that close a syllable, written as such: single letters are typed all alike."""
    changed = list(letters)
    for at in range(2, len(letters)):
        follows_vowel = VOWEL.match(letters[at - 1]) and at >= 2
        before_vowel = at + 1 < len(letters) and VOWEL.match(letters[at + 1])
        if letters[at] in FINALS and follows_vowel and not before_vowel:
            changed[at] = FINALS[letters[at]]
    return "".join(changed)


def compose_jamo(folded: str, origin: list[int]) -> tuple[str, list[int]]:
    """Join decomposed Hangul to syllables; each syllable points at its first letter."""
    text: list[str] = []
    places: list[int] = []
    at = 0
    for found in JAMO.finditer(folded):
        text.append(folded[at : found.start()])
        places += origin[at : found.start()]
        syllables = unicodedata.normalize("NFC", final_consonants(found[0]))
        text.append(syllables)
        places += [origin[min(found.start() + i, found.end() - 1)] for i in range(len(syllables))]
        at = found.end()
    text.append(folded[at:])
    places += origin[at:]
    return "".join(text), places
