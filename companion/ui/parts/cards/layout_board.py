"""The layout on its mat: cards and empty cells.

A suit is a strip of equal cells, which the client makes as large as there is room. A card lies in
the first cell of its strip, moved by as many times its own size as its cell is further; so it
slides, and nobody has to know how large it is.
"""

from collections.abc import Sequence

import flet as ft

from companion.core.cards import card
from companion.desk.commands import play
from companion.screens.board import (
    Slot,
    SlotState,
    SuitRow,
    board_rows,
    laying_menu,
    tell_card,
)
from companion.ui.component import Controls, component, keyed
from companion.ui.looks import Tone
from companion.ui.parts.basics.panels import in_rows
from companion.ui.parts.basics.text import plate, silent, text
from companion.ui.parts.basics.touch import LEAST, repaint_boundary, ring, ring_theme
from companion.ui.parts.cards import board as boards
from companion.ui.parts.cards import card_face as faces
from companion.ui.session import Session
from companion.ui.shown import WatchedValues

_SLIDE_MILLISECONDS = 170
_AROUND = 3
"""The free space around a card in its cell, in dp."""
_WIDEST = 3.2
_HIGHEST = 4.2
"""The greatest size of a cell, in heights of its signs."""
_CHOSEN = faces.Signs(17, flat=True)
"""The signs of a card to choose."""
_FILLS = ft.CrossAxisAlignment.STRETCH
_CENTER = ft.MainAxisAlignment.CENTER


@component
def LayoutBoard(  # noqa: PLR0913 - what is drawn, and how
    session: Session,
    watched: WatchedValues,
    seen: Sequence[SuitRow],
    board: boards.Board,
    signs: faces.Signs,
    *,
    moves: bool,
    height: float | None,
) -> ft.Control:
    """Draw the four suits of the watched snapshot.

    The empty cells are those of the rows that the page has `seen`. A cell has a `height` where the
    board has no end, in a column that scrolls.
    """
    if watched.snapshot is None:
        return ft.Container()
    rows = board_rows(watched.snapshot, session.words)
    side = board.side
    strips = [
        keyed(row.suit, Strip, session, row, empty, board, signs, moves=moves)
        for _, row, empty in sorted(
            (suit, row, empty)
            for (suit, row), empty in zip(boards.in_places(rows, board), seen, strict=True)
        )
    ]
    if side.turned:
        strips.reverse()
    across, down = (boards.SUITS, board.cells) if side.columns else (board.cells, boards.SUITS)
    shown = ft.Container(
        _line(strips, across=side.columns),
        width=across * _WIDEST * signs.size,
        height=down * (height or _HIGHEST * signs.size),
        theme=ring_theme(),
    )
    if height:
        return shown
    shown.expand = shown.expand_loose = True
    return ft.Column([shown], spacing=0, alignment=_CENTER, expand=True)


@component
def Strip(
    session: Session,
    row: SuitRow,
    seen: SuitRow,
    board: boards.Board,
    signs: faces.Signs,
    *,
    moves: bool,
) -> ft.Control:
    """Draw the cells of a suit, and its cards upon them."""
    cards = [
        keyed(card.code, Placed, session, card, board, signs, moves=moves)
        for card in boards.suit_cards(row, board)
    ]
    cells = keyed("cells", Cells, session, seen, board)
    return ft.Stack(
        [cells, *cards],
        fit=ft.StackFit.EXPAND,
        clip_behavior=ft.ClipBehavior.NONE,
        expand=True,
    )


def _line(shares: Controls, *, across: bool) -> ft.Control:
    """Arrange controls that share all of the room, side by side or one below the other."""
    if across:
        return ft.Row(shares, spacing=0, vertical_alignment=_FILLS)
    return ft.Column(shares, spacing=0, horizontal_alignment=_FILLS)


@component
def Cells(session: Session, row: SuitRow, board: boards.Board) -> ft.Control:
    """Draw the cells of a suit; a tap on one whose card cannot be laid now tells why."""
    closed = boards.closed_cells(row, board)
    shut = session.words.say("closed")
    waiting = boards.waiting_cards(row, board)
    taken = {card.cell for card in boards.suit_cards(row, board)}
    cells: Controls = []
    for cell in range(board.cells):
        rank = row.slots[cell].face.rank if board.spread and cell not in taken else ""
        shown: ft.Control = ft.Container()
        if cell not in taken:  # outlines are slow to draw, and none shows below a card
            shown = faces.card_place(rank, shut if cell in closed else "")
        if slot := waiting.get(cell):
            place = f"{row.suit} {cell}"
            touched = ft.Container(
                shown,
                bgcolor=ft.Colors.TRANSPARENT,  # without a colour the place would feel no touch
                on_click=session.tap(_tell, session, slot, place),
            )
            shown = ft.Semantics(
                content=silent(touched),
                identifier=f"why-not-{slot.face.code}",
                label=slot.says,
                container=True,
            )
        cells.append(ft.Container(shown, padding=_AROUND, expand=True))
    shown = _line(cells[:: -1 if board.side.low_last else 1], across=not board.side.columns)
    return repaint_boundary(shown)


