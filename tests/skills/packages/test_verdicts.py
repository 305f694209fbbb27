"""What becomes of a frontmatter that is damaged in one way or another: taken, taken with a word, or refused."""

import pytest

from skills.packages.package import package_read

BODY = "\n# CSV Tidy\n\nUse this.\n"
NAME, ABOUT = "name: csv-tidy\n", "description: Clean CSV files\n"
ACCEPT, WARN, REJECT = "accept", "accept_with_warning", "reject"


def of(head: str) -> str:
    return f"---\n{head}---\n{BODY}"


CASES: dict[str, tuple[str, str]] = {
    "CR as line end": (ACCEPT, of(NAME + ABOUT).replace("\n", "\r")),
    "quotes within quotes": (ACCEPT, of("name: 'csv-tidy'\ndescription: 'Clean CSV: it''s fine'\n")),
    "comment": (ACCEPT, of(f"# mine\n{NAME}{ABOUT}")),
    "block with an indicator": (ACCEPT, of(f"{NAME}description: |2\n  Clean CSV files\n")),
    "block with a rule in it": (ACCEPT, of(f"{NAME}description: |\n  Clean CSV files\n  ---\n  all of them\n")),
    "rule within a line": (ACCEPT, of(f"{NAME}description: Clean --- CSV files\n")),
    "text over two lines": (ACCEPT, of(f"{NAME}description: Clean CSV files\n  and more of them\n")),
    "anchor": (ACCEPT, of(f"name: &n csv-tidy\n{ABOUT}metadata: {{a: *n}}\n")),
    "number in quotes as name": (ACCEPT, of(f"name: '123'\n{ABOUT}")),
    "64 letters of name": (ACCEPT, of(f"name: {'a' * 64}\n{ABOUT}")),
    "unknown field": (ACCEPT, of(f"{NAME}{ABOUT}foo: bar\n")),
    "list of tools": (ACCEPT, of(f"{NAME}{ABOUT}allowed-tools:\n  - Read\n  - Write\n")),
    "octal version": (ACCEPT, of(f"{NAME}{ABOUT}version: 010\n")),
    "blank before a colon": (ACCEPT, of("name : csv-tidy\ndescription : Clean CSV files\n")),
    "no name at all": (WARN, of(f"name: null\n{ABOUT}")),
    "capital letters in the name": (WARN, of(f"name: CSV-Tidy\n{ABOUT}")),
    "underscore in the name": (WARN, of(f"name: csv_tidy\n{ABOUT}")),
    "two hyphens in the name": (WARN, of(f"name: csv--tidy\n{ABOUT}")),
    "Chinese name": (WARN, of(f"name: 整理表格\n{ABOUT}")),
    "key twice": (WARN, of(f"{NAME}{ABOUT}description: Another one\n")),
    "text that begins with @": (WARN, of(f"{NAME}description: @home clean files\n")),
    "text that begins with a backtick": (WARN, of(f"{NAME}description: `clean` CSV files\n")),
    "text that begins with %": (WARN, of(f"{NAME}description: %d files cleaned\n")),
    "text that goes on at the left edge": (WARN, of(f"{NAME}description: Clean CSV files\nand more of them\n")),
    "map as triggers": (WARN, of(f"{NAME}{ABOUT}triggers: {{a: b}}\n")),
    "text as metadata": (WARN, of(f"{NAME}{ABOUT}metadata: x\n")),
    "long compatibility": (WARN, of(f"{NAME}{ABOUT}compatibility: {'x' * 600}\n")),
    "blank lines first": (WARN, "\n\n" + of(NAME + ABOUT)),
    "list as name": (REJECT, of(f"name: [a]\n{ABOUT}")),
    "number as name": (REJECT, of(f"name: 123\n{ABOUT}")),
    "65 letters of name": (REJECT, of(f"name: {'a' * 65}\n{ABOUT}")),
    "backslash in the name": (REJECT, of(f"name: a\\b\n{ABOUT}")),
    "path as name": (REJECT, of(f"name: /etc/passwd\n{ABOUT}")),
    "number as description": (REJECT, of(f"{NAME}description: 42\n")),
    "truth as description": (REJECT, of(f"{NAME}description: true\n")),
    "map as description": (REJECT, of(f"{NAME}description: {{a: b}}\n")),
    "blanks as description": (REJECT, of(f"{NAME}description: '  '\n")),
    "nothing between the fences": (REJECT, of("")),
    "a comment between the fences": (REJECT, of("# x\n")),
    "a list between the fences": (REJECT, of("- a\n- b\n")),
    "a word between the fences": (REJECT, of("hello\n")),
    "four hyphens": (REJECT, f"----\n{NAME}{ABOUT}----\n{BODY}"),
    "text first": (REJECT, "hello\n" + of(NAME + ABOUT)),
    "tag of another language": (REJECT, of(f"{NAME}description: !!js/function 'x'\n")),
    "tag of somebody": (REJECT, of(f"{NAME}description: !include x\n")),
    "single quote that is never closed": (REJECT, of(f"{NAME}description: 'Clean CSV files\n")),
    "quote of the name that is never closed": (REJECT, of(f'name: "csv-tidy\n{ABOUT}')),
    "tabs in a list": (REJECT, of(f"{NAME}{ABOUT}triggers:\n\t- a\n")),
    "JSON that is cut": (REJECT, of('{"name": "csv-tidy", "description": "Clean CSV files"\n')),
    "JSON that is a list": (REJECT, of('["name"]\n')),
    "no blank behind colons": (REJECT, of("name:csv-tidy\ndescription:Clean CSV files\n")),
    "blanks alone": (REJECT, " \n \n"),
}


@pytest.mark.parametrize("name", CASES)
def test_each_damage_has_its_verdict_and_says_why(name: str) -> None:
    verdict, text = CASES[name]
    package = package_read({"SKILL.md": text.encode()}, folder="csv-tidy")
    assert package.verdict == verdict
    assert verdict == ACCEPT or any(one.level in ("warning", "error") for one in package.diagnostics)
    assert verdict == REJECT or package.description
