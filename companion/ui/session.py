"""The session of one device: its screens, the table it watches, and its place in the app.

The archive and its tables are plain models that all sessions share. Each session watches the table
that its route names, and draws again with every change of the table, whichever device made the
change.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar, TypeVarTuple, cast

import flet as ft

from companion.core.cards import Cards
from companion.core.objections import Objection, Why
from companion.desk.archive import Archive
from companion.desk.commands import Command, at_moment, pass_turn
from companion.desk.observation import OwnHand, Viewer, seen_by
from companion.desk.ports import StoreFailedError, Trouble
from companion.desk.scratch import SCRATCH, scratch_table
from companion.desk.table import Snapshot, Table
from companion.preferences import Preferences
from companion.screens import index as screens
from companion.screens.kit import ScreenFacts
from companion.screens.news import tell
from companion.screens.phones import is_own_turn
from companion.screens.referee import open_table, table_of
from companion.screens.routes import REFEREE, TABLE, Screen, table_path
from companion.screens.speech import called, no_series, trouble_words
from companion.ui import looks
from companion.ui.device import Device
from companion.ui.navigation import Navigation
from companion.ui.notices import Notices
from companion.ui.requests import Requests
from companion.ui.shown import (
    DeviceState,
    Pointer,
    WatchedParts,
    WatchedValues,
)
from companion.words import Words, words_in

_log = logging.getLogger(__name__)
_Args = TypeVarTuple("_Args")
_Done = TypeVar("_Done")

FRAMES_SECONDS = 3 / 60
"""Three frames: the current frame, the drawn frame, and a frame that surely shows it."""


async def shown_frames() -> None:
    """Wait until the device has had time to show the last drawing."""
    await asyncio.sleep(FRAMES_SECONDS)


@dataclass(eq=False)
class Session:
    """The session of one device: its state, the models it watches, and its requests.

    `player` is the handle of the person at the device, once chosen. The private `hand` is nowhere
    else. A hand that is covered shows while somebody is `looking`. The last screen was opened
    `by_key` if somebody pressed Enter on the first screen. The fine that was `felt` last does not
    come in again.
    """

    page: ft.Page
    archive: Archive
    device: Device
    requests: Requests = field(default_factory=Requests)
    shown: DeviceState = field(default_factory=DeviceState)
    watching: WatchedParts = field(default_factory=WatchedParts)
    pointer: Pointer = field(default_factory=Pointer)
    after_menu: Callable[[], Awaitable[object]] | None = None
    rest: ft.Ref[ft.KeyboardListener] = field(default_factory=ft.Ref[ft.KeyboardListener])
    table: Table | None = None
    player: str = ""
    hand: OwnHand | None = None
    on_hand: Callable[[], None] = lambda: None
    looking: bool = False
    by_key: bool = False
    felt: tuple[int, int, int] | None = None
    _seen: tuple[Snapshot, Viewer, Snapshot] | None = None
    _context: Context = field(default_factory=copy_context)
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    _leave_archive: Callable[[], None] = lambda: None
    _leave_table: Callable[[], None] = lambda: None
    _by_others: bool = False
    _copy_explained: bool = False
    _signalled: str = ""
    _scratch: tuple[str, Table] | None = None

    def __post_init__(self) -> None:
        self.notices = Notices(self.shown, lambda: self.observed, lambda: self.words)
        self.navigation = Navigation(self.page, self.shown, self.device, self.notices, self._arrive)

    @property
    def watched(self) -> WatchedValues:
        """The values that the screens are drawn from."""
        return self.watching.page

    @property
    def observed(self) -> Snapshot | None:
        """The current snapshot of the table, as far as the viewer may see the table.

        Screens may still show an earlier snapshot. Screens, refusals and exports are made from this
        one.
        """
        if self.table is None:
            return None
        now, viewer = self.table.snapshot, self.viewer
        if self._seen is None or self._seen[0] is not now or self._seen[1] != viewer:
            self._seen = now, viewer, seen_by(now, viewer)
        return self._seen[2]

    @property
    def viewer(self) -> Viewer:
        """The viewer at this device."""
        return Viewer(self.hand, self.shown.preferences.hand_covered and not self.looking)

    async def keep_hand(self, player: str, cards: Cards) -> None:
        """Keep the private hand of the player at this device."""
        if now := self.observed:
            self.on_hand()
            self.player = player
            self.hand = OwnHand.of(now, player, cards)
            await self.show()

    async def forget_hand(self) -> None:
        """Forget the private hand."""
        self.hand = self._seen = None
        await self.show()

    @property
    def words(self) -> Words:
        """The words of the language that the device shows."""
        language = self.shown.preferences.language
        watched = self.watched.snapshot
        spanish = watched is not None and watched.round.setup.rules.pack.is_spanish
        return words_in(language or self.shown.language, spanish=spanish)

    @property
    def moves(self) -> bool:
        """True if cards and chips move on this device."""
        return self.shown.preferences.moves(calm=self.device.calm)

    @property
    def connected(self) -> bool:
        """True if the device can receive anything now."""
        return cast("object | None", self.page.session.connection) is not None

    def tap(
        self, act: Callable[[*_Args], Awaitable[object]], *args: *_Args
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return a handler that calls `act` and shows a notice if `act` raises."""

        async def tapped() -> None:
            try:
                await act(*args)
            except StoreFailedError as failed:
                _log.warning("not saved: %s", failed)
                self.notices.say(trouble_words(failed.trouble, self.words))
                if failed.trouble is Trouble.REMOVED:
                    self.begin(self.show)
            except Exception as problem:  # noqa: BLE001 - this is the session's outermost shell
                _log.exception("a tap failed")
                wrong = f"{self.words.say('Something went wrong')}: {problem}"
                self.notices.say(wrong)

        return tapped

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run the work as a separate task in the context of this session, from any thread."""
        handler = self.tap(work)
        context = self._context.copy()
        self._loop.call_soon_threadsafe(
            lambda: self._loop.create_task(handler(), context=context), context=context
        )

    async def lay(self, command: Command, place: str) -> bool:
        """Ask for a turn by a tap on a place of the screen; return whether the table agreed."""
        do = self.requests.do
        return await self._ask(lambda table, seen: do(table, command, seen), place)

    async def focus_turn(self) -> None:
        """Put the focus on the words for the player who is due, the last before the cards."""
        if self.rest.current and self.shown.screen.name in {TABLE, REFEREE}:
            await self.rest.current.focus()

    async def pass_turn(self) -> None:
        """Pass for the player who is due; the referee asks first for the cards in question.

        A hand that is laid out is entered first, unless it is known.
        """
        now = self.watched.snapshot
        lays_out = now.round.awaited_hand if now else None
        if lays_out is not None:
            await self.navigation.open(f"hand/{lays_out + 1}")
            return
        if now and now.number == SCRATCH and now.round.due is not None:
            known = now.round.knowledge.hands[now.round.due]
            if known is None:
                await self.navigation.open("hand")
                return
        await self.lay(pass_turn, "pass")

    async def ask(
        self,
        command: Command,
        seen: Snapshot | None = None,
        *,
        place: str = "",
        then: str = "",
    ) -> bool:
        """Ask for a command at one revision only, and return whether the table agreed.

        The screen at the path `then` shows what the table agreed to, in place of this screen.
        The revision is that of `seen`, or else of the snapshot on the screen. A second tap on the
        same place by a bouncing finger asks for nothing; any other late request is refused with a
        notice.
        """
        once = self.requests.once
        dated = at_moment(command, self.archive.now)
        return await self._ask(
            lambda table, shown: once(table, dated, seen.revision if seen else shown),
            place,
            once=True,
            then=then,
        )

    async def undo(self, place: str = "undo", *, only_shown: bool = False) -> None:
        """Take back the last step; with `only_shown`, only the last step that the device shows."""
        await self._ask(partial(self.requests.undo, only_shown=only_shown), place)

    async def redo(self) -> None:
        """Repeat the step that was taken back last."""
        await self._ask(self.requests.redo, "redo")

    async def _ask(
        self,
        act: Callable[[Table, int], Awaitable[Objection | None]],
        place: str,
        *,
        once: bool = False,
        then: str = "",
    ) -> bool:
        table = self.table
        seen = self.watched.snapshot
        here = place and f"{self.shown.screen.path} {place}"
        if table is None or seen is None:
            return False
        if self.requests.bounced(here, once=once):
            await self.requests.answered()  # the answer to the first tap would close the notice
            if not self.shown.notice.says:  # else the first tap did not count either
                self.notices.warn(self.words.say("Tapped twice? Only the first tap counted."))
            return False
        if self.requests.stuck:
            self.notices.warn(self.words.say("The last tap is still on its way."))
            return False
        with self.requests.answering(here):
            refusal = await act(table, seen.revision)
            self._by_others |= table.snapshot.revision > self.requests.reached
            self.notices.refuse(refusal, seen)
            if refusal is None:
                self.keep_played(table)
            if refusal is None and self.connected:
                self.begin(self.device.tick)
            if refusal is None and then:
                self._take_over()  # and not before the other screen, for this one would show it too
                await self.navigation.go(then)
            if refusal is None:
                self._explain_copy(seen)
            await self.show()
            await asyncio.sleep(0)  # Flet draws what changed in the loop's next turn
        return refusal is None

    def _explain_copy(self, before: Snapshot) -> None:
        """Explain once that a new step on a copy of a shared table parts it from the table.

        What is taken back, or put back, comes from the table again. Nobody plays on there after the
        night.
        """
        now = self.observed
        catalogue = self.archive.catalogue
        if self._copy_explained or now is None or now.number not in catalogue.taken_in:
            return
        if now.redone or len(now.log.steps) <= len(before.log.steps):
            return
        entry = next((one for one in catalogue.entries if one.number == now.number), None)
        if entry is None or entry.latest < (self.archive.today - timedelta(1)).isoformat():
            return
        self._copy_explained = True
        says = self.words.say(
            "Only you see this copy. If the others play on, undo this, or their turns won’t come "
            "here."
        )
        self.notices.warn(says, explains=True)

    def keep_played(self, table: Table) -> None:
        """Store the series as the last one played on this device."""
        if table.snapshot.number == SCRATCH:
            return
        preferences = replace(self.shown.preferences, played=table.snapshot.number)
        if preferences != self.shown.preferences:
            self.shown.preferences = preferences
            self.begin(partial(self.device.keep, preferences))

    async def explain(self, text: str, place: str, repair: str = "") -> None:
        """Show what the tapped place of the screen tells, unless a finger bounced there."""
        if not self.requests.bounced(f"{self.shown.screen.path} {place}"):
            self.tell(text, repair)

    def tell(self, text: str, repair: str = "") -> None:
        """Show what a tap tells, which asks for nothing.

        Just after others have changed whose turn it is, the tap was meant for the turn before.
        """
        if self.requests.frames.is_too_soon or self._draws_others:
            self.notices.refuse(Objection(Why.QUICKER))
        else:
            self.notices.warn(text, explains=True, repair=repair)

    async def miss(self) -> None:
        """Answer a tap on something that is gone, if others have just changed the table."""
        if self.requests.frames.is_just_changed or self._draws_others:
            self.notices.refuse(Objection(Why.QUICKER))

    @property
    def _draws_others(self) -> bool:
        """True while a step of others is drawn in part."""
        now = self.observed
        before = self.watched.snapshot
        return bool(self._by_others and now and before and now.revision != before.revision)

    def watch_archive(self) -> None:
        """Draw again with every change of the archive, until `leave`."""
        self._leave_archive = self.archive.subscribe(self._changed)
        self._take_over()

    def look_at(self, table: Table) -> None:
        """Watch this table from now on, and no other."""
        self._leave_table()
        self.table = table
        self._leave_table = table.subscribe(self._changed)
        self._take_over()

    def look_away(self) -> None:
        """Stop watching a table."""
        self._leave_table()
        self.table = self.hand = self._seen = None
        self._take_over()

    def leave(self) -> None:
        """Stop watching the table and the archive."""
        self._leave_table()
        self._leave_archive()

    def _changed(self) -> None:
        """Draw again after a change, unless a request of this device is going to draw anyway."""
        if self.requests.under_way:
            return
        self._by_others = True
        if self.connected:
            self.begin(self.show)

    async def show(self) -> None:
        """Draw the changes.

        At the table the answer to a tap is drawn first, a card that came or went or the player who
        is due. The rest follows after a pause in which the device can show the answer.
        The end of a round opens its screen, and undoing the end closes that screen.
        """
        if not self.connected or await self._left_deleted():
            return
        screen = self.shown.screen
        now = self.observed
        over = now is not None and now.round.over
        first = (
            self.watching.first(now, self.words)
            if now and not over and screen.name in {TABLE, REFEREE}
            else []
        )
        for watched in first:
            watched.snapshot = now
        if first:
            await shown_frames()
        self._take_over()
        if over and screen.name == TABLE:
            await self._turn_to(f"{screen.path}/over")
        elif not over and screen.name == "over":
            await self._turn_to(screen.parent.path)

    async def _turn_to(self, path: str) -> None:
        """Show the screen that the table is at now; who was refused still reads why."""
        self.requests.turned()
        self.notices.turn()
        if await self.navigation.visit(Screen(path)):
            await self.navigation.push(path)

    def _take_over(self) -> None:
        """Show the current table and archive, and close a warning about an earlier position."""
        now = self.observed
        before = self.watched.snapshot
        if now and self.hand and self.hand.is_gone(now):
            self.hand = None
        same = now and before and now.number == before.number
        if self._by_others and now and before and same and now.revision != before.revision:
            self.requests.frames.draw(before.revision, turned=now.turn != before.turn)
        if now and before and len(now.log.steps) < len(before.log.steps):
            self._read_out(" ".join(news.says for news in tell(now, self.words)))
        self._by_others = False
        self.notices.follow()
        self.watching.take_over(now, self.archive, self.shown.screen)
        self._tell_turn(now)

    @property
    def title(self) -> str:
        """The title of the page, which says that the player at this device is due."""
        now = self.observed
        own = now is not None and is_own_turn(now)
        return self.words.say("Your turn") if own else self.words.say("Fan Tan")

    def _tell_turn(self, now: Snapshot | None) -> None:
        """Tell the player at this device once that the turn is theirs."""
        turn = ""
        if now and is_own_turn(now):
            turn = f"{now.number} {now.round_number} {len(now.round.turns)}"
        if turn != self._signalled and self.connected:
            self._signalled = turn
            self.begin(partial(self._say_turn, turn))

    async def _say_turn(self, turn: str) -> None:
        self.page.title = self.title
        self.page.update()
        if not await self.device.tell_turn(turn, aloud=self.shown.preferences.chime):
            self._signalled = ""  # so that it is said when the device is back

    def _read_out(self, news: str) -> None:
        """Let a screen reader read the news, which may read as before and would stay unread."""
        if news and self.connected:
            self.begin(partial(self.device.read_out, news))

    async def _left_deleted(self) -> bool:
        """Leave the series if it was deleted, with a notice; return whether the screen changed."""
        at = self.observed
        screen = self.shown.screen
        if at is None or at.number == SCRATCH:
            return False
        if any(at.number == entry.number for entry in self.archive.catalogue.entries):
            return False
        self.look_away()
        if at.number != screen.series and not screen.at_table:
            return False
        name = called(at.series.name, at.series.date, self.words)
        await self.navigation.go("/", self.words.say("“{name}” was deleted.", name=name))
        return True

    async def _scratch_at(self, screen: Screen) -> Table:
        """Return the table of the referee at this screen, begun with what lies below the screen."""
        if self._scratch and self._scratch[0] == screen.path:
            return self._scratch[1]
        log = open_table(self.archive.catalogue.usual)
        number = screen.parent.series
        if number in {entry.number for entry in self.archive.catalogue.entries}:
            async with self.archive.borrow(number) as table:
                log = table_of(self.facts_of(screen, seen_by(table.snapshot, self.viewer)))
        scratch = scratch_table(log)
        catalogue = self.archive.catalogue
        scratch.colour(catalogue.colours, catalogue.people)
        self._scratch = screen.path, scratch
        return scratch

    async def clear_referee(self) -> None:
        """Begin again with what lies below the screen of the referee."""
        self._scratch = None
        await self.go_to_table()

    async def _add_up(self) -> None:
        """Add up the players over all evenings; the known totals show until then."""
        await self.archive.people.add_up()
        await self.show()

    async def _arrive(self, screen: Screen, asked: Callable[[], bool]) -> bool:
        """Show the screen and open the series in its route, if the series is known.

        A route to the table without a series means the series to resume, or else the latest.
        """
        played = self.shown.preferences.played
        catalogue = replace(self.archive.catalogue, played=played)
        latest = catalogue.to_resume or next(iter(catalogue.played_first), None)
        if screen.names_no_series and latest:
            screen = screen.of_series(latest.number)
        known = {entry.number for entry in catalogue.entries}
        if not await self._watch(screen, known, asked):
            return False
        if screen.of_people:
            self.watching.see(self.archive.people)
            self.begin(self._add_up)
        self.shown.screen = screen
        self.pointer.menu = ""
        self.looking = False
        self.shown.deleted = None if screen.name else self.shown.deleted
        if not screens.known(screen.path):
            self.notices.say(self.words.say("There is no such page."))
        elif screen.series is not None and screen.series not in {SCRATCH, *known}:
            self.notices.say(no_series(screen.series, catalogue, self.words))
        return True

    async def _watch(self, screen: Screen, known: set[int], asked: Callable[[], bool]) -> bool:
        """Watch the table of the screen; return whether this screen is still asked for."""
        number = screen.series
        if number not in {None, SCRATCH, *known}:
            self.look_away()
            return True
        table = None
        if screen.referee:
            table = await self._scratch_at(screen.referee)
        elif number and (not self.table or self.table.snapshot.number != number):
            table = await self.archive.open(number)
        if not asked():
            return False
        if table:
            self.look_at(table)
        return True

    async def go_to_table(self) -> None:
        """Open the table of the series that this device watches."""
        referee = self.shown.screen.referee
        if referee:
            await self.navigation.go(referee.path)
        elif self.table:
            await self.navigation.go(table_path(self.table.snapshot.number))

    @property
    def facts(self) -> ScreenFacts:
        """The facts that the screen is drawn from."""
        return self.facts_of(self.shown.screen, self.watched.snapshot)

    def facts_of(self, screen: Screen, snapshot: Snapshot | None) -> ScreenFacts:
        """Return the facts that a screen is drawn from, with the snapshot as its viewer sees it."""
        watched = self.watched
        shown = self.shown
        room = self.archive.room
        return ScreenFacts(
            words=self.words,
            route=screen,
            snapshot=snapshot,
            catalogue=replace(
                watched.catalogue, played=self.archive.to_go_on(shown.preferences.played)
            ),
            statistics=watched.statistics,
            renamed=watched.renamed,
            today=self.archive.today,
            preferences=shown.preferences,
            player=self.player,
            storage=shown.storage,
            deleted=shown.deleted,
            invitation=shown.invitation,
            room_keeps=room.keeps if room else None,
            draft=self.device.draft,
            dark=shown.preferences.dark(device=self.device.dark),
        )

    async def open_menu(self, name: str) -> None:
        """Open the menu of that name over the screen."""
        self.after_menu = None
        self.pointer.menu = name

    async def prefer(self, preferences: Preferences) -> None:
        """Apply the preferences to this device, and store them."""
        before = _look(self)
        self.shown.preferences = preferences
        if before != _look(self):
            apply_preferences(self)
            self.page.update()
        await self.device.keep(preferences)

    def forget_invitation(self) -> None:
        """Stop using the invitation by which the app was opened."""
        self.shown.invitation = ""

    def offer_back(self, number: int) -> None:
        """Let the home screen offer to put back the series just deleted."""
        self.shown.deleted = number

    async def alone(self, act: Callable[[], Awaitable[_Done]]) -> _Done | None:
        """Run `act`, or return None while another request is under way."""
        return await self.requests.alone(act)

    async def safely(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run `act`, with a notice if it fails."""
        await self.tap(act)()


def apply_preferences(session: Session) -> None:
    """Apply the title, the theme and the language of this device to the page."""
    preferences = session.shown.preferences
    language = session.words.language
    session.page.title = session.title
    looks.apply_look(session.page, preferences, moves=session.moves, language=language)


def _look(session: Session) -> tuple[object, ...]:
    """Return the preferences that decide the theme and the language of the client."""
    now = session.shown.preferences
    return now.look, now.four_colours, session.moves, session.words.language
