"""Players who join, leave and return, and their points (R17)."""

from companion.core.entries import entry_of
from companion.core.log import Log
from companion.core.series import Series
from tests.cases import cases
from tests.core.tables import log_of, night, series_of


def _points(log: Log) -> str:
    return " ".join(f"{handle} {total}" for handle, total in log.series.standing.points.items())


JOINERS = {
    "the highest total of those seated before": ("", "A 0 B 20 C 31 D 31"),
    "their mean": ("join_points=mean", "A 0 B 20 C 31 D 17"),
    "zero": ("join_points=zero", "A 0 B 20 C 31 D 0"),
    "nothing where no points count": ("points=none", "A 0 B 0 C 0 D 0"),
    "one a rank, likewise": ("points=rank join_points=zero", "A 0 B 0 C 0 D 0"),
}


@cases("options, expected", JOINERS)
def test_r17_who_joins_a_series_begins_with_its_join_points(options: str, expected: str) -> None:
    sheet = night("A B 20 C 31", rules=f"bicycle {options}".strip())
    assert _points(log_of(f"{sheet}round 2\nA B C D\n")) == expected


def test_r17_a_player_who_left_stays_listed() -> None:
    entry = entry_of(1, series_of(f"{night('A B 20 C 31')}round 2\nA B\n"))
    assert (entry.players, entry.left, entry.everybody) == (("A", "B"), ("C",), ("A", "B", "C"))


MEANS = {"rounded up": ("A B 20 C 31", 17), "even": ("A B 21 C 30", 17), "of two": ("A B 51", 26)}


@cases("first, expected", MEANS)
def test_r17_the_mean_is_rounded_up(first: str, expected: int) -> None:
    sheet = night(first, rules="bicycle join_points=mean")
    assert series_of(f"{sheet}round 2\nA X\n").standing.points["X"] == expected


def test_r17_in_the_first_round_nobody_joins() -> None:
    assert _points(log_of(night("A B 20 C 31"))) == "A 0 B 20 C 31"


COMERS = {
    "with the highest total": ("", ("A B 20 C 31", "A B 51", "A B 21 C 30"), "A 0 B 92 C 101"),
    "with no less than they had": ("", ("A B 5 C 46", "A B 51", "C A 25 B 26"), "A 25 B 82 C 56"),
    "with their own where the rules say zero": (
        "join_points=zero",
        ("A B 20 C 31", "A B 51", "A B 21 C 30"),
        "A 0 B 92 C 61",
    ),
}


@cases("options, rounds, expected", COMERS)
def test_r17_a_returning_player(options: str, rounds: tuple[str, ...], expected: str) -> None:
    sheet = night(*rounds, rules=f"bicycle target=0 {options}".strip())
    assert _points(log_of(sheet)) == expected


def test_r17_a_newcomer_to_totals_below_zero_begins_below_zero_too() -> None:
    sheet = night("A B 1 C 50", rules="bicycle target=0")
    below = "points A -9\npoints B -9\npoints C -99\n"
    assert series_of(f"{sheet}{below}round 2\nA X\n").standing.points["X"] == -8


def test_r17_a_newcomer_in_a_round_called_off_has_joined() -> None:
    sheet = night("A B 20 C 31")
    assert _points(log_of(f"{sheet}round 2\nA B C D\nvoid\n")) == "A 0 B 20 C 31 D 31"


def test_r17_a_player_without_a_seat_keeps_their_totals_and_cannot_win() -> None:
    # A has the lowest total, and left.
    series = series_of(night("A B 20 C 31", "B C 51", rules="bicycle target=80"))
    standing = series.standing
    assert dict(standing.points) == {"A": 0, "B": 20, "C": 82}
    assert series.left == ("A",)
    assert (standing.over, standing.winners) == (True, ("B",))


def test_r17_a_total_at_the_target_counts_also_when_its_holder_has_left() -> None:
    # A and B were tied, so the series went on without C, who had reached the target.
    rounds = ("A B 1 C 50", "B A 1 C 50", "A B 51")
    series = series_of(night(*rounds, rules="bicycle target=100"))
    assert (series.left, series.standing.winners) == (("C",), ("A",))


def test_r17_nobody_has_left_before_the_first_round() -> None:
    assert Series().left == ()
