"""Read a model file's vocabulary and count with it, in a process of its own: `python -m … FILE`."""

import sys
from pathlib import Path

from memory.inference.vocabulary import Vocabulary

if __name__ == "__main__":
    vocabulary = Vocabulary(Path(sys.argv[1]), name="tried")
    if not 0 < vocabulary.count("Hello, 世界") < 40:
        raise SystemExit("the vocabulary counts nothing sensible")
