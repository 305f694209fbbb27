"""Django's SQLite backend on a driver that can load extensions, with sqlite-vec where it is installed.

The path ends in "sqlite3" because other packages look for that word in ENGINE.
"""
