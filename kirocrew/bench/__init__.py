"""Measures the speed of this server on this machine; nothing here is part of the server."""
