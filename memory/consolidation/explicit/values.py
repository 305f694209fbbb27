"""Whether the words in the place of a value are one: a name, a place, a thing, something liked, something to know."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from typing import Final

from kirocrew.base.scripts import HAN, HANGUL, KANA
from kirocrew.base.text import fold
from memory.consolidation.explicit import keys
from memory.consolidation.explicit.days import names_day
from memory.recall.updates.cues import Cue, cues_in
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
    r"|amanhã|depois|louco|什么|甚么|啥|谁|秘密|他|她|你|您|大家|滚|女王\S*|公主\S*|笨蛋|起床|吃饭|回家|一下|一声|何|誰|秘密|名前|바보|천재|여왕|뭐|누구|비밀|gì|ai|sau|lại)",
    re.IGNORECASE,
)
_NOBODY: Final = re.compile(
    r"x{2,}|(?:john|jane|joe|mary) (?:doe|bloggs|smith|public)|(?:max|erika) mustermann|fulano(?: de tal)?|fulana"
    r"|nguyễn văn [ab]|trần thị b|(?:your|my|first|full|last) name|name|test(?: user)?|foo|bar|nobody|anonymous|hase|programm|personne"
    r"|张三|李四|王五|某某|山田太郎|名無し|홍길동|아무개",
    re.IGNORECASE,
)
"""What stands in forms and examples in the place of a name."""
_VAGUE_PLACE: Final = re.compile(
    r"\b(?:python|java|javascript|typescript|kotlin|rust|ruby|excel|slack|vim|neovim|emacs|jira|word|outlook|teams|photoshop|figma"
    r"|notion|github|gitlab|linux|windows|minecraft|discord|zoom|terminal|plan [ab]|accounting|marketing|sales|engineering|fear|peace|harmony|hope|dream|dreams|past|present|moment|hell|heaven|paradise|bubble|denial|pain|poverty"
    r"|(?-i:house|flat|apartment|room|dorm|neighbou?rhood|area|city|town|village|country|place|world)|angst|frieden|wohnung"
    r"|haus|stadt|dorf|miete|untermiete|scheidung|trennung|armut|freiheit|wg|gefahr|beziehung|hoffnung|sorge|trauer|ungewissheit|maison|appartement|ville|peur|paix|casa|piso|ciudad|pueblo|miedo|paz|apartamento|cidade|medo"
    r"|nhà|căn hộ)\b|城市|地方|旁边|旁邊|学校|學校|公司|对面|楼上|楼下|隔壁|郊区|市区|乡下|农村|近く|実家|一人|学校|会社|근처|옆|동네|기숙사|시골|학교|회사|아파트|혼자|家里|家裡|附近|这里|這裡|那里|那裡|梦|宿舍|房子|公寓|[里裡]$|ところ|場所|この|その|あの|这个|那个|이 |그 |저 |ここ|そこ|(?<![一-龯])[家町](?![一-龯])|곳|여기|거기|집|도시",
    re.IGNORECASE,
)
_POINTS_AWAY: Final = re.compile(
    r"(?:it|this|that|these|those|the|how|what|when|where|who|why|your|yours|you|him|her|them|his|their|its|to be able"
    r"|being able|seeing (?:you|that|how|people)|to (?:see|hear) (?:you|that|how)|everything|anything|all|both|such|one"
    r"|ones|some|so|talking (?:to|with) you|chatting with you|another|either|neither|any|nothing|not|no|doing this"
    r"|doing it|doing that|watching (?:him|her|them|you)|more|less|same|we|they|he|she|i|my (?:own|new)|meeting you"
    r"|without|ohne|sans|sin|sem|hard|difficult|tough|schwer|schwierig|difficile|difícil|khó|bien|ne|nichts|gar nichts|à (?:penser|croire)"
    r"|das|die|der|den|dies\w*|jen\w*|es|dich|dir|dein\w*|euch|euer|eure|sie|ihn|ihm|ihr\w*|sein\w*|alles|wie|was|wenn"
    r"|dass|so|nicht|nichts|beide|solche\w*"
    r"|ça|cela|ceci|ce|cet|cette|ces|le tien|ta|ton|tes|vos|votre|te|vous|lui|leur|tout|tous|toutes|que|qu'\S+|comment"
    r"|quand|bien ça|pas|rien|autant|celui\S*|celle\S*|ceux\S*"
    r"|eso|esto|ese|esa|esos|esas|este|esta|estos|estas|aquello|aquel|tu|tus|su|sus|te|lo|la idea|que|cómo|como"
    r"|cuando|todo|todos|nada|tanto|no|ambos"
    r"|isso|isto|aquilo|esse|essa|esses|essas|desse|dessa|disso|disto|este|esta|deste|desta|dele|dela|seu|sua|teu|tua"
    r"|você|de você|que|tudo|nada|tanto|não|ambos"
    r"|đó|này|kia|nó|bạn|anh ấy|cô ấy|điều|cái (?:này|đó)|cách|được|khi|nếu|gì|tất cả|như|câu|hết|lắm|quá|hơn|thì|cái (?:thứ|kia))"
    r"(?:\s.*)?",
    re.IGNORECASE | re.DOTALL,
)
_POINTS_AWAY_WIDE: Final = re.compile(
    "^(?:[这這那它就过得]|第[一二三四五]个|前者|后者|後者|另一|其他|首个|みんな|皆|こっち|そっち|あっち|첫 ?번째|두 ?번째|세 ?번째|다른 |후자|전자|[这這那它他她你您]|我们|我們|咱|自己|什么|甚麼|怎么|一切|所有|跟你|和你|与你|同你|被|的|上了|不|没|沒|听你|看你|如此|以上|同样|其中|所以|看到|"
    "あなた|君|誰|谁|どこ|いつ|それ|これ|あれ|その|この|あの|彼|そう|こう|どれ|何|全部|すべて|"
    "그|이거|이것|저거|저것|그거|그것|너|당신|네가|니가|이런|그런|저런|이렇게|그렇게|뭐|무엇|다 )"
    "|(?:这|那)(?:个|些|种|样|部|首|本|里|位|家|段|类|份|幅|张|款)|你的|您的|[吗吧呢啊么]$|的感觉$|的时候$|这样|那样|一起聊|聊天$|的是$"
)
_LEFT_OPEN: Final = re.compile(
    r"\b(?:option|plan|version|variante?|opción|opção|phương án) (?:[a-z]|[0-9]+|one|two|three|eins|zwei)\b"
    r"|^(?:the |la |le |l'|el |o |a |die |der |das |den )?(?:first|second(?!-year)|third|latter|former|other|last|zweite\w*|erste\w*|dritte\w*"
    r"|andere\w*|letzte\w*|premi\S+|deuxième|second\w*|dernier\w*|autre|segund[oa]|primer\w*|otr[oa]s?|outr[oa]s?|últim[oa])\b"
    r"|\b(?:diese[nmrs]?|jene[nmrs]?|ces|cet|cette|est[aeo]s?|es[aeo]s|esa|ess[ae]s?)\b|\w+[aei]r(?:lo|los|se)\b"
    r"|'s (?:version|idea|one|approach|way|suggestion|option|plan)\b|\b(?:back again|then back|and back|zurück|de vuelta|de volta)$"
    r"|^to (?:think|say|remain|be honest|admit)\b|^my (?:life|self)\b"
    r"|\b(?:this|these|those|him|them|itself|themselves|here|there|in particular|(?:two|three|some|many|several|a few|lots of)"
    r" (?:things|projects|ideas|options)|stuff like that|hier|dort|davon|damit|ici|là-bas|en particulier|aquí|allí|aqui|ali"
    r"|ở đây|ở đó|thế|vậy)\b|^(?:\w+ ){0,3}it\b(?! (?:is|was)\b)",
    re.IGNORECASE,
)
"""Words for what was said or seen before, anywhere in a value."""
_LAST_LISTED: Final = re.compile(
    r"(?:and|or|und|oder|et|ou|y|e|o|và|hoặc)\s(?!(?:so|not|else|then|i|i'\w+|my|we|it|he|she|they|you|ich|wir|mein\w*|er|sie|es|du|je|j'\S+|nous|on"
    r"|il|elle|yo|me|mi|él|ella|eu|meu|minha|ele|ela|tôi|mình|em)\b)",
    re.IGNORECASE,
)
_OWN: Final = re.compile(
    r"\b(?:i|i'm|i've|i'll|my|mine|me|we|we're|our|us|ich|mein\w*|mir|mich|wir|unser\w*|uns|je|j'\w+|mon|ma|mes|moi|nous|notre|nos|on"
    r"|yo|mis?|me|soy|estoy|tengo|vivo|trabajo|prefiero|uso|nuestr[oa]s?|somos|estamos|tenemos|usamos"
    r"|eu|meus?|minhas?|sou|estou|tenho|moro|trabalho|uso|noss[oa]s?|temos|estamos|tôi|mình|em|chúng tôi)\b"
    r"|[0-9]|(?<=\s)(?-i:[A-ZÀ-ÞĐ])\w|[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]",
    re.IGNORECASE,
)
"""Words for the speaker, or something with a number or a name; in scripts without spaces anything, as they leave it out."""
_SECOND_PERSON: Final = re.compile(
    r"\b(?:you|you're|you've|your|yours|yourself|du(?= (?:\w+st|mir|mich|uns)\b)|\w+st du|dich|dir|dein\w*|ihr|euch|tu|toi|ton|ta|tes|vous|votre|vos|tú|ti"
    r"|tus|usted|debes|tienes|eres|puedes|dijiste|você|vocês|seu|sua|bạn)\b|你|您|あなた|君|당신|너는|네가",
    re.IGNORECASE,
)

_OTHERS: Final = re.compile(
    r"\b(?:other|another|their|theirs|his|her|hers|andere\w*|ihre?|seine?|autres?|leurs?|son|sa|otr[oa]s?|sus?|outr[oa]s?|dele|dela"
    r"|deles|khác|của (?:anh ấy|cô ấy|họ))\b|别人|其他|他们|她们|他的|她的|彼ら|彼の|彼女の|他の|다른|그들",
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
    if _NOBODY.fullmatch(value.strip()):
        return False
    if _NO_NAME.fullmatch(value.strip()) or not _LETTER.search(value) or any(_NO_NAME.fullmatch(w) for w in words[:1]):
        return False
    if _WIDE.search(value):
        if value[0] in "了不没沒他她它你您个個一来來去过過得":
            return False
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


def is_of_others(text: str) -> bool:
    """Whether a text says that something is somebody else's, or another one."""
    return _OTHERS.search(text) is not None


