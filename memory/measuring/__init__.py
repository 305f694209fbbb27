"""How well memory's own judgements do on labelled rows that are kept beside the code."""
