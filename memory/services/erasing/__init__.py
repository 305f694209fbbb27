"""The parts of an erase: what is looked for, where it may lie, how it is taken out, and what proves that it is gone."""
