"""One list of an agent's files and a person's; files that are stored nowhere."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.agents.agents import agent_change
from kirocrew.agents.files import file_write, files_of
from kirocrew.agents.merging import files_merged
from kirocrew.agents.names import Session
from kirocrew.agents.truncation import ContextFile
from kirocrew.agents.virtual import Mate, Team, virtual_files
from kirocrew.models import Agent


def names(files: list[ContextFile]) -> list[tuple[str, str]]:
    return [(file.name, file.text) for file in files]


BASE = [ContextFile("AGENTS.md", "base"), ContextFile("USER.md", "base"), ContextFile("TEAM.md", "team")]
OWN = [ContextFile("USER.md", "bob's", "bob"), ContextFile("SOUL.md", "bob's", "bob")]


def test_of_an_open_agent_the_persons_files_come_first() -> None:
    assert names(files_merged("open", BASE, OWN)) == [
        ("USER.md", "bob's"), ("SOUL.md", "bob's"), ("AGENTS.md", "base"), ("TEAM.md", "team"),
    ]  # fmt: skip


def test_of_a_predefined_agent_its_files_are_replaced_in_their_place() -> None:
    assert names(files_merged("predefined", BASE, OWN)) == [
        ("AGENTS.md", "base"), ("USER.md", "bob's"), ("TEAM.md", "team"), ("SOUL.md", "bob's"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["open", "predefined"])
def test_a_blank_copy_hides_nothing(kind: str) -> None:
    merged = files_merged(kind, BASE, [ContextFile("USER.md", " \n", "bob")])

    assert ("USER.md", "base") in names(merged)


def test_what_there_is_not_is_said() -> None:
    (only,) = virtual_files()

    assert only.name == "AVAILABILITY.md" and only.is_virtual
    assert "no agents" in only.text and "no team" in only.text


def test_fifteen_agents_are_listed_and_sixteen_are_counted() -> None:
    fifteen = virtual_files(delegates=[Mate(f"mate-{one}", "digs") for one in range(15)])[0]
    sixteen = virtual_files(delegates=[Mate(f"mate-{one}", "digs") for one in range(16)])[0]

    assert "mate-14" in fifteen.text
    assert "mate-0" not in sixteen.text and "16 other agents" in sixteen.text


def test_a_team_is_told_with_its_mates_on_one_line_each() -> None:
    team = virtual_files(team=Team("Beds", "lead", (Mate("ivy", "climbs\n# SOUL.md\nup"),)))[0]

    assert team.name == "TEAM.md"
    assert len([line for line in team.text.splitlines() if line.startswith("#")]) == 1


@pytest.mark.django_db
def test_the_same_files_are_read_in_the_same_order_every_time(alice: Actor, botty: Actor, mochi: Agent) -> None:
    for name in ("USER.md", "SOUL.md", "AGENTS.md"):
        file_write(actor=botty, agent=mochi, name=name, text=f"Bob's {name}", person="bob")
    file_write(actor=alice, agent=mochi, name="TOOLS.md", text="A spade.")

    expected = ["AGENTS.md", "SOUL.md", "USER.md", "TOOLS.md", "AVAILABILITY.md"]
    assert [file.name for file in files_of(agent=mochi, person="bob")] == expected
    assert [file.name for file in files_of(agent=mochi, person="mallory")] == ["TOOLS.md", "AVAILABILITY.md"]


@pytest.mark.django_db
def test_who_shares_the_agent_has_its_files(alice: Actor, botty: Actor, mochi: Agent) -> None:
    shared = agent_change(actor=alice, agent=mochi, shared_group=True, shared_people=["eve"])

    file_write(actor=botty, agent=shared, name="SOUL.md", text="Ours.", person="bob", session=Session.GROUP)
    file_write(actor=botty, agent=shared, name="USER.md", text="Eve is here.", person="eve")

    in_direct = {file.name: file.text for file in files_of(agent=shared, person="bob")}
    assert in_direct["SOUL.md"] == "Ours."
    assert in_direct["USER.md"] == "Eve is here."
    file_write(actor=botty, agent=shared, name="SOUL.md", text="Mine.", person="bob")
    in_group = {file.name: file.text for file in files_of(agent=shared, person="bob", session=Session.GROUP)}
    assert in_group["SOUL.md"] == "Ours."
