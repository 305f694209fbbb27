"""Times and memory in the words of a report."""

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager


class Clock:
    """Seconds between the start and the end of a block, in `seconds` afterwards."""

    seconds = 0.0


@contextmanager
def clock() -> Iterator[Clock]:
    """Time a block."""
    timer = Clock()
    start = time.perf_counter()
    yield timer
    timer.seconds = time.perf_counter() - start


def each(calls: Sequence[Callable[[], object]]) -> list[float]:
    """Make the calls one after another and return how long each took, in milliseconds."""
    times = []
    for call in calls:
        with clock() as timer:
            call()
        times.append(timer.seconds * 1000)
    return times


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest time that `share` (0 to 1) of the times do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(times: Sequence[float]) -> str:
    """`p50 … ms, p95 … ms`."""
    return f"p50 {percentile(times, 0.5):7.1f} ms   p95 {percentile(times, 0.95):7.1f} ms"


def peak_mib() -> float:
    """Largest resident size of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
