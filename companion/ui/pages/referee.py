"""The page of the referee, who judges a pass from the layout and a hand."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.cards import Rank
from companion.desk.archive import Catalogue
from companion.ui.acting import Hands, handler, use_form
from companion.ui.component import component, keyed, use_begun
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import Answer, icon_button, segmented
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import panel, title_size
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.cards import card_face as faces
from companion.ui.parts.cards.board import SUITS
from companion.ui.render import draw
from companion.ui.routes import Shape, Viewport
from companion.ui.session import Session
from companion.views import blocks as b
from companion.views.at_table import referee

_MARGINS, _GAP, _SIDE = 40, 20, 380
_GRID_WIDEST, _CARD_HIGHEST = 940, 108
_AROUND_IN_LOW = 190
"""The height above and below the cards on a phone on its side, in dp."""

_TITLE, _TITLE_IN_LOW, _HEADLINE, _MODES_BESIDE = 26, 20, 17, 336
"""The sizes of the title and the verdict, and the width of the modes beside a low title, in dp."""

_CARD_GAP, _PAD, _UPRIGHT = 4, 10, 1.42
_EDGE, _INSET = 3, 1.5
"""Free space above and below a column, and inside each touch target, in dp.

Touch targets in columns have no gaps, so that thirteen ranks fit on a phone.
"""
_STACKED = max(WIDEST, len(Rank) * (LEAST + _CARD_GAP) - _CARD_GAP + 2 * _PAD + _MARGINS)
"""The least width of a screen for all suits as rows, in dp."""
_SIGNS = {
    referee.Opinion.ASKING: ft.Icons.TOUCH_APP_OUTLINED,
    referee.Opinion.LEGAL: ft.Icons.CHECK_CIRCLE,
    referee.Opinion.ILLEGAL: ft.Icons.CANCEL,
    referee.Opinion.OPEN: ft.Icons.HELP,
}
_TONES = {
    referee.Opinion.ASKING: Tone.INK,
    referee.Opinion.LEGAL: Tone.GAIN,
    referee.Opinion.ILLEGAL: Tone.LOSS,
    referee.Opinion.OPEN: Tone.INK,
}


@dataclass(frozen=True, slots=True)
class _Screen:
    """The state of the page, and the receivers of its taps."""

    hands: Hands
    view: referee.RefereeView
    holding: bool
    viewport: Viewport

    def doing(self, step: str, *args: object) -> Tap:
        """Return a handler that changes the form by its method `step`."""
        return handler(self.hands, b.Edit(step, args), "")


@component
def Referee(
    session: Session, begins: referee.RefereeStart, catalogue: Catalogue, viewport: Viewport
) -> ft.Control:
    """Draw the page, which begins with the position of the table at its first drawing.

    The choice of rules includes those of the catalogue.
    """
    start = use_begun(lambda: begins)
    form, hands = use_form(session, referee.RefereeForm(start.position, start.holding))
    view = referee.referee(form, start, catalogue, session.words)
    shown = _Screen(hands, view, form.holding, viewport)
    say = session.words.say
    wide, low = viewport.shape is Shape.WIDE, viewport.shape is Shape.SIDE
    whole = not viewport.large_text
    size = title_size(_HEADLINE, viewport)
    verdict = _verdict(shown.view, brief=True, whole=whole, low=low, size=size)
    return frame(
        session,
        say("Was that pass legal?"),
        [[_side_by_side(shown)] if wide else _stacked(shown)],
        viewport,
        subtitle=view.about,
        largest_title=_TITLE_IN_LOW if low else _TITLE,
        beside=ft.Row([ft.Container(_modes(shown), width=_MODES_BESIDE), _clear(shown)], spacing=8)
        if low
        else _clear(shown),
        notices=[] if low else [_modes(shown)],
        actions=[] if wide else [verdict],
        widest=_wide_grid(viewport) + _GAP + _SIDE + _MARGINS if wide else _STACKED,
    )


def _stacked(shown: _Screen) -> list[ft.Control]:
    width = min(shown.viewport.width, _STACKED) - _MARGINS
    below = _reasons(shown.view) if shown.viewport.large_text else []
    panels = [*_costs(shown), *_quotes(shown), _rules(shown)]
    return [*_starters(shown), _grid(shown, width), *below, *panels]


def _side_by_side(shown: _Screen) -> ft.Control:
    width = _wide_grid(shown.viewport)
    verdict = panel([_verdict(shown.view, brief=False, whole=True)])
    answer = _column([verdict, *_costs(shown), *_quotes(shown)], expand=True)
    cards = _column([_grid(shown, width), *_starters(shown), _rules(shown)], width=width)
    return ft.Row([cards, answer], spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def _column(
    controls: list[ft.Control], *, width: float | None = None, expand: bool = False
) -> ft.Control:
    return ft.Column(
        controls,
        spacing=14,
        tight=True,
        width=width,
        expand=expand or None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _wide_grid(viewport: Viewport) -> float:
    return min(viewport.width - _MARGINS - _GAP - _SIDE, _GRID_WIDEST)


def _grid(shown: _Screen, width: float) -> ft.Control:
    view, viewport = shown.view, shown.viewport
    low = viewport.shape is Shape.SIDE
    highest = (viewport.height - _AROUND_IN_LOW) / len(view.rows) if low else _CARD_HIGHEST
    plan = _grid_plan(width, max(LEAST, highest), len(view.rows[0].spots))
    return _position_grid(
        shown.hands, view.rows, plan, holding=shown.holding, low_right=view.low_right
    )


def _modes(shown: _Screen) -> ft.Control:
    """Return the choice between placing cards on the table and in the hand."""
    view, holding = shown.view, shown.holding
    table, hand = shown.doing("turn_to", False), shown.doing("turn_to", True)
    return segmented(
        [
            Answer(view.table_says, "referee-table", table, not holding),
            Answer(view.hand_says, "referee-hand", hand, holding),
        ],
        stacked=shown.viewport.large_text,
    )


def _clear(shown: _Screen) -> ft.Control:
    return icon_button(
        ft.Icons.RESTART_ALT,
        shown.doing("clear"),
        identifier="referee-clear",
        label=shown.hands.session.words.say("Clear the table and the hand"),
    )


def _verdict(
    view: referee.RefereeView,
    *,
    brief: bool,
    whole: bool,
    low: bool = False,
    size: float = _HEADLINE,
) -> ft.Control:
    """Return the verdict, read aloud at each change.

    If `brief`, the costs are in the same line; if `whole`, the reason is below, on a `low` screen
    in the same line too. Costs and reasons are in the body where text is large.
    """
    tone = _TONES[view.opinion]
    title: list[ft.Control] = [text(view.headline, size=size, tone=tone, face=TEXT.bold)]
    because, *assumes = _reasons(view)
    title += [because] if whole and low else []
    if brief and whole and view.brief:
        title.append(text(view.brief, size=14, tone=Tone.MUTED, face=TEXT.medium))
    below = assumes if low else [because, *assumes]
    lines = ft.Column(
        [ft.Row(title, spacing=8, run_spacing=0, wrap=True), *(below if whole else [])],
        spacing=4,
        tight=True,
        expand=True,
    )
    answer = ft.Row(
        [ft.Icon(_SIGNS[view.opinion], size=30, color=tone), lines],
        spacing=14,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Container(named("referee-verdict", answer, live=True), expand=brief or None)


def _reasons(view: referee.RefereeView) -> list[ft.Control]:
    """Return the reason of the verdict, and what the verdict takes for granted, if anything."""
    because = text(view.because, size=15, leading=1.35)
    if not view.assumes:
        return [because]
    assumes = text(view.assumes, size=14, tone=Tone.MUTED, leading=1.3)
    return [because, named("referee-assumes", assumes)]


def _starters(shown: _Screen) -> list[ft.Control]:
    """Return the choice of the opening rank, under rules where the first card decides."""
    choice, say = b.Choice(shown.view.starters, scrolls=True), shown.hands.session.words.say
    panel = b.Panel((choice,), say("The first card played was a"), key="opened")
    return _drawn_panels(shown, *([panel] if choice.answers else []))


def _costs(shown: _Screen) -> list[ft.Control]:
    """Return the panel of the costs of the pass."""
    view, say = shown.view, shown.hands.session.words.say
    total = b.Row(say("Together"), value=b.Text(str(view.total), "referee-total"))
    rows = b.List((*view.costs, total))
    panel = b.Panel((rows,), say("What it costs"), say("in chips"), key="costs")
    return _drawn_panels(shown, *([panel] if view.costs else []))


def _rules(shown: _Screen) -> ft.Control:
    return draw(shown.hands, shown.view.rules, shown.viewport)


def _quotes(shown: _Screen) -> list[ft.Control]:
    """Return the panel of the rules that decide."""
    return _drawn_panels(shown, *shown.view.quotes)


def _drawn_panels(shown: _Screen, *shown_panels: b.Panel) -> list[ft.Control]:
    return [draw(shown.hands, panel, shown.viewport) for panel in shown_panels]


@dataclass(frozen=True, slots=True)
class _GridPlan:
    """The size of a touch target, and the direction of the suits."""

    card: faces.CardSize
    as_rows: bool

    @property
    def face(self) -> faces.CardSize:
        """The size of a card in its touch target."""
        low = 0 if self.as_rows else 2 * _INSET
        return faces.CardSize(self.card.width, self.card.height - low)


def _rows_from(ranks: int) -> float:
    """Return the least width for suits of so many ranks as rows, in dp."""
    return ranks * LEAST + (ranks - 1) * _CARD_GAP + 2 * _PAD


def _grid_plan(width: float, highest: float, ranks: int) -> _GridPlan:
    """Return the plan for a grid of that width; cards in rows are at most `highest` dp high."""
    as_rows = width >= _rows_from(ranks)
    across = ranks if as_rows else SUITS
    wide = (width - 2 * _PAD - (across - 1) * _CARD_GAP) / across
    return _GridPlan(
        faces.CardSize(wide, min(wide * _UPRIGHT, highest) if as_rows else LEAST), as_rows
    )


def _position_grid(
    hands: Hands,
    rows: Sequence[referee.SpotRow],
    plan: _GridPlan,
    *,
    holding: bool,
    low_right: bool,
) -> ft.Control:
    """Build the grid; a tap lays a card on the table, or with `holding` puts it in the hand."""

    def cells(spots: Sequence[referee.Spot]) -> list[ft.Control]:
        return [
            keyed(spot.face.code, CardTarget, hands, spot, plan, holding=holding) for spot in spots
        ]

    step = -1 if low_right or not plan.as_rows else 1
    line, gap = (ft.Row, _CARD_GAP) if plan.as_rows else (ft.Column, 0)
    lines: list[ft.Control] = [
        line(cells(row.spots[::step]), spacing=gap, key=row.suit) for row in rows
    ]
    laid = (
        ft.Column(lines, spacing=_CARD_GAP, tight=True)
        if plan.as_rows
        else ft.Row(lines, spacing=_CARD_GAP, vertical_alignment=ft.CrossAxisAlignment.START)
    )
    return ft.Container(
        laid,
        padding=ft.Padding.symmetric(horizontal=_PAD, vertical=_PAD if plan.as_rows else _EDGE),
        border_radius=20,
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.2),
    )


@component
def CardTarget(hands: Hands, spot: referee.Spot, plan: _GridPlan, *, holding: bool) -> ft.Control:
    """Draw a card of the grid as a touch target."""
    size, name = plan.card, f"referee-{spot.face.code}"
    return touchable(
        _drawn(spot, plan.face),
        handler(hands, b.Edit("hold" if holding else "lay", (spot.card,)), name),
        identifier=name,
        label=spot.hold_says if holding else spot.lay_says,
        selected=spot.state
        in {referee.SpotState.LAID, referee.SpotState.HELD, referee.SpotState.COULD},
        radius=size.radius,
        width=size.width,
        height=size.height,
        ink=Tone.BRASS,
    )


def _drawn(spot: referee.Spot, size: faces.CardSize) -> ft.Control:
    match spot.state:
        case referee.SpotState.LAID:
            return faces.card_face(spot.face, size)
        case referee.SpotState.PLAYABLE:
            return faces.card_outline(spot.face, size)
        case referee.SpotState.HELD | referee.SpotState.COULD:
            return _in_hand(spot, size)
        case referee.SpotState.FREE:
            sign = f"{spot.face.rank}{faces.SUIT_SIGNS[spot.face.suit]}"
            return ft.Container(
                faces.card_label(sign, size, 15, TEXT.medium),
                width=size.width,
                height=size.height,
                border_radius=size.radius,
                border=ft.Border.all(1, ft.Colors.with_opacity(0.7, Tone.SLOT)),
            )


def _in_hand(spot: referee.Spot, size: faces.CardSize) -> ft.Control:
    """Draw a card with a hand on it; the rim is red if the card could be played."""
    could = spot.state is referee.SpotState.COULD
    hand = ft.Icon(ft.Icons.BACK_HAND, size=13, color=Tone.SPADES)
    return ft.Stack(
        [
            faces.card_face(spot.face, size, newest=not could, marked=could),
            ft.Container(hand, right=5, top=5),
        ],
        width=size.width,
        height=size.height,
    )
