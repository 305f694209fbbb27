"""See to it that there is a browser for the tests: one that is installed, Debian's, or Playwright's own.

python scripts/browser.py           find or install one; says which
python scripts/browser.py --find    only say where one is; exit code 1 if there is none
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT = "playwright"
ADVICE = (
    "no browser for the tests. Install Chromium or Google Chrome so that it is on the PATH (Debian: apt-get install "
    "chromium), or run `playwright install chromium`; then run this again."
)


def say(text: str) -> None:
    print(f"browser: {text}", flush=True)


def find() -> str:
    """The path of a browser on the PATH, the word "playwright" for Playwright's own, or nothing."""
    on_path = next(filter(None, map(shutil.which, NAMES)), "")
    return on_path or (PLAYWRIGHT if playwright_has_one() else "")


def playwright_has_one() -> bool:
    """Playwright knows where its browser would be; whether it is there is another question."""
    script = (
        "from playwright.sync_api import sync_playwright as start\nwith start() as p: print(p.chromium.executable_path)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    return done.returncode == 0 and Path(done.stdout.strip() or "missing").is_file()


def by_apt() -> bool:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say("installing Debian's chromium, about a minute")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    return all(subprocess.run(step, env=environment, check=False).returncode == 0 for step in steps)


def by_playwright() -> bool:
    say("fetching Playwright's chromium, about 150 MB")
    command = [sys.executable, "-m", PLAYWRIGHT, "install", "chromium"]
    return subprocess.run(command, check=False).returncode == 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--find", action="store_true", help="install nothing")
    options = parser.parse_args(arguments)
    found = find()
    if not found and not options.find and (by_apt() or by_playwright()):
        found = find()
    say(found or ADVICE)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
