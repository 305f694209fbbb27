"""Turns that say nothing worth a question to a model: thanks, a smile. A plain yes or no may answer a question."""

import re
from typing import Final

from kirocrew.base.text import fold

_WORDS: Final = """
ok okay okey okie k kk sure fine good great cool nice perfect awesome excellent right
correct done thanks thank you thx ty cheers please hi hello hey hiya bye goodbye cu lol haha hahaha hmm hm mhm uh um oh
ah wow got it i see go on go ahead continue next so much very many a lot agreed exactly indeed alright all that works
sounds lgtm welcome morning evening night
klar gut super toll prima passt genau stimmt danke vielen dank schon schoen sehr bitte hallo moin tschuss
tschuess servus alles weiter mach in ordnung okidoki gerne
d accord dac merci beaucoup bien parfait super genial salut bonjour bonsoir au revoir s il te vous plait ca marche
continue exact tres
vale bueno bien perfecto genial gracias muchas por favor hola adios buenos dias buenas tardes noches claro de
acuerdo listo sigue continua exacto muy
certo beleza perfeito otimo obrigado obrigada muito por favor ola oi tchau bom dia boa tarde noite claro valeu
continue exato blz
vang duoc roi cam on ban nhieu oke chao tam biet tot lam hay qua tiep tuc xin anh chi em nhe
"""
_UNSPACED: Final = """
好 好的 好吧 好啊 嗯 嗯嗯 对 对的 對 對的 行 可以 没问题 沒問題 谢谢 謝謝 多谢 多謝 谢谢你 謝謝你 谢了 感谢 感謝
非常感谢 你好 您好 再见 再見 早上好 晚安 哈哈 哈哈哈 呵呵 明白 明白了 知道了 了解 收到 继续 繼續 太好了 很好 不错 不錯
完美 辛苦了 请 請 嗨 喂 哦 噢 啊 はい うん ええ そう そうです そうですね なるほど わかりました 分かりました わかった
分かった 了解 了解です 了解しました 承知しました ありがとう ありがとうございます ありがとうございました どうも
どうもありがとう こんにちは こんばんは おはよう おはようございます おやすみ さようなら じゃあね いいね いいですね
オッケー おけ 続けて お願いします 笑 草 すごい 完璧 すみません よろしく よろしくお願いします お疲れ様 お疲れ様です 네
예 응 어 그래 그래요 그렇군요 알겠습니다 알겠어요 알았어 알았어요 오케이 오키 고마워 고마워요 고맙습니다 감사
감사합니다 감사해요 안녕 안녕하세요 안녕히 잘가 좋아 좋아요 좋습니다 완벽해 완벽해요 맞아 맞아요 맞습니다 넵 넹 계속
계속해 계속해줘 부탁해 부탁드려요 수고 수고하셨습니다 ㅋㅋ ㅋㅋㅋ ㅎㅎ ㅇㅇ ㄱㅅ 굿
"""
_LONGEST: Final = 60
"""Characters beyond which a turn says something, whatever its words."""
_LETTERS: Final = re.compile(r"[^\W_]+")


def _joined(text: str) -> str:
    return "".join(_LETTERS.findall(fold(text)))


_KNOWN: Final = frozenset(fold(word) for word in _WORDS.split())
_WHOLE: Final = frozenset(_joined(word) for word in _UNSPACED.split())


def is_zero_value(text: str) -> bool:
    """Whether a turn is nothing but an acknowledgement, a greeting, thanks or signs, in one of nine languages."""
    said = text.strip()
    if len(said) > _LONGEST:
        return False
    words = _LETTERS.findall(fold(said))
    if not any(any(char.isalpha() for char in word) for word in words):
        return not any(char.isdigit() for char in said)  # a number may be the answer to a question
    return all(word in _KNOWN or word in _WHOLE for word in words) or "".join(words) in _WHOLE
