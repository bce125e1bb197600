"""Pages of the routes, drawn from the table and the archive."""

from collections.abc import Callable, Iterable
from functools import partial

import flet as ft

from companion.core.cards import NO_CARDS
from companion.core.referee import Situation
from companion.desk.archive import Catalogue
from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.table import Snapshot
from companion.forms.entries import PickedHand
from companion.screens import table as screens
from companion.screens.kit import Form as ScreenForm
from companion.screens.kit import Here
from companion.screens.round_over import pot_taken, round_over
from companion.screens.routes import Screen
from companion.ui.acting import (
    Form,
    Hands,
    Submitted,
    use_form,
)
from companion.ui.component import component, keyed
from companion.ui.pages.referee import Referee
from companion.ui.pages.table import TablePage
from companion.ui.parts.basics.frames import WIDEST
from companion.ui.parts.basics.panels import WIDE
from companion.ui.parts.table.controls import ChipAnimation, chip_moves
from companion.ui.parts.table.menus import use_card_menu
from companion.ui.render import DocumentPage, FormPage, render
from companion.ui.routes import Viewport
from companion.ui.session import Session, Stage
from companion.ui.shown import Message, Pointer
from companion.views.at_table.cards import AwaitedCard, NotedCard
from companion.views.at_table.passes import answered, asked_in_play, found_late
from companion.views.at_table.referee import RefereeStart, start_at
from companion.views.at_table.repair import SEATS, RepairForm, begin_repair, repairing
from companion.views.at_table.reveal import (
    HandForm,
    HandView,
    RevealForm,
    entering,
    hand,
    own_hand,
    reveal,
)
from companion.views.at_table.slip_offers import turn_forgotten
from companion.views.at_table.table import ChipMove, table
from companion.views.at_table.tray import ticked_before_let_go
from companion.views.at_table.turns import turns
from companion.views.at_table.verdict import Aside, verdict, verdict_notes
from companion.views.blocks import Document

_EDGE, _MIDDLE, _POT_IN, _NAME_IN = 20, 41.0, 45, 60
"""The places of the pot and of the winner's name in the banner, in dp from its edge."""


@component
def RoundOver(
    session: Session, viewport: Viewport, message: Message, screen: Document, pot: int
) -> ft.Control:
    """Draw the end of a round, and move the chips of the pot to the winner where chips move."""
    page = render(Hands(session), screen, viewport, message)
    if not pot or viewport.large_text or not session.moves:
        return page
    edge = max(0.0, (viewport.width - (WIDE if viewport.two_columns else WIDEST)) / 2) + _EDGE
    spots = {None: (viewport.width - edge - _POT_IN, _MIDDLE), 0: (edge + _NAME_IN, _MIDDLE)}
    moves = chip_moves(1, [ChipMove(None, 0, pot)], spots)
    run = ft.SafeArea(ChipAnimation(moves, at_once=True), expand=True)
    return ft.Stack([page, run], expand=True)


@component
def NotesPage(
    session: Session,
    viewport: Viewport,
    message: Message,
    pointer: Pointer,
    begin: Form,
    view: Callable[[Form], tuple[Document, Iterable[NotedCard | AwaitedCard]]],
) -> ft.Control:
    """Draw a screen, with the menu of one of the cards that were noted or are asked for."""
    form, hands = use_form(session, begin)
    screen, cards = view(form)
    use_card_menu(session, pointer.menu, cards, viewport)
    return render(hands, screen, viewport, message)


def _form(
    stage: Stage,
    key: str,
    begin: Form,
    view: Callable[[Form], Document],
    submit: Submitted[Form] | None = None,
) -> ft.Control:
    """Return the screen of a form; another `key` begins another form."""
    return keyed(key, FormPage, stage.session, stage.viewport, stage.message, begin, view, submit)


def _shown(stage: Stage, shown: Document | ScreenForm, facts: Here) -> ft.Control:
    """Return the screen of a document, or of a state."""
    if isinstance(shown, Document):
        return _document(stage, shown)
    return _form(stage, shown.key, shown.begin, lambda state: state.view(facts))


def _document(stage: Stage, view: Document) -> ft.Control:
    return DocumentPage(stage.session, stage.viewport, stage.message, view)


def _referee_alone(stage: Stage, catalogue: Catalogue) -> ft.Control:
    begins = RefereeStart(Situation(catalogue.usual))
    return Referee(stage.session, begins, catalogue, stage.viewport)


