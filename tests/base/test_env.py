from pathlib import Path

import pytest

from kirocrew.base.env import (
    EnvError,
    env_bool,
    env_hosts,
    env_int,
    env_list,
    env_path,
    env_proxy,
    env_secret,
    env_str,
)

NAME = "KIROCREW_THING"


@pytest.mark.parametrize("text", ["1", "true", "True", "YES", "on", " true "])
def test_words_for_yes(text: str) -> None:
    assert env_bool(NAME, False, environ={NAME: text}) is True


@pytest.mark.parametrize("text", ["0", "false", "No", "OFF"])
def test_words_for_no(text: str) -> None:
    assert env_bool(NAME, True, environ={NAME: text}) is False


@pytest.mark.parametrize("text", ["maybe", "2", "ja", "tru"])
def test_a_switch_refuses_other_words(text: str) -> None:
    with pytest.raises(EnvError, match="true or false") as refused:
        env_bool(NAME, False, environ={NAME: text})
    assert (refused.value.name, refused.value.value) == (NAME, text)
    assert str(refused.value).startswith(f"{NAME}='{text}': expected true or false")


def test_unset_and_blank_mean_the_default(tmp_path: Path) -> None:
    for environ in ({}, {NAME: ""}, {NAME: "  "}):
        assert env_bool(NAME, True, environ=environ) is True
        assert env_int(NAME, 7, environ=environ) == 7
        assert env_str(NAME, "x", environ=environ) == "x"
        assert env_secret(NAME, "s", environ=environ) == "s"
        assert env_list(NAME, ["a"], environ=environ) == ["a"]
        assert env_path(NAME, tmp_path, environ=environ) == tmp_path


def test_whole_numbers_within_their_bounds() -> None:
    assert env_int(NAME, 0, environ={NAME: "42"}) == 42
    assert env_int(NAME, 0, environ={NAME: "-3"}) == -3
    assert env_int(NAME, 0, minimum=1, maximum=3, environ={NAME: "1"}) == 1
    assert env_int(NAME, 0, minimum=1, maximum=3, environ={NAME: "3"}) == 3


@pytest.mark.parametrize("text", ["4.2", "1e3", "ten", "1_000", "0x10", "٣", "9" * 40])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(EnvError, match="a whole number"):
        env_int(NAME, 0, environ={NAME: text})


def test_numbers_outside_the_bounds_are_refused() -> None:
    with pytest.raises(EnvError, match="at least 1"):
        env_int(NAME, 5, minimum=1, environ={NAME: "0"})
    with pytest.raises(EnvError, match="at most 3"):
        env_int(NAME, 2, maximum=3, environ={NAME: "4"})


def test_a_text_must_be_one_of_the_choices() -> None:
    assert env_str(NAME, "a", choices=("a", "b"), environ={NAME: "b"}) == "b"
    with pytest.raises(EnvError, match="one of a, b"):
        env_str(NAME, "a", choices=("a", "b"), environ={NAME: "c"})


def test_a_secret_comes_from_the_variable_or_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("  from a file \nsecond line\n", encoding="utf-8")
    assert env_secret(NAME, environ={NAME: "direct"}) == "direct"
    assert env_secret(NAME, environ={f"{NAME}_FILE": str(path)}) == "from a file"


def test_a_secret_given_twice_is_refused_without_showing_it(tmp_path: Path) -> None:
    with pytest.raises(EnvError, match="not both") as refused:
        env_secret(NAME, environ={NAME: "hunter2", f"{NAME}_FILE": str(tmp_path / "secret")})
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("content", [None, b"", b"\n", b"\xff\xfe"])
def test_a_secret_file_that_is_missing_empty_or_no_text_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(EnvError) as refused:
        env_secret(NAME, environ={f"{NAME}_FILE": str(path)})
    assert refused.value.name == f"{NAME}_FILE"


def test_lists_are_separated_by_commas() -> None:
    assert env_list(NAME, environ={NAME: "a, b ,c"}) == ["a", "b", "c"]
    with pytest.raises(EnvError, match="single commas"):
        env_list(NAME, environ={NAME: "a,,b"})


def test_paths_are_absolute_and_know_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert env_path(NAME, Path("/x"), environ={NAME: "~/crew"}) == tmp_path / "crew"
    for text in ("relative/path", "~nobody-of-that-name/x", "/a\0b"):
        with pytest.raises(EnvError, match="an absolute path"):
            env_path(NAME, Path("/x"), environ={NAME: text})


def test_the_environment_of_the_process_is_read_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "12")
    assert env_int(NAME, 0) == 12


@pytest.mark.parametrize("value", ["localhost", "localhost:8080,192.168.1.5", "[::1]:11434, models.lan"])
def test_hosts_have_names_or_addresses_and_perhaps_a_port(value: str) -> None:
    assert env_hosts("X", environ={"X": value}) == [part.strip() for part in value.split(",")]


@pytest.mark.parametrize("value", ["http://localhost", "local host", "a@b", "localhost:", "::1", "localhost,,b", "-a"])
def test_what_is_no_host_stops_the_start(value: str) -> None:
    with pytest.raises(EnvError):
        env_hosts("X", environ={"X": value})


def test_a_proxy_is_an_http_address_without_a_user() -> None:
    assert env_proxy("X", environ={"X": "http://proxy.example:3128"}) == "http://proxy.example:3128"
    assert env_proxy("X", environ={}) == ""
    for value in ("proxy.example:3128", "https://proxy.example", "http://user:pw@proxy.example", "socks5://a:1"):
        with pytest.raises(EnvError):
            env_proxy("X", environ={"X": value})
