"""Commands that destroy files, disks, databases or what runs elsewhere."""

import re
from typing import Final

from hooks.rules.commands import Commandline
from hooks.rules.shell import INTERPRETERS, SHELLS, UNKNOWN, Simple, Word
from hooks.rules.shell.options import has_option, has_word, plain

SYSTEM: Final = re.compile(
    r"(?:/|/\.|/\*|~|~/|~/\*|~/\.\*|\.\.(?:/\.\.)*/?\*?|\.\./?\*"
    r"|/(?:bin|boot|dev|etc|lib|lib32|lib64|proc|sbin|sys|System|Library|Applications)(?:/.*)?"
    r"|/(?:home|opt|root|run|srv|usr|var|Users|private|mnt|media|Volumes)/?\*?|/(?:home|Users)/[^/]+/?\*?"
    r"|/usr/(?:bin|lib|lib64|local|sbin|share|include)/?\*?|/var/(?:lib|log|spool|mail)/?\*?"
    r"|[A-Za-z]:[/\\]*\*?|[A-Za-z]:[/\\]+(?:windows|users|program files[^/\\]*)[/\\]*\*?)",
    re.IGNORECASE,
)
CODE_REMOVES: Final = re.compile(r"rmtree|rmSync|rm_rf|rm_r\b|remove_tree|rimraf|removedirs|rmdirSync|fs\.rm\b")
DEVICE: Final = re.compile(r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper/|md\d|loop\d|mem|kmem|port)\w*")
FORMATTERS: Final = frozenset("wipefs fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard hdparm".split())
SQL_DROP: Final = re.compile(
    r"\bdrop\s+(?:database|schema|table)\b|\btruncate\s+table\b|\bdelete\s+from\s+\S+\s*(?:;|$|\"|')"
)
SQL_CLIENTS: Final = frozenset("psql mysql mariadb sqlite3 sqlcmd clickhouse-client cockroach duckdb bq".split())
KUBERNETES_MANY: Final = r"--all|--all-namespaces|-A|ns|namespaces?|pvc?|nodes?|crds?"
FORK_BOMB: Final = re.compile(r"(\S{1,20})\s*\(\s*\)\s*\{\s*\1\s*\|\s*\1\s*&\s*\}\s*;?\s*\1|%0\s*\|\s*%0")
WINDOWS: Final = re.compile(
    r"\b(?:remove-item|ri|rm|del|erase|rd|rmdir)\b(?=.*(?:-recurse|-r\b|/s\b))(?=.*(?:-force|-fo\b|/q\b|-r\b|-rf\b))"
    r".*[\s\"'](?:[a-z]:[/\\]*\*?|[a-z]:[/\\]+(?:windows|users|program files)[^\s\"']*"
    r"|~|\$home|\$env:(?:systemroot|userprofile|windir)"
    r"|%(?:systemroot|userprofile|windir|systemdrive)%)[/\\*]*(?:[\s\"']|$)"
    r"|\bformat(?:\.com)?\s+[a-z]:|\bformat-volume\b|\bclear-disk\b|\bdiskpart\b"
    r"|\bvssadmin\b.*\bdelete\b|\bwbadmin\b.*\bdelete\b"
    r"|\bbcdedit\b.*(?:/set|/delete)|\breg(?:\.exe)?\s+delete\s+hk(?:lm|ey_local_machine)|\bcipher\s+/w|\bwevtutil\b.*\bcl\b"
    r"|\bset-mppreference\b.*-disable|\bnetsh\b.*firewall.*\boff\b|\bclear-eventlog\b"
)


def remove_system(line: Commandline) -> bool:
    """Removing, recursively, a folder of the system or a home."""
    for simple in line.calls("rm", "rmdir", "srm", "shred", "unlink", "trash", "rimraf"):
        recursive = has_option(simple.args, "rR", ("--recursive", "--no-preserve-root")) or simple.name == "rimraf"
        if recursive and any(is_system(word) for word in simple.args):
            return True
    if _removes_where_it_went(line) or _removes_in_code(line):
        return True
    return any(any(is_system(word) for word in plain(simple.args)[:-1]) for simple in line.calls("mv")) or any(
        _mirrors_nothing(simple) for simple in line.calls("rsync")
    )


def _removes_where_it_went(line: Commandline) -> bool:
    """`cd / && rm -rf *`."""
    went = False
    for item in line.items:
        simple = item.simple
        if simple.name in ("cd", "pushd"):
            went = any(is_system(word) for word in simple.args)
        elif went and simple.name == "rm" and has_word(simple.args, r"(?:\./)?\*|\.|\./"):
            return has_option(simple.args, "rR", ("--recursive",))
    return False


def _removes_in_code(line: Commandline) -> bool:
    """`python3 -c "shutil.rmtree('/')"` and its like in other languages."""
    for simple in line.calls(*(INTERPRETERS - SHELLS)):
        code = "\n".join([*(word.text for word in simple.args), *(redirect.body for redirect in simple.redirects)])
        if CODE_REMOVES.search(code):
            literals = re.findall(r"[\"']([^\"']{1,200})[\"']", code)
            if any(is_system(Word(text)) for text in literals):
                return True
    return False


