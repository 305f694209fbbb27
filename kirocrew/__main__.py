"""Entry point of the `kirocrew` command: every management command, in or out of a checkout."""

import os
import sys
from pathlib import Path

from kirocrew.base.env import EnvError

# Commands that make the home if it is missing. It happens before the settings are read, which read the key
# in it. Of `model` only `install` does.
PREPARING = frozenset({"up", "prepare"})
# What these write (database, logs of the database, backups) is for this user alone.
PRIVATE = frozenset(
    {
        "up",
        "prepare",
        "web",
        "worker",
        "backup",
        "restore",
        "doctor",
        "migrate",
        "model",
        "qcluster",
        "erase",
        "certify_deletion",
    }
)
PRIVATE_UMASK = 0o077
INTERRUPTED = 130  # as shells report a Ctrl-C
READER_GONE = 141  # as shells report a closed pipe


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirocrew.settings")
    # Threads of the embedding library that spin at barriers starve the web workers; measured in
    # docs/explanation/embeddings.md. The library reads this when it is loaded, so it is set before.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    arguments = _as_typed(sys.argv)
    command = arguments[1] if len(arguments) > 1 else ""
    prepares = command in PREPARING or arguments[1:3] == ["model", "install"]
    if command in PRIVATE:
        os.umask(PRIVATE_UMASK)
    try:
        if prepares and "--help" not in arguments and "-h" not in arguments:
            _prepare_home_or_exit()
        from django.core.management import execute_from_command_line

        execute_from_command_line(arguments)
    except EnvError as error:  # whichever command reads the settings first
        _exit_for_settings(error)
    except BrokenPipeError:  # `kirocrew export -o - | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what Python still flushes at its end
        sys.exit(READER_GONE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _as_typed(arguments: list[str]) -> list[str]:
    """What Django is given: usage lines name `kirocrew`, also for `python -m kirocrew`, and `kirocrew owner-link` is
    the command in owner_link.py, because a Python module's name can't hold a hyphen.
    """
    program, *rest = arguments
    if Path(program).name == "__main__.py":
        program = "kirocrew"
    if rest and not rest[0].startswith("-"):
        rest[0] = rest[0].replace("-", "_")
    return [program, *rest]


def _prepare_home_or_exit() -> None:
    from kirocrew.home import location
    from kirocrew.supervisor import UpError, prepare_home

    try:
        prepare_home(location())
    except UpError as error:
        print(error, file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)


def _exit_for_settings(error: EnvError) -> None:
    from kirocrew.supervisor import WrongSettings

    print(f"{error}. Correct or unset it; docs/reference/settings.md lists the settings.", file=sys.stderr)  # noqa: T201
    sys.exit(WrongSettings.exit_code)


if __name__ == "__main__":
    main()
