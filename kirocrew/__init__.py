"""A self-hosted server that gives AI agents governed memory, learned skills and enforceable hooks."""

__version__ = "0.1.0"
