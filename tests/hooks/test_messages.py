"""A message: a reply at once, else a wrapping, else context."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor, Permission
from hooks.models import Decision, Rule
from hooks.rules.messages import decide_message
from hooks.rules.ruleset import MessageEntry, Ruleset
from hooks.services.evaluate import message_evaluate
from hooks.services.rules_transfer import rules_import
from kirocrew.base.problems import Forbidden
from tests.conftest import make_bot

RULES = Ruleset(
    replies=(
        MessageEntry("exact", ("ping",), exact=True, reply="pong"),
        MessageEntry("first", ("你好",), reply="您好"),
        MessageEntry("second", ("好",), reply="never"),
    ),
    transforms=(MessageEntry("wrap", ("übersetze",), prefix="<", suffix=">"), MessageEntry("late", ("s",), prefix="!")),
    contexts=(
        MessageEntry("c1", ("release", "リリース"), context="On Thursdays."),
        MessageEntry("c2", ("릴리스", "release"), context="Ask Bob."),
        MessageEntry("c3", ("ngày phát hành",), context="Thứ năm."),
    ),
)


@pytest.mark.parametrize(
    ("text", "outcome", "rules"),
    [
        ("PING", "reply", ("exact",)),
        ("ping me", "pass", ()),
        ("嗯，你好吗", "reply", ("first",)),
        ("ＰＩＮＧ", "reply", ("exact",)),
        ("Bitte ÜBERSETZE den release", "transform", ("wrap",)),
        ("When is the RELEASE?", "transform", ("late",)),
        ("リリースはいつ", "context", ("c1",)),
        ("릴리스가 언제", "context", ("c2",)),
        ("NGÀY PHÁT HÀNH", "context", ("c3",)),
        ("", "pass", ()),
        ("🙂", "pass", ()),
    ],
)
def test_the_first_reply_wins_then_the_first_transform_then_every_context(
    text: str, outcome: str, rules: tuple[str, ...]
) -> None:
    verdict = decide_message(text, RULES)
    assert (verdict.outcome, verdict.rules) == (outcome, rules)


def test_contexts_that_fit_are_joined_in_order() -> None:
    verdict = decide_message("release リリース 릴리스", Ruleset(contexts=RULES.contexts))
    assert verdict.context == "On Thursdays.\n\nAsk Bob."
    assert verdict.rules == ("c1", "c2")


def test_a_transform_leaves_no_room_for_context() -> None:
    verdict = decide_message("übersetze release", RULES)
    assert (verdict.text, verdict.context) == ("<übersetze release>", "")


@given(st.text(max_size=80), st.text(min_size=1, max_size=5))
def test_a_message_that_holds_the_pattern_hits_in_any_case(text: str, pattern: str) -> None:
    rules = Ruleset(replies=(MessageEntry("r", (pattern,), reply="x"),))
    assert decide_message(text, rules).outcome in ("reply", "pass")
    if pattern.isascii() and pattern.isprintable() and pattern.strip():
        assert decide_message(f"a {pattern.upper()} b", rules).outcome == "reply"


@pytest.mark.django_db
def test_a_decision_about_a_message_is_written_down_without_its_secrets(alice: Actor) -> None:
    rules_import(actor=alice, data={"context_rules": [{"triggers": ["release"], "context": "On Thursdays."}]})
    secret = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    botty = make_bot("botty", Permission.HOOKS_EVALUATE)
    found = message_evaluate(actor=botty, text=f"release with {secret}")
    assert found.verdict.text == f"release with {secret}"
    row = Decision.objects.get()
    assert (row.kind, row.outcome, row.source, row.is_exact) == ("message", "context", "bot:botty", False)
    assert secret not in f"{row.snippet} {row.call}"
    rule = Rule.objects.get()
    assert (rule.hits, rule.last_hit_at, row.rule) == (1, row.at, str(rule.uid))


@pytest.mark.django_db
def test_asking_takes_a_permission(mallory: Actor) -> None:
    with pytest.raises(Forbidden):
        message_evaluate(actor=mallory, text="x")
