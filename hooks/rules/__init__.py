"""The owner's rules and the built-in protections: what they look at, and in which order."""
