"""A start over files that are damaged, gone, newer or not understood: what opens, what is told."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.events import CalledOff, Passed
from companion.core.presets import preset
from companion.core.steps import replayed
from companion.desk.archive import Desk
from companion.desk.ports import (
    Dealt,
    Loss,
    Mended,
    Missing,
    Recorded,
    Report,
    Sealed,
    SealedError,
    StoreFailedError,
    Trouble,
    Unopened,
)
from companion.views.home import home
from companion.words import ENGLISH
from storage.folder import DataFolder
from storage.journal_lines import Header
from storage.migrations import Migrations
from storage.series_store import FolderStore
from tests.storage.nights import (
    COMERS,
    FRIDAY,
    OVER,
    add_record,
    bytes_in,
    desk_on,
    flip,
    head_of,
    keep,
    opened,
    record,
    round_of,
    there_and_back,
)

Spoil = Callable[[Path], object]
NEWER_FORMAT = Header(1, 1, format=2).line()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three nights; the one with three rounds is the newest that is not over."""
    root = tmp_path_factory.mktemp("kept") / "fantan"
    keep(root, FRIDAY, OVER, COMERS)
    return root


@pytest.fixture
def root(kept: Path, tmp_path: Path) -> Path:
    return shutil.copytree(kept, tmp_path / "fantan")


def aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")


def catalogue(root: Path) -> Path:
    return root / "catalogue.tdb"


def garbage(path: Path) -> None:
    path.write_bytes(b"garbage\n" * 9)


def gone(*paths: Path) -> None:
    for path in paths:
        path.unlink()


def shorten(path: Path, count: int) -> None:
    path.write_bytes(path.read_bytes()[:-count])


def last_line(path: Path) -> int:
    return len(path.read_bytes().splitlines(keepends=True)[-1])


def unreadable(path: Path) -> None:
    """Even for somebody who may read every file."""
    path.unlink()
    path.mkdir()


def bet(root: Path, number: int, played: int, schema: int | None = None) -> Path:
    """An event of a kind that is not known."""
    path = round_of(root, number, played)
    add_record(path, {"events": {"999": {"event": "bet Ana 3"}}}, schema)
    return path


def newer(path: Path) -> Path:
    """A newer version wrote something that this one does not know."""
    add_record(path, {"photos": {"1": {}}}, schema=2)
    return path


def cut_off(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"00c0ffee 7 {")


