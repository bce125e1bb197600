"""The desk: takes a tap, asks the core, saves, publishes.

Its state is one frozen value; every change goes through the store first, so what the screen shows
is what is saved. Steps are kept in the order they were taken, and undo takes back the last one,
whatever it was: a turn, a decision in an earlier round, the deal of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

from companion.core.entry import entry_of
from companion.core.events import Event
from companion.core.names import handle_for, tidy
from companion.core.objections import Objection, Why
from companion.core.presets import preset
from companion.core.rules import Rules
from companion.core.names import Player
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.steps import replayed, steps_of, taken, without
from companion.desk.ports import (
    Clock,
    Dealt,
    Ended,
    Entry,
    Planned,
    Recorded,
    Report,
    Sealed,
    SealedError,
    SeriesStore,
    Step,
    StoreFailedError,
    Trouble,
    Unopened,
)
from companion.desk.table import Night

USUAL_RULES = preset("bicycle")
_SEALED_FOR_GOOD = frozenset({Trouble.NEWER, Trouble.UNCLEAR})


@dataclass(frozen=True, slots=True)
class DeskState:
    """What the screens are made from: all series in short, the one on the desk, what was found
    wrong with what is stored, and the rules that a new one begins with.
    """

    entries: tuple[Entry, ...]
    night: Night | None = None
    reports: tuple[Report, ...] = ()
    usual: Rules = USUAL_RULES


class Desk:
    """One table's desk, shared by all screens that look at it.

    Methods that change something raise `StoreFailedError` when it could not be saved; the state is
    then what it was, and the same call works again once the cause is gone.
    """

    def __init__(self, store: SeriesStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._told: dict[int, Report] = {}
        self._owed: dict[int, Entry] = {}
        self.state = DeskState(store.entries(), usual=store.usual_rules() or USUAL_RULES)
        self._catch_up()

    def start(self, name: str, names: Sequence[str], dealer: int, rules: Rules) -> Objection | None:
        """Begins a series with its first round; None, or why it cannot begin."""
        players = seat_players(names)
        setup = Setup.dealt(rules, tuple(each.handle for each in players), dealer)
        if refusal := setup.objection():
            return refusal
        head = Series(tidy(name), self.today.isoformat(), rules, players)
        first = Dealt(1, setup)
        number = self._store.create(head, [first])
        self._publish(Night(number, head.with_deal(setup), (first,)))
        return None

    def adopt(self, series: Series) -> int:
        """Takes in a series with rounds, read from a score sheet; gives its number."""
        steps = steps_of(series)
        number = self._store.create(replace(series, rounds=()), steps)
        self._publish(Night(number, series, steps))
        return number

    def prefer(self, rules: Rules) -> None:
        """Has a new series begin with these rules unless they are changed for it."""
        self._store.keep_usual_rules(rules)
        self.state = replace(self.state, usual=rules)

    @property
    def night(self) -> Night:
        """The series on the desk.

        :raises LookupError: when none is
        """
        if self.state.night is None:
            raise LookupError("no series is on the desk")
        return self.state.night

    @property
    def today(self) -> date:
        """The date of a series that begins now."""
        return self._clock()

    def _catch_up(self) -> None:
        """Notes what a process that died could not: series begun, and how far the last one went.
        The series to go on with stays on the desk.
        """
        in_play = [each.number for each in self.state.entries if not each.over]
        for number in dict.fromkeys((*self._store.unnoted(), *in_play[:1])):
            with suppress(StoreFailedError):
                self.open(number)
        newest = next((each.number for each in self.state.entries if not each.over), None)
        night = self.state.night
        stays = night and night.number == newest and not night.sealed
        self.state = replace(self.state, night=night if stays else None, reports=self._reports())

    def open(self, number: int) -> None:
        """Puts a saved series on the desk, as far as it can be read."""
        self._told.pop(number, None)
        try:
            night = self._loaded(number)
        except StoreFailedError as failed:
            self._told[number] = Unopened(number, failed.trouble)
            self.state = replace(self.state, reports=self._reports())
            raise
        self._publish(night)

    def _loaded(self, number: int) -> Night:
        stored = self._store.load(number)
        replay = replayed(stored)
        unclear = tuple(sorted({*stored.unclear, *replay.unclear}))
        sealed = stored.sealed or (Trouble.UNCLEAR if unclear else None)
        if sealed:
            self._told[number] = Sealed(number, sealed, unclear)
        if not replay.series.rounds:
            raise SealedError(number, Trouble.UNCLEAR)
        return Night(number, replay.series, replay.steps, sealed=sealed)

    def _reports(self) -> tuple[Report, ...]:
        return (*self._store.reports(), *self._told.values())

    def record(self, event: Event, number: int | None = None) -> Objection | None:
        """Records an event, in the last round or in round `number`; None, or why it cannot be."""
        night = self.night
        where = number or night.round_number
        if refusal := night.series.objection(event, where):
            return refusal
        series = night.series.after(event, where)
        self._take(Recorded(where, event), series, ())
        return None

    def deal(self, setup: Setup, joined: tuple[Player, ...] = ()) -> Objection | None:
        """Deals the next round; None, or why it cannot be dealt."""
        night = self.night
        if refusal := night.series.objection_to_deal(setup):
            return refusal
        step = Dealt(night.round_number + 1, setup, joined)
        self._take(step, taken(night.series, step), ())
        return None

    def plan(self, rules: Rules) -> None:
        """Changes the rules from the next round on."""
        night = self.night
        step = Planned(night.round_number, rules)
        self._take(step, taken(night.series, step), ())

    def end(self) -> Objection | None:
        """Ends a series that has no target, or before it is reached; the next deal resumes it."""
        night = self.night
        if not night.round.over:
            return Objection(Why.ROUND_IN_PLAY)
        step = Ended(night.round_number)
        self._take(step, taken(night.series, step), ())
        return None

    def redeal(self, setup: Setup, joined: tuple[Player, ...] | None = None) -> Objection | None:
        """Sets up the round anew before its first event; None, or why it cannot be.

        Who joins for it are those who joined for the deal it replaces, unless others are given.
        """
        night = self._open_night()
        last = night.steps[-1]
        if not isinstance(last, Dealt):
            return Objection(Why.ROUND_IN_PLAY)
        before = without(night.series, last, night.steps[:-1])
        if refusal := before.objection_to_deal(setup):
            return refusal
        joined = last.joined if joined is None else joined
        deal = replace(last, setup=setup, joined=joined)
        self._store.swap(night.number, deal)
        self._publish(Night(night.number, taken(before, deal), (*night.steps[:-1], deal)))
        return None

    def undo(self) -> None:
        """Takes back the last step, if there is one besides the first deal."""
        if self.state.night and len(self.state.night.steps) > 1:
            self._take_back()

    def redo(self) -> None:
        """Takes again the step that was taken back last, if there is one."""
        night = self.state.night
        if night is None or not night.undone:
            return
        *undone, step = night.undone
        self._take(step, taken(night.series, step), tuple(undone))

    def _open_night(self) -> Night:
        """The series on the desk, to be changed. Where a file of it could not be read it is opened
        again, for the same call once more.
        """
        night = self.night
        if night.sealed:
            if night.sealed not in _SEALED_FOR_GOOD:
                self.open(night.number)
            raise SealedError(night.number, night.sealed)
        return night

    def _take(self, step: Step, series: Series, undone: tuple[Step, ...]) -> None:
        night = self._open_night()
        self._store.add(night.number, step)
        self._publish(Night(night.number, series, (*night.steps, step), undone))

    def _take_back(self) -> None:
        night = self._open_night()
        *steps, last = night.steps
        self._store.drop(night.number, last)
        series = without(night.series, last, steps)
        self._publish(Night(night.number, series, tuple(steps), (*night.undone, last)))

    def _publish(self, night: Night) -> None:
        entries = {each.number: each for each in self.state.entries}
        entry = entry_of(night.number, night.series)
        if night.sealed:
            entries.setdefault(night.number, entry)
        elif entries.get(night.number) != entry:
            entries[night.number] = self._owed[night.number] = entry
        self._note()
        newest_first = tuple(entries[number] for number in sorted(entries, reverse=True))
        self.state = replace(self.state, entries=newest_first, night=night, reports=self._reports())

    def _note(self) -> None:
        """Notes what is not noted yet. What is recorded stays recorded if that fails: the entry is
        noted with a later step, or at the next start.
        """
        with suppress(StoreFailedError):
            for number, entry in tuple(self._owed.items()):
                self._store.note(entry)
                del self._owed[number]


def seat_players(names: Sequence[str]) -> tuple[Player, ...]:
    """The players of these names; a name that comes again is numbered: Ann, Ann 2."""
    players: list[Player] = []
    for name in _told_apart(list(map(tidy, names))):
        taken = [each.handle for each in players]
        players.append(Player(handle_for(name, taken), name))
    return tuple(players)


def _told_apart(names: list[str]) -> Iterator[str]:
    for place, name in enumerate(names):
        before = names[:place].count(name)
        yield f"{name} {before + 1}" if before else name
