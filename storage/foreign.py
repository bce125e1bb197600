"""The TinyDB storage of a file that only a newer version can change, as far as we can read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, cast

from tinydb.storages import Storage

from storage.changes import Documents, LazyTables
from storage.errors import NewerSchemaError
from storage.migrations import Migrations
from storage.recovery import Damage


class ForeignStorage(Storage):
    """What could be read of the file; it is never written to, so there is nothing to close."""

    read_only = True

    def __init__(self, newer: NewerSchemaError, documents: Documents | None = None) -> None:
        self._newer, self._documents = newer, documents or {}

    @classmethod
    def damaged(cls, damage: Damage, migrations: Migrations) -> ForeignStorage:
        """What is intact in a damaged file, which is for the newer version to mend."""
        newer = NewerSchemaError(damage.path, damage.schema, migrations.schema)
        return cls(newer, damage.documents)

    def read(self) -> dict[str, dict[str, Any]]:
        """All tables, fresh."""
        return cast("dict[str, dict[str, Any]]", LazyTables(self._documents))

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> NoReturn:
        """Refuse.

        :raises NewerSchemaError: always
        """
        del data
        raise self._newer
