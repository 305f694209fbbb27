"""Every place that may hold the text of a memory. What is in none of them has no probe, and a test says so.

A table belongs to exactly one place. All text columns of all tables are searched, whatever the place says about who
takes the text out; the place is what a hit is reported under.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Place:
    """A named place, the tables it is made of, and whether its rows are memories of their own."""

    name: str
    title: str
    tables: tuple[str, ...] = ()
    governed: bool = False
    """Rows belong to records: those of other records are told, and changed only with the owner's word."""
    told: bool = False
    """What the owner set up: a text in it is told and never changed."""


RECORDS: Final = "records"
JOURNAL: Final = "journal"
TEXT_INDEX: Final = "text_index"
PAST: Final = "past"
DOCUMENTS: Final = "documents"
DOCUMENTS_INDEX: Final = "documents_index"
VECTORS: Final = "vectors"
CACHES: Final = "caches"
DATABASE_FILE: Final = "database_file"
EXPORTS: Final = "exports"
IMPORTS: Final = "imports"
BACKUPS: Final = "backups"
HOME: Final = "home"

PLACES: Final = (
    Place(RECORDS, "Records", ("memory_record", "memory_fact", "memory_lesson", "memory_episode"), governed=True),
    Place(JOURNAL, "Journal and proposals", ("memory_revision",), governed=True),
    Place(
        "evidence", "Evidence and contradictions", ("memory_evidencelink", "memory_retirement", "memory_contradiction")
    ),
    Place("edits", "Receipts of edits", ("memory_edit", "memory_editedrevision")),
    Place("audit", "Audit entries", ("memory_event",)),
    Place("refusals", "Refused values", ("memory_refusedvalue", "memory_refusedfingerprint", "memory_refusalkey")),
    Place("erasures", "Earlier erases", ("memory_erasure",)),
    Place(
        TEXT_INDEX,
        "Text index",
        (
            "memory_text",
            "memory_text_config",
            "memory_text_content",
            "memory_text_data",
            "memory_text_docsize",
            "memory_text_idx",
        ),
        governed=True,
    ),
    Place(
        PAST,
        "Index of the past",
        (
            "memory_belief",
            "memory_pastvector",
            "memory_past_text",
            "memory_past_text_config",
            "memory_past_text_content",
            "memory_past_text_data",
            "memory_past_text_docsize",
            "memory_past_text_idx",
        ),
        governed=True,
    ),
    Place(
        VECTORS,
        "Vectors of every model",
        ("memory_space", "memory_embedding", "memory_embeddingbits", "memory_embeddingfailure"),
        governed=True,
    ),
    Place("provenance", "Import ledger", ("memory_importrun", "memory_importeditem")),
    Place("turns", "Turns that could not be kept", ("memory_unkeptturn",)),
    Place(
        "conversations",
        "Conversations and their turns",
        ("channels_bridge_conversation", "channels_bridge_turn", "memory_conversationstore"),
    ),
    Place("consolidation", "Receipts of consolidation", ("memory_consolidationpass",)),
    Place(
        "channels",
        "Channels and what is overheard in them",
        (
            "channels_bridge_channel",
            "channels_bridge_channelentry",
            "channels_bridge_channelevent",
            "channels_bridge_channelpace",
            "channels_bridge_channelsender",
        ),
    ),
    Place("language", "Calls of the language model", ("memory_languagecall",)),
    Place(
        DOCUMENTS,
        "Documents and history",
        (
            "memory_document",
            "memory_documentrevision",
            "memory_documentcontradiction",
            "memory_documentproposal",
            "memory_historyentry",
            "memory_mirrorfile",
            "memory_flush",
        ),
        governed=True,
    ),
    Place(
        DOCUMENTS_INDEX,
        "Text index of documents and history",
        (
            "memory_document_text",
            "memory_document_text_config",
            "memory_document_text_content",
            "memory_document_text_data",
            "memory_document_text_docsize",
            "memory_document_text_idx",
        ),
        governed=True,
    ),
    Place("passive", "What is learned from channels", ("memory_passiverun", "memory_passiveitem")),
    Place(
        "skills",
        "Skills, their files and use",
        (
            "skills_cataloguemark",
            "skills_importedskill",
            "skills_refusedpackage",
            "skills_skill",
            "skills_skillallowlist",
            "skills_skillevent",
            "skills_skillfile",
            "skills_skillgrant",
            "skills_skillroot",
            "skills_skilluse",
            "skills_skillvector",
            "skills_skillversion",
        ),
        told=True,
    ),
    Place("candidates", "Learned skills that wait", ("skills_skillcandidate", "skills_learningmark"), told=True),
    Place(
        "agents",
        "Agents, their files and people",
        (
            "kirocrew_agent",
            "kirocrew_agentfile",
            "kirocrew_agentfilerevision",
            "kirocrew_agentperson",
            "kirocrew_agentmove",
        ),
        told=True,
    ),
    Place("receipts", "Receipts of contexts", ("kirocrew_contextreceipt",)),
    Place(
        "settings",
        "Settings and stores",
        ("memory_setting", "memory_store", "memory_botstore", "memory_modelchange"),
        told=True,
    ),
    Place("jobs", "Jobs and their steps", ("channels_bridge_job", "channels_bridge_jobevent")),
    Place("answers", "Answers kept for repeated requests", ("channels_bridge_idempotencykey",)),
    Place(
        "bots",
        "Bots and heartbeats",
        ("channels_bridge_bot", "channels_bridge_tokenbucket", "channels_bridge_heartbeat"),
        told=True,
    ),
    Place("queue", "Queue of the worker", ("django_q_ormq", "django_q_task", "django_q_schedule")),
    Place(
        "hooks",
        "Hooks",
        (
            "hooks_hooksetting",
            "hooks_malformed",
            "hooks_mcpserver",
            "hooks_protectionoff",
            "hooks_rule",
            "hooks_scripthook",
        ),
        told=True,
    ),
    Place("decisions", "Decisions of hooks", ("hooks_decision", "hooks_hookevent")),
    Place("sessions", "Sessions of the admin", ("django_session",)),
    Place(
        "accounts",
        "Accounts",
        (
            "auth_group",
            "auth_group_permissions",
            "auth_permission",
            "auth_user",
            "auth_user_groups",
            "auth_user_user_permissions",
            "django_admin_log",
            "django_content_type",
            "django_migrations",
        ),
        told=True,
    ),
    Place(CACHES, "Caches of this process"),
    Place(DATABASE_FILE, "Bytes of the database and its log"),
    Place(EXPORTS, "Exports in the home"),
    Place(IMPORTS, "Uploads in the home"),
    Place(BACKUPS, "Backups in the home"),
    Place(HOME, "Other files of the home"),
)

BY_TABLE: Final = {table: place for place in PLACES for table in place.tables}


def place_named(name: str) -> Place:
    """The place of that name."""
    return next(place for place in PLACES if place.name == name)
