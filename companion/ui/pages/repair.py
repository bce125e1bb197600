"""The page to repair the turns or the seats of a round entered wrongly, in one step."""

from dataclasses import dataclass, replace
from enum import Enum

import flet as ft

from companion.core.slips import Skipped, search
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.forms.entries import Repair, seats_without_slip
from companion.forms.seating import SeatsForm, dealt_seats
from companion.ui.acting import Hands, use_form
from companion.ui.component import component, use_begun, use_state
from companion.ui.parts.basics.buttons import PRIMARY, SECONDARY, Answer, button, segmented
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import WARNING, WIDE, column_width, notice, side_by_side
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.repairing import (
    Editing,
    consequences,
    sheets,
    turn_actions,
    use_repair,
)
from companion.ui.render import MARGINS, draw
from companion.ui.routes import Shape, Viewport
from companion.ui.session import Session
from companion.ui.shown import Message
from companion.views.at_table.repair import RepairView, repair
from companion.views.blocks import Block
from companion.views.setting_up.seats import repaired_seats

_RAIL = 380
"""The width of the choice between turns and seats beside the title, in dp."""


class RepairStart(Enum):
    """The part of the round shown first."""

    TURN = "repair"
    SLIP = "slip"
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Repairing:
    """The round to repair, by its number, and in it the `wanted` turn or slip, 0 for none.

    `leave` is the path of the screen after the repair. With a seat `due`, counted from 1, the slip
    is one of those after which this seat is due.
    """

    number: int
    start: RepairStart
    wanted: int
    leave: str
    due: int = 0

    def begun(self, now: Snapshot) -> tuple[Repair, SeatsForm]:
        """Return the turns and seats to begin with, with the wanted slip already repaired."""
        seating = dealt_seats(now.series, self.number)
        if self.start is not RepairStart.SLIP:
            return Repair.of(now, self.number, self.wanted), seating
        form = Repair.of(now, self.number)
        recorded = form.draft.recorded
        skipped = Skipped.before(recorded, self.due - 1) if self.due else None
        offers = skipped.slips if skipped else search(recorded).slips
        slip = dict(enumerate(offers, 1)).get(self.wanted)
        if slip is None:
            return form, seating
        form = form.with_passes(skipped.passes_beside(slip)) if skipped else form
        return form.without_slip(slip), seats_without_slip(slip, seating)


@dataclass(frozen=True, slots=True)
class _Screen:
    """The state of the page."""

    session: Session
    viewport: Viewport
    view: RepairView
    form: Repair
    editing: Editing
    hands: Hands
    seats: tuple[tuple[Block, ...], tuple[Block, ...]]
    show_all: Tap | None


@component
def RepairPage(
    session: Session,
    snapshot: Snapshot,
    catalogue: Catalogue,
    repairing: Repairing,
    viewport: Viewport,
    message: Message,
) -> ft.Control:
    """Draw the page; its changes stay on this device until the button applies them."""
    turns, seats_begun = use_begun(lambda: repairing.begun(snapshot))
    form, editing = use_repair(session, turns)
    draft, hands = use_form(session, seats_begun)
    at_seats, set_at_seats = use_state(initial=repairing.start is RepairStart.SEATS)
    all_rows, set_all_rows = use_state(initial=False)
    words, recorded = session.words, form.draft.recorded.setup.rules
    view = repair(form, draft, snapshot, words)

    def show(*, seats: bool) -> Tap:
        async def shown_from_now() -> None:
            set_at_seats(seats)

        return session.tap(shown_from_now)

    async def show_all() -> None:
        set_all_rows(True)

    seats = repaired_seats(draft, recorded, catalogue, words)
    every = None if all_rows else session.tap(show_all)
    shown = _Screen(session, viewport, view, form, editing, hands, seats, every)
    tabs = _tabs(shown, show(seats=False), show(seats=True), at_seats=at_seats)
    narrow = viewport.shape is Shape.TALL
    above, beside = ([tabs], None) if narrow else ([], ft.Container(tabs, width=_RAIL))
    if form.draft.recorded.by_result:  # there are no turns
        above, beside = [], None
    return frame(
        session,
        view.title if not at_seats else words.say("Seats, dealer, rules"),
        [[*above, *(_seats(shown) if at_seats else _turns(shown))]],
        viewport,
        message,
        subtitle=view.subtitle,
        beside=beside,
        notices=_stale(shown, snapshot, repairing),
        actions=_actions(shown, repairing),
        widest=WIDEST if narrow else WIDE,
    )


