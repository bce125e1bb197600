"""How a device shows everything, as its person prefers: its theme, its language, its layout."""

from __future__ import annotations

from collections.abc import Callable

from companion.preferences import Preferences
from companion.ui.looks import theme
from companion.ui.session import Session


async def prefer(session: Session, preferences: Preferences) -> None:
    """Show everything on this device like that, now and the next time."""
    before = _look(session)
    session.shown.preferences = preferences
    if before != _look(session):
        apply_preferences(session)
        session.page.update()
    await session.device.keep(preferences)


async def change(session: Session, changed: Callable[[Preferences], Preferences]) -> None:
    """Show everything as the preferences of this moment are, changed."""
    await prefer(session, changed(session.shown.preferences))


def apply_preferences(session: Session) -> None:
    """Give the page this device's theme and language."""
    preferences, language = session.shown.preferences, session.words.language
    theme.apply_look(session.page, preferences, moves=session.moves, language=language)


def _look(session: Session) -> tuple[object, ...]:
    """What the theme and the client's own words are made from."""
    now = session.shown.preferences
    return now.look, now.four_colours, session.moves, session.words.language
