"""The owner's pages of hooks. Thin: they read through QuerySets and change through services only."""
