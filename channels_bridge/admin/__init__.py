"""The owner's page of jobs, and what all pages share."""
