"""Figures of a room in the text format of Prometheus."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 8.0)
"""Upper bounds of the classes of latency in seconds."""


class Metrics:
    """Counts since the start of the room."""

    def __init__(self) -> None:
        self.refusals = Counter[str]()
        self._classes = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def count_append(self, seconds: float) -> None:
        """Count a line that was appended, and the time from its frame until it was durable."""
        place = next((n for n, bound in enumerate(_BOUNDS) if seconds <= bound), len(_BOUNDS))
        self._classes[place] += 1
        self._seconds += seconds

    def text(self, *, tables: int, phones: int) -> str:
        """Return all figures, with the tables in memory and the phones connected now."""
        return "".join(f"{line}\n" for line in self._lines(tables, phones))

    def _lines(self, tables: int, phones: int) -> Iterator[str]:
        yield "# TYPE fantan_tables gauge"
        yield f"fantan_tables {tables}"
        yield "# TYPE fantan_phones gauge"
        yield f"fantan_phones {phones}"
        yield "# TYPE fantan_refusals_total counter"
        for reason, count in sorted(self.refusals.items()):
            yield f'fantan_refusals_total{{reason="{reason}"}} {count}'
        yield "# TYPE fantan_append_seconds histogram"
        *within, all_of_them = accumulate(self._classes)
        for bound, count in zip(_BOUNDS, within, strict=True):
            yield f'fantan_append_seconds_bucket{{le="{bound}"}} {count}'
        yield f'fantan_append_seconds_bucket{{le="+Inf"}} {all_of_them}'
        yield f"fantan_append_seconds_sum {self._seconds:.6f}"
        yield f"fantan_append_seconds_count {all_of_them}"
