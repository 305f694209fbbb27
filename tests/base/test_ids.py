import os
import threading
import time
import uuid

import pytest

from kirocrew.base.ids import new_uid, short


def test_a_uid_is_version_7_and_carries_the_time() -> None:
    before = time.time_ns() // 1_000_000
    uid = new_uid()
    after = time.time_ns() // 1_000_000
    assert uid.version == 7
    assert uid.variant == uuid.RFC_4122
    assert before <= uid.int >> 80 <= after + 100


def test_uids_sort_in_the_order_they_were_made_even_within_a_millisecond() -> None:
    uids = [new_uid() for _ in range(20_000)]
    assert uids == sorted(uids)
    assert len(set(uids)) == len(uids)
    assert [str(uid) for uid in uids] == sorted(str(uid) for uid in uids)


def test_a_clock_that_steps_back_does_not_break_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    first = new_uid()
    monkeypatch.setattr(time, "time_ns", lambda: 1_000_000_000)
    assert new_uid() > first


def test_threads_never_get_the_same_uid() -> None:
    made: list[uuid.UUID] = []
    threads = [threading.Thread(target=lambda: made.extend(new_uid() for _ in range(2_000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8_000


def test_a_forked_process_makes_uids_of_its_own() -> None:
    new_uid()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, new_uid().bytes)
        os._exit(0)
    os.waitpid(child, 0)
    theirs = uuid.UUID(bytes=os.read(reading, 16))
    os.close(reading)
    os.close(writing)
    assert theirs != new_uid()


def test_the_short_form_differs_for_uids_made_together() -> None:
    shorts = {short(new_uid()) for _ in range(100)}
    assert len(shorts) == 100
    assert all(len(text) == 8 for text in shorts)
