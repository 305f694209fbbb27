"""Two owners who decide on one learned skill at the same moment: one wins, the other is told, nothing is doubled."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from skills.learning.codes import CandidateCode, CandidateRefused
from skills.models import Skill, SkillCandidate, SkillVersion
from skills.services.deciding import candidate_approve, candidate_reject
from skills.services.staging import candidate_stage
from tests.skills.learning.working import waiting, written

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each of these came to, begun together in threads of their own; a refusal's code for one that was refused."""
    together = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        together.wait()
        try:
            return call()
        except CandidateRefused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_of_two_approvals_one_is_live_and_the_other_is_told(alice: Actor) -> None:
    row = waiting(scripts={"scripts/run.py": "print(1)\n"})
    results = at_once(*[lambda: candidate_approve(actor=alice, name=row.uid)] * 4)
    assert results.count(CandidateCode.ALREADY_DECIDED) == 3
    assert (Skill.objects.count(), SkillVersion.objects.count()) == (1, 1)


def test_of_an_approval_and_a_rejection_one_holds(alice: Actor) -> None:
    row = waiting()
    results = at_once(
        lambda: candidate_approve(actor=alice, name=row.uid), lambda: candidate_reject(actor=alice, name=row.uid)
    )
    assert results.count(CandidateCode.ALREADY_DECIDED) == 1
    row.refresh_from_db()
    assert Skill.objects.exists() == (row.state == "approved")


def test_of_many_that_want_one_slug_each_gets_its_own() -> None:
    actor = Actor.system("learning:test")
    at_once(*[lambda: candidate_stage(actor=actor, written=written())] * 4)
    slugs = set(SkillCandidate.objects.values_list("slug", flat=True))
    assert slugs == {"tidy-csv", "tidy-csv-2", "tidy-csv-3", "tidy-csv-4"}
