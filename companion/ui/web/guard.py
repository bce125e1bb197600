"""What a client may say of a control: what a person can do to that kind of control, and no more.

A client sets properties of controls by their names and sends events with values. Flet takes all of
them as they come: any property, of any type, and whatever stands in it. Here a property is let
through only if it is named in the table below and its value is one that a person can bring about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from flet.controls.base_control import BaseControl

from companion.ui.web.event_values import suits_event
from companion.ui.web.plain_values import (
    Check,
    flag,
    flag_or_none,
    index,
    inside,
    label,
    number,
    of_page,
    route,
    selection,
    text,
    texts,
)

_Shape = Mapping[str, Check]
_CheckHere = Callable[[BaseControl, object], bool]


def _writing(control: BaseControl, value: object) -> bool:
    """A text no longer than the field lets a person write."""
    return text(value, cast("int | None", getattr(control, "max_length", None)))


def _within(control: BaseControl, value: object) -> bool:
    """A number between the ends of a slider."""
    low, high = (getattr(control, end, None) for end in ("min", "max"))
    ends = (0.0 if low is None else low, 1.0 if high is None else high)
    return number(value) and ends[0] <= cast("float", value) <= ends[1]


_OPEN: _Shape = {"open": flag}
_CHECKED: _Shape = {"value": flag_or_none}
_CHOSEN: _Shape = {"value": label}
_AT: _Shape = {"selected_index": index}
_SETTABLE: Mapping[str, _Shape] = {
    "TextField": {"selection": selection},
    "Checkbox": _CHECKED,
    "Switch": {"value": flag},
    "CupertinoCheckbox": _CHECKED,
    "CupertinoSwitch": {"value": flag},
    "RadioGroup": _CHOSEN,
    "Dropdown": {"value": label, "text": label},
    "DropdownM2": _CHOSEN,
    "SearchBar": _CHOSEN,
    "SegmentedButton": {"selected": texts},
    "Chip": {"selected": flag},
    "Tabs": _AT,
    "NavigationBar": _AT,
    "NavigationRail": _AT,
    "NavigationDrawer": _AT,
    "ExpansionTile": {"expanded": flag},
    "ExpansionPanel": {"expanded": flag},
    "AlertDialog": _OPEN,
    "CupertinoAlertDialog": _OPEN,
    "BottomSheet": _OPEN,
    "SnackBar": _OPEN,
    "Banner": _OPEN,
    "Page": of_page(),
}
_SETTABLE_HERE: Mapping[str, Mapping[str, _CheckHere]] = {
    "TextField": {"value": _writing},
    "Slider": {"value": _within},
    "CupertinoSlider": {"value": _within},
}
"""Properties whose bounds are those of the control itself."""

_ONLY_BY_THE_SERVER = frozenset({"connect", "disconnect", "close", "error", "login", "logout"})
_OF_A_PERSON = frozenset({"click", "tap", "long_press", "change", "submit"})
"""Events that no person can bring about at a control that is disabled."""
_LONGEST_NAME = 64


def allowed(control: BaseControl, properties: Mapping[Any, object]) -> dict[str, Any]:
    """Of what a client sets on the control, what a person can set there."""
    return {
        name: value
        for name, value in properties.items()
        if isinstance(name, str) and may_set(control, name, value)
    }


def may_set(control: BaseControl, name: str, value: object) -> bool:
    """Whether a person can give the property of the control that value."""
    check = _check_of(control, name)
    return check is not None and check(control, value)


def may_happen(control: BaseControl, name: str, data: object) -> bool:
    """Whether a person, or what happens to the device, can bring about the event."""
    if not name.isidentifier() or len(name) > _LONGEST_NAME or name in _ONLY_BY_THE_SERVER:
        return False
    if name in _OF_A_PERSON and getattr(control, "disabled", False):
        return False
    if name in {"change", "submit"} and _check_of(control, "value"):
        # What is written or chosen comes with the event as well as by itself.
        return data is None or may_set(control, "value", data)
    if name == "route_change" and not all(map(route, inside(data))):
        return False
    return suits_event(control, name, data)


def _check_of(control: BaseControl, name: str) -> _CheckHere | None:
    """What a value of that property must pass, if a person can set it."""
    for kind in type(control).__mro__:
        if within := _SETTABLE_HERE.get(kind.__name__, {}).get(name):
            return within
        if check := _SETTABLE.get(kind.__name__, {}).get(name):
            return lambda _control, value: check(value)
    return None
