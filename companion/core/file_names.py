"""Names of files that any file system takes, made of names that people gave."""

from __future__ import annotations

import re
from typing import Final

SHEET: Final = ".fantan"
"""What the name of a score sheet ends in."""
HTML: Final = ".html"
ZIP: Final = ".zip"
"""What the name of a backup ends in."""
_LONGEST_BYTES: Final = 120
"""With number and ending it is below 143, which is what encrypted folders take; 255 is usual."""
_NOT_IN_NAMES: Final = re.compile(r'[<>:"/\\|?*]')
"""What some file system takes in no name."""


def file_name(number: int, name: str, ending: str = SHEET) -> str:
    """A name that sorts by the number and that any file system takes. The number before it keeps
    it apart from the names that are Windows' own, such as CON.
    """
    plain = "".join(filter(str.isprintable, _NOT_IN_NAMES.sub("-", name)))
    cut = plain.encode()[:_LONGEST_BYTES].decode(errors="ignore").strip(" .")
    return f"{number:05d} {cut}".rstrip() + ending
