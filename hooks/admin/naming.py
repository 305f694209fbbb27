"""What a decision's rule is called."""

from channels_bridge.actors import Actor
from hooks.rules.order import NOTHING, OWN_SERVER, PAUSED, READ_ONLY, SUBAGENT_SPAWN, SUBAGENT_TOOLS, TOOL_OFF
from hooks.rules.protections import ALWAYS, PROTECTIONS
from hooks.services.rules import rules_visible
from hooks.services.scripts import script_hooks_list


def rule_names(actor: Actor) -> dict[str, str]:
    """Return what each rule, protection and switch is called, by the id a decision carries."""
    names = {rule.id: rule.title for rule in PROTECTIONS.values()} | ALWAYS
    names |= {
        PAUSED: "All tool use is paused",
        TOOL_OFF: "A tool that is switched off",
        OWN_SERVER: "A server of the owner",
        SUBAGENT_SPAWN: "Starting a sub-agent",
        SUBAGENT_TOOLS: "What sub-agents ask for",
        READ_ONLY: "It only looks",
        NOTHING: "Nothing to decide",
    }
    for rule in rules_visible(actor=actor):
        names[str(rule.uid)] = rule.pattern or ", ".join(map(str, rule.triggers))
    if actor.is_owner or actor.is_system:
        names |= {str(hook.uid): hook.name for hook in script_hooks_list(actor=actor)}
    return names
