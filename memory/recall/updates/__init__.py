"""Which statements newer ones change: found when memory is read, and said beside the older one. Nothing is deleted."""
