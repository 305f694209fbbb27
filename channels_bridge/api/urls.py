"""Paths below /api/."""

from django.urls import path

from channels_bridge.api import channels, views

urlpatterns = [
    path("jobs", views.JobListView.as_view(), name="job-list"),
    path("jobs/events", views.JobStreamView.as_view(), name="job-stream"),
    path("jobs/<uuid:uid>", views.JobView.as_view(), name="job"),
    path("jobs/<uuid:uid>/events", views.JobEventsView.as_view(), name="job-events"),
    path("jobs/<uuid:uid>/cancel", views.JobCancelView.as_view(), name="job-cancel"),
    path("jobs/<uuid:uid>/retry", views.JobRetryView.as_view(), name="job-retry"),
    path("channels", channels.ChannelsView.as_view(), name="channels"),
    path("channels/surfaces/<str:surface>/senders", channels.SurfaceSendersView.as_view(), name="surface-senders"),
    path("channels/<str:key>", channels.ChannelDetailView.as_view(), name="channel"),
    path("channels/<str:key>/senders", channels.ChannelSendersView.as_view(), name="channel-senders"),
    path("channels/<str:key>/context", channels.ChannelContextView.as_view(), name="channel-context"),
    path("channels/<str:key>/events", channels.ChannelEventsView.as_view(), name="channel-events"),
]
