"""Tables as spreadsheets and databases write them: one memory a row."""

import pytest

from tests.memory.foreign import episodes, facts, format_of, left, reading, reasons, rules, texts


def test_a_row_is_what_its_columns_say() -> None:
    text = (
        "key,value,rule,negative,text\n"
        "user.home_city,Oslo,,,\n"
        ",,Always test first.,Skip the tests.,\n"
        ",,,,We saw the lighthouse at dawn.\n"
    )
    items = reading("memories.csv", text)
    assert facts(items) == {"user.home_city": "Oslo"}
    assert rules(items) == ["Always test first."]
    assert texts(items) == ["We saw the lighthouse at dawn."]
    assert not left(items)


@pytest.mark.parametrize(
    "header",
    [
        "text",
        "Memory",
        " CONTENT ",
        "memory_text",
        "Notiz",
        "内容",
        "メモ",
        "메모",
        '"Text"',
        "\ufeffmemory",
        "nội dung",
    ],
)
def test_headers_have_several_spellings(header: str) -> None:
    (told,) = episodes(reading("m.csv", f"{header},x\nWe saw the lighthouse at dawn.,1\n"))
    assert told.text == "We saw the lighthouse at dawn."


@pytest.mark.parametrize(
    "header", ["created_at", "Created At", "createdAt", "created-at", "Date", "Datum", "日期", "TIMESTAMP"]
)
def test_times_have_several_names(header: str) -> None:
    (told,) = episodes(reading("m.csv", f"text;{header}\nWe saw the lighthouse.;2026-03-01T10:00:00Z\n"))
    assert told.observed_at is not None
    assert told.observed_at.isoformat() == "2026-03-01T10:00:00+00:00"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_cells_are_divided_in_several_ways(delimiter: str, ending: str) -> None:
    rows = [["text", "tags"], ['"a, b; c | d, told at dawn"', "boat"]]
    data = ending.join(delimiter.join(row) for row in rows)
    (told,) = episodes(reading("m.csv", data))
    assert told.text == "a, b; c | d, told at dawn"
    assert "boat" in told.tags


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_a_line_of_a_spreadsheet_names_the_divider(delimiter: str) -> None:
    text = f"sep={delimiter}\r\ntext{delimiter}x\r\nWe saw, at dawn, the light{delimiter}1\r\n"
    assert texts(reading("m.csv", text)) == ["We saw, at dawn, the light"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_a_mark_are_read(encoding: str) -> None:
    assert texts(reading("m.csv", "内容,标签\n喜欢在周末骑自行车,运动\n".encode(encoding))) == ["喜欢在周末骑自行车"]


def test_other_encodings_are_refused_with_advice() -> None:
    ((reason, _),) = left(reading("m.csv", "text\nGrüße aus Köln, am Rhein\n".encode("cp1252")))
    assert reason == "encoding_unknown"


def test_text_in_quotation_marks_may_hold_lines_and_marks() -> None:
    assert texts(reading("m.csv", 'text,x\n"He said ""no"",\nthen left.",1\n')) == ['He said "no",\nthen left.']


def test_broken_rows_are_named_by_their_line_and_the_rest_go_on() -> None:
    text = 'text,tags\n"two\nlines of text",a\n"broken" here,b\none,two,three\n\n,\n'
    text += '"never closed,\nWe saw the lighthouse.,c\n'
    items = reading("m.csv", text)
    assert texts(items) == ["two\nlines of text", "We saw the lighthouse."]
    assert [(reason, message.split(":")[0]) for reason, message in left(items)] == [
        ("bad_line", "Line 4"),
        ("bad_line", "Line 5"),
        ("bad_line", "Line 8"),
    ]


def test_rows_without_a_text_are_told_of() -> None:
    assert left(reading("m.csv", "text,tags\n,boat\n")) == [("empty", "Line 2: There is no text in this row.")]


def test_a_short_text_is_introduced() -> None:
    assert texts(reading("m.csv", "text\nLikes tea\n")) == ["Memory: Likes tea"]


def test_an_end_becomes_a_window_and_a_missing_time_stays_missing() -> None:
    (told,) = episodes(reading("m.csv", "text,expires_at\nThe booking code is valid,2026-07-11T00:00:00Z\n"))
    assert told.valid_until is not None
    assert told.valid_until.isoformat() == "2026-07-11T00:00:00+00:00"
    assert told.observed_at is None


@pytest.mark.parametrize("written", ["2026-07-11", "11.07.2026", "46214"])
def test_what_ends_on_a_day_holds_until_that_day_is_over(written: str) -> None:
    (told,) = episodes(
        reading("m.csv", f"text;valid until;valid from\nThe booking code is valid;{written};2026-07-11\n")
    )
    assert told.valid_from is not None
    assert told.valid_from.isoformat() == "2026-07-11T00:00:00+00:00"
    assert told.valid_until is not None
    assert told.valid_until.isoformat() == "2026-07-11T23:59:59.999999+00:00"


def test_a_window_that_cannot_be_read_refuses_its_row() -> None:
    assert reasons(reading("m.csv", "text,expires\nThe booking code is valid,soon\n")) == ["bad_date"]


def test_a_time_that_cannot_be_read_is_told_of_and_left_out() -> None:
    items = reading("m.csv", "text,date\nWe saw the lighthouse.,03/04/2026\n")
    assert reasons(items) == ["bad_date"]
    assert [told.observed_at for told in episodes(items)] == [None]


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("14.07.2026", "2026-07-14"),
        ("4.7.2026 9:05", "2026-07-04"),
        ("25/12/2025", "2025-12-25"),
        ("45678", "2025-01-21"),
        ("46204.5", "2026-07-01"),
        ("2026年7月14日", "2026-07-14"),
        ("July 14, 2026", "2026-07-14"),
    ],
)
def test_dates_are_read_as_spreadsheets_write_them(written: str, iso: str) -> None:
    rows = f'text,date\nWe saw the lighthouse.,"{written}"\n'
    rows += "The order of days is told.,31/01/2026\n" if "/" in written else ""
    (told, *_) = episodes(reading("m.csv", rows))
    assert told.observed_at is not None
    assert told.observed_at.date().isoformat() == iso