ALONE: dict[str, Callable[[Stage, Catalogue], ft.Control]] = {
    "referee": _referee_alone,
}


def draw(stage: Stage, snapshot: Snapshot | None, catalogue: Catalogue) -> ft.Control:
    """Return the page of the screen, or home if there is no page or no series to show."""
    name, number = stage.screen.name, stage.screen.series
    if name in screens.ALONE:
        return _alone(stage, name)
    shown = number in {None, snapshot.number} if snapshot else False
    if snapshot and shown and name == "referee" and (stage.screen.at_table or number):
        return _referee(stage, snapshot, catalogue)
    if snapshot and shown and (name in _OF_A_SERIES or name in screens.OF_A_SERIES):
        seen = snapshot if name in OF_THE_OWNER else seen_by(snapshot, EVERYBODY)
        if name in screens.OF_A_SERIES:
            facts = stage.session.facts(stage.screen, seen)
            return _shown(stage, screens.OF_A_SERIES[name](facts), facts)
        return _OF_A_SERIES[name](stage, seen)
    return ALONE[name](stage, catalogue) if name in ALONE else _alone(stage, "")


def _alone(stage: Stage, name: str) -> ft.Control:
    """Return a screen without a series."""
    facts = stage.session.facts(stage.screen, None)
    return _shown(stage, screens.ALONE[name](facts), facts)


def _table(stage: Stage, snapshot: Snapshot) -> ft.Control:
    if snapshot.round.over:
        return _round_over(stage, snapshot)
    return TablePage(
        stage.session,
        table(snapshot, stage.session.words, stage.denied_of(snapshot, snapshot.round_number)),
        stage.viewport,
        stage.preferences,
        stage.message,
        stage.session.pointer,
        revision=snapshot.revision,
        steps=len(snapshot.log.steps),
    )


def _round_over(stage: Stage, snapshot: Snapshot) -> ft.Control:
    if not snapshot.round.over:
        return _table(stage, snapshot)
    screen = round_over(stage.session.facts(stage.screen, snapshot))
    pot = 0 if snapshot.round.void else pot_taken(snapshot.round)
    return RoundOver(stage.session, stage.viewport, stage.message, screen, pot)


def _seats(snapshot: Snapshot, number: int) -> str:
    """Return a key of the series, the round and its players, for forms that suit no other round."""
    players = snapshot.series.rounds[number - 1].setup.players
    return f"{snapshot.number}-{number}-{' '.join(players)}"


def _turns(stage: Stage, snapshot: Snapshot) -> ft.Control:
    number, words = stage.round_number(snapshot), stage.session.words
    return _document(stage, turns(snapshot, number, words, stage.denied_of(snapshot, number)))


def _due_seat(screen: Screen, snapshot: Snapshot) -> int:
    """Return the seat that the screen takes as due, counted from 1; 0 for another screen."""
    seats, number = len(snapshot.round.setup.players), screen.number or 0
    return number if screen.name == "forgotten" and number <= seats else 0


def _forgotten(stage: Stage, snapshot: Snapshot) -> ft.Control:
    due = _due_seat(stage.screen, snapshot)
    if not due:
        return _table(stage, snapshot)
    return _document(stage, turn_forgotten(snapshot, due - 1, stage.session.words))


def _verdict(stage: Stage, snapshot: Snapshot) -> ft.Control:
    number, turn = stage.round_number(snapshot), stage.screen.number or 0
    session, words = stage.session, stage.session.words
    answer = answered(snapshot, found_late(snapshot, words), words)
    aside = Aside(
        base=stage.screen.stack[1].path,
        answer=answer.says if answer and answer.concerns(number, turn) else "",
        was_ticked=ticked_before_let_go(snapshot, number, turn),
    )
    view = verdict(snapshot, number, turn, words, aside)
    if view is None:
        return _turns(stage, snapshot)
    notes = verdict_notes(snapshot.series, number, turn, words)
    asked = asked_in_play(snapshot.series, number, turn, words)
    cards: tuple[NotedCard | AwaitedCard, ...] = (*notes, *([asked] if asked else []))
    return NotesPage(
        session, stage.viewport, stage.message, session.pointer, None, lambda _: (view, cards)
    )


