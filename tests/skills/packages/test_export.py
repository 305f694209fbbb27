"""What is exported loads everywhere."""

from hypothesis import given, settings
from hypothesis import strategies as st

from skills.packages.export import strict_export
from skills.packages.frontmatter import frontmatter_read
from skills.packages.package import SPEC_FIELDS, package_read
from skills.packages.quoting import quoted


def exported(frontmatter: str, folder: str = "csv-tidy") -> tuple[dict[str, object], str]:
    package = package_read({"SKILL.md": f"---\n{frontmatter}\n---\n\n# Body\n".encode()}, folder=folder)
    read = frontmatter_read(strict_export(package).decode())
    assert read.diagnostics == []
    return read.fields, read.body


def test_only_the_six_fields_go_out_and_each_is_what_the_specification_says() -> None:
    fields, body = exported(
        "name: CSV Tidy!\ndescription: Clean <b>CSV</b>\nwhen_to_use: 'Messy: columns'\nlicense: MIT\n"
        "allowed-tools: Read, Bash(git add *)\ntriggers: [a]\nalways: true\nversion: 1.10\n"
        "metadata:\n  author: ana\n  nested: {a: [1, 2]}\n"
    )
    assert set(fields) <= set(SPEC_FIELDS)
    assert fields == {
        "name": "csv-tidy",
        "description": "Clean ‹b›CSV‹/b› Messy: columns",
        "license": "MIT",
        "metadata": {"author": "ana", "nested": '{"a": ["1", "2"]}', "version": "1.10"},
        "allowed-tools": "Read Bash(git add *)",
    }
    assert body == "\n# Body\n"


def test_a_description_that_is_too_long_is_cut() -> None:
    fields, _ = exported("name: a\ndescription: " + "整理表格。" * 400)
    assert len(str(fields["description"])) == 1_024


def test_a_name_in_another_script_becomes_one_that_clients_take() -> None:
    assert exported("name: 表格 csv 整理\ndescription: a", folder="表格-csv")[0]["name"] == "csv"
    assert exported("name: 表格\ndescription: a", folder="表格")[0]["name"] == "skill"


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60))
def test_every_text_comes_back_from_its_quotes(text: str) -> None:
    assert frontmatter_read(f"---\nx: {quoted(text)}\n---\n").fields == {"x": text}
