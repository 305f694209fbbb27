"""The one way out: every request the product makes to another machine."""
