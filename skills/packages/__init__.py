"""Packages of skills as files: reading, checking, packing. Nothing here knows the database."""
