"""Words that turn a sentence round or leave it open: negations, conditions, questions, guesses, dreams. Nine languages.

They are looked for in a value without quotation marks, where "Porto only if I ask" would otherwise be taken for one. A
value that holds such a word must be quoted, so a word too many here costs two marks, and one too few a wrong memory.
No list of words is complete, so its shape must be that of a name, too: one word, words with capitals and particles of
names between them, or two small words; in Japanese and Korean nothing that looks like a word with its ending.
"""

import re
import unicodedata
from typing import Final

MOST_WORDS: Final = 6  # of a value without quotation marks
MOST_SMALL_WORDS: Final = 2  # of one without a capital: green tea
MOST_WIDE: Final = 10  # Chinese, Japanese and Korean characters of one

_ENGLISH: Final = """
    no not never none nothing nobody neither nor cannot cant dont wont without hardly
    if unless until till when whenever whether once provided assuming except but only instead rather than or
    what which who whose why how where whatever whichever whoever wherever
    anything something anywhere somewhere should could would might shall maybe perhaps possibly probably
    dream dreams dreamt dreamed joke joking kidding jk lol hypothetically pretend imagine suppose supposedly
    story fiction fictional sarcasm example
    wrong wait again anymore someday eventually tomorrow yesterday today later soon please thanks
"""
_GERMAN: Final = """
    nicht nichts nie niemals niemand kein keine keinen keinem keiner keines keinesfalls keineswegs ohne weder noch
    wenn sofern solange sobald ob bevor bis außer aber nur sondern statt anstatt oder
    was wer wie warum wieso wann wo welche welcher welches soll sollte sollten könnte würde dürfte
    vielleicht eventuell womöglich möglicherweise wahrscheinlich vermutlich angeblich
    traum träumen geträumt spaß scherz angenommen falsch wieder mehr morgen gestern heute später bald bitte danke
"""
_FRENCH: Final = """
    ne pas jamais rien aucun aucune personne nul nulle ni sans plus guère
    si quand lorsque sauf avant jusqu'à mais seulement uniquement plutôt ou à_moins
    que quoi qui quel quelle pourquoi comment où devrait devrais pourrait serait
    peut-être éventuellement probablement sûrement soi-disant
    rêve rêvé rêver blague plaisanterie imaginons supposons faux demain hier aujourd'hui bientôt merci
"""
_SPANISH: Final = """
    no nunca jamás jamas nada nadie ningún ninguna ninguno tampoco ni sin
    si cuando salvo excepto hasta antes pero solo sólo solamente sino o u
    qué que quién cuál cómo por_qué dónde debería podría sería
    quizá quizás quizas acaso probablemente posiblemente tal_vez
    sueño sueños soñé soñado broma imagina supongamos falso mañana ayer hoy luego pronto gracias
"""
_PORTUGUESE: Final = """
    não nao nunca jamais nada ninguém ninguem nenhum nenhuma nenhuns tampouco nem sem
    se quando caso salvo exceto até antes mas só somente apenas senão ou
    que quem qual como por_quê onde deveria poderia seria
    talvez porventura provavelmente possivelmente
    sonho sonhos sonhei sonhado brincadeira imagine suponhamos falso amanhã ontem hoje depois obrigado obrigada
"""
_VIETNAMESE: Final = """
    không khong chưa đừng chẳng chả chớ
    nếu lúc trừ trước cho_tới nhưng chỉ mà hoặc nào gì đâu à hả nhỉ ư nhé
    có_thể có_lẽ giá_mà giả_sử được đùa hôm
"""
_LOWER_ONLY: Final = frozenset("falls gesetzt hay khi ai sao mai sai mơ thôi chắc".split())
"""Taken for the word in small letters only: Niagara Falls is a place, AI no question."""
_WORDS: Final = frozenset(
    word
    for text in (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE, _VIETNAMESE)
    for word in text.split()
    if "_" not in word
)
_PHRASES: Final = tuple(
    word.replace("_", " ")
    for text in (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE, _VIETNAMESE)
    for word in text.split()
    if "_" in word
)
# Bhutan, Africa, Wuxi, Beppu and the like are names that hold such a character.
_CHINESE: Final = (
    r"不(?!丹|锈|銹|动产|動產|来梅|來梅)|没|沒|勿|非(?!洲|常)|未(?!来|來|央)|别(?!墅|克|名|人)|別(?!墅|府|名|人)"
    r"|无(?!锡|线|印|名)|無(?!錫|線|印|名)|并非|絕|绝|吗|嗎|呢|嘛|吧|么|麼|怎|什么|為何|为何|多久|是否|谁|誰"
    r"|如果|要是|假如|假设|假設|若是|倘|除非|除了|的话|的話|的时候|的時候|之前|以前|之后|之後|以后|以後"
    r"|是|会(?!津|稽)|會(?!津|稽)|就|才|或|也许|也許|可能|大概|应该|應該|可以|需要|我想|想要|只有|只是|只能|但|而"
    r"|梦|夢|开玩笑|開玩笑|说|說|问|問|错|錯|了$|太早|太晚|明天|昨天|今天|好吗|行吗|谢谢|謝謝"
)
_JAPANESE: Final = (
    r"ない|なく|なかっ|なけれ|ません|ぬ$|ずに|もし|たら|なら(?!志野)|れば|場合|とき|時は|まで|以外|だけ|しか|けど"
    r"|でも|または|あるいは|もしくは"
    r"|ですか|ますか|かな|かも|かどうか|だろう|でしょう|たぶん|多分|おそらく|恐らく|なぜ|どう|どこ|何|誰|いつ"
    r"|決して|絶対|けっして"
    r"|夢|冗談|仮に|かりに|たとえば|例えば|つもり|違|間違|明日|昨日|今日|あとで|では|じゃ|は、"
)
_KOREAN: Final = (
    r"않|아니|아닌|말고|말아|마라|마세요|지 ?마|못 |안 |절대|결코|만약|만일|혹시|라면|다면|으면|거든|경우|때만|까지"
    r"|전에|이외|외에|빼고|만 ?일"
    r"|까\b|나요|는지|을지|어떻|어떨|왜|무엇|뭐|뭘|누구|어디|언제|또는|혹은|이나|거나|하지만|아마|어쩌면|글쎄|설마"
    r"|꿈|농담|가령|예를|마음대|멋대|그대$|이대$|함부|억지|틀렸|틀린|내일|어제|오늘|나중"
)
_UNSPACED: Final = re.compile(f"{_CHINESE}|{_JAPANESE}|{_KOREAN}")
_PARTICLES: Final = frozenset(
    """
    de da do dos das du des del della di la le les los las el lo der den dem des am an von van ter ten zu zur zum
    of the upon sur sous y e et und and i phố
    """.split()
)
"""Small words inside names: Frankfurt am Main, Vila Nova de Gaia, Ho Chi Minh City's Thành phố."""
_DAYS: Final = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag
    sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes
    """.split()
)
_MORE_UNSPACED: Final = re.compile(
    r"的|他|她|它|我|你|您|们|們|等|为|為|很|也|还|還|请|請|让|讓|反对|反對|同意|[明去今]年|下[周週月]|被"
    r"|[一-龯ァ-ヺー][ぁ-ゖ]|来年|来月|来週|今年|去年|昨年|先月|後日|将来|[가-힣]\s|거짓|실수|장난"
)
"""Pronouns and the like, Japanese endings after a stem, Korean words before another, and adverbs of time and manner."""
_NO_VALUE: Final = frozenset({"새", "별", "정말", "진짜", "실제", "서", "따", "바"})
"""Korean words whose adverb ends as the mark of a goal does: what is changed 새로 is changed anew."""
_TOKEN: Final = re.compile(r"[^\s\"“”„«»「」『』()\[\]…]+")


def is_doubtful(value: str) -> bool:
    """Whether a value is too long to stand without quotation marks, or holds a word that turns the sentence round."""
    plain = unicodedata.normalize("NFKC", value).replace("’", "'")
    tokens = [token.strip("'.,:;-–—*_") for token in _TOKEN.findall(plain)]
    if len(tokens) > MOST_WORDS or _wide(plain) > MOST_WIDE or not _is_like_a_name(tokens):
        return True
    unspaced = _UNSPACED.search(plain) or _MORE_UNSPACED.search(plain)
    return any(map(_turns_round, tokens)) or _has_phrase(plain) or unspaced is not None


def _is_like_a_name(tokens: list[str]) -> bool:
    """Whether words with capitals have only particles of names beside them, or there are few words without."""
    small = [token for token in tokens if token[:1].islower()]
    if any(token[:1].isupper() for token in tokens):
        return all(token in _PARTICLES for token in small)
    return len(tokens) <= MOST_SMALL_WORDS


def _turns_round(token: str) -> bool:
    lower = token.casefold()
    if token in _LOWER_ONLY or lower in _NO_VALUE or lower.endswith("n't") or "?" in token or "¿" in token:
        return True
    return lower in _WORDS or lower in _DAYS or unicodedata.normalize("NFC", lower) in _WORDS


def _has_phrase(text: str) -> bool:
    padded = f" {' '.join(text.casefold().split())} "
    return any(f" {phrase} " in padded for phrase in _PHRASES)


def _wide(text: str) -> int:
    return sum(unicodedata.east_asian_width(char) in "WF" for char in text)
