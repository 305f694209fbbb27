"""How JSON is written in the database: as readable text, so that it can be searched and measured as what it is."""

import json
from typing import Any


class ReadableJSON(json.JSONEncoder):
    """Keeps every script as it is; escapes would make six bytes of most characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**(options | {"ensure_ascii": False}))
