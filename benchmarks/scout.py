"""The places to tap: a pass through an evening ahead of the measured one, with semantics on."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.evenings import Evening
from benchmarks.watch import Area, Size, Spot, around
from tests.e2e.driver import COMPANION, Server, Table

_PATIENCE_MILLISECONDS = 15_000
_INTO_WORDS = 14
_TURN_OF = "turn-of"


@dataclass(frozen=True)
class Touch:
    """A tap that takes a turn, and the place of its change: a laid card, or the words about the
    next player, since a pass changes nothing at its button.
    """

    spot: Spot
    shows: Area


@dataclass(frozen=True)
class Way:
    """All taps of a round in turn, and the tap that undoes each."""

    touches: tuple[Touch, ...]
    undo: Spot


@contextmanager
def serving(home: Path, command: Sequence[str] = COMPANION) -> Generator[str]:
    """Yield the address of a server with its data in the folder, created when missing."""
    home.mkdir(exist_ok=True)
    with Server(home, command) as server:
        yield server.url


@contextmanager
def at_table(home: Path, evening: Evening) -> Generator[str]:
    """Yield the address of the table of a server with the evening."""
    evening.lay_out(home)
    with serving(home) as url:
        yield f"{url}/table"


def scouted(browser: Browser, evening: Evening, size: Size, home: Path) -> Way:
    """Play the evening once on a server of its own, and record all places."""
    width, height = size
    with at_table(home, evening) as url:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
        table = Table(context.new_page())
        table.open(url)
        touches = tuple(_touched(table, identifier) for identifier in evening.taps)
        undo = middle(table, "undo")
        context.close()
    return Way(touches, undo)


def _touched(table: Table, identifier: str) -> Touch:
    """Tap a turn's control, and return the touch.

    :raises AssertionError: when the same player is due afterwards
    """
    table.see(identifier)
    spot, says = middle(table, identifier), table.text(_TURN_OF)
    shows = around(start_of(table, _TURN_OF) if identifier == "pass" else spot)
    table.tap(identifier)
    assert table.changes(_TURN_OF, says, within=_PATIENCE_MILLISECONDS), identifier
    return Touch(spot, shows)


def middle(table: Table, identifier: str) -> Spot:
    """Return the middle of the control."""
    left, top, width, height = _box(table, identifier)
    return left + width / 2, top + height / 2


def start_of(table: Table, identifier: str) -> Spot:
    """Return a spot in the control's first letters."""
    left, top, _, height = _box(table, identifier)
    return left + _INTO_WORDS, top + height / 2


def _box(table: Table, identifier: str) -> tuple[float, float, float, float]:
    box = table.at(identifier).bounding_box()
    assert box, identifier
    return box["x"], box["y"], box["width"], box["height"]