def test_another_date_of_the_table_tells_the_order() -> None:
    american = reading("m.csv", "text,date\nfirst text of all,03/04/2026\nsecond text of all,12/31/2025\n")
    british = reading("m.csv", "text,date\nfirst text of all,03/04/2026\nsecond text of all,31/12/2025\n")
    for items, month in ((american, 3), (british, 4)):
        when = episodes(items)[0].observed_at
        assert when is not None
        assert when.month == month


def test_numbers_may_have_a_comma_or_a_percent_sign() -> None:
    items = reading("m.csv", 'key;value;confidence\nuser.tea;oolong;"0,9"\nuser.cup;blue;95 %\nuser.pot;red;lots\n')
    assert [str(getattr(item, "confidence", "")) for item in items] == ["0.9", "0.95", "0.85"]


def test_formulas_that_guard_a_text_are_taken_off() -> None:
    items = reading("m.csv", 'key,value\nuser.room,"=""007"""\nuser.sum,\'=1+1 is two\n')
    assert facts(items) == {"user.room": "007", "user.sum": "=1+1 is two"}


def test_a_label_becomes_a_key() -> None:
    items = reading("m.csv", "attribute,value\nFavourite tea,oolong\n開発機,Ubuntu\nsystem.owner,me\n")
    found = facts(items)
    assert found["user.favorite_tea"] == "oolong"
    assert {"label": "開発機", "value": "Ubuntu"} in found.values()
    assert not any(key.startswith("system") for key in found)


def test_a_file_carries_no_authority_and_no_status() -> None:
    text = "text,source,authority,status,user_id\n"
    text += "Mira sails at dawn,user_explicit,owner,active,mira\nMira sold it,,,deleted,mira\n"
    items = reading("m.csv", text)
    (told,) = episodes(items)
    assert told.scope == "user:mira"
    assert "user_explicit" in told.note
    assert reasons(items) == ["not_active", "fields_ignored"]


def test_a_list_without_a_heading_is_a_list_of_texts() -> None:
    assert len(texts(reading("m.csv", "We saw the lighthouse.\nMira sails at dawn.\n"))) == 2


def test_columns_nobody_knows_are_explained() -> None:
    ((reason, message),) = left(reading("m.csv", "a,b\n1,2\n"))
    assert reason == "unknown_format"
    assert "`text`" in message


def test_a_heading_that_is_repeated_is_no_row() -> None:
    assert len(texts(reading("m.csv", "text,x\nWe saw the lighthouse.,1\ntext,x\nMira sails at dawn.,2\n"))) == 2


def test_a_table_of_quotation_marks_ends() -> None:
    items = reading("m.csv", "text,x\n" + '"a\n' * 20_000)
    assert set(reasons(items)) == {"bad_line"}


def test_a_cell_without_end_is_refused() -> None:
    assert reasons(reading("m.csv", "text\n" + "a" * 200_000 + "\nWe saw the lighthouse.\n")) == ["bad_line"]


def test_two_equal_rows_have_two_origins() -> None:
    first, second = reading("m.csv", "text\nWe saw the lighthouse.\nWe saw the lighthouse.\n")
    assert first.origin_ref != second.origin_ref


def test_tables_are_known_by_their_ending() -> None:
    assert format_of("x.csv", "a,b") == format_of("x.TSV", "a\tb") == "table"
    assert texts(reading("x.tsv", "text\ttags\nWe saw, at dawn; a light\tboat, sea\n")) == ["We saw, at dawn; a light"]
