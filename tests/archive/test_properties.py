"""Whatever is remembered, in whatever script, zone and window, comes back from an archive as it was."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from kirocrew.archive.exporting import archive_write
from kirocrew.archive.importing import Archive, archive_merge, archive_restore
from memory.models import Episode, Fact, Lesson, Record, Status, Store
from memory.services.chain import chains_check
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, WriteMode
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_forget
from memory.services.timeline_rebuild import past_check
from tests.archive.filling import OPERATOR, emptied

SAMPLES = (
    "the red kettle", "ähnlich große Straße", "水壶是红色的茶壶", "やかんは赤いです", "주전자는 빨간색이다",
    "ấm nước màu đỏ", "الغلاية الحمراء", "הקומקום האדום", "केतली लाल है", "красный чайник",
    "🫖👩‍👩‍👧🏽 tea", "A\u0301 e\u0301 x\u2028y",
    'a "quoted\\ one"', "tab\tand\nline", "１２３ ｆｕｌｌ", "İstanbul ǅ ß",
)  # fmt: skip
words = st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=3).map(" / ".join)
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
moments = st.datetimes(datetime(1950, 1, 1), datetime(2090, 1, 1), timezones=zones)  # noqa: DTZ001  (zones are drawn)
values = st.recursive(
    words | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def windows(draw: Any) -> dict[str, Any]:
    start = draw(st.none() | moments)
    length = draw(st.none() | st.integers(1, 10**6))
    end = None if length is None else (start or datetime(2030, 1, 1, tzinfo=UTC)) + timedelta(hours=length)
    return {"valid_from": start, "valid_until": end, "observed_at": draw(moments)}


facts = st.builds(
    lambda key, value, window: FactDraft(key=f"user.k{key}", value=value, **window),
    st.integers(0, 3),
    values,
    windows(),
)
lessons = st.builds(
    lambda rule, negative, window: LessonDraft(rule=f"Remember {rule}", negative=negative, **window),
    words, st.just("") | words, windows(),
)  # fmt: skip
episodes = st.builds(
    lambda text, tags, importance, window: EpisodeDraft(
        text=f"Bob said {text}", tags=tuple(tags), importance=importance, speaker="bob", **window
    ),
    words, st.lists(words, max_size=2), st.floats(0, 1), windows(),
)  # fmt: skip


def states() -> list[tuple[Any, ...]]:
    """What is in memory, without what a merge gives anew."""
    rows = Record.objects.filter(status=Status.ACTIVE).order_by("kind", "key", "observed_at", "content_hash")
    return [(r.kind, r.key, r.valid_from, r.valid_until, r.observed_at, *_content(r)) for r in rows.with_content()]


def _content(record: Record) -> tuple[Any, ...]:
    match record.content:
        case Fact() as fact:
            return (repr(fact.value), fact.confidence)
        case Lesson() as lesson:
            return (lesson.rule, lesson.negative)
        case Episode() as episode:
            return (episode.text, episode.tags, episode.importance, episode.speaker)
    raise AssertionError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@settings(
    max_examples=5,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # making an example smaller writes hundreds of homes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(facts, max_size=3), st.lists(lessons, max_size=2), st.lists(episodes, max_size=2), st.booleans())
def test_a_random_store_comes_back(
    db: None, folder: Path, some: list[Any], rules: list[Any], told: list[Any], forgets: bool
) -> None:
    alice, store = Actor.owner("alice", "1"), Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]
    emptied()
    store = Store.objects.get(slug="main")
    for draft in some:
        facts_write(actor=alice, store=store, drafts=[draft])
    lessons_write(actor=alice, store=store, drafts=rules, mode=WriteMode.PRESERVE)
    episodes_write(actor=alice, store=store, drafts=told, mode=WriteMode.PRESERVE)
    if forgets and (record := Record.objects.filter(status=Status.ACTIVE).first()):
        record_forget(actor=alice, uid=record.uid)
    first = archive_write(actor=OPERATOR, target=folder / "first", replace=True)
    before, remembered = first.path.read_bytes(), states()
    emptied()
    archive_restore(actor=OPERATOR, archive=Archive(first.path), confirm=first.digest)
    again = archive_write(actor=OPERATOR, target=folder / "again", replace=True)
    assert again.path.read_bytes() == before
    assert states() == remembered
    assert list(chains_check()) == [] and past_check() == []
    emptied()
    merged = archive_merge(actor=OPERATOR, archive=Archive(first.path))
    assert merged.tally.total == len(remembered)
    brought = states()
    assert len(brought) == sum(row["count"] for row in merged.tally.as_json()["rows"] if row["action"] == "new")
    said = {str(state[:6]) for state in remembered}  # tags are spelled anew by the gate
    assert {str(state[:6]) for state in brought} <= said
