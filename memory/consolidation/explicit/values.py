"""Whether the words in the place of a value are one: a name, a place, a thing, something liked, something to know."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from typing import Final

from kirocrew.base.scripts import HAN, HANGUL, KANA
from memory.services.doubtful_words import is_doubtful

MOST_WORDS: Final = 12  # of what somebody prefers, likes or uses; of a list each
MOST_WIDE: Final = 30  # characters of Chinese, Japanese and Korean of one
MOST_LISTED: Final = 5  # words of one thing in a list

_WIDE: Final = re.compile(f"[{HAN}{KANA}{HANGUL}]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_NO_NAME: Final = re.compile(
    r"(?:back|later|tomorrow|today|tonight|now|soon|crazy|anything|whatever|names?|anytime|when\w*|if|maybe|mad|old"
    r"|a|an|the|at|on|in|for|not|here|there|secret|unknown|none|nothing|important|different|common|long|up|out"
    r"|morgen|später|wie|was|egal|verrückt|geheim|nicht|hier|da|fou|folle|comme|demain|tard|loco|loca|mañana|como"
    r"|amanhã|depois|louco|什么|甚么|啥|谁|秘密|他|她|你|您|大家|起床|吃饭|回家|一下|一声|何|誰|秘密|名前|뭐|누구|비밀|gì|ai|sau|lại)",
    re.IGNORECASE,
)
_VAGUE_PLACE: Final = re.compile(
    r"\b(?:fear|peace|harmony|hope|dream|dreams|past|present|moment|hell|heaven|paradise|bubble|denial|pain|poverty"
    r"|house|flat|apartment|room|dorm|neighbou?rhood|area|city|town|village|country|place|world|angst|frieden|wohnung"
    r"|haus|stadt|dorf|maison|appartement|ville|peur|paix|casa|piso|ciudad|pueblo|miedo|paz|apartamento|cidade|medo"
    r"|nhà|căn hộ)\b|城市|地方|家里|家裡|附近|这里|這裡|那里|那裡|梦|宿舍|房子|公寓|ところ|場所|この|その|あの|这个|那个|이 |그 |저 |ここ|そこ|家|町|곳|여기|거기|집|도시",
    re.IGNORECASE,
)
_POINTS_AWAY: Final = re.compile(
    r"(?:it|this|that|these|those|the|how|what|when|where|who|why|your|yours|you|him|her|them|his|their|its|to be able"
    r"|being able|seeing (?:you|that|how|people)|to (?:see|hear) (?:you|that|how)|everything|anything|all|both|such|one"
    r"|ones|some|so|talking (?:to|with) you|chatting with you|another|either|neither|any|nothing|not|no|doing this"
    r"|doing it|doing that|watching (?:him|her|them|you)|more|less|same|we|they|he|she|i|my (?:own|new)|meeting you"
    r"|das|die|der|den|dies\w*|jen\w*|es|dich|dir|dein\w*|euch|euer|eure|sie|ihn|ihm|ihr\w*|sein\w*|alles|wie|was|wenn"
    r"|dass|so|nicht|nichts|beide|solche\w*"
    r"|ça|cela|ceci|ce|cet|cette|ces|le tien|ta|ton|tes|vos|votre|te|vous|lui|leur|tout|tous|toutes|que|qu'\S+|comment"
    r"|quand|bien ça|pas|rien|autant|celui\S*|celle\S*|ceux\S*"
    r"|eso|esto|ese|esa|esos|esas|este|esta|estos|estas|aquello|aquel|tu|tus|su|sus|te|lo|la idea|que|cómo|como"
    r"|cuando|todo|todos|nada|tanto|no|ambos"
    r"|isso|isto|aquilo|esse|essa|esses|essas|desse|dessa|disso|disto|este|esta|deste|desta|dele|dela|seu|sua|teu|tua"
    r"|você|de você|que|tudo|nada|tanto|não|ambos"
    r"|đó|này|kia|nó|bạn|anh ấy|cô ấy|điều|cái (?:này|đó)|cách|được|khi|nếu|gì|tất cả|như|câu|hết|lắm|quá)"
    r"(?:\s.*)?",
    re.IGNORECASE | re.DOTALL,
)
_POINTS_AWAY_WIDE: Final = re.compile(
    "^(?:[这這那它他她你您]|我们|我們|咱|自己|什么|甚麼|怎么|一切|所有|跟你|和你|与你|同你|被|的|上了|不|没|沒|听你|看你|如此|以上|同样|其中|所以|看到|"
    "あなた|君|誰|谁|どこ|いつ|それ|これ|あれ|その|この|あの|彼|そう|こう|どれ|何|全部|すべて|"
    "그|이거|이것|저거|저것|그거|그것|너|당신|네가|니가|이런|그런|저런|이렇게|그렇게|뭐|무엇|다 )"
    "|(?:这|那)(?:个|些|种|样|部|首|本|里|位|家|段|类|份|幅|张|款)|你的|您的|[吗吧呢啊么]$|的感觉$|的时候$|这样|那样|一起聊|聊天$|的是$"
)
_LEFT_OPEN: Final = re.compile(
    r"\b(?:this|these|those|him|them|itself|themselves|here|there|in particular|(?:two|three|some|many|several|a few|lots of)"
    r" (?:things|projects|ideas|options)|stuff like that|hier|dort|davon|damit|ici|là-bas|en particulier|aquí|allí|aqui|ali"
    r"|ở đây|ở đó)\b|^(?:\w+ ){0,3}it\b(?! (?:is|was)\b)",
    re.IGNORECASE,
)
"""Words for what was said or seen before, anywhere in a value."""
_LAST_LISTED: Final = re.compile(
    r"(?:and|or|und|oder|et|ou|y|e|o|và|hoặc)\s(?!(?:i|i'\w+|my|we|it|he|she|they|you|ich|wir|mein\w*|er|sie|es|du|je|j'\S+|nous|on"
    r"|il|elle|yo|me|mi|él|ella|eu|meu|minha|ele|ela|tôi|mình|em)\b)",
    re.IGNORECASE,
)
_SECOND_PERSON: Final = re.compile(
    r"\b(?:you|you're|you've|your|yours|yourself|du(?= \w+st\b)|\w+st du|dich|dir|dein\w*|ihr|euch|tu|toi|ton|ta|tes|vous|votre|vos|tú|ti"
    r"|tus|usted|você|vocês|seu|sua|bạn)\b|你|您|あなた|君|당신|너는|네가",
    re.IGNORECASE,
)

_SAID_BEFORE: Final = re.compile(
    r"(?:it|it's|this|that|that's|these|those|he|he's|she|she's|they|they're|there|er|sie|es|das ist|dies\w*|il|elle|ils|elles|ça"
    r"|c'est|ceci|cela|él|ella|ellos|ellas|eso|esto|ese|esa|ele|ela|eles|elas|isso|isto|nó|đó|đây|điều này|anh ấy|cô ấy|họ)\b"
    r"|[他她它这這那]|それ|これ|あれ|その|この|彼|그(?:것|건|게|는|녀)|이(?:것|건|게|거)",
    re.IGNORECASE,
)


def is_name(value: str) -> bool:
    """Whether a value can be what somebody is called: letters, few words, a capital where the writing has them."""
    words = value.split()
    if _NO_NAME.fullmatch(value.strip()) or not _LETTER.search(value) or any(_NO_NAME.fullmatch(w) for w in words[:1]):
        return False
    if _WIDE.search(value):
        return len(value) <= MOST_LISTED + 5 and not is_doubtful(value) and "的" not in value
    return value[:1].isupper() and len(words) <= MOST_LISTED and not is_doubtful(value)


def is_place(value: str) -> bool:
    """Whether a value can be a place with a name of its own: Berlin, or Berlin, Germany."""
    if _VAGUE_PLACE.search(value):
        return False
    return all(is_name(part.strip()) for part in re.split("[,，]", value))


def is_thing(value: str) -> bool:
    """Whether a value says itself what it is: not too long, nothing that points to what was said before."""
    bare = value.strip()
    if not bare or not any(map(str.isalnum, bare)):
        return False
    if len(_WIDE.findall(bare)) > MOST_WIDE or len(bare.split()) > MOST_WORDS:
        return False
    if not _is_list(bare):
        return False
    return not any(
        (
            _SECOND_PERSON.search(bare),
            _LEFT_OPEN.search(bare),
            _POINTS_AWAY.fullmatch(bare),
            _POINTS_AWAY_WIDE.search(bare),
        )
    )


def is_rule(rule: str) -> bool:
    """Whether a rule says itself what it is about."""
    return _LEFT_OPEN.search(rule) is None


def is_short(value: str) -> bool:
    """Whether a value can stand under a key: a few words that name something."""
    return is_thing(value) and not is_doubtful(value)


def is_told(text: str) -> bool:
    """Whether a text can be kept as it stands: it addresses nobody and does not begin with what was said before."""
    return _SECOND_PERSON.search(text) is None and _SAID_BEFORE.match(text) is None


def _is_list(value: str) -> bool:
    """Whether commas in a value are those of a list: short things, the last with a word such as "and"."""
    if "," not in value:
        return True
    *most, last = [part.strip() for part in value.split(",")]
    ends = _LAST_LISTED.match(last)
    before = re.search(r"\s(?:and|or|und|oder|et|ou|y|e|o|và|hoặc)\s", last)
    return bool(ends or before) and all(0 < len(part.split()) <= MOST_LISTED for part in [*most, last])
