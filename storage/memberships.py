"""Memberships of this device at shared tables, in a small file with a copy.

Exports and backups do not contain them. They have secrets, and steps that are not shared yet.
"""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.core.step_words import Doc, values
from companion.desk.ports import Membership, Problem
from storage.choices import KeptFile
from storage.paths import TABLES

_SEED: Final = zlib.crc32(b"tables")
_PROBLEMS: Final = (
    Problem.TABLES_RESTORED,
    Problem.TABLES_LOST,
    Problem.TABLES_UNREADABLE,
    Problem.TABLES_NEWER,
)
_FIELDS: Final[Mapping[str, Any]] = {
    "table": str,
    "secret": str,
    "token": str,
    "member": int,
    "seat": str,
    "tail": [str],
    "stands": str,
    "sent": dict,
    "refused": [str],
}
_LISTED: Final = "tables"


class MembershipsFile(KeptFile):
    """Memberships of a data folder."""

    def __init__(self, root: Path) -> None:
        """Read the memberships, without any change."""
        super().__init__(root / TABLES, _SEED, _PROBLEMS)
        self.memberships = dict(_read(self.doc))

    def keep(self, number: int, membership: Membership | None) -> None:
        """Write the membership of a series, or forget it.

        :raises StorageError: when the file cannot be written
        """
        if membership != self.memberships.get(number):
            docs = {**self.doc.get(_LISTED, {}), str(number): membership and asdict(membership)}
            self.write({_LISTED: {key: doc for key, doc in docs.items() if doc}})
            self.memberships = dict(_read(self.doc))


def _read(doc: Doc) -> Iterator[tuple[int, Membership]]:
    with suppress(ValueError):
        (docs,) = values(dict(doc), {_LISTED: dict})
        for key, content in docs.items():
            with suppress(ValueError):
                fields = dict(zip(_FIELDS, values(content, _FIELDS), strict=True))
                values(fields["sent"], dict.fromkeys(fields["sent"], int))
                yield int(key), Membership(**fields)
