"""An erase takes the text out of the files of agents that belong to the store."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.agents.agents import agent_create
from kirocrew.agents.files import file_restore, file_write, files_of, waiting_texts
from kirocrew.base.problems import Conflict
from kirocrew.models import Agent, AgentFile, AgentFileRevision
from memory.models import Event, Store
from memory.services.drafts import FactDraft
from memory.services.erasing.certificate import Certificate
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from tests.kirocrew.agents.conftest import SUSPICIOUS
from tests.memory.erasing import finished

pytestmark = pytest.mark.django_db
RARE = "Quastenflosserbecken 青銅の鍵"


def erased(alice: Actor, store: Store) -> Certificate:
    outcome = facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.safe", value=RARE)])[0]
    assert outcome.uid is not None
    record_erase(actor=alice, uid=outcome.uid, confirm="user.safe", reason="asked to")
    return finished(alice, outcome.uid)


def test_it_goes_from_the_file_and_its_history(alice: Actor, botty: Actor, mochi: Agent, main_store: Store) -> None:
    file_write(actor=botty, agent=mochi, name="USER.md", text=f"- **Name:** Bob\n- Safe: {RARE}", person="bob")
    file_write(actor=botty, agent=mochi, name="USER.md", text=f"- **Name:** Bob\n- The safe: {RARE}", person="bob")
    file_write(actor=botty, agent=mochi, name="SOUL.md", text="Kind.", person="bob", reason=f"Because of {RARE}")

    certificate = erased(alice, main_store)

    lines = {line.place: line.hits for line in certificate.lines}
    assert not lines["agents"] and not lines["audit"]
    text = next(file.text for file in files_of(agent=mochi, person="bob") if file.name == "USER.md")
    assert text.startswith("- **Name:** Bob") and RARE not in text
    assert not any(RARE in row.text + row.reason for row in AgentFileRevision.objects.all())
    assert not any(RARE in row.old_value + row.new_value + row.detail for row in Event.objects.all())
    operations = AgentFile.objects.get(name="USER.md").revisions.values_list("operation", flat=True)
    assert list(operations) == ["write", "write", "erase"]
    with pytest.raises(Conflict):
        file_restore(actor=alice, agent=mochi, name="USER.md", person="bob", number=1)


def test_what_waits_with_it_waits_no_longer(alice: Actor, botty: Actor, mochi: Agent, main_store: Store) -> None:
    file_write(actor=botty, agent=mochi, name="SOUL.md", text=f"{SUSPICIOUS} {RARE}", person="bob")
    assert waiting_texts(actor=alice).exists()

    erased(alice, main_store)

    assert not waiting_texts(actor=alice).exists()
    assert not AgentFileRevision.objects.filter(text__contains=RARE).exists()


def test_the_file_of_a_member_of_another_store_is_told_and_left(alice: Actor, main_store: Store) -> None:
    ivy = agent_create(actor=alice, slug="ivy")
    store = Store.objects.create(slug="ivy", name="Ivy's", policy="private", member="ivy")
    Agent.objects.filter(pk=ivy.pk).update(store=store)
    ivy = Agent.objects.get(pk=ivy.pk)
    file_write(actor=alice, agent=ivy, name="SOUL.md", text=f"Mine: {RARE}")

    certificate = erased(alice, main_store)

    hits = next(line.hits for line in certificate.lines if line.place == "agents")
    assert [hit.split(" ")[0] for hit in hits] == ["kirocrew_agentfile", "kirocrew_agentfilerevision"]
    assert AgentFile.objects.get(name="SOUL.md").text == f"Mine: {RARE}"
    assert not next(line.hits for line in erased(alice, store).lines if line.place == "agents")


def test_an_erased_value_does_not_come_back(alice: Actor, botty: Actor, mochi: Agent, main_store: Store) -> None:
    erased(alice, main_store)

    outcome = file_write(actor=botty, agent=mochi, name="USER.md", text=f"His safe: {RARE}", person="bob")

    assert outcome.refusal is not None and outcome.refusal.code == "refused_value"
    assert not AgentFileRevision.objects.filter(text__contains=RARE).exists()
