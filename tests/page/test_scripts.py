"""The page's script and its worker's under node, with a browser of a few lines around them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.site import client
from companion.site.archives import node
from companion.ui.web_client import TYPING
from tests.cases import cases

PAGE = """
const heard = {}, told = {};
const addEventListener = (type, listener) => { heard[type] = listener; };
const removeEventListener = (type, listener) => {
  if (heard[type] === listener) { delete heard[type]; }
};
const box = {
  dataset: {}, children: [], querySelector: (asked) => parts[asked] ?? null,
  set innerHTML(_) { this.children = [{}, {}, {}, {focus() {}}, {}]; },
};
const parts = {
  '[role=status]': {textContent: ''}, '.slow': {hidden: true, children: [{}, {}]},
};
let now = 0, look;
const performance = {now: () => now};
const setInterval = (does) => { look = does; }, clearInterval = () => { look = () => {}; };
const later = (seconds) => { now += 1000 * seconds; look(); };
const document = {
  baseURI: 'http://page/', head: {}, getElementById: () => box, querySelector: () => null,
};
const location = {search: '', pathname: '/', reload() { told.reloaded = true; }};
const localStorage = {getItem: () => CHOSEN};
const navigator = {language: 'LANGUAGE', vendor: ''}, window = {};
class HTMLInputElement { click() {} }
class PerformanceObserver { observe() {} }
class MutationObserver { observe() {} }
const requestAnimationFrame = () => {};
let worker;
class Worker {
  constructor() { worker = this; }
  postMessage() {}
  terminate() { told.ended = true; }
}
PLACED
const fires = (type, event) => heard[type]?.(event);
const script = (src) => ({target: {tagName: 'SCRIPT', src}});
const says = (data) => worker.onmessage({data});
ASKED
"""
TELLS = """
EVENTS;
const [title, , pre, again] = box.children;
again?.onclick();
const {dataset} = box, text = pre?.textContent ?? '';
console.log(JSON.stringify([dataset.told ?? '', text, told.reloaded ?? false]));
process.exit();
"""
LOST = {
    "a script": ("fires('error', script('http://page/a.js'))", "failed", "http://page/a.js"),
    "a script's error": ("fires('error', {target: {}, message: 'no x'})", "failed", "no x"),
    "Flutter's wasm": (
        "fires('unhandledrejection', {reason: new TypeError('no wasm')})",
        "failed",
        "TypeError: no wasm",
    ),
    "any error without WebAssembly": (
        "delete globalThis.WebAssembly; fires('error', {target: {}, message: 'no x'})",
        "unfit",
        "no x",
    ),
    "a rejection for no reason": ("fires('unhandledrejection', {})", "failed", "undefined"),
    "the worker": ("worker.onerror?.({})", "failed", "http://page/worker.js"),
    "what the worker tells": ("says({failed: 'no memory'})", "failed", "no memory"),
    "a picture": ("fires('error', {target: {tagName: 'IMG', src: 'http://page/a.png'}})", "", ""),
    "another site's script": ("fires('error', script('https://cdn/rive.js'))", "", ""),
    "after a refusal": (
        "says({refused: 'NoModification'}); fires('unhandledrejection', {reason: 'no start'})",
        "taken",
        "",
    ),
    "a refusal for another reason": ("says({refused: 'SecurityError'})", "unable", "SecurityError"),
    "late error": ("says({stage: 'shown'}); fires('error', {target: {}, message: 'late'})", "", ""),
    "a rejection once it shows": (
        "says({stage: 'shown'}); fires('unhandledrejection', {reason: 'late'})",
        "",
        "",
    ),
    "the worker once it shows": ("says({stage: 'shown'}); worker.onerror?.({})", "", ""),
    "what the worker tells after that": ("says({stage: 'shown'}); says({failed: 'late'})", "", ""),
}


@cases("events, expected, detail", LOST)
def test_a_failed_start_is_reported_until_it_shows(events: str, expected: str, detail: str) -> None:
    assert page(TELLS.replace("EVENTS", events)) == [expected, detail, bool(expected)]


def test_storage_that_is_denied_is_told_before_a_start_that_would_not_end() -> None:
    denies = """