def _tabs(shown: _Screen, turns: Tap, seats: Tap, *, at_seats: bool) -> ft.Control:
    say = shown.session.words.say
    tabs = [
        Answer(say("Turns"), "repair-turns", turns, not at_seats),
        Answer(say("Seats and dealer"), "repair-seats", seats, at_seats),
    ]
    return segmented(tabs, stacked=shown.viewport.large_text)


def _turns(shown: _Screen) -> list[ft.Control]:
    """Return the actions and their consequences, and the turns before and after."""
    view, viewport, form = shown.view, shown.viewport, shown.form
    act = turn_actions(shown.editing, view.choice, viewport, can_take_back=form.can_take_back)
    beside = sheets(shown.editing, view.rows, view.first, viewport, shown.show_all)
    return _laid([act, _follows(shown)], [beside], viewport)


def _seats(shown: _Screen) -> list[ft.Control]:
    """Return the dealer, the consequences and the players."""
    tall, width = shown.viewport.shape is Shape.TALL, shown.viewport.width
    across = min(width, WIDEST) if tall else column_width(shown.viewport)
    inside = replace(shown.viewport, width=across - MARGINS)
    dealer, table = (
        [draw(shown.hands, block, inside) for block in blocks] for blocks in shown.seats
    )
    return _laid([*dealer, _follows(shown)], table, shown.viewport)


def _laid(first: list[ft.Control], then: list[ft.Control], viewport: Viewport) -> list[ft.Control]:
    """Arrange two lists in columns, or below each other on a tall screen."""
    return [*first, *then] if viewport.shape is Shape.TALL else [side_by_side(first, then)]


def _follows(shown: _Screen) -> ft.Control:
    return consequences(shown.session, shown.view.follows, large=shown.viewport.large_text)


def _stale(shown: _Screen, now: Snapshot, repairing: Repairing) -> list[ft.Control]:
    """Return the notice of a changed table, with a button to go on from there."""
    view, session = shown.view, shown.session
    if not view.stale:
        return []
    say, number = session.words.say, repairing.number

    async def again() -> None:
        if not view.can_carry:
            assert shown.hands.change
            shown.hands.change(lambda _: dealt_seats(now.series, number))
        shown.editing.change(lambda form: form.carried_to(now) or Repair.of(now, number))

    words = say("Go on with the table as it is now") if view.can_carry else say("Begin again")
    return [
        notice(view.stale, identifier="stale", look=WARNING, key="stale"),
        button(
            words,
            session.tap(again),
            identifier="repair-again",
            look=SECONDARY,
            height=48,
        ),
    ]


def _actions(shown: _Screen, repairing: Repairing) -> list[ft.Control]:
    session, view = shown.session, shown.view
    leave = button(
        session.words.say("Leave it"),
        session.tap(session.back),
        identifier="repair-cancel",
        look=SECONDARY,
        expand=True,
    )
    act = session.tap(_apply, session, view, shown.form, repairing.leave)
    apply = button(
        view.act,
        act if view.can_act else None,
        identifier="repair-apply",
        look=PRIMARY if view.can_act else SECONDARY,
        beneath=view.obstacle or view.beneath,
        label=f"{view.act}. {view.obstacle}" if view.obstacle else "",
        expand=True,
    )
    return [leave, apply]


async def _apply(session: Session, view: RepairView, form: Repair, leave: str) -> None:
    """Replace the recorded round by the repaired one, and leave the page."""
    if await session.ask(view.draft.step, form.seen, place="repair"):
        await session.go(leave)
        await session.show()