STARTS: dict[str, tuple[Spoil, Callable[[Path], list[Report]]]] = {
    "catalogue damaged": (
        lambda root: flip(catalogue(root), 1),
        lambda root: [Mended(None, 1, more=False, aside=aside(catalogue(root)))],
    ),
    "catalogue gone": (lambda root: catalogue(root).unlink(), lambda _: [Missing()]),
    "catalogue newer": (
        lambda root: add_record(catalogue(root), {"entries": {"9": {"title": "?"}}}, schema=2),
        lambda _: [Sealed(None, Trouble.NEWER)],
    ),
    "catalogue of a newer format": (
        lambda root: catalogue(root).write_bytes(NEWER_FORMAT),
        lambda _: [Sealed(None, Trouble.NEWER)],
    ),
    "catalogue with something else in it": (
        lambda root: add_record(catalogue(root), {"entries": {"9": 7, "3": [], "x": {}}}),
        lambda _: [],
    ),
    "settings with something else in it": (
        lambda root: add_record(catalogue(root), {"settings": {"1": {"rules": "nothing known"}}}),
        lambda _: [],
    ),
    "head damaged": (
        lambda root: garbage(head_of(root, 3)),
        lambda root: [Mended(3, 0, more=True, aside=aside(head_of(root, 3)))],
    ),
    "head gone": (lambda root: head_of(root, 3).unlink(), lambda _: [Missing(3)]),
    "head newer": (
        lambda root: add_record(head_of(root, 3), {"head": {"1": {"title": "?"}}}, schema=2),
        lambda _: [Sealed(3, Trouble.NEWER)],
    ),
    "head of a newer format": (
        lambda root: head_of(root, 3).write_bytes(NEWER_FORMAT),
        lambda _: [Sealed(3, Trouble.NEWER)],
    ),
    "head not of its shape": (
        lambda root: add_record(head_of(root, 3), {"head": {"1": 7}}),
        lambda _: [Sealed(3, Trouble.UNCLEAR)],
    ),
    "round damaged": (
        lambda root: flip(round_of(root, 3, 1), 10),
        lambda root: [Loss(3, 1, 8, called_off=True, aside=aside(round_of(root, 3, 1)))],
    ),
    "deal of a round damaged": (
        lambda root: flip(round_of(root, 3, 1), 1),
        lambda root: [Loss(3, 1, 0, called_off=True, aside=aside(round_of(root, 3, 1)))],
    ),
    "last round damaged": (
        lambda root: flip(round_of(root, 3, 3), 10),
        lambda root: [Loss(3, 3, 8, called_off=False, aside=aside(round_of(root, 3, 3)))],
    ),
    "earlier round cut in a line": (
        lambda root: shorten(round_of(root, 3, 1), 5),
        lambda root: [Loss(3, 1, 57, called_off=True, aside=aside(round_of(root, 3, 1)))],
    ),
    "earlier round cut at the end of a line": (
        lambda root: shorten(round_of(root, 3, 1), last_line(round_of(root, 3, 1))),
        lambda root: [Loss(3, 1, 57, called_off=True, aside=aside(round_of(root, 3, 1)))],
    ),
    "round gone": (lambda root: round_of(root, 3, 2).unlink(), lambda _: [Missing(3, 2)]),
    "first rounds gone": (
        lambda root: gone(*(round_of(root, 3, each) for each in (1, 2))),
        lambda _: [Missing(3, 1), Missing(3, 2)],
    ),
    "round newer": (
        lambda root: bet(root, 3, 3, schema=2),
        lambda _: [Sealed(3, Trouble.NEWER, (3,))],
    ),
    "earlier round newer": (
        lambda root: bet(root, 3, 1, schema=2),
        lambda _: [Sealed(3, Trouble.NEWER, (1,))],
    ),
    "round newer and cut off": (
        lambda root: cut_off(bet(root, 3, 3, schema=2)),
        lambda _: [Sealed(3, Trouble.NEWER, (3,))],
    ),
    "round newer and damaged": (
        lambda root: flip(bet(root, 3, 1, schema=2), 10),
        lambda _: [
            Loss(3, 1, 8, called_off=True, aside=None),
            Sealed(3, Trouble.NEWER, (1,)),
        ],
    ),
    "head newer and damaged": (
        lambda root: flip(newer(head_of(root, 3)), 1),
        lambda _: [Sealed(3, Trouble.NEWER)],
    ),
    "catalogue newer and damaged": (
        lambda root: flip(newer(catalogue(root)), 1),
        lambda _: [Sealed(None, Trouble.NEWER)],
    ),
    "round newer and understood": (
        lambda root: add_record(round_of(root, 3, 3), {"events": {}}, schema=2),
        lambda _: [Sealed(3, Trouble.NEWER)],
    ),
    "round of a newer format": (
        lambda root: round_of(root, 3, 3).write_bytes(NEWER_FORMAT),
        lambda _: [Sealed(3, Trouble.NEWER, (3,))],
    ),
    "event of an unknown kind": (
        lambda root: bet(root, 3, 2),
        lambda _: [Sealed(3, Trouble.UNCLEAR, (2,))],
    ),
    "event refused by the rules": (
        lambda root: add_record(round_of(root, 3, 2), {"events": {"99": {"event": "Ben 7D"}}}),
        lambda _: [Sealed(3, Trouble.UNCLEAR, (2,))],
    ),
    "deal refused by the rules": (
        lambda root: add_record(round_of(root, 3, 3), {"deals": {"98": _misdeal()}}),
        lambda _: [Sealed(3, Trouble.UNCLEAR, (3,))],
    ),
    "last round gone": (
        lambda root: round_of(root, 3, 3).unlink(),
        lambda _: [Missing(3, 3, last=True)],
    ),
    "no round is left": (
        lambda root: gone(*(round_of(root, 3, each) for each in (1, 2, 3))),
        lambda _: [Unopened(3, Trouble.OTHER)],
    ),
    "the folder is gone": (
        lambda root: shutil.rmtree(root / "series" / "00003"),
        lambda _: [Unopened(3, Trouble.GONE)],
    ),
    "a round that cannot be read": (
        lambda root: unreadable(round_of(root, 3, 2)),
        lambda _: [Sealed(3, Trouble.BROKEN, (2,))],
    ),
}