Object.defineProperty(window, 'localStorage', {get() { throw 'SecurityError'; }});
document.querySelector = () => null;
box.querySelector = () => null;
"""
    events = "fires('DOMContentLoaded'); says({refused: 'files are denied too'})"
    told = page(TELLS.replace("EVENTS", events), before=denies)
    assert told == ["denied", "SecurityError", True]


def test_page_starts_once_the_other_tab_is_closed() -> None:
    asked = """
let free;
navigator.locks = {request: (name, then) => { free = name === 'fantan' && then; }};
says({refused: 'NoModification'});
const before = told.reloaded ?? false;
free();
console.log(JSON.stringify([before, told.reloaded ?? false]));
process.exit();
"""
    assert page(asked) == [False, True]


def page(
    asked: str,
    language: str = "en",
    chosen: str = "null",
    before: str = "",
    *,
    has_room: bool = False,
) -> Any:
    """Return what JavaScript prints that runs after the page's script."""
    site = {"flet": {}, "words": client.page_words(), "heavy": {}, "bytes": 10, "largest": 10}
    site["room"] = has_room
    script = PAGE.replace("LANGUAGE", language).replace("CHOSEN", chosen).replace("ASKED", asked)
    return run(script.replace("PLACED", before + client.script("page.js", site=site)))


LINE = "console.log(JSON.stringify(parts['[role=status]'].textContent)); process.exit();"
GERMAN = json.dumps(json.dumps(json.dumps({"language": "de"})))


def test_splash_speaks_the_language_chosen_or_that_of_the_browser() -> None:
    asked = f"fires('DOMContentLoaded'); {LINE}"
    english, german = (client.page_words()[code]["loading"] for code in ("en", "de"))
    assert page(asked, "en") == english
    assert page(asked, "de-AT") == page(asked, "en", GERMAN) == german


SLOW = {
    "bytes come": ("later(15); says({bytes: 1}); later(15)", True),
    "nothing comes": ("says({bytes: 1}); later(1); later(19); later(1)", False),
    "it comes again": ("later(1); later(21); says({bytes: 1}); later(1)", True),
    "all is there": ("says({bytes: 10}); later(1); later(30)", True),
    "it shows": ("says({stage: 'shown'}); later(30)", True),
}


@cases("events, hidden", SLOW)
def test_a_file_that_stops_coming_is_reported_until_it_comes(events: str, *, hidden: bool) -> None:
    asked = f"{events}; console.log(JSON.stringify(parts['.slow'].hidden)); process.exit();"
    assert page(asked) == hidden


RAW = """
const entry = (...bytes) => {
  let tries = 2;
  return {async getFile() {
    if (!told.ended || tries-- > 0) { throw new Error('held'); }
    return {async arrayBuffer() { return new Uint8Array(bytes).buffer; }};
  }};
};
const files = [['fantan.a', entry(48, 49)], ['fantan.b', entry()], ['else', entry(50)]];
navigator.storage = {async getDirectory() {
  return {async *entries() { yield* files; }};
}};
document.createElement = () => ({click() {
  const {href, download} = this;
  fetch(href).then((answer) => answer.text()).then((text) => {
    console.log(JSON.stringify([download, text])); process.exit();
  });
}});
worker.postMessage = ({save}) => { if (save) { ANSWER; } };
says({failed: 'no memory'});
box.children[4].onclick();
"""
SAVED = {
    "a backup": ("says({backup: Uint8Array.of(51)})", ["Fan Tan.zip", "3"]),
    "no backup": ("says({backup: null})", ["fantan.a", "01"]),
    "no answer": ("wakes.forEach((wake) => wake())", ["fantan.a", "01"]),
}
WAKES = """
const wakes = [], later_ = globalThis.setTimeout;
const setTimeout = (wake, wait) => (wait > 1000 ? wakes.push(wake) : later_(wake, wait));
"""


@cases("answer, saved", SAVED)
def test_where_the_app_does_not_start_the_game_nights_are_saved(
    answer: str, saved: list[str]
) -> None:
    assert page(RAW.replace("ANSWER", answer), before=WAKES) == saved