def is_system(word: Word) -> bool:
    """Whether a word names a folder that a system or a person can't be without."""
    text = re.sub(r"/{2,}", "/", word.text.replace(UNKNOWN, ""))
    if UNKNOWN in word.text and text.strip("/*") == "":
        return text not in ("",) and word.text.count(UNKNOWN) == 0
    return bool(SYSTEM.fullmatch(_without_dots(text)))


def _without_dots(text: str) -> str:
    if not text.startswith(("/", "~/")):
        return text
    parts: list[str] = []
    for part in text.split("/")[1:]:
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return text.split("/", 1)[0] + "/" + "/".join(parts)


def _mirrors_nothing(simple: Simple) -> bool:
    targets = plain(simple.args)
    return has_option(simple.args, "", ("--delete",)) and bool(targets) and is_system(targets[-1])


def find_delete(line: Commandline) -> bool:
    """A search through the system that removes what it finds."""
    for simple in line.calls("find", "fd"):
        removes = any(w.text in ("-delete", "rm", "shred", "/bin/rm", "unlink") for w in simple.args)
        if removes and any(is_system(word) for word in simple.args):
            return True
    return False


def overwrite_device(line: Commandline) -> bool:
    """Writing to a disk below its file system."""
    for simple in line.calls("dd"):
        if any(word.text.startswith("of=") and DEVICE.match(word.text[3:]) for word in simple.args):
            return True
    for simple in line.calls("tee", "cp", "mv", "shred", "truncate", "cat"):
        targets = simple.args[-1:] if simple.name in ("cp", "mv") else simple.args
        if simple.name != "cat" and any(DEVICE.match(word.text) for word in targets):
            return True
    return any(r.writes and DEVICE.match(r.target.text) for item in line.items for r in item.simple.redirects)


def make_filesystem(line: Commandline) -> bool:
    """Formatting or repartitioning a disk."""
    for item in line.items:
        name, args = item.simple.name, item.simple.args
        if name.startswith(("mkfs", "newfs", "mke2fs")) and args:
            return True
        if name in FORMATTERS and args and not has_option(args, "l", ("--list", "--help", "--version", "--print")):
            return True
        if name == "diskutil" and any(re.match(r"erase|partition|zero|secureerase", w.text.lower()) for w in args):
            return True
        if name in ("cryptsetup", "zpool", "lvremove", "vgremove", "pvremove") and _ends(name, args):
            return True
    return False


def _ends(name: str, args: list[Word]) -> bool:
    words = {word.text.lower() for word in args}
    return name.endswith("remove") or bool(words & {"luksformat", "lukserase", "erase", "destroy"})


def fork_bomb(line: Commandline) -> bool:
    """A function that starts itself twice."""
    return bool(FORK_BOMB.search(line.folded))


def open_permissions(line: Commandline) -> bool:
    """Changing the owner or the rights of the system or a home, recursively."""
    for simple in line.calls("chmod", "chown", "chgrp", "chattr", "setfacl", "icacls"):
        if has_option(simple.args, "R", ("--recursive",)) and any(is_system(word) for word in simple.args):
            return True
    return False


def drop_database(line: Commandline) -> bool:
    """Dropping or emptying what a database holds."""
    if any(True for _ in line.calls("dropdb", "mysqladmin")) and "drop" in line.folded:
        return True
    if any(has_word(s.args, r"(?i)flushall|flushdb") for s in line.calls("redis-cli", "valkey-cli")):
        return True
    if any("dropdatabase" in line.folded for _ in line.calls("mongo", "mongosh")):
        return True
    return any(True for _ in line.calls(*SQL_CLIENTS)) and bool(
        SQL_DROP.search(line.folded) or SQL_DROP.search(line.code)
    )


def cloud_destroy(line: Commandline) -> bool:
    """Removing what runs elsewhere, without a way back."""
    words = {
        "terraform": r"destroy|-destroy",
        "tofu": r"destroy|-destroy",
        "pulumi": r"destroy",
        "cdk": r"destroy",
    }
    if any(has_word(simple.args, pattern) for name, pattern in words.items() for simple in line.calls(name)):
        return True
    for simple in line.calls("kubectl", "oc"):
        if has_word(simple.args, "delete") and has_word(simple.args, KUBERNETES_MANY):
            return True
    return bool(
        re.search(
            r"\baws\b.*\bs3\b.*\brb\b.*--force|\baws\b.*\bs3\b.*\brm\b.*--recursive"
            r"|\baws\b.*\b(?:delete-db-instance|delete-db-cluster|terminate-instances|delete-stack|delete-bucket)\b"
            r"|\bgcloud\b.*\bprojects\b.*\bdelete\b|\baz\b.*\bgroup\b.*\bdelete\b|\bgsutil\b.*\brm\b.*-r|\bheroku\b.*apps:destroy",
            line.folded,
        )
    ) and any(True for _ in line.calls("aws", "gcloud", "az", "gsutil", "heroku"))


def windows_system(line: Commandline) -> bool:
    """Their like on Windows."""
    return bool(WINDOWS.search(line.folded))
