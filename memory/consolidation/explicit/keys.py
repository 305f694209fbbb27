"""Under which keys facts are kept, and by which nouns people name them. Where no noun is in the table: an episode."""

from typing import Final

NAME: Final = "user.name"
PREFERRED_NAME: Final = "user.preferred_name"
LOCATION: Final = "user.location"
BIRTHDAY: Final = "user.birthday"

NOUNS: Final[dict[str, dict[str, str]]] = {
    "english": {
        "user.timezone": "time ?zone",
        "user.birthday": "birthday|date of birth",
        "pref.editor": "(?:text |code )?editor|ide",
        "pref.browser": "(?:web )?browser",
        "pref.shell": "shell",
    },
    "german": {
        "user.timezone": "zeitzone",
        "user.birthday": "geburtstag|geburtsdatum",
        "pref.editor": "(?:text-?|code-?)?editor|ide",
        "pref.browser": "(?:web-?)?browser",
        "pref.shell": "shell",
    },
    "french": {
        "user.timezone": "fuseau horaire",
        "user.birthday": "anniversaire|date de naissance",
        "pref.editor": "éditeur(?: de texte| de code)?|ide",
        "pref.browser": "navigateur(?: web)?",
        "pref.shell": "shell",
    },
    "spanish": {
        "user.timezone": "zona horaria|huso horario",
        "user.birthday": "cumpleaños|fecha de nacimiento",
        "pref.editor": "editor(?: de texto| de código)?|ide",
        "pref.browser": "navegador(?: web)?",
        "pref.shell": "shell",
    },
    "portuguese": {
        "user.timezone": "fuso horário",
        "user.birthday": "aniversário|data de nascimento",
        "pref.editor": "editor(?: de texto| de código)?|ide",
        "pref.browser": "navegador(?: web)?",
        "pref.shell": "shell",
    },
    "chinese": {
        "user.timezone": "时区|時區",
        "user.birthday": "生日|出生日期",
        "pref.editor": "(?:文本|代码)?编辑器|編輯器",
        "pref.browser": "浏览器|瀏覽器",
        "pref.shell": "shell",
    },
    "japanese": {
        "user.timezone": "タイムゾーン",
        "user.birthday": "誕生日|生年月日",
        "pref.editor": "(?:テキスト)?エディター?",
        "pref.browser": "ブラウザー?",
        "pref.shell": "シェル",
    },
    "korean": {
        "user.timezone": "시간대",
        "user.birthday": "생일|생년월일",
        "pref.editor": "(?:텍스트 |코드 )?(?:에디터|편집기)",
        "pref.browser": "(?:웹 )?브라우저",
        "pref.shell": "셸|쉘",
    },
    "vietnamese": {
        "user.timezone": "múi giờ",
        "user.birthday": "sinh nhật|ngày sinh",
        "pref.editor": "trình soạn thảo|editor",
        "pref.browser": "trình duyệt",
        "pref.shell": "shell",
    },
}
