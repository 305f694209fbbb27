"""The one-time link that signs the owner in before a password is set."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from kirocrew.owner import LinkError, link_make, link_use, owner_ensure

PASSWORD = "ein langes Passwort 密码"


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path


def token_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["token"][0]


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.django_db
def test_it_signs_in_and_sets_the_password(client: Client) -> None:
    token = token_of(link_make().url)
    data = {"token": token, "new_password1": PASSWORD, "new_password2": PASSWORD}
    answer = client.post("/sign-in/", data)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert signed_in(client)
    owner = User.objects.get()
    assert (owner.username, owner.is_superuser, owner.check_password(PASSWORD)) == ("owner", True, True)


@pytest.mark.django_db
def test_looking_at_it_does_not_use_it_up(client: Client) -> None:
    url = link_make().url
    for _ in range(3):
        page = client.get(url)
        assert page.status_code == 200
        assert "Set password and sign in" in page.content.decode()
    assert not signed_in(client)


@pytest.mark.django_db
def test_it_signs_in_without_a_password_when_that_is_put_off(client: Client) -> None:
    token = token_of(link_make().url)
    assert client.post("/sign-in/", {"token": token, "later": "1"}).status_code == 302
    assert signed_in(client)
    assert not User.objects.get().has_usable_password()


@pytest.mark.django_db
def test_a_used_link_is_refused(client: Client) -> None:
    url = link_make().url
    client.post("/sign-in/", {"token": token_of(url), "later": "1"})
    stranger = Client()
    assert stranger.get(url).status_code == 403
    again = stranger.post("/sign-in/", {"token": token_of(url), "later": "1"})
    assert again.status_code == 403
    assert "kirocrew owner-link" in again.content.decode()
    assert not signed_in(stranger)


@pytest.mark.django_db
def test_an_expired_link_is_refused(client: Client) -> None:
    url = link_make(life_s=-1).url
    assert client.get(url).status_code == 403
    assert client.post("/sign-in/", {"token": token_of(url), "later": "1"}).status_code == 403
    assert not signed_in(client)


@pytest.mark.django_db
def test_a_new_link_replaces_the_one_before(client: Client) -> None:
    old, new = link_make().url, link_make().url
    assert client.get(old).status_code == 403
    assert client.get(new).status_code == 200


@pytest.mark.django_db
def test_no_link_works_once_the_owner_has_a_password(client: Client) -> None:
    url = link_make().url
    owner = owner_ensure()
    owner.set_password(PASSWORD)
    owner.save()
    answer = client.post("/sign-in/", {"token": token_of(url), "later": "1"})
    assert answer.status_code == 403
    assert not signed_in(client)
    with pytest.raises(CommandError, match="changepassword owner"):
        call_command("owner_link")


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x", "🧠" * 50, "null", "\x00", "a" * 5000])
def test_an_outsider_without_the_token_is_refused(client: Client, token: str) -> None:
    link_make()
    assert client.get("/sign-in/", {"token": token}).status_code == 403
    assert client.post("/sign-in/", {"token": token, "later": "1"}).status_code == 403
    assert not signed_in(client)


@pytest.mark.django_db
def test_a_weak_password_is_refused_and_the_link_stays_good(client: Client) -> None:
    url = link_make().url
    weak = {"token": token_of(url), "new_password1": "12345", "new_password2": "12345"}
    answer = client.post("/sign-in/", weak)
    assert answer.status_code == 422
    assert "too short" in answer.content.decode()
    assert not signed_in(client)
    assert client.get(url).status_code == 200


@pytest.mark.django_db
def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    token = token_of(link_make().url)
    assert strict.post("/sign-in/", {"token": token, "later": "1"}).status_code == 403
    assert not signed_in(strict)


@pytest.mark.django_db
def test_bobs_password_does_not_switch_the_owners_link_off(client: Client) -> None:
    User.objects.create_user("bob", password=PASSWORD, is_staff=True)
    assert client.get(link_make().url).status_code == 200


@pytest.mark.django_db
def test_the_token_is_not_kept_only_what_recognises_it(tmp_path: Path) -> None:
    token = token_of(link_make().url)
    for file in tmp_path.rglob("*"):
        assert token not in file.read_text()
        assert file.stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_the_command_prints_a_link_that_works(client: Client) -> None:
    out, err = StringIO(), StringIO()
    call_command("owner_link", stdout=out, stderr=err)
    assert client.get(out.getvalue().strip()).status_code == 200
    assert "15 minutes" in err.getvalue()


@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_it_at_once_one_gets_in() -> None:
    token = token_of(link_make().url)

    def attempt(_: int) -> bool:
        try:
            link_use(token)
        except LinkError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(16))) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "https", "origins", "start"),
    [
        ("127.0.0.1", False, [], "http://127.0.0.1:8484/sign-in/?"),
        ("0.0.0.0", False, [], "http://127.0.0.1:8484/sign-in/?"),
        ("::1", False, [], "http://[::1]:8484/sign-in/?"),
        ("127.0.0.1", True, ["https://memory.example.org"], "https://memory.example.org/sign-in/?"),
    ],
)
def test_its_address_is_one_a_browser_can_reach(
    settings: Settings, host: str, https: bool, origins: list[str], start: str
) -> None:
    settings.KIROCREW_HOST, settings.KIROCREW_PORT = host, 8484
    settings.KIROCREW_HTTPS, settings.CSRF_TRUSTED_ORIGINS = https, origins
    assert link_make().url.startswith(start)
