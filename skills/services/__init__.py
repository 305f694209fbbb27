"""What may be done with skills."""
