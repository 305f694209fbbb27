"""What people plainly and explicitly say, read by rules alone: a server without a language model learns it, too.

Pure functions: nothing here writes, asks a database or a model. What is found goes through the gate like any draft.
"""

from memory.consolidation.explicit.extractor import statements_extract
from memory.consolidation.explicit.items import Item, Said

__all__ = ["Item", "Said", "statements_extract"]
