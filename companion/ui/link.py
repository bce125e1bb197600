"""The session under its former name."""

from companion.ui.session import Session as Link

__all__ = ["Link"]
