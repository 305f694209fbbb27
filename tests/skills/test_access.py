"""Who may use which skill: visibility, grants, versions, lists, projects; every way tried as an outsider."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error, connection
from django.db.models import QuerySet
from django.test import Client

from channels_bridge.actors import Actor, ActorKind
from kirocrew.base.problems import Conflict, Forbidden, NotFound
from skills.models import Skill, SkillAllowList, SkillGrant, SkillRoot, SkillState, Tier, Visibility
from skills.services.access import (
    Reason,
    effective_access,
    skill_body,
    skill_files,
    skill_usable,
    skills_usable,
)
from skills.services.catalogue import skill_enable, skills_list
from skills.services.grants import allow_list_set, grant_give, grant_revoke, visibility_set
from skills.services.roots import root_add, root_consent
from tests.skills.conftest import asker
from tests.skills.making import ALICE, change_skill, make_skill
from tests.skills.ways import NEVER, OWNERS, SECRET, TRIGGER, WAYS, Asker

pytestmark = pytest.mark.django_db


def slugs(actor: Actor, **narrowed: object) -> list[str]:
    return [one.skill.slug for one in skills_usable(actor=actor, **narrowed)]  # type: ignore[arg-type]


@pytest.fixture
def kettle(db: None) -> Skill:
    """The skill that is looked for."""
    files = {"notes.md": SECRET.encode()}
    return make_skill("kettle-lore", description=SECRET, body=SECRET, triggers=TRIGGER, files=files)


# ---- every way ----


@pytest.mark.parametrize("way", WAYS)
def test_who_may_not_use_skills_reaches_none_by_any_way(way: str, kettle: Skill, outsider: Asker) -> None:
    assert not WAYS[way](outsider, kettle.slug)


@pytest.mark.parametrize("way", WAYS)
def test_an_agent_with_an_allow_list_reaches_no_other_skill_by_any_way(way: str, kettle: Skill, reader: Asker) -> None:
    make_skill("tea-lore")
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=["tea-lore"])
    assert slugs(reader.actor) == ["tea-lore"]
    assert not WAYS[way](reader, kettle.slug)


@pytest.mark.parametrize("way", WAYS)
def test_an_empty_allow_list_leaves_nothing_by_any_way(way: str, kettle: Skill, reader: Asker) -> None:
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=[])
    assert not WAYS[way](reader, kettle.slug)


@pytest.mark.parametrize("way", WAYS)
def test_a_skill_for_others_is_reached_by_no_way(way: str, kettle: Skill, reader: Asker) -> None:
    visibility_set(actor=ALICE, skill=kettle, visibility=Visibility.PRIVATE)
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob")
    assert not WAYS[way](reader, kettle.slug)


@pytest.mark.parametrize("way", WAYS)
def test_a_switched_off_skill_is_reached_by_no_way(way: str, kettle: Skill, reader: Asker) -> None:
    skill_enable(actor=ALICE, skill=kettle, enabled=False)
    assert not WAYS[way](reader, kettle.slug)


@pytest.mark.parametrize("way", sorted(set(WAYS) - OWNERS - NEVER))
def test_who_may_use_a_skill_reaches_it_by_each_way(way: str, kettle: Skill, reader: Asker) -> None:
    assert WAYS[way](reader, kettle.slug)


@pytest.mark.parametrize("way", sorted(OWNERS))
def test_who_may_only_use_a_skill_neither_changes_it_nor_sees_who_else_may(
    way: str, kettle: Skill, reader: Asker
) -> None:
    assert not WAYS[way](reader, kettle.slug)
    kettle.refresh_from_db()
    assert (kettle.state, kettle.version, kettle.description) == (SkillState.ACTIVE, 1, SECRET)


@pytest.mark.parametrize("way", WAYS)
def test_when_who_may_use_what_cannot_be_read_nothing_is_reached_by_any_way(
    way: str, kettle: Skill, reader: Asker
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE skills_skillallowlist")
    reader.client.raise_request_exception = False
    try:
        reached = WAYS[way](reader, kettle.slug)
    except Error:
        reached = False
    assert not reached


@pytest.mark.parametrize("way", sorted(set(WAYS) - OWNERS - NEVER))
def test_a_skill_of_that_name_one_may_not_see_hides_none_by_any_way(way: str, kettle: Skill, reader: Asker) -> None:
    hidden = {"visibility": Visibility.PRIVATE, "owned_by": "user_explicit", "body": "hidden", "description": "hidden"}
    row(Tier.WORKSPACE, root=root(Tier.WORKSPACE, "/w"), **hidden)
    assert WAYS[way](reader, kettle.slug)


NARROWED: dict[str, Callable[[Client, str], Any]] = {
    "list": lambda client, only: client.get(f"/api/skills?only={only}"),
    "get": lambda client, only: client.get(f"/api/skills/kettle-lore?only={only}"),
    "tree": lambda client, only: client.get(f"/api/skills/kettle-lore/-/tree?only={only}"),
    "file": lambda client, only: client.get(f"/api/skills/kettle-lore/-/file?path=SKILL.md&only={only}"),
    "export": lambda client, only: client.get(f"/api/skills/-/export?names=kettle-lore&only={only}"),
    "search": lambda client, only: client.get(f"/api/skills/-/search?q=kettle&only={only}"),
    "listing": lambda client, only: client.get(f"/api/skills/-/listing?mode=inline&only={only}"),
    "trigger": lambda client, only: _posted(client, "skills/-/match", only, message=f"Please {TRIGGER} today."),
    "dollar": lambda client, only: _posted(client, "skills/-/match", only, message="Use $kettle-lore"),
    "slash": lambda client, only: _posted(client, "skills/-/slash", only, message="/kettle-lore now"),
    "slash list": lambda client, only: _posted(client, "skills/-/slash", only, message="/list-skills"),
    "context of a session": lambda client, only: _posted(client, "context/session", only, query="kettle"),
    "context of a message": lambda client, only: _posted(client, "context/message", only, message="Use $kettle-lore"),
    "context of a command": lambda client, only: _posted(client, "context/message", only, message="/kettle-lore now"),
}


def _posted(client: Client, path: str, only: str, **body: object) -> Any:
    narrowed = {"skills" if path.startswith("context") else "only": [only]}
    return client.post(f"/api/{path}", json.dumps(body | narrowed), content_type="application/json")


@pytest.mark.parametrize("way", NARROWED)
def test_a_request_that_is_narrowed_reaches_no_other_skill(way: str, kettle: Skill, reader: Asker) -> None:
    make_skill("tea-lore")
    told = NARROWED[way](reader.client, "tea-lore")
    assert told.status_code in (200, 404) and SECRET not in told.content.decode()
    here = NARROWED[way](reader.client, "kettle-lore")
    assert here.status_code == 200
    assert way in ("tree", "export", "context of a session") or SECRET in here.content.decode()


TEXTS: dict[str, Callable[[Client], Any]] = {
    "get": lambda client: client.get("/api/skills/kettle-lore"),
    "file": lambda client: client.get("/api/skills/kettle-lore/-/file?path=SKILL.md"),
    "list": lambda client: client.get("/api/skills"),
    "search": lambda client: client.get("/api/skills/-/search?q=kettle-lore"),
    "listing": lambda client: client.get("/api/skills/-/listing?mode=inline"),
    "dollar": lambda client: _posted(client, "skills/-/match", "kettle-lore", message="Use $kettle-lore"),
    "slash": lambda client: _posted(client, "skills/-/slash", "kettle-lore", message="/kettle-lore now"),
    "help": lambda client: _posted(client, "skills/-/slash", "kettle-lore", message="/help kettle-lore"),
    "context of a message": lambda client: _posted(client, "context/message", "kettle-lore", message="$kettle-lore"),
    "mcp resource": lambda client: _read_by_mcp(client, "kirocrew://skills/kettle-lore"),
    "mcp list": lambda client: _by_mcp(client, "resources/list"),
}


def _by_mcp(client: Client, method: str, **params: object) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return client.post("/mcp", json.dumps(body), content_type="application/json")


def _read_by_mcp(client: Client, uri: str) -> Any:
    return _by_mcp(client, "resources/read", uri=uri)


@pytest.mark.parametrize("way", TEXTS)
def test_a_pinned_version_is_the_one_that_is_read_by_every_way(way: str, kettle: Skill, reader: Asker) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="bot", name="botty", pinned_version=1)
    newer = "It was moved to the cellar."
    change_skill(kettle, description=newer, body=newer, triggers=TRIGGER)
    text = TEXTS[way](reader.client).content.decode()
    assert SECRET in text and newer not in text


def test_proposing_a_next_version_gives_nothing_of_a_skill_one_may_not_use(reader: Asker) -> None:
    skill = make_skill("auto/kettle-lore", description=SECRET, files={"scripts/a.py": b"x = 1\n"}, origin="learned")
    visibility_set(actor=ALICE, skill=skill, visibility=Visibility.PRIVATE)
    words = {"target": "auto/kettle-lore", "description": "Better.", "procedure": "## Steps\n1. Look.\n"}
    there = reader.client.post("/api/skills/-/pending", json.dumps(words), content_type="application/json")
    words["target"] = "auto/nobody"
    nowhere = reader.client.post("/api/skills/-/pending", json.dumps(words), content_type="application/json")
    assert (there.status_code, there.json()["detail"]) == (404, nowhere.json()["detail"])
    grant_give(actor=ALICE, skill=skill, kind="bot", name="botty")
    words["target"] = "auto/kettle-lore"
    made = reader.client.post("/api/skills/-/pending", json.dumps(words), content_type="application/json")
    assert made.status_code == 201


# ---- reasons ----


def test_reasons_are_told_in_one_word(kettle: Skill, reader: Asker, outsider: Asker) -> None:
    assert effective_access(actor=ALICE, skill=kettle).reason is Reason.OWNER
    assert effective_access(actor=reader.actor, skill=kettle).reason is Reason.PUBLIC
    assert effective_access(actor=outsider.actor, skill=kettle).reason is Reason.NO_PERMISSION
    visibility_set(actor=ALICE, skill=kettle, visibility=Visibility.PRIVATE)
    kettle.refresh_from_db()
    assert effective_access(actor=reader.actor, skill=kettle).reason is Reason.NONE
    grant_give(actor=ALICE, skill=kettle, kind="bot", name="botty")
    kettle.refresh_from_db()
    assert effective_access(actor=reader.actor, skill=kettle).reason is Reason.GRANT
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=["other"])
    assert effective_access(actor=reader.actor, skill=kettle).reason is Reason.NOT_ALLOWED
    kettle = skill_enable(actor=ALICE, skill=kettle, enabled=False)
    assert effective_access(actor=reader.actor, skill=kettle).reason is Reason.INACTIVE


def test_a_bots_own_skill_is_its_own(reader: Asker) -> None:
    other = asker("other", "skills:read", "skills:write", "admin:*")
    mine = make_skill(f"bots/botty-{reader.actor.ident}/mine", actor=reader.actor)
    assert mine.visibility == Visibility.PRIVATE
    assert effective_access(actor=reader.actor, skill=mine).reason is Reason.OWNER
    assert slugs(other.actor) == []
    with pytest.raises(NotFound):
        skill_usable(actor=other.actor, slug="mine")


def test_a_bot_that_took_over_a_number_or_a_name_does_not_take_over_skills(reader: Asker) -> None:
    make_skill(f"bots/botty-{reader.actor.ident}/mine", actor=reader.actor)
    same_number = Actor(ActorKind.BOT, "other", reader.actor.ident, reader.actor.permissions)
    same_name = Actor(ActorKind.BOT, "botty", "999", reader.actor.permissions)
    assert slugs(same_number) == slugs(same_name) == []


# ---- grants and versions ----


def test_the_first_grant_makes_a_private_skill_internal_and_the_last_one_back(kettle: Skill) -> None:
    visibility_set(actor=ALICE, skill=kettle, visibility=Visibility.PRIVATE)
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob")
    grant_give(actor=ALICE, skill=kettle, kind="member", name="carol")
    kettle.refresh_from_db()
    assert kettle.visibility == Visibility.INTERNAL
    grant_revoke(actor=ALICE, skill=kettle, kind="member", name="bob")
    kettle.refresh_from_db()
    assert kettle.visibility == Visibility.INTERNAL
    grant_revoke(actor=ALICE, skill=kettle, kind="member", name="carol")
    kettle.refresh_from_db()
    assert kettle.visibility == Visibility.PRIVATE


def test_grants_never_change_a_public_skill(kettle: Skill) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob")
    grant_revoke(actor=ALICE, skill=kettle, kind="member", name="bob")
    kettle.refresh_from_db()
    assert kettle.visibility == Visibility.PUBLIC


def test_giving_again_keeps_the_management_unless_it_is_said(kettle: Skill) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob", can_manage=True)
    assert grant_give(actor=ALICE, skill=kettle, kind="member", name="bob", pinned_version=1).can_manage
    assert not grant_give(actor=ALICE, skill=kettle, kind="member", name="bob", can_manage=False).can_manage


def test_a_pinned_version_is_the_one_that_is_used(kettle: Skill, reader: Asker) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="bot", name="botty", pinned_version=1)
    change_skill(kettle, description="A new one.", body="New body.", files={"notes.md": b"new notes"})
    pinned, newest = skill_usable(actor=reader.actor, slug="kettle-lore"), skill_usable(actor=ALICE, slug="kettle-lore")
    assert (pinned.version, newest.version) == (1, 2)
    assert pinned.skill.description == SECRET
    assert SECRET in skill_body(pinned)
    assert skill_files(pinned)["notes.md"] == SECRET.encode()
    assert "New body." in skill_body(newest)
    assert skill_files(newest)["notes.md"] == b"new notes"
    over_http = reader.client.get("/api/skills/kettle-lore/-/file?path=notes.md").json()
    assert over_http["text"] == SECRET


def test_a_pinned_version_that_is_gone_is_no_access(kettle: Skill, reader: Asker) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="bot", name="botty", pinned_version=1)
    change_skill(kettle, body="New body.")
    kettle.versions.filter(number=1).delete()
    assert slugs(reader.actor) == []


def test_a_version_there_is_not_cannot_be_given(kettle: Skill) -> None:
    with pytest.raises(NotFound):
        grant_give(actor=ALICE, skill=kettle, kind="member", name="bob", pinned_version=7)


def test_private_while_grants_stand_is_refused(kettle: Skill) -> None:
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob")
    with pytest.raises(Conflict):
        visibility_set(actor=ALICE, skill=kettle, visibility=Visibility.PRIVATE)


@pytest.mark.parametrize("kind", ["bot", "user"])
def test_nobody_of_an_unknown_name_is_given_a_skill(kind: str, kettle: Skill) -> None:
    with pytest.raises(NotFound):
        grant_give(actor=ALICE, skill=kettle, kind=kind, name="nobody")


def test_no_bot_gives_skills_or_lifts_limits(kettle: Skill) -> None:
    root = asker("root", "admin:*").actor
    for act in (
        lambda: grant_give(actor=root, skill=kettle, kind="member", name="bob"),
        lambda: grant_revoke(actor=root, skill=kettle, kind="member", name="bob"),
        lambda: visibility_set(actor=root, skill=kettle, visibility="private"),
        lambda: allow_list_set(actor=root, kind="bot", name="root", slugs=None),
    ):
        with pytest.raises(Forbidden):
            act()


# ---- lists ----


def test_a_request_narrows_and_never_widens(kettle: Skill, reader: Asker) -> None:
    make_skill("tea-lore")
    assert slugs(reader.actor, only=["tea-lore"]) == ["tea-lore"]
    assert slugs(reader.actor, only=[]) == []
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=["tea-lore"])
    assert slugs(reader.actor, only=["kettle-lore"]) == []
    assert slugs(reader.actor, only=["kettle-lore", "tea-lore"]) == ["tea-lore"]


def test_lifting_a_list_gives_everything_back(kettle: Skill, reader: Asker) -> None:
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=[])
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=None)
    assert slugs(reader.actor) == ["kettle-lore"]


@pytest.mark.parametrize("nonsense", ["kettle-lore", {"kettle-lore": True}, 7, None, [["kettle-lore"], 7]])
def test_a_list_that_cannot_be_understood_allows_nothing(nonsense: object, kettle: Skill, reader: Asker) -> None:
    row = allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=["kettle-lore"])
    assert row is not None
    if nonsense is None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE skills_skillallowlist SET slugs = 'null'")
    else:
        SkillAllowList.objects.update(slugs=nonsense)
    assert slugs(reader.actor) == []


def test_an_error_in_the_check_means_no_access(kettle: Skill, reader: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise Error("the table is gone")

    monkeypatch.setattr(QuerySet, "values_list", broken)
    assert skills_usable(actor=reader.actor) == []
    with pytest.raises(NotFound):
        skill_usable(actor=reader.actor, slug="kettle-lore")


# ---- tiers and projects ----


def row(tier: int, slug: str = "kettle-lore", *, root: SkillRoot | None = None, **values: object) -> Skill:
    fields = {"key": slug, "slug": slug, "name": slug, "origin": "folder", "description": str(tier), **values}
    return Skill.objects.create(tier=tier, root=root, **fields)


def root(tier: int, path: str, **values: object) -> SkillRoot:
    return SkillRoot.objects.create(tier=tier, path=path, **values)


def test_of_one_name_the_first_tier_is_used_and_the_others_are_shown_as_shadowed(kettle: Skill, reader: Asker) -> None:
    row(Tier.BUILTIN)
    own = row(Tier.WORKSPACE, root=root(Tier.WORKSPACE, "/w"))
    personal = row(Tier.PERSONAL, root=root(Tier.PERSONAL, "/p"))
    assert [one.skill.pk for one in skills_usable(actor=reader.actor)] == [own.pk]
    shadowed = {entry.skill.tier: entry.shadowed_by for entry in skills_list(actor=ALICE) if not entry.usable}
    assert shadowed == {Tier.PERSONAL: own, Tier.MANAGED: own, Tier.BUILTIN: own}
    found = effective_access(actor=reader.actor, skill=personal)
    assert (found.reason, found.shadowed_by) == (Reason.SHADOWED, str(own.uid))


def test_what_one_may_not_use_hides_nothing_from_one(kettle: Skill, reader: Asker) -> None:
    row(Tier.WORKSPACE, root=root(Tier.WORKSPACE, "/w"), visibility=Visibility.PRIVATE, owned_by="user_explicit")
    assert [one.skill.pk for one in skills_usable(actor=reader.actor)] == [kettle.pk]


def test_a_projects_skills_are_for_that_project_after_the_owner_agreed(reader: Asker, tmp_path: object) -> None:
    place = root_add(actor=ALICE, path=str(tmp_path), tier=Tier.PROJECT, project="apollo")
    row(Tier.PROJECT, root=place)
    assert slugs(reader.actor, project="apollo") == []
    root_consent(actor=ALICE, root=place, agreed=True)
    assert slugs(reader.actor, project="apollo") == ["kettle-lore"]
    assert slugs(reader.actor) == slugs(reader.actor, project="gemini") == []
    root_consent(actor=ALICE, root=place, agreed=False)
    assert slugs(reader.actor, project="apollo") == []


def test_a_bot_of_one_project_gets_the_skills_of_no_other(tmp_path: object) -> None:
    place = root(Tier.PROJECT, "/a", project="apollo", consented_at="2026-01-01T00:00:00Z")
    row(Tier.PROJECT, root=place)
    gemini, apollo = asker("gemini", "skills:read", project="gemini"), asker("apollo", "skills:read", project="apollo")
    assert slugs(gemini.actor, project="apollo") == slugs(gemini.actor) == []
    assert slugs(apollo.actor) == slugs(apollo.actor, project="apollo") == ["kettle-lore"]
    assert slugs(apollo.actor, project="gemini") == []


def test_a_folder_that_is_switched_off_offers_nothing(reader: Asker) -> None:
    row(Tier.WORKSPACE, root=root(Tier.WORKSPACE, "/w", enabled=False))
    assert slugs(reader.actor) == []


@pytest.mark.parametrize("state", [SkillState.ARCHIVED, SkillState.UNREADABLE, SkillState.DELETED])
def test_only_an_active_skill_is_offered(state: str, kettle: Skill, reader: Asker) -> None:
    Skill.objects.update(state=state)
    assert slugs(reader.actor) == []


def test_a_member_is_known_by_name(kettle: Skill) -> None:
    bob = Actor(ActorKind.MEMBER, "bob", "", frozenset({"skills:read"}))
    visibility_set(actor=ALICE, skill=kettle, visibility=Visibility.PRIVATE)
    assert slugs(bob) == []
    grant_give(actor=ALICE, skill=kettle, kind="member", name="bob")
    assert slugs(bob) == ["kettle-lore"]
    assert SkillGrant.objects.get().granted_by == ALICE.source


@pytest.mark.django_db(transaction=True)
def test_what_a_process_keeps_in_memory_follows_every_change() -> None:
    botty = asker("botty", "skills:read").actor
    skill = make_skill("kettle-lore")
    assert slugs(botty) == slugs(botty) == ["kettle-lore"]
    skill_enable(actor=ALICE, skill=skill, enabled=False)
    assert slugs(botty) == []
    skill_enable(actor=ALICE, skill=skill, enabled=True)
    assert slugs(botty) == ["kettle-lore"]
    visibility_set(actor=ALICE, skill=skill, visibility=Visibility.PRIVATE)
    assert slugs(botty) == []
    grant_give(actor=ALICE, skill=skill, kind="bot", name="botty")
    assert slugs(botty) == ["kettle-lore"]
    allow_list_set(actor=ALICE, kind="bot", name="botty", slugs=["tea-lore"])
    assert slugs(botty) == []


@pytest.mark.django_db(transaction=True)
def test_asking_again_reads_the_mark_and_nothing_else(django_assert_num_queries: object) -> None:
    botty = asker("botty", "skills:read").actor
    make_skill("kettle-lore")
    skills_usable(actor=botty)
    with django_assert_num_queries(1):  # type: ignore[operator]
        skills_usable(actor=botty)
