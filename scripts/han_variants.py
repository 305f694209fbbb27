"""Write kirocrew/base/han_variants.py anew: the Chinese characters that are spellings of one another.

Asks OpenCC (Apache-2.0), which nothing here needs at run time: python -m pip install opencc==1.4.2
"""

import unicodedata
from collections import defaultdict
from pathlib import Path

from opencc import OpenCC  # type: ignore[import-not-found]

TARGET = Path(__file__).resolve().parents[1] / "kirocrew" / "base" / "han_variants.py"
FIRST, LAST = 0x3400, 0x9FFF  # the basic plane; the rest are characters of old names and dialects
PER_LINE = 52  # a line of source has at most 120 columns, a character two of them
# OpenCC leaves these to the context, or knows one step of two.
MORE = {"著": "着", "郷": "乡", "鄕": "乡", "闘": "斗", "鬭": "斗", "鉱": "矿", "鑛": "矿", "戸": "户"}
HEAD = '''"""Chinese characters that are spellings of one another. Written by scripts/han_variants.py; not to be edited.

Made from OpenCC 1.4.2 by Carbo Kuo and others (https://github.com/BYVoid/OpenCC), Apache License 2.0, see NOTICE.
"""

from typing import Final

# The simplified character of each group stands first.
GROUPS: Final = """
'''


def groups() -> dict[str, list[str]]:
    """The traditional, regional and Japanese spellings of each simplified character."""
    to_traditional = [OpenCC(name).convert for name in ("hk2t", "tw2t")]
    from_japanese, to_simplified = OpenCC("jp2t").convert, OpenCC("t2s").convert
    simplified: dict[str, str] = {}
    for code in range(FIRST, LAST + 1):
        char = found = chr(code)
        if unicodedata.normalize("NFKC", char) != char:
            continue
        for convert in to_traditional if is_chinese(char) else (*to_traditional, from_japanese, *to_traditional):
            found = convert(found)
        found = to_simplified(found)
        if len(found) == 1 and FIRST <= ord(found) <= LAST and found != char:
            simplified[char] = found
    simplified |= MORE
    found_groups: dict[str, list[str]] = defaultdict(list)
    for char, target in simplified.items():
        found_groups[simplified.get(target, target)].append(char)
    return dict(sorted(found_groups.items()))


def is_chinese(char: str) -> bool:
    """Whether a character is in use in Chinese, where what looks Japanese may mean another thing (欠, 予)."""
    for charset in ("gb2312", "big5"):
        try:
            char.encode(charset)
        except UnicodeEncodeError:
            continue
        return True
    return False


def main() -> None:
    """Write the module."""
    lines, line = [], ""
    for word in (target + "".join(chars) for target, chars in groups().items()):
        if line and len(line) + 1 + len(word) > PER_LINE:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    TARGET.write_text(HEAD + "\n".join([*lines, line]) + '\n"""\n', encoding="utf-8")


if __name__ == "__main__":
    main()
