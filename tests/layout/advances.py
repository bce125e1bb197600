"""The table of letter widths, which the app reads because it cannot read fonts.

`python -m tests.layout.advances` writes the table. It has runs of code points for each family: the
first code point, and all advances in thousandths of the text's size.
"""

import json

from companion.ui.looks import ADVANCES, TEXT
from tests.layout.typefaces import face

_THOUSANDTHS = 1000


def table() -> str:
    """Return the text of the table, made from the fonts."""
    return json.dumps({family: _runs(family) for family in TEXT.files()}, indent=0) + "\n"


def _runs(family: str) -> dict[str, str]:
    """Return the advances from each first code point on."""
    runs: dict[int, list[int]] = {}
    first = last = -1
    for code, advance in sorted(face(family).advances().items()):
        first = first if code == last + 1 else code
        last = code
        runs.setdefault(first, []).append(round(advance * _THOUSANDTHS))
    return {str(start): " ".join(map(str, advances)) for start, advances in runs.items()}


if __name__ == "__main__":
    ADVANCES.write_text(table(), "utf-8")
