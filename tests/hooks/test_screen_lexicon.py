"""The lexicon and the rules fit each other."""

import pytest

from hooks.screening.concepts import ATBASH, META, NAMES, NEG, REVERSED, ROT13
from hooks.screening.folding import fold
from hooks.screening.lexicon import MEANING_SUBSTRINGS, MEANING_WORDS, SUBSTRING_TABLES, WORD_TABLES, find_concepts
from hooks.screening.markers import MARKERS
from hooks.screening.rules import TABLE

ENTRIES = [
    (names, entry)
    for table in (*WORD_TABLES, *MEANING_WORDS, *SUBSTRING_TABLES, *MEANING_SUBSTRINGS)
    for names, entries in table.items()
    for entry in entries.split("|")
]


def test_every_concept_is_spoken_of_by_a_rule_or_by_the_engine() -> None:
    by_engine = META | NEG | ROT13 | REVERSED | ATBASH
    spoken = by_engine
    for rule in TABLE:
        for need in rule.need:
            spoken |= need
    assert [name for name, bit in NAMES.items() if not spoken & bit] == []


def test_rule_and_marker_codes_are_unique() -> None:
    codes = [rule.code for rule in TABLE] + [mark.code for mark in MARKERS]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("names", sorted({names for names, _ in ENTRIES}))
def test_every_entry_is_found_as_what_it_stands_for(names: str) -> None:
    wanted = {NAMES[name] for name in names.split()}
    for group, entry in ENTRIES:
        if group != names:
            continue
        found = 0
        for hit in find_concepts(fold(entry.replace("*", "")).text):
            found |= hit.mask
        assert all(found & bit for bit in wanted), entry


def test_folding_an_entry_twice_changes_nothing() -> None:
    for _, entry in ENTRIES:
        once = fold(entry).text
        assert fold(once).text == once
