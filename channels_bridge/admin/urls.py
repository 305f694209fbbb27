"""Where the pages of jobs are."""

from channels_bridge.admin import activity
from channels_bridge.admin.pages import Page

PAGES = (
    Page("activity/", activity.activity, "activity"),
    Page("activity/<uuid:uid>/", activity.job, "activity-job"),
    Page("activity/<uuid:uid>/row/", activity.job_row, "activity-row"),
    Page("activity/<uuid:uid>/cancel/", activity.cancel, "activity-cancel"),
    Page("activity/<uuid:uid>/retry/", activity.retry, "activity-retry"),
)
