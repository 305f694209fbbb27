"""The database room: a SQLite backend that can load extensions, and its tools. Imports nothing of ours."""
