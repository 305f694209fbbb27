from django.apps import AppConfig


class TestJobsConfig(AppConfig):
    """Lets the processes that tests start find the test handlers."""

    name = "tests.channels_bridge"
    label = "test_jobs"
