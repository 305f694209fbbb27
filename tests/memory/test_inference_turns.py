import threading
import time

import pytest

from memory.inference.turns import Turns


def test_a_question_goes_before_a_backlog_that_waited_longer() -> None:
    turns, order, threads = Turns(), [], []

    def take(name: str, *, urgent: bool) -> None:
        with turns.take(urgent=urgent):
            order.append(name)

    with turns.take(urgent=False):
        for name, urgent in (("backlog", False), ("another backlog", False), ("question", True)):
            threads.append(threading.Thread(target=take, args=(name,), kwargs={"urgent": urgent}))
            threads[-1].start()
            while name == "question" and not turns._urgent_waiting:  # it stands there before the turn is given back
                time.sleep(0.001)
    for thread in threads:
        thread.join(timeout=10)
    assert order[0] == "question"
    assert len(order) == 3


def test_only_one_holds_the_turn_at_a_time() -> None:
    turns, inside, most = Turns(), [0], [0]

    def work() -> None:
        for _ in range(50):
            with turns.take(urgent=False):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0)
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert most[0] == 1


def test_an_error_inside_gives_the_turn_back() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns.take(urgent=True):
        1 / 0  # noqa: B018
    with turns.take(urgent=False):
        pass
