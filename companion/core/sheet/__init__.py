"""Reader and writer of the score sheet, the text form of a series.

`dumps` writes canonical text: reading the text and writing the series again changes nothing.
"""

from companion.core.sheet.block import Fault
from companion.core.sheet.reader import Reading, RoundReading, loads, read, read_round
from companion.core.sheet.writer import dumps, report, series_report

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
