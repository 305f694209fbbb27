"""Script hooks: which call a matcher means, how a command is run, and what its end means."""
