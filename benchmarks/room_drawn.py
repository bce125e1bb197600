"""A table of eight on a server that draws: the costs of a turn and of a phone for the server.

Each phone is a page of Chromium at the table that `fantan --web` serves. They pass in turn, until
all of them show the next player. The work of the browsers does not count.
"""

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.attack.memory import cpu_seconds, resident_bytes
from tests.desks import desk_in
from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, Server, Table, find_chromium

PHONES: Final = 8
_TURNS, _WARMING = 40, 10
_NAMES: Final = [f"P{number}" for number in range(1, PHONES + 1)]


@dataclass(frozen=True, slots=True)
class Costs:
    """CPU of a turn until all eight phones have it, and the memory of a phone."""

    turn_seconds: float
    phone_bytes: float


def drawn() -> Costs:
    """Return the costs of a server that draws."""
    width, height = PHONE
    size = {"width": width, "height": height}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        with desk_in(Path(folder) / "data") as desk:
            desk.start("Friday", _NAMES, PHONES - 1, desk.archive.catalogue.usual)
        server = stack.enter_context(Server(Path(folder)))
        process = server.process.pid
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS)
        )
        stack.callback(browser.close)
        host, *others = phones = [
            Table(browser.new_context(viewport=size, locale="en").new_page())  # type: ignore[arg-type]
            for _ in range(PHONES)
        ]
        host.open(f"{server.url}/table/1")
        alone = resident_bytes(process)
        for phone in others:
            phone.open(f"{server.url}/table/1")
        _pass(phones, 0, _WARMING)
        memory, spent = resident_bytes(process) - alone, cpu_seconds(process)
        _pass(phones, _WARMING, _TURNS)
        return Costs((cpu_seconds(process) - spent) / _TURNS, memory / len(others))


def _pass(phones: list[Table], first: int, count: int) -> None:
    """Pass a number of times on one phone after the other, until all show the next player."""
    for turn in range(first, first + count):
        phones[turn % PHONES].look()  # a tap at once would count as meant for the turn before
        phones[turn % PHONES].tap("pass")
        for phone in phones:
            phone.see("turn-of", f"{_NAMES[(turn + 1) % PHONES]} to play")