@component
def Placed(
    session: Session,
    position: boards.CardPosition,
    board: boards.Board,
    signs: faces.Signs,
    *,
    moves: bool,
) -> ft.Control:
    """Draw a card in its cell, offered or laid; it slides because it keeps its key.

    A tap on an offered card is the whole turn, a tap on a laid one tells who laid it.
    """
    slot = position.slot
    along = board.along(position.cell)
    place = f"{slot.face.suit} {position.cell}"
    if slot.state is SlotState.PLAYABLE:
        shown = playable(session, slot, place, signs)
    else:
        # Covered cards are silent and feel no tap.
        tell = session.tap(_tell, session, slot, place)
        touched = faces.card_face(slot.face, signs, newest=slot.newest)
        touched.on_click = None if position.covered else tell
        face = ft.Semantics(
            content=touched, identifier=f"card-{position.code}", label=slot.says, container=True
        )
        shown = ft.Semantics(content=face, exclude_semantics=position.covered)
    # By the key a card that is laid is a new control: browsers lose the identifier of a button
    # that becomes none.
    shown.key = slot.state.value
    animation = ft.Animation(_SLIDE_MILLISECONDS, ft.AnimationCurve.EASE_OUT) if moves else None
    cell = ft.Container(
        repaint_boundary(shown),
        padding=_AROUND,
        expand=True,
        offset=ft.Offset(0, along) if board.side.columns else ft.Offset(along, 0),
        animate_offset=animation,
    )
    # An empty container would feel the touches on cards that were moved over it.
    rest = ft.Stack(expand=board.cells - 1)
    return _line([cell, rest], across=not board.side.columns)


async def _tell(session: Session, slot: Slot, place: str) -> None:
    """Tell who laid the card and when, or what it waits for."""
    seen = session.watched.snapshot
    if seen is None or slot.state is not SlotState.LAID:
        await session.explain(slot.says, place)
        return
    story = tell_card(seen, card(slot.face.code), session.words)
    await session.explain(story.says, place, story.repair)


def playable(session: Session, slot: Slot, place: str, signs: faces.Signs) -> ft.Control:
    """Build a playable card; one tap on it is the whole turn.

    `place` is its place on the screen. The focus ring shows only under the `ring_theme`. A card
    that this phone does not lay is faint, and a tap explains why.
    """
    on_tap = session.tap(lay, session, slot, place)
    outline = faces.card_outline(
        slot.face, signs, noted=slot.noted, faint=bool(slot.barred), yours=slot.yours
    )
    kind = "why-not" if slot.barred else "noted" if slot.noted else "play"
    touched = ft.Container(outline, on_click=on_tap)
    return ft.Semantics(
        content=ft.Stack(
            [ring(on_tap, faces.RADIUS), silent(touched)],
            fit=ft.StackFit.EXPAND,
            clip_behavior=ft.ClipBehavior.NONE,
        ),
        identifier=f"{kind}-{slot.face.code}",
        label=slot.says,
        button=True,
        container=True,
    )


async def lay(session: Session, slot: Slot, place: str) -> None:
    """Lay the card by a tap on that place; ask first if it was noted for another player.

    The focus moves to the player who is due next.
    """
    if slot.barred:
        session.tell(slot.barred)
    elif slot.noted:
        session.pointer.menu = laying_menu(slot.face.code)
    elif await session.lay(play(card(slot.face.code)), place):
        # The tapped card is gone, and the focus that it had would fall to any other button.
        await session.focus_turn()


def mat(content: ft.Control, *, fills: bool) -> ft.Control:
    """Put the content in the middle of a mat that `fills` the room or is as high as the content."""
    return plate(
        content,
        bgcolor=Tone.FELT,
        border_radius=20,
        alignment=ft.Alignment.CENTER,
        padding=5,
        margin=ft.Margin.symmetric(horizontal=6),
        expand=fills or None,
    )


def captions(
    higher: str, starters: str, lower: str, board: boards.Board, signs: faces.Signs
) -> ft.Control:
    """Draw the small words over the columns."""
    cells: Controls = [
        ft.Container(
            text(words.upper(), size=11, tone=Tone.FELT_MUTED, spacing=1.1, lines=1),
            alignment=ft.Alignment.CENTER,
            expand=columns,
        )
        for words, columns in ((lower, 2), (starters, 1), (higher, 2))
    ]
    row = ft.Row(cells[:: -1 if board.side.low_last else 1], spacing=0)
    return ft.Container(row, width=board.cells * _WIDEST * signs.size)


CHOOSER_COLUMNS = 7
_MOST = 3
"""The greatest number of openers that a suit shows in its row; more need the chooser."""


def choosing(rows: Sequence[SuitRow], board: boards.Board) -> bool:
    """Return whether more cards may open a suit than the piles of the board can show."""
    return not board.spread and any(len(row.openers) > _MOST for row in rows)


def chooser(session: Session, rows: Sequence[SuitRow], side: boards.Side) -> ft.Control:
    """Build rows of all cards that may open, suit by suit."""
    lines: Controls = []
    for row in rows:
        cards = [
            ft.Container(
                playable(session, slot, slot.face.code, _CHOSEN),
                expand=True,
                height=LEAST,
            )
            for slot in row.openers[:: -1 if side.low_last else 1]
        ]
        lines += [
            ft.Row([*line], spacing=2, key=f"{row.suit}-{number}")
            for number, line in enumerate(in_rows(cards, CHOOSER_COLUMNS))
        ]
    return ft.Container(ft.Column(lines, spacing=2, tight=True), width=460, theme=ring_theme())
