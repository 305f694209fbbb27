"""Tags and filters of the owner's pages."""
