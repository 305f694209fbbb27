"""What a message costs: nothing is compiled, opened or asked on its way but whether the catalogue changed."""

import sys
import threading
import time
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.services.settings import setting_change, settings_forget
from skills.models import Origin, Skill, Tier, Visibility
from skills.services.catalogue import skill_enable
from skills.services.events import catalogue_touch
from skills.services.matching import MatchAnswer, skills_match
from skills.services.warming import warming_start, warming_stop
from tests.skills.making import ALICE, make_skill

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60.0
WORDS = "invoice deploy slides kubernetes translate video postgres recipe physics calendar budget poster".split()


class Opened:
    """Which files the thread that watches opens; the hook stays, since Python takes none back."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.thread = 0
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and threading.get_ident() == self.thread:
            self.paths.append(str(arguments[0]))


@pytest.fixture
def warmed() -> Iterator[None]:
    """A process that serves: its thread compiles."""
    stop = warming_start()
    yield
    warming_stop(stop)
    for thread in threading.enumerate():
        if thread.name == "skills-warming":
            thread.join(PATIENCE)


def ask(message: str) -> MatchAnswer:
    return skills_match(actor=ALICE, message=message, record=False)


def slugs(answer: MatchAnswer) -> list[str]:
    return [one.usable.skill.slug for one in answer.matches]


def until_current(message: str) -> MatchAnswer:
    """Ask until what is on offer is compiled."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := ask(message)).is_current:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return answer


def thousand_skills() -> None:
    Skill.objects.bulk_create(
        Skill(
            key=f"skill-{at}",
            slug=f"skill-{at}",
            name=f"skill-{at}",
            description=f"For {WORDS[at % 12]} and {WORDS[at // 12 % 12]}, number {at}.",
            body=f"# How to {WORDS[at % 12]}\n\n" + "Look at each of them. " * 20,
            content_hash=f"{at:064x}",
            tier=Tier.MANAGED,
            origin=Origin.WRITTEN,
            visibility=Visibility.PUBLIC,
            version=1,
        )
        for at in range(1_000)
    )
    catalogue_touch()


def test_a_message_against_a_thousand_skills_opens_no_file_and_asks_one_thing() -> None:
    thousand_skills()
    ask("Erstelle eine Rechnung als PDF")
    opened = Opened()
    for message in ("deploy the video to kubernetes", "帮我翻译这份文档", "hello " * 200, "i love dogs") * 2:
        settings_forget()  # as after the seconds that settings are believed
        opened.thread = threading.get_ident()
        with CaptureQueriesContext(connection) as asked:
            ask(message)
        opened.thread = 0
        # What was found is delivered: its body is read, once for each.
        tables = [query["sql"].split("FROM")[1].split()[0] for query in asked.captured_queries]
        assert tables[0] == '"skills_cataloguemark"'
        assert set(tables[1:]) <= {'"skills_skill"'}
        assert len(tables) <= 1 + 3
    assert opened.paths == []


def test_where_a_thread_compiles_a_message_never_does(warmed: None) -> None:
    thousand_skills()
    make_skill("telescope", description="Calibrate a telescope.")
    first = ask("calibrate the telescope")

    assert not first.is_current
    assert slugs(first) == []
    assert slugs(until_current("calibrate the telescope")) == ["telescope"]


def test_a_change_is_compiled_without_being_asked_for_and_the_old_state_serves_meanwhile(warmed: None) -> None:
    make_skill("telescope", description="Calibrate a telescope.")
    assert slugs(until_current("calibrate the telescope")) == ["telescope"]

    make_skill("kettle", description="Descale an electric kettle.")
    answer = ask("calibrate the telescope")
    assert slugs(answer) == ["telescope"]
    assert slugs(until_current("descale the kettle")) == ["kettle"]


def test_what_is_no_longer_on_offer_is_not_served_from_the_old_state(warmed: None) -> None:
    skill = make_skill("telescope", description="Calibrate a telescope.")
    make_skill("kettle", description="Descale an electric kettle.")
    assert slugs(until_current("calibrate the telescope")) == ["telescope"]

    skill_enable(actor=ALICE, skill=skill, enabled=False)
    assert slugs(ask("calibrate the telescope")) == []
    assert slugs(until_current("calibrate the telescope")) == []


def test_a_skill_named_outright_comes_before_anything_is_compiled(warmed: None) -> None:
    make_skill("telescope", description="Calibrate a telescope.", body="Point it at a star.")

    assert slugs(ask("$telescope please")) == ["telescope"]


def test_a_setting_of_finding_counts_at_the_next_message() -> None:
    make_skill("telescope", description="Calibrate a telescope.")
    assert slugs(ask("calibrate the telescope")) == ["telescope"]
    setting_change(actor=ALICE, name="skills_max_triggered", value=0)
    assert slugs(ask("calibrate the telescope")) == []
