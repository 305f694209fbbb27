"""Shapes of commands that run code nobody has seen: from the network, decoded on the way, or from a stranger's hand."""

import re
from collections.abc import Iterator
from typing import Final

from hooks.rules.commands import Commandline
from hooks.rules.flows import FETCHERS, NETCATS, POWERSHELL_FETCH
from hooks.rules.shell import INTERPRETERS, SHELLS, Simple
from hooks.rules.shell.options import has_option

CODE_FLAGS: Final = frozenset(("-c", "-e", "-r", "-E", "--eval", "-ne", "-pe", "-p"))
SOCKET: Final = re.compile(
    r"\bsocket\b|\btcpsocket\b|net\.connect|fsockopen|\bio::socket\b|net\.socket|createconnection"
)
SPAWN: Final = re.compile(
    r"dup2|pty\.spawn|subprocess|child_process|/bin/(?:ba|z|da)?sh|\bexec\b|spawn|popen|system|stdin\.fileno|>&s\b|&3"
)
POWERSHELL_RUN: Final = re.compile(r"\b(?:iex|invoke-expression)\b|\[scriptblock\]::create|\.invoke\(")
POWERSHELL_CODED: Final = re.compile(
    r"\b(?:powershell|pwsh)(?:\.exe)?\b.*\s-(?:e|ec|en|enc|enco|encod|encode|encoded|encodedc\w*)\s+[a-z0-9+/=]{16,}"
)
POWERSHELL_SOCKET: Final = re.compile(r"net\.sockets\.tcpclient.*(?:getstream|streamreader)")
RUNS_WORDS: Final = INTERPRETERS | {"eval", "source", ".", "exec"}
CODE_FETCHES: Final = re.compile(
    r"urlopen|urlretrieve|requests\.get|https?\.get|fetch\(|net::http|lwp|file_get_contents"
)
CODE_RUNS: Final = re.compile(r"\bexec\b|\beval\b|os\.system|subprocess|child_process|\bsystem\b|`")


def reverse_shell(line: Commandline) -> bool:
    """A shell whose input and output are a network connection."""
    return (
        _device_socket(line)
        or _netcat_runs(line)
        or _socket_in_code(line)
        or _shell_and_netcat(line)
        or bool(POWERSHELL_SOCKET.search(line.folded))
    )


def _device_socket(line: Commandline) -> bool:
    return bool(re.search(r"/dev/(?:tcp|udp)/", line.code + " " + line.folded))


def _netcat_runs(line: Commandline) -> bool:
    for simple in line.calls(*NETCATS):
        if simple.name == "socat":
            if any(re.search(r"\b(?:exec|system|shell)\b:?", word.text.lower()) for word in simple.args):
                return True
        elif has_option(simple.args, "ec", ("--exec", "--sh-exec", "--lua-exec")):
            return True
    return False


def _socket_in_code(line: Commandline) -> bool:
    for simple in line.calls(*(INTERPRETERS - SHELLS), "awk", "gawk"):
        code = "\n".join([w.text for w in simple.args] + [r.body for r in simple.redirects]).lower()
        if simple.name in ("awk", "gawk") and "/inet/" in code:
            return True
        if SOCKET.search(code) and SPAWN.search(code):
            return True
    return False


def _shell_and_netcat(line: Commandline) -> bool:
    """`nc … | sh | nc …`, `sh -i < fifo | nc … > fifo`, `openssl s_client … | sh`."""
    for pipeline in line.pipelines:
        names = [line.programs(simple) for simple in pipeline]
        has_shell = any(found & SHELLS for found in names)
        talks = any(found & NETCATS for found in names) or any(_talks_tls(simple) for simple in pipeline)
        if has_shell and talks:
            return True
    return False


def _talks_tls(simple: Simple) -> bool:
    return simple.name == "openssl" and any(word.text == "s_client" for word in simple.args)


def download_run(line: Commandline) -> bool:
    """Code that comes from the network and is run unseen."""
    if POWERSHELL_FETCH.search(line.folded) and POWERSHELL_RUN.search(line.folded):
        return True
    if any(_fetches_into(line, pipeline) for pipeline in line.pipelines):
        return True
    if _runs_what_it_saved(line):
        return True
    return any(_nested_programs(line, simple) & FETCHERS for simple in _running_output(line)) or _code_fetches(line)


def _fetches_into(line: Commandline, pipeline: list[Simple]) -> bool:
    fetched = False
    for simple in pipeline:
        names = line.programs(simple)
        if fetched and _runs_input(simple, names):
            return True
        fetched = fetched or bool(names & FETCHERS) or bool(_nested_programs(line, simple) & FETCHERS)
    return False


