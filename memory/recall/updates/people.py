"""Of whom a statement speaks: a person or animal it begins with, or the one who says it."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from typing import Final

SELF: Final = ""
"""Whoever says it, or nobody in particular."""
SOMEBODY: Final = "somebody"
"""A third person without a name: he, she, they."""


def _roles(lines: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for line in lines.strip().splitlines():
        first, *rest = line.split()
        table |= {word.replace("_", " "): first for word in (first, *rest)}
    return table


_ROLES: Final = _roles("""
    mother mom mum mama mutter madre mae mamma moeder mere maman мама мать 妈妈 媽媽 我妈 母亲 母親 母 お母さん 엄마 어머니 me_minh me_toi
    father dad papa vater padre pai vader pere папа отец 爸爸 我爸 父亲 父親 父 お父さん 아빠 아버지 bo_minh bo_toi ba_toi
    brother bruder hermano irmao fratello broer frere брат 哥哥 弟弟 兄 弟 오빠 형 남동생 동생 anh_trai em_trai anh_minh anh_toi
    sister schwester hermana irma sorella zus soeur sœur сестра 姐姐 妹妹 姉 妹 누나 언니 여동생 chi_gai em_gai chi_minh chi_toi chi
    wife frau esposa mujer mulher moglie vrouw femme жена 妻子 老婆 太太 妻 아내 vo_minh vo_toi vo
    husband mann esposo marido marito man mari муж 丈夫 老公 先生 夫 남편 chong_minh chong_toi chong
    partner partnerin freund freundin novio novia pareja namorado namorada ragazzo ragazza copain copine girlfriend boyfriend 女朋友 男朋友 女友 男友 彼氏 彼女 여자친구 남자친구 ban_gai ban_trai
    son sohn hijo filho figlio zoon fils сын 儿子 兒子 息子 아들 con_trai
    daughter tochter hija filha figlia dochter fille дочь 女儿 女兒 娘 딸 con_gai
    child kid kids children kind kinder hijos enfants enfant filhos bambini ребенок 孩子 子供 아이 con_minh
    friend friends amigo amiga amico amica vriend ami amie друг подруга 朋友 友達 友人 친구 ban_minh ban_toi
    boss manager chef chefin jefe jefa jefes chefe capo baas patron patronne начальник 老板 老闆 上司 经理 部長 課長 상사 사장 팀장 sep
    colleague coworker kollege kollegin colega companero companera collega collegue коллега 同事 同僚 동료 dong_nghiep
    aunt tante tia zia тетя 阿姨 姑姑 叔母 伯母 おば 이모 고모 co_minh
    uncle onkel tio zio oom oncle дядя 叔叔 舅舅 おじ 삼촌 chu_minh bac
    grandmother grandma oma grossmutter abuela avo nonna grand-mere бабушка 奶奶 外婆 祖母 おばあさん 할머니 ba_noi ba_ngoai
    grandfather grandpa opa grossvater abuelo nonno grand-pere дедушка 爷爷 外公 祖父 おじいさん 할아버지 ong_noi ong_ngoai
    neighbour neighbor nachbar nachbarin vecino vecina vizinho vicino voisin voisine сосед 邻居 鄰居 隣人 이웃 hang_xom
    cousin cousine primo prima 表哥 表妹 いとこ 사촌
    """)
_SPACED: Final = "|".join(
    sorted((re.escape(word) for word in _ROLES if re.match("[a-zа-я]", word)), key=len, reverse=True)
)
_JOINED: Final = "|".join(
    sorted((re.escape(word) for word in _ROLES if not re.match("[a-zа-я]", word)), key=len, reverse=True)
)
_OWNERS: Final = (
    "my|our|the|a|his|her|mein|meine|unser|unsere|der|die|das|mi|mis|mon|ma|mes|notre|el|la|le|meu|minha|o|a|mio|mia|il"
    "|mijn|de|мой|моя"
)
_BEGINS: Final = re.compile(
    rf"^[\"'“„«¿¡\s]*(?:(?:{_OWNERS})\s+)?(?P<spaced>{_SPACED})(?:'s\b)?(?![a-zа-я])"
    rf"|^(?:我的?|僕の|私の|うちの|俺の|우리 ?|내 ?|제 ?)?(?P<joined>{_JOINED})"
)
_TITLED: Final = re.compile(r"^\s*(?P<name>[^\s,、。]{1,12}?)\s?(?:さん|くん|君|ちゃん|様|씨|님)[はがも은는이가의の]?")
_NAMED: Final = re.compile(
    r"^\s*(?P<name>[A-ZÀ-Þ][\w'-]+)\s+(?:is allerg\w+|lives?|lived|works?|likes?|loves?|hates?|prefers?|speaks?|drinks?|eats?"
    r"|drives?|plays?|studies|owns?|wants?|wohnt|lebt|arbeitet|mag|trinkt|isst|spricht|fährt|spielt|vive|trabaja|prefiere"
    r"|habla|bebe|come|conduce|juega|habite|travaille|aime|préfère|parle|boit|mange|conduit|joue|mora|trabalha|gosta"
    r"|fala|abita|lavora|parla|beve|mangia|woont|werkt|sống|làm việc|thích|uống|ăn|nói)\b"
)
_PRONOUN: Final = re.compile(
    r"^[\s\"']*(?:he|she|er|sie|ella|elle|il|ele|ela|lui|lei|hij|zij|он|она)\s(?!is (?:at|on|in) |endet|ist |est |es )"
    r"|^(?:他|她|彼は|彼女は|그는|그녀는|anh ay|co ay|ong ay|ba ay)"
)
_SELF: Final = frozenset(
    {"i", "we", "ich", "wir", "yo", "nosotros", "je", "nous", "eu", "io", "ik", "я", "tôi", "mình", "em", "tớ"}
)


def holder_of(text: str, folded: str) -> str:
    """Return the person a statement is about: a role or a name it begins with, SOMEBODY, or SELF."""
    if match := _BEGINS.match(folded):
        return _ROLES[match["spaced"] or match["joined"]]
    if match := _TITLED.match(text):
        return match["name"].casefold()
    if (match := _NAMED.match(text)) and match["name"].casefold() not in _SELF:
        return match["name"].casefold()
    return SOMEBODY if _PRONOUN.match(folded) else SELF


def may_be_one(older: str, newer: str) -> bool:
    """Whether two statements can be about the same person; he or she can be whoever was named before."""
    if newer == SOMEBODY:
        return older != SELF
    return older == newer
