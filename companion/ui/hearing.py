"""What a session hears of: changes that others made, its routes, and its device."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import flet as ft
from flet.messaging.connection import Connection

from companion.desk.archive import Desk
from companion.ui.device import Device, spoken
from companion.ui.link import TABLE, Link, Reason
from companion.ui.ruler import ruler
from companion.ui.screens import Room, Screen


async def attach(page: ft.Page, desk: Desk, reason: Reason) -> Link:
    """Make the session's link and let it hear of changes, resizing, routes and reconnection."""
    link = Link(page, desk, Device(page), reason)
    link.shown.preferences, link.shown.language = await link.device.meet()
    link.shown.screen = Screen(page.route or "/")
    link.shown.room = Room().of(page)
    _hear_of_screens(link)
    _hear_of_the_device(link)
    return link


def _hear_of_screens(link: Link) -> None:
    """Follow what other sessions change, and the browser's line and back button."""
    page = link.page

    def on_change(_message: object) -> None:
        if cast("Connection | None", page.session.connection) is not None:
            page.run_task(link.redraw)

    async def on_route(event: ft.RouteChangeEvent) -> None:
        screen = Screen(event.route)
        await link.tap(link.visit, screen)()
        link.shown.screen = screen

    async def on_connect() -> None:
        # A page that was loaded again may stand at another route than the session did.
        link.shown.screen = Screen(page.route or "/")
        await link.beat()

    page.pubsub.subscribe(on_change)
    page.on_connect = on_connect
    page.on_route_change = on_route
    page.on_view_pop = link.tap(link.back)


def _hear_of_the_device(link: Link) -> None:
    """Follow its window, the size of its text, its language and its keyboard."""
    page = link.page

    async def on_key(event: ft.KeyboardEvent) -> None:
        chord = event.ctrl or event.alt or event.meta
        if link.on_key and link.shown.screen.path == TABLE and not chord:
            await link.tap(link.on_key, event.key)()

    def on_resize() -> None:
        link.shown.room = link.shown.room.of(page)

    def on_text_scale(scale: float) -> None:
        link.shown.room = replace(link.shown.room, text_scale=scale)

    def on_locales(event: ft.LocaleChangeEvent) -> None:
        link.shown.language = spoken(event.locales)
        link.dress()
        page.update()

    page.on_resize = on_resize
    page.on_media_change = on_resize
    page.on_locale_change = on_locales
    page.on_keyboard_event = on_key
    page.overlay.append(ruler(on_text_scale))
