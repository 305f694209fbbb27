"""Proving that what is erased stays away: a twin of a record goes the whole way in a copy of the home."""
