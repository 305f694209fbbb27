"""The list of skills for a prompt, search, use and budget."""

from datetime import timedelta

import pytest

from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Invalid
from skills.models import Skill, SkillUse, Visibility
from skills.services.catalogue import skill_pin
from skills.services.listing import ListingMode, skills_listing
from skills.services.searching import skill_search
from skills.services.usage import Delivery, budget, use_record
from tests.skills.making import ALICE, make_skill
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db


def test_few_skills_stand_in_the_prompt_and_many_are_searched() -> None:
    make_skill("tidy-csv", description="Tidies <b>tables</b> & </available_skills> more.")
    listing = skills_listing(actor=ALICE)
    assert listing.mode is ListingMode.INLINE
    assert "<name>tidy-csv</name>" in listing.text
    assert "&lt;b&gt;tables&lt;/b&gt; &amp; &lt;/available_skills&gt;" in listing.text
    assert listing.text.count("</available_skills>") == 1

    for number in range(60):
        make_skill(f"skill-{number}")
    listing = skills_listing(actor=ALICE)
    assert (listing.mode, listing.shown) == (ListingMode.SEARCH, ())
    assert "skill_search" in listing.text


def test_long_descriptions_count_as_far_as_they_are_shown() -> None:
    for number in range(45):
        make_skill(f"skill-{number}", description="long words " * 60)
    listing = skills_listing(actor=ALICE)
    assert listing.mode is ListingMode.INLINE
    assert all(len(line) < 420 for line in listing.text.splitlines())
    for number in range(45, 50):  # 62 tokens each
        make_skill(f"skill-{number}", description="long words " * 60)
    assert skills_listing(actor=ALICE).mode is ListingMode.SEARCH


def test_nothing_on_offer_is_no_text(reader: Asker, outsider: Asker) -> None:
    make_skill("hidden", visibility=Visibility.PRIVATE)

    assert skills_listing(actor=reader.actor).text == ""
    assert skills_listing(actor=outsider.actor).text == ""
    make_skill("seen")
    assert skills_listing(actor=reader.actor, only=[]).text == ""
    assert skills_listing(actor=reader.actor).shown == ("seen",)


def test_always_on_skills_come_whole_and_pinned_ones_even_in_search_mode() -> None:
    make_skill("house-style", body="Write short </skill> sentences.", always="true")
    skill_pin(actor=ALICE, skill=make_skill("favourite"), pinned=True)
    make_skill("other")
    listing = skills_listing(actor=ALICE, mode=ListingMode.SEARCH)

    assert set(listing.shown) == {"house-style", "favourite"}
    assert "Write short &lt;/skill> sentences." in listing.text
    assert listing.withheld == 1


def test_a_list_by_use_shows_the_most_used_first_and_says_how_many_are_missing() -> None:
    skills = [make_skill(f"skill-{number}", description="words " * 30) for number in range(20)]
    Skill.objects.update(changed_at=now() - timedelta(days=60))
    use_record([Delivery(skills[7], "body", 10), Delivery(skills[7], "body", 10), Delivery(skills[3], "body", 10)])
    listing = skills_listing(actor=ALICE, mode=ListingMode.LAZY, budget_chars=1_500)

    assert listing.shown[:2] == ("skill-7", "skill-3")
    assert 0 < len(listing.shown) < 20
    assert f"{20 - len(listing.shown)} more" in listing.text
    assert len(listing.text) <= 1_500


@pytest.mark.parametrize("room", [0, 100, 400, 500, 700, 1_000])
def test_a_list_never_exceeds_its_room(room: int) -> None:
    for number in range(5):
        make_skill(f"skill-{number}", description="說明" * 90)

    assert len(skills_listing(actor=ALICE, budget_chars=room, mode=ListingMode.LAZY).text) <= room


def test_what_changed_lately_stands_above_what_was_never_used() -> None:
    make_skill("old")
    make_skill("new")
    Skill.objects.filter(slug="old").update(changed_at=now() - timedelta(days=8))

    assert skills_listing(actor=ALICE, mode=ListingMode.LAZY).shown == ("new", "old")


def test_use_older_than_thirty_days_does_not_count() -> None:
    skill = make_skill("tidy-csv")
    SkillUse.objects.create(skill=skill, day=(now() - timedelta(days=31)).date(), bodies=9, chars=90)

    assert [cost.deliveries for cost in budget(actor=ALICE)] == [None]


def test_the_budget_is_size_by_deliveries_and_not_known_for_what_was_never_delivered() -> None:
    used, unused = make_skill("used", body="x" * 400), make_skill("unused")
    use_record([Delivery(used, "body", 400), Delivery(used, "body", 400), Delivery(used, "pointer")])
    first, second = budget(actor=ALICE)

    assert (first.skill.slug, first.deliveries, first.pointers, first.chars) == ("used", 2, 1, used.size * 2)
    assert (second.skill.slug, second.deliveries, second.chars, second.tokens) == (unused.slug, None, None, None)


def test_search_looks_in_names_first_and_in_texts_only_then() -> None:
    make_skill("tidy-csv", description="Tidies tables.", body="Mind the zeppelin.")
    make_skill("rooms", description="Books meeting rooms.", body="tables tables tables")

    assert [(hit.usable.skill.slug, hit.found_in) for hit in skill_search(actor=ALICE, query="tables")] == [
        ("tidy-csv", "metadata")
    ]
    assert [(hit.usable.skill.slug, hit.found_in) for hit in skill_search(actor=ALICE, query="zeppelin")] == [
        ("tidy-csv", "body")
    ]
    assert skill_search(actor=ALICE, query="submarine") == []
    assert skill_search(actor=ALICE, query="...") == []
    assert not SkillUse.objects.exists()


@pytest.mark.parametrize(
    ("description", "query"),
    [
        ("整理销售表格", "表格"),
        ("売上の表を整理する", "売上"),
        ("매출 표를 정리한다", "매출"),
        ("Prüft Umsatztabellen", "Umsatztabellen"),
        ("Kiểm tra bảng doanh thu", "doanh thu"),
        ("ينظم جداول المبيعات", "المبيعات"),
        ("Throws 🎉 parties", "🎉"),
    ],
)
def test_search_works_in_every_script(description: str, query: str) -> None:
    make_skill("wanted", description=description)
    make_skill("other", description="Something else.")

    assert [hit.usable.skill.slug for hit in skill_search(actor=ALICE, query=query)] == ["wanted"]


def test_search_leaves_out_before_it_cuts(reader: Asker, outsider: Asker) -> None:
    for number in range(5):
        make_skill(f"hidden-{number}", description="kettle kettle", visibility=Visibility.PRIVATE)
    make_skill("seen", description="A kettle among many other things that are in the house.")

    assert [hit.usable.skill.slug for hit in skill_search(actor=reader.actor, query="kettle", limit=1)] == ["seen"]
    with pytest.raises(Forbidden):
        skill_search(actor=outsider.actor, query="kettle")


def test_search_refuses_what_is_out_of_range() -> None:
    for query, limit in (("x" * 501, 5), ("x", 0), ("x", 101)):
        with pytest.raises(Invalid):
            skill_search(actor=ALICE, query=query, limit=limit)
