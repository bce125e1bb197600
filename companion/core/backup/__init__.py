"""A backup: all series in one file, a zip with a score sheet for each and what no sheet says.

Bytes in, bytes out: nothing here knows files. `packed` gives the same bytes for the same series,
and `unpacked` reads every sheet before it gives any.
"""

from companion.core.backup.about import About
from companion.core.backup.kinship import (
    BESIDE,
    TAKEN,
    Kin,
    KnownSeries,
    Match,
    Story,
    steps_beyond,
    story_of,
    taken_at_first,
)
from companion.core.backup.pack import Packing, packed, packing, told_apart
from companion.core.backup.unpack import (
    MOST_PACKED_BYTES,
    Backup,
    BackupError,
    BroughtSheet,
    is_zip,
    unpacked,
)

__all__ = [
    "BESIDE",
    "MOST_PACKED_BYTES",
    "TAKEN",
    "About",
    "Backup",
    "BackupError",
    "BroughtSheet",
    "Kin",
    "KnownSeries",
    "Match",
    "Packing",
    "Story",
    "is_zip",
    "packed",
    "packing",
    "steps_beyond",
    "story_of",
    "taken_at_first",
    "told_apart",
    "unpacked",
]