def _repair(stage: Stage, snapshot: Snapshot) -> ft.Control:
    """Return the repair of a round, at its seats or at the turn or slip in the route.

    A round that was entered by its result has no turns to repair.
    """
    stack, screen, number = stage.screen.stack, stage.screen, stage.round_number(snapshot)
    if snapshot.series.round(number).by_result and screen.name != SEATS:
        facts = stage.session.facts(stage.screen, snapshot)
        return _shown(stage, screens.OF_A_SERIES["result"](facts), facts)
    lists = {"turns", "forgotten", screen.name}
    below = next(place for place, layer in enumerate(stack) if layer.name in lists)
    wanted, due = screen.number or 0, _due_seat(screen.parent, snapshot)
    session, leave = stage.session, stack[below - 1].path
    view = partial(repairing, snapshot, session.watched.catalogue, session.words, leave)
    begin = begin_repair(snapshot, number, screen.name, wanted, due)
    key = f"{screen.name}-{snapshot.number}-{number}-{wanted}-{due}"
    return _form(stage, key, begin, view, _repair_round)


async def _repair_round(session: Session, form: RepairForm, leave: str) -> None:
    """Replace the recorded round by the repaired one, and leave the screen."""
    command = form.turns.at(form.seats).step
    if await session.ask(command, form.turns.seen, place="repair"):
        await session.go(leave)
        await session.show()


def _cards(stage: Stage, snapshot: Snapshot) -> ft.Control:
    number = stage.round_number(snapshot)
    view = partial(reveal, snapshot, number, stage.session.words)
    return _form(stage, f"cards-{snapshot.number}-{number}", RevealForm(), view)


def _hands(stage: Stage, snapshot: Snapshot) -> tuple[HandView, ...]:
    words, number = stage.session.words, snapshot.round_number
    seats = range(len(snapshot.round.setup.players))
    return tuple(hand(snapshot, number, seat, words) for seat in seats)


def _mine(stage: Stage, snapshot: Snapshot) -> ft.Control:
    """Return the page of the private hand of the player at this device.

    At a shared table this is the player whose seat the device has.
    """
    company, mine, players = snapshot.company, snapshot.mine, snapshot.round.setup.players
    player, words = company.seat if company else stage.session.player, stage.session.words
    seat = players.index(player) if player in players else None
    begin = HandForm(seat, PickedHand(mine.cards if mine else NO_CARDS))
    hands, kept, alone = _hands(stage, snapshot), mine is not None, company is not None
    view = partial(own_hand, hands, stage.preferences, words, kept=kept, alone=alone)
    return _form(stage, f"mine-{_seats(snapshot, snapshot.round_number)}", begin, view)


def _hand(stage: Stage, snapshot: Snapshot) -> ft.Control:
    """Return the page of a hand for the record; a hand in play at a shared table is private.

    The hand is that of the player in the route, counted from 1, or the first unknown one.
    """
    if snapshot.company and not snapshot.round.over:
        return _mine(stage, snapshot)
    hands, first, words = _hands(stage, snapshot), stage.screen.number, stage.session.words
    unknown = next((place for place, view in enumerate(hands) if not view.entered), 0)
    begin = HandForm(first - 1 if first and first <= len(hands) else unknown)
    return keyed(
        f"hand-{_seats(snapshot, snapshot.round_number)}",
        NotesPage,
        stage.session,
        stage.viewport,
        stage.message,
        stage.session.pointer,
        begin,
        lambda form: (entering(hands, words, form), hands[0].noted),
    )


def _referee(stage: Stage, snapshot: Snapshot, catalogue: Catalogue) -> ft.Control:
    """Return the referee of a round, at the turn in the route or else at the last pass."""
    session, number, turn = stage.session, stage.round_number(snapshot), stage.screen.number or 0
    begins = start_at(snapshot.series, number, session.words, turn)
    key = f"referee-{snapshot.number}-{number}-{turn}"
    return keyed(key, Referee, session, begins, catalogue, stage.viewport)


_OF_A_SERIES: dict[str, Callable[[Stage, Snapshot], ft.Control]] = {
    "table": _table,
    "over": _round_over,
    "turns": _turns,
    "forgotten": _forgotten,
    "repair": _repair,
    "slip": _repair,
    "seats": _repair,
    "verdict": _verdict,
    "cards": _cards,
    "hand": _hand,
    "mine": _mine,
}

_LIKE_THE_TABLE = {"table", "over", "next", "deal", "forgotten", "company"}
OF_THE_OWNER = frozenset({*_LIKE_THE_TABLE, "mine", "hand", "verdict"})
"""The screens that show a private hand, and those in whose place the table may show."""

PAGES = frozenset({*ALONE, *_OF_A_SERIES, *screens.ALONE, *screens.OF_A_SERIES})
"""The last word of every route with a page of its own, empty for home."""
