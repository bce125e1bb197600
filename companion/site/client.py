"""The Flutter side of the page: Flet's client as far as it is wanted, fonts, icons, start."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.site.errors import PageError
from companion.ui.start.run import assets_folder
from companion.ui.web_client.index import put_web_assets

VARIANTS: Final = {
    "main.dart.wasm": "chromium",
    "main.dart.mjs": "chromium",
    "canvaskit/skwasm.": "chromium",
    "main.dart.js": "full",
    "canvaskit/canvaskit.": "full",
}
"""Flutter compiled for Chromium, which starts and draws in half the time, and for all other
engines.
"""

_COPIED: Final = (
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
_UNUSED: Final = "loading-animation.png"
"""The splash of Flet's own page; ours shows the icon."""

_ROBOTO: Final = {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}
"""Flutter fetches it from elsewhere where the list does not name it."""

_SERVICE_WORKER: Final = """    serviceWorkerSettings: {
        serviceWorkerVersion: "1804020039" \
/* Flutter's service worker is deprecated and will be removed in a future Flutter release. */,
    },
"""

_SETTINGS: Final = "    assetBase: flet.assetBase\n};\n"
_FULL_CANVASKIT: Final = """    assetBase: flet.assetBase,
    canvasKitVariant: "full"
};
"""
"""CanvasKit without tables of its own would be one more file, for old Chromium alone."""


def put_client(client: Path, folder: Path) -> None:
    """Copy what the page needs of the client, with our fonts and icons.

    :raises PageError: when the client's start is another one
    """
    for name in _COPIED:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(client / name, target)
    _put_assets(folder)
    start = (client / "flutter_bootstrap.js").read_text("utf-8")
    for expected in (_SERVICE_WORKER, _SETTINGS):
        if expected not in start:
            raise PageError(f"{client}/flutter_bootstrap.js does not have as expected: {expected}")
    start = start.replace(_SERVICE_WORKER, "").replace("//# sourceMappingURL=flutter.js.map\n", "")
    start = start.replace(_SETTINGS, _FULL_CANVASKIT)
    (folder / "flutter_bootstrap.js").write_text(start, "utf-8", newline="\n")


def _put_assets(folder: Path) -> None:
    """The fonts, and the list of them that the server has too; icons, and no drawings."""
    with TemporaryDirectory() as served:
        put_web_assets(assets_folder(), Path(served))
        _copy_assets(Path(served), folder)


def _copy_assets(served: Path, folder: Path) -> None:
    lists = folder / "assets" / "FontManifest.json"
    families = json.loads((served / "assets" / "FontManifest.json").read_text("utf-8"))
    lists.write_text(json.dumps([*families, _ROBOTO]), "utf-8")
    for name in ("fonts", "icons"):
        for path in sorted((served / name).iterdir()):
            if path.suffix in {".ttf", ".png", ".txt"} and path.name != _UNUSED:
                (folder / name).mkdir(exist_ok=True)
                shutil.copyfile(path, folder / name / path.name)
    shutil.copyfile(served / "favicon.png", folder / "favicon.png")
