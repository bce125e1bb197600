"""The service worker under node, with a browser of a few lines around it."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import pytest

from companion.site import client
from tests.cases import cases
from tests.page.test_scripts import run

UPDATES = {
    "the only page": ("[1]", "took over"),
    "another page stays": ("[2]", "waits"),
    "the other page goes": ("[2, 2, 1]", "took over"),
    "the other page goes after seconds": (json.dumps([2] * 40 + [1]), "took over"),
    "the other page goes once this one shows": ("[2, 2, 'shown', 1]", "waits"),
    "this one goes": ("[2, 'other']", "waits"),
    "this one shows while it is looked": ("[2, 'shown while 1']", "waits"),
}
LOOKS = """
const heard = {}, seen = SEEN;
let took = 'waits';
const self = {
  location: {href: 'http://page/sw.js?keep=full,plain'},
  registration: {scope: 'http://page/'},
  addEventListener(type, listener) { heard[type] = listener; },
  async skipWaiting() { took = 'took over'; },
  clients: {async matchAll() {
    const now = seen.length > 1 ? seen.shift() : seen[0];
    if (now === 'shown while 1') { tell('shown'); }
    const ids = {1: ['asks'], 2: ['asks', 'other'], other: ['other'], 'shown while 1': ['asks']};
    return ids[now].map((id) => ({id}));
  }},
};
const setTimeout = (wake) => {
  if (seen[0] === 'shown') { tell(seen.shift()); }
  wake();
};
const source = {id: 'asks'};
const tell = (data) => new Promise((end) => heard.message({data, source, waitUntil: end}));
SCRIPT
tell('take over').then(() => console.log(JSON.stringify(took)));
"""


@cases("seen, expected", UPDATES)
def test_an_update_takes_over_before_the_app_shows_or_not_at_all(seen: str, expected: str) -> None:
    assert worked(LOOKS.replace("SEEN", seen)) == expected


def worked(browser: str, files: Mapping[str, str] | None = None) -> Any:
    """Return what is printed with the service worker's script put in the place of SCRIPT."""
    script = client.script(
        "sw.js", version="1", files=files or {}, variants={}, on_demand=client.ON_DEMAND
    )
    return run(browser.replace("SCRIPT", script))


FORMER = "fantan/copy/ 0"
OTHERS = ["fantan/ 0", "fantan/copy/2/ 0", "fantan/copy-2/ 0", "elsewhere"]
WITHOUT_PATH = {"fantan 00": "http://page/copy/", "fantan 11": "http://page/", "fantan 22": ""}
"""Caches as they were named before, and the page that is in each."""
CLEARED = {
    "alone": ("{}", "", [FORMER, "fantan 00"]),
    "a newer one is being installed": ("{installing: {}}", "", []),
    "a newer one is there already": ("{waiting: {}}", "", []),
    "a newer one comes just now": ("{}", "registration.installing = {}", []),
}
CLEARS = """
const heard = {}, gone = [], registration = {scope: 'http://page/copy/', ...REGISTRATION};
const self = {
  location: {href: 'http://page/copy/sw.js?keep=full,plain'},
  registration,
  addEventListener(type, listener) { heard[type] = listener; },
  clients: {async claim() {}, async matchAll() { return []; }},
};
const withoutPath = WITHOUT_PATH;
const caches = {
  async keys() { MEANWHILE; return NAMES; },
  async match(file, {cacheName}) { return withoutPath[cacheName] === file ? {} : undefined; },
  async delete(name) { gone.push(name); },
};
SCRIPT
const tell = () => console.log(JSON.stringify(gone));
new Promise((end) => heard.activate({waitUntil: end})).then(tell);
"""


@cases("registered, meanwhile, gone", CLEARED)
def test_only_what_a_copy_kept_goes(registered: str, meanwhile: str, gone: list[str]) -> None:
    names = [FORMER, "fantan/copy/ 1", *OTHERS, *WITHOUT_PATH]
    browser = CLEARS.replace("REGISTRATION", registered).replace("MEANWHILE", meanwhile)
    browser = browser.replace("WITHOUT_PATH", json.dumps(WITHOUT_PATH))
    assert worked(browser.replace("NAMES", json.dumps(names))) == gone


KEPT = {
    "all is as it was built": ("answers", []),
    "a file is altered": ("answers['http://page/b'] = 'other'", ["b"]),
    "a file is missing": ("delete answers['http://page/b']", ["b"]),
    "there is no room": ("room = 1", ["b"]),
}
INSTALLS = """
const heard = {}, told = [], answers = {'http://page/a': 'a', 'http://page/b': 'b'};
let room = 9;
const self = {
  location: {href: 'http://page/sw.js?keep=full,plain'},
  registration: {scope: 'http://page/'},
  addEventListener(type, listener) { heard[type] = listener; },
  clients: {async matchAll() { return [{postMessage({missing}) { told.push(missing); }}]; }},
};
const caches = {
  async keys() { return []; },
  async open() { return {async put() { if (room-- < 1) { throw new Error('full'); } }}; },
};
const status = (file) => (file in answers ? 200 : 404);
const fetch = async (file) => new Response(answers[file] ?? '', {status: status(file)});
SCRIPT
BROKEN;
new Promise((end) => heard.install({waitUntil: end}))
  .then(() => 'installed', () => 'failed')
  .then((end) => console.log(JSON.stringify([end, told])));
"""


