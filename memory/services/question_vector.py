"""A question's vector, made once for all that is asked with it."""

from dataclasses import dataclass

from memory.inference.embedding import embed_query, get_embedder, state
from memory.recall.engine import Vector
from memory.recall.sqlite import SqliteEngine
from memory.services.recall import question_text


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """`vector` is None where there is none, and `reason` says why in words."""

    vector: Vector | None
    reason: str = ""


def question_vector(text: str, *, deadline: float) -> QuestionVector:
    """The vector of a question in the space that is searched, if it can be had within `deadline` seconds."""
    space = SqliteEngine().space()
    if not question_text(text):
        return QuestionVector(None)
    if space is None:
        return QuestionVector(None, state().reason or "Nothing has been embedded yet.")
    vector = embed_query(text, deadline=deadline)
    embedder = get_embedder()
    if vector is None or embedder is None:
        return QuestionVector(None, state().reason or "The question's vector was not there in time.")
    if embedder.space != space.key:
        return QuestionVector(None, "The stored vectors are of another embedding model.")
    return QuestionVector(vector)