def _misdeal() -> dict[str, object]:
    return {
        "rules": "bicycle",
        "players": ["Ana"],
        "dealer": "Ana",
        "sizes": [52],
        "called": {},
    }


each_start = pytest.mark.parametrize(("spoil", "reports"), STARTS.values(), ids=STARTS)


@each_start
def test_the_app_starts_tells_it_and_opens_all_others(
    spoil: Spoil, reports: Callable[[Path], list[Report]], root: Path
) -> None:
    spoil(root)
    with desk_on(root) as desk:
        assert list(desk.state.reports) == reports(root)
        for number, name in ((1, FRIDAY), (2, OVER)):
            night = opened(desk, number)
            assert night.series == record(name)
            assert night.sealed is None
        assert {1, 2, 3} == {each.number for each in desk.state.entries}
        told = home(desk.state, ENGLISH).reports
        assert len(told) == len(desk.state.reports)
        assert all(each.endswith(".") or ".damaged" in each for each in told)


def _digests(root: Path) -> dict[str, str]:
    return {name: each for name, each in bytes_in(root).items() if name not in {"lock", "ballast"}}


@pytest.mark.parametrize(
    "start",
    [name for name in STARTS if "newer" in name or "kind" in name or "refused" in name],
)
def test_what_is_not_ours_is_looked_at_and_not_written_to(start: str, root: Path) -> None:
    STARTS[start][0](root)
    series = "catalogue" not in start
    before = _digests(root)
    with desk_on(root) as desk:
        night = opened(desk, 3)
        for change in _changes(desk) if series else ():
            with pytest.raises(SealedError) as refused:
                change()
            assert refused.value.trouble is night.sealed
            assert desk.state.night == night
    assert _digests(root) == before


def _changes(desk: Desk) -> list[Callable[[], object]]:
    """Everything that can be done with a series on the desk, as far as it makes sense."""
    night = desk.state.night
    assert night
    changes: list[Callable[[], object]] = [
        desk.undo,
        lambda: desk.plan(preset("pagat")),
        lambda: desk.record(CalledOff()) if not night.round.void else desk.undo(),
    ]
    if night.round.over:
        changes += [desk.end, lambda: desk.deal(night.series.next_setup())]
    return changes


def test_a_new_series_can_be_begun_beside_a_newer_catalogue(root: Path) -> None:
    add_record(catalogue(root), {"bets": {"1": {}}}, schema=2)
    before = catalogue(root).read_bytes()
    for _ in range(2):
        with desk_on(root) as desk:
            desk.start("Porch", ("Ann", "Ben"), 0, preset("bicycle"))
            desk.record(Passed(1))
            assert desk.state.entries[0].name == "Porch"
    with desk_on(root) as desk:
        assert [each.name for each in desk.state.entries[:2]] == ["Porch", "Porch"]
    assert catalogue(root).read_bytes() == before


def test_rounds_after_one_that_is_not_understood_are_shown(root: Path) -> None:
    bet(root, 3, 1)
    with desk_on(root) as desk:
        series = opened(desk, 3).series
    assert series.rounds[1:] == record(COMERS).rounds[1:]