def _runs_input(simple: Simple, names: set[str]) -> bool:
    """An interpreter that takes its program from the pipe: one without a program of its own."""
    if not names & (INTERPRETERS | {"source", "."}):
        return False
    if simple.name in INTERPRETERS and any(word.text in CODE_FLAGS for word in simple.args):
        return bool(simple.name in SHELLS and re.search(r"\bcat\b|/dev/stdin|\bread\b", simple.args[-1].text))
    scripts = [w for w in simple.args if not w.text.startswith("-") and w.text not in ("/dev/stdin", "/dev/fd/0")]
    return simple.name not in INTERPRETERS or not scripts or any(w.text in ("-", "-s") for w in simple.args)


def _nested_programs(line: Commandline, simple: Simple) -> set[str]:
    return {name for script in simple.nested for inner in script.simples() for name in line.programs(inner)}


def _runs_what_it_saved(line: Commandline) -> bool:
    """`curl … -o f && sh f`: a file that is fetched and started in one go."""
    saved: set[str] = set()
    for item in line.items:
        simple = item.simple
        if simple.name in FETCHERS:
            saved |= {w.text for w in simple.args if not w.text.startswith("-") and "://" not in w.text}
            saved |= {w.text.rsplit("/", 1)[-1] for w in simple.args if "://" in w.text}
            saved |= {redirect.target.text for redirect in simple.redirects if redirect.writes}
        elif simple.words and saved:
            ran = simple.args if simple.name in (INTERPRETERS | {"source", ".", "chmod"}) else simple.words[:1]
            if any(word.text.removeprefix("./") in saved - {""} for word in ran):
                return True
    return False


def _code_fetches(line: Commandline) -> bool:
    """A one-liner of an interpreter that fetches and evaluates."""
    for simple in line.calls(*(INTERPRETERS - SHELLS)):
        code = " ".join(word.text for word in simple.args).lower()
        fetches = re.search(
            r"urlopen|urlretrieve|requests\.get|https?\.get|fetch\(|net::http|lwp|file_get_contents", code
        )
        if fetches and re.search(r"\bexec\b|\beval\b|os\.system|subprocess|child_process|\bsystem\b|`", code):
            return True
    return False


def decode_run(line: Commandline) -> bool:
    """Code that is decoded and run unseen."""
    if POWERSHELL_CODED.search(line.folded):
        return True
    for pipeline in line.pipelines:
        decoded = False
        for simple in pipeline:
            if decoded and _runs_input(simple, line.programs(simple)):
                return True
            decoded = decoded or _decodes(simple)
    for simple in _running_output(line):
        if any(_decodes(inner) for script in simple.nested for inner in script.simples()):
            return True
    return any(_decoding_code(simple) for simple in line.calls(*(INTERPRETERS - SHELLS)))


def _running_output(line: Commandline) -> Iterator[Simple]:
    """Commands that run what is substituted into them: `eval "$(…)"`, `sh -c "$(…)"`, and `$(…)` itself."""
    for item in line.items:
        simple = item.simple
        computed = bool(simple.words) and simple.words[0].dynamic
        if simple.nested and (computed or simple.name in RUNS_WORDS):
            yield simple


def _decodes(simple: Simple) -> bool:
    if simple.name in ("base64", "base32", "basenc", "openssl", "gpg", "gzip"):
        return has_option(simple.args, "dD", ("--decode", "--decrypt", "--decompress", "-d"))
    if simple.name == "xxd":
        return has_option(simple.args, "r", ("-revert",))
    if simple.name in ("printf", "echo"):
        return any(re.search(r"(?:\\x[0-9a-fA-F]{2}|\\0?[0-7]{3}){3}", word.text) for word in simple.args)
    return simple.name in ("uudecode", "rev", "gunzip", "zcat") or (simple.name == "tr" and _is_rotation(simple))


def _is_rotation(simple: Simple) -> bool:
    return any(re.search(r"n-za-m", word.text, re.IGNORECASE) for word in simple.args)


def _decoding_code(simple: Simple) -> bool:
    code = " ".join(word.text for word in simple.args).lower()
    decodes = re.search(r"b64decode|base64_decode|fromhex|unhexlify|buffer\.from|decode64|atob\(|codecs\.decode", code)
    return bool(decodes and re.search(r"\bexec\b|\beval\b|os\.system|subprocess|child_process|\bsystem\b", code))
