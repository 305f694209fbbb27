"""Addresses of the API of hooks."""

from django.urls import path

from hooks.api import decisions, evaluate, mcp, rules, scripts

urlpatterns = [
    path("hooks/evaluate", evaluate.EvaluateView.as_view(), name="hooks-evaluate"),
    path("hooks/message", evaluate.MessageView.as_view(), name="hooks-message"),
    path("hooks/rules", rules.RulesView.as_view(), name="hooks-rules"),
    path("hooks/rules/import", rules.RulesImportView.as_view(), name="hooks-rules-import"),
    path("hooks/rules/export", rules.RulesExportView.as_view(), name="hooks-rules-export"),
    path("hooks/rules/<uuid:uid>", rules.RuleView.as_view(), name="hooks-rule"),
    path("hooks/protections", rules.ProtectionsView.as_view(), name="hooks-protections"),
    path("hooks/protections/<str:protection>", rules.ProtectionView.as_view(), name="hooks-protection"),
    path("hooks/decisions", decisions.DecisionsView.as_view(), name="hooks-decisions"),
    path("hooks/decisions/export", decisions.DecisionsExportView.as_view(), name="hooks-decisions-export"),
    path("hooks/run", scripts.ScriptsRunView.as_view(), name="hooks-run"),
    path("hooks/scripts", scripts.ScriptsView.as_view(), name="hooks-scripts"),
    path("hooks/scripts/import", scripts.ScriptImportView.as_view(), name="hooks-scripts-import"),
    path("hooks/scripts/lint", scripts.ScriptLintView.as_view(), name="hooks-scripts-lint"),
    path("hooks/scripts/<uuid:uid>", scripts.ScriptView.as_view(), name="hooks-script"),
    path("hooks/scripts/<uuid:uid>/fail-open", scripts.ScriptFailOpenView.as_view(), name="hooks-script-fail-open"),
    path("hooks/scripts/<uuid:uid>/try", scripts.ScriptTryView.as_view(), name="hooks-script-try"),
    path("mcp", mcp.McpServersView.as_view(), name="mcp-servers"),
    path("mcp/config", mcp.McpConfigView.as_view(), name="mcp-config"),
    path("mcp/import", mcp.McpImportView.as_view(), name="mcp-import"),
    path("mcp/sync", mcp.McpSyncView.as_view(), name="mcp-sync"),
    path("mcp/<uuid:uid>", mcp.McpServerView.as_view(), name="mcp-server"),
    path("mcp/<uuid:uid>/probe", mcp.McpProbeView.as_view(), name="mcp-probe"),
    path("mcp/<uuid:uid>/toggle", mcp.McpToggleView.as_view(), name="mcp-toggle"),
    path("mcp/<uuid:uid>/toggle-tool", mcp.McpToolToggleView.as_view(), name="mcp-toggle-tool"),
]
