"""Settings of the test run: a home of its own, words-only embeddings, tasks that run where they are made."""

import os
import tempfile
from pathlib import Path

_HOME = Path(tempfile.mkdtemp(prefix="kirocrew-tests-"))
os.environ["KIROCREW_HOME"] = str(_HOME)
os.environ["KIROCREW_SECRET_KEY"] = "a key for tests and nothing else, long enough to please the checks"
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from kirocrew.settings import *  # noqa: E402, F403
from kirocrew.settings import DATABASES, Q_CLUSTER  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
KIROCREW_EMBEDDING_MODEL = "hash"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
Q_CLUSTER = {**Q_CLUSTER, "sync": False}
# On disk: tests with threads, sockets and worker processes can't share a database in memory.
DATABASES["default"]["TEST"] = {"NAME": str(_HOME / "test.sqlite3")}
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"]["OPTIONS"],
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;",
}
# No test asks the registry of others; those about registries start one of their own.
KIROCREW_SKILLS_SH_URL = "off"
