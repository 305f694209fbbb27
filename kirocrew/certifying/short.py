"""Looking for the short twin by its letters alone, in every row and file, as an erase can't do for short texts.

No other text has its letters, so each place they stand in is one where it was left.
"""

from kirocrew.certifying.twin import Twin
from memory.models import Record
from memory.services.erasing.files import file_words, home_files
from memory.services.erasing.needles import Needles
from memory.services.erasing.probing import hits_in_tables
from memory.services.erasing.reading import file_carries


def short_record(twin: Twin) -> Record | None:
    """The record that says it."""
    rows = Record.objects.with_content().filter(store__slug=twin.store, key=twin.short_key)
    return rows.filter(fact__value=twin.short).first()


def short_files(twin: Twin) -> list[str]:
    """Files of the home that have its letters, the database left out."""
    return [file_words(file) for file, _ in home_files() if file_carries(file, Needles(telling=(twin.short,)))]


def short_traces(twin: Twin) -> list[str]:
    """Rows and files that have its letters."""
    return [*map(str, hits_in_tables(Needles(telling=(twin.short,)))), *short_files(twin)]
