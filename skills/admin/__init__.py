"""The owner's pages of skills."""
