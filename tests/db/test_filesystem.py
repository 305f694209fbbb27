from pathlib import Path

import pytest

from kirocrew.db.filesystem import network_file_system

MOUNTS = """\
/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
nas:/export /srv/nas nfs4 rw,vers=4.2 0 0
//box/share /mnt/our\\040share cifs rw 0 0
bob@far:/home /home/bob/far fuse.sshfs rw 0 0
/dev/sdb1 /srv/nas/local xfs rw 0 0
C: /mnt/c 9p rw 0 0
nas:/old /opt/data nfs rw 0 0
/dev/sdc1 /opt/data ext4 rw 0 0
short line
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    path = tmp_path / "mounts"
    path.write_text(MOUNTS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/nas", "nfs4"),
        ("/srv/nas/kirocrew/kirocrew.sqlite3", "nfs4"),
        ("/mnt/our share/東京", "cifs"),
        ("/home/bob/far/x", "fuse.sshfs"),
        ("/mnt/c/Users", "9p"),
        ("/srv/nas/local/x", None),
        ("/srv/nasty", None),
        ("/home/bob", None),
        ("/opt/data/x", None),
        ("/", None),
    ],
)
def test_the_deepest_and_latest_mount_decides(mounts: Path, path: str, kind: str | None) -> None:
    assert network_file_system(path, mounts=mounts) == kind


def test_a_link_into_a_network_folder_is_followed(mounts: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/srv/nas")
    assert network_file_system(link / "db", mounts=mounts) == "nfs4"


def test_nothing_is_known_without_a_mount_table(tmp_path: Path) -> None:
    assert network_file_system("/srv/nas", mounts=tmp_path / "missing") is None


def test_a_local_folder_of_this_machine_is_no_network_file_system(tmp_path: Path) -> None:
    assert network_file_system(tmp_path) is None
