"""The stored rules a batch of lessons may meet, read once and found without comparing every pair."""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.models import Kind, Lesson, Record, Status, Store
from memory.services.lesson_rules import same_meaning, same_spelling, same_wording, wording_of
from memory.services.similarity import Likeness

# Project, scope and repository scope: rules are compared within one place only.
Place = tuple[str, str, str]

_FIRST_ANSWER = {Status.ACTIVE.value: 0, Status.PROPOSED.value: 1}  # of several records under one key


@dataclass(slots=True, eq=False)
class Known:
    """An active rule; its record is read when it is needed. A rule the batch wrote has no primary key yet."""

    rule: str
    place: Place
    record_id: int | None = None
    record: Record | None = None
    is_active: bool = True


class LessonIndex:
    """Rules of one store by key, by wording and by primary key; other projects' rules are never found."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._projects: set[str] = set()
        self._keys: set[str] = set()
        self._by_key: dict[tuple[str, str], Record] = {}
        self._by_wording: dict[tuple[Place, tuple[str, ...]], list[Known]] = {}
        self._by_id: dict[int, Known] = {}
        self._forgotten: dict[str, dict[tuple[Place, tuple[str, ...]], list[Known]]] = {}
        self._records: dict[int, Record] = {}

    def load(self, records: Iterable[Record]) -> None:
        """Read what the new records may meet; what was read before is not read again."""
        new = list(records)
        self._load_active({record.project for record in new} - self._projects)
        self._load_keys({record.key for record in new} - self._keys)

    def same_rule(self, record: Record) -> Record | None:
        """The record of the same rule in the same project: the active one, else one that waits, else the newest."""
        return self._by_key.get((record.project, record.key))

    def alike(self, record: Record, lesson: Lesson, likeness: Likeness) -> list[Known]:
        """Active rules of the same place that say the same in other words, newest first."""
        place = _place(record, lesson)
        same = self._by_wording.get((place, wording_of(lesson.rule)), [])
        found = [known for known in same if known.is_active and same_wording(known.rule, lesson.rule)]
        for record_id in sorted(likeness.near, reverse=True):
            known = self._by_id.get(record_id)
            if known is None or not known.is_active or known.place != place or known in found:
                continue
            if same_meaning(known.rule, lesson.rule):
                found.append(known)
        return found

    def forgotten(self, record: Record, lesson: Lesson) -> Record | None:
        """The newest forgotten rule of the same place that differs in case, spacing, articles and punctuation only."""
        if record.project not in self._forgotten:
            self._load_forgotten(record.project)
        same = self._forgotten[record.project].get((_place(record, lesson), wording_of(lesson.rule)), [])
        found = next((known for known in same if same_spelling(known.rule, lesson.rule)), None)
        row = self.record_of(found) if found is not None else None
        return row if row is not None and row.status == Status.FORGOTTEN else None  # the batch may have brought it back

    def record_of(self, known: Known) -> Record:
        """The record of an active rule, with its lesson."""
        if known.record is None:
            assert known.record_id is not None  # noqa: S101  (a rule without a record came from the database)
            known.record = self._records.get(known.record_id) or self._read(known.record_id)
        return known.record

    def add(self, record: Record, lesson: Lesson) -> None:
        """Count a rule the batch wrote or proposed as there."""
        self._by_key[record.project, record.key] = record
        if record.status == Status.ACTIVE:
            self._remember(Known(lesson.rule, _place(record, lesson), record.pk, record), first=True)

    def _load_active(self, projects: set[str]) -> None:
        if not projects:
            return
        self._projects |= projects
        rows = Lesson.objects.filter(
            record__store=self._store, record__project__in=projects, record__status=Status.ACTIVE
        ).order_by("-record_id")
        names = ("record_id", "rule", "record__project", "record__scope", "repo_scope")
        for record_id, rule, project, scope, repo_scope in rows.values_list(*names):
            self._remember(Known(rule, (project, scope, repo_scope), record_id))

    def _load_forgotten(self, project: str) -> None:
        """Asked only where a rule is new to what is stored, so it is read when it is needed."""
        rows = Lesson.objects.filter(
            record__store=self._store, record__project=project, record__status=Status.FORGOTTEN
        ).order_by("-record_id")
        found = self._forgotten.setdefault(project, {})
        for record_id, rule, scope, repo_scope in rows.values_list("record_id", "rule", "record__scope", "repo_scope"):
            place = (project, scope, repo_scope)
            found.setdefault((place, wording_of(rule)), []).append(Known(rule, place, record_id))

    def _load_keys(self, keys: set[str]) -> None:
        if not keys:
            return
        self._keys |= keys
        rows = Record.objects.filter(
            store=self._store, kind=Kind.LESSON, key__in=keys, project__in=self._projects
        ).select_related("lesson")
        for row in sorted(rows, key=lambda row: (_FIRST_ANSWER.get(row.status, 2), -row.pk)):
            self._records[row.pk] = row
            self._by_key.setdefault((row.project, row.key), row)

    def _remember(self, known: Known, *, first: bool = False) -> None:
        if known.record_id is not None:
            self._by_id[known.record_id] = known
        rows = self._by_wording.setdefault((known.place, wording_of(known.rule)), [])
        rows.insert(0 if first else len(rows), known)

    def _read(self, record_id: int) -> Record:
        return self._records.setdefault(record_id, Record.objects.select_related("lesson").get(pk=record_id))


def _place(record: Record, lesson: Lesson) -> Place:
    return record.project, record.scope, lesson.repo_scope
