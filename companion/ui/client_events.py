"""What a session hears of its client: routes, the window, the keyboard, losing the connection."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.desk.archive import Archive
from companion.forms.brought_sheet import TOO_LARGE
from companion.ui import updated
from companion.ui.device import Device, Kept, ruler, spoken
from companion.ui.keys import leave, press
from companion.ui.preferred import apply_preferences
from companion.ui.routes.screens import ONLY_READ, TABLE, Room, Screen
from companion.ui.session import Session
from companion.views.backing_up import CLEARED

SENT_TOO_MUCH = "sent_too_much"
"""What the store of a page's session holds when its line ended because of one message."""


async def attach(page: ft.Page, archive: Archive, kept: Kept) -> Session:
    """Make the page's session and let it hear of the archive and of its client."""
    session = Session(page, archive, Device(page))
    session.shown.keeping = kept.now()
    session.shown.preferences, session.shown.language = await session.device.meet()
    updated.meet(session)
    session.shown.room = Room().of(page)
    session.watch_archive()
    await session.tap(session.visit, Screen(page.route or "/"))()
    _hear_of_screens(session)
    _hear_of_the_device(session)
    _hear_what_is_kept(session, kept)
    return session


def _hear_what_is_kept(session: Session, kept: Kept) -> None:
    async def take_over() -> None:
        before, session.shown.keeping = session.shown.keeping, kept.now()
        if session.shown.keeping.cleared and not before.cleared:
            session.shown.notice = session.words.say(CLEARED)

    async def refuse_file() -> None:
        session.shown.notice = session.words.say(TOO_LARGE)

    kept.on_change = lambda: session.begin(take_over)
    kept.on_large_file = lambda: session.begin(refuse_file)
    session.shown.keeping = kept.now()


def _hear_of_screens(session: Session) -> None:
    """Follow the browser's line and back button, and a page that was loaded again."""
    page = session.page

    async def on_route(event: ft.RouteChangeEvent) -> None:
        await session.tap(session.follow, event.route)()

    async def on_connect() -> None:
        # A page that was loaded again may stand at another route than the session did, and its
        # device may have been turned meanwhile.
        session.shown.room = session.shown.room.of(page)
        await session.tap(session.visit, Screen(page.route or "/"))()
        if page.session.store.contains_key(SENT_TOO_MUCH):
            page.session.store.remove(SENT_TOO_MUCH)
            session.shown.notice = session.words.say("That is too long: at most 1 MB can be sent.")
        await session.show()

    def on_close() -> None:
        session.leave()

    page.on_connect = on_connect
    page.on_close = on_close
    page.on_route_change = on_route
    page.on_view_pop = session.tap(session.back)


def _hear_of_the_device(session: Session) -> None:
    """Follow its window, the size of its text, its language and its keyboard."""
    page = session.page

    async def on_key(event: ft.KeyboardEvent) -> None:
        screen, chord = session.shown.screen.name, event.ctrl or event.alt or event.meta
        if screen == TABLE and not chord:
            await session.tap(press, session, event.key)()
        elif screen in ONLY_READ and event.key == "Escape" and not chord:
            await session.tap(leave, session)()

    def on_resize() -> None:
        session.shown.room = session.shown.room.of(page)

    def on_text_scale(scale: float) -> None:
        session.shown.room = replace(session.shown.room, text_scale=scale)

    def on_locales(event: ft.LocaleChangeEvent) -> None:
        session.shown.language = spoken(event.locales)
        apply_preferences(session)
        page.update()

    page.on_resize = on_resize
    page.on_media_change = on_resize
    page.on_locale_change = on_locales
    page.on_keyboard_event = on_key
    page.overlay.append(ruler(on_text_scale))
