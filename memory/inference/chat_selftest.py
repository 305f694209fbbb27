"""One short answer of a language model, in a process of its own: `python -m memory.inference.chat_selftest MODEL.gguf`.

A library built for another processor does not raise, it dies. Here it takes only this process along.
"""

import sys
import time
from pathlib import Path
from typing import Final

WINDOW: Final = 512
SECONDS: Final = 240.0
SCHEMA: Final = {"type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"]}


def main(path: str) -> int:
    from memory.inference.answers import answer_json
    from memory.inference.chat_llama import LlamaChat

    model = LlamaChat(Path(path), window=WINDOW, threads=1)
    until = time.monotonic() + SECONDS
    asked = "Are you ready? Answer with JSON."
    written = model.write("You answer questions.", asked, schema=SCHEMA, most=48, temperature=0, until=until)
    return 0 if isinstance(answer_json(written.text).get("ready"), bool) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
