"""Guarded reading: which paths nobody may open, and the only functions that open files by name."""
