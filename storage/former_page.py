"""Page of the former version: a log of changes to files in memory, read once.

A record was a length, a checksum and a body: `[number, safe, change, path, argument]` and written
bytes. The checksum began with the generation of the log. The other handle had an acknowledgement:
the generation of the log and the number of its last durable record.
"""

import json
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.desk.ports import Finding
from storage.handles import HandleJournal
from storage.journal import scan
from storage.store import FolderStore

_HEAD = struct.Struct("<II")
_WHOLE = re.compile(rb'"whole", "", (\d{1,15})\]\n')


@dataclass(frozen=True, slots=True)
class FormerLog:
    """Files of a log by their path; `lost` is the number of acknowledged changes without trace."""

    place: int
    generation: int
    files: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    lost: int = 0


def read_former(contents: Sequence[bytes]) -> FormerLog | None:
    """Read the valid log of a former page; None if there is none."""
    generation, place = max(
        ((_generation(content), place) for place, content in enumerate(contents)), default=(0, 0)
    )
    if not generation:
        return None
    ...
