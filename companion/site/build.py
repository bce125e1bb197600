"""The build of the page, a folder for any web host."""

import gzip
import hashlib
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from companion.screens.backups import LARGEST
from companion.site import archives
from companion.site import client as texts
from companion.site.archives import FAN_TAN, PackedApp, PageError, licences, run_node
from companion.site.client import VARIANTS, client_folder, put_client

_HEAVY = {
    "main.dart.wasm": "chromium",
    "canvaskit/skwasm.wasm": "chromium",
    "main.dart.js": "full",
    "canvaskit/canvaskit.wasm": "full",
}
"""Large files of Flutter, by the client that fetches them. The splash shows their progress."""

_VARIANTS = {**VARIANTS, "snapshot/": "snapshot", "plain/": "plain"}
"""Prefixes of names that only some browsers fetch, with the variant of each."""

_NOT_KEPT = {
    "404.html",
    "assets/NOTICES",
    "icons/icon-maskable-192.png",
    "icons/icon-maskable-512.png",
    "sw.js",
}
_MARK = "LICENCES.txt"
"""File that marks a folder as a page from an earlier build."""


@dataclass(frozen=True)
class Built:
    """The result of a build.

    `raw_bytes` are on the host. `first_visit_bytes` are fetched by Chromium at the first visit from
    a host that compresses. `no_snapshot` is the reason for a missing snapshot, else empty.
    """

    raw_bytes: int
    first_visit_bytes: int
    no_snapshot: str


def build(
    folder: Path,
    *,
    base: str = "/",
    snapshot: bool = True,
    room: bool = False,
    app: PackedApp = FAN_TAN,
) -> Built:
    """Build the page into a folder that is new, empty or the result of an earlier build.

    `base` is the path of its address. Without `snapshot` the page starts more slowly. With `room`
    tables can be shared, by a room at the address `room` beside the page.

    :raises PageError: when the page cannot be built
    """
    base = f"/{base.strip('/')}/" if base.strip("/") else "/"
    client = client_folder()
    _check_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fantan-page-", dir=folder.parent) as scratch:
        made = Path(scratch) / "page"
        no_snapshot = _fill(made, client, base, app, snapshot=snapshot, room=room)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    raw_bytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Built(raw_bytes, _bytes_of_first_visit(folder), no_snapshot)


def _fill(
    folder: Path, client: Path, base: str, app: PackedApp, *, snapshot: bool, room: bool
) -> str:
    """Put all files into a new folder, and return why there is no snapshot, if there is none."""
    put_client(client, folder)
    no_snapshot = _put_python(client / "pyodide", folder, app, snapshot=snapshot, room=room)
    _write(folder / "index.html", texts.index(base))
    _write(folder / "404.html", texts.index(base))
    _write(folder / "manifest.json", texts.manifest())
    _write(folder / _MARK, licences(room=room))
    _put_scripts(folder, base, app.module, room=room)
    return no_snapshot


def _check_folder(folder: Path) -> None:
    full = folder.exists() and any(folder.iterdir())
    if full and not ((folder / _MARK).is_file() and (folder / "sw.js").is_file()):
        raise PageError(f"{folder} is not empty, and not a page that was built before")


def _put_python(pyodide: Path, folder: Path, app: PackedApp, *, snapshot: bool, room: bool) -> str:
    """Put the compiled app and library into the folder, with a snapshot of both if possible.

    Return why there is no snapshot, else an empty text. Pyodide does not guarantee snapshots.
    """
    with tempfile.TemporaryDirectory(prefix="fantan-page-") as scratch:
        work = Path(scratch)
        sources = {
            "library": archives.library_files(pyodide / "python_stdlib.zip"),
            "app": app.files(room=room),
        }
        with ThreadPoolExecutor(len(sources)) as two:
            tasks = {
                name: two.submit(_compile, pyodide, work, name, sources[name]) for name in sources
            }
        compiled = {name: archives.unzip(task.result()) for name, task in tasks.items()}
        _put_archives(folder / "plain", compiled["library"], compiled["app"])
        if not snapshot:
            return "as asked for"
        try:
            loaded = _take_snapshot(
                pyodide, work, app.module, archives.names_of_flet(sources["app"])
            )
        except PageError as problem:
            return str(problem)
        _put_snapshot(folder / "snapshot", work / "snapshot", loaded, compiled)
    return ""


