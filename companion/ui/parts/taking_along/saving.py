"""Files that go out of the app, each by the dialog that the platform has for it."""

from __future__ import annotations

import flet as ft

from companion.ui.session import Session


async def save_file(session: Session, name: str, content: bytes) -> bool:
    """Let the person save it; whether they did, as far as the platform says: a browser does not."""
    saved = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
    return bool(saved) or session.page.web
