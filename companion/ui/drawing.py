"""Pages of the routes, drawn from the table and the archive."""

from collections.abc import Callable, Mapping

import flet as ft

from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.scratch import SCRATCH
from companion.desk.table import Snapshot
from companion.screens import index as screens
from companion.screens.blocks import Document
from companion.screens.kit import Form, ScreenFacts
from companion.screens.round_over import round_over
from companion.screens.routes import Screen
from companion.screens.speech import copy_words
from companion.screens.table import table
from companion.ui.component import keyed
from companion.ui.pages.table import TablePage
from companion.ui.parts.table.plan import plan_of
from companion.ui.render import DocumentPage, FormPage
from companion.ui.session import Session


def draw(session: Session, screen: Screen, snapshot: Snapshot | None) -> ft.Control:
    """Return the page of the screen, or home if there is no page or no series to show."""
    name = screen.name
    number = screen.series
    shown = snapshot is not None and number in {None, snapshot.number}
    if snapshot and shown and name in PAGES - screens.ALONE.keys():
        round_ = snapshot.round
        if name in _BETWEEN_ROUNDS and not round_.over and not round_.untouched:
            name = "table"
        seen = snapshot if name in OF_THE_OWNER else seen_by(snapshot, EVERYBODY)
        facts = session.facts_of(screen, seen)
        if name in _PAGES:
            return _PAGES[name](session, facts)
        return _page(session, screens.OF_A_SERIES[name](facts), facts)
    alone = screens.ALONE.get(name, screens.ALONE[""])
    facts = session.facts_of(screen, None)
    return _page(session, alone(facts), facts)


def _page(session: Session, shown: Document | Form, facts: ScreenFacts) -> ft.Control:
    """Return the page of a document, or of a form."""
    device = session.shown
    pointer = session.pointer
    if isinstance(shown, Document):
        return DocumentPage(session, device.viewport, device.notice, pointer, shown)
    at = device.viewport, device.notice, pointer
    return keyed("form", FormPage, session, *at, shown, facts)


def _table(session: Session, facts: ScreenFacts) -> ft.Control:
    """Return the table, or the end of its round."""
    night = facts.night
    copy = copy_words(facts.catalogue, night.number, facts.words)
    device = session.shown
    if night.round.over and night.number != SCRATCH:
        return _page(session, round_over(facts), facts)
    view = table(night, facts.words, copy)
    plan = plan_of(view, device.viewport, facts.preferences)
    return TablePage(session, facts, view, plan, device.notice, session.pointer)


_PAGES: Mapping[str, Callable[[Session, ScreenFacts], ft.Control]] = {
    "table": _table,
    "referee": _table,
    "over": _table,
}
"""The screens that are more than a document, by the last word of their route."""
_BETWEEN_ROUNDS = frozenset({"next", "deal"})
"""The screens before the first turn of a round, in whose place the table shows later."""
_LIKE_THE_TABLE = {"table", "referee", "over", "next", "deal", "company"}
OF_THE_OWNER = frozenset({*_LIKE_THE_TABLE, "mine", "hand", "verdict"})
"""The screens that show a private hand, and those in whose place the table may show."""

PAGES = frozenset({*_PAGES, *screens.ALONE, *screens.OF_A_SERIES})
"""The last word of every route with a page of its own, empty for home."""
