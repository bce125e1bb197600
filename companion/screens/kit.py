"""What a screen is made of: the facts that it is drawn from, its state, and what its taps do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from companion.core.cards import Cards
from companion.core.names import with_colours, with_people
from companion.core.objections import Objection
from companion.core.rounds.round import Round
from companion.core.statistics import Evenings
from companion.desk.archive import Archive, Catalogue
from companion.desk.commands import Command
from companion.desk.people import NameChange, Statistics
from companion.desk.table import Snapshot, Table
from companion.preferences import Preferences
from companion.screens import blocks as b
from companion.screens.routes import Screen
from companion.screens.speech import Person, called, person_among
from companion.words import ENGLISH, Words

_State = TypeVar("_State")
_Args = ParamSpec("_Args")
_Done = TypeVar("_Done")


@dataclass(frozen=True)
class BrowserStorage:
    """The storage of a browser that alone has the series.

    `for_good` is true if the browser promised to keep the series, None if they are stored
    elsewhere. `missing` is a file without which the app does not start offline. `cleared` is true
    if the browser deleted the series while the page was open.
    """

    for_good: bool | None = None
    missing: str = ""
    cleared: bool = False


NOT_ITS_OWN = BrowserStorage()


@dataclass(frozen=True)
class ScreenFacts:
    """The facts that a screen is drawn from: its route, the table, the archive and the device.

    `player` is the handle of the person at the device, once chosen.
    `deleted` is the series that was just deleted here, and `invitation` that by which the app was
    opened. `room_keeps` is true if this device keeps what it plays in the room, None without one.
    `draft` is the text of an unfinished new series, and `dark` is true on a dark screen.
    """

    words: Words = ENGLISH
    route: Screen = field(default_factory=Screen)
    snapshot: Snapshot | None = None
    catalogue: Catalogue = field(default_factory=lambda: Catalogue(()))
    statistics: Statistics = field(default_factory=Statistics)
    renamed: NameChange | None = None
    today: date = date.min
    preferences: Preferences = field(default_factory=Preferences)
    storage: BrowserStorage = NOT_ITS_OWN
    deleted: int | None = None
    invitation: str = ""
    room_keeps: bool | None = None
    draft: str = ""
    dark: bool = False
    player: str = ""

    def say(self, text: str, /, **fields: object) -> str:
        """Return the text in the language of the device."""
        return self.words.say(text, **fields)

    def count(self, singular: str, plural: str, n: int, /, **fields: object) -> str:
        """Return the plural form for n in the language of the device."""
        return self.words.count(singular, plural, n, **fields)

    @property
    def night(self) -> Snapshot:
        """The series of a screen that shows one."""
        assert self.snapshot
        return self.snapshot

    @property
    def called(self) -> str:
        """The name of the series, or else its date."""
        return called(self.night.series.name, self.night.series.date, self.words)

    @property
    def evenings(self) -> Evenings:
        """All evenings, none before they are added up."""
        return self.statistics.evenings or Evenings.of(())

    def person(self, name: str) -> Person:
        """Return a player of any evening."""
        names = self.evenings.players
        people = with_people(self.catalogue.people, names)
        return person_among(people, with_colours(self.catalogue.colours, names), name, name)

    @property
    def number(self) -> int:
        """The number of the round in the route, or else of the last round."""
        named = (at.number for at in self.route.stack if at.name in {"turns", "cards", "pay"})
        last = self.night.round_number
        return min(next((number for number in named if number), last), last)

    @property
    def round(self) -> Round:
        """The round in the route, or else the last round."""
        return self.night.series.round(self.number)

    @property
    def table_path(self) -> str:
        """The path of the table or the series, upon which all screens about its rounds can lie."""
        referee = self.route.referee
        return referee.path if referee else self.route.stack[1].path

    @property
    def seats(self) -> str:
        """A key of the series, the round and its players, for states that suit no other round."""
        players = self.round.setup.players
        return f"{self.night.number}-{self.number}-{' '.join(players)}"


class OwnDevice(Protocol):
    """What a device can do beside showing the app."""

    async def keep_draft(self, text: str) -> None:
        """Keep the text of an unfinished new series on this device."""
        ...

    async def keep_print(self, text: str) -> None:
        """Keep on this device what its browser prints."""
        ...

    async def share(self, text: str) -> bool:
        """Offer a text to the share sheet of the device, and return whether there is one."""
        ...

    async def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        ...

    async def pick_day(self, shown: date) -> date | None:
        """Let a person choose a day in a calendar, which opens at the day shown."""
        ...

    async def choose_file(self) -> tuple[str, bytes] | None:
        """Let a person choose a file, and return its name and content."""
        ...

    async def save_file(self, name: str, content: bytes) -> bool:
        """Offer a file for saving, and return whether it was saved."""
        ...


class Navigation(Protocol):
    """The way of a device from screen to screen."""

    async def go(self, path: str, notice: str = "") -> None:
        """Open the screen at a path."""
        ...

    async def back(self) -> None:
        """Return to the screen below."""
        ...


class Notices(Protocol):
    """The words with which a device reports and refuses."""

    def say(self, text: str) -> None:
        """Show a notice."""
        ...

    def refuse(self, refusal: Objection | None) -> None:
        """Show why something was refused."""
        ...


class App(Protocol):
    """What the function of a tap may do on the device of the tap."""

    @property
    def device(self) -> OwnDevice:
        """The device."""
        ...

    @property
    def navigation(self) -> Navigation:
        """The way from screen to screen."""
        ...

    @property
    def notices(self) -> Notices:
        """The notice on the device."""
        ...

    @property
    def archive(self) -> Archive:
        """All series."""
        ...

    @property
    def facts(self) -> ScreenFacts:
        """The facts that the screen shows."""
        ...

    @property
    def table(self) -> Table | None:
        """The table that the device watches."""
        ...

    async def ask(
        self, command: Command, seen: Snapshot | None = None, *, place: str = "", then: str = ""
    ) -> bool:
        """Ask the table for a step, and return whether the table agreed.

        The screen at the path `then` shows what the table agreed to.
        """
        ...

    async def alone(self, act: Callable[[], Awaitable[_Done]]) -> _Done | None:
        """Run `act`, or return None while another request is under way."""
        ...

    async def go_to_table(self) -> None:
        """Open the table of the series that the device watches."""
        ...

    def look_at(self, table: Table) -> None:
        """Watch this table from now on, and no other."""
        ...

    def look_away(self) -> None:
        """Stop watching a table."""
        ...

    def forget_invitation(self) -> None:
        """Stop using the invitation by which the app was opened."""
        ...

    def offer_back(self, number: int) -> None:
        """Let the home screen offer to put back the series just deleted."""
        ...

    def keep_played(self, table: Table) -> None:
        """Store the series as the last one played on this device."""
        ...

    async def show(self) -> None:
        """Draw the changes."""
        ...

    async def pass_turn(self) -> None:
        """Pass for the player who is due."""
        ...

    async def clear_referee(self) -> None:
        """Begin again with what lies below the screen of the referee."""
        ...

    async def prefer(self, preferences: Preferences) -> None:
        """Apply the preferences to this device, and store them."""
        ...

    async def keep_hand(self, player: str, cards: Cards) -> None:
        """Keep the private hand of the player at this device."""
        ...

    async def forget_hand(self) -> None:
        """Forget the private hand."""
        ...

    async def safely(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run `act`, with a notice if it fails."""
        ...


