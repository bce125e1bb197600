"""The result of a series as a picture: looked at, then shared or saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import flet as ft
from flet.controls.exceptions import FletException

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.taking_along.result_card import HEIGHT, PIXELS, WIDTH, result_card
from companion.ui.parts.taking_along.saving import save_file
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_series.picture import PictureView

_MIME: Final = "image/png"
_SIZE: Final = (round(WIDTH * PIXELS), round(HEIGHT * PIXELS))
_BEGINNING: Final = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"".join(
    side.to_bytes(4, byteorder="big") for side in _SIZE
)
"""Of a PNG of that size."""
_DELAYS_MILLISECONDS: Final = (450, 900, 1800)


@dataclass(frozen=True, slots=True)
class _Camera:
    """Where the control is that takes the picture."""

    at: ft.Ref[ft.Screenshot] = field(default_factory=ft.Ref[ft.Screenshot])

    async def take(self) -> bytes:
        """The picture as PNG, empty where the device cannot take it. While anything moves on the
        screen a browser cuts it off at the size of its window (CanvasKit): so it waits for the tap
        to fade, and looks how large the picture came.
        """
        screenshot = self.at.current
        for delay in _DELAYS_MILLISECONDS:
            if screenshot is None:
                break
            taken = await screenshot.capture(pixel_ratio=PIXELS, delay=delay)
            if taken[: len(_BEGINNING)] == _BEGINNING:
                return taken
        return b""


@ft.component
@boundary
def PicturePage(
    session: Session, view: PictureView, room: Room, refusal: str, *, dark: bool
) -> ft.Control:
    """The whole screen; `dark` is how the device looks, and the picture at first."""
    is_dark, set_dark = use_state(dark)
    camera, _ = use_state(_Camera())
    done, set_done = use_state("")
    say = session.words.say

    async def choose(*, darker: bool) -> None:
        set_dark(darker)

    card = result_card(view, dark=is_dark, scale=room.text_scale)
    shot = ft.Screenshot(card, ref=camera.at)
    edge = ft.Container(shot, shadow=ft.BoxShadow(blur_radius=3, color=Tone.EDGE))
    looks = segmented(
        [
            Answer(
                say("Light"),
                "picture-light",
                session.tap(partial(choose, darker=False)),
                not is_dark,
            ),
            Answer(say("Dark"), "picture-dark", session.tap(partial(choose, darker=True)), is_dark),
        ]
    )
    told = [notice(done, identifier="picture-saved", look=REMARK)] if done else []
    return paper(
        say("Picture of the result"),
        [ft.Row([edge], alignment=ft.MainAxisAlignment.CENTER), looks],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=[*refusals(session, refusal), *told],
        actions=_actions(session, view, camera, set_done),
    )


def _actions(
    session: Session, view: PictureView, camera: _Camera, tell: Callable[[str], None]
) -> list[ft.Control]:
    saves = button(
        session.words.say("Save"),
        session.tap(_save, session, view, camera, tell),
        identifier="save-picture",
        look=SECONDARY,
        icon=ft.Icons.DOWNLOAD,
        expand=True,
    )
    shares = button(
        session.words.say("Share"),
        session.tap(_share, session, view, camera, tell),
        identifier="share-picture",
        icon=ft.Icons.SHARE,
        expand=True,
    )
    return [saves, shares]


async def _save(
    session: Session, view: PictureView, camera: _Camera, tell: Callable[[str], None]
) -> None:
    if taken := await _taken(session, view, camera):
        await _put_by(session, view, taken, tell)


async def _put_by(
    session: Session, view: PictureView, taken: bytes, tell: Callable[[str], None]
) -> None:
    """Save it, and say so."""
    if await save_file(session, view.file_name, taken):
        tell(view.saved)


async def _share(
    session: Session, view: PictureView, camera: _Camera, tell: Callable[[str], None]
) -> None:
    """Hand it to what the device shares with; where that cannot be, it is saved."""
    taken = await _taken(session, view, camera)
    if not taken:
        return
    file = ft.ShareFile.from_bytes(taken, mime_type=_MIME, name=view.file_name)
    try:
        await ft.Share().share_files([file], title=view.title, download_fallback_enabled=False)
    except (RuntimeError, FletException):
        await _put_by(session, view, taken, tell)


async def _taken(session: Session, view: PictureView, camera: _Camera) -> bytes:
    """The picture, or nothing, and why."""
    taken = await camera.take()
    session.shown.notice = "" if taken else view.failed
    return taken
