"""Everything an owner needs to judge a learned skill."""

from datetime import timedelta
from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Role
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden
from memory.models import Store
from memory.services.conversations import TurnDraft, conversation_open, turns_record
from skills.learning.codes import CandidateMissing
from skills.models import Origin, SkillCandidate
from skills.services.candidates import candidate_case
from skills.services.deciding import candidate_approve
from tests.skills.learning.working import PROCEDURE, learn_on, look, new_skill, skill_bot, waiting, with_model, work
from tests.skills.making import change_skill, make_skill

pytestmark = pytest.mark.django_db


def say(actor: Actor, *texts: str, days: int = 1, role: Role = Role.USER) -> None:
    """Let somebody say something so many days ago."""
    conversation = conversation_open(actor=actor, key=f"talk-{days}-{role}")
    at = now() - timedelta(days=days)
    drafts = [TurnDraft(role=role, text=text, said_at=at) for text in texts]
    turns_record(actor=actor, conversation=conversation, drafts=drafts)


def test_it_shows_text_files_and_findings_each_with_its_line(alice: Actor) -> None:
    row = waiting(scripts={"scripts/run.py": "import os\n\nos.remove('x')\n"})
    case = candidate_case(actor=alice, name=row.uid)
    assert case.body == PROCEDURE and case.is_open and case.live is None and case.origin is None
    assert [(file.path, file.status, file.is_script) for file in case.files] == [
        ("SKILL.md", "new", False),
        ("scripts/run.py", "new", True),
    ]
    assert case.findings == case.files[1].findings and case.findings[0].line in (1, 3)


def test_a_new_version_is_compared_with_the_live_one_word_by_word(alice: Actor) -> None:
    make_skill("auto/tidy-csv", origin=Origin.LEARNED)
    first = candidate_approve(actor=alice, name=waiting("other-one", description="Another thing.").uid).skill
    row = waiting(target=first, description="Another thing.", procedure=PROCEDURE.replace("UTF-8", "UTF-16"))
    case = candidate_case(actor=alice, name=row.slug)
    assert case.live is not None and (case.live.version, case.live.is_stale) == (1, False)
    (main,) = case.files
    changes = [(piece.kind, piece.text) for piece in main.diff if piece.kind != "same"]
    assert main.status == "changed" and ("del", "8") in changes and ("ins", "16") in changes
    change_skill(first, body="Mine.")
    assert candidate_case(actor=alice, name=row.slug).live.is_stale  # type: ignore[union-attr]


def test_it_leads_to_the_conversation_with_the_turns_that_were_read(
    alice: Actor, botty: Actor, main_store: Store, settings: Any
) -> None:
    learn_on(alice)
    with_model(settings, new_skill())
    conversation = work(botty)
    look(conversation)
    origin = candidate_case(actor=alice, name="tidy-csv").origin
    assert origin is not None and (origin.conversation, origin.store) == (conversation, main_store)
    assert [turn.position for turn in origin.turns] == list(range(8))
    conversation.delete()
    assert candidate_case(actor=alice, name="tidy-csv").origin is None


def test_it_names_similar_skills_and_those_that_went_since_no_more(alice: Actor) -> None:
    near = make_skill("sales-tables", description="Tidies CSV exports of sales tables.")
    waiting("renames", description="Tidies exports of merged headers.", triggers=())
    row = waiting()
    found = candidate_case(actor=alice, name=row.uid).similar
    assert [(one.key, one.skill) for one in found] == [("sales-tables", near), ("renames", None)]
    assert found[0].score > found[1].score > 0 and found[0].description.startswith("Tidies CSV")
    near.delete()
    SkillCandidate.objects.filter(slug="renames").delete()
    assert candidate_case(actor=alice, name=row.uid).similar == ()


def test_it_says_which_messages_its_phrases_would_have_matched_and_what_that_costs(alice: Actor, botty: Actor) -> None:
    say(botty, "Please tidy the sales CSV now", "请做 CSV 整理", "What is the weather?", "tidy up")
    say(botty, "tidy the sales csv", days=40)
    say(botty, "tidy the sales csv", role=Role.ASSISTANT)
    reach = candidate_case(actor=alice, name=waiting().uid).reach
    assert (reach.matched, reach.tried, reach.messages, reach.deliveries) == (2, 4, 4, 2)
    assert {phrase for _, phrase in reach.shown} == {"tidy the sales csv", "CSV 整理"}
    assert reach.chars == len(PROCEDURE) and reach.cost == 2 * reach.chars


def test_without_messages_nothing_is_promised(alice: Actor) -> None:
    reach = candidate_case(actor=alice, name=waiting(triggers=()).uid).reach
    assert (reach.matched, reach.tried, reach.cost, reach.shown) == (0, 0, 0, ())


def test_it_is_the_owners_to_read(alice: Actor) -> None:
    crafty = skill_bot()
    row = waiting(actor=crafty)
    with pytest.raises(Forbidden):
        candidate_case(actor=crafty, name=row.uid)
    with pytest.raises(CandidateMissing):
        candidate_case(actor=alice, name="no-such")
