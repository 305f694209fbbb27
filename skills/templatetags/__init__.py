"""Tags of the pages of skills."""
