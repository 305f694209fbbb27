"""Settings of the server processes that tests start: the real ones, in the home the test made."""

from kirocrew.settings import *  # noqa: F403
from kirocrew.settings import INSTALLED_APPS, Q_CLUSTER

INSTALLED_APPS = [*INSTALLED_APPS, "tests.channels_bridge.apps.TestJobsConfig"]
ROOT_URLCONF = "tests.channels_bridge.urls"
KIROCREW_EMBEDDING_MODEL = "hash"
Q_CLUSTER = {**Q_CLUSTER, "workers": 2, "queue_limit": 2, "poll": 0.1, "guard_cycle": 0.5}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
