"""A scripted language model that processes of tests import by its path."""

from memory.inference.chat import ChatRequest


def answer(request: ChatRequest) -> str:
    """The same to everything."""
    return '{"answer": "Red."}'
