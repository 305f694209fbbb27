"""Where each address leads."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from kirocrew import health, signin
from kirocrew.mcp.http import mcp_server

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(pattern_name="admin:index"), name="home"),
    *health.urlpatterns,
    *signin.urlpatterns,
    path("api/", include("memory.api.urls")),  # the first, since memories are written and asked most
    path("api/", include("channels_bridge.api.urls")),
    path("api/", include("hooks.api.urls")),
    path("api/", include("skills.api.urls")),
    path("api/", include("kirocrew.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("mcp", mcp_server(), name="mcp"),
    path("admin/", admin.site.urls),
]

handler404 = "kirocrew.errors.not_found"
handler500 = "kirocrew.errors.server_error"
