"""Finding memories again: the text index, the engine and the ranking."""
