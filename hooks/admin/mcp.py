"""MCP servers: which there are, what they answered, and taking more over."""

from typing import Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.tabs import hooks_page
from hooks.services.mcp import (
    FILE_BYTES_MAX,
    mcp_import,
    mcp_server_delete,
    mcp_server_enable,
    mcp_server_get,
    mcp_servers_list,
    mcp_sync,
    mcp_tool_enable,
)
from hooks.services.mcp_probes import mcp_is_stale, mcp_probe
from kirocrew.base.problems import Problem

SHOWN_REFUSALS: Final = 20


@require_safe
@owner_page
def servers(request: HttpRequest) -> HttpResponse:
    """All servers, one definition for each name."""
    rows = [(server, mcp_is_stale(server)) for server in mcp_servers_list(actor=actor_of(request))]
    return hooks_page(request, "mcp.html", tab="hooks-mcp", title="MCP servers", rows=rows)


@require_safe
@owner_page
def server(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One server with its tools."""
    found = mcp_server_get(actor=actor_of(request), uid=uid)
    tools = [(tool, tool["name"] not in found.tools_off) for tool in found.tools]
    return hooks_page(
        request,
        "mcp_server.html",
        tab="hooks-mcp",
        title=found.name,
        server=found,
        tools=tools,
        is_stale=mcp_is_stale(found),
    )


@require_POST
@owner_page
def server_act(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Switch a server or a tool, ask it now, or remove it."""
    actor, act = actor_of(request), request.POST.get("act", "")
    tool = request.POST.get("tool", "")
    if act in ("on", "off") and tool:
        mcp_tool_enable(actor=actor, uid=uid, tool=tool, enabled=act == "on")
    elif act in ("on", "off"):
        mcp_server_enable(actor=actor, uid=uid, enabled=act == "on")
    elif act == "probe":
        mcp_probe(actor=actor, uid=uid)
    elif act == "remove":
        mcp_server_delete(actor=actor, uid=uid)
        messages.success(request, "The server is removed.")
        return redirect("admin:hooks-mcp")
    return redirect("admin:hooks-mcp-server", uid)


@require_POST
@owner_page
def sync(request: HttpRequest) -> HttpResponse:
    """Bring the registry in line with the files it follows."""
    report = mcp_sync(actor=actor_of(request))
    messages.success(
        request,
        f"{len(report.added)} added, {len(report.changed)} changed, {len(report.removed)} removed. "
        "What is new or changed is switched off.",
    )
    for refused in report.refused[:SHOWN_REFUSALS]:
        messages.warning(request, f"{refused.name}: {refused.reason}")
    return redirect("admin:hooks-mcp")


class ImportForm(forms.Form):
    """A configuration, pasted."""

    text = forms.CharField(
        max_length=FILE_BYTES_MAX,
        strip=False,
        label="Configuration",
        widget=forms.Textarea(attrs={"rows": 10, "class": "mono", "spellcheck": "false"}),
        help_text='JSON with "mcpServers". A server with variables, headers or a credential is refused whole.',
    )


@require_http_methods(["GET", "POST"])
@owner_page
def server_import(request: HttpRequest) -> HttpResponse:
    """Look at a configuration, then take its servers over, switched off."""
    form, report = ImportForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        apply = "apply" in request.POST
        try:
            report = mcp_import(actor=actor_of(request), text=form.cleaned_data["text"], apply=apply)
        except Problem as problem:
            form.add_error("text", problem.detail)
        else:
            if apply:
                messages.success(request, f"{len(report.added)} servers are there, switched off. Ask each first.")
                return redirect("admin:hooks-mcp")
    return hooks_page(request, "mcp_import.html", tab="hooks-mcp", title="Import servers", form=form, report=report)
