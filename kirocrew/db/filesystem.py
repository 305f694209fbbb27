"""Telling a network file system from a local disk: SQLite's WAL needs memory shared between processes."""

import re
from pathlib import Path
from typing import Final

NETWORK_TYPES: Final = frozenset(
    {
        "9p", "afs", "afpfs", "beegfs", "ceph", "cifs", "coda", "drvfs", "fuse.ceph", "fuse.cephfs",
        "fuse.glusterfs", "fuse.gcsfuse", "fuse.grpcfuse", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs",
        "fuse.sshfs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "prl_fs", "smb", "smb2", "smb3",
        "smbfs", "vboxsf",
    }
)  # fmt: skip
"""File system types as the kernel names them, folders shared by a virtual machine's host included."""

PROC_MOUNTS: Final = Path("/proc/mounts")
_OCTAL: Final = re.compile(r"\\([0-7]{3})")


def network_file_system(path: Path | str, *, mounts: Path = PROC_MOUNTS) -> str | None:
    """Return the type of the network file system `path` lies on, such as "nfs4"; None for others.

    `path` need not exist. `mounts` is a mount table like /proc/mounts; without it nothing is known.
    """
    try:
        table = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    target = Path(path).resolve()
    found = ""
    deepest = -1
    for line in table.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = Path(_OCTAL.sub(lambda match: chr(int(match[1], 8)), fields[1]))
        # A later mount on the same point hides the earlier one.
        if target.is_relative_to(point) and len(point.parts) >= deepest:
            found, deepest = fields[2], len(point.parts)
    return found if found in NETWORK_TYPES else None