def edit(
    step: Callable[Concatenate[_State, _Args], _State], *args: _Args.args, **named: _Args.kwargs
) -> b.Edit:
    """Return the intent to replace the state of the screen by what its method returns."""
    assert not named  # the type of the arguments cannot be written without keywords
    return b.Edit(step, args)


def act(
    task: Callable[Concatenate[App, _Args], Awaitable[object]],
    *args: _Args.args,
    **named: _Args.kwargs,
) -> b.Act:
    """Return the intent to run a task; a function that it returns is a change of the state."""
    assert not named
    return b.Act(task, args)


def submit(
    task: Callable[Concatenate[App, _State, _Args], Awaitable[object]],
    *args: _Args.args,
    **named: _Args.kwargs,
) -> b.Submit:
    """Return the intent to run a task with the state of the screen as it is at the tap."""
    assert not named
    return b.Submit(task, args)


async def leave_menu(_app: App) -> None:
    """Do nothing but close the menu."""


class State(Protocol):
    """A frozen value that the taps of a screen change; its methods return the next one."""

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen."""
        ...


class OverRound:
    """A state of a form over a round.

    What is entered in it stays to be looked at while others deal or change the round.
    """

    def go_on(self, begin: State, was: Snapshot, now: Snapshot) -> State:  # noqa: ARG002
        """Return the state on the table as it is now, where the form would `begin` anew."""
        return begin


@dataclass(frozen=True)
class Form:
    """A screen with a state, which is at first `begin`; another key begins another one.

    A state that is `OverRound` stays, once something is entered in it.
    """

    begin: State
    key: str


@dataclass(frozen=True)
class Filled:
    """A form as far as it is filled in, and the table to which this suits."""

    form: Form
    state: State
    at: Snapshot | None

    @staticmethod
    def begun(form: Form, now: Snapshot | None) -> Filled:
        """Return a form in which nothing is entered."""
        return Filled(form, form.begin, now)

    def is_stale(self, form: Form) -> bool:
        """Return whether others have changed what this form is over, with something entered."""
        entered = isinstance(self.state, OverRound) and self.state != self.form.begin
        return entered and form.key != self.form.key

    def follow(self, form: Form, now: Snapshot | None) -> Filled:
        """Return what is shown of the form that the table asks for now."""
        if self.is_stale(form):
            return self
        return replace(self, at=now) if form.key == self.form.key else Filled.begun(form, now)

    def go_on(self, form: Form, now: Snapshot) -> Filled:
        """Return the form on the table as it is now, with what can be kept of a stale one."""
        assert isinstance(self.state, OverRound)
        assert self.at
        return Filled(form, self.state.go_on(form.begin, self.at, now), now)


def show_stale(document: b.Document, words: Words) -> b.Document:
    """Return the screen of a stale form, to be looked at: it asks the table for nothing."""
    notice = b.Notice(words.say("The table has changed meanwhile."), "stale", b.Status.BAD)
    again = b.Actions((b.Action("go-on", words.say("Begin again"), b.GoOn()),))
    first, *others = (tuple(map(_at_rest, column)) for column in document.columns)
    columns = ((notice, again, *first), *others)
    return replace(document, columns=columns, footer=_all_at_rest(document.footer))


def _at_rest(block: b.Block) -> b.Block:
    """Return a block whose buttons ask for nothing."""
    if not isinstance(block, b.Actions):
        return block
    return replace(block, actions=_all_at_rest(block.actions))


def _all_at_rest(actions: tuple[b.Action, ...]) -> tuple[b.Action, ...]:
    return tuple(
        replace(action, intent=None) if isinstance(action.intent, ASKS) else action
        for action in actions
    )


ASKS = (b.Do, b.Act, b.Submit)
"""Kinds of intents that ask the table for something, or the device."""


Draws = Callable[[ScreenFacts], b.Document | Form]
"""Returns a document, or the form of a screen."""
