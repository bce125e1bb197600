"""The camera in front of a picture, and sharing what it takes."""

from typing import Final

import flet as ft
from flet.controls.exceptions import FletException

WIDTH = 320
HEIGHT = 400
"""The size of the picture in dp, in the ratio 4:5 that most apps show uncropped."""
PIXELS: Final = 3.375
"""Pixels of the picture per dp, for 1080 by 1350 pixels."""

_MIME: Final = "image/png"
_SIZE: Final = (round(WIDTH * PIXELS), round(HEIGHT * PIXELS))
_BEGINNING: Final = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"".join(
    side.to_bytes(4, byteorder="big") for side in _SIZE
)
"""The first bytes of a PNG of the expected size."""
_DELAYS_MILLISECONDS: Final = (450, 900, 1800)


async def take(screenshot: ft.Screenshot | None) -> bytes:
    """Take the picture as PNG; return nothing if the device cannot take it."""
    # While anything moves on the screen, CanvasKit crops the picture to the browser window.
    # Hence the delay for the ripple of the tap to fade, and the check of the size.
    for delay in _DELAYS_MILLISECONDS:
        if screenshot is None:
            break
        taken = await screenshot.capture(pixel_ratio=PIXELS, delay=delay)
        if taken[: len(_BEGINNING)] == _BEGINNING:
            return taken
    return b""


async def share(taken: bytes, name: str, title: str) -> bool:
    """Share the picture, and return whether the device can."""
    file = ft.ShareFile.from_bytes(taken, mime_type=_MIME, name=name)
    try:
        await ft.Share().share_files([file], title=title, download_fallback_enabled=False)
    except (RuntimeError, FletException):
        return False
    return True
