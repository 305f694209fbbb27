"""The REST interface of memory."""
