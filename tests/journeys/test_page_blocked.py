"""Chromium that keeps something from the page: one sentence with the cause, and no loop."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import sync_playwright

from tests.cases import cases
from tests.e2e.driver import CHROMIUM_ARGUMENTS, find_chromium
from tests.page.hosts import Host

pytestmark = pytest.mark.browser
_PATIENCE_MILLISECONDS = 60_000
_LOOKS_AGAIN_MILLISECONDS = 6_000
_NO_SITE_DATA = {"profile": {"default_content_setting_values": {"cookies": 2}}}
_NO_FILES = """Object.defineProperty(StorageManager.prototype, 'getDirectory', {
  value: () => Promise.reject(new DOMException('no files here', 'SecurityError'))});
"""


class Block(NamedTuple):
    """What the browser keeps from the page, the key of what it is told, and a word of that."""

    told: str
    cause: str
    argument: str = "--disable-gpu"
    settings: Mapping[str, object] = {}
    no_files: bool = False


BLOCKS = {
    "WebAssembly": Block("unfit", "WebAssembly", argument="--js-flags=--jitless"),
    "site data": Block("denied", "cookies", settings=_NO_SITE_DATA),
    "files": Block("unable", "does not let the app save", no_files=True),
}


@cases("block", BLOCKS)
def test_cause_is_told_once(block: Block, host: Host, tmp_path: Path) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(block.settings))
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path,
            executable_path=find_chromium(),
            args=[*CHROMIUM_ARGUMENTS, block.argument],
            locale="en",
        )
        page = context.new_page()
        loaded: list[str] = []
        page.on("load", lambda at: loaded.append(at.url))
        if block.no_files:  # the worker asks for them, which no script of the page reaches
            worker = _NO_FILES + (host.folder / "worker.js").read_text("utf-8")
            context.route(
                "**/worker.js",
                lambda route: route.fulfill(body=worker, content_type="text/javascript"),
            )
        page.goto(host.url)
        splash = page.locator(f"#splash[data-told={block.told}]")
        splash.wait_for(timeout=_PATIENCE_MILLISECONDS)
        page.wait_for_timeout(_LOOKS_AGAIN_MILLISECONDS)
        assert block.cause in splash.locator("p").inner_text()
        assert len(loaded) == 1
        context.close()
