"""Turn the label of a key-value line into the key of a fact, whatever script the label is written in."""

import re

from kirocrew.base.canonical import content_hash
from kirocrew.base.text import fold
from memory.transfer.items import JsonValue

KEY_MAX_CHARS = 100
SEGMENT_MAX_CHARS = 40
# Hex digits that stand for what a key cannot say: 40 bits, enough for the labels of one person.
_HASH_DIGITS = 10

# The same thing has one key in every language; labels are compared folded. Left out: what is ambiguous.
_KNOWN_LABELS = {
    "name": "name|nombre|nom|nome|名前|氏名|姓名|名字|이름|tên|họ tên|isim|imya|имя|الاسم|jméno|imię|nama",
    "call_name": (
        "what to call them|what to call me|call me|preferred name|nickname|cómo llamarla|"
        "cómo llamarlo|spitzname|rufname|"
        "呼び方|呼び名|称呼|昵称|호칭|cách gọi|biệt danh|surnom"
    ),
    "timezone": (
        "timezone|time zone|tz|zeitzone|zona horaria|fuseau horaire|fuso horário|"
        "fuso orario|タイムゾーン|时区|時區|시간대|"
        "múi giờ|saat dilimi|часовой пояс"
    ),
    "language": "language|sprache|idioma|langue|lingua|言語|语言|語言|언어|ngôn ngữ|dil|язык",
    "languages": "languages|sprachen|idiomas|langues",
    "location": "location|standort|wohnort|ubicación|lieu|lokalizacja|居住地|所在地|住所|거주지|nơi ở|konum|город",
    "role": "role|rolle|rol|rôle|役割|角色|역할|vai trò",
    "profession": "profession|beruf|profesión|profession|職業|职业|직업|nghề nghiệp|meslek|профессия",
    "pronouns": "pronouns|pronomen|pronombres|pronoms|代名詞|代词",
    "birthday": "birthday|geburtstag|cumpleaños|anniversaire|誕生日|生日|생일|sinh nhật|doğum günü|день рождения",
    "email": "email|e-mail|mail|correo|courriel|メール|邮箱|이메일",
    "hobbies": "hobbies|hobby|hobbys|aficiones|loisirs|趣味|爱好|취미|sở thích",
    "interests": "interests|interessen|intereses|centres d'intérêt|興味|兴趣|관심사|mối quan tâm",
    "dislikes": "dislikes|hates|苦手|嫌い|不喜欢|싫어하는 것|không thích|abneigungen",
    "likes": "likes|loves|好き|喜欢|좋아하는 것|thích|mag",
    "notes": "notes|note|notizen|notas|notes|メモ|备注|備考|메모|ghi chú|notlar|заметки",
    "company": "company|firma|unternehmen|empresa|entreprise|azienda|会社|公司|회사|công ty|şirket|компания",
    "work": "work|job|arbeit|trabajo|travail|lavoro|仕事|工作|업무|công việc|iş|работа",
    "title": "title|job title|position|職位|职位|직책|chức vụ|должность",
    "family": "family|familie|familia|famille|famiglia|家族|家庭|가족|gia đình|aile|семья",
    "environment": "environment|environments|umgebung|entorno|environnement|環境|环境|환경|môi trường|ortam",
}
_CANONICAL = {fold(label): key for key, labels in _KNOWN_LABELS.items() for label in labels.split("|")}
_PREFERENCE_KEYS = frozenset({"likes", "dislikes"})
_OUTSIDE = re.compile(r"[^a-z0-9]+")
_PARENTHESIS = re.compile(r"[（(][^()（）]{0,60}[)）]\s*$")


def fact_key(namespace: str, labels: tuple[str, ...]) -> str:
    """The key for a label under its headings; at most 100 characters of a-z, 0-9, `_` and `.`, always legal."""
    segments = [segment(label) for label in labels if label.strip()]
    if segments and segments[-1] in _PREFERENCE_KEYS and namespace == "user":
        namespace = "pref"
    # "user.user.name" says nothing more than "user.name".
    segments = [part for index, part in enumerate(segments) if index == len(segments) - 1 or part != namespace]
    key = ".".join((namespace, *segments))
    if len(key) <= KEY_MAX_CHARS:
        return key
    tail = "_" + content_hash(key)[:_HASH_DIGITS]
    return key[: KEY_MAX_CHARS - len(tail)].rstrip("._") + tail


def segment(label: str) -> str:
    """One part of a key: the folded label, a known word's English name, or `x` and a hash of the label."""
    folded = fold(label.strip())
    if known := _CANONICAL.get(folded):
        return known
    slug = _OUTSIDE.sub("_", folded).strip("_")
    if not says_it(label):
        return "x" + content_hash(folded)[:_HASH_DIGITS]
    if len(slug) > SEGMENT_MAX_CHARS:
        return f"{slug[:SEGMENT_MAX_CHARS].rstrip('_')}_{content_hash(folded)[:_HASH_DIGITS]}"
    return slug.replace("favourite", "favorite")


def says_it(label: str) -> bool:
    """Whether a key can be read for what the label says: it is known, or its letters survive as a-z."""
    folded = fold(label.strip())
    letters = [char for char in _PARENTHESIS.sub("", folded) if char.isalpha()]
    return folded in _CANONICAL or (bool(letters) and all(char.isascii() for char in letters))


def fact_value(labels: tuple[str, ...], value: str) -> JsonValue:
    """The value to store: the text, with its labels beside it when the key cannot say what they were."""
    named = [label.strip() for label in labels if label.strip()]
    return value if all(map(says_it, named)) else {"label": " / ".join(named), "value": value}
