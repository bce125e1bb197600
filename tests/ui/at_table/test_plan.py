"""The division of the table's room: suits form columns only where columns fit."""

import pytest

from companion.ui.parts.cards.board import Side
from companion.ui.parts.table.plan import table_plan
from companion.ui.routes import Room

COLUMNS = Side(low_right=True, columns=True, turned=False)


@pytest.mark.parametrize(
    ("size", "seats", "columns"),
    [
        ((360, 640), 2, True),
        ((360, 640), 5, True),
        ((360, 640), 6, False),
        ((360, 640), 10, False),
        ((375, 667), 5, True),
        ((375, 667), 10, False),
        ((360, 740), 10, True),
        ((390, 844), 10, True),
        ((844, 390), 10, True),
        ((1180, 820), 10, True),
    ],
    ids=str,
)
def test_columns_where_they_have_room(
    size: tuple[int, int],
    seats: int,
    columns: bool,  # noqa: FBT001
) -> None:
    shared = table_plan(Room(*size), seats, COLUMNS)
    assert (shared.board.side.columns, shared.crosses) == (columns, columns)
