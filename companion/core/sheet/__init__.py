"""The score sheet: a game night as text, and back.

`dumps` is canonical: reading what it wrote gives the same series, and writing that the same text.
"""

from companion.core.sheet.checks import Fault, report, series_report
from companion.core.sheet.reader import Reading, loads, read
from companion.core.sheet.writer import RoundReading, dumps, read_round

__all__ = [
    "Fault",
    "Reading",
    "RoundReading",
    "dumps",
    "loads",
    "read",
    "read_round",
    "report",
    "series_report",
]
