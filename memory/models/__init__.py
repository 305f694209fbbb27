"""The tables of memory."""

from memory.models.audit import Event
from memory.models.beliefs import Belief, PastVector
from memory.models.consolidation import ConsolidationPass, PassPath, PassState
from memory.models.conversations import ConversationStore
from memory.models.documents import (
    FILE,
    Document,
    DocumentContradiction,
    DocumentKind,
    DocumentProposal,
    DocumentRevision,
    Flush,
    HistoryEntry,
    MirrorFile,
)
from memory.models.edits import Edit, EditedRevision
from memory.models.embeddings import Embedding, EmbeddingBits, EmbeddingFailure, ModelChange, Space
from memory.models.erasure import Erasure
from memory.models.evidence import Contradiction, EvidenceKind, EvidenceLink, Retirement
from memory.models.language import LanguageCall
from memory.models.passive import ItemState, PassiveItem, PassiveRun, PassiveState, PassiveTrigger, PassiveType
from memory.models.provenance import ImportedItem, ImportRun
from memory.models.records import Category, Episode, Fact, Kind, Lesson, Record, Status
from memory.models.refusals import RefusalKey, RefusedFingerprint, RefusedValue
from memory.models.revisions import Revision
from memory.models.settings import Setting
from memory.models.stores import BotStore, Policy, SecretsPolicy, Store
from memory.models.turns import UnkeptTurn

__all__ = [
    "FILE",
    "Belief",
    "BotStore",
    "Category",
    "ConsolidationPass",
    "Contradiction",
    "ConversationStore",
    "Document",
    "DocumentContradiction",
    "DocumentKind",
    "DocumentProposal",
    "DocumentRevision",
    "Edit",
    "EditedRevision",
    "Embedding",
    "EmbeddingBits",
    "EmbeddingFailure",
    "Episode",
    "Erasure",
    "Event",
    "EvidenceKind",
    "EvidenceLink",
    "Fact",
    "Flush",
    "HistoryEntry",
    "ImportRun",
    "ImportedItem",
    "ItemState",
    "Kind",
    "LanguageCall",
    "Lesson",
    "MirrorFile",
    "ModelChange",
    "PassPath",
    "PassState",
    "PassiveItem",
    "PassiveRun",
    "PassiveState",
    "PassiveTrigger",
    "PassiveType",
    "PastVector",
    "Policy",
    "Record",
    "RefusalKey",
    "RefusedFingerprint",
    "RefusedValue",
    "Retirement",
    "Revision",
    "SecretsPolicy",
    "Setting",
    "Space",
    "Status",
    "Store",
    "UnkeptTurn",
]
