"""Memories in and out: collecting files, reading their formats, writing exports. Nothing is stored here."""
