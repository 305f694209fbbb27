"""A question's vector, made once for all that is asked with it."""

from memory.services.recall import question_text
from memory.services.spaces import QuestionVector, question_embed, spaces_open, state_of

__all__ = ["QuestionVector", "question_vector"]


def question_vector(text: str, *, deadline: float) -> QuestionVector:
    """The vector of a question in the space that is searched, if it can be had within `deadline` seconds."""
    if not question_text(text):
        return QuestionVector()
    spaces = spaces_open()
    if not spaces:
        return QuestionVector(reason=state_of(None).reason or "Nothing has been embedded yet.")
    return question_embed(text, spaces, deadline=deadline)
