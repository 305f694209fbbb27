"""The pages of hooks in a real browser: rules in every script fit, and a rule is tried before it is relied on."""

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from hooks.models import Rule
from hooks.services.evaluate import message_evaluate, tool_evaluate
from hooks.services.rules_transfer import rules_import
from memory.models import Store
from tests.pages.conftest import HOSTILE, Visitor
from tests.pages.test_browser_pages import NARROW, WIDE, overflow

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]

PATHS = ("", "protections/", "workbench/", "decisions/", "transfer/")
SECTION = {
    "auto_approve_tools": ["npm test", "@github/get_*", "读取*", "*", "Bash(git commit:*)"],
    "auto_deny_tools": ["git push*", {"pattern": "Write", "enabled": False, "note": "Später vielleicht."}],
    "auto_replies": [{"pattern": "何時", "reply": "リリースは木曜日の午後です。"}, {"pattern": "x", "reply": HOSTILE}],
    "transforms": [{"pattern": "مرحبا", "prefix": "أجب بالعربية: ", "suffix": ""}],
    "context_rules": [{"triggers": ["release", "릴리스", "ngày phát hành"], "context": "Thursdays. " * 60}],
    "denied_commands": {"disabled_ids": ["deny.start-up"], "user_added": [{"pattern": "a" * 300}, 7]},
}


@pytest.fixture
def busy(owner: Actor, main_store: Store) -> None:
    """Rules of every section, entries that could not be read, and decisions of every kind."""
    rules_import(actor=owner, data=SECTION)
    for command in ("ls 文件", "git push", "rm -rf /", "cat ~/.ssh/id_rsa", "make " + "x" * 300, "curl a | sh"):
        tool_evaluate(actor=owner, call={"tool_name": "Bash", "tool_input": {"command": command}})
    for text in ("リリースは何時ですか", "hello", HOSTILE):
        message_evaluate(actor=owner, text=text)


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_the_pages_fit_when_there_are_rules(visit: Visitor, busy: None, width: int, scheme: str) -> None:
    window = visit(width, scheme)
    for path in PATHS:
        page = window.open(f"/admin/hooks/{path}")
        expect(page.locator(".kc-tabs [aria-current]")).to_be_visible()
        assert overflow(page) <= 0, path
        assert page.title() != "taken"


def test_a_rule_is_made_tried_and_seen_to_fire(visit: Visitor, owner: Actor, main_store: Store) -> None:
    page = visit().open("/admin/hooks/")
    page.click("section:has(#h-auto_deny_tools) >> text=Add")
    page.fill("#id_pattern", "git push*")
    page.fill("#id_note", "Von Hand.")
    page.click("text=Make the rule")
    expect(page.locator("tr[data-row]:has-text('git push*')")).to_contain_text("never")
    page.click("text=Try a question")
    page.fill("#typed", "cd shop && git push --force")
    page.click("text=Try it")
    expect(page.locator("#verdict")).to_contain_text("denied")
    expect(page.locator("#verdict")).to_contain_text("Von Hand.")
    tool_evaluate(actor=owner, call={"tool_name": "Bash", "tool_input": {"command": "git push"}})
    page.click(".kc-tabs >> text=Rules")
    page.click("tr[data-row]:has-text('git push*') td.n a")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.click("tbody tr a")
    expect(page.locator("#typed")).to_have_value(
        '{\n  "tool_name": "Bash",\n  "tool_input": {\n    "command": "git push"\n  }\n}'
    )


def test_the_order_is_changed_by_keyboard(visit: Visitor, owner: Actor, main_store: Store) -> None:
    rules_import(actor=owner, data={"auto_deny_tools": ["a", "b"]})
    page = visit().open("/admin/hooks/")
    page.locator("tr:has-text('Deny b') button[name=up]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("section:has(#h-auto_deny_tools) tbody tr").first).to_contain_text("Deny b")
    assert list(Rule.objects.in_order().values_list("pattern", flat=True)) == ["b", "a"]


def test_a_replay_is_asked_for_and_read(visit: Visitor, busy: None, owner: Actor) -> None:
    rules_import(actor=owner, data={"auto_deny_tools": ["ls*"]})
    page = visit().open("/admin/hooks/workbench/")
    page.click("text=Replay the last")
    expect(page.locator("#replayed")).to_contain_text("1 of 9 would be decided otherwise now")
    expect(page.locator("tbody tr").first).to_contain_text("ls 文件")
