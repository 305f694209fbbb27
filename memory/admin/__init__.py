"""The owner's pages of memory. Thin: they read through QuerySets and change through services only."""
