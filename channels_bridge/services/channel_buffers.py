"""What is overheard in a channel until somebody addresses the bot.

In mention mode it is a matter of minutes and stays in the memory of the web process that heard it; another process does
not know it, and a restart forgets it. In observe mode it is kept in the database for a week.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from channels_bridge.models import Channel, ChannelEntry
from channels_bridge.models.channels import ENTRY_LIMIT
from channels_bridge.services.texts import channel_text_redacted, text_redacted
from kirocrew.base.clock import now
from kirocrew.base.fencing import CHANNEL_HEADER, fenced
from kirocrew.base.text import cut

MENTION_ENTRIES: Final = 50
MENTION_SECONDS: Final = 300.0
OBSERVE_ENTRIES: Final = 200
OBSERVE_SECONDS: Final = 604_800
LINE_LIMIT: Final = 300
"""Code points of a line of context."""
PROCESS_ENTRIES: Final = 10_000
"""Lines one process holds over all channels, about 12 MB at most; the channel that was silent longest loses its own."""
AUTHOR_LIMIT: Final = 100


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that is only overheard, without its secrets. `key` is the surface's own id of it, may be empty."""

    sender: str
    author: str
    text: str
    said_at: datetime
    key: str = ""

    @classmethod
    def of(cls, *, sender: str, author: str, text: str, said_at: datetime, key: str = "") -> "Heard":
        """Take the secrets out first: of one that is cut in two, nobody could tell any more what it was."""
        return cls(
            sender=sender,
            author=cut(text_redacted(author), AUTHOR_LIMIT),
            text=cut(channel_text_redacted(text), ENTRY_LIMIT),
            said_at=said_at,
            key=text_redacted(key),
        )

    @property
    def line(self) -> str:
        """One line of at most LINE_LIMIT code points in which nothing passes for a mark of ours; the owner's time."""
        author = fenced(self.author or "somebody").replace(":", " ")
        at = timezone.localtime(self.said_at)
        return cut(f"[said {at:%Y-%m-%d %H:%M}] {author}: {fenced(self.text)}", LINE_LIMIT)


@dataclass(frozen=True, slots=True)
class ChannelContext:
    """What was said before in a channel, oldest first, fit for a prompt."""

    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The lines under their header; empty when there is none."""
        return "\n".join((CHANNEL_HEADER, *self.lines)) if self.lines else ""


class MentionBuffers:
    """What one process overhears in mention mode: bounded by number and age for each channel, and over all."""

    def __init__(self, *, entries: int = PROCESS_ENTRIES) -> None:
        self._limit = entries
        self._heard: OrderedDict[int, deque[tuple[float, Heard]]] = OrderedDict()
        self._count = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self._count

    def add(self, channel_id: int, heard: Heard) -> None:
        """Keep it, unless the surface sent it before."""
        kept = Heard(heard.sender, heard.author, cut(heard.text, LINE_LIMIT), heard.said_at, heard.key)
        with self._lock:
            self._expire()
            line = self._living(channel_id)
            if heard.key and any(one.key == heard.key for _, one in line):
                return
            if len(line) >= MENTION_ENTRIES:
                line.popleft()
                self._count -= 1
            line.append((time.monotonic(), kept))
            self._count += 1
            self._heard[channel_id] = line
            self._heard.move_to_end(channel_id)
            while self._count > self._limit:
                _, lost = self._heard.popitem(last=False)
                self._count -= len(lost)

    def of(self, channel_id: int) -> list[Heard]:
        """What was overheard lately, oldest first."""
        with self._lock:
            return [heard for _, heard in self._living(channel_id)]

    def drop(self, channel_id: int, which: Callable[[Heard], bool] = lambda _: True) -> None:
        """Forget those of a channel, all by default."""
        with self._lock:
            line = self._living(channel_id)
            left = deque(item for item in line if not which(item[1]))
            self._count -= len(line) - len(left)
            if left:
                self._heard[channel_id] = left
            else:
                self._heard.pop(channel_id, None)

    def _expire(self) -> None:
        """The channel that was silent longest stands first; its last words tell whether all of it is too old."""
        while self._heard:
            channel_id = next(iter(self._heard))
            if self._living(channel_id):
                return
            del self._heard[channel_id]

    def _living(self, channel_id: int) -> deque[tuple[float, Heard]]:
        line = self._heard.get(channel_id, deque())
        oldest = time.monotonic() - MENTION_SECONDS
        while line and line[0][0] <= oldest:
            line.popleft()
            self._count -= 1
        return line


_mentions = MentionBuffers()


def mentions_buffer() -> MentionBuffers:
    """This process's own."""
    return _mentions


def entry_add(channel: Channel, heard: Heard) -> bool:
    """Keep an overheard message in the database; False for one that is kept already. Joins a transaction."""
    with transaction.atomic():
        if heard.key and channel.entries.filter(key=heard.key).exists():
            return False
        ChannelEntry.objects.create(
            channel=channel,
            key=heard.key,
            sender=heard.sender,
            author=heard.author,
            text=heard.text,
            said_at=heard.said_at,
        )
        entries_compact(channel)
    return True


def entries_compact(channel: Channel) -> int:
    """Remove what is beyond the newest OBSERVE_ENTRIES or older than OBSERVE_SECONDS; returns how many."""
    rows = channel.entries
    removed: int = rows.filter(recorded_at__lte=now() - timedelta(seconds=OBSERVE_SECONDS)).delete()[0]
    surplus = rows.order_by("-id").values_list("id", flat=True)[OBSERVE_ENTRIES : OBSERVE_ENTRIES + 1].first()
    if surplus is not None:
        removed += rows.filter(id__lte=surplus).delete()[0]
    return removed


def entries_load(channel: Channel) -> list[ChannelEntry]:
    """What is kept of a channel, oldest first; what has served its time is removed on the way."""
    entries_compact(channel)
    return list(channel.entries.order_by("id"))


def entries_expire() -> int:
    """Remove what is too old in every channel, also where nobody speaks any more."""
    return ChannelEntry.objects.filter(recorded_at__lte=now() - timedelta(seconds=OBSERVE_SECONDS)).delete()[0]


def buffers_empty(channel: Channel) -> int:
    """Forget all that was overheard in a channel. Joins a transaction; returns how many the database held."""
    transaction.on_commit(lambda: _mentions.drop(channel.pk))
    return channel.entries.all().delete()[0]


def senders_drop(channel: Channel, is_gone: Callable[[str], bool]) -> None:
    """Forget what was overheard of senders who may not speak any more. Joins a transaction."""
    gone = [sender for sender in channel.entries.values_list("sender", flat=True).distinct() if is_gone(sender)]
    channel.entries.filter(sender__in=gone).delete()
    transaction.on_commit(lambda: _mentions.drop(channel.pk, lambda heard: is_gone(heard.sender)))


def heard_of(entry: ChannelEntry) -> Heard:
    """A row as it is shown."""
    return Heard(entry.sender, entry.author, entry.text, entry.said_at, entry.key)
