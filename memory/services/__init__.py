"""What can be done with memory. Every change of a governed record goes through one of these modules."""
