"""What is left of the limits of one import while its files are read."""

from dataclasses import dataclass

from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import MIB, Limits, refuse


@dataclass
class Budget:
    """Counts files, bytes and directory entries against the limits."""

    limits: Limits
    files: int = 0
    bytes: int = 0
    entries: int = 0

    def admit(self, path: str, size: int) -> Unsupported | None:
        """Count a file of `size` bytes, or say why it no longer fits."""
        if self.files >= self.limits.files:
            return refuse(path, Reason.LIMIT_FILES, f"An import takes {self.limits.files} files. Import the rest next.")
        allowed = self.limits.bytes_for(path)
        if size > allowed:
            return too_large(path, allowed)
        if self.bytes + size > self.limits.total_bytes:
            total = self.limits.total_bytes // MIB
            return refuse(path, Reason.LIMIT_TOTAL, f"An import takes {total} MiB in total. Import the rest next.")
        self.files += 1
        self.bytes += size
        return None

    def entry(self) -> bool:
        """Count one entry of a directory or archive; False once there are too many."""
        self.entries += 1
        return self.entries <= self.limits.entries


def too_large(path: str, allowed: int) -> Unsupported:
    """The refusal of a file over its size limit, in bytes."""
    return refuse(path, Reason.FILE_TOO_LARGE, f"The file is larger than {allowed / MIB:g} MiB. Split it first.")


def too_many_entries(path: str, limits: Limits) -> Unsupported:
    """The refusal of everything after the last entry that was looked at."""
    message = f"Only the first {limits.entries} entries were looked at. Name the folders you want to import."
    return refuse(path, Reason.LIMIT_ENTRIES, message)
