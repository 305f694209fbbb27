"""The owner's pages that stand above the apps: the frame, the overview, search, import and backup."""