@cases("broken, missing", KEPT)
def test_a_file_that_cannot_be_kept_is_reported(broken: str, missing: list[str]) -> None:
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("a", "b")}
    answer = worked(INSTALLS.replace("BROKEN", broken), sums)
    assert answer == ["failed" if missing else "installed", missing]


NAVIGATION = {"mode": "navigate", "destination": "document"}
WORKER = {"mode": "same-origin", "destination": "worker"}
WASM = {"mode": "cors", "destination": ""}
HEADERS = {
    "content-type": "kind",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
}
FETCHED = {
    "the page": ("chromium", NAVIGATION, HEADERS),
    "a worker": ("chromium", WORKER, HEADERS),
    "all else": ("chromium", WASM, {"content-type": "kind"}),
    "where Flutter has one thread": ("full", NAVIGATION, {"content-type": "kind"}),
}
FETCHES = """
const heard = {};
const self = {
  location: {href: 'http://page/sw.js?keep=KEPT,plain', origin: 'http://page'},
  registration: {scope: 'http://page/'},
  addEventListener(type, listener) { heard[type] = listener; },
};
const kept = new Response('content', {headers: {'Content-Type': 'kind'}});
const caches = {async open() { return {async match(asked) { told = asked; return kept; }}; }};
let told;
SCRIPT
const request = {method: 'GET', url: 'http://page/PATH', ...REQUEST};
new Promise((end) => heard.fetch({request, respondWith: end})).then(async (answer) => {
  const headers = Object.fromEntries(answer.headers);
  console.log(JSON.stringify({headers, body: await answer.text(), told}));
});
"""


@cases("kept, request_, headers", FETCHED)
def test_the_page_is_isolated_where_flutter_draws_in_a_thread_of_its_own(
    kept: str, request_: dict[str, str], headers: dict[str, str]
) -> None:
    fetched_file = fetched(request_, kept, "table")
    assert fetched_file["headers"] == headers
    assert fetched_file["body"] == "content"


def fetched(request_: dict[str, str], kept: str, path: str) -> Any:
    """Return the service worker's answer, and in `told` the requested file."""
    browser = FETCHES.replace("KEPT", kept).replace("REQUEST", json.dumps(request_))
    return worked(browser.replace("PATH", path))


ADDRESSES = {
    "": "",
    "table": "",
    "series/3/over?from=Mr.X": "",
    "index.html": "",
    "LICENCES.txt": "LICENCES.txt",
    "assets/NOTICES.txt?x": "assets/NOTICES.txt",
}


@pytest.mark.parametrize(("path", "file"), ADDRESSES.items())
def test_a_file_of_the_page_is_shown_as_the_file(path: str, file: str) -> None:
    assert fetched(NAVIGATION, "chromium", path)["told"] == f"http://page/{file}"


LETTERS = """
const heard = {}, kept = {}, asked = [];
const self = {
  location: {href: 'http://page/copy/sw.js?keep=full,plain', origin: 'http://page'},
  registration: {scope: 'http://page/copy/'},
  addEventListener(type, listener) { heard[type] = listener; },
};
const caches = {async open(name) {
  return {
    async match(file) { return kept[`${name} ${file}`]?.clone(); },
    async put(file, answer) { kept[`${name} ${file}`] = answer; },
  };
}};
const fetch = async (request) => {
  asked.push(request.url);
  return new Response('letters', {status: request.url.includes('missing') ? 404 : 200});
};
SCRIPT
const ask = (file) => new Promise((end) => {
  const url = `http://page/copy/assets/fonts/${file}`;
  heard.fetch({request: {method: 'GET', url, mode: 'cors', destination: ''}, respondWith: end});
}).then((answer) => answer.text());
(async () => {
  for (const file of ['notosanskr/v36/1.woff2', 'notomissing']) {
    await ask(file);
    await ask(file);
  }
  console.log(JSON.stringify([asked.map((url) => url.split('/').pop()), Object.keys(kept)]));
})();
"""


def test_letters_of_another_script_are_kept_once_a_name_needed_them() -> None:
    asked, kept = worked(LETTERS)
    assert asked == ["1.woff2", "notomissing", "notomissing"]
    assert kept == ["fantan-letters/copy/ http://page/copy/assets/fonts/notosanskr/v36/1.woff2"]
