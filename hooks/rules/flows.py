"""Shapes of commands that carry something out of the machine."""

import re
from typing import Final

from hooks.rules.commands import Commandline
from hooks.rules.shell import INTERPRETERS, Simple
from hooks.rules.shell.options import has_option

NETCATS: Final = frozenset("nc ncat netcat nc.openbsd nc.traditional socat telnet".split())
FETCHERS: Final = frozenset("curl wget fetch aria2c httpie http https xh lynx ftp".split())
SENDERS: Final = FETCHERS | NETCATS | frozenset("scp sftp rsync ssh mail mailx sendmail".split())
DECODERS: Final = frozenset("base64 base32 basenc xxd uudecode openssl gpg rev tr gzip gunzip zcat".split())
ENVIRONMENT: Final = frozenset("env printenv set export declare compgen".split())
LOOKUPS: Final = frozenset("dig nslookup host drill kdig ping traceroute".split())
READERS: Final = frozenset(
    "cat head tail base64 base32 xxd od tar zip gzip env printenv history strings less more find ls openssl whoami"
    " hostname id uname ifconfig ip ps netstat pbpaste xclip".split()
)
DROPS: Final = re.compile(
    r"\b(?:webhook\.site|requestbin\.\w+|[\w-]+\.requestcatcher\.com|[\w.-]+\.burpcollaborator\.net|[\w.-]+\.oastify\.com"
    r"|[\w.-]+\.oast\.(?:pro|live|site|online|fun|me)|[\w.-]+\.interact\.sh|[\w.-]+\.m\.pipedream\.net|pastebin\.com/api"
    r"|transfer\.sh|0x0\.st|file\.io|termbin\.com|ix\.io|paste\.rs|temp\.sh|bashupload\.com|catbox\.moe|gofile\.io"
    r"|[\w.-]+\.ngrok(?:-free)?\.(?:io|app|dev)|[\w.-]+\.trycloudflare\.com|hookb\.in|dnslog\.cn|ceye\.io"
    r"|discord(?:app)?\.com/api/webhooks|api\.telegram\.org/bot|hooks\.slack\.com/services)\b"
)
POWERSHELL_FETCH: Final = re.compile(
    r"(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring|downloadfile|net\.webclient|start-bitstransfer)"
)


def environment_upload(line: Commandline) -> bool:
    """The environment of the process, which holds its keys, on its way out."""
    for pipeline in line.pipelines:
        told = False
        for simple in pipeline:
            if told and line.programs(simple) & SENDERS:
                return True
            told = told or _tells_environment(simple)
    return any(
        _tells_environment(inner)
        for simple in line.calls(*SENDERS)
        for script in simple.nested
        for inner in script.simples()
    )


def _tells_environment(simple: Simple) -> bool:
    if simple.name in ("env", "printenv"):
        return not simple.args or simple.name == "printenv" or all(w.text.startswith("-") for w in simple.args)
    if simple.name in ENVIRONMENT:
        return all(word.text.startswith("-") for word in simple.args)
    return any("/environ" in word.text for word in simple.args)


def substitution_upload(line: Commandline) -> bool:
    """What a command reads, put into an address or a body that is sent."""
    for simple in line.calls(*FETCHERS, *NETCATS):
        for script in simple.nested:
            if {name for inner in script.simples() for name in line.programs(inner)} & READERS:
                return True
    return False


def name_lookup(line: Commandline) -> bool:
    """What a command reads, carried out inside a name that is looked up."""
    return any(
        line.programs(inner) & (READERS | DECODERS)
        for simple in line.calls(*LOOKUPS)
        for script in simple.nested
        for inner in script.simples()
    )


def raw_upload(line: Commandline) -> bool:
    """A file or an archive given to a bare network connection."""
    for pipeline in line.pipelines:
        for at, simple in enumerate(pipeline):
            if not line.programs(simple) & NETCATS or has_option(simple.args, "lz", ("--listen",)):
                continue
            reads_file = any(r.op == "<" for r in simple.redirects)
            earlier = {name for other in pipeline[:at] for name in line.programs(other)}
            if reads_file or earlier & (READERS | {"dd", "pg_dump", "mysqldump", "sqlite3"}):
                return True
    return False


def drop_host(line: Commandline) -> bool:
    """A host made for catching what others send, named by a command that sends."""
    if not DROPS.search(line.folded) and not DROPS.search(line.code):
        return False
    names = {item.simple.name for item in line.items}
    return bool(names & (SENDERS | INTERPRETERS)) or bool(POWERSHELL_FETCH.search(line.folded))
