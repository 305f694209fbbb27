"""Skills that wait, over HTTP: a bot proposes and sees its own, the owner decides, and nobody else gets in."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.models import Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from skills.models import Skill, SkillCandidate
from tests.skills.learning.working import DESCRIPTION, PROCEDURE, TRIGGERS, waiting
from tests.skills.making import ALICE, skill_text

pytestmark = pytest.mark.django_db(transaction=True)
PENDING = "/api/skills/-/pending"
PROPOSAL = {"slug": "tidy-csv", "description": DESCRIPTION, "triggers": TRIGGERS, "procedure": PROCEDURE}
UID = "0198c0de-0000-7000-8000-000000000000"
ENDPOINTS = [
    ("get", PENDING),
    ("post", PENDING),
    ("get", f"{PENDING}/{UID}"),
    ("post", f"{PENDING}/{UID}/approve"),
    ("post", f"{PENDING}/{UID}/dismiss"),
    ("post", f"{PENDING}/{UID}/undo"),
    ("post", f"{PENDING}/-/decide"),
    ("post", f"{PENDING}/-/dismiss-all"),
]


def bot(name: str, *permissions: str) -> Client:
    _, key = bot_create(actor=ALICE, name=name, permissions=list(permissions))
    return Client(headers={"Authorization": f"Bearer {key}"})


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


@pytest.fixture
def crafty() -> Client:
    return bot("crafty", "skills:read", "skills:write")


def post(client: Client, path: str, body: Any = None, **headers: str) -> Any:
    return client.post(path, json.dumps(body or {}), content_type="application/json", headers=headers)


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_nobody_gets_in_without_a_key_or_the_permission(method: str, path: str) -> None:
    body = {"names": ["a"], "decision": "approve"} if path.endswith("decide") else PROPOSAL if path == PENDING else {}
    for client, expected in ((Client(), 401), (bot("mallory", "memory:read", "memory:write"), 403)):
        answer = client.get(path) if method == "get" else post(client, path, body)
        assert answer.status_code == expected, answer.content


@pytest.mark.parametrize("path", [path for method, path in ENDPOINTS if method == "post" and path != PENDING])
def test_no_bot_decides_whatever_its_key_says(path: str) -> None:
    admin = bot("almighty", "admin:*")
    body = {"names": ["a"], "decision": "approve"} if path.endswith("decide") else {}
    assert post(admin, path, body).status_code == 403


def test_a_bot_proposes_the_owner_approves_and_it_is_there(owner: Client, crafty: Client) -> None:
    made = post(crafty, PENDING, PROPOSAL)
    assert made.status_code == 201 and made.json()["state"] == "waiting" and not Skill.objects.exists()
    assert crafty.get("/api/skills").json()["entries"] == []
    listed = owner.get(PENDING).json()
    assert (listed["total"], listed["candidates"][0]["slug"]) == (1, "tidy-csv")
    case = owner.get(f"{PENDING}/tidy-csv").json()
    assert case["is_open"] and PROCEDURE in case["files"]["SKILL.md"] and case["reach"]["chars"] == len(PROCEDURE)
    approved = post(owner, f"{PENDING}/tidy-csv/approve", {"kind": "new"})
    assert approved.status_code == 200, approved.content
    assert (approved.json()["skill"], approved.json()["version"]) == ("auto/tidy-csv", 1)
    assert [one["slug"] for one in crafty.get("/api/skills").json()["entries"]] == ["tidy-csv"]
    undone = post(owner, f"{PENDING}/{approved.json()['candidate']['uid']}/undo", {"reason": "Too early."})
    assert undone.status_code == 200 and crafty.get("/api/skills").json()["entries"] == []


def test_a_bot_sees_its_own_proposals_and_no_more(crafty: Client) -> None:
    post(crafty, PENDING, PROPOSAL)
    waiting("foreign-one", description="Another.")
    assert [one["slug"] for one in crafty.get(PENDING).json()["candidates"]] == ["tidy-csv"]
    own = crafty.get(f"{PENDING}/tidy-csv").json()
    assert own["live"] is None and own["reach"] is None and own["turns"] == []
    answer = crafty.get(f"{PENDING}/foreign-one")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_proposal_sent_twice_under_one_key_waits_once(crafty: Client) -> None:
    first, again = (post(crafty, PENDING, PROPOSAL, **{"Idempotency-Key": "k1"}) for _ in range(2))
    assert first.json() == again.json() and SkillCandidate.objects.count() == 1


@pytest.mark.parametrize(
    "more",
    [
        {"slug": "x"},
        {"slug": None},
        {"target": "auto/none", "slug": ""},
        {"target": "auto/none"},
        {"description": "x" * 301},
        {"procedure": "x" * 10_241},
        {"triggers": ["x"] * 13},
        {"scripts": [{"path": "a.sh", "source": "ls"}]},
        {"always": True},
        {"source": "user_explicit"},
    ],
)
def test_what_is_no_proposal_is_refused_with_the_reason(crafty: Client, more: dict[str, Any]) -> None:
    answer = post(crafty, PENDING, {**PROPOSAL, **more})
    assert answer.status_code in (404, 422), answer.content
    assert not SkillCandidate.objects.exists()


def test_a_refusal_carries_its_code_and_places(owner: Client) -> None:
    waiting(scripts={"scripts/run.py": "import socket\n"})
    answer = post(owner, f"{PENDING}/tidy-csv/approve")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (409, "script_validation_failed")
    assert told["type"].endswith("skill-candidate-refused") and told["findings"][0]["path"] == "scripts/run.py"
    edited = post(owner, f"{PENDING}/tidy-csv/approve", {"files": {"scripts/run.py": ""}})
    assert edited.status_code == 200 and edited.json()["edited"]


def test_many_are_decided_at_once_each_for_itself(owner: Client) -> None:
    waiting("one-a", description="Does one.")
    waiting("two-b", description="Does two.")
    answer = post(owner, f"{PENDING}/-/decide", {"names": ["one-a", "no-such"], "decision": "approve"}).json()
    assert [(one["name"], one["code"]) for one in answer["results"]] == [("one-a", ""), ("no-such", "not_found")]
    assert post(owner, f"{PENDING}/-/dismiss-all", {"reason": "Enough."}).json() == {"dismissed": 1}
    gone = owner.get(f"{PENDING}?state=rejected").json()["candidates"]
    assert [(one["slug"], one["reason"]) for one in gone] == [("two-b", "Enough.")]


def test_dismissing_keeps_the_reason(owner: Client) -> None:
    waiting()
    answer = post(owner, f"{PENDING}/tidy-csv/dismiss", {"reason": "Too narrow."}).json()
    assert (answer["state"], answer["reason"]) == ("rejected", "Too narrow.")


IMPORTS = "/api/skills/-/import"


def test_skills_of_another_agent_are_found_shown_and_imported_by_the_owner(owner: Client, tmp_path: Path) -> None:
    folder = tmp_path / ".claude/skills/pdf"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(skill_text("pdf", triggers="fill the form"))
    about = {"path": str(tmp_path), "source": "claude"}
    found = post(owner, f"{IMPORTS}/detect", {"path": str(tmp_path)}).json()["found"]
    assert [(one["source"], one["skills"]) for one in found] == [("claude", 1)]
    (row,) = post(owner, f"{IMPORTS}/preview", about).json()["packages"]
    assert (row["fate"], row["key"], row["stripped"]) == ("new", "imported/claude/pdf", ["triggers"])
    assert not Skill.objects.exists()
    asked = post(owner, IMPORTS, about)
    assert asked.status_code == 202, asked.content
    job = run_job_now(Job.objects.get(uid=asked.json()["uid"]))
    assert job.result["counts"]["new"] == 1 and Skill.objects.get().key == "imported/claude/pdf"


@pytest.mark.parametrize("path", [IMPORTS, f"{IMPORTS}/detect", f"{IMPORTS}/preview"])
def test_no_bot_looks_into_folders_or_imports(path: str, tmp_path: Path) -> None:
    body = {"path": str(tmp_path)} | ({} if path.endswith("detect") else {"source": "folder"})
    assert post(bot("almighty", "admin:*"), path, body).status_code == 403
    assert post(Client(), path, body).status_code == 401
