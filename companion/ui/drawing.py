"""Pages of the routes, drawn from the table and the archive."""

from collections.abc import Callable

import flet as ft

from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.scratch import SCRATCH
from companion.desk.table import Snapshot
from companion.screens import index as screens
from companion.screens.blocks import Document
from companion.screens.kit import Form as ScreenForm
from companion.screens.kit import Here
from companion.screens.round_over import pot_taken, round_over
from companion.screens.table import ChipMove, table
from companion.ui.acting import (
    Form,
    Hands,
    Submitted,
)
from companion.ui.component import component, keyed
from companion.ui.pages.table import TablePage
from companion.ui.parts.basics.frames import WIDEST
from companion.ui.parts.basics.panels import WIDE
from companion.ui.parts.table.controls import ChipAnimation, chip_moves
from companion.ui.render import DocumentPage, FormPage, render
from companion.ui.routes import Viewport
from companion.ui.session import Session, Stage
from companion.ui.shown import Message

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


def _form(
    stage: Stage,
    key: str,
    begin: Form,
    view: Callable[[Form], Document],
    submit: Submitted[Form] | None = None,
) -> ft.Control:
    """Return the screen of a form; another `key` begins another form."""
    return keyed(
        key,
        FormPage,
        stage.session,
        stage.viewport,
        stage.message,
        stage.session.pointer,
        begin,
        view,
        submit,
    )


def _shown(stage: Stage, shown: Document | ScreenForm, facts: Here) -> ft.Control:
    """Return the screen of a document, or of a state."""
    if isinstance(shown, Document):
        return _document(stage, shown)
    return _form(stage, shown.key, shown.begin, lambda state: state.view(facts))


def _document(stage: Stage, view: Document) -> ft.Control:
    return DocumentPage(stage.session, stage.viewport, stage.message, stage.session.pointer, view)


def draw(stage: Stage, snapshot: Snapshot | None) -> ft.Control:
    """Return the page of the screen, or home if there is no page or no series to show."""
    name, number = stage.screen.name, stage.screen.series
    if name in screens.ALONE:
        return _alone(stage, name)
    shown = number in {None, snapshot.number} if snapshot else False
    if snapshot and shown and (name in _OF_A_SERIES or name in screens.OF_A_SERIES):
        round_ = snapshot.round
        if name in _BETWEEN_ROUNDS and not round_.over and not round_.untouched:
            return _table(stage, snapshot)
        seen = snapshot if name in OF_THE_OWNER else seen_by(snapshot, EVERYBODY)
        if name in screens.OF_A_SERIES:
            facts = stage.session.facts(stage.screen, seen)
            return _shown(stage, screens.OF_A_SERIES[name](facts), facts)
        return _OF_A_SERIES[name](stage, seen)
    return _alone(stage, "")


def _alone(stage: Stage, name: str) -> ft.Control:
    """Return a screen without a series."""
    facts = stage.session.facts(stage.screen, None)
    return _shown(stage, screens.ALONE[name](facts), facts)


def _table(stage: Stage, snapshot: Snapshot) -> ft.Control:
    if snapshot.round.over and snapshot.number != SCRATCH:
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


_OF_A_SERIES: dict[str, Callable[[Stage, Snapshot], ft.Control]] = {
    "table": _table,
    "referee": _table,
    "over": _round_over,
}

_BETWEEN_ROUNDS = frozenset({"next", "deal"})
"""The screens before the first turn of a round, in whose place the table shows later."""
_LIKE_THE_TABLE = {"table", "referee", "over", "next", "deal", "forgotten", "company"}
OF_THE_OWNER = frozenset({*_LIKE_THE_TABLE, "mine", "hand", "verdict"})
"""The screens that show a private hand, and those in whose place the table may show."""

PAGES = frozenset({*_OF_A_SERIES, *screens.ALONE, *screens.OF_A_SERIES})
"""The last word of every route with a page of its own, empty for home."""
