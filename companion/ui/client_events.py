"""Events of a session's client: routes, the window and the keys at the table."""

from dataclasses import replace
from functools import partial

import flet as ft

from companion.core.backup import TOO_LARGE
from companion.desk.archive import Archive
from companion.desk.table import Snapshot
from companion.screens.backups import CLEARED
from companion.screens.routes import ONLY_READ, TABLE, Screen, table_path
from companion.screens.speech import sentence
from companion.screens.table import TableView, table
from companion.screens.table_menus import pass_menu
from companion.ui.component import hear_missed_taps
from companion.ui.device import Browser, Device, ruler, spoken
from companion.ui.requests import Requests
from companion.ui.routes import Viewport
from companion.ui.session import Session, apply_preferences


async def press(session: Session, key: str) -> None:
    """Act on a key at the table. Keys have names like `Escape` or `P`."""
    snapshot = session.watched.snapshot
    if key == "Escape":
        await leave(session)
    elif snapshot is None:
        return
    elif not session.pointer.menu:
        await _at_table(session, snapshot, key)


async def leave(session: Session) -> None:
    """Close the open menu, or else leave the screen."""
    if session.pointer.menu:
        session.pointer.close()
    else:
        await session.navigation.back()


async def _at_table(session: Session, snapshot: Snapshot, key: str) -> None:
    view = table(snapshot, session.words)
    if key == "P" and view.passing.possible:
        await _pass(session, snapshot, view)
    elif key == "U" and view.undo.possible:
        await session.undo()
    elif key == "R" and view.undo.can_redo:
        await session.redo()


async def _pass(session: Session, snapshot: Snapshot, view: TableView) -> None:
    if view.passing.warning:
        await session.open_menu(pass_menu(snapshot.revision))
    else:
        await session.pass_turn()


async def attach(page: ft.Page, archive: Archive, browser: Browser, requests: Requests) -> Session:
    """Create the session of a page and subscribe it to the archive and to its client."""
    session = Session(page, archive, Device(page), requests)
    session.shown.storage = browser.now()
    session.shown.preferences, session.shown.language = await session.device.meet()
    session.shown.viewport = Viewport().of(page)
    session.shown.invitation = browser.take_invitation()
    session.watch_archive()
    hear_missed_taps(page, session.tap(session.miss))
    arrived = Screen(page.route or "/")
    playing = _round_in_play(session) if not arrived.name else ""
    await session.tap(session.navigation.visit, Screen(playing) if playing else arrived)()
    _follow_screens(session)
    _follow_device(session, playing)
    _follow_storage(session, browser)
    return session


def _round_in_play(session: Session) -> str:
    """Return the path to the table where a round is in play, empty if there is none.

    Home has to be seen first if it reports something.
    """
    catalogue = replace(session.archive.catalogue, played=session.shown.preferences.played)
    entry = catalogue.to_resume
    cleared = session.shown.storage.cleared
    reports = catalogue.findings or cleared or catalogue.broken is not None
    if entry is None or entry.rounds == entry.dealt or reports:
        return ""
    return table_path(entry.number)


def _follow_storage(session: Session, browser: Browser) -> None:
    async def take_over() -> None:
        before, session.shown.storage = session.shown.storage, browser.now()
        if session.shown.storage.cleared and not before.cleared:
            session.notices.say(session.words.say(CLEARED))

    async def refuse_file() -> None:
        session.notices.say(sentence(session.words.say(TOO_LARGE), session.words))

    async def join() -> None:
        session.shown.invitation = browser.take_invitation()
        await session.navigation.go("/join")

    session.on_hand = browser.on_hand
    browser.on_invitation = lambda: session.begin(join)
    browser.on_change = lambda: session.begin(take_over)
    browser.on_large_file = lambda: session.begin(refuse_file)
    session.shown.storage = browser.now()


def _follow_screens(session: Session) -> None:
    """Follow the address, the back button and reloads of the page."""
    page = session.page

    async def on_route(event: ft.RouteChangeEvent) -> None:
        await session.tap(session.navigation.follow, event.route)()

    async def on_connect() -> None:
        # A reloaded page may be at another route than the session, and the device may have been
        # turned meanwhile.
        session.shown.viewport = session.shown.viewport.of(page)
        await session.tap(session.navigation.visit, Screen(page.route or "/"))()
        await session.show()

    def on_close() -> None:
        session.leave()

    page.on_connect = on_connect
    page.on_close = on_close
    page.on_route_change = on_route
    page.on_view_pop = session.tap(session.navigation.back)


def _follow_device(session: Session, playing: str) -> None:
    """Follow the window, the scale of text, the language and the keyboard of the device.

    The path to the table that is `playing` is pushed once the client has drawn a page: until then
    the client still goes back to the address at which it was opened.
    """
    page = session.page
    pushed = not playing

    async def on_key(event: ft.KeyboardEvent) -> None:
        screen = session.shown.screen.name
        chord = event.ctrl or event.alt or event.meta
        session.by_key = event.key == "Enter" and not screen
        if screen == TABLE and not chord:
            await session.tap(press, session, event.key)()
        elif screen in ONLY_READ and event.key == "Escape" and not chord:
            await session.tap(leave, session)()

    def on_resize() -> None:
        session.shown.viewport = session.shown.viewport.of(page)

    def on_text_scale(scale: float) -> None:
        nonlocal pushed
        session.shown.viewport = replace(session.shown.viewport, text_scale=scale)
        if not pushed:
            pushed = True
            session.begin(partial(session.navigation.push, playing))

    def on_locales(event: ft.LocaleChangeEvent) -> None:
        session.shown.language = spoken(event.locales)
        apply_preferences(session)
        page.update()

    def on_life(event: ft.AppLifecycleStateChangeEvent) -> None:
        if event.state in {ft.AppLifecycleState.SHOW, ft.AppLifecycleState.RESUME}:
            session.begin(session.device.stay_awake_again)

    page.on_app_lifecycle_state_change = on_life
    page.on_resize = on_resize
    page.on_media_change = on_resize
    page.on_locale_change = on_locales
    page.on_keyboard_event = on_key
    page.overlay.append(ruler(on_text_scale))
