"""skills.sh, by the two addresses that its own command-line client asks without a key.

`GET /api/search?q=&limit=` gives `{"skills": [{"id", "skillId", "name", "source", "installs"}]}`, and
`GET /api/download/<owner>/<repository>/<skill>` gives `{"files": [{"path", "contents"}], "hash"}`. Neither is promised
by its makers, so whatever comes is read with care.
"""

import json
import re
from typing import Any, Final
from urllib.parse import quote, urlencode

from hooks.services.egress import Caps, Egress, EgressFailed, EgressReason, EgressRefused, Fetched, egress_fetch
from kirocrew.base.problems import Invalid, NotFound
from skills.discovery.provider import ANSWER_BYTES, ANSWER_SECONDS, Hit, RegistryFailed

_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_PARTS: Final = 3
"""Owner, repository and skill."""
_HITS_READ: Final = 200
_FILES_READ: Final = 500


class SkillsSh:
    """The registry at skills.sh, or one that answers like it at `base`."""

    name = "skillssh"
    title = "skills.sh"

    def __init__(self, base: str, *, seconds: float = ANSWER_SECONDS, egress: Egress | None = None) -> None:
        self.home = base.rstrip("/")
        self.caps = Caps(bytes=ANSWER_BYTES, seconds=seconds, redirects=2)
        self.egress = egress

    def search(self, query: str, limit: int) -> list[Hit]:
        """Raises RegistryFailed."""
        data = self._json(self._get(f"/api/search?{urlencode({'q': query, 'limit': limit})}"))
        listed = data.get("skills")
        if not isinstance(listed, list):
            raise _not_understood()
        hits = [hit for one in listed[:_HITS_READ] if (hit := _hit(one)) is not None]
        return hits[:limit]

    def fetch(self, ident: str) -> dict[str, bytes]:
        """Raises Invalid for an id that is none, NotFound, RegistryFailed."""
        parts = ident_parts(ident)
        answer = self._get("/api/download/" + "/".join(quote(part, safe="") for part in parts), missing_ok=True)
        listed = self._json(answer).get("files")
        if not isinstance(listed, list):
            raise _not_understood()
        if len(listed) > _FILES_READ:
            raise RegistryFailed("too_large", f"{self.title} gives more than {_FILES_READ} files for it.")
        return _files(listed)

    def _get(self, path: str, *, missing_ok: bool = False) -> Fetched:
        try:
            answer = egress_fetch(
                self.home + path, headers={"accept": "application/json"}, caps=self.caps, egress=self.egress
            )
        except EgressRefused as refused:
            code = "too_large" if refused.reason is EgressReason.TOO_LARGE else "refused"
            raise RegistryFailed(code, f"{self.title}: {refused.detail}") from refused
        except EgressFailed as failed:
            raise RegistryFailed("unreachable", f"{self.title}: {failed.detail}") from failed
        if missing_ok and answer.status == 404:
            raise NotFound(f"{self.title} has no such skill, or no copy of its files.", type="registry-skill-unknown")
        if answer.status != 200:
            raise RegistryFailed("status", f"{self.title} answers with status {answer.status}.")
        return answer

    def _json(self, answer: Fetched) -> dict[str, Any]:
        try:
            data = json.loads(answer.content)
        except (ValueError, RecursionError) as error:
            raise _not_understood() from error
        if not isinstance(data, dict):
            raise _not_understood()
        return data


def ident_parts(ident: str) -> list[str]:
    """Owner, repository and skill of an id. Raises Invalid: the id becomes part of an address."""
    parts = ident.strip().split("/")
    if len(parts) != _PARTS or not all(_PART.fullmatch(part) and ".." not in part for part in parts):
        raise Invalid("A skill of skills.sh is named owner/repository/skill.", type="registry-id-invalid")
    return parts


def _hit(one: Any) -> Hit | None:
    """A hit whose id could be fetched, else None."""
    if not isinstance(one, dict):
        return None
    source, skill = one.get("source"), one.get("skillId")
    ident = f"{source}/{skill}" if isinstance(source, str) and isinstance(skill, str) else one.get("id")
    if not isinstance(ident, str):
        return None
    try:
        owner, *_ = ident_parts(ident)
    except Invalid:
        return None
    name, installs, description = one.get("name"), one.get("installs"), one.get("description")
    return Hit(
        id=ident,
        name=name if isinstance(name, str) else ident.rpartition("/")[2],
        author=owner,
        description=description if isinstance(description, str) else "",
        installs=installs if isinstance(installs, int) and not isinstance(installs, bool) and installs >= 0 else -1,
    )


def _files(listed: list[Any]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for one in listed:
        path, contents = (one.get("path"), one.get("contents")) if isinstance(one, dict) else (None, None)
        if not isinstance(path, str) or not isinstance(contents, str) or path in files:
            raise _not_understood()
        files[path] = contents.encode("utf-8", "replace")
    return files


def _not_understood() -> RegistryFailed:
    return RegistryFailed("not_understood", "The registry answers with something that is not understood.")
