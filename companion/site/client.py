"""The Flutter side of the page: the checked files of Flet's client, and the texts of the page.

The page replaces Flet's worker, start and service worker by its own. They match exactly these
files; with other files the page might be built and then never start.
"""

import hashlib
import json
import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.objections import phrase
from companion.site.archives import PageError
from companion.ui.run import assets_folder
from companion.ui.web.door import keeps_nothing
from companion.ui.web_client import (
    CHIME,
    HISTORY,
    PRINT,
    TAPPED,
    TYPING,
    ZOOM,
    compiles_nothing,
    put_web_assets,
)
from companion.words import Words, offered, words_in

FLET = "1.0.5"
FILES = {
    "index.html": "971ecd93a39b8258db024a9d9a4d48bc454bbaff342567bc7f90db4bf63fa3ee",
    "python.js": "067edcca8116732076fb2962067d3b5e739658ccf103cef7932f62904d32fbd5",
    "python-worker.js": "5c2f0c4ac3a7c2a8376226124942cfd29515a4abd95e97267fa4db371b94b947",
    "flutter_bootstrap.js": "fbddf77eab302c4c1b991e21445d53a9132eb292143530a441afecb69f19d895",
    "pyodide/pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide/pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of each file that the page replaces or relies on."""


def client_folder() -> Path:
    """Return the folder of the web client in the installed Flet.

    :raises PageError: when the client is missing or has another version than the page needs
    """
    spec = find_spec("flet_web")
    if spec is None or spec.origin is None:
        raise PageError("Flet's web client is not installed: pip install flet-web")
    folder = Path(spec.origin).parent / "web"
    for name, expected in FILES.items():
        check(folder / name, expected)
    return folder


def check(file: Path, expected: str) -> None:
    """Check the file against its checksum.

    :raises PageError: when the file differs or is missing
    """
    if not file.is_file():
        raise PageError(f"Flet {FLET} was expected to have {file}, which is not there")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != expected:
        raise PageError(f"{file} is not that of Flet {FLET}: sha256 {found}, expected {expected}")


VARIANTS = {
    "main.dart.wasm": "chromium",
    "main.dart.mjs": "chromium",
    "canvaskit/skwasm.": "chromium",
    "main.dart.js": "full",
    "canvaskit/canvaskit.": "full",
}
"""Flutter compiled for Chromium, which starts and draws twice as fast, and for other engines."""

_COPIED = (
    "main.dart.wasm",
    "main.dart.mjs",
    "main.dart.js",
    "canvaskit/skwasm.js",
    "canvaskit/skwasm.wasm",
    "canvaskit/canvaskit.js",
    "canvaskit/canvaskit.wasm",
    "assets/NOTICES",
    "assets/AssetManifest.bin",
    "assets/AssetManifest.bin.json",
    "assets/fonts/MaterialIcons-Regular.otf",
    "assets/fonts/roboto.woff2",
    "assets/packages/wakelock_plus/assets/no_sleep.js",
    "assets/shaders/ink_sparkle.frag",
    "assets/shaders/stretch_effect.frag",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    "pyodide/pyodide-lock.json",
    "version.json",
)
_UNUSED = "loading-animation.png"
"""The splash of Flet's page, which ours replaces by the icon."""

_ROBOTO = {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}
"""Font that Flutter would fetch from another host if the list did not name it."""

_SERVICE_WORKER = """    serviceWorkerSettings: {
        serviceWorkerVersion: "1804020039" \
/* Flutter's service worker is deprecated and will be removed in a future Flutter release. */,
    },
"""

_SETTINGS = "    assetBase: flet.assetBase\n};\n"
_FULL_CANVASKIT = """    assetBase: flet.assetBase,
    canvasKitVariant: "full"
};
"""
"""The full CanvasKit. Its variant without tables would be a further file, for old Chromium only."""


def put_client(client: Path, folder: Path) -> None:
    """Copy the files of the client that the page needs, with our fonts and icons.

    :raises PageError: when the start of the client has another form
    """
    for name in _COPIED:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(client / name, target)
    with TemporaryDirectory() as served:
        put_web_assets(assets_folder(), Path(served))
        _copy_assets(Path(served), folder)
    start = (client / "flutter_bootstrap.js").read_text("utf-8")
    for expected in (_SERVICE_WORKER, _SETTINGS):
        if expected not in start:
            raise PageError(f"{client}/flutter_bootstrap.js does not have as expected: {expected}")
    start = start.replace(_SERVICE_WORKER, "").replace("//# sourceMappingURL=flutter.js.map\n", "")
    start = start.replace(_SETTINGS, _FULL_CANVASKIT)
    (folder / "flutter_bootstrap.js").write_text(start, "utf-8", newline="\n")


def _copy_assets(served: Path, folder: Path) -> None:
    """Copy the fonts, the list of fonts that the server has too, and the icons."""
    lists = folder / "assets" / "FontManifest.json"
    families = json.loads((served / "assets" / "FontManifest.json").read_text("utf-8"))
    lists.write_text(json.dumps([*families, _ROBOTO]), "utf-8")
    for name in ("fonts", "icons", "letters"):
        for path in sorted((served / name).iterdir()):
            if path.suffix in {".ttf", ".png", ".txt"} and path.name != _UNUSED:
                (folder / name).mkdir(exist_ok=True)
                shutil.copyfile(path, folder / name / path.name)
    shutil.copyfile(served / "favicon.png", folder / "favicon.png")


GREEN = "#0f4031"
SCRIPTS = Path(__file__).parent / "js"
_SHORTCUTS = (
    (phrase("Back to the table"), "table"),
    (phrase("Was that pass legal?"), "referee"),
)
_DESCRIPTION = phrase("The table’s memory: turns, chips, passes and scores of a Fan Tan night.")


ON_DEMAND = ("assets/fonts/noto", "letters/")
"""Beginnings of the names of files of letters, of which each visitor needs others."""

WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""Content-Security-Policy of the worker; the address of a room's sockets follows, for Safari."""


def script(name: str, **values: object) -> str:
    """Return a script of the page, with the values in place of their names."""
    text = (SCRIPTS / name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace(f'"@{key.upper()}@"', json.dumps(value, sort_keys=True))
    return text


def index(base: str) -> str:
    """Return the page itself, for the path of its address."""
    return (SCRIPTS / "index.html").read_text("utf-8").replace("@BASE@", base)


def page_script(site: Mapping[str, object]) -> str:
    """Return the script of the page, in one file because its policy allows no inline script.

    It contains the scripts for Back, for letters and for printing that a page from the server has
    too.
    """
    return script("page.js", site=site) + HISTORY + TYPING + TAPPED + ZOOM + CHIME + PRINT


def flet_settings(base: str) -> dict[str, object]:
    """Return the settings for Flet's client and Flutter's start."""
    return {
        "pyodide": True,
        "multiView": False,
        "noCdn": True,
        "webSocketEndpoint": "ws",
        "entrypointBaseUrl": base,
        "assetBase": base,
        "routeUrlStrategy": "path",
        "canvasKitBaseUrl": f"{base}canvaskit/",
        "fontFallbackBaseUrl": "assets/fonts/",
    }


def manifest() -> str:
    """Return the manifest of the installable page, with addresses relative to the page."""
    icons = [
        {"src": f"icons/icon-{purpose}{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        | ({"purpose": "maskable"} if purpose else {})
        for purpose in ("", "maskable-")
        for size in (192, 512)
    ]
    shortcuts = [
        _translations_of("name", name) | {"url": url, "icons": [icons[0]]}
        for name, url in _SHORTCUTS
    ]
    made: dict[str, Any] = {
        "id": "./",
        "name": "Fan Tan",
        "short_name": "Fan Tan",
        **_translations_of("description", _DESCRIPTION),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "orientation": "any",
        "background_color": GREEN,
        "theme_color": GREEN,
        "categories": ["games", "utilities"],
        "prefer_related_applications": False,
        "icons": icons,
        "shortcuts": shortcuts,
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _translations_of(member: str, text: str) -> dict[str, object]:
    """Return a member of the manifest with its translations.

    The system shows the member without regard to the language chosen in the app, and in English if
    it cannot read translations.
    """
    spoken = {language: words_in(language).say(text) for language in offered()}
    return {member: text, f"{member}_localized": spoken}


def page_words() -> Mapping[str, Mapping[str, Any]]:
    """Return the texts that the page shows without the app, by language."""
    return {language: _words_in(words_in(language)) for language in offered()}


def _words_in(words: Words) -> dict[str, Any]:
    return {
        "taken": (
            words.say("The game nights cannot be opened"),
            words.say("Fan Tan is open already, in another window. Close that one first."),
        ),
        "unable": (
            words.say("The game nights cannot be opened"),
            words.say(
                "This browser does not let the app save game nights. Use a normal "
                "window instead of a private one, another browser, or an address "
                "with https."
            ),
        ),
        "denied": (words.say("The game nights cannot be opened"), keeps_nothing(words)),
        "unfit": (words.say("Something went wrong"), compiles_nothing(words)),
        "failed": (
            words.say("Something went wrong"),
            words.say("Your game nights are safe. Load the page again; if that does not help:"),
        ),
        "again": words.say("Try again"),
        "save": words.say("Save the game nights as a file"),
        "loading": words.say("Loading the app"),
        "slow": words.say("The network is slow or gone: nothing has arrived for a while."),
    }
