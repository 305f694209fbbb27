"""Under which keys facts are kept, and by which nouns people name them. Where no noun is in the table: an episode."""

# ruff: noqa: E501
# Lists of words: one form a line is easier to check than lines of one length.

import re
from typing import Final

NAME: Final = "user.name"
PREFERRED_NAME: Final = "user.preferred_name"
LOCATION: Final = "user.location"
BIRTHDAY: Final = "user.birthday"

_EDITORS: Final = (
    r"(?:gnu )?emacs|spacemacs|doom(?: emacs)?|n?vim|neovim|vi|helix|zed|nano|micro|kakoune|kate|kwrite|gedit|geany|atom"
    r"|(?:visual studio|vs) ?code|vscode|vscodium|code|cursor|windsurf|sublime(?: text)?|textmate|bbedit|nova|notepad(?:\+\+)?"
    r"|intellij(?: idea)?|idea|pycharm|webstorm|phpstorm|goland|rider|clion|rubymine|rustrover|datagrip|android studio"
    r"|xcode|visual studio|eclipse|netbeans|acme|lapce|pulsar|thonny|spyder|jupyter(?:lab)?|rstudio"
    r"|빔|네오빔|이맥스|서브라임|비주얼 스튜디오 코드|인텔리제이|파이참|ヴィム|秀丸(?:エディタ)?|サクラエディタ"
)
_BROWSERS: Final = (
    r"(?:mozilla )?firefox|(?:google )?chrome|chromium|safari|(?:microsoft )?edge|brave|opera(?: gx)?|vivaldi|arc|zen|librewolf"
    r"|waterfox|tor(?: browser)?|duckduckgo|epiphany|gnome web|falkon|konqueror|qutebrowser|nyxt|lynx|w3m|orion|dia"
    r"|samsung internet|whale|yandex|cốc cốc|coc coc|火狐|谷歌浏览器|火狐浏览器|크롬|파이어폭스|사파리|엣지|웨일"
    r"|クローム|ファイアフォックス|サファリ|エッジ"
)
_SHELLS: Final = r"bash|zsh|fish|nu|nushell|ksh|mksh|tcsh|csh|dash|sh|elvish|xonsh|oil|ysh|power ?shell|pwsh|cmd"
_ZONES: Final = (
    r"[A-Z][A-Za-z]+/[A-Z][\w+-]+(?:/[A-Z]\w+)?|(?:UTC|GMT) ?(?:[+-−] ?[0-9]{1,2}(?::?[0-9]{2})?)?|[A-Z]{2,5}"
    r"|[A-Z]\w+(?: \w+)? time|mitteleuropäische (?:sommer)?zeit|北京时间|北京時間|东部时间|日本時間|한국 ?시간"
)
VALUES: Final = {
    "pref.editor": re.compile(_EDITORS, re.IGNORECASE),
    "pref.browser": re.compile(_BROWSERS, re.IGNORECASE),
    "pref.shell": re.compile(_SHELLS, re.IGNORECASE),
    "user.timezone": re.compile(_ZONES),
}
"""What can stand under a key: "my editor is slow", or a woman called Sarah, is no preference."""
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
