"""The page that browsers load: Flet's own, with what we add to it."""

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from companion.ui import web_client
from companion.ui.looks import DARK, LIGHT, TEXT, Tone
from companion.ui.run import assets_folder
from companion.ui.web_client import HISTORY, put_web_assets
from companion.words import offered
from tests.cases import cases

PACKAGED = files("flet_web") / "web"


def served(folder: Path) -> Path:
    put_web_assets(assets_folder(), folder)
    return folder


def test_the_page_is_ours_by_name_and_as_light_or_dark_as_the_device(tmp_path: Path) -> None:
    page = (served(tmp_path) / "index.html").read_text("utf-8")
    assert page.count("Fan Tan") == 3
    assert "Flet application" not in page
    assert (
        page.index(LIGHT[Tone.PAPER])
        < page.index("prefers-color-scheme: dark")
        < page.index(DARK[Tone.PAPER])
    )
    assert page.index("location.reload") < page.index("<!-- fletAppConfig -->")


def test_the_page_says_in_every_language_what_is_missing(tmp_path: Path) -> None:
    page = (served(tmp_path) / "index.html").read_text("utf-8")
    said = next(line for line in page.splitlines() if "words = {" in line)
    answer = json.loads(said.split("words = ")[1].rstrip(";"))
    assert set(answer) == set(offered())
    for missing in ("gone", "compiles", "keeps"):
        assert len({said[missing] for said in answer.values()}) == len(offered())


LACKS = {
    "nothing": ("", []),
    "WebAssembly": ("delete globalThis.WebAssembly;", ["compiles"]),
    "storage": ("Object.defineProperty(globalThis, 'localStorage', {get: denies});", ["keeps"]),
    "storage of a tab": (
        "Object.defineProperty(globalThis, 'sessionStorage', {get: denies});",
        ["keeps"],
    ),
}
LACKING = """
globalThis.window = globalThis;
const said = [], heard = [], denies = () => { throw new Error('SecurityError'); };
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, {value: {getItem: () => null}, configurable: true});
}
Object.defineProperty(globalThis, 'navigator', {value: {languages: ['xx']}});
globalThis.WebSocket = class {};
globalThis.addEventListener = (type, does) => { if (type === 'DOMContentLoaded') { does(); } };
globalThis.document = {
  getElementById: () => null,
  createElement: () => ({
    append() {}, setAttribute() {}, set textContent(words) { said.push(words); },
  }),
  body: {append() {}},
};
LACKS
RELOAD
console.log(JSON.stringify(said));
"""


@cases("lacks, says", LACKS)
def test_a_browser_that_cannot_run_the_app_names_what_it_lacks(lacks: str, says: list[str]) -> None:
    words = {"en": {name: name for name in ("gone", "compiles", "keeps")}}
    reload = web_client._RELOAD.replace("WORDS", json.dumps(words))  # noqa: SLF001 - the script
    script = LACKING.replace("LACKS", lacks).replace("RELOAD", reload.replace("STAMP_BYTES", "9"))
    told = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == says


def test_only_the_icons_and_our_fonts_are_fetched_before_the_first_frame(tmp_path: Path) -> None:
    ours = served(tmp_path) / "assets" / "FontManifest.json"
    theirs = json.loads((PACKAGED / "assets" / "FontManifest.json").read_text("utf-8"))
    icons, *listed = json.loads(ours.read_text("utf-8"))
    assert icons in theirs
    assert icons["family"] == "MaterialIcons"
    assert [font["family"] for font in listed] == list(TEXT.files())


NODE = shutil.which("node") or ""
BROWSER = """
const entries = [{path: 'FIRST', state: {serialCount: 0}}], listeners = [], heard = [];
let at = 0;
const document = {baseURI: 'http://table/'};
const location = {get pathname() { return entries[at]?.path; }};
const addEventListener = (type, listener) => { listeners.push(listener); };
const history = {
  get state() { return entries[at]?.state; },
  pushState(state, title, path) { entries.splice(++at, Infinity, {path, state}); },
  replaceState(state, title, path) { entries[at] = {path, state}; },
  back() {
    if (--at < 0) { heard.push('left'); return; }
    let stopped = false;
    const event = {stopImmediatePropagation: () => { stopped = true; }};
    for (const each of listeners) { if (!stopped) { each(event); } }
  },
};
SCRIPT
addEventListener('popstate', () => { heard.push(location.pathname); });
let serialCount = 0;
for (const path of ON) { history.pushState({serialCount: ++serialCount}, '', path); }
const ways = entries.map(({path}) => path).join(' ');
while (at >= 0) { history.back(); }
console.log(ways + ' | ' + heard.join(' '));
"""
TABLE, TURNS, PLAYER = "/table/1", "/table/1/turns", "/players/player/2"
WAYS = {
    "on": (
        [TURNS, f"{TURNS}/repair/3"],
        f"{TABLE} {TURNS} {TURNS}/repair/3 | {TURNS} {TABLE} left",
    ),
    "back by the screen's own way": (
        [TURNS, f"{TURNS}/repair/3", TURNS],
        f"{TABLE} {TURNS} {TURNS} | {TABLE} left",
    ),
    "to a screen and back, four times": ([TURNS, TABLE] * 4, f"{' '.join([TABLE] * 5)} | left"),
    "two screens back": ([f"{TURNS}/repair/3", TABLE], f"{TABLE} {TABLE} | left"),
    "home": (["/"], "/ | left"),
    "to another of the same beginning": (["/table/12"], f"{TABLE} /table/12 | {TABLE} left"),
    "to the same again": ([TABLE], f"{TABLE} {TABLE} | left"),
    "into a series that was just begun": (["/", "/new", "/table/2"], "/ /table/2 | / left"),
    "into a series that was just imported": (["/", "/import", "/series/2"], "/ /series/2 | / left"),
    "upon a form": (["/", "/new", "/new/rules"], "/ /new /new/rules | /new / left"),
    "to whom a player was put together with": (
        [PLAYER, f"{PLAYER}/same", "/players/player/1"],
        f"{TABLE} {PLAYER} /players/player/1 | {PLAYER} {TABLE} left",
    ),
    "from a repair to the round that it ended": (
        [TURNS, f"{TURNS}/repair/3", f"{TABLE}/over"],
        f"{TABLE} {TURNS} {TABLE}/over | {TURNS} {TABLE} left",
    ),
}


@pytest.mark.skipif(not NODE, reason="runs the page's script in node")
@cases("on, entries", WAYS)
def test_the_way_back_does_not_lead_into_what_was_left(on: list[str], entries: str) -> None:
    facts = {"FIRST": TABLE, "SCRIPT": HISTORY, "ON": json.dumps(on)}
    program = BROWSER
    for name, value in facts.items():
        program = program.replace(name, value)
    ran = subprocess.run([NODE, "-e", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == entries
