"""The systems whose hooks are understood: their events, what each gates, what its matcher is compared with."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class System(StrEnum):
    """Whose rules a hook follows. `kirocrew` are our own."""

    KIROCREW = "kirocrew"
    CLAUDE_CODE = "claude-code"
    KIRO_CLI = "kiro-cli"
    KIRO_IDE = "kiro-ide"
    CURSOR = "cursor"
    CODEX = "codex"
    COPILOT_CLI = "copilot-cli"
    GOOSE = "goose"
    GOCLAW = "goclaw"


class Role(StrEnum):
    """What an event is to the tool, the prompt or the turn it belongs to."""

    TOOL_GATE = "tool-gate"
    AFTER_TOOL = "after-tool"
    PROMPT = "prompt"
    START = "start"
    STOP = "stop"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Event:
    """An event by our name. `compared` is the payload's field a matcher is compared with, empty where none is."""

    name: str
    role: Role
    compared: str = ""
    fires: bool = False
    """Whether a payload with this event runs hooks here; others are kept and can only be tried."""


_TOOL: Final = "tool_name"

EVENTS: Final[dict[str, Event]] = {
    event.name: event
    for event in (
        Event("SessionStart", Role.START, "source", fires=True),
        Event("UserPromptSubmit", Role.PROMPT, fires=True),
        Event("PreToolUse", Role.TOOL_GATE, _TOOL, fires=True),
        Event("PermissionRequest", Role.TOOL_GATE, _TOOL, fires=True),
        Event("BeforeShellExecution", Role.TOOL_GATE, "command", fires=True),
        Event("BeforeMCPExecution", Role.TOOL_GATE, _TOOL, fires=True),
        Event("BeforeReadFile", Role.TOOL_GATE, "file_path", fires=True),
        Event("PostToolUse", Role.AFTER_TOOL, _TOOL, fires=True),
        Event("PostToolUseFailure", Role.AFTER_TOOL, _TOOL, fires=True),
        Event("AfterShellExecution", Role.AFTER_TOOL, "command", fires=True),
        Event("AfterMCPExecution", Role.AFTER_TOOL, _TOOL, fires=True),
        Event("AfterFileEdit", Role.AFTER_TOOL, "file_path", fires=True),
        Event("Stop", Role.STOP, fires=True),
        Event("SubagentStop", Role.STOP, "agent_type", fires=True),
        Event("SubagentStart", Role.NOTICE, "agent_type", fires=True),
        Event("SessionEnd", Role.NOTICE, "reason", fires=True),
        Event("PreCompact", Role.NOTICE, "trigger", fires=True),
        Event("PostCompact", Role.NOTICE, "trigger", fires=True),
        Event("Notification", Role.NOTICE, "notification_type", fires=True),
        Event("UserPromptExpansion", Role.PROMPT, "command"),
        Event("PostToolBatch", Role.STOP),
        Event("PermissionDenied", Role.AFTER_TOOL, _TOOL),
        Event("Setup", Role.NOTICE, "trigger"),
        Event("StopFailure", Role.NOTICE, "error_type"),
        Event("TeammateIdle", Role.STOP),
        Event("TaskCreated", Role.STOP),
        Event("TaskCompleted", Role.STOP),
        Event("ConfigChange", Role.STOP, "source"),
        Event("CwdChanged", Role.NOTICE),
        Event("DirectoryAdded", Role.NOTICE, "directory"),
        Event("FileChanged", Role.NOTICE, "file_path"),
        Event("InstructionsLoaded", Role.NOTICE, "reason"),
        Event("WorktreeCreate", Role.NOTICE),
        Event("WorktreeRemove", Role.NOTICE),
        Event("MessageDisplay", Role.NOTICE),
        Event("Elicitation", Role.NOTICE, "server"),
        Event("ElicitationResult", Role.NOTICE, "server"),
        Event("PreTaskExecution", Role.NOTICE),
        Event("PostTaskExecution", Role.NOTICE),
        Event("FileCreated", Role.NOTICE, "file_path"),
        Event("FileEdited", Role.NOTICE, "file_path"),
        Event("FileDeleted", Role.NOTICE, "file_path"),
        Event("UserTriggered", Role.NOTICE),
        Event("AfterAgentResponse", Role.NOTICE),
        Event("AfterAgentThought", Role.NOTICE),
        Event("BeforeTabFileRead", Role.TOOL_GATE, "file_path"),
        Event("AfterTabFileEdit", Role.AFTER_TOOL, "file_path"),
        Event("ErrorOccurred", Role.NOTICE),
    )
}

_SAME: Final = {
    "agentspawn": "SessionStart",
    "agentstop": "Stop",
    "promptsubmit": "UserPromptSubmit",
    "beforesubmitprompt": "UserPromptSubmit",
    "userpromptsubmitted": "UserPromptSubmit",
    "sessionstop": "Stop",
    "postfilesave": "FileEdited",
    "postfilecreate": "FileCreated",
    "postfiledelete": "FileDeleted",
    "manual": "UserTriggered",
}
"""What other systems call an event of ours, without case and separators."""
_BY_FOLDED: Final = {name.lower(): name for name in EVENTS} | _SAME

PERMISSION_EVENTS: Final = frozenset(name for name, event in EVENTS.items() if event.role is Role.TOOL_GATE)
"""Where a hook that fails has to block: the tool has not run yet."""


def event_named(name: str) -> Event | None:
    """The event some system calls so (`preToolUse`, `pre_tool_use`, `agentSpawn`); None when nobody does."""
    found = _BY_FOLDED.get(name.replace("_", "").replace("-", "").lower())
    return EVENTS[found] if found else None


_CLAUDE_TOOLS: Final = tuple(
    "Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell MultiEdit "
    "NotebookEdit NotebookRead Read Skill SlashCommand Task TodoWrite WebFetch WebSearch Write".split()
)
KNOWN_TOOLS: Final[dict[System, tuple[str, ...]]] = {
    System.KIROCREW: _CLAUDE_TOOLS,
    System.CLAUDE_CODE: _CLAUDE_TOOLS,
    System.GOOSE: _CLAUDE_TOOLS,
    System.KIRO_CLI: tuple("execute_bash fs_read fs_write knowledge report_issue thinking todo_list use_aws".split()),
    System.KIRO_IDE: tuple("read write shell web spec".split()),
    System.CURSOR: tuple("Delete Grep MCP Read Shell Task Write".split()),
    System.CODEX: tuple("Bash apply_patch Write Edit spawn_agent Agent".split()),
    System.COPILOT_CLI: tuple("bash create edit glob grep powershell task view web_fetch".split()),
    System.GOCLAW: tuple("edit_file exec memory_search memory_write read_file web_fetch web_search write_file".split()),
}
"""Built-in tools a matcher may mean, for the linter; what an installation adds (MCP) comes from the caller."""

VALUES: Final[dict[str, tuple[str, ...]]] = {
    "SessionStart": ("startup", "resume", "clear", "compact", "fork"),
    "PreCompact": ("manual", "auto"),
    "PostCompact": ("manual", "auto"),
    "Setup": ("init", "maintenance"),
    "ConfigChange": ("user_settings", "project_settings", "local_settings", "policy_settings", "skills"),
}
"""Events whose matcher is compared with one of few words."""
