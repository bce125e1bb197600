"""`python -m tests.screens` writes the text of all states anew, to read the difference."""

import asyncio
import tempfile
from pathlib import Path

from tests.desks import desk_in
from tests.screens.states import STATES
from tests.screens.tables import TABLES
from tests.screens.test_screens import file_of
from tests.screens.text import dump


async def main() -> None:
    """Write the texts."""
    for state in STATES:
        with tempfile.TemporaryDirectory() as folder, desk_in(Path(folder)) as desk:
            file_of(state).write_text(dump(await state.screen(desk)), "utf-8")
    for table in TABLES:
        file_of(table).write_text(table.text, "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
