"""Changes to Flet's client for browsers: its page, and scripts for Back, keys and speech.

`HISTORY`: Flet's client adds a numbered entry to the history for every screen, even on the way
back. The script keeps Back from returning to a screen that was left.

`TYPING`: The client asks the server for the next field, and no field has the focus before the
answer. The script keeps the letters and Enters typed meanwhile, and writes them into the next field
as soon as Flutter listens to that field. A tap elsewhere drops them.

`READING`: After a reload, assistive technology gets its semantics tree again.

`TAPPED`: The page notes the time of the last tap, which the server cannot measure: a slow network
may bunch two taps, or part those of a bouncing finger.

`CHIME`: A browser sounds when the app keeps the turn to chime at. Flet has no sounds of its own.

`PRINT`: On the screen of a series a browser prints the standing and all rounds on A4, in place of
its picture of the app, which is one screen.

`ZOOM`: People may enlarge the page with two fingers.

`_RELOAD`: After a lost connection Flet's web client accepts updates but no longer paints
them. So the page reloads itself as soon as the server answers, and the session, or the route for a
new session, restores the screens. Until then the last picture shows, with dead buttons and a
message at its foot; the client does not learn that its connection is closed. The script also names
what a browser lacks that cannot run the client.

Until the first frame the page is as light or dark as the device. Our fonts are named in Flutter's
font manifest, so that they are loaded before the first frame and no suit is drawn as an empty box.
Of the client's own fonts only the icons stay named there, because all named fonts are fetched
before the first frame, and those for formulas, twenty files, and Apple's icons are not used.

Both files are made from the installed Flet at every start, and so always match it.
"""

import json
import shutil
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from companion.ui.looks import DARK, LIGHT, TEXT, Tone
from companion.ui.requests import STAMP_BYTES
from companion.ui.web.door import keeps_nothing
from companion.words import Words, offered, words_in

_TEXTS = Path(__file__).with_name("js")
HISTORY, TYPING, READING, TAPPED, ZOOM, CHIME, PRINT, _RELOAD = (
    (_TEXTS / f"{name}.js").read_text("utf-8")
    for name in ("history", "typing", "reading", "tapped", "zoom", "chime", "print", "reload")
)

_ICONS = "MaterialIcons"
_BEFORE = "<!-- fletAppConfig -->"
_NAMES = {
    "<title>Flet</title>": "<title>Fan Tan</title>",
    'name="apple-mobile-web-app-title" content="Flet"': (
        'name="apple-mobile-web-app-title" content="Fan Tan"'
    ),
    # By default browsers request the manifest without cookies, which the server would refuse.
    '<link rel="manifest" href="manifest.json">': (
        '<link rel="manifest" href="manifest.json" crossorigin="use-credentials">'
    ),
    'content="Flet application."': 'content="The companion for a table that plays Fan Tan."',
}


def _ground() -> str:
    """Return the style of the page before the first frame, and of the message without a server."""
    colours = {"light": LIGHT[Tone.PAPER], "dark": DARK[Tone.PAPER]}
    colours |= {"warning": LIGHT[Tone.WARNING], "on_warning": LIGHT[Tone.ON_WARNING]}
    return Template((_TEXTS / "ground.css").read_text("utf-8")).substitute(colours)


def _reload() -> str:
    """Return the reload script, with the message for an unreachable server in every language."""
    words = {language: _reload_words(words_in(language)) for language in offered()}
    return _RELOAD.replace("WORDS", json.dumps(words)).replace("STAMP_BYTES", str(STAMP_BYTES))


def _reload_words(words: Words) -> dict[str, str]:
    return {
        "gone": words.say(
            "The server cannot be reached. What you see is the last picture; it goes on by itself."
        ),
        "compiles": compiles_nothing(words),
        "keeps": keeps_nothing(words),
    }


def compiles_nothing(words: Words) -> str:
    """Return what to do with a browser in which Flutter does not run."""
    return words.say("This browser has WebAssembly turned off: turn it on, or use another one.")


def put_web_assets(assets: Path, folder: Path) -> None:
    """Put the assets and the two changed files of the web client into the folder.

    :raises LookupError: when the page of the installed Flet has another form, or no icons
    """
    shutil.copytree(assets, folder, dirs_exist_ok=True)
    client = files("flet_web") / "web"
    (folder / "index.html").write_text(_page(client / "index.html"), encoding="utf-8")
    manifest = folder / "assets" / "FontManifest.json"
    manifest.parent.mkdir(exist_ok=True)
    manifest.write_text(_manifest(client / "assets" / "FontManifest.json"), encoding="utf-8")


def _page(packaged: Traversable) -> str:
    page = packaged.read_text(encoding="utf-8")
    scripts = f"{_reload()}{HISTORY}{TYPING}{READING}{TAPPED}{ZOOM}{CHIME}{PRINT}"
    added = f"<style>\n{_ground()}</style>\n<script>\n{scripts}</script>\n"
    for old, new in {**_NAMES, _BEFORE: added + _BEFORE}.items():
        if old not in page:
            raise LookupError(f"{packaged} has no {old}")
        page = page.replace(old, new)
    return page


def _manifest(packaged: Traversable) -> str:
    """Return Flutter's list of fonts with ours.

    The paths in the list start in the folder `assets` of the site.
    """
    families = json.loads(packaged.read_text(encoding="utf-8"))
    icons = [family for family in families if family["family"] == _ICONS]
    if not icons:
        raise LookupError(f"{packaged} has no {_ICONS}")
    ours = [
        {"family": family, "fonts": [{"asset": f"../{file}"}]}
        for family, file in TEXT.files().items()
    ]
    return json.dumps(icons + ours)
