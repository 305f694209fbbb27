"""The one door in: ordered checks with a typed code each, and the typed outcomes of a write."""
