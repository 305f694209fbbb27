"""Copies of the database: made and checked while it is in use, listed, and put back at the next start."""