def test_a_series_that_is_gone_is_told_again_when_it_is_asked_for(root: Path) -> None:
    shutil.rmtree(root / "series" / "00001")
    with desk_on(root) as desk:
        assert not desk.state.reports
        with pytest.raises(StoreFailedError):
            desk.open(1)
        assert list(desk.state.reports) == [Unopened(1, Trouble.GONE)]


def test_what_a_step_up_in_the_schema_wrote_is_looked_at_by_the_former_version(
    root: Path,
) -> None:
    with desk_on(root, Migrations((lambda _table, document: document,))) as desk:
        opened(desk, 3)
        desk.deal(record(COMERS).next_setup())
    with desk_on(root) as desk:
        night = opened(desk, 3)
        assert night.sealed is Trouble.NEWER
        assert len(night.series.rounds) == 4
        with pytest.raises(SealedError):
            desk.record(CalledOff())


def test_a_lost_catalogue_is_rebuilt_as_it_was(root: Path) -> None:
    with desk_on(root) as desk:
        before = desk.state.entries
    catalogue(root).unlink()
    with desk_on(root) as desk:
        assert desk.state.entries == before
        assert desk.state.reports == (Missing(),)
    with desk_on(root) as desk:
        assert desk.state.entries == before
        assert desk.state.reports == ()


def test_a_round_whose_end_is_cut_away_is_called_off_once(root: Path) -> None:
    shorten(round_of(root, 3, 1), 5)
    with desk_on(root) as desk:
        cut = opened(desk, 3).series
        there_and_back(desk)
    with desk_on(root) as desk:
        assert desk.state.reports == ()
        assert opened(desk, 3).series == cut
    assert cut.rounds[0].void
    assert cut.rounds[1:] == record(COMERS).rounds[1:]


def test_a_round_that_was_taken_up_again_is_not_called_off(root: Path) -> None:
    with desk_on(root) as desk:
        opened(desk, 3)
        desk.undo()
        while opened(desk, 3).round_number == 3:
            desk.undo()
        desk.undo()
        before = opened(desk, 3)
    assert round_of(root, 3, 3).exists()
    assert not before.round.over
    with desk_on(root) as desk:
        assert opened(desk, 3) == before
        assert desk.state.reports == ()


def test_what_could_be_read_again_is_opened_for_the_next_tap(root: Path) -> None:
    path = round_of(root, 3, 3)
    content = path.read_bytes()
    unreadable(path)
    with desk_on(root) as desk:
        assert opened(desk, 3).sealed is Trouble.BROKEN
        path.rmdir()
        path.write_bytes(content)
        with pytest.raises(SealedError):
            desk.undo()
        assert desk.state.reports == ()
        desk.undo()
        assert opened(desk, 3).round.turns == record(COMERS).rounds[2].turns[:-1]


def test_an_earlier_series_in_play_that_was_written_to_last_is_listed_as_it_is(
    root: Path,
) -> None:
    """As when the process was killed between its last step and its note."""
    with closing(FolderStore(DataFolder(root))) as store:
        stored = store.load(1)
        store.add(1, Dealt(2, replayed(stored).series.next_setup()))
        store.add(1, Recorded(2, CalledOff()))
    stamp = round_of(root, 3, 3).stat().st_mtime_ns + 1_000_000_000
    os.utime(round_of(root, 1, 2), ns=(stamp, stamp))
    with desk_on(root) as desk:
        assert {each.number: each.rounds for each in desk.state.entries} == {1: 2, 2: 2, 3: 3}


def test_the_home_screen_knows_whether_the_next_round_is_dealt(root: Path) -> None:
    with desk_on(root) as desk:
        resume = home(desk.state, ENGLISH).resume
        assert resume
        assert resume.beneath.startswith("Round 3 is over")
        desk.open(3)
        desk.deal(record(COMERS).next_setup())
    with desk_on(root) as desk:
        resume = home(desk.state, ENGLISH).resume
        assert resume
        assert resume.beneath.startswith("Round 4 in play")
