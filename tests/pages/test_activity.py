"""The Activity page: what runs, how fast and how long still; narrowed by state and kind, a page at a time."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobEvent, JobState
from channels_bridge.services.jobs import job_cancel, job_enqueue, run_job_now
from kirocrew.base.clock import now
from tests.channels_bridge import handlers

pytestmark = pytest.mark.django_db
assert handlers  # their kinds of jobs are registered by being loaded


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/admin/activity/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(html: str) -> list[str]:
    return re.findall(r'data-job="([0-9a-f-]+)"', html)


def filters(html: str) -> dict[str, str]:
    """The addresses of the filters by their words."""
    links = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', html[html.index("kc-filters") : html.index("kc-jobs")])
    return {" ".join(words.split()): address.replace("&amp;", "&") for address, words in links}


def make(actor: Actor, number: int, *, name: str = "test.count", state: JobState = JobState.DONE) -> None:
    at = now()
    Job.objects.bulk_create(
        Job(name=name, title=f"{name} {n}", state=state, requested_by=actor.source, finished_at=at)
        for n in range(number)
    )


def test_the_filters_say_how_many_there_are_of_each(client: Client, alice: Actor) -> None:
    make(alice, 3)
    make(alice, 2, state=JobState.FAILED)
    make(alice, 1, name="test.fail", state=JobState.FAILED)
    links = filters(page(client))
    states = ["all 6", "waiting 0", "running 0", "done 3", "failed 3", "cancelled 0"]
    assert list(links) == [*states, "Count 5", "Fail 1"]
    failed = page(client, links["failed 3"])
    assert len(shown(failed)) == 3
    assert {"Count 2", "Fail 1"} <= filters(failed).keys()
    both = page(client, filters(failed)["Count 2"])
    assert len(shown(both)) == 2
    assert {"all 5", "done 3", "failed 2"} <= filters(both).keys()


def test_a_kind_nobody_knows_any_more_goes_by_its_name(client: Client, alice: Actor) -> None:
    make(alice, 1, name="old.work")
    assert "old.work 1" in filters(page(client))


def test_a_filter_that_is_none_shows_all(client: Client, alice: Actor) -> None:
    make(alice, 2)
    assert len(shown(page(client, "?state=asleep&kind=%00"))) == 2


def test_a_filter_that_shows_nothing_leads_back(client: Client, alice: Actor) -> None:
    make(alice, 2)
    html = page(client, "?state=failed")
    assert "No job of this kind and state." in html
    assert "Show all jobs" in html


@pytest.mark.parametrize("query", ["", "state=done", "kind=test.count", "state=done&kind=test.count"])
def test_all_pages_together_show_every_job_once_newest_first(client: Client, alice: Actor, query: str) -> None:
    make(alice, 60)
    make(alice, 5, name="test.fail", state=JobState.FAILED)
    make(alice, 60)
    wanted = Job.objects.filter(name="test.count") if query else Job.objects.all()
    seen, address = [], f"?{query}"
    while address:
        html = page(client, address)
        seen += shown(html)
        older = re.search(r'rel="next" href="([^"]*)"', html)
        address = older[1].replace("&amp;", "&") if older else ""
    assert seen == [str(uid) for uid in wanted.order_by("-id").values_list("uid", flat=True)]


def test_a_page_costs_few_queries_and_sorts_no_table(client: Client, alice: Actor) -> None:
    make(alice, 200)
    make(alice, 200, name="test.fail", state=JobState.FAILED)
    for query in ("", "?state=failed", "?kind=test.fail", "?state=failed&kind=test.fail"):
        with CaptureQueriesContext(connection) as queries:
            page(client, query)
        assert len(queries) <= 20
        for sql in (each["sql"] for each in queries if 'FROM "channels_bridge_job"' in each["sql"]):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                plan = " ".join(row[3] for row in cursor.fetchall())
            assert "TEMP B-TREE FOR ORDER BY" not in plan, sql


def test_a_running_job_says_how_fast_and_how_long_still(client: Client, alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.count", args={})
    begun = now() - timedelta(seconds=20)
    Job.objects.update(state=JobState.RUNNING, done=190, total=2_000, started_at=begun)
    for second in range(20):
        at = begun + timedelta(seconds=second)
        JobEvent.objects.create(job=job, kind="progress", state=JobState.RUNNING, done=second * 10, at=at)
    html = page(client)
    assert "190 of 2,000" in html
    assert "10 a second, about 3 minutes left" in html


def test_a_job_that_met_trouble_says_when_it_is_tried_again(client: Client, alice: Actor) -> None:
    job = run_job_now(job_enqueue(actor=alice, name="test.fail", args={"how": "later"}))
    assert "next try within a minute" in page(client)
    Job.objects.update(not_before=now() + timedelta(minutes=5))
    html = page(client)
    assert "The model is loading." in html
    assert "next try" in html
    assert "in 4 min" in html
    job_cancel(actor=alice, job=job)
    assert "next try" not in page(client)


def test_the_kind_of_a_job_is_said_in_words(client: Client, alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.count", args={}, title="Zählen")
    html = client.get(f"/admin/activity/{job.uid}/").content.decode()
    assert re.search(r'<dd title="test.count">\s*Count\s*</dd>', html)


def test_only_the_first_page_of_all_jobs_takes_in_new_ones(client: Client, alice: Actor) -> None:
    make(alice, 120)
    for query, live in (("", "all"), ("?state=done", "shown"), ("?kind=test.count", "shown"), ("?before=100", "shown")):
        assert f'data-jobs="{live}"' in page(client, query)
