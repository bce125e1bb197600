"""Paths of the files that tests read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ASSETS: Final = ROOT / "assets"
RECORDS: Final = ROOT / "tests" / "records"
"""Score sheets of whole evenings."""