def is_rule(rule: str) -> bool:
    """Whether a rule says itself what it is about."""
    return _LEFT_OPEN.search(rule) is None


def is_of_key(value: str, key: str) -> bool:
    """Whether a value can stand under a key that a noun gave: a product that is known, a time zone, a day of the year."""
    if key == keys.BIRTHDAY:
        return names_day(value) and re.search("[0-9]", value) is not None
    return keys.VALUES[key].fullmatch(value.strip()) is not None


def is_told(text: str) -> bool:
    """Whether a text can be kept as it stands: it addresses nobody and does not begin with what was said before."""
    if _SECOND_PERSON.search(text) or _SAID_BEFORE.match(text) or Cue.ONCE in cues_in(fold(text)):
        return False
    if _OWN.search(text) is None:  # "remember that every step counts" is meant for whoever listens
        return False
    return _LEFT_OPEN.search(text) is None and re.search(r"\b(?:it|so)$", text) is None


def _is_list(value: str) -> bool:
    """Whether commas in a value are those of a list: short things, the last with a word such as "and"."""
    if "," not in value:
        return True
    *most, last = [part.strip() for part in value.split(",")]
    ends = _LAST_LISTED.match(last)
    before = re.search(r"\s(?:and|or|und|oder|et|ou|y|e|o|và|hoặc)\s", last)
    return bool(ends or before) and all(0 < len(part.split()) <= MOST_LISTED for part in [*most, last])
