"""The page's own texts: HTML, manifest, and scripts with the values of this build in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.core.phrases import phrase
from companion.ui.web_client.history import HISTORY
from companion.ui.web_client.typing import TYPING
from companion.words import LANGUAGES, Words, words_in

GREEN: Final = "#0f4031"
SCRIPTS: Final = Path(__file__).parent / "js"
_SHORTCUTS: Final = (
    (phrase("Back to the table"), "table"),
    (phrase("Was that pass legal?"), "referee"),
)
_DESCRIPTION: Final = phrase(
    "The table’s memory: turns, chips, passes and scores of a Fan Tan night."
)


def script(name: str, **values: object) -> str:
    """One of the page's scripts, with the values in the places of their names."""
    text = (SCRIPTS / name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace(f'"@{key.upper()}@"', json.dumps(value, sort_keys=True))
    return text


def index(base: str) -> str:
    """The page itself, for the path that it is put under."""
    return (SCRIPTS / "index.html").read_text("utf-8").replace("@BASE@", base)


def page_script(site: Mapping[str, object]) -> str:
    """What the page does beside Flutter, and what a page from the server does for the browser's
    Back and for letters; in one file, for the page's policy allows no script within it.
    """
    return script("page.js", site=site) + HISTORY + TYPING


def flet_settings(base: str) -> dict[str, object]:
    """What Flet's client and Flutter's start are told."""
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
    """What makes the page installable; its addresses are relative to the page's own."""
    icons = [
        {"src": f"icons/icon-{purpose}{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        | ({"purpose": "maskable"} if purpose else {})
        for purpose in ("", "maskable-")
        for size in (192, 512)
    ]
    shortcuts = [
        _localized("name", name) | {"url": url, "icons": [icons[0]]} for name, url in _SHORTCUTS
    ]
    made: dict[str, Any] = {
        "id": "./",
        "name": "Fan Tan",
        "short_name": "Fan Tan",
        **_localized("description", _DESCRIPTION),
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


def _localized(member: str, text: str) -> dict[str, object]:
    """A member of the manifest and its translations. The system shows it, which knows nothing of
    the language that was chosen in the app; what cannot read translations shows it in English.
    """
    spoken = {language: words_in(language).say(text) for language in LANGUAGES}
    return {member: text, f"{member}_localized": spoken}


def page_words() -> Mapping[str, Mapping[str, Any]]:
    """What the page says where the app itself cannot: by language, title and text."""
    return {language: _words(words_in(language)) for language in LANGUAGES}


def _words(words: Words) -> dict[str, Any]:
    return {
        "taken": (
            words.say("Fan Tan is open already"),
            words.say("It is open in another tab of this browser. Close that one, or go on there."),
        ),
        "unable": (
            words.say("Nothing can be kept here"),
            words.say(
                "This browser gives the app no place for its game nights. A private window has "
                "none; another browser, or an address with https, may have."
            ),
        ),
        "failed": (
            words.say("Fan Tan could not start"),
            words.say("What was recorded is safe. Load the page again; if that does not help:"),
        ),
        "again": words.say("Try again"),
        "save": words.say("Save the game nights as a file"),
        "loading": words.say("Loading the app"),
        "starting": words.say("Starting Python"),
        "opening": words.say("Opening your game nights"),
        "slow": words.say("The network is slow, or gone: for a while nothing has come."),
    }
