"""`kirocrew up`: everything on one machine, in one terminal."""

import http.client
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, SystemCheckError
from django.db import connections

from kirocrew.owner import LinkError, base_url, browser_host, link_make
from kirocrew.supervisor import (
    ChildSpec,
    HomeLock,
    Report,
    Supervisor,
    UpError,
    WrongSettings,
    prepare_database,
    require_free_port,
)
from kirocrew.supervisor.parent import parent_environment

PROBE_TIMEOUT_S = 1.0


class Command(BaseCommand):
    help = "Prepare the home and the database, then run the web server and the worker until Ctrl-C."
    requires_system_checks = ()  # run below, with an exit code of their own

    def handle(self, *args: Any, **options: Any) -> None:
        self.began = time.monotonic()
        try:
            with HomeLock(settings.KIROCREW_HOME):
                self._prepare()
                supervisor = Supervisor(
                    [self._child("web"), self._child("worker")],
                    say=self.report,
                    ready=web_answers,
                    on_ready=self._welcome,
                )
                supervisor.run()
        except UpError as error:
            raise CommandError(str(error), returncode=error.exit_code) from error

    def report(self, line: str) -> None:
        """One line with the seconds since the start; at once, also into a pipe."""
        self.stdout.write(f"[{time.monotonic() - self.began:6.1f} s] {line}")
        self.stdout.flush()

    def _prepare(self) -> None:
        self.report(f"home: {settings.KIROCREW_HOME}")
        check_settings(self)
        require_free_port(settings.KIROCREW_HOST, settings.KIROCREW_PORT)
        prepare_database(report=self.report)

    def _child(self, name: str) -> ChildSpec:
        return ChildSpec(name, [sys.executable, "-m", "kirocrew", name], parent_environment())

    def _welcome(self, took: str) -> None:
        self.report(f"Kirocrew is ready at {base_url()}/ (web and worker took {took})")
        print_owner_link(self.report)
        connections.close_all()  # nothing more to ask for as long as the server runs
        self.report("Ctrl-C stops it.")


def check_settings(command: BaseCommand) -> None:
    """Warnings are shown. Raises WrongSettings for an error."""
    try:
        command.check()
    except SystemCheckError as error:
        raise WrongSettings(str(error)) from error


def print_owner_link(report: Report) -> None:
    """Says nothing once the owner has a password."""
    try:
        link = link_make()
    except LinkError:
        return
    report(f"Sign in as the owner, once, within {link.seconds / 60:.0f} minutes: {link.url}")


def web_answers() -> bool:
    """Whether the web server answers at all; what it says is not looked at."""
    host = browser_host(settings.KIROCREW_HOST).strip("[]")
    connection = http.client.HTTPConnection(host, settings.KIROCREW_PORT, timeout=PROBE_TIMEOUT_S)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True
