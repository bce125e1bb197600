"""Lines that begin with `=`: accepted forms, and the reports of failed checks."""

from companion.core.sheet import dumps, read
from tests.cases import cases
from tests.core.tables import faults, log_of, refusal

TABLE = "A B C\n1 7C -- 6C\n"
OVER = "deal A 1 B 1 C 50\nA B C\n1 7C . .\n"
PASSES = "5: = passes takes a turn and legal, illegal or open, not"
UNREADABLE = {
    "an unknown check": ("= cards 3", "5: = cards is not a check"),
    "a pot without chips": ("= pot", "5: = pot takes a word"),
    "a pot with words": ("= pot 1 2", "5: = pot takes a word"),
    "a pot that is no number": ("= pot +-3", "5: = pot: +-3 is not a number"),
    "out without handles": ("= out", "5: = out takes handles"),
    "half a pair": ("= chips A", "5: = chips takes pairs"),
    "no pairs": ("= left", "5: = left takes pairs"),
    "a pair twice": ("= chips A +1 A +1", "5: = chips names A twice"),
    "a pair of nobody": ("= chips D +1", "5: D does not sit at the table"),
    "a pair without number": ("= points A many", "5: = points: many is not a number"),
    "no verdict": ("= passes 2 false", f"{PASSES} 2 false"),
    "no turn": ("= passes two open", f"{PASSES} two open"),
    "a total of nobody": ("= total chips D +1", "5: D does not sit at the table"),
    "a total without pairs": ("= total points", "5: = total points takes pairs"),
    "a total of something": (
        "= total cards A 1",
        "5: = total is not a check",
    ),
    "no winner": ("= winner", "5: = winner takes handles"),
}


@cases("line, expected", UNREADABLE)
def test_a_check_that_cannot_be_read(line: str, expected: str) -> None:
    assert refusal(f"round 1\n{TABLE}{line}\n") == expected


BROKEN = {
    "layout": ("= layout 7/-/-/-", "layout is 67/-/-/-, not 7/-/-/-"),
    "out": ("= out A", "out is not known, not A"),
    "left": ("= left A 17 B 16", "left: B is 17, not 16"),
    "pot": ("= pot 7", "pot is 6, not 7"),
    "passes": ("= passes 2 legal", "passes: 2 is open, not legal"),
    "a turn that was no pass": ("= passes 1 legal", "passes: nothing is known about 1"),
    "chips": ("= chips A -1 B -2", "chips: B is -3, not -2"),
    "points in play": ("= points A 0", "points: nothing is known about A"),
    "total chips": ("= total chips C -1", "total chips: C is -2, not -1"),
    "total points": ("= total points C 3", "total points: C is 0, not 3"),
    "winner": ("= winner A", "winner is not known, not A"),
}


@cases("line, expected", BROKEN)
def test_a_failed_check_names_the_right_value(line: str, expected: str) -> None:
    assert faults(f"round 1\n{TABLE}{line}\n") == [expected]


def test_every_failed_check_is_reported_with_its_line() -> None:
    sheet = f"fantan 1\nround 1\n{TABLE}= pot 7\n= left A 16\n= chips A -1\n= total chips A 0\n"
    assert [fault.line for fault in read(sheet).faults] == [5, 6, 8]


CALLED_OFF = {
    "no points of a round called off": ("points A 3\nvoid", {}),
    "points corrected afterwards": ("void\npoints A 3\npoints A 2", {"A": 5, "B": 0}),
    "chips corrected afterwards": ("void\npay A B 3", {}),
    "where no points count": ("rules parlour", {}),
}


@cases("lines, points", CALLED_OFF)
def test_points_of_a_round_called_off_are_written(lines: str, points: dict[str, int]) -> None:
    above, below = (lines, "void") if lines.startswith("rules") else ("", lines)
    written = dumps(log_of(f"round 1\n{above}\nA B\n{below}\n"))
    stated = "  ".join(f"{handle} {count}" for handle, count in points.items())
    assert [line[9:] for line in written.splitlines() if line.startswith("= points")] == (
        [stated] if points else []
    )


def test_totals_between_rounds_count_so_far() -> None:
    first = f"round 1\n{OVER}= total points A 0 B 1 C 50\n"
    second = f"round 2\ndealer C\n{OVER}= total points A 0 B 2 C 100\n= winner A"
    assert faults(first + second) == []
