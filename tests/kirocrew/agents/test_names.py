"""Which files there are, in which session."""

import pytest

from kirocrew.agents.names import MINIMAL, Session, name_checked, names_in, session_of
from kirocrew.base.problems import Invalid


@pytest.mark.parametrize(
    ("key", "session"),
    [
        ("agent:gardener:subagent:1", Session.SUBAGENT),
        ("agent:gardener:CRON:daily", Session.CRON),
        ("agent:gardener:heartbeat", Session.HEARTBEAT),
        ("agent:gardener:heartbeat:7", Session.HEARTBEAT),
        ("agent:gardener:team:7", Session.TEAM),
        ("agent:gardener:group:-100", Session.GROUP),
        ("agent:gardener:telegram:direct:4711", Session.DIRECT),
        ("agent:gardener:subagents", Session.DIRECT),
        ("agent:gardener", Session.DIRECT),
        ("", Session.DIRECT),
    ],
)
def test_the_rest_of_a_key_says_what_kind_of_session_it_is(key: str, session: Session) -> None:
    assert session_of(key) is session


@pytest.mark.parametrize("path", ["SOUL.md", "soul.MD", "notes/today/SOUL.md", r"C:\work\Soul.md", " SOUL.md "])
def test_a_file_is_meant_by_the_last_part_of_a_path(path: str) -> None:
    assert name_checked(path) == "SOUL.md"


@pytest.mark.parametrize("path", ["", "MEMORY.md", "SOUL.md/", "../etc/passwd", "SOUL.md.txt", "ＳＯＵＬ.md", "SOUL"])
def test_a_name_no_agent_has_is_refused(path: str) -> None:
    with pytest.raises(Invalid):
        name_checked(path)


@pytest.mark.parametrize("session", [Session.SUBAGENT, Session.CRON])
def test_runs_without_a_person_get_the_minimal_files(session: Session) -> None:
    assert names_in(session, "full") == MINIMAL


def test_the_checklist_comes_with_runs_by_the_clock_alone() -> None:
    assert "HEARTBEAT.md" in names_in(Session.HEARTBEAT, "full")
    assert not any("HEARTBEAT.md" in names_in(one, "full") for one in Session if one is not Session.HEARTBEAT)


def test_the_first_run_is_a_matter_of_direct_messages() -> None:
    assert [one for one in Session if "BOOTSTRAP.md" in names_in(one, "full")] == [Session.DIRECT]
