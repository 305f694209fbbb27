"""Files of agents: who writes which, what waits, what is kept."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.agents.files import file_read, file_restore, file_revisions, file_write, files_of
from kirocrew.base.problems import Forbidden
from kirocrew.models import Agent
from memory.gate.outcomes import OutcomeStatus, RefusalCode
from tests.kirocrew.agents.conftest import HOSTILE, SUSPICIOUS

pytestmark = pytest.mark.django_db


def text_of(agent: Agent, name: str, person: str = "") -> str:
    return next((file.text for file in files_of(agent=agent, person=person) if file.name == name), "")


def test_a_predefined_agent_begins_with_its_files(gardener: Agent) -> None:
    files = files_of(agent=gardener)

    names = ["AGENTS.md", "SOUL.md", "IDENTITY.md", "USER_PREDEFINED.md", "AVAILABILITY.md"]
    assert [file.name for file in files] == names


def test_an_open_agent_begins_with_none(mochi: Agent) -> None:
    assert [file.name for file in files_of(agent=mochi)] == ["AVAILABILITY.md"]


def test_the_owner_writes_a_file_and_the_prompt_has_it(alice: Actor, gardener: Agent) -> None:
    outcome = file_write(actor=alice, agent=gardener, name="SOUL.md", text="# SOUL.md\n\nGrow things.", reason="Mood")

    assert outcome.status is OutcomeStatus.WRITTEN
    assert outcome.revision == 2
    assert text_of(gardener, "SOUL.md") == "# SOUL.md\n\nGrow things."
    assert [row.operation for row in file_revisions(actor=alice, agent=gardener, name="SOUL.md")] == ["write", "seed"]


def test_what_is_suspicious_waits_and_the_prompt_stays(botty: Actor, mochi: Agent) -> None:
    file_write(actor=botty, agent=mochi, name="SOUL.md", text="Kind.", person="bob")

    outcome = file_write(actor=botty, agent=mochi, name="SOUL.md", text=SUSPICIOUS, person="bob")

    assert outcome.status is OutcomeStatus.PROPOSED
    assert text_of(mochi, "SOUL.md", "bob") == "Kind."


def test_an_attack_is_refused(botty: Actor, mochi: Agent) -> None:
    outcome = file_write(actor=botty, agent=mochi, name="SOUL.md", text=HOSTILE, person="bob")

    assert outcome.refusal is not None
    assert outcome.refusal.code is RefusalCode.INJECTION
    assert text_of(mochi, "SOUL.md", "bob") == ""


def test_a_chat_may_not_write_a_predefined_agents_soul(botty: Actor, gardener: Agent) -> None:
    with pytest.raises(Forbidden):
        file_write(actor=botty, agent=gardener, name="SOUL.md", text="Mine now.", person="bob")


def test_an_earlier_text_comes_back(alice: Actor, gardener: Agent) -> None:
    before = text_of(gardener, "SOUL.md")
    file_write(actor=alice, agent=gardener, name="SOUL.md", text="Other")

    file_restore(actor=alice, agent=gardener, name="SOUL.md", number=1)

    assert text_of(gardener, "SOUL.md") == before
    assert file_read(actor=alice, agent=gardener, name="SOUL.md").revision == 3
