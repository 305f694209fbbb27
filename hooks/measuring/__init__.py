"""How well the screens do on labelled rows: pure functions behind the measuring commands."""
