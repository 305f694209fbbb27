"""What a question asks with and a text that answers it does not have: 是哪一天, は何曜日ですか, 언제예요.

In scripts without spaces these words are no tokens of their own. Left in, every pair of characters across their edge is
a term that no answer holds, and a question of few words finds nothing.
"""

import re
from typing import Final

from kirocrew.base.scripts import HAN

_CHINESE: Final = (
    r"是不是|有没有|有沒有|能不能|可不可以|请问|請問|告诉我|告訴我|(?:我|你|您)(?:还|還)?(?:记得|記得)"
    r"|(?:是|在|叫|有|要|会|會)?(?:什么|什麼|甚么|甚麼|啥)(?:时候|時候|时间|時間|地方|名字|样子?|樣子?|东西|東西)?"
    r"|(?:是|在)?哪(?:[一些个個里裡儿兒天年月日位种種家款本部首座]{1,2})?(?:天|年|月|日)?"
    r"|(?:是|有)?(?:几|幾)(?:点钟?|點鐘?|号|號|岁|歲|个|個|月|天|次|位|本|年)?|(?:是|有)?多少(?:钱|錢|次|个|個|天|岁|歲)?"
    r"|(?:有)?多(?:大|久|长|長|远|遠|高)|怎么样?|怎麼樣?|怎样|怎樣|如何|为什么|為什麼|为何|為何|(?:是|叫)?(?:谁|誰)"
    r"|(?:我们|我們|你们|你們|他们|他們|她们|她們|我|你|您|他|她|它)的|[吗嗎呢吧啊呀]$|曾经|曾經"
)
_JAPANESE: Final = (
    r"(?:の名前)?(?:は|が|の|を|に)?(?:何(?:時|日|月|年|曜日|人|歳|才|個|番|回|色|語|度|分|か)?|なん(?:じ|にち|ようび|さい)?|なに"
    r"|いつ(?!も|でも|か)|どこ|どちら|どっち|だれ|誰|どなた|どの|どれ|どんな|どう|なぜ|どうして|いくら|いくつ)"
    r"(?:は|が|を|に|で(?!す|し)|から|まで|へ|と)?(?:でした|でしょう|です|だった)?(?:か|っけ)?"
    r"|(?:でした|でしょう|です|ました|ます|だった)(?:か|っけ)?$|(?:教えて|おしえて)(?:ください|下さい)?$"
    rf"|(?<=[{HAN}\u30a1-\u30fa\u30fc])(?:は|が|を|に|へ|で|と|も|の|から|まで)(?=[{HAN}\u30a1-\u30fa\u30fc]|$)"
)
_CJK: Final = re.compile(f"{_CHINESE}|{_JAPANESE}")
_KOREAN: Final = re.compile(
    r"(?:무슨|무엇|뭐|뭘|언제|어디|누구|누가|몇|어느|어떤|어떻게|왜|얼마)"
    r"(?:이|가|은|는|을|를|에|에서|의|나|시|월|일|살|번|명|개|년)?"
    r"(?:인가요|인가|입니까|이에요|예요|이죠|죠|이지|지|이니|니|나요|이야|야|까지|부터)?"
    r"|(?:인가요|입니까|이에요|예요|나요|까요|습니까|ㅂ니까|이죠|일까)$"
    r"|(?<=[가-힣]{2})(?:은|는|가|을|를|의|에|에서|와|과|으로|이랑|랑)$"
)
_EDGES: Final = "是在由的了和与與跟也都就"
"""Little Chinese words; no Japanese or Korean word ends in one of them."""


def question_parts(run: str, *, is_hangul: bool = False) -> tuple[list[str], list[str]]:
    """Return the parts of a run of one script between the words it asks with, and these words."""
    parts, asked, end = [], [], 0
    for match in (_KOREAN if is_hangul else _CJK).finditer(run):
        parts.append(run[end : match.start()])
        asked.append(match.group())
        end = match.end()
    parts.append(run[end:])
    return [_trimmed(part) for part in parts if part], asked


def _trimmed(part: str) -> str:
    """Without the little words at its edges, as long as two characters stay: 目的 is a word, 的 is none."""
    bare = part.strip(_EDGES)
    return bare if len(bare) > 1 else part