SETTLED = {
    "installed": ("tells({}); becomes('installed', {waiting: {}})", ""),
    "a file is missing": ("tells({missing: 'a.png'}); becomes('redundant', {})", "a.png"),
    "a file is missing of a newer version": (
        "registered.active = {}; tells({missing: 'a.png'}); becomes('redundant', {active: {}})",
        "",
    ),
    "the service worker is missing": ("no(new TypeError('404'))", "sw.js"),
}
SETTLES = """
const installing = {state: 'installing', addEventListener(_, does) { changed = does; }};
const registered = {installing}, listens = {};
let changed = () => {}, yes, no;
navigator.serviceWorker = {
  addEventListener(type, does) { listens[type] = does; },
  startMessages() {}, async getRegistration() {},
  register: () => new Promise((...both) => { [yes, no] = both; }),
};
const tells = (data) => listens.message({data});
const becomes = (state, now) => {
  yes(registered);
  setTimeout(() => {
    installing.state = state;
    Object.assign(registered, now);
    changed();
  }, 9);
};
"""


@cases("events, missing", SETTLED)
def test_why_the_page_does_not_start_offline_is_reported(events: str, missing: str) -> None:
    asked = f"""
    worker.postMessage = (data) => {{ console.log(JSON.stringify(data)); process.exit(); }};
    says({{stage: 'shown'}});
    setTimeout(() => {{ {events}; }}, 9);
    """
    assert page(asked, before=SETTLES) == {"kept": False, "missing": missing}


PYODIDE = """
export async function loadPyodide() {
  try {
    await WebAssembly.instantiateStreaming(self.fetch('pyodide.asm.wasm'), {});
  } catch (problem) {
    await new Promise(() => {});
  }
}
"""
"""Pyodide as it is where its wasm cannot be had: it waits for ever."""
WORKER = """
globalThis.self = globalThis;
self.location = {href: 'HERE/worker.js', search: '?plain'};
self.fetch = async (file) => (String(file).endsWith('.gz') ? new Promise(() => {}) : WASM);
self.postMessage = (data) => {
  if (data.failed) { console.log(JSON.stringify(data)); process.exit(); }
};
const navigator = {storage: {async getDirectory() {
  return {
    async *keys() {},
    async getFileHandle() { return {async createSyncAccessHandle() { return {flush() {}}; }}; },
  };
}}};
setTimeout(() => { console.log('{"failed": ""}'); process.exit(); }, 2000);
PLACED
"""
ANSWERS = {
    "is missing": "new Response('', {status: 404})",
    "never comes": "Promise.reject(new TypeError('no network'))",
    "is cut": "new Response('x', {headers: {'Content-Type': 'application/wasm'}})",
}


@cases("answer", ANSWERS)
def test_the_worker_tells_that_pythons_wasm_could_not_be_had(tmp_path: Path, answer: str) -> None:
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_text(PYODIDE, "utf-8")
    (tmp_path / "pyodide/pyodide.asm.mjs").write_text("export default null;", "utf-8")
    script = client.script("worker.js", module="m", snapshot_bytes=0)
    worker = WORKER.replace("HERE", tmp_path.as_uri()).replace("WASM", answer)
    assert "pyodide.asm.wasm" in run(worker.replace("PLACED", script))["failed"]


TAKES = """
globalThis.self = globalThis;
self.location = {href: 'http://page/worker.js', search: '?plain'};
self.fetch = () => new Promise(() => {});
self.postMessage = ({refused}) => {
  if (refused) { console.log(JSON.stringify(refused)); process.exit(); }
};
const taken = [], files = new Map(KEPT), locked = LOCKED, cleared = new Set();
const named = (name) => Object.assign(new Error(name), {name});
const file = (name) => ({
  async createSyncAccessHandle() {
    if (locked.includes(name)) { throw named('NoModificationAllowedError'); }
    taken.push(name);
    return {flush() {}};
  },
  async getFile() { return {size: files.get(name)}; },
});
const folder = {
  async *keys() { yield* files.keys(); },
  async getFileHandle(name, {create} = {}) {
    if (cleared.has(name) || !create && !files.has(name)) { throw named('NotFoundError'); }
    if (!files.has(name)) { files.set(name, 0); }
    return file(name);
  },
};
const request = (name, how, held) => (ALONE ? held() : Promise.reject(named('TimeoutError')));
const navigator = {storage: {getDirectory: async () => folder}, locks: {request}};
PLACED
Object.defineProperty(bridge, 'handles', {set(held) {
  const before = bridge.cleared;
  taken.forEach((name) => cleared.add(name));
  held[0].flush();
  bridge.heard = () => {
    console.log(JSON.stringify([taken, before, bridge.cleared]));
    process.exit();
  };
}});
"""
A, B, C, D = (f"fantan.{letter}" for letter in "abcd")
KEPT: list[list[object]] = [[A, 0], [B, 900]]
NAMES: dict[str, tuple[list[list[object]], list[str], bool, object]] = {
    "a first start": ([], [], True, [A, B]),
    "a later start": (KEPT, [], True, [A, B]),
    "another tab": (KEPT, [A, B], False, "NoModificationAllowedError"),
    "another tab of an older version": (KEPT, [A, B], True, "NoModificationAllowedError"),
    "cleared away": ([], [A, B], True, [C, D]),
    "cleared away, and another tab": ([], [A, B], False, "NoModificationAllowedError"),
    "cleared away before": ([[A, 0], [B, 0], [C, 900], [D, 0]], [A, B], True, [C, D]),
}


