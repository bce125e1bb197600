"""`python -m tests.layout.advances`: writes how wide the letters of the app's fonts are into the
table that the app reads, for it has no reader of fonts.

The table has, for every family, runs of code points: the first one, and the advance of each in
thousandths of the text's size.
"""

from __future__ import annotations

import json

from companion.ui.looks import ADVANCES, TEXT
from tests.layout.typefaces import face

_THOUSANDTHS = 1000


def table() -> str:
    """The table's text, made from the fonts."""
    return json.dumps({family: _runs(family) for family in TEXT.files()}, indent=0) + "\n"


def _runs(family: str) -> dict[str, str]:
    """First code point -> the advances from there on."""
    runs: dict[int, list[int]] = {}
    first = last = -1
    for code, advance in sorted(face(family).advances().items()):
        first = first if code == last + 1 else code
        last = code
        runs.setdefault(first, []).append(round(advance * _THOUSANDTHS))
    return {str(start): " ".join(map(str, advances)) for start, advances in runs.items()}


if __name__ == "__main__":
    ADVANCES.write_text(table(), "utf-8")
