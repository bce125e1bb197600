"""The result as a picture: taken at its size, shared where the device can, saved where not."""

import struct
from typing import Any

import pytest

from companion.core.sheet import loads
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import Headless, opened

RECORD = RECORDS / "series_over.fantan"
AT = "/series/1/picture"


def png(width: int = 1080, height: int = 1350) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + b"rest"


def takes(app: Headless, *pictures: bytes) -> None:
    """Return a camera that gives the pictures in turn, then the last one for ever."""
    left = [*pictures]

    def taken(_: dict[str, Any]) -> bytes:
        return left.pop(0) if len(left) > 1 else left[0]

    app.replies["Screenshot", "capture"] = taken


@pytest.fixture
def over(desk: Desk) -> Desk:
    desk.adopt(loads(RECORD.read_text("utf-8")))
    return desk


async def test_it_is_saved_under_the_name_of_the_series(over: Desk) -> None:
    async with opened(over, AT) as app:
        takes(app, png())
        await app.tap("save-picture")
        (saved,) = app.sent("save_file")
        assert (saved["file_name"], saved["src_bytes"]) == ("Fan Tan.png", png())
        (asked,) = app.sent("capture")
        assert asked["pixel_ratio"] == 3.375
        assert app.has("picture-saved")


async def test_it_is_shared(over: Desk) -> None:
    async with opened(over, AT) as app:
        takes(app, png())
        app.replies["Share", "share_files"] = {"status": "success", "raw": ""}
        await app.tap("share-picture")
        (shared,) = app.sent("share_files")
        assert (shared["files"][0]["name"], shared["files"][0]["data"]) == ("Fan Tan.png", png())
        assert not app.sent("save_file")


async def test_one_that_came_too_small_is_taken_again(over: Desk) -> None:
    async with opened(over, AT) as app:
        takes(app, png(390, 844), png())
        await app.tap("save-picture")
        assert [one["src_bytes"] for one in app.sent("save_file")] == [png()]


async def test_where_none_comes_that_is_said(over: Desk) -> None:
    async with opened(over, AT) as app:
        takes(app, b"<html>")
        await app.tap("share-picture")
        assert app.text("refusal")
        assert not [*app.sent("share_files"), *app.sent("save_file")]
