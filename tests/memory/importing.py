"""What the tests of imports share: small sources in many languages, and running an import to its end."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from memory.models import Record, Status, Store
from memory.services.importing.sources import Source
from memory.services.imports import import_apply

RULES = """# Project rules

- Always run the tests before you push.
- Never commit generated files.
- 提交之前必须运行全部测试。
- Verwende niemals `var` in neuem Code.
"""
TURNS = (
    ("Mira", "Wir haben den Vertrag mit der Druckerei gestern unterschrieben."),
    ("小明", "我们决定下周把数据库迁移到新的服务器。"),
    ("ミラ", "来週の月曜日に東京へ出張します。"),
    ("수진", "다음 주에 새로운 프로젝트를 시작하기로 했습니다."),
    ("Linh", "Chúng tôi đã chọn SQLite cho phiên bản đầu tiên."),
    ("Bob", "The launch is on Friday 🚀 and the cake is ordered."),
)


def write(file: Path, text: str) -> Path:
    """Write a source file and return its path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def turns(*said: tuple[str, str], date: str | None = "2025-05-20T10:00:00Z") -> str:
    """Turns of one conversation as JSON lines."""
    rows = ({"conversation": "c1", "session": 1, "date": date, "speaker": who, "text": text} for who, text in said)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def numbered(count: int) -> str:
    """So many turns, each with a text of its own."""
    return turns(*(("Mira", f"Turn {n}: ticket {n * 7919} was closed in room {n * 31}.") for n in range(count)))


def facts(**values: Any) -> str:
    """Facts as the JSON of a memory with semantic rows; `user__city` stands for user.city."""
    rows = [{"key": name.replace("__", "."), "value": value} for name, value in values.items()]
    return json.dumps({"semantic": rows}, ensure_ascii=False)


def run_import(actor: Actor, store: Store, *sources: Source, format_name: str = "") -> Job:
    """Import and return the finished job."""
    job = import_apply(actor=actor, store=store, sources=sources, format_name=format_name)
    return run_job_now(job)


def counted(job: Job) -> dict[str, int]:
    """How many items came to each action; those nothing came to are left out."""
    assert job.state == "done", job.error
    return {name: count for name, count in job.result["counts"]["actions"].items() if count}


def codes(rows: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """How many items came to each (action, code)."""
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        found[row["action"], row["code"]] += row["count"]
    return found


def remembered(store: Store) -> list[str]:
    """What the store's active records say, sorted."""
    rows = Record.objects.filter(store=store, status=Status.ACTIVE).select_related("fact", "lesson", "episode")
    return sorted(
        f"{row.key}={row.fact.value}" if row.kind == "fact" else getattr(row.content, "rule", "") or row.content.text  # type: ignore[union-attr]
        for row in rows
    )
