"""`python -m tests.catalogues`: gathers the words of the program into the message catalogues.

Words stand in the code as `words.say("…")`, `words.count("…", "…", n)` and `phrase("…")`; this
brings the catalogues up to date with them and compiles what the app reads.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parents[1] / "companion"
CATALOGUES = PACKAGE / "words" / "catalogues"
LANGUAGES = ("de",)
_KEYWORDS = {"say": None, "count": (1, 2), "phrase": None}
_WHERE = [("replay.py", "ignore"), ("**.py", "python")]
"""The command speaks English, and counts bytes."""


def template() -> Catalog:
    """All words of the program as they stand in the code."""
    found = Catalog(project="Fan Tan companion")
    for file, line, message, _, _ in extract_from_dir(PACKAGE, _WHERE, keywords=_KEYWORDS):
        if message:
            found.add(message, locations=[(file, line)])
    return found


def po_file(language: str) -> Path:
    """The catalogue that people edit."""
    return CATALOGUES / language / "LC_MESSAGES" / "fantan.po"


def mo_file(language: str) -> Path:
    """The catalogue that the app reads."""
    return po_file(language).with_suffix(".mo")


def read_catalogue(language: str) -> Catalog:
    """The words of a language as they stand in the catalogue; empty if there is none yet."""
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language, domain="fantan")
    with file.open("rb") as text:
        return read_po(text, locale=language, domain="fantan")


def compiled(catalogue: Catalog) -> bytes:
    """What the app reads of a catalogue."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def update(language: str) -> None:
    """Bring a catalogue up to date with the code, and compile it."""
    catalogue = read_catalogue(language)
    catalogue.update(template(), no_fuzzy_matching=True)
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as text:
        write_po(
            text, catalogue, omit_header=False, ignore_obsolete=True, no_location=True, width=100
        )
    mo_file(language).write_bytes(compiled(catalogue))


if __name__ == "__main__":
    for each in LANGUAGES:
        update(each)
