"""Commands that take over a machine: its accounts, its kernel, its records, what starts by itself, what protects it."""

import re
from typing import Final

from hooks.rules.commands import Commandline
from hooks.rules.shell import Simple
from hooks.rules.shell.options import has_option, has_word, plain

LOGS: Final = re.compile(r"/var/log(?:/|$)|\.(?:bash|zsh|sh)_history|/var/run/utmp|/audit\.log")
ACCOUNT_TOOLS: Final = frozenset(
    "passwd chpasswd useradd adduser usermod userdel deluser groupadd gpasswd visudo vipw dscl chsh newusers".split()
)
ASKING_TOOLS: Final = frozenset("passwd visudo vipw chpasswd newusers".split())
"""Those that ask for what they need, and so do something without a word."""
WINDOWS_TASKS: Final = re.compile(
    r"\bschtasks(?:\.exe)?\b.*/create|\bregister-scheduledtask\b|\bsc(?:\.exe)?\s+create\b"
)
OWN_COMMANDS: Final = "shell|dbshell|createsuperuser|changepassword|flush|owner_link"


def set_uid(line: Commandline) -> bool:
    """Making a program run as its owner, whoever starts it."""
    for simple in line.calls("chmod"):
        if any(re.fullmatch(r"[ugoa]*\+[rwxXt]*s[rwxXst]*|0?[2-7][0-7]{3}", w.text) for w in simple.args):
            return not all(re.fullmatch(r"0?1[0-7]{3}", w.text) for w in simple.args)
    return any(has_option(s.args, "", ()) or has_word(s.args, r"cap_\w+") for s in line.calls("setcap"))


def power_off(line: Commandline) -> bool:
    """Shutting the machine down."""
    if any(True for _ in line.calls("shutdown", "reboot", "halt", "poweroff", "stop-computer", "restart-computer")):
        return True
    if any(has_word(simple.args, r"[06]") for simple in line.calls("init", "telinit")):
        return True
    return any(
        has_word(s.args, r"poweroff|reboot|halt|suspend|hibernate|kexec") for s in line.calls("systemctl", "loginctl")
    )


def kill_everything(line: Commandline) -> bool:
    """Ending every process."""
    for simple in line.calls("kill"):
        if any(word.text == "-1" for word in simple.args[1:]) or [w.text for w in simple.args] == ["-1"]:
            return True
    if any(True for _ in line.calls("killall5")):
        return True
    return any(has_word(simple.args, r"\.\*?|\.\+|") for simple in line.calls("pkill") if plain(simple.args))


def firewall_off(line: Commandline) -> bool:
    """Taking down a firewall or mandatory access control."""
    if any(
        has_option(s.args, "FX", ("--flush",)) or (has_option(s.args, "P") and has_word(s.args, "ACCEPT"))
        for s in line.calls("iptables", "ip6tables")
    ):
        return True
    return (
        any(has_word(s.args, r"disable|reset") for s in line.calls("ufw", "firewall-cmd"))
        or any(has_word(s.args, r"flush") for s in line.calls("nft"))
        or any(has_word(s.args, r"0|(?i:permissive)") for s in line.calls("setenforce"))
        or any(has_word(s.args, r"disable") for s in line.calls("csrutil", "spctl"))
        or any(has_word(s.args, r"(?:firewalld|ufw|apparmor|falcon-sensor|auditd)(?:\.service)?") and _stops(s)
               for s in line.calls("systemctl", "service"))
    )  # fmt: skip


def _stops(simple: Simple) -> bool:
    return has_word(simple.args, r"stop|disable|mask|kill")


def audit_trail(line: Commandline) -> bool:
    """Removing what tells what was done."""
    for simple in line.calls("rm", "shred", "truncate", "srm", "unlink"):
        if any(LOGS.search(word.text) for word in simple.args):
            return True
    if any(has_option(simple.args, "cd", ("--clear",)) for simple in line.calls("history", "auditctl")):
        return True
    if any(has_word(simple.args, r"-e") and has_word(simple.args, r"0") for simple in line.calls("auditctl")):
        return True
    if any(has_word(simple.args, r"HISTFILE|HISTSIZE") for simple in line.calls("unset")):
        return True
    for item in line.items:
        if any(n in ("HISTFILE", "HISTSIZE") and w.text in ("", "0", "/dev/null") for n, w in item.simple.assignments):
            return True
        if any(r.op in (">", ">|", "&>") and LOGS.search(r.target.text) for r in item.simple.redirects):
            return True
    return any(has_option(s.args, "", ("--vacuum-size", "--vacuum-time", "--rotate")) for s in line.calls("journalctl"))


def accounts(line: Commandline) -> bool:
    """Changing accounts, groups or passwords."""
    names = (
        "passwd chpasswd useradd adduser usermod userdel deluser groupadd gpasswd visudo vipw dscl chsh net1 newusers"
    )
    for simple in line.calls(*names.split()):
        if simple.args or simple.name in ("passwd", "visudo", "vipw", "chpasswd", "newusers"):
            return simple.name != "dscl" or has_word(simple.args, r"-?(?:create|passwd|append|delete)")
    return bool(re.search(r"\bnet1?(?:\.exe)?\s+(?:user|localgroup)\s+\S+\s+\S+.*?/(?:add|delete)\b", line.folded))


def start_up(line: Commandline) -> bool:
    """Installing something that starts by itself."""
    if any(simple.args and not has_option(simple.args, "l", ()) for simple in line.calls("crontab")):
        return True
    if any(simple.reads_pipe for simple in line.calls("crontab", "at", "batch")):
        return True
    if any(has_word(s.args, r"load|bootstrap|enable|submit") for s in line.calls("launchctl")):
        return True
    if any(has_word(s.args, r"enable|link|edit") for s in line.calls("systemctl")):
        return True
    return bool(
        re.search(r"\bschtasks(?:\.exe)?\b.*/create|\bregister-scheduledtask\b|\bsc(?:\.exe)?\s+create\b", line.folded)
    )


def kernel(line: Commandline) -> bool:
    """Changing the running kernel."""
    if any(True for _ in line.calls("insmod", "rmmod", "kexec")):
        return True
    if any(plain(simple.args) for simple in line.calls("modprobe")):
        return True
    if any(
        has_option(s.args, "wp", ("--write", "--load")) or has_word(s.args, r"\S+=\S+") for s in line.calls("sysctl")
    ):
        return True
    return any(
        r.writes and r.target.text.startswith(("/proc/sys", "/sys/", "/boot/"))
        for item in line.items
        for r in item.simple.redirects
    )


def container_escape(line: Commandline) -> bool:
    """A container or a namespace that is the whole machine."""
    for simple in line.calls("docker", "podman", "nerdctl"):
        words = " ".join(word.text for word in simple.args)
        if re.search(
            r"--privileged|--pid[= ]host|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE)|(?:-v|--volume)[= ]?/:"
            r"|docker\.sock|(?:source|src)=/(?:,|$)|--security-opt[= ]\S*unconfined",
            words,
            re.IGNORECASE,
        ):
            return True
    return any(has_word(simple.args, r"-t|--target(?:=1)?|1") for simple in line.calls("nsenter"))


def own_server(line: Commandline) -> bool:
    """Asking this server's own commands for more than an agent may."""
    if any(plain(simple.args) for simple in line.calls("kirocrew")):
        return True
    if re.search(r"\b(?:-m kirocrew|kirocrew/__main__)\b", line.folded):
        return True
    return any(
        has_word(item.simple.words, r".*manage\.py") and has_word(item.simple.args, OWN_COMMANDS) for item in line.items
    )
