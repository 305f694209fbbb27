"""A registry that stalls, lies or sends too much is given up on, and says so by a code."""

import json
import socket
import time
from collections.abc import Callable

import pytest

from hooks.services.egress import Egress, listed_of
from kirocrew.base.problems import Invalid, NotFound
from skills.discovery.provider import RegistryFailed
from skills.discovery.skillssh import SkillsSh
from tests.hooks.servers import Asked, Server, serving
from tests.skills.discovery.conftest import SKILL, answers_files, answers_search, hit


def asked(server: Server, *, seconds: float = 5.0) -> SkillsSh:
    egress = Egress(listed=listed_of([f"127.0.0.1:{server.port}"]))
    return SkillsSh(f"http://127.0.0.1:{server.port}/", seconds=seconds, egress=egress)


def _stall(connection: socket.socket, _: Asked) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
    time.sleep(2)


def _endless(connection: socket.socket, _: Asked) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    try:
        for _ in range(64):
            connection.sendall(b"x" * 65_536)
    except OSError:
        return


SENDING: dict[str, tuple[str, Callable[[Server], None]]] = {
    "stalls": ("unreachable", lambda server: server.on("/api/search", _stall)),
    "sends without end": ("too_large", lambda server: server.on("/api/search", _endless)),
    "hangs up": ("unreachable", lambda server: server.on("/api/search", lambda connection, _: None)),
    "is broken": ("status", lambda server: server.answer("/api/search", b"{}", status="500 Oops")),
    "wants a key": ("status", lambda server: server.answer("/api/search", b"{}", status="401 No")),
    "sends no JSON": ("not_understood", lambda server: server.answer("/api/search", b"<html>")),
    "sends a list": ("not_understood", lambda server: server.answer("/api/search", b"[]")),
    "sends no skills": ("not_understood", lambda server: server.answer("/api/search", b'{"skills": {}}')),
    "sends a deep nest": ("not_understood", lambda server: server.answer("/api/search", b"[" * 100_000)),
    "leads to this machine's own": (
        "refused",
        lambda server: server.answer("/api/search", b"", status="302 Found", Location="http://127.0.0.1:1/"),
    ),
    "leads to a cloud's metadata": (
        "refused",
        lambda server: server.answer("/api/search", b"", status="302 Found", Location="http://169.254.169.254/"),
    ),
}


@pytest.mark.parametrize("way", SENDING)
def test_a_registry_that_does_not_answer_as_it_should_is_given_up_on(way: str) -> None:
    code, prepare = SENDING[way]
    with serving() as server:
        prepare(server)
        with pytest.raises(RegistryFailed) as failed:
            asked(server, seconds=0.7 if way == "stalls" else 10).search("csv", 10)
    assert failed.value.code == code
    assert failed.value.status == 503


def test_hits_that_are_none_are_left_out_and_no_more_are_kept_than_asked_for() -> None:
    odd = [
        None,
        3,
        {},
        hit(source="../etc", skillId="x"),
        hit(source=5, id=7),
        hit(source="a/b/c"),
        hit(skillId="a b", id=""),
    ]
    with serving() as server:
        answers_search(server, *odd, hit(), hit(skillId="other", installs="many", name=7, description=["x"]), hit())
        found = asked(server).search("csv & more", 2)
        assert server.requests[0].path == "/api/search?q=csv+%26+more&limit=2"
    assert [(one.id, one.name, one.author, one.installs) for one in found] == [
        ("acme/skills/csv-tidy", "csv-tidy", "acme", 12),
        ("acme/skills/other", "other", "acme", -1),
    ]


def test_files_come_as_they_are_given() -> None:
    with serving() as server:
        answers_files(server, {"SKILL.md": SKILL, "scripts/größe.py": "print('整理')\n"})
        files = asked(server).fetch(" acme/skills/csv-tidy ")
    assert files == {"SKILL.md": SKILL.encode(), "scripts/größe.py": "print('整理')\n".encode()}


@pytest.mark.parametrize(
    "ident", ["", "a/b", "a/b/c/d", "../../x", "a/../c", "a/b/..", "a/b/c?x=1", "a/b/c#", "a\\b/c/d", "a/b/c\n", "a//c"]
)
def test_an_id_that_could_lead_elsewhere_is_not_asked_for(ident: str) -> None:
    with serving() as server:
        if ident.strip() != ident:
            answers_files(server, {}, ident.strip())
            asked(server).fetch(ident)
            return
        with pytest.raises(Invalid):
            asked(server).fetch(ident)
        assert server.requests == []


def test_a_skill_there_is_not_is_not_found() -> None:
    with serving() as server:
        server.answer("/api/download/a/b/c", b"{}", status="404 Not Found")
        with pytest.raises(NotFound):
            asked(server).fetch("a/b/c")


@pytest.mark.parametrize(
    "files",
    [{}, [{"path": "a"}], [{"path": 3, "contents": ""}], ["a"], [{"path": "a", "contents": ""}] * 2],
)
def test_files_that_are_none_are_not_understood(files: object) -> None:
    with serving() as server:
        server.answer("/api/download/a/b/c", json.dumps({"files": files}).encode())
        with pytest.raises(RegistryFailed) as failed:
            asked(server).fetch("a/b/c")
    assert failed.value.code == "not_understood"


def test_too_many_files_are_too_much() -> None:
    with serving() as server:
        answers_files(server, {f"f{number}": "" for number in range(501)}, "a/b/c")
        with pytest.raises(RegistryFailed) as failed:
            asked(server).fetch("a/b/c")
    assert failed.value.code == "too_large"
