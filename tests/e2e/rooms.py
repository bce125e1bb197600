"""`fantan host`, and phones that share a table there."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from filelock import FileLock
from playwright.sync_api import expect

from companion.commands.host import LACKS_LETTERS
from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round
from companion.core.sheet import dumps
from tests.e2e.driver import LOADING_MILLISECONDS, Process, Table
from tests.e2e.evening import downloaded, due_says, see_round, take_in, tap_turn
from tests.e2e.forks import QuickServer
from tests.places import ROOT
from tests.strategies import log_of

ROOM_KEY = "5e" * 32
"""The key of all rooms; rooms of one database must have the same."""


_JOINED = (
    '[flt-semantics-identifier^="member-"], [flt-semantics-identifier="turn-of"],'
    ' [flt-semantics-identifier="next-round"]'
)
_MOST_TRIES = 5


class RoomServer(QuickServer):
    """`fantan host` on a free port, with the page built before."""

    def __init__(self, home: Path, cache: Path, *options: str, name: str = "127.0.0.1") -> None:
        super().__init__(home)
        self.url = f"http://{name}:{self.port}/"
        self._cache = cache
        self._options = options if name == "127.0.0.1" else (*options, "--origin", self.url)

    @property
    def arguments(self) -> list[str]:
        """The arguments of the command."""
        return ["host", "--port", str(self.port), *self._options]

    def _begun(self, environment: dict[str, str], log: IO[bytes]) -> Process:
        ours = {"XDG_CACHE_HOME": str(self._cache), "FANTAN_ROOM_KEY": ROOM_KEY}
        return super()._begun(environment | ours, log)


def build_page(cache: Path) -> None:
    """Build the page of `fantan host`, unless another process of the tests has built it."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    environment["npm_config_offline"] = "true"  # no names in other scripts here
    command = [sys.executable, "-c", "from companion.commands.host import build_page; build_page()"]
    built = cache / "built"
    with FileLock(f"{cache}.lock"):
        if not built.exists():
            subprocess.run(command, env=environment, check=True)
            for mark in cache.rglob(LACKS_LETTERS):  # nor does a start look for them
                mark.unlink()
            built.touch()


def visit(phone: Table, url: str) -> None:
    """Open the page at the address."""
    phone.page.goto(url)
    phone.wait_for_app()


def put_fine_aside(phone: Table) -> None:
    """Put a fine aside, if there is one: it stands in the place of the news."""
    if phone.has("fine-aside"):
        phone.tap("fine-aside")
        phone.at("fine-aside").wait_for(state="detached")


def share(host: Table, seat: str) -> tuple[str, str]:
    """Share the table that the device shows, and return the link and the code for joining."""
    put_fine_aside(host)
    host.tap("more")
    host.tap("share-table")
    host.at("pass").wait_for(state="detached")  # the table has seats of these names as well
    host.tap(f"seat-{seat}")
    host.tap("share-table")
    host.see("join-code")
    return host.text("qr"), host.text("join-code")


def join_by_link(phone: Table, link: str) -> None:
    """Open the invitation, and wait until the phone is at the table."""
    visit(phone, link)
    wait_until_joined(phone)


def wait_until_joined(phone: Table) -> None:
    """Wait until the phone shows the members or the table; try again as the phone suggests when the
    room did not answer in time, as on a busy machine.

    :raises AssertionError: when the phone still waits, or every try is refused
    """
    joined = phone.page.locator(_JOINED)
    refused = phone.at("join-refused")
    for _ in range(_MOST_TRIES):
        expect(joined.or_(refused).first).to_be_attached(timeout=LOADING_MILLISECONDS)
        if joined.count():
            return
        phone.tap("join-table")
        expect(refused).to_have_count(0)
    raise AssertionError(phone.text("join-refused"))


def join_twice(phone: Table, link: str) -> str:
    """Open the invitation, and return that for another phone of the same member."""
    frames: list[str] = []
    phone.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    join_by_link(phone, link)
    phone.see("company-more")
    welcome = next(frame for frame in frames if frame.startswith('{"welcome"'))
    return f"{link}.{json.loads(welcome)['welcome']['token']}"


def take_seat(phone: Table, seat: str) -> None:
    """Take the seat, and go on to the table."""
    phone.tap(f"seat-{seat}")
    phone.see("turn-of")


def play(phones: Sequence[Table], round_: Round, turns: Iterable[Turn]) -> Round:
    """Play the turns, each on the phone of its player, until all phones show them."""
    for turn in turns:
        assert round_.due is not None
        phones[round_.due].look()
        tap_turn(phones[round_.due], turn)
        round_ = round_.after(turn)
        for phone in phones:
            if round_.over:
                phone.see("next-round")
            else:
                see_round(phone, round_)
    return round_


def sheet_of(phone: Table) -> bytes:
    """Return the score sheet that the phone exports."""
    put_fine_aside(phone)
    if phone.has("more"):
        phone.tap("more")
    phone.tap("series")
    phone.tap("series-more")
    return Path(downloaded(phone, "export").path()).read_bytes()


def see_due(player: str, *phones: Table) -> None:
    """Wait until all phones show that the player is next."""
    for phone in phones:
        phone.see("turn-of", due_says(phone, player))
    phones[-1].look()


def brought(host: Table, room: RoomServer, round_: Round, sheet: Path) -> None:
    """Bring a round along to the host's phone."""
    sheet.write_text(dumps(log_of(round_)), "utf-8")
    take_in(host, room.url.rstrip("/"), sheet)
    host.see("turn-of")