def _put_archives(folder: Path, library: archives.Files, app: archives.Files) -> None:
    folder.mkdir()
    (folder / "library.gz").write_bytes(archives.compress(archives.zip_files(library)))
    (folder / "app.gz").write_bytes(archives.compress(archives.join_files(app)))


def _compile(pyodide: Path, work: Path, name: str, sources: archives.Files) -> bytes:
    given = work / f"{name}.sources.zip"
    made = work / f"{name}.zip"
    given.write_bytes(archives.zip_files(sources))
    run_node("compile", pyodide, given, made)
    return made.read_bytes()


def _take_snapshot(pyodide: Path, work: Path, module: str, names: str) -> str:
    """Write the memory with the app imported, and return the files of all imported modules."""
    given = (work / "library.zip", work / "app.zip", work / "snapshot")
    return run_node("snapshot", pyodide, *given, module, names)


def _put_snapshot(
    folder: Path, memory: Path, printed: str, compiled: dict[str, archives.Files]
) -> None:
    """Put the memory into the folder, with the files that are not imported in the memory."""
    loaded = {re.sub(r"^/(app|lib/[^/]*\.zip)/", "", file) for file in printed.splitlines()}
    library, app = (
        {name: content for name, content in compiled[kind].items() if name not in loaded}
        for kind in ("library", "app")
    )
    _put_archives(folder, library, app)
    (folder / "memory.gz").write_bytes(archives.compress(memory.read_bytes()))


def _put_scripts(folder: Path, base: str, module: str, *, room: bool) -> None:
    """Write the worker, the script of the page and the service worker."""
    memory = folder / "snapshot/memory.gz"
    snapshot = memory.is_file()
    size = len(gzip.decompress(memory.read_bytes())) if snapshot else 0
    worker = texts.script("worker.js", module=module, snapshot_bytes=size)
    _write(folder / "worker.js", (texts.script("room.js") if room else "") + worker)
    start = folder / ("snapshot" if snapshot else "plain")
    fetched = [*start.iterdir(), folder / "pyodide/pyodide.asm.wasm"]
    heavy = {name: (folder / name).stat().st_size for name in _HEAVY}
    chromiums = sum(size for name, size in heavy.items() if _HEAVY[name] == "chromium")
    site = {
        "flet": texts.flet_settings(base),
        "words": texts.page_words(),
        "heavy": heavy,
        "largest": LARGEST,
        "room": room,
        "bytes": chromiums + sum(path.stat().st_size for path in fetched),
    }
    _write(folder / "page.js", texts.page_script(site))
    put_service_worker(folder, room=room)


def put_service_worker(folder: Path, *, room: bool = False) -> None:
    """Write the service worker, with the checksum of every file in the folder."""
    sums = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in _names_to_keep(folder)
    }
    sums["./"] = sums.pop("index.html")
    version = hashlib.sha256(repr(sorted(sums.items())).encode()).hexdigest()[:16]
    values = {"files": sums, "variants": _VARIANTS, "policy": texts.WORKER_POLICY, "room": room}
    script = texts.script("sw.js", version=version, on_demand=texts.ON_DEMAND, **values)
    _write(folder / "sw.js", script)


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", newline="\n")


def _names_to_keep(folder: Path) -> list[str]:
    """Return the names of the files that the service worker keeps from the first visit."""
    every = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    return [
        name
        for name in every
        if name not in _NOT_KEPT
        and not name.endswith(".txt")
        and not name.startswith(texts.ON_DEMAND)
    ]


def _bytes_of_first_visit(folder: Path) -> int:
    start = "snapshot" if (folder / "snapshot").is_dir() else "plain"
    others = tuple(name for name, kind in _VARIANTS.items() if kind not in {"chromium", start})
    fetched = (folder / name for name in _names_to_keep(folder) if not name.startswith(others))
    return sum(
        min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 6))) for path in fetched
    )
