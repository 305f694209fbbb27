"""Who may open the owner's pages, and that nothing changes without a token of the form."""

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from channels_bridge.admin.urls import PAGES as ACTIVITY
from hooks.admin.urls import PAGES as HOOKS
from kirocrew.pages.urls import PAGES as ABOVE
from memory.admin.urls import PAGES as MEMORY
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from skills.admin.urls import PAGES as SKILLS

ARGUMENTS: dict[str, object] = {
    "<uuid:uid>": "0198c0de-0000-7000-8000-000000000000",
    "<slug:name>": "botty",
    "<slug:slug>": "gardener",
    "<str:name>": "file.json",
    "<int:number>": 1,
}
PAGES = (*ABOVE, *MEMORY, *SKILLS, *HOOKS, *ACTIVITY)
NAMES = [page.name for page in PAGES]


def address(name: str) -> str:
    route = next(page.route for page in PAGES if page.name == name)
    arguments = [value for pattern, value in ARGUMENTS.items() if pattern in route]
    return reverse(f"admin:{name}", args=arguments)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["index", *NAMES])
def test_who_is_not_signed_in_is_sent_to_sign_in(name: str) -> None:
    url = reverse("admin:index") if name == "index" else address(name)
    for answer in (Client().get(url), Client().post(url)):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_user_who_is_not_the_owner_gets_nothing(name: str) -> None:
    bob = get_user_model().objects.create_user("bob", password="bob's long password")
    client = Client()
    client.force_login(bob)
    assert client.get(address(name)).status_code == 302
    assert client.post(address(name)).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_bots_key_opens_no_page(name: str) -> None:
    answer = Client().get(address(name), headers={"Authorization": "Bearer kc_aaaaaaaa_b_c"})
    assert answer.status_code == 302


def test_a_form_without_its_token_changes_nothing(owner: Actor, client: Client, main_store: Store) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="pref.tea", value="green")])
    record = Record.objects.get(key="pref.tea")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    answer = strict.post(reverse("admin:memory-forget", args=[record.uid]), {"reason": "no token"})
    assert answer.status_code == 403
    assert "Nothing was changed" in answer.content.decode()
    record.refresh_from_db()
    assert record.status == "active"


def test_reading_an_address_that_changes_something_is_refused(client: Client, main_store: Store) -> None:
    for name in (
        "memory-forget",
        "memory-restore",
        "memory-document-restore",
        "memory-history-append",
        "memory-history-remove",
        "memory-edit-preview",
        "memory-edit-apply",
        "memory-edited-undo",
        "activity-cancel",
        "activity-retry",
        "bots-revoke",
        "transfer-apply",
        "transfer-narrow",
        "hooks-rule-act",
        "hooks-malformed-dismiss",
        "hooks-protection",
        "hooks-switch",
        "settings-language-try",
        "settings-models-act",
        "skills-act",
        "skills-folders-scan",
        "skills-folder-act",
        "skills-one-act",
        "skills-rollback",
        "skills-visibility",
        "skills-grant",
        "skills-revoke",
        "skills-discover-preview",
        "skills-discover-install",
        "skills-import-apply",
        "review-skills-decide",
        "review-skills-undo",
    ):
        assert client.get(address(name)).status_code == 405


def test_every_page_sends_the_strict_policy(client: Client, main_store: Store) -> None:
    for name in ("index", "memory", "hooks", "hooks-workbench", "activity", "transfer", "skills", "skills-upload"):
        policy = client.get(reverse(f"admin:{name}"))["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_the_worker_queues_own_pages_are_not_shown() -> None:
    assert {model._meta.app_label for model in admin.site._registry} == {"auth"}
