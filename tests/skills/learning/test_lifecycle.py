"""Learned skills that nobody uses grow stale and are archived, never deleted, and come back."""

from datetime import datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django_q.models import Schedule

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden
from memory.services.settings import settings_change
from skills.models import Origin, Skill, SkillState, SkillUse
from skills.services.catalogue import skill_restore
from skills.services.deciding import candidate_approve
from skills.services.lifecycle import lifecycle_run, lives
from tests.skills.learning.working import skill_bot, waiting
from tests.skills.making import make_skill

pytestmark = pytest.mark.django_db
SYSTEM = Actor.system("learning")


def learned(slug: str, *, days: int = 0, used: int | None = None, hits: int = 0) -> Skill:
    """A learned skill made so many days ago, last used so many days ago."""
    skill = make_skill(f"auto/{slug}", origin=Origin.LEARNED, description=f"Does {slug}.")
    at = now() - timedelta(days=days)
    last = now() - timedelta(days=used) if used is not None else None
    Skill.objects.filter(pk=skill.pk).update(created_at=at, changed_at=at, last_used_at=last)
    if hits:
        SkillUse.objects.create(skill=skill, day=now().date(), bodies=hits)
    skill.refresh_from_db()
    return skill


def archived(at: datetime | None = None) -> set[str]:
    return {skill.slug for skill in lifecycle_run(actor=SYSTEM, at=at)}


def test_after_ninety_days_without_use_a_skill_is_archived_with_the_reason_and_its_versions_stay() -> None:
    old = learned("old-one", days=200, used=91)
    learned("used-lately", days=200, used=10)
    learned("young-one", days=20)
    assert archived() == {"old-one"}
    old.refresh_from_db()
    assert (old.state, old.state_reason) == ("archived", "Not used for 90 days.")
    assert old.versions.count() == 1 and archived() == set()


def test_a_skill_that_was_never_used_counts_from_when_it_was_made() -> None:
    learned("never-used", days=91)
    assert archived() == {"never-used"}


def test_stale_is_shown_from_thirty_days_on(alice: Actor) -> None:
    learned("fresh-one", days=100, used=29)
    learned("stale-one", days=100, used=31)
    assert {life.skill.slug: life.is_stale for life in lives(actor=alice)} == {"stale-one": True, "fresh-one": False}
    shown = {skill.slug: render_to_string("skills/parts/state.html", {"skill": skill}) for skill in Skill.objects.all()}
    assert ">stale<" in shown["stale-one"] and ">stale<" not in shown["fresh-one"]


def test_the_owner_sets_the_days_and_a_young_skill_has_its_month_all_the_same(alice: Actor) -> None:
    settings_change(actor=alice, values={"skills_archive_days": 5})
    learned("young-unused", days=20)
    learned("used-once", days=20, used=6)
    assert archived() == {"used-once"}


def test_pinned_skills_those_a_schedule_names_and_those_of_others_are_left_alone(alice: Actor) -> None:
    pinned = learned("pinned-one", days=200)
    Skill.objects.filter(pk=pinned.pk).update(pinned=True)
    learned("nightly-report", days=200)
    learned("report", days=200)
    Schedule.objects.create(name="mine", func="some.task", args="'run nightly-report now'", schedule_type="D")
    foreign = make_skill("own-skill")
    Skill.objects.filter(pk=foreign.pk).update(
        created_at=now() - timedelta(days=300), changed_at=now() - timedelta(days=300)
    )
    assert archived() == {"report"}
    assert {life.skill.slug: life.exempt for life in lives(actor=alice)} == {
        "pinned-one": "pinned",
        "nightly-report": "scheduled",
    }


def test_above_the_cap_the_least_used_go_first_and_unused_young_ones_last(alice: Actor) -> None:
    settings_change(actor=alice, values={"skills_auto_max": 2})
    learned("busy-one", days=60, used=1, hits=9)
    learned("slow-one", days=60, used=1, hits=1)
    learned("slower-one", days=60, used=20, hits=1)
    learned("new-one", days=1)
    assert archived() == {"slow-one", "slower-one"}
    assert "more than 2" in Skill.objects.get(slug="slow-one").state_reason


def test_approving_one_too_many_archives_another_and_not_the_new_one(alice: Actor) -> None:
    settings_change(actor=alice, values={"skills_auto_max": 1})
    learned("before", days=1)
    skill = candidate_approve(actor=alice, name=waiting().uid).skill
    assert Skill.objects.get(slug="before").state == SkillState.ARCHIVED
    skill.refresh_from_db()
    assert skill.state == SkillState.ACTIVE


def test_an_archived_skill_comes_back_and_is_not_archived_in_the_next_hour(alice: Actor) -> None:
    old = learned("old-one", days=200)
    lifecycle_run(actor=SYSTEM)
    old.refresh_from_db()
    assert skill_restore(actor=alice, skill=old).state == SkillState.ACTIVE
    assert archived() == set()


def test_it_does_not_come_back_where_a_live_skill_has_its_name(alice: Actor) -> None:
    old = learned("old-one", days=200)
    lifecycle_run(actor=SYSTEM)
    make_skill("old-one")
    old.refresh_from_db()
    with pytest.raises(Conflict, match="old-one") as raised:
        skill_restore(actor=alice, skill=old)
    assert raised.value.type == "skill-live-clash"
    old.refresh_from_db()
    assert old.state == SkillState.ARCHIVED


def test_only_the_owner_looks_and_archives() -> None:
    with pytest.raises(Forbidden):
        lifecycle_run(actor=skill_bot())
    with pytest.raises(Forbidden):
        lives(actor=skill_bot("other"))
