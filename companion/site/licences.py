"""The licences of what the page is made of, in one file of the page."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from companion.site.archives import PACKAGES

_PARTS: Final = (
    ("Fan Tan companion", "MIT", ""),
    ("Flet and its web client", "Apache-2.0", "https://flet.dev"),
    ("Flutter engine and framework", "BSD-3-Clause", "https://flutter.dev; assets/NOTICES has all"),
    ("CanvasKit, of Skia", "BSD-3-Clause", "https://skia.org"),
    ("Pyodide", "MPL-2.0", "https://pyodide.org; source: https://github.com/pyodide/pyodide"),
    ("CPython and its standard library", "PSF-2.0", "https://python.org"),
    ("Material Icons", "Apache-2.0", "https://fonts.google.com/icons"),
    ("Roboto", "Apache-2.0", "https://fonts.google.com/specimen/Roboto"),
    ("Inter", "OFL-1.1", "fonts/Inter-OFL.txt"),
    ("Fraunces", "OFL-1.1", "fonts/Fraunces-OFL.txt"),
    ("Suits, of DejaVu Sans", "Bitstream Vera and public domain", "fonts/Suits-LICENSE.txt"),
)


def licences() -> str:
    """One line a part, and then the texts that come with the packages."""
    lines = ["What this page is made of, and under which licence each part may be used.", ""]
    lines += [
        f"{name}: {licence}{f' ({where})' if where else ''}" for name, licence, where in _PARTS
    ]
    for package in PACKAGES:
        for name, text in _texts(package):
            lines += ["", "", f"--- {package}: {name}", "", text.strip()]
    return "\n".join(lines) + "\n"


def _texts(package: str) -> list[tuple[str, str]]:
    files = distribution(package).files or []
    found = [file for file in files if re.search(r"(?i)(^|/)(licen[cs]e|copying)[^/]*$", str(file))]
    return [(Path(str(file)).name, Path(str(file.locate())).read_text("utf-8")) for file in found]
