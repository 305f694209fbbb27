"""A tool call as a harness reports it: what it would run, which paths it names, whose tool it is."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

DEPTH_MAX: Final = 8
STRINGS_MAX: Final = 2_000
PATH_CHARACTERS: Final = 1_024
"""A longer text, or one of several lines, is content and no path."""

SHELLS: Final = frozenset(
    (
        "bash shell sh zsh fish executebash executecmd executecommand executeshell runshellcommand runterminalcmd"
        " runterminalcommand runcommand runcommands runbash runshell runinterminal terminal terminalexec exec"
        " execcommand localshell localshellcall powershell pwsh cmd bashtool shellcommand shellexec console command"
        " writestdin sendkeys"
    ).split()
)
TYPING: Final = frozenset(("writestdin", "sendkeys"))
COMMAND_KEYS: Final = frozenset(
    "command cmd commands commandline script shellcommand bashcommand line chars keys argv".split()
)
ENVELOPES: Final = frozenset("action input params arguments args parameters rawinput".split())
PATH_ENDS: Final = re.compile(
    r"(?:path|paths|file|files|filename|filenames|dir|dirs|directory|directories|folder|folders|uri|location|locations"
    r"|destination|source|target|root|roots|cwd|workdir|workspace)$"
)
CONTENT_KEYS: Final = frozenset(
    (
        "content contents newstring oldstring newstr oldstr text filetext body message prompt description thought"
        " newsource summary todos plan edits insertedtext explanation"
    ).split()
)
TARGET_KEYS: Final = frozenset("pattern query search regex glob url urls searchterm include q".split())
TEXT_SEARCHES: Final = frozenset("websearch codebasesearch searchfilecontent searchcode".split())
READING: Final = re.compile(
    r"^(?:read|view|cat|get|list|search|find|grep|glob|ls|open|stat|tree|show|fetch|fsread|notebookread|codebase|query"
    r"|describe|webfetch|websearch)|(?:read|search|list)$"
)
LOOKING: Final = frozenset(
    (
        "read readfile readfiles readmanyfiles viewfile view notebookread fsread glob grep ls listdir listdirectory"
        " listfiles globfilesearch filesearch grepsearch codebasesearch searchfiles searchfilecontent readfolder list"
    ).split()
)
"""Tools of known harnesses that only look. Those of MCP servers are not among them, whatever their name."""
IDLE: Final = frozenset(
    (
        "todowrite todoread todolist updateplan think sequentialthinking exitplanmode enterplanmode askuserquestion"
        " askfollowupquestion attemptcompletion bashoutput"
    ).split()
)
"""Tools that reach nothing outside the conversation."""
SPAWNING: Final = frozenset(
    "task agent usesubagent subagent spawnagent delegate newtask runsubagent dispatchagent".split()
)
MCP_NAME: Final = re.compile(r"mcp__(?P<server>.+?)__(?P<tool>.+)|@(?P<server2>[^/\s]+)/(?P<tool2>\S+)")
PATCHED: Final = re.compile(
    r"^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b/)?|--- (?:a/)?|rename to )(\S.*?)\s*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call. `title` is what the model wrote and proves nothing; `verified` says that the harness took server and
    tool from the connection itself."""

    tool_name: str = ""
    tool_input: Any = None
    title: str = ""
    kind: str = ""
    server: str = ""
    tool: str = ""
    verified: bool = False
    cwd: str = ""
    is_subagent: bool = False
    strings: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """The tool's name as sets here know it; of an MCP tool, the part behind the server."""
        return _plain(self.tool if self.is_mcp else self.tool_name)

    @property
    def is_mcp(self) -> bool:
        return bool(self.server)

    @property
    def identity(self) -> str:
        """`@server/tool`, empty for a tool of the harness."""
        return f"@{self.server}/{self.tool}" if self.is_mcp else ""

    @property
    def is_shell(self) -> bool:
        """Whether the call runs a command: by the tool's name, its kind, or a title that says so."""
        if self.name in TYPING and self._types_nothing():
            return False
        if self.name in SHELLS or (self.kind == "execute" and not self.is_mcp):
            return True
        return not self.tool_name and not self.is_mcp and self.title.lower().startswith("running")

    def _types_nothing(self) -> bool:
        """Whether keys are sent to a program that already runs, and there are none: it is only looked at."""
        return all(value == "" for key, value in _fields(self.tool_input) if _plain(key) in COMMAND_KEYS)

    @property
    def commands(self) -> list[str]:
        """Every command in the call; more than one when it names several."""
        found = []
        for key, value in _fields(self.tool_input):
            if _plain(key) in COMMAND_KEYS and (text := _command(value)):
                found.append(text)
        return found

    @property
    def paths(self) -> list[str]:
        """Every path the call names: by the name of its field, or because it looks like one."""
        found = []
        seeks_text = "grep" in self.name or self.name in TEXT_SEARCHES
        for key, text in self.strings:
            if seeks_text and key in TARGET_KEYS:
                continue  # an expression to look for opens nothing
            if key in CONTENT_KEYS or len(text) > PATH_CHARACTERS or "\n" in text:
                found += PATCHED.findall(text) if key not in CONTENT_KEYS else []
            elif PATH_ENDS.search(key) or _looks_like_path(text):
                found.append(text)
        return found

    @property
    def targets(self) -> list[str]:
        """What is searched for or fetched."""
        return [text for key, text in self.strings if key in TARGET_KEYS]

    @property
    def writes(self) -> bool:
        """Whether the call may write: anything but a tool known to read, by its kind or its name."""
        if self.kind in ("edit", "delete", "move"):
            return True
        if self.kind in ("read", "search", "fetch", "think"):
            return False
        return not READING.search(self.name) and self.name not in IDLE

    def as_json(self) -> dict[str, Any]:
        """The call as it can be asked again."""
        found: dict[str, Any] = {"tool_name": self.tool_name, "tool_input": self.tool_input}
        for key in ("title", "kind", "cwd"):
            if value := getattr(self, key):
                found[key] = value
        if self.is_mcp:
            found["mcp"] = {"server": self.server, "tool": self.tool, "verified": self.verified}
        if self.is_subagent:
            found["is_subagent"] = True
        return found


