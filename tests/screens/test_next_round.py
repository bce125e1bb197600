"""The table between two rounds: default seats, the dealer and the edits."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import methodcaller

from companion.core.names import Player
from companion.core.presets import preset
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.setup import Setup
from companion.core.steps import Dealt, Redealt
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.screens import next_round
from companion.screens.blocks import Document
from companion.screens.kit import ScreenFacts, submit
from companion.screens.next_round import NextForm, next_deal
from companion.screens.seating import SeatsView, dealt_seats, next_seats
from companion.screens.table import table
from companion.words import ENGLISH
from tests.cases import cases
from tests.screens.documents import custom, rows
from tests.screens.nights import ANN_GOES_OUT, night, then

OVER = night(ANN_GOES_OUT)
"""Ann, Ben and Cem; Cem dealt, so Ann deals next."""

Edit = Callable[[NextForm], NextForm]


def dealt(before: Snapshot, setup: Setup, joined: tuple[Player, ...] = ()) -> Snapshot:
    return replace(before, log=before.log.after(Dealt(setup, joined)))


def form(at: Snapshot, *edits: Edit) -> NextForm:
    draft = next_seats(at.series, NextForm) if at.round.over else dealt_seats(at.series, NextForm)
    for edit in edits:
        draft = edit(draft)
    return draft


def shown(at: Snapshot, *edits: Edit) -> Document:
    catalogue = Catalogue((), colours=at.colours)
    return form(at, *edits).view(ScreenFacts(snapshot=at, catalogue=catalogue))


def deal(at: Snapshot, *edits: Edit) -> Dealt | Redealt:
    """Return the step of the button."""
    return next_deal(form(at, *edits), at.log)


def seats(view: Document) -> SeatsView:
    (shown,) = custom(view, SeatsView)
    return shown


leaves, joins, moves, deals, cards = (
    partial(methodcaller, name)
    for name in ("without", "seating", "moved", "dealt_by", "with_cards")
)
DEALS: dict[str, tuple[tuple[Edit, ...], str, str]] = {
    "as it sits": ((), "Ann Ben Cem", "Ann"),
    "the next dealer leaves": ((leaves(0),), "Ben Cem", "Ben"),
    "the last dealer leaves": ((leaves(2),), "Ann Ben", "Ann"),
    "both leave": ((leaves(2), leaves(0), joins("Zoe")), "Ben Zoe", "Ben"),
    "somebody joins left of the last dealer": ((joins("Zoe"),), "Ann Ben Cem Zoe", "Zoe"),
    "somebody joins elsewhere": ((joins("Zoe"), moves(3, 1)), "Ann Zoe Ben Cem", "Ann"),
    "the last dealer moves": ((moves(2, 0),), "Cem Ann Ben", "Ann"),
    "another is picked": ((deals(1),), "Ann Ben Cem", "Ben"),
    "the picked one stays picked": ((deals(1), leaves(0), joins("Zoe")), "Ben Cem Zoe", "Ben"),
    "the picked one leaves": ((deals(1), leaves(1)), "Ann Cem", "Ann"),
    "who left returns": ((leaves(1), joins("ben")), "Ann Cem Ben", "Ben"),
    "who returns has a namesake": ((leaves(1), *2 * [joins("Ben")]), "Ann Cem Ben Ben2", "Ben"),
}


@cases("edits, players, dealer", DEALS)
def test_the_deal_passes_left(edits: tuple[Edit, ...], players: str, dealer: str) -> None:
    setup = deal(OVER, *edits).setup
    assert (" ".join(setup.players), setup.players[setup.dealer]) == (players, dealer)
    assert setup == Setup.dealt(preset("bicycle"), setup.players, setup.dealer)


MISSING, MORE = cards(0, -1), cards(1, 1)
HONEST: Edit = methodcaller("dealt_honestly")
OBSTACLES: dict[str, tuple[tuple[Edit, ...], bool]] = {
    "alone": ((leaves(0), leaves(1)), True),
    "nobody": ((leaves(0), leaves(1), leaves(2)), True),
    "a card missing": ((MISSING,), True),
    "a misdeal": ((MISSING, MORE), False),
    "hands anew": ((MISSING, leaves(0)), False),
    "honest again": ((MISSING, HONEST), False),
    "a namesake": ((joins("ben"),), True),
}


@cases("edits, obstacle", OBSTACLES)
def test_an_impossible_deal_has_an_obstacle(edits: tuple[Edit, ...], *, obstacle: bool) -> None:
    (act,) = shown(OVER, *edits).footer
    assert bool(act.obstacle) is obstacle


def test_a_round_is_set_up_anew_as_it_was_dealt() -> None:
    zoe = Player("Zoe", "Zoe Quill")
    setup = Setup(preset("bicycle"), ("Ann", "Ben", "Zoe"), 1, (17, 16, 19))
    at = dealt(OVER, setup, (zoe,))
    view = shown(at)
    assert table(at, ENGLISH).can_deal_anew
    assert deal(at) == Redealt(setup, (zoe,))
    (act,) = view.footer
    assert (act.id, act.intent) == ("redeal", submit(next_round.deal, True, 2))
    assert deal(at, leaves(2)).joined == ()
    assert not table(then(at, Passed(2), 2), ENGLISH).can_deal_anew


TWO = dealt(OVER, Setup.dealt(preset("bicycle"), ("Ann", "Ben"), 0))
JOINED = {
    "the highest total": (OVER, "25"),
    "no points": (night(ANN_GOES_OUT, rules="pagat-pool"), ""),
    "in a deal set up anew": (TWO, "25"),
}


@cases("at, points", JOINED)
def test_newcomers_see_their_points(at: Snapshot, points: str) -> None:
    before, view = shown(at), shown(at, joins("Zoe"))
    told = set(seats(view).remarks) - set(seats(before).remarks)
    assert "".join(filter(str.isdigit, " ".join(told))) == points
    assert any(row.id == "rule-join_points" for row in rows(view)) is bool(points)
    assert not any(row.id == "rule-join_points" for row in rows(before))
