"""Where the outside connects: bots and their keys, jobs, live progress."""
