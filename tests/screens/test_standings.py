"""The standing, and why nobody has won yet."""

from typing import TypeGuard

from companion.core.rounds.events.decisions import PointsCorrection
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.standings import standing_panel, standing_table, undecided
from companion.words import ENGLISH
from tests.cases import cases
from tests.screens import nights as n
from tests.screens.nights import night, then


def lines(played: Snapshot) -> list[tuple[str, str, list[str], str]]:
    """Return place, name, figures and gain of each player."""
    return [
        (line.place, line.player.name, [b.plain(one) for one in line.figures], line.gain)
        for line in standing_table(played, ENGLISH).lines
    ]


def remarks(played: Snapshot) -> dict[str, tuple[str, str]]:
    """Return the deciding figure of each player and the remark on it."""
    shown = standing_table(played, ENGLISH).lines
    return {line.player.name: (line.figures[0].says, line.remark) for line in shown}


STANDINGS = {
    "chips alone": (
        night(n.ANN_GOES_OUT, rules="pagat-pool"),
        [
            ("1", "Ann", ["+52"], "This round: +52"),
            ("2", "Cem", ["−25"], "This round: −25"),
            ("3", "Ben", ["−27"], "This round: −27"),
        ],
    ),
    "a round in play": (
        night(n.IN_PLAY),
        [
            ("1", "Ann", ["0", "−1"], "This round: −1 chip"),
            ("1", "Ben", ["0", "−3"], "This round: −3 chips"),
            ("1", "Cem", ["0", "−2"], "This round: −2 chips"),
        ],
    ),
}
"""Those that no kept screen shows."""


@cases("played, expected", STANDINGS)
def test_the_standing(played: Snapshot, expected: list[tuple[str, str, list[str], str]]) -> None:
    assert lines(played) == expected


PIPS = "bicycle points=pips"
NEAR = night(n.FEW_LEFT, rules=f"{PIPS} target=20")


OPEN = {
    "at the target": then(NEAR, PointsCorrection(1, 20)),
    "after the last round": night(n.FEW_LEFT, rules=f"{PIPS} rounds=1"),
    "a tie": night(n.ANN_FIRST, n.BEN_FIRST),
}


@cases("played", OPEN)
def test_the_standing_tells_why_nobody_has_won_yet(played: Snapshot) -> None:
    assert undecided(played.series, ENGLISH)


def test_whoever_joins_or_comes_back_begins_with_what_the_rules_say() -> None:
    back = (n.ANN_GOES_OUT, n.WITHOUT_CEM, n.FEW_LEFT)
    total, remark = remarks(night(*back))["Cem"]
    assert total == "77"
    assert remark
    joined = remarks(night(n.WITHOUT_CEM, n.ANN_GOES_OUT, rules="bicycle join_points=mean"))
    assert {name: total for name, (total, _) in joined.items()} == {
        "Ann": "0",
        "Ben": "76",
        "Cem": "50",
    }
    assert [name for name, (_, remark) in joined.items() if remark] == ["Cem"]


def test_chips_of_players_and_pot_add_up_to_zero_while_a_round_is_in_play() -> None:
    played = night(n.IN_PLAY)
    chips = sum(-int(figures[1].strip("−")) for _, _, figures, _ in lines(played))
    (says,) = (block.says for block in standing_panel(played, ENGLISH).blocks if is_pot(block))
    assert says.startswith(f"{-chips} ")


def is_pot(block: b.Block) -> TypeGuard[b.Text]:
    return isinstance(block, b.Text) and block.id == "in-pot"
