"""Episodes of different projects know nothing of each other."""

from dataclasses import replace
from typing import Any

import pytest

from channels_bridge.actors import Actor
from memory.gate.outcomes import Outcome
from memory.models import Episode, Record, Status, Store
from memory.services.drafts import EpisodeDraft, WriteMode
from memory.services.episodes import episodes_write
from memory.services.records import record_forget

OPENING = "The rocket launch code review with Maria was moved to Thursday because the simulator crashed"
TEXTS = [
    "The release went out on Friday after the index was rebuilt.",
    "客户已经批准了新办公室的预算方案。",
    "고객이 새 사무실 예산안을 승인했습니다.",
    "Der Kunde hat das Angebot für das Büro angenommen.",
]


@pytest.fixture
def alpha(botty: Actor) -> Actor:
    """The bot, bound to the project alpha."""
    return replace(botty, project="alpha")


@pytest.fixture
def beta(botty: Actor) -> Actor:
    """The bot, bound to the project beta."""
    return replace(botty, project="beta")


def write(actor: Actor, store: Store, *texts: str, **more: Any) -> list[Outcome]:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **more) for text in texts])


def active(project: str) -> list[str]:
    episodes = Episode.objects.filter(record__status=Status.ACTIVE, record__project=project)
    return list(episodes.order_by("record_id").values_list("text", flat=True))


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_text_in_another_project_is_written_there(
    alpha: Actor, beta: Actor, main_store: Store, text: str
) -> None:
    first = write(alpha, main_store, text)[0]
    other = write(beta, main_store, text)[0]
    assert other.status == "written" and other.uid != first.uid
    assert active("alpha") == active("beta") == [text]
    assert write(beta, main_store, text)[0].status == "unchanged"


@pytest.mark.parametrize("text", TEXTS)
def test_what_belongs_to_no_project_swallows_nothing_of_one(
    alpha: Actor, botty: Actor, main_store: Store, text: str
) -> None:
    write(botty, main_store, text)
    assert write(alpha, main_store, text)[0].status == "written"


def test_a_newer_wording_supersedes_in_its_own_project_alone(alpha: Actor, beta: Actor, main_store: Store) -> None:
    write(alpha, main_store, f"{OPENING} and the confidential budget shrinks.")
    other = write(beta, main_store, f"{OPENING}.")[0]
    assert (other.status, other.superseded) == ("written", ())
    assert active("alpha") == [f"{OPENING} and the confidential budget shrinks."]
    assert write(beta, main_store, f"{OPENING} badly.")[0].status == "merged"
    assert active("beta") == [f"{OPENING} badly."]
    assert not Record.objects.filter(project="alpha", status=Status.SUPERSEDED).exists()


def test_many_newer_records_of_one_project_do_not_hide_the_older_wording_in_another(
    alpha: Actor, beta: Actor, main_store: Store
) -> None:
    write(beta, main_store, f"{OPENING}.")
    for number in range(6):
        write(alpha, main_store, f"{OPENING} {number}.")
    assert write(beta, main_store, f"{OPENING} badly.")[0].status == "merged"


def test_a_batch_of_several_projects_keeps_them_apart(botty: Actor, main_store: Store) -> None:
    drafts = [
        EpisodeDraft(text=text, project=project)
        for project in ("alpha", "beta", "")
        for text in (TEXTS[0], f"{OPENING}.", f"{OPENING} badly.", TEXTS[0])
    ]
    outcomes = episodes_write(actor=botty, store=main_store, drafts=drafts)
    assert [str(outcome.status) for outcome in outcomes] == ["written", "written", "merged", "unchanged"] * 3
    assert active("alpha") == active("beta") == active("") == [TEXTS[0], f"{OPENING} badly."]


def test_what_was_forgotten_in_one_project_is_not_proposed_by_another(
    alice: Actor, alpha: Actor, beta: Actor, main_store: Store
) -> None:
    uid = write(alpha, main_store, TEXTS[0])[0].uid
    assert uid
    record_forget(actor=alice, uid=uid)
    assert write(beta, main_store, TEXTS[0])[0].status == "written"
    assert write(alpha, main_store, TEXTS[0])[0].status == "proposed"


def test_an_import_into_one_project_finds_no_duplicates_in_another(alpha: Actor, main_store: Store) -> None:
    write(alpha, main_store, f"{OPENING} and the budget shrinks.")
    importer = replace(Actor.system("import:notes"), project="beta")
    drafts = [EpisodeDraft(text=f"{OPENING}.")]
    copies = [
        episodes_write(actor=importer, store=main_store, drafts=drafts, mode=WriteMode.PRESERVE)[0] for _ in range(2)
    ]
    assert [str(copy.status) for copy in copies] == ["written", "unchanged"]
