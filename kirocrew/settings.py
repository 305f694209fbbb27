"""Settings of the server. What an operator sets comes from the environment, see docs/reference/settings.md."""

from pathlib import Path
from typing import Any

import django

from kirocrew import home
from kirocrew.base.env import env_bool, env_hosts, env_int, env_list, env_path, env_proxy, env_secret, env_str, env_zone

BASE_DIR = Path(__file__).resolve().parent.parent

# Home: database, models, backups and the generated secret key.
KIROCREW_HOME = env_path("KIROCREW_HOME", default=home.default_home())
SECRET_KEY = home.secret_key(KIROCREW_HOME)
SECRET_KEY_FALLBACKS = env_list("KIROCREW_SECRET_KEY_FALLBACKS", default=[])

DEBUG = env_bool("KIROCREW_DEBUG", default=False)
ALLOWED_HOSTS = env_list("KIROCREW_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("KIROCREW_TRUSTED_ORIGINS", default=[])
KIROCREW_HOST = env_str("KIROCREW_HOST", default="127.0.0.1")
KIROCREW_PORT = env_int("KIROCREW_PORT", default=8484, minimum=1, maximum=65535)
KIROCREW_WEB_PROCESSES = env_int("KIROCREW_WEB_PROCESSES", default=1, minimum=1, maximum=32)
KIROCREW_WORKERS = env_int("KIROCREW_WORKERS", default=2, minimum=1, maximum=32)
KIROCREW_HTTPS = env_bool("KIROCREW_HTTPS", default=False)

INSTALLED_APPS = [
    "kirocrew.apps.KirocrewConfig",
    "skills.apps.SkillsConfig",
    "memory.apps.MemoryConfig",
    "hooks.apps.HooksConfig",
    "channels_bridge.apps.ChannelsBridgeConfig",
    "kirocrew.admin_site.KirocrewAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_q",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "kirocrew.csp.Middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "kirocrew.urls"
ASGI_APPLICATION = "kirocrew.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# WAL lets readers go on while one writer writes; IMMEDIATE takes the write lock at the start of a
# transaction, so that two of them wait for each other and never fail half way; FULL because a write that
# was acknowledged must survive the machine losing power, too. What is deleted is overwritten where that costs no
# further page; an erase overwrites the rest.
SQLITE_INIT = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; "
    "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-16000; PRAGMA secure_delete=FAST;"
)
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "kirocrew.db.backends.sqlite3",
        "NAME": str(KIROCREW_HOME / "kirocrew.sqlite3"),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # More than the program has: once the driver's memory of prepared statements is full, none that is new to
            # it stays there, and each write prepares all of its own again, which took a sixth of it.
            "cached_statements": 1_000,
            "init_command": SQLITE_INIT,
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"

# The daily digest of what waits for the owner. Who gets it is the owner's setting; how it goes out is the operator's.
KIROCREW_SMTP_HOST = env_str("KIROCREW_SMTP_HOST", default="")
KIROCREW_SMTP_PORT = env_int("KIROCREW_SMTP_PORT", default=587, minimum=1, maximum=65535)
KIROCREW_SMTP_TLS = env_bool("KIROCREW_SMTP_TLS", default=True)
KIROCREW_SMTP_USER = env_str("KIROCREW_SMTP_USER", default="")
KIROCREW_SMTP_PASSWORD = env_secret("KIROCREW_SMTP_PASSWORD", default="")
KIROCREW_MAIL_FROM = env_str("KIROCREW_MAIL_FROM", default="kirocrew@localhost")
_SMTP_SECONDS, _TLS_FROM_THE_START = 20, 465  # patience with the server; the port on which TLS is not asked for
_SMTP: dict[str, Any] = {
    "host": KIROCREW_SMTP_HOST,
    "port": KIROCREW_SMTP_PORT,
    "username": KIROCREW_SMTP_USER,
    "password": KIROCREW_SMTP_PASSWORD,
    "use_ssl": KIROCREW_SMTP_TLS and KIROCREW_SMTP_PORT == _TLS_FROM_THE_START,
    "use_tls": KIROCREW_SMTP_TLS and KIROCREW_SMTP_PORT != _TLS_FROM_THE_START,
    "timeout": _SMTP_SECONDS,
}
if django.VERSION >= (6, 1):
    MAILERS = {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": _SMTP}}
else:
    EMAIL_HOST, EMAIL_PORT, EMAIL_TIMEOUT = _SMTP["host"], _SMTP["port"], _SMTP["timeout"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _SMTP["username"], _SMTP["password"]
    EMAIL_USE_SSL, EMAIL_USE_TLS = _SMTP["use_ssl"], _SMTP["use_tls"]
KIROCREW_DIGEST_WEBHOOK = env_secret("KIROCREW_DIGEST_WEBHOOK", default="")
KIROCREW_DIGEST_SECRET = env_secret("KIROCREW_DIGEST_SECRET", default="")

LANGUAGE_CODE = "en"
TIME_ZONE = env_zone("KIROCREW_TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = KIROCREW_HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# One worker fetches what it can run at once and no more; the clock of `retry` starts when a task is
# fetched, so it is longer than every task that may be waiting in front of it. Jobs own their retries.
Q_CLUSTER = {
    "name": "kirocrew",
    "orm": "default",
    "workers": KIROCREW_WORKERS,
    "queue_limit": KIROCREW_WORKERS,
    "bulk": 1,
    "poll": 0.5,
    "guard_cycle": 2,
    "timeout": 3600,
    "retry": 4 * 3600,
    "max_attempts": 1,
    "ack_failures": True,
    "catch_up": False,
    "save_limit": 100,
}

CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "channels_bridge.api.authentication.BotKeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "channels_bridge.api.negotiation.QuickNegotiation",
    "DEFAULT_PARSER_CLASSES": ["channels_bridge.api.parsing.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "channels_bridge.api.problems.problem_handler",
    "DEFAULT_THROTTLE_CLASSES": ["channels_bridge.api.throttling.BotThrottle"],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kirocrew",
    "DESCRIPTION": "Governed memory for AI agents: write, recall, review.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api",
    "ENUM_NAME_OVERRIDES": {
        "DocumentHitKindEnum": "memory.services.document_search.KINDS",
        "DocumentKeepEnum": "memory.services.document_contradictions.KEEP",
        "DocumentVerdictEnum": "memory.models.documents.DocumentContradiction.Verdict",
        "StoredDocumentKindEnum": "memory.models.documents.KINDS",
        "DocumentKindEnum": "memory.models.documents.DocumentKind",
        "AgentKindEnum": "kirocrew.models.agents.AgentKind",
        "AgentSessionEnum": "kirocrew.agents.names.Session",
        "AgentStatusEnum": "kirocrew.models.agents.AgentStatus",
        "PromptModeEnum": "kirocrew.models.agents.PromptMode",
        "CandidateKindEnum": "skills.models.candidates.CandidateKind",
        "CandidateStateEnum": "skills.models.candidates.CandidateState",
        "ConsolidationPathEnum": "memory.models.consolidation.PassPath",
        "ConsolidationStateEnum": "memory.models.consolidation.PassState",
        "EvidenceKindEnum": "memory.models.evidence.EvidenceKind",
        "HookSubjectEnum": "hooks.models.decisions.Subject",
        "JobStateEnum": "channels_bridge.models.jobs.JobState",
        "KeepEnum": "memory.services.contradictions.KEEP",
        "KindEnum": "memory.models.records.Kind",
        "MemoryModeEnum": "channels_bridge.models.conversations.MemoryMode",
        "PlaceStateEnum": "memory.services.erasing.certificate.STATES",
        "ScriptActionEnum": "hooks.api.scripts.ACTIONS",
        "StatusEnum": "memory.api.serializers.STATUSES",
        "SkillAccessReasonEnum": "skills.api.serializers.REASONS",
        "SkillFateEnum": "skills.api.serializers.FATES",
        "SkillPrincipalEnum": "skills.models.access.PrincipalKind",
        "SkillRootTierEnum": "skills.api.serializers.ROOT_TIERS",
        "SkillStateEnum": "skills.models.catalogue.SkillState",
        "SkillTierEnum": "skills.api.base.TIER_NAMES",
        "TurnOriginEnum": "channels_bridge.models.conversations.Origin",
        "TurnRoleEnum": "channels_bridge.models.conversations.Role",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "channels_bridge.api.schema.problems_in_schema",
    ],
}

# Largest request body: 500 items of 4 KiB and their envelope, in bytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
# Files of one import by upload.
DATA_UPLOAD_MAX_NUMBER_FILES = 500

# Embeddings: a known model's name, a path to a GGUF file, 'hash' (words only, for tests) or 'none'.
KIROCREW_EMBEDDING_MODEL = env_str("KIROCREW_EMBEDDING_MODEL", default="minilm")
KIROCREW_EMBEDDING_THREADS = env_int("KIROCREW_EMBEDDING_THREADS", default=2, minimum=1, maximum=64)
KIROCREW_QUERY_DEADLINE_MS = env_int("KIROCREW_QUERY_DEADLINE_MS", default=1500, minimum=10, maximum=60_000)

# Where models are fetched from: nowhere; the address of the one that is in no package; what Ollama has fetched already.
KIROCREW_SKIP_MODEL_DOWNLOAD = env_bool("KIROCREW_SKIP_MODEL_DOWNLOAD", default=False)
KIROCREW_QWEN3_URL = env_str("KIROCREW_QWEN3_URL", default="")
KIROCREW_OLLAMA_MODELS = env_str("KIROCREW_OLLAMA_MODELS", default="~/.ollama/models")

# The language model: 'none', 'endpoint' (anything that speaks as OpenAI's does, at URL), 'smollm2', a path to a GGUF
# file, or 'scripted' (answers of a script, for tests).
KIROCREW_LANGUAGE_MODEL = env_str("KIROCREW_LANGUAGE_MODEL", default="none")
KIROCREW_LANGUAGE_URL = env_str("KIROCREW_LANGUAGE_URL", default="")
KIROCREW_LANGUAGE_NAME = env_str("KIROCREW_LANGUAGE_NAME", default="")
KIROCREW_LANGUAGE_KEY = env_secret("KIROCREW_LANGUAGE_KEY", default="")
KIROCREW_LANGUAGE_WINDOW = env_int("KIROCREW_LANGUAGE_WINDOW", default=8192, minimum=512, maximum=10_000_000)
KIROCREW_LANGUAGE_SECONDS = env_int("KIROCREW_LANGUAGE_SECONDS", default=300, minimum=1, maximum=3000)
KIROCREW_LANGUAGE_THREADS = env_int("KIROCREW_LANGUAGE_THREADS", default=2, minimum=1, maximum=64)
KIROCREW_LANGUAGE_SCRIPT = env_str("KIROCREW_LANGUAGE_SCRIPT", default="")

# Hosts of this machine or its networks that the product may fetch from, such as a local model server, and an HTTP
# proxy for what it fetches from elsewhere. The usual proxy variables of the environment are not looked at.
KIROCREW_EGRESS_ALLOW = env_hosts("KIROCREW_EGRESS_ALLOW")
KIROCREW_EGRESS_PROXY = env_proxy("KIROCREW_EGRESS_PROXY")

# Where the registry of skills answers, or a mirror of it; `off` for none.
KIROCREW_SKILLS_SH_URL = env_str("KIROCREW_SKILLS_SH_URL", default="https://skills.sh")

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "kirocrew.logs.SafeFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    },
    "filters": {
        "one_line": {"()": "kirocrew.logs.OneLineWarning"},
        "expected": {"()": "kirocrew.logs.NoExpected503"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "loggers": {
        # It tells of every task at INFO; the jobs tell it better.
        "django-q": {"level": "WARNING"},
        "django.security.DisallowedHost": {"filters": ["one_line"]},
        "django.request": {"filters": ["expected"]},
    },
    "root": {
        "handlers": ["stderr"],
        "level": env_str(
            "KIROCREW_LOG_LEVEL", default="INFO", choices=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
        ),
    },
}

# The key of the bot that `kirocrew mcp` speaks for.
KIROCREW_MCP_KEY = env_secret("KIROCREW_MCP_KEY", default="")
