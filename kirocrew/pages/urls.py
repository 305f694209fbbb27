"""Where the pages above the apps are. The overview is the site's index."""

from channels_bridge.admin.pages import Page
from kirocrew.pages import search, transfer

PAGES = (
    Page("search/", search.search, "search"),
    Page("transfer/", transfer.transfer, "transfer"),
    Page("transfer/backup/", transfer.backup, "transfer-backup"),
)