def call_from(data: Mapping[str, Any]) -> ToolCall:
    """Return the call a harness reports: `tool_name` and `tool_input`, or `title`, `kind` and `tool_input`.

    Unknown members are ignored; a member of the wrong type counts as left out, which never allows more.
    """
    mcp = data.get("mcp")
    name = _text(data, "tool_name")
    server, tool, verified = "", "", False
    if isinstance(mcp, Mapping) and _text(mcp, "server"):
        server, tool, verified = _text(mcp, "server"), _text(mcp, "tool"), mcp.get("verified") is True
    elif named := MCP_NAME.fullmatch(name) or MCP_NAME.match(_text(data, "title")):
        server, tool = named["server"] or named["server2"], named["tool"] or named["tool2"]
    if "/" in server or any(char.isspace() for char in server + tool):
        verified = False  # such a name could pass for another
    payload = data.get("tool_input")
    return ToolCall(
        tool_name=name,
        tool_input=payload,
        title=_text(data, "title"),
        kind=_text(data, "kind").lower(),
        server=server,
        tool=tool,
        verified=verified,
        cwd=_text(data, "cwd"),
        is_subagent=data.get("is_subagent") is True or bool(_text(data, "agent_id")),
        strings=tuple(_strings(payload)),
    )


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return value.strip() if isinstance(value, str) else ""


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def _fields(payload: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The members of the input, and those one envelope below: `action.command`, `arguments` as JSON text."""
    if isinstance(payload, str) and depth == 0:
        yield "command", payload
    if not isinstance(payload, Mapping):
        return
    for key, value in payload.items():
        yield str(key), value
        if _plain(str(key)) in ENVELOPES and depth < DEPTH_MAX:
            yield from _fields(_parsed(value), depth + 1)


def _parsed(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _command(value: Any) -> str:
    """A command as text; a list of words is quoted as a shell would need it. Empty for anything else."""
    if isinstance(value, str):
        return value if value.strip() else ""
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return shlex.join(value)
    return ""


def _strings(payload: Any, key: str = "", depth: int = 0, left: list[int] | None = None) -> Iterator[tuple[str, str]]:
    """Every text of the input with the name of the member that holds it."""
    left = [STRINGS_MAX] if left is None else left
    if depth > DEPTH_MAX or left[0] <= 0:
        return
    if isinstance(payload, str):
        left[0] -= 1
        yield _plain(key), payload
    elif isinstance(payload, Mapping):
        for name, value in payload.items():
            yield from _strings(value, str(name), depth + 1, left)
    elif isinstance(payload, list):
        for value in payload:
            yield from _strings(value, key, depth + 1, left)


def _looks_like_path(text: str) -> bool:
    return bool(re.match(r"(?:~|\.{1,2}[/\\]|/|[A-Za-z]:[/\\]|\\\\|file:|\$HOME|%\w+%|\.[A-Za-z])\S*$", text.strip()))
