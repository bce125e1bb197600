"""The page's script and its worker's under node, with a browser of a few lines around them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from companion.site import texts
from companion.site.node import node

PAGE = """
const heard = {}, told = {};
const addEventListener = (type, listener) => { heard[type] = listener; };
const removeEventListener = (type, listener) => {
  if (heard[type] === listener) { delete heard[type]; }
};
const box = {
  dataset: {}, children: [], querySelector: () => null,
  set innerHTML(_) { this.children = [{}, {}, {}, {focus() {}}]; },
};
const document = {
  baseURI: 'http://page/', head: {}, getElementById: () => box, querySelector: () => null,
};
const location = {search: '', pathname: '/', reload() { told.reloaded = true; }};
const navigator = {language: 'en', vendor: ''}, window = {};
class PerformanceObserver { observe() {} }
class MutationObserver { observe() {} }
const requestAnimationFrame = () => {};
let worker;
class Worker { constructor() { worker = this; } postMessage() {} }
PLACED
const fires = (type, event) => heard[type]?.(event);
const script = (src) => ({target: {tagName: 'SCRIPT', src}});
const says = (data) => worker.onmessage({data});
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
    "a rejection for no reason": ("fires('unhandledrejection', {})", "failed", "undefined"),
    "the worker": ("worker.onerror?.({})", "failed", "http://page/worker.js"),
    "what the worker tells": ("says({failed: 'no memory'})", "failed", "no memory"),
    "a picture": ("fires('error', {target: {tagName: 'IMG', src: 'http://page/a.png'}})", "", ""),
    "another site's script": ("fires('error', script('https://cdn/rive.js'))", "", ""),
    "after a refusal": (
        "says({refused: 'NoModification'}); fires('unhandledrejection', {reason: 'no start'})",
        "taken",
        "NoModification",
    ),
    "an error once it shows": (
        "says({stage: 'shown'}); fires('error', {target: {}, message: 'late'})",
        "",
        "",
    ),
    "a rejection once it shows": (
        "says({stage: 'shown'}); fires('unhandledrejection', {reason: 'late'})",
        "",
        "",
    ),
    "the worker once it shows": ("says({stage: 'shown'}); worker.onerror?.({})", "", ""),
    "what the worker tells once it shows": (
        "says({stage: 'shown'}); says({failed: 'late'})",
        "",
        "",
    ),
}


@pytest.mark.parametrize(("events", "told", "detail"), LOST.values(), ids=LOST)
def test_a_start_that_fails_is_told_until_the_app_shows(
    events: str, told: str, detail: str
) -> None:
    site = {"flet": {}, "words": texts.page_words(), "heavy": {}, "bytes": 1}
    page = PAGE.replace("PLACED", texts.script("page.js", site=site)).replace("EVENTS", events)
    assert json.loads(run(page)) == [told, detail, bool(told)]


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
  return {async getFileHandle() { return {async createSyncAccessHandle() {}}; }};
}}};
setTimeout(() => { console.log('{"failed": ""}'); process.exit(); }, 2000);
PLACED
"""
ANSWERS = {
    "is missing": "new Response('', {status: 404})",
    "never comes": "Promise.reject(new TypeError('no network'))",
    "is cut": "new Response('x', {headers: {'Content-Type': 'application/wasm'}})",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_the_worker_tells_that_pythons_wasm_could_not_be_had(tmp_path: Path, answer: str) -> None:
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_text(PYODIDE, "utf-8")
    (tmp_path / "pyodide/pyodide.asm.mjs").write_text("export default null;", "utf-8")
    script = texts.script("worker.js", module="m", snapshot_bytes=0)
    worker = WORKER.replace("HERE", tmp_path.as_uri()).replace("WASM", answer)
    assert "pyodide.asm.wasm" in json.loads(run(worker.replace("PLACED", script)))["failed"]


def run(script: str) -> str:
    """What is printed under node."""
    command = [node(), "-e", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return ran.stdout.strip().splitlines()[-1]
