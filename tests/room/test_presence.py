"""Presence at a table, as a table of cases: what happens, and who is here then."""

from companion.room.presence import Presence
from tests.cases import cases

CASES: dict[str, tuple[str, list[int], dict[int, int]]] = {
    # steps: +N and -N a phone here, room:N,N heard of another room, wN time passes
    "nobody": ("", [], {1: 0}),
    "a phone": ("+1", [1], {1: 0}),
    "a phone that left a moment ago": ("+1 -1", [1], {1: 0}),
    "a phone that is away": ("+1 w50 -1 w7", [], {1: 7}),
    "one of two phones left": ("+1 +1 -1 w9", [1], {1: 0}),
    "a phone that was never here": ("+1 w9", [1], {2: 9}),
    "a phone at another room": ("far:2,3", [2, 3], {2: 0}),
    "another room goes on": ("far:2 w4 far:2 w4", [2], {2: 0}),
    "another room is silent": ("far:2 w6", [], {2: 6}),
    "a phone left another room": ("far:2,3 w4 far:3 w2", [3], {2: 2}),
    "a phone went from there to here": ("far:2 w1 +2 far: w9", [2], {2: 0}),
    "a phone at two other rooms": ("far:2 near:2 w4 near:2 w3", [2], {2: 0}),
}


@cases("steps, here, away", CASES)
def test_presence(steps: str, here: list[int], away: dict[int, int]) -> None:
    now = 1000.0
    presence = Presence(lambda: now, absent_seconds=1, silent_seconds=5)
    for step in steps.split():
        room, colon, members = step.partition(":")
        if colon:
            presence.hear(room, [int(member) for member in members.split(",") if member])
        elif step[0] == "w":
            now += int(step[1:])
        elif step[0] == "+":
            presence.arrive(int(step[1:]))
        else:
            presence.leave(int(step[1:]))
    assert sorted(presence.here) == here
    assert {member: presence.away_seconds(member) for member in away} == away
