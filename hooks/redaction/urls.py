"""URLs that carry data away: judged by their payload, and by hosts that exist to catch requests."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

from .entropy import is_placeholder
from .model import Finding, url_tag

URL = re.compile(
    r"https?://(?:\$\([^)\n]{0,80}\)|<[^<>\n]{1,60}>|\{\{[^}\n]{1,60}\}\}|\$\{[^}\n]{1,40}\}|"
    r"\{[A-Za-z_]{2,30}\}|\[[A-Za-z_ ]{2,30}\]|"
    r"[^\s\"'`<>(){}\[\]，。；、！？（）「」|\\])+"
)
CATCHERS = re.compile(
    r"(?i)(?:^|\.)(?:oast\.(?:pro|live|site|online|fun|me)|oastify\.com|burpcollaborator\.net|interact\.sh|interactsh\.com|"
    r"webhook\.site|requestbin\.(?:com|net)|pipedream\.net|beeceptor\.com|requestcatcher\.com|ngrok(?:-free)?\.(?:io|app|dev)|"
    r"trycloudflare\.com|hookbin\.com|webhook\.cool|canarytokens\.com|dnslog\.cn|ceye\.io|mockbin\.org|postb\.in|"
    r"loca\.lt|serveo\.net|localhost\.run|requestrepo\.com|typedwebhook\.tools|smee\.io|pastebin\.com/api|"
    r"attacker\.[a-z]+|evil\.[a-z.]+|exfil\.[a-z.]+)$"
)
TEMPLATE = re.compile(
    r"(?i)\$\([^)]*\)|\{\{[^}]*\}\}|<[^<>]*(?:base64|memory|memories|secret|conversation|history|content|token|prompt|password|context|data)[^<>]*>|"
    r"\[(?:context|query|data|secret|secrets|history|conversation|memory|prompt|content|messages?|env)\]|"
    r"\$\{?[A-Z_]*(?:KEY|TOKEN|SECRET|PASS|ENV)[A-Z_]*\}?"
)
LONG_RUN = re.compile(r"[A-Za-z0-9+/_-]{40,}={0,2}")
PERCENT_RUN = re.compile(r"(?:%[0-9a-fA-F]{2}){20,}")
KEY_MARKER = re.compile(
    r"(?i)(?:^|[?&;])(?:[a-z0-9_-]*(?:api_?key|apikey|secret|password|passwd|access_?token|auth_?token|private_?key)|token|sig|pwd|exfil)=(?P<value>[^&#\s]{12,})"
)
MAX_QUERY = 200  # characters of a query that no ordinary link needs
MAX_DECODES = 3
S3_PARAMETERS = frozenset(
    "X-Amz-Algorithm X-Amz-Credential X-Amz-Date X-Amz-Expires X-Amz-SignedHeaders X-Amz-Signature "
    "X-Amz-Security-Token response-content-disposition response-content-type versionId x-id".split()
)
# Rule five alone spares these: documents whose ids are long by nature.
SPARED_HOSTS = frozenset(
    "docs.google.com drive.google.com www.youtube.com youtube.com maps.google.com www.google.com img.shields.io "
    "sonarcloud.io github.com gitlab.com registry.npmjs.org login.microsoftonline.com".split()
)


def exfiltration_urls(text: str, has_secret: Callable[[str], bool]) -> Iterator[Finding]:
    """Findings over the whole URL; the tag keeps the host."""
    if "://" not in text:
        return
    for found in URL.finditer(text):
        url = found[0].rstrip(".,;:!?")
        host = host_of(url)
        if carries_away(url, host, has_secret):
            yield Finding("exfiltration_url", found.start(), found.start() + len(url), url_tag(host))


def presigned_links(text: str) -> list[tuple[int, int]]:
    """Places of S3 links whose signature is meant to be handed on."""
    if "X-Amz-Signature=" not in text:
        return []
    return [found.span() for found in URL.finditer(text) if is_s3_presigned(found[0], host_of(found[0]))]


def host_of(url: str) -> str:
    rest = url.partition("://")[2]
    return re.split(r"[/?#]", rest, maxsplit=1)[0].rpartition("@")[2].partition(":")[0].lower()


def carries_away(url: str, host: str, has_secret: Callable[[str], bool]) -> bool:
    """The ordered rules of the reference specification (1.6); the first that speaks decides."""
    if is_s3_presigned(url, host):
        return False
    if CATCHERS.search(host) or TEMPLATE.search(url.partition("://")[2]) or has_secret(url):
        return True
    layer = url
    for _ in range(MAX_DECODES):
        plain = unquote(layer)
        if plain == layer:
            break
        layer = plain
        if has_secret(layer):
            return True
    if unquote(layer) != layer or PERCENT_RUN.search(url):
        return True
    return host not in SPARED_HOSTS and has_payload(url, layer)


def is_s3_presigned(url: str, host: str) -> bool:
    if not (host.endswith(".amazonaws.com") and "X-Amz-Signature=" in url):
        return False
    try:
        names = [name for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True)]
    except ValueError:
        return False
    return set(names) <= S3_PARAMETERS and len(names) == len(set(names))


def has_payload(url: str, decoded: str) -> bool:
    for form in (url, decoded):
        query = form.partition("?")[2]
        if len(query) >= MAX_QUERY or LONG_RUN.search(query):
            return True
        marker = KEY_MARKER.search(query)
        if marker and not is_placeholder(marker["value"]) and any(char.isdigit() for char in marker["value"]):
            return True
    return False
