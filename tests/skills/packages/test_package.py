"""A package is read out of its files, and what is wrong with it is said by a code."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skills.packages.diagnostics import PackageRefused, Verdict
from skills.packages.package import Package, content_hash, package_read

BODY = "\n# CSV Tidy\n\nUse this skill to clean a CSV file.\n"


def skill(frontmatter: str, body: str = BODY) -> str:
    return f"---\n{frontmatter}\n---\n{body}"


def read(text: str | bytes, *, folder: str = "csv-tidy", more: Mapping[str, bytes] | None = None) -> Package:
    content = text.encode() if isinstance(text, str) else text
    return package_read({"SKILL.md": content, **(more or {})}, folder=folder)


def codes(package: Package) -> list[str]:
    return [one.code for one in package.diagnostics if one.level != "note"]


def test_a_plain_skill_is_accepted_without_a_word() -> None:
    package = read(skill("name: csv-tidy\ndescription: Clean CSV files"))
    assert (package.slug, package.name, package.description) == ("csv-tidy", "csv-tidy", "Clean CSV files")
    assert package.verdict is Verdict.ACCEPT
    assert package.diagnostics == []
    assert package.body == "# CSV Tidy\n\nUse this skill to clean a CSV file.\n"


ACCEPTED = {
    "BOM and CRLF": "\ufeff---\r\nname: csv-tidy\r\ndescription: Clean CSV files\r\n---\r\n\r\n# CSV\r\n",
    "tab behind the colon": skill("name:\tcsv-tidy\ndescription:\tClean CSV files"),
    "JSON": skill('{"name": "csv-tidy", "description": "Clean CSV files"}'),
    "quotes": skill("name: 'csv-tidy'\ndescription: \"Clean CSV files\""),
    "folded block": skill("name: csv-tidy\ndescription: >-\n  Clean\n  CSV files"),
    "literal block that keeps its end": skill("name: csv-tidy\ndescription: |+\n  Clean CSV files\n\n"),
    "lines wrapped by a formatter": skill("name: csv-tidy\ndescription:\n  Clean CSV\n  files"),
    "comments": skill("# mine\nname: csv-tidy # short\ndescription: Clean CSV files"),
    "rules in the body": skill("name: csv-tidy\ndescription: Clean CSV files", "# A\n\n---\n\nname: x\n---\n"),
    "CR alone": skill("name: csv-tidy\ndescription: Clean CSV files").replace("\n", "\r"),
    "an anchor": skill("x: &d {a: b}\nname: csv-tidy\ndescription: Clean CSV files\nmetadata:\n  <<: *d"),
    "Claude Code's fields": skill(
        "name: csv-tidy\ndescription: Clean CSV files\nallowed-tools: Read, Bash(python3:*)\nmodel: fast\n"
        "argument-hint: [file | folder]\ncontext: fork\ndisable-model-invocation: true"
    ),
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_legal_is_accepted(text: str) -> None:
    package = read(text)
    assert (package.verdict, codes(package)) == (Verdict.ACCEPT, [])
    assert (package.name, package.description) == ("csv-tidy", "Clean CSV files")


WARNED = {
    "unquoted_text": skill("name: csv-tidy\ndescription: Use when: tidying, or: cleaning"),
    "fence_blanks": "--- \nname: csv-tidy\ndescription: Clean\n---\n\n# A\n",
    "fence_dots": "---\nname: csv-tidy\ndescription: Clean\n...\n\n# A\n",
    "blank_before_frontmatter": "\n\n---\nname: csv-tidy\ndescription: Clean\n---\n# A\n",
    "comment_before_frontmatter": "<!-- mine -->\n---\nname: csv-tidy\ndescription: Clean\n---\n# A\n",
    "body_empty": "---\nname: csv-tidy\ndescription: Clean\n---\n",
    "name_missing": skill("description: Clean"),
    "name_not_kebab": skill("name: 🧹-csv\ndescription: Clean"),
    "description_too_long": skill("name: csv-tidy\ndescription: " + "Clean CSV. " * 100),
    "description_tags": skill("name: csv-tidy\ndescription: Clean </system> files"),
    "hidden_characters": skill("name: csv-tidy\ndescription: Clean \u202efiles"),
    "comment_cuts_value": skill("name: csv-tidy\ndescription: Clean #1 files"),
    "control_characters": skill("name: csv-tidy\ndescription: Clean \x07 files"),
    "duplicate_key": skill("name: csv-tidy\ndescription: old\ndescription: Clean"),
    "value_not_closed": skill('name: csv-tidy\ndescription: Clean\norigin: {"a": {"b": [1]}'),
    "quotes_inside": skill('name: csv-tidy\ndescription: "Clean" CSV files'),
    "wrong_type": skill("name: csv-tidy\ndescription: Clean\nmetadata: none of it"),
    "paths_refused": skill("name: csv-tidy\ndescription: Clean\npaths: '" + "{a,b}" * 40 + "'"),
    "description_from_use": skill("name: csv-tidy\nwhen_to_use: When a CSV is a mess"),
}


@pytest.mark.parametrize("code", WARNED)
def test_what_can_be_made_good_is_accepted_with_a_warning(code: str) -> None:
    package = read(WARNED[code])
    assert (package.verdict, codes(package)) == (Verdict.ACCEPT_WITH_WARNING, [code])
    assert package.description


REJECTED = {
    "fence_not_closed": "---\nname: csv-tidy\ndescription: Clean\n\n# A\n",
    "fence_not_opened": "name: csv-tidy\ndescription: Clean\n---\n\n# A\n",
    "frontmatter_in_code": "```yaml\n---\nname: csv-tidy\ndescription: Clean\n---\n```\n",
    "frontmatter_toml": '+++\nname = "csv-tidy"\n+++\n',
    "frontmatter_missing": "# CSV tidy\n",
    "file_empty": "",
    "description_missing": skill("name: csv-tidy\ndescription:"),
    "description_not_text": skill("name: csv-tidy\ndescription:\n  - Clean\n  - Trim"),
    "name_not_text": skill("name: yes\ndescription: Clean"),
    "name_too_long": skill(f"name: {'csv-' * 20}tidy\ndescription: Clean"),
    "name_is_path": skill("name: ../../etc/cron.d/x\ndescription: Clean"),
    "name_characters": skill("name: '!!'\ndescription: Clean"),
    "tag_refused": skill("name: csv-tidy\ndescription: !!python/object/apply:os.getcwd []"),
    "yaml_error": skill('name: csv-tidy\ndescription: "Clean CSV files'),
    "not_a_mapping": skill("- csv-tidy\n- Clean"),
    "key_not_text": skill("? [a, b]\n: c\nname: csv-tidy\ndescription: Clean"),
    "too_deep": skill("name: csv-tidy\ndescription: Clean\nx: " + "[" * 60 + "]" * 60),
    "too_many_values": skill("name: csv-tidy\ndescription: Clean\nx: [" + "1," * 5_000 + "]"),
    "frontmatter_too_long": skill("name: csv-tidy\ndescription: Clean\nx: " + "a" * 40_000),
}


@pytest.mark.parametrize("code", REJECTED)
def test_what_cannot_be_made_good_is_readable_but_not_accepted(code: str) -> None:
    package = read(REJECTED[code])
    assert package.verdict is Verdict.REJECT
    assert code in codes(package)
    assert package.name == "csv-tidy"
    with pytest.raises(PackageRefused) as refused:
        package.require_accepted()
    assert refused.value.code == codes(package)[0]
    assert refused.value.status == 422


REFUSED = {
    "skill_file_missing": {"README.md": b"hello"},
    "not_utf8": {"SKILL.md": "---\nname: a\ndescription: Räume\n---\n".encode("latin-1")},
    "nul_bytes": {"SKILL.md": b"---\nname: a\ndescription: b\n---\n\x00"},
    "skill_file_too_large": {"SKILL.md": b"---\nname: a\ndescription: " + b"b" * 5_000_000 + b"\n---\n"},
    "case_clash": {"SKILL.md": b"", "skill.md": b""},
    "path_leads_out": {"SKILL.md": b"", "../x": b""},
    "path_absolute": {"SKILL.md": b"", "/etc/passwd": b""},
    "path_drive": {"SKILL.md": b"", "C:\\x": b""},
    "path_characters": {"SKILL.md": b"", "a\x00b": b""},
    "path_name": {"SKILL.md": b"", "aux.txt": b""},
    "path_too_long": {"SKILL.md": b"", "a/" * 20 + "b": b""},
    "too_many_files": {"SKILL.md": b"", **{f"f{number}": b"" for number in range(1_001)}},
    "file_too_large": {"SKILL.md": b"", "big": bytes(11 * 1024 * 1024)},
    "package_too_large": {"SKILL.md": b"", **{f"f{number}": bytes(9 * 1024 * 1024) for number in range(3)}},
}


@pytest.mark.parametrize("code", REFUSED)
def test_files_that_are_no_package_are_refused(code: str) -> None:
    with pytest.raises(PackageRefused) as refused:
        package_read(REFUSED[code], folder="csv-tidy")
    assert refused.value.code == code
    assert refused.value.to_dict()["code"] == code


def test_utf_16_is_named_as_what_it_is() -> None:
    with pytest.raises(PackageRefused, match="UTF-16"):
        read("---\nname: a\n---\n".encode("utf-16"))


def test_what_was_written_stays_what_it_is() -> None:
    package = read(skill("name: csv-tidy\ndescription: Clean\nversion: 1.10\nday: 2026-01-02\nx: 007\nalways: true"))
    assert package.frontmatter["version"] == "1.10"
    assert package.frontmatter["day"] == "2026-01-02"
    assert package.frontmatter["x"] == "007"
    assert package.always is True


def test_a_diagnostic_names_the_line_of_the_file() -> None:
    package = read("\n---\nname: csv-tidy\ndescription: 'Clean'\nmetadata: 3\n---\n# A\n")
    assert [(one.code, one.line) for one in package.diagnostics if one.code == "wrong_type"] == [("wrong_type", 5)]


def test_triggers_come_as_a_list_or_as_one_text_in_any_script() -> None:
    for phrases in ('[clean csv, "a, b", 整理表格, "!delete csv"]', "clean csv, a b，整理表格、!delete csv"):
        package = read(skill(f"name: csv-tidy\ndescription: Clean\ntriggers: {phrases}"))
        assert package.triggers[0] == "clean csv"
        assert package.triggers[-1] == "整理表格"
        assert package.negative_triggers == ["delete csv"]


def test_a_phrase_that_is_no_text_is_left_out_with_a_warning() -> None:
    package = read(skill("name: csv-tidy\ndescription: Clean\ntriggers:\n  - regex: ^x\n  - clean csv"))
    assert package.triggers == ["clean csv"]
    assert codes(package) == ["wrong_type"]


@pytest.mark.parametrize(("given", "injects"), [("false", False), ("False", False), ("no", True), ("", True)])
def test_only_the_word_false_makes_a_pointer(given: str, injects: bool) -> None:
    package = read(skill(f"name: csv-tidy\ndescription: Clean\ninject_on_trigger: {given}"))
    assert package.inject_on_trigger is injects


def test_when_to_use_is_matched_with_the_description() -> None:
    package = read(skill("name: csv-tidy\ndescription: Clean CSV\nwhen_to_use: When columns are a mess"))
    assert package.description == "Clean CSV"
    assert "columns are a mess" in package.matching_text


def test_tools_are_parted_outside_of_brackets_only() -> None:
    package = read(skill("name: csv-tidy\ndescription: Clean\nallowed-tools: Read, Bash(git add *) mcp__x__y"))
    assert package.allowed_tools == ["Read", "Bash(git add *)", "mcp__x__y"]


def test_the_slug_is_the_folder_or_else_the_name_in_any_script() -> None:
    text = skill("name: Tabellen Größe & Übersicht\ndescription: Clean")
    assert read(text, folder="my_Folder").slug == "my-folder"
    assert read(text, folder="").slug == "tabellen-grösse-übersicht"
    assert read(skill("name: 表格 整理\ndescription: Clean"), folder="").slug == "表格-整理"


def test_the_hash_counts_every_file_and_no_order() -> None:
    files = {"SKILL.md": b"a", "scripts/x.py": b"b"}
    assert content_hash(files) == content_hash(dict(reversed(files.items())))
    assert content_hash(files) != content_hash(files | {"scripts/x.py": b"c"})
    assert content_hash({"a": b"bc"}) != content_hash({"ab": b"c"})


def test_halves_of_characters_are_joined_or_replaced() -> None:
    package = read(skill('name: csv-tidy\ndescription: "\\ud83e\\uddf9 \\ud83e"'))
    assert package.description == "🧹 \ufffd"
    assert read(skill('{"name": "csv-tidy", "description": "\\ud83e"}')).description == "\ufffd"


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="---\n\r\t :'\"[]{}&*!|>#%@,.abcñ整🧹\x07\ufeff", max_size=80))
def test_whatever_is_written_is_read_without_a_crash(text: str) -> None:
    package = read(f"---\n{text}\n---\n# A\n")
    json.dumps(package.frontmatter).encode()
    assert package.verdict is not Verdict.REJECT or any(one.level == "error" for one in package.diagnostics)
    assert read(text).name


BOMBS = {
    "aliases": skill(
        "a: &a [x, x]\n"
        + "\n".join(
            f"{b}: &{b} [*{a}, *{a}]"
            for a, b in zip("abcdefghijklmnopqrstuvwx", "bcdefghijklmnopqrstuvwxy", strict=True)
        )
    ),
    "brackets": skill("x: " + "[" * 30_000),
    "braces": skill("x: " + "{a: " * 7_000),
    "question marks": skill("? " * 15_000),
    "dashes": skill("- " * 15_000),
    "no end of comment": "<!--" * 25_000,
    "dots": skill("...\nx\n" * 5_000),
    "colons": skill("x" + ": x" * 10_000),
    "quotes": skill("'" * 30_000),
    "blanks": " " * 100_000,
    "blank lines": "\n" * 100_000,
    "fences": "---\n" * 25_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_nothing_small_takes_long(name: str) -> None:
    assert read(BOMBS[name]).verdict is Verdict.REJECT


@pytest.mark.parametrize(
    ("fields", "hard"),
    [
        ("description: Tools", True),
        ("description: 表", True),
        ("description: Tools\ntriggers: tidy csv", False),
        ("description: Tools\nalways: true", False),
        ("description: Clean CSV files", False),
        ("description: 整理销售数据的表格", False),
    ],
)
def test_a_skill_that_hardly_any_message_brings_says_so(fields: str, hard: bool) -> None:
    package = read(skill(f"name: csv-tidy\n{fields}"))

    assert ("hard_to_find" in [one.code for one in package.diagnostics]) is hard
