"""Learned skills in Review: what a decision rests on is shown, and what can't be decided says why."""

import pytest
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from memory.models import Store
from skills.learning.texts import Written
from skills.models import CandidateState, Origin, Skill, SkillCandidate, SkillState
from skills.services.catalogue import skill_change
from skills.services.staging import candidate_stage
from skills.services.versions import version_write
from tests.pages.conftest import HOSTILE

pytestmark = pytest.mark.django_db
SYSTEM = Actor.system("skills")


def procedure(text: str) -> str:
    return f"## When\n{text}\n\n## Steps\n1. Look.\n"


def stage(slug: str, text: str, target: Skill | None = None, **scripts: str) -> SkillCandidate:
    files = {f"scripts/{name}.py": source for name, source in scripts.items()}
    written = Written(slug, f"{text} ({slug})"[:150], (f"do the {slug}",), procedure(text), files)
    return candidate_stage(actor=SYSTEM, written=written, target=target)


def learned(slug: str, text: str) -> Skill:
    content = f"---\nname: {slug}\ndescription: {text}\n---\n{procedure(text)}"
    files = {"SKILL.md": content.encode()}
    return version_write(actor=SYSTEM, skill=None, key=f"auto/{slug}", files=files, origin=Origin.LEARNED)


def decide(client: Client, **values: object) -> str:
    answer = client.post(reverse("admin:review-skills-decide"), values, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def review(client: Client, **query: str) -> str:
    return client.get(reverse("admin:review"), query).content.decode()


def test_the_case_shows_body_files_and_where_it_comes_from_as_text(client: Client, main_store: Store) -> None:
    stage("count-lines", f"列を数える {HOSTILE}", count="print(len(open('x').read()))\n")
    page = review(client)
    assert "&lt;script&gt;document" in page
    assert "<script>document" not in page
    assert "scripts/count.py" in page
    assert "do the count-lines" in page
    assert "No recorded conversation." in page


def test_only_the_case_that_is_looked_at_is_read_in_full(client: Client, main_store: Store) -> None:
    first, second = stage("first-one", "Erstes."), stage("second-one", "Zweites Verfahren.")
    assert review(client).count("What it would cost") == 1
    page = review(client, case=str(second.uid))
    assert "Zweites Verfahren." in page.split("Where it comes from")[0].split(str(second.uid))[-1]
    assert review(client, case="no-uid").count("What it would cost") == 1
    assert f"edited-{first.uid}" in review(client, case=str(first.uid), edit="1")


def test_a_new_version_shows_what_it_changes(client: Client, main_store: Store) -> None:
    live = learned("release-steps", "Tag it on Friday.")
    stage("release-steps", "Tag it on Thursday.", target=live)
    page = review(client)
    assert "<del>Friday</del><ins>Thursday</ins>" in page
    assert "auto/release-steps" in page


def test_an_edited_text_is_what_becomes_live(client: Client, main_store: Store) -> None:
    row = stage("tidy-csv", "Spalten ordnen.")
    text = row.files["SKILL.md"].replace("Look.", "Sieh hin. 见")
    page = decide(client, candidate=row.uid, decision="approve", edited=text.replace("\n", "\r\n"))
    assert "“auto/tidy-csv” is live, version 1." in page
    assert "Sieh hin. 见" in Skill.objects.get(key="auto/tidy-csv").body
    row.refresh_from_db()
    assert row.state == CandidateState.APPROVED


def test_a_rejection_keeps_its_reason(client: Client, main_store: Store) -> None:
    row = stage("tidy-csv", "Spalten ordnen.")
    assert "“tidy-csv” is rejected." in decide(client, candidate=row.uid, decision="reject", reason="太笼统了")
    row.refresh_from_db()
    assert (row.state, row.reason) == (CandidateState.REJECTED, "太笼统了")


def test_several_are_decided_at_once_and_one_that_can_not_be_says_why(client: Client, main_store: Store) -> None:
    live = learned("release-steps", "Tag it on Friday.")
    stale = stage("release-steps", "Tag it on Thursday.", target=live)
    text = f"---\nname: release-steps\ndescription: Other.\n---\n{procedure('Other.')}"
    skill_change(actor=Actor.owner("alice", "1"), skill=live, content=text)
    good = stage("tidy-csv", "Spalten ordnen.")
    page = decide(client, candidate=[stale.uid, good.uid], decision="approve")
    assert "One learned skill approved." in page
    assert "stale_base" in page
    assert "It can not be approved as it is" in review(client)


def test_nothing_chosen_changes_nothing(client: Client, main_store: Store) -> None:
    row = stage("tidy-csv", "Spalten ordnen.")
    assert "Nothing was decided" in decide(client, decision="approve")
    assert "Nothing was decided" in decide(client, candidate=row.uid, decision="perhaps")
    row.refresh_from_db()
    assert row.state == CandidateState.WAITING


def test_an_approval_is_taken_back_from_review(client: Client, main_store: Store) -> None:
    row = stage("tidy-csv", "Spalten ordnen.")
    page = decide(client, candidate=row.uid, decision="approve")
    assert 'data-key-page="u"' in page
    client.post(reverse("admin:review-skills-undo", args=[row.uid]))
    assert Skill.objects.get(key="auto/tidy-csv").state == SkillState.ARCHIVED
    assert (
        "Not undone" in client.post(reverse("admin:review-skills-undo", args=[row.uid]), follow=True).content.decode()
    )


def test_a_case_that_is_gone_says_so(client: Client, main_store: Store) -> None:
    answer = client.post(
        reverse("admin:review-skills-decide"),
        {"candidate": "0198c0de-0000-7000-8000-000000000000", "decision": "approve"},
        follow=True,
    )
    assert "not_found" in answer.content.decode()
