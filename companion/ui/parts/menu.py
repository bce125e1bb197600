"""The menu over a screen, a dialog of actions."""

import flet as ft

from companion.screens import blocks as b
from companion.screens.speech import explained
from companion.ui.acting import Taps, perform
from companion.ui.component import Controls
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.frames import use_dialog
from companion.ui.parts.basics.panels import in_rows, stretched
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.targets import sign_of
from companion.ui.routes import Shape, Viewport

_WIDEST = 300
_BESIDE = 40
_EDGE = 20
"""The greatest width of a column, and the space beside the dialog and inside of it, in dp."""
_ABOVE = {True: 8, False: 24}
"""The space above the dialog, on a low screen or not, in dp."""


def use_menu(taps: Taps, menu: b.Menu | None, viewport: Viewport) -> None:
    """Show the menu, if there is one; a tap beside it, Escape or the cross closes it."""
    low = viewport.shape is Shape.SIDE
    dialog = _dialog(taps, menu, low=low, large=viewport.large_text) if menu else None
    use_dialog(taps.session, dialog, taps.session.pointer.close)


def _dialog(taps: Taps, menu: b.Menu, *, low: bool, large: bool) -> ft.AlertDialog:
    session = taps.session

    async def closed() -> None:
        session.pointer.close()
        act = session.after_menu
        session.after_menu = None
        if act:
            await act()

    columns = 2 if low else 1
    cross = icon_button(
        ft.Icons.CLOSE,
        session.pointer.close,
        identifier="menu-close",
        label=session.words.say("Close"),
    )
    title = heading(menu.title, size=13 if large else 20, tone=Tone.INK)
    lines: Controls = [
        ft.Row([ft.Container(title, expand=True), cross], spacing=8),
        *(
            ft.Row([_line(taps, action, large=large) for action in row], spacing=0, key=row[0].id)
            for row in in_rows(menu.actions, columns)
        ),
    ]
    if menu.remark:
        remark = text(menu.remark, size=13, tone=Tone.MUTED)
        lines.append(ft.Container(remark, padding=ft.Padding.only(top=8)))
    return ft.AlertDialog(
        bgcolor=Tone.PANEL,
        scrollable=True,
        content=ft.Container(stretched(lines, spacing=0), width=columns * _WIDEST),
        content_padding=_EDGE,
        actions_padding=0,
        inset_padding=ft.Padding.symmetric(horizontal=_BESIDE, vertical=_ABOVE[low]),
        on_dismiss=session.tap(closed),
    )


def _line(taps: Taps, action: b.Action, *, large: bool) -> ft.Control:
    """Draw an action, without its sign where text is large."""
    ink = Tone.INK if action.intent else ft.Colors.with_opacity(0.45, Tone.INK)
    words: Controls = [text(action.says, size=15.5, tone=ink, face=TEXT.medium)]
    if action.beneath:
        words.append(text(action.beneath, size=12.5, tone=Tone.MUTED))
    signs: Controls = [strut()]
    if action.icon and not large:
        signs.append(ft.Icon(sign_of(action.icon), size=21, color=ink))
    column = ft.Column(words, spacing=1, tight=True, expand=True)
    return touchable(
        ft.Row([*signs, column], spacing=12 if len(signs) > 1 else 0),
        _closing(taps, action),
        identifier=action.id,
        label=explained(action.says, action.beneath, taps.session.words),
        radius=12,
        align=None,
        expand=True,
    )


def _closing(taps: Taps, action: b.Action) -> Tap | None:
    """Return the handler of an action, which acts once the menu is closed.

    A screen that opens on top of a closing menu would keep the menu open. A step is based on the
    snapshot at the time of the tap, because others may change the table while the menu closes.
    """
    session = taps.session
    intent = action.intent
    if intent is None:
        return None

    async def close() -> None:
        seen = session.watched.snapshot
        session.after_menu = lambda: perform(taps, intent, action.id, seen)
        session.pointer.close()

    return session.tap(close)
