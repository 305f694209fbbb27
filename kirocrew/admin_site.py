"""The owner's site: Django's admin with our frame, our pages and our navigation around it."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

HIDDEN_APPS = ("django_q",)
"""Their stock pages would show a job's delivery, not the job; Activity shows the job."""


class KirocrewAdminSite(AdminSite):
    site_header = "Kirocrew"
    site_title = "Kirocrew"
    index_title = "Overview"
    enable_nav_sidebar = False

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Our pages stand before the stock ones, each behind the same sign-in check."""
        from channels_bridge.admin.urls import PAGES as ACTIVITY
        from hooks.admin.urls import PAGES as HOOKS
        from kirocrew.pages.urls import PAGES as ABOVE
        from memory.admin.urls import PAGES as MEMORY
        from skills.admin.urls import PAGES as SKILLS

        ours: list[URLResolver | URLPattern] = [
            path(page.route, self.admin_view(page.view), name=page.name)
            for page in (*ABOVE, *MEMORY, *SKILLS, *HOOKS, *ACTIVITY)
        ]
        return ours + super().get_urls()

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The overview stands where the stock list of applications would."""
        from kirocrew.pages.overview import overview

        return overview(request)  # type: ignore[return-value]

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """What every page needs; nothing of memory for somebody who is not signed in."""
        context = super().each_context(request)
        if context["has_permission"]:
            from kirocrew.pages.frame import frame_context

            context |= frame_context(request)
        return context


class KirocrewAdminConfig(AdminConfig):
    default_site = "kirocrew.admin_site.KirocrewAdminSite"

    def ready(self) -> None:
        """Collect the stock pages, then take out those that have a page of ours."""
        super().ready()
        from django.contrib import admin

        for model in [model for model in admin.site._registry if model._meta.app_label in HIDDEN_APPS]:
            admin.site.unregister(model)
