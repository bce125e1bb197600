"""Documents of older schemas, read as today's: one pure function lifts schema n to n + 1.

Files are not rewritten for it. A document is lifted when it is read, and a line that is added to an
older file says in which schema it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Lift = Callable[[str, Any], Any]


@dataclass(frozen=True, slots=True)
class Migrations:
    """The steps from schema 1 upwards: `steps[0]` takes a table's name and a document of schema 1
    and answers the document in schema 2.
    """

    steps: tuple[Lift, ...] = ()

    @property
    def schema(self) -> int:
        """Today's schema number."""
        return len(self.steps) + 1

    def lift(self, table: str, document: Any, schema: int) -> Any:
        """The document of that schema as today's; one of a newer schema is left as it is."""
        for step in self.steps[schema - 1 :]:
            document = step(table, document)
        return document


MIGRATIONS = Migrations()
