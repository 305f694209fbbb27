"""A bot that asks faster than its rate waits; nobody else does."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from channels_bridge.models import Bot, TokenBucket
from channels_bridge.services.rates import leases_forget, token_take
from tests.channels_bridge.conftest import client_with

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]
START = 1_800_000_000.0


@pytest.fixture
def slow_bot(new_key: Callable[..., str]) -> Bot:
    """Two requests a second, five at once."""
    new_key("slow")
    Bot.objects.update(rate_per_second=2, burst=5)
    return Bot.objects.get()


def test_the_burst_passes_and_the_next_is_told_how_long_to_wait(slow_bot: Bot) -> None:
    assert [token_take(slow_bot.pk, at=START) for _ in range(5)] == [None] * 5
    assert token_take(slow_bot.pk, at=START) == pytest.approx(0.5)


def test_tokens_come_back_at_the_rate_up_to_the_burst(slow_bot: Bot) -> None:
    for _ in range(5):
        token_take(slow_bot.pk, at=START)
    assert token_take(slow_bot.pk, at=START + 0.6) is None
    assert token_take(slow_bot.pk, at=START + 0.6) is not None
    later = START + 3600
    assert [token_take(slow_bot.pk, at=later) for _ in range(6)].count(None) == 5


def test_a_clock_that_steps_back_gives_nothing_and_takes_nothing(slow_bot: Bot) -> None:
    for _ in range(4):
        token_take(slow_bot.pk, at=START)
    assert token_take(slow_bot.pk, at=START - 100) is None
    assert token_take(slow_bot.pk, at=START - 100) is not None


def test_a_bot_as_made_sends_two_thousand_at_once(new_key: Callable[..., str]) -> None:
    new_key()
    bot = Bot.objects.get()
    taken = [token_take(bot.pk, at=START) for _ in range(2001)]
    assert taken[:2000] == [None] * 2000
    assert taken[2000] is not None


def test_a_busy_bot_costs_few_writes(
    new_key: Callable[..., str], django_assert_max_num_queries: Callable[..., object]
) -> None:
    new_key()
    bot = Bot.objects.get()
    token_take(bot.pk, at=START)
    with django_assert_max_num_queries(0):  # type: ignore[attr-defined]
        for _ in range(49):
            token_take(bot.pk, at=START)


def test_a_lease_that_was_not_spent_ends(new_key: Callable[..., str]) -> None:
    new_key()
    bot = Bot.objects.get()
    token_take(bot.pk, at=START)
    Bot.objects.update(rate_per_second=1, burst=1)
    TokenBucket.objects.update(tokens=0, filled_at=START + 11)
    assert token_take(bot.pk, at=START + 11) is not None


def test_the_api_answers_429_with_retry_after(new_key: Callable[..., str]) -> None:
    client = client_with(new_key("slow"))
    Bot.objects.update(rate_per_second=1, burst=1)
    assert client.get("/test/who").status_code == 200
    answer = client.get("/test/who")
    assert answer.status_code == 429
    assert answer.json()["type"] == "urn:kirocrew:problem:too-many"
    assert int(answer["Retry-After"]) >= 1


def test_one_bots_hurry_does_not_slow_another(api: APIClient, new_key: Callable[..., str]) -> None:
    hasty = client_with(new_key("hasty"))
    Bot.objects.filter(name="hasty").update(rate_per_second=1, burst=1)
    assert {hasty.get("/test/who").status_code for _ in range(3)} == {200, 429}
    assert api.get("/test/who").status_code == 200


def test_the_owner_is_not_limited(owner_client: Client) -> None:
    assert {owner_client.get("/test/who").status_code for _ in range(5)} == {200}
    assert not TokenBucket.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_threads_never_spend_a_token_twice(slow_bot: Bot) -> None:
    passed: list[bool] = []
    barrier = threading.Barrier(6)

    def take() -> None:
        barrier.wait()
        try:
            for _ in range(4):
                leases_forget()
                passed.append(token_take(slow_bot.pk, at=START) is None)
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert passed.count(True) == 5
