"""Two patches of the pinned Flet; each goes when Flet has it right. Neither is reported yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message

_PLAIN = frozenset({type(None), bool, int, float, str})


def patch_flet() -> None:
    """Make the `repr` of a message short: the server of a window formats every message that it
    sends for a debug log line, all controls in it included, whether anybody reads the log or not
    (`FletSocketServer.send_message`).

    And look for controls in no plain value: Flet looks into each of the thirty and more values of
    every control that comes or goes. That takes a third of the time in which a screen is drawn for
    the first time, and little of a tap, which changes few controls.
    """
    cast("Any", Message).__repr__ = object.__repr__
    builder = cast("Any", DiffBuilder)
    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(builder, name, _in_no_plain_value(getattr(builder, name)))


def _in_no_plain_value(search: Callable[..., Iterable[object]]) -> Callable[..., Iterable[object]]:
    def searched(builder: DiffBuilder, item: object, *rest: object) -> Iterable[object]:
        return () if type(item) in _PLAIN else search(builder, item, *rest)

    return searched
