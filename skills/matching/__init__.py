"""Which skill a message asks for. Pure: no database, no files, no settings."""
