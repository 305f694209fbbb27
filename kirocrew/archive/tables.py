"""What an archive holds: every table of all apps with its columns, or the reason why it is left out.

A test compares this with the database: a new table or column belongs here before it may be merged.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

EVENTS: Final = ("archive_exported", "archive_restored", "archive_merged", "archive_refused")
"""Codes of audit entries about archives. They tell of this home, so they stay in it: two archives of one state are the
same bytes."""
_LISTED: Final = ", ".join(f"'{code}'" for code in EVENTS)


@dataclass(frozen=True, slots=True)
class Left:
    """A column that does not travel: why, and what stands in its place after a restore."""

    why: str
    value: Any


@dataclass(frozen=True, slots=True)
class Table:
    """A table as an archive has it; `names` are its columns, separated by spaces.

    `where` is a condition on the rows that travel. `fresh` is one on rows that a home has before anybody uses it: a
    restore replaces those, and refuses where others are.
    """

    name: str
    names: str
    left: Mapping[str, Left] = field(default_factory=dict)
    where: str = "1 = 1"
    fresh: str = "1 = 0"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that travel, in their order in the file."""
        return tuple(self.names.split())


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A table that is not in an archive, and why. A restore empties those that are made `anew` from what it brings."""

    name: str
    why: str
    anew: bool = False


TABLES: Final = (
    Table(
        "channels_bridge_bot",
        "id name description prefix permissions project member rate_per_second burst expires_at revoked_at "
        "revoked_reason last_used_at created_at created_by",
        left={"digest": Left("the key of a bot is no part of it; give the bot a new one", "")},
    ),
    Table(
        "channels_bridge_channel",
        "id uid surface key bot_id name names activation is_direct settings given_to heard_at created_at created_by",
    ),
    Table("channels_bridge_channelsender", "id surface channel_id sender is_owner added_at added_by"),
    Table("channels_bridge_channelentry", "id channel_id key sender author text said_at recorded_at"),
    Table("channels_bridge_channelevent", "id channel_id surface code who day at last_at times detail"),
    Table(
        "channels_bridge_conversation",
        "id uid key surface channel project agent member mode started_by started_ident next_position "
        "created_at last_turn_at ended_at",
    ),
    Table(
        "channels_bridge_turn",
        "id uid conversation_id position key author role origin text tool_calls is_suspicious said_at "
        "recorded_at recorded_by erased_at",
    ),
    Table(
        "hooks_rule",
        "id uid section position enabled pattern exact triggers reply prefix suffix context note revision "
        "made_by made_at changed_at hits last_hit_at",
    ),
    Table("hooks_malformed", "id section position original reason imported_by imported_at"),
    Table("hooks_protectionoff", "id protection note switched_by switched_at"),
    Table("hooks_hooksetting", "name value changed_by changed_at"),
    Table(
        "hooks_scripthook",
        "id uid name system event matcher matcher_mode command folder timeout enabled fail_open "
        "fail_open_by fail_open_at fail_open_why origin revision made_by made_at changed_at last_run_at "
        "last_status last_duration_ms run_count",
    ),
    Table(
        "hooks_mcpserver",
        "id uid name canonical origin origin_file transport command args url enabled tools_off probed_at "
        "probing_since probe_error probe_ms server_name server_version protocol tools revision made_by "
        "made_at changed_at",
    ),
    Table(
        "hooks_decision",
        "id uid at source kind tool subject_hash snippet call is_exact outcome stage rule reason "
        "is_security_denial read_only identity_grant",
    ),
    Table("hooks_hookevent", "id at code key old_value new_value source detail"),
    Table(
        "memory_store",
        "id slug name policy member secrets_policy created_at",
        fresh="slug = 'main'",
    ),
    Table("memory_botstore", "id bot_id store_id is_default"),
    Table(
        "memory_space",
        "id model dimension normalisation state created_at retired_at",
        left={
            "source": Left("where the model's file is on this machine", ""),
            "vectors_mark": Left("kept by triggers, of this database only", 0),
        },
        where="state = 'current'",
        fresh="1 = 1",
    ),
    Table(
        "memory_record",
        "id uid store_id kind key revision status category subject predicate scope project valid_from "
        "valid_until observed_at source source_ref content_hash chain_hash email_addresses superseded_by_id "
        "created_at updated_at",
    ),
    Table("memory_fact", "record_id value confidence"),
    Table("memory_lesson", "record_id rule negative category repo_scope applies confidence"),
    Table(
        "memory_episode",
        "record_id text tags importance conversation session position speaker text_hash words_hash",
    ),
    Table(
        "memory_revision",
        "id record_id number base_revision status operation source reason before after metadata answers_id "
        "recorded_at erased_at previous_hash hash",
    ),
    Table(
        "memory_belief",
        "id record_id revision_id store_id kind known_from known_until valid_from valid_until is_present",
    ),
    Table(
        "memory_event",
        "id at code kind store_id record_uid key old_value new_value source detail is_refusal is_security",
        where=f"code NOT IN ({_LISTED})",
        fresh=f"code IN ({_LISTED})",
    ),
    Table(
        "memory_edit",
        "id uid token_hash operation fields matched changed reason applied_by applied_at undone_by undone_at",
    ),
    Table("memory_editedrevision", "id edit_id revision_id"),
    Table("memory_evidencelink", "id record_id source_id turn said_id kind made_by made_at gone gone_at"),
    Table("memory_retirement", "id record_id cause by_id at revision"),
    Table(
        "memory_contradiction",
        "id first_id second_id cause first_revision second_revision found_at verdict decided_at decided_by reason",
    ),
    Table("memory_refusalkey", "id scheme secret made_at"),
    Table(
        "memory_refusedvalue",
        "id store_id kind key subject predicate record_id revision_id reason refused_by refused_at "
        "lifted_at lifted_by lifted_reason hits last_hit_at",
    ),
    Table("memory_refusedfingerprint", "id refused_id store_id made_with_id fingerprint units care"),
    Table("memory_erasure", "id record_uid store_id kind at by reason marks refused report"),
    Table(
        "memory_document",
        "id uid store_id kind project path text revision source chain_hash created_at updated_at removed_at",
    ),
    Table(
        "memory_documentrevision",
        "id document_id number base_revision operation source reason text metadata recorded_at erased_at "
        "previous_hash hash",
    ),
    Table(
        "memory_documentproposal",
        "id store_id kind project text text_hash base_revision source why citations recorded_at state "
        "decided_at decided_by reason",
    ),
    Table(
        "memory_documentcontradiction",
        "id document_id fact_id line line_hash fact_hash found_at verdict decided_at decided_by reason",
    ),
    Table(
        "memory_historyentry",
        "id uid store_id project day at zone text text_hash conversation citations source source_ref "
        "recorded_at removed_at removed_by removed_why",
    ),
    Table("memory_flush", "id store_id conversation source compaction at outcome"),
    Table("memory_conversationstore", "conversation_id store_id facts_to history_to"),
    Table(
        "memory_consolidationpass",
        "id uid conversation_id store_id path first last read_to turns_hash turns_read state reason "
        "attempts put_off retry_at claim claimed_at job_uid job_claim model prompt_tokens answer_tokens "
        "seconds cost items counts churn revisions links history_entry created_at finished_at set_aside_at "
        "undone_at undone_by left",
    ),
    Table("memory_unkeptturn", "id store_id conversation position at"),
    Table(
        "memory_passiverun",
        "id uid channel_id store_id state trigger start_entry end_entry messages used redactions categories "
        "model error requested_by started_at finished_at",
    ),
    Table(
        "memory_passiveitem",
        "id uid run_id hash type summary topics entities confidence state record_uid note created_at "
        "decided_at decided_by",
    ),
    Table(
        "memory_languagecall",
        "id at purpose about model outcome error repairs prompt_tokens answer_tokens cost seconds",
    ),
    Table(
        "memory_importrun",
        "id uid store_id paths format requested_by job_uid counts created_at finished_at",
    ),
    Table("memory_importeditem", "id store_id fingerprint origin outcome code record_id run_id at"),
    Table("memory_setting", "name value changed_by changed_at"),
    Table("skills_skillroot", "id uid path tier project enabled consented_at scanned_at problem created_at"),
    Table(
        "skills_skill",
        "id uid tier root_id key slug origin origin_detail state state_reason enabled name description "
        "triggers negative_triggers tags always inject_on_trigger repo_scope frontmatter body size "
        "content_hash diagnostics missing version revision pinned visibility owned_by owner_ident "
        "created_at changed_at last_used_at",
        fresh="tier = 5",
    ),
    Table("skills_skillversion", "id skill_id number content_hash reason source created_at"),
    Table("skills_skillfile", "id version_id path content size sha256 executable"),
    Table(
        "skills_skillgrant",
        "id skill_id principal_kind principal name pinned_version can_manage granted_by granted_at",
    ),
    Table("skills_skillallowlist", "id principal_kind principal name slugs changed_by changed_at"),
    Table(
        "skills_skillcandidate",
        "id uid slug kind target_id base_version name description triggers files findings similar "
        "is_suspicious origin source conversation first_turn last_turn created_at expires_at state "
        "decided_at decided_by reason_code reason version_made undone_at",
    ),
    Table("skills_learningmark", "conversation_id judged_to outcome detail candidate_id attempts retry_at at"),
    Table(
        "skills_refusedpackage",
        "id uid content_hash key place findings source refused_at accepted_at accepted_by reason",
    ),
    Table("skills_skilluse", "id skill_id day bodies pointers reads chars last_at"),
    Table(
        "skills_skillevent",
        "id code key source detail at",
        fresh="code = 'skill_indexed'",
    ),
    Table("skills_importedskill", "id source path content_hash skill_id outcome at"),
    Table(
        "kirocrew_agent",
        "id uid slug name name_typed kind description expertise status status_note mode model self_evolve "
        "crew_context shared_dm shared_group shared_people store_id created_by created_at changed_at "
        "retired_at",
    ),
    Table("kirocrew_agentfile", "id agent_id person name text revision source updated_at removed_at"),
    Table(
        "kirocrew_agentfilerevision",
        "id file_id number operation source reason text waits doubts decided_at recorded_at erased_at",
    ),
    Table(
        "kirocrew_agentperson",
        "id agent_id person display_name workspace ritual_turns must_name may_write first_seen_at last_seen_at",
    ),
    Table(
        "kirocrew_agentmove",
        "id uid agent_id store_id token_hash keys seeds reason made_by made_at undone_at undone_by",
    ),
    Table(
        "kirocrew_contextreceipt",
        "id uid kind source ident store_id conversation_id asked blocks chars tokens text_hash created_at",
    ),
)
"""In an order in which nothing names what comes later, but for a row that names one of its own table."""

_INDEX: Final = "a search index; made anew"
_VECTOR: Final = "vectors; made anew by the model that is in use"
_HERE: Final = "of this server's work, not of what it remembers"
_ACCOUNT: Final = "accounts and sessions of this home's people"

LEFT_OUT: Final = (
    LeftOut("memory_embedding", _VECTOR, anew=True),
    LeftOut("memory_embeddingbits", _VECTOR, anew=True),
    LeftOut("memory_embeddingfailure", _VECTOR, anew=True),
    LeftOut("memory_pastvector", _VECTOR, anew=True),
    LeftOut("memory_modelchange", "changes of the model that vectors of this server were made with", anew=True),
    LeftOut("skills_skillvector", _VECTOR, anew=True),
    LeftOut("memory_text", _INDEX, anew=True),
    LeftOut("memory_past_text", _INDEX, anew=True),
    LeftOut("memory_document_text", _INDEX, anew=True),
    LeftOut("memory_mirrorfile", "of the files of this machine's folders; the next pass writes it", anew=True),
    LeftOut("skills_cataloguemark", "tells the processes of this server to read the catalogue again"),
    LeftOut("channels_bridge_tokenbucket", "how fast each key may still ask", anew=True),
    LeftOut("channels_bridge_channelpace", "how fast each sender may still ask", anew=True),
    LeftOut("channels_bridge_idempotencykey", "answers kept for a day for requests that are repeated here"),
    LeftOut("channels_bridge_job", _HERE),
    LeftOut("channels_bridge_jobevent", _HERE),
    LeftOut("channels_bridge_heartbeat", _HERE),
    LeftOut("django_q_ormq", _HERE),
    LeftOut("django_q_schedule", _HERE),
    LeftOut("django_q_task", _HERE),
    LeftOut("auth_group", _ACCOUNT),
    LeftOut("auth_group_permissions", _ACCOUNT),
    LeftOut("auth_permission", _ACCOUNT),
    LeftOut("auth_user", _ACCOUNT),
    LeftOut("auth_user_groups", _ACCOUNT),
    LeftOut("auth_user_user_permissions", _ACCOUNT),
    LeftOut("django_admin_log", _ACCOUNT),
    LeftOut("django_session", _ACCOUNT),
    LeftOut("django_content_type", "written by migrations"),
    LeftOut("django_migrations", "named in the header, and compared"),
)

BY_NAME: Final = {table.name: table for table in TABLES}
