"""Paths below /api/."""

from django.urls import path

from channels_bridge.api import views

urlpatterns = [
    path("jobs", views.JobListView.as_view(), name="job-list"),
    path("jobs/<uuid:uid>", views.JobView.as_view(), name="job"),
    path("jobs/<uuid:uid>/events", views.JobEventsView.as_view(), name="job-events"),
    path("jobs/<uuid:uid>/cancel", views.JobCancelView.as_view(), name="job-cancel"),
    path("jobs/<uuid:uid>/retry", views.JobRetryView.as_view(), name="job-retry"),
]
