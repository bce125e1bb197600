"""Pages of the routes, drawn from the table and the archive."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import flet as ft

from companion.core.objections import Objection, Why
from companion.core.steps import Redealt, Renamed
from companion.desk.archive import Catalogue
from companion.desk.commands import redeal
from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.scratch import SCRATCH
from companion.desk.table import Snapshot
from companion.forms.seating import (
    ListForm,
    ListState,
    RulesForm,
    SeatsForm,
    dealt_seats,
    next_seats,
    read_draft,
)
from companion.screens import table as screens
from companion.screens.backups import reminder
from companion.screens.kit import Form as ScreenForm
from companion.screens.kit import Here
from companion.screens.routes import table_path
from companion.ui.acting import (
    Form,
    Hands,
    Submitted,
)
from companion.ui.component import component, keyed
from companion.ui.pages.table import TablePage
from companion.ui.parts.basics.frames import WIDEST
from companion.ui.parts.basics.panels import WIDE
from companion.ui.parts.picture import send_picture
from companion.ui.parts.table.controls import ChipAnimation, chip_moves
from companion.ui.render import DocumentPage, FormPage, render
from companion.ui.routes import Viewport
from companion.ui.session import Session, Stage, start_series
from companion.ui.shown import Message
from companion.views.at_table.table import ChipMove, table
from companion.views.blocks import Document
from companion.views.of_series.exports import PictureForm, picture, picture_page
from companion.views.of_series.round_over import pot_taken, round_over
from companion.views.of_series.series import Around, SeriesForm, series
from companion.views.setting_up.deal import new_series, next_deal, next_round, series_name
from companion.views.setting_up.rules import how_to_play, rules_page, usual_rules

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


def _of_device(stage: Stage, catalogue: Catalogue) -> Catalogue:
    return replace(catalogue, played=stage.preferences.played)


def _new(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session, of_device = stage.session, _of_device(stage, catalogue)
    begin = read_draft(session.device.draft, catalogue.usual)
    view = partial(new_series, of_device, session.archive.today, session.words)
    return _form(stage, "new", begin, view, _start)


async def _start(session: Session, form: SeatsForm) -> None:
    """Begin the series of the form."""
    entries, today = session.archive.catalogue.entries, session.archive.today
    name = series_name(form, entries, today, session.words)
    names = [player.name for player in form.players]
    await start_series(session, name, names, form.dealer_seat, form.rules)


def _how(stage: Stage, catalogue: Catalogue) -> ft.Control:
    """Return how to play by the usual rules, opened at the rule in the route."""
    words, number = stage.session.words, stage.screen.number
    return _document(stage, how_to_play(catalogue.usual, catalogue.saved, words, number))


def _usual(stage: Stage, catalogue: Catalogue) -> ft.Control:
    usual, saved, words = catalogue.usual, catalogue.saved, stage.session.words
    begin = ListForm(ListState(unfolded=True))
    return _form(stage, "usual", begin, partial(usual_rules, usual, saved, words))


ALONE: dict[str, Callable[[Stage, Catalogue], ft.Control]] = {
    "new": _new,
    "usual": _usual,
    "how": _how,
}


def draw(stage: Stage, snapshot: Snapshot | None, catalogue: Catalogue) -> ft.Control:
    """Return the page of the screen, or home if there is no page or no series to show."""
    name, number = stage.screen.name, stage.screen.series
    if name in screens.ALONE:
        return _alone(stage, name)
    shown = number in {None, snapshot.number} if snapshot else False
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
    words, entries = stage.session.words, stage.session.watched.catalogue.entries
    remind = reminder(snapshot, entries, stage.keeping, words)
    screen = round_over(snapshot, words, remind)
    pot = 0 if snapshot.round.void else pot_taken(snapshot.round)
    return RoundOver(stage.session, stage.viewport, stage.message, screen, pot)


def _seats(snapshot: Snapshot, number: int) -> str:
    """Return a key of the series, the round and its players, for forms that suit no other round."""
    players = snapshot.series.rounds[number - 1].setup.players
    return f"{snapshot.number}-{number}-{' '.join(players)}"


def _next_round(stage: Stage, snapshot: Snapshot) -> ft.Control:
    """Return the page between two rounds, or the table after the first event of the round."""
    over = snapshot.round.over
    if not over and not snapshot.round.untouched:
        return _table(stage, snapshot)
    session, log = stage.session, snapshot.log
    begin = next_seats(log.series) if over else dealt_seats(log.series)
    view = partial(next_round, log, session.watched.catalogue, session.words)
    key = f"next-{over}-{_seats(snapshot, snapshot.round_number)}"
    return _form(stage, key, begin, view, _deal)


async def _deal(session: Session, form: SeatsForm, anew: bool, number: int) -> None:  # noqa: FBT001
    """Deal after round `number`, or set it up anew, and go to the table."""
    snapshot = session.watched.snapshot
    assert snapshot
    if (not snapshot.round.over, snapshot.round_number) != (anew, number):
        session.refuse(Objection(Why.QUICKER))
        return
    step = next_deal(form, snapshot.log)
    dealing = redeal(step.setup, step.joined) if isinstance(step, Redealt) else step
    await session.ask(dealing, place="deal", then=table_path(snapshot.number))


def _rules(stage: Stage, snapshot: Snapshot) -> ft.Control:
    """Return the rules of the series; at a rule in the route those of the round below."""
    session, rules = stage.session, snapshot.series.latest_rules
    if (number := stage.screen.number) is not None:
        of_round = snapshot.series.round(stage.round_number(snapshot)).setup.rules
        return _document(stage, how_to_play(of_round, (), session.words, number, usual=False))
    pending, saved = snapshot.series.planned or rules, session.watched.catalogue.saved
    view = partial(rules_page, rules, pending, saved, session.words)
    return _form(stage, f"rules-{snapshot.number}", RulesForm(), view)


def _series(stage: Stage, snapshot: Snapshot) -> ft.Control:
    session, catalogue = stage.session, stage.session.watched.catalogue
    remind = reminder(snapshot, catalogue.entries, stage.keeping, session.words)
    shares = session.archive.room is not None
    around = Around(catalogue, session.archive.today, remind, stage.screen.at_table, shares)
    view = partial(series, snapshot, around, session.words)
    return _form(stage, f"series-{snapshot.number}", SeriesForm(), view, _rename)


async def _rename(session: Session, form: SeriesForm) -> None:
    """Rename the series as written."""
    await session.ask(Renamed(form.written or ""), place="rename")


def _picture(stage: Stage, snapshot: Snapshot) -> ft.Control:
    session, view = stage.session, picture(snapshot, stage.session.words)
    dark = stage.preferences.dark(device=session.device.dark)
    show = partial(picture_page, view, session.words)
    return _form(stage, f"picture-{snapshot.number}", PictureForm(dark), show, send_picture)


_OF_A_SERIES: dict[str, Callable[[Stage, Snapshot], ft.Control]] = {
    "table": _table,
    "referee": _table,
    "over": _round_over,
    "next": _next_round,
    "deal": _next_round,
    "rules": _rules,
    "series": _series,
    "picture": _picture,
}

_LIKE_THE_TABLE = {"table", "referee", "over", "next", "deal", "forgotten", "company"}
OF_THE_OWNER = frozenset({*_LIKE_THE_TABLE, "mine", "hand", "verdict"})
"""The screens that show a private hand, and those in whose place the table may show."""

PAGES = frozenset({*ALONE, *_OF_A_SERIES, *screens.ALONE, *screens.OF_A_SERIES})
"""The last word of every route with a page of its own, empty for home."""
