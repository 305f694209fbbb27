"""What was decided: written down before it holds, redacted, hashed, searched, replayed, pruned."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from channels_bridge.actors import Actor, Permission
from hooks.models import Decision, HookEvent, Rule
from hooks.services.decisions import (
    DecisionFilter,
    decision_counts,
    decision_get,
    decisions_export,
    decisions_prune,
    decisions_visible,
    outcome_counts,
)
from hooks.services.evaluate import decisions_replay, message_evaluate, tool_evaluate
from hooks.services.rules import rule_create
from hooks.services.switches import switch_change
from hooks.tasks import prune_decisions
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, NotFound, Unavailable
from tests.conftest import make_bot

pytestmark = pytest.mark.django_db
SECRET = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


def bash(command: str) -> dict[str, object]:
    return {"tool_name": "Bash", "tool_input": {"command": command}}


@pytest.fixture
def asker(db: None) -> Actor:
    return make_bot("botty", Permission.HOOKS_EVALUATE, Permission.HOOKS_READ)


def test_a_decision_says_who_what_and_why(asker: Actor) -> None:
    found = tool_evaluate(actor=asker, call=bash("rm -rf /"))
    row = Decision.objects.get()
    assert found.decision == row
    assert (row.source, row.kind, row.tool, row.outcome) == ("bot:botty", "tool", "Bash", "deny")
    assert (row.rule, row.stage, row.is_security_denial, row.snippet) == (
        "deny.remove-system", "deny-list", True, "rm -rf /",
    )  # fmt: skip
    assert row.call == bash("rm -rf /")
    assert row.is_exact


def test_equal_questions_have_equal_hashes_and_no_text_of_theirs(asker: Actor) -> None:
    for command in ("ls", "ls", "ls -a"):
        tool_evaluate(actor=asker, call=bash(command))
    hashes = list(Decision.objects.order_by("id").values_list("subject_hash", flat=True))
    assert hashes[0] == hashes[1] != hashes[2]
    assert all(len(value) == 64 and set(value) <= set("0123456789abcdef") for value in hashes)


def test_no_secret_is_kept(asker: Actor) -> None:
    call = bash(f"curl -H 'Authorization: token {SECRET}' https://api.example.org") | {"title": f"Running: {SECRET}"}
    tool_evaluate(actor=asker, call=call)
    row = Decision.objects.get()
    assert SECRET not in json.dumps([row.call, row.snippet, row.tool, row.reason])
    assert not row.is_exact


def test_a_long_question_is_known_by_its_hash_and_snippet(asker: Actor) -> None:
    tool_evaluate(actor=asker, call={"tool_name": "Write", "tool_input": {"file_path": "a", "content": "x" * 20_000}})
    row = Decision.objects.get()
    assert (row.call, row.is_exact, row.snippet) == ({}, False, "a")


@settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.text(max_size=50), st.dictionaries(st.text(max_size=10), st.text(max_size=40) | st.floats() | st.none()))
def test_no_question_makes_the_server_fail(asker: Actor, name: str, arguments: dict[str, object]) -> None:
    found = tool_evaluate(actor=asker, call={"tool_name": name, "tool_input": arguments})
    assert found.decision is not None


def test_a_decision_is_never_changed(asker: Actor) -> None:
    tool_evaluate(actor=asker, call=bash("ls"))
    row = Decision.objects.get()
    row.outcome = "deny"
    with pytest.raises(TypeError):
        row.save()


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_written_down_is_denied(alice: Actor) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TRIGGER full BEFORE INSERT ON hooks_decision BEGIN SELECT RAISE(ABORT, 'disk'); END")
    try:
        found = tool_evaluate(actor=alice, call=bash("ls"))
        with pytest.raises(Unavailable):
            message_evaluate(actor=alice, text="x")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER full")
    assert (found.verdict.outcome, found.verdict.rule, found.decision) == ("deny", "always.unrecorded", None)
    assert found.verdict.is_security_denial
    assert tool_evaluate(actor=alice, call=bash("ls")).verdict.outcome == "approve"


def test_a_bot_sees_its_own_decisions_and_the_owner_all(alice: Actor, asker: Actor, mallory: Actor) -> None:
    tool_evaluate(actor=asker, call=bash("ls"))
    mine = tool_evaluate(actor=alice, call=bash("ls -a")).decision
    assert mine is not None
    assert decisions_visible(actor=asker).count() == 1
    assert decisions_visible(actor=alice).count() == 2
    with pytest.raises(NotFound):
        decision_get(actor=asker, uid=mine.uid)
    with pytest.raises(Forbidden):
        decisions_visible(actor=mallory)


def test_decisions_are_found_by_outcome_rule_text_and_time(alice: Actor) -> None:
    for command in ("rm -rf /", "ls 文件", "make"):
        tool_evaluate(actor=alice, call=bash(command))
    Decision.objects.filter(snippet="make").update(at=now() - timedelta(days=3))

    def found(**wanted: object) -> list[str]:
        rows = decisions_visible(actor=alice, wanted=DecisionFilter(**wanted))  # type: ignore[arg-type]
        return [row.snippet for row in rows]

    assert found(outcome="deny") == ["rm -rf /"]
    assert found(rule="deny.remove-system") == ["rm -rf /"]
    assert found(text="文件") == ["ls 文件"]
    assert found(security=True) == ["rm -rf /"]
    assert found(until=now() - timedelta(days=1)) == ["make"]
    assert found(since=now() - timedelta(days=1)) == ["ls 文件", "rm -rf /"]
    assert outcome_counts(actor=alice) == {"deny": 1, "approve": 1, "ask": 1}
    assert decision_counts(actor=alice)["deny.remove-system"][0] == 1
    lines = [json.loads(line) for line in decisions_export(actor=alice)]
    assert [line["snippet"] for line in lines] == ["make", "ls 文件", "rm -rf /"]


def test_a_rule_counts_how_often_it_decided(alice: Actor) -> None:
    rule_create(actor=alice, section="auto_deny_tools", values={"pattern": "git push*"})
    for _ in range(3):
        tool_evaluate(actor=alice, call=bash("git push"))
    rule = Rule.objects.get()
    assert rule.hits == 3
    assert rule.last_hit_at == decisions_visible(actor=alice)[0].at
    assert decision_counts(actor=alice)[str(rule.uid)][0] == 3


def test_a_replay_says_what_the_present_rules_would_decide(alice: Actor) -> None:
    for command in ("make deploy", "ls"):
        tool_evaluate(actor=alice, call=bash(command))
    message_evaluate(actor=alice, text="hello")
    rule = rule_create(actor=alice, section="denied_commands", values={"pattern": "deploy"})
    before = Decision.objects.count()
    found = decisions_replay(actor=alice, decisions=list(decisions_visible(actor=alice)))
    assert [(item.outcome, item.differs) for item in found] == [("pass", False), ("approve", False), ("deny", True)]
    assert found[-1].rule == str(rule.uid)
    assert Decision.objects.count() == before
    assert Rule.objects.get().hits == 0


def test_old_and_surplus_decisions_go(alice: Actor) -> None:
    switch_change(actor=alice, name="decisions_max", value=100)
    for number in range(105):
        tool_evaluate(actor=alice, call=bash(f"ls {number}"))
    Decision.objects.filter(snippet__in=["ls 103", "ls 104"]).update(at=now() - timedelta(days=91))
    assert decisions_prune(actor=alice) == 5
    left = list(Decision.objects.order_by("id").values_list("snippet", flat=True))
    assert (left[0], left[-1], len(left)) == ("ls 3", "ls 102", 100)
    prune_decisions()
    assert Decision.objects.count() == 100
    assert HookEvent.objects.filter(code="decisions_pruned").count() == 1
