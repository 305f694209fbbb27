"""The real paths, and a few views that fail on purpose."""

from django.urls import include, path

from tests.channels_bridge import views

handler404 = "channels_bridge.api.problems.not_found_view"
handler500 = "channels_bridge.api.problems.server_error_view"

urlpatterns = [
    path("api/", include("channels_bridge.api.urls")),
    path("test/fail/<str:how>", views.FailView.as_view()),
    path("test/write", views.WriteView.as_view()),
    path("test/who", views.WhoView.as_view()),
]
