"""Which vector space a process searches, and with which model.

The space that is current in the database is searched. A process that has not loaded its model yet goes on with a space
that is kept for going back, if it holds that one's model: it is filled with everything new until it is discarded, so
nothing is found worse while a model is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.inference.base import Embedder
from memory.inference.embedding import EmbeddingState, embed_query, get_embedder, loaded_embedder, model_of, state
from memory.inference.models import SpaceKey
from memory.recall import resident
from memory.recall.engine import SearchedSpace, Vector
from memory.recall.sqlite import SqliteEngine

NO_VECTOR_NOW: Final = "The model does not know the question's script, or was not done in time."
OTHER_MODEL: Final = "The stored vectors are of another embedding model."


@dataclass(frozen=True, slots=True)
class Searched:
    """A space with this process's embedder of it."""

    space: SearchedSpace
    embedder: Embedder


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A question's vector and the space it belongs to, or in words why there is none."""

    vector: Vector | None = None
    space: SearchedSpace | None = None
    reason: str = ""

    @property
    def key(self) -> SpaceKey | None:
        """The space by its name."""
        return self.space.key if self.space is not None else None


def spaces_open() -> list[SearchedSpace]:
    """The space that is searched, then those kept for going back: what every new text gets vectors in."""
    return SqliteEngine().spaces()


def space_model(space: SearchedSpace) -> str:
    """What to ask for to get the embedder of a space."""
    return model_of(space.key, space.source)


def embedder_of(space: SearchedSpace, *, wait: float = 0.0) -> Embedder | None:
    """The embedder of a space, None while it is not there or where what is loaded in its place is another model."""
    embedder = get_embedder(space_model(space), wait=wait)
    return embedder if embedder is not None and embedder.space == space.key else None


def searched(spaces: Sequence[SearchedSpace]) -> Searched | None:
    """The first of the spaces that this process can search at once. Begins to load the model of the current one."""
    for space in spaces:
        embedder = embedder_of(space) if space.is_current else loaded_embedder(space_model(space))
        if embedder is not None and embedder.space == space.key:
            resident.forget_others(space.id)
            return Searched(space, embedder)
    return None


def question_embed(text: str, spaces: Sequence[SearchedSpace], *, deadline: float) -> QuestionVector:
    """The vector of a question in the space this process searches, if it can be had within `deadline` seconds."""
    found = searched(spaces)
    if found is None:
        return QuestionVector(reason=reason_of(spaces[0]))
    vector = embed_query(text, deadline=deadline, model=space_model(found.space))
    if vector is None:
        return QuestionVector(reason=NO_VECTOR_NOW)
    return QuestionVector(vector, found.space)


def reason_of(space: SearchedSpace) -> str:
    """Why this process has no vectors in a space, in words."""
    found = state_of(space)
    return OTHER_MODEL if found.status == "ready" else found.reason


def state_of(space: SearchedSpace | None) -> EmbeddingState:
    """How the model of a space is doing in this process; of the settings' model where there is no space yet."""
    return state(space_model(space) if space is not None else "")


def state_now() -> EmbeddingState:
    """How the model that memory is searched with is doing in this process."""
    spaces = spaces_open()
    found = state_of(spaces[0] if spaces else None)
    if spaces and found.status == "ready" and found.space != spaces[0].key:
        return EmbeddingState("failed", OTHER_MODEL, found.space)
    return found


def model_warm() -> None:
    """Begin to load the model that memory is searched with; where nothing was embedded yet, that of the settings."""
    spaces = spaces_open()
    get_embedder(space_model(spaces[0]) if spaces else "")


def state_settled(*, wait: float) -> EmbeddingState:
    """How that model is doing once it is loaded, or at most `wait` seconds from now."""
    spaces = spaces_open()
    get_embedder(space_model(spaces[0]) if spaces else "", wait=wait)
    return state_now()