@cases("kept, locked, alone, takes", NAMES)
def test_the_worker_takes_files_that_no_other_page_has(
    kept: list[list[object]], locked: list[str], takes: object, *, alone: bool
) -> None:
    script = client.script("worker.js", module="m", snapshot_bytes=0)
    asked = TAKES.replace("KEPT", json.dumps(kept)).replace("LOCKED", json.dumps(locked))
    asked = asked.replace("ALONE", json.dumps(alone))
    hurried = script.replace("PATIENCE_MILLISECONDS = 4000", "PATIENCE_MILLISECONDS = 0")
    answer = run(asked.replace("PLACED", hurried))
    assert answer == (takes if isinstance(takes, str) else [takes, False, True])


CHOSEN = {
    "a sheet": ("[{size: 9}]", [False, 0]),
    "the largest": ("[{size: 10}]", [False, 0]),
    "one too large": ("[{size: 11}]", [True, 1]),
    "one of several": ("[{size: 1}, {size: 11}]", [True, 1]),
    "no file": ("[]", [False, 0]),
}


@cases("files, refused", CHOSEN)
def test_a_file_that_is_too_large_is_refused_unread(files: str, refused: list[object]) -> None:
    asked = f"""
    let stopped = false, cancelled = 0;
    worker.postMessage = ({{tooLarge}}) => {{ told.large = tooLarge; }};
    const target = Object.assign(new HTMLInputElement(), {{
      type: 'file', files: {files},
      addEventListener(_, does) {{ this.changes = does; }},
      dispatchEvent() {{ cancelled += 1; }},
    }});
    target.click();
    target.changes({{target, stopImmediatePropagation() {{ stopped = true; }}}});
    console.log(JSON.stringify([stopped && told.large, cancelled])); process.exit();
    """
    assert page(asked) == refused


def run(script: str) -> Any:
    """Return the value that the script prints last under node."""
    command = [node(), "-e", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return json.loads(ran.stdout.strip().splitlines()[-1])


FIELDS = """
class HTMLElement {
  addEventListener() {}
  isConnected = true;
}
class HTMLInputElement extends HTMLElement {}
const heard = {}, written = [], document = {
  activeElement: null,
  execCommand: (_command, _shows, letters) => written.push([document.activeElement.name, letters]),
};
const addEventListener = (type, listener) => { heard[type] = listener; };
TYPING
const press = (key, target) => heard.keydown({
  key, target, isTrusted: true, preventDefault() {}, stopImmediatePropagation() {},
});
const field = (name) => Object.assign(new HTMLInputElement(), {name, dispatchEvent() {}});
const first = field('first'), next = field('next');
document.activeElement = first;
for (const key of ['Enter', 'E', 'v', 'e']) { press(key, first); }
next.addEventListener('input', () => {});
setTimeout(() => { document.activeElement = next; }, LATE);
setTimeout(() => { console.log(JSON.stringify(written)); process.exit(); }, LATE + 400);
"""


@pytest.mark.parametrize("late", [0, 300])
def test_letters_wait_until_the_next_field_has_the_focus(late: int) -> None:
    text = FIELDS.replace("TYPING", TYPING).replace("LATE", str(late))
    assert run(text) == [["next", "Eve"]]
