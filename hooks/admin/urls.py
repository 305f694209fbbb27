"""Where the pages of hooks are."""

from channels_bridge.admin.pages import Page
from hooks.admin import decisions, mcp, protections, rules, scripts, transfer, workbench

PAGES = (
    Page("hooks/", rules.rules, "hooks"),
    Page("hooks/rules/new/<slug:name>/", rules.rule_new, "hooks-rule-new"),
    Page("hooks/rules/<uuid:uid>/", rules.rule_edit, "hooks-rule"),
    Page("hooks/rules/act/", rules.rule_act, "hooks-rule-act"),
    Page("hooks/malformed/dismiss/", rules.dismiss, "hooks-malformed-dismiss"),
    Page("hooks/protections/", protections.protections, "hooks-protections"),
    Page("hooks/protections/switch/", protections.protection, "hooks-protection"),
    Page("hooks/switches/<slug:name>/", protections.switch, "hooks-switch"),
    Page("hooks/scripts/", scripts.scripts, "hooks-scripts"),
    Page("hooks/scripts/new/", scripts.script_new, "hooks-script-new"),
    Page("hooks/scripts/import/", scripts.script_import, "hooks-scripts-import"),
    Page("hooks/scripts/<uuid:uid>/", scripts.script_edit, "hooks-script"),
    Page("hooks/scripts/<uuid:uid>/act/", scripts.script_act, "hooks-script-act"),
    Page("hooks/mcp/", mcp.servers, "hooks-mcp"),
    Page("hooks/mcp/import/", mcp.server_import, "hooks-mcp-import"),
    Page("hooks/mcp/sync/", mcp.sync, "hooks-mcp-sync"),
    Page("hooks/mcp/<uuid:uid>/", mcp.server, "hooks-mcp-server"),
    Page("hooks/mcp/<uuid:uid>/act/", mcp.server_act, "hooks-mcp-act"),
    Page("hooks/workbench/", workbench.workbench, "hooks-workbench"),
    Page("hooks/decisions/", decisions.decisions, "hooks-decisions"),
    Page("hooks/decisions/export/", decisions.export, "hooks-decisions-export"),
    Page("hooks/transfer/", transfer.transfer, "hooks-transfer"),
    Page("hooks/transfer/export/", transfer.export, "hooks-transfer-export"),
)
