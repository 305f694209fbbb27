"""`kirocrew up` as a person meets it: in a home of its own, with real processes and signals."""

import json
import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kirocrew.servers import Server, free_port, kirocrew, processes_of, wait_until

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("up") / "home", KIROCREW_WEB_PROCESSES="2") as server:
        yield server


def test_it_answers_at_the_address_it_prints(server: Server) -> None:
    assert f"Kirocrew is ready at http://127.0.0.1:{server.port}/" in server.output
    assert server.get("/healthz") == (200, "ok\n")


def test_it_becomes_ready_with_a_worker_that_works(server: Server) -> None:
    assert wait_until(lambda: server.get("/readyz")[0] == 200), server.get("/readyz")
    answer = json.loads(server.get("/readyz")[1])
    assert answer["ready"] is True
    assert answer["worker"]["heartbeat_age_seconds"] >= 0


def test_its_home_is_private(server: Server) -> None:
    assert stat.S_IMODE(server.home.stat().st_mode) == 0o700
    assert stat.S_IMODE((server.home / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((server.home / "kirocrew.sqlite3").stat().st_mode) == 0o600


def test_the_link_it_prints_leads_to_the_owners_page(server: Server) -> None:
    status, page = server.get(server.link)
    assert status == 200
    assert "owner" in page


def test_a_second_up_on_the_same_home_is_refused_and_told_who_has_it(server: Server) -> None:
    assert server.process is not None
    second = kirocrew("up", home=server.home, port=free_port())
    assert second.returncode == 11
    assert f"process {server.process.pid}" in second.stderr
    assert server.get("/healthz")[0] == 200


def test_a_port_in_use_is_refused_before_anything_is_changed(server: Server, tmp_path: Path) -> None:
    other = kirocrew("up", home=tmp_path / "other", port=server.port)
    assert other.returncode == 12
    assert f"Port {server.port}" in other.stderr
    assert "KIROCREW_PORT" in other.stderr
    assert not (tmp_path / "other" / "kirocrew.sqlite3").exists()


def test_web_alone_says_the_same_of_a_port_in_use(server: Server) -> None:
    other = kirocrew("web", home=server.home, port=server.port)
    assert other.returncode == 12
    assert f"Port {server.port}" in other.stderr


@pytest.mark.parametrize("name", ["web", "worker"])
def test_a_child_that_is_killed_is_started_again_and_leaves_nothing_behind(server: Server, name: str) -> None:
    killed = server.pids(name)[-1]
    group = [pid for pid in processes_of(server.home) if os.getpgid(pid) == killed]
    os.kill(killed, signal.SIGKILL)
    assert wait_until(lambda: server.pids(name)[-1] != killed), server.output
    assert f"{name} ended (signal SIGKILL); starting it again" in server.output
    assert not set(group) & set(processes_of(server.home))
    assert wait_until(lambda: server.get("/readyz")[0] == 200), server.get("/readyz")


def test_ctrl_c_stops_everything_once_and_a_new_start_finds_what_was_there(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Server(home) as first:
        key = (home / "secret_key").read_text()
        assert first.stop(signal.SIGINT) == 0
        assert processes_of(home) == {}
        assert first.output.rstrip().endswith("stopped")
    with Server(home) as second:
        assert "database: up to date" in second.output
        assert (home / "secret_key").read_text() == key
        assert second.stop(signal.SIGTERM) == 0
        assert processes_of(home) == {}


def test_children_end_by_themselves_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    with Server(tmp_path / "home") as server:
        assert server.process is not None
        server.process.kill()
        server.process.wait()
        assert wait_until(lambda: processes_of(server.home) == {}), processes_of(server.home)


def test_a_home_that_cannot_be_made_is_refused_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = kirocrew("up", home=tmp_path / "file" / "home", port=free_port())
    assert done.returncode == 10
    assert "KIROCREW_HOME" in done.stderr
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_home_others_can_look_into_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    (home / "notes.txt").write_text("somebody's own")
    done = kirocrew("up", home=home, port=free_port())
    assert done.returncode == 14
    assert "kirocrew.E004" in done.stderr
    assert not (home / "kirocrew.sqlite3").exists()


def test_a_damaged_database_is_left_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "kirocrew.sqlite3").write_bytes(b"this is no database" * 500)
    done = kirocrew("up", home=home, port=free_port())
    assert done.returncode == 15
    assert "Backups are in" in done.stderr
    assert (home / "kirocrew.sqlite3").read_bytes() == b"this is no database" * 500


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    done = kirocrew("up", home=tmp_path / "home", port=free_port(), KIROCREW_HOST="192.0.2.1")
    assert done.returncode == 14
    assert "KIROCREW_HOST" in done.stderr


def test_a_setting_that_makes_no_sense_stops_the_start(tmp_path: Path) -> None:
    done = kirocrew("up", home=tmp_path / "home", KIROCREW_PORT="eighty")
    assert done.returncode != 0
    assert "KIROCREW_PORT" in done.stderr


def test_up_waits_for_a_port_that_is_just_being_given_back() -> None:
    from kirocrew.supervisor import PortInUse, require_free_port

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen(1)
        port = holder.getsockname()[1]
        with pytest.raises(PortInUse):
            require_free_port("127.0.0.1", port, patience_s=0.1)
    require_free_port("127.0.0.1", port, patience_s=0.1)
