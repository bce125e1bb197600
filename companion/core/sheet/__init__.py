"""Reader and writer of the score sheet, the text form of a series.

`dumps` writes canonical text: reading the text and writing the series again changes nothing.
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
