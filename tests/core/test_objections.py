"""Every reason of objections, reached by a line of a sheet or by an event."""

import pytest

from companion.core.cards import NO_CARDS, PACK, card, gather
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.presets import parse
from companion.core.rounds.setup import (
    Charged,
    Event,
    FinePaid,
    HandEntered,
    Paid,
    Passed,
    Played,
    PointsCorrected,
    Setup,
    Shown,
    Waived,
)
from companion.core.series import Series
from tests.core.tables import refusal, round_of, series_of

TWO = "deal A 2 B 50\n"
OUT = f"{TWO}A B\n1 7C 7D\n2 8C .\n"
SHEETS = {
    "turns after the end": (Why.ROUND_IS_OVER, f"{OUT}3 . 8D", "the round is over"),
    "turns after the calling off": (
        Why.ROUND_IS_VOID,
        "A B\n1 7C 7D\nvoid\n2 8C .",
        "the round is called off",
    ),
    "cards shown in play": (
        Why.ROUND_IN_PLAY,
        f"{TWO}A B\n1 7C 7D\nleft A 8C",
        "the round is still in play",
    ),
    "out of turn": (Why.OUT_OF_TURN, "A B\n1 . 7C", "it is A’s turn, not B’s"),
    "twice the same card": (
        Why.ALREADY_LAID,
        "A B\n1 7C 7C",
        "7C cannot be played: it is on the table already",
    ),
    "a gap in the run": (
        Why.NEIGHBOUR_MISSING,
        "A B\n1 8H 9H",
        "8H cannot be played: 7H is not on the table",
    ),
    "the six before the eight": (
        Why.HIGH_FIRST,
        "rules fwend\nA B\n1 7H 6H",
        "6H cannot be played: 8H goes first",
    ),
    "no opener": (
        Why.NO_OPENER,
        "rules five-or-nine\nA B\n1 7H .",
        "7H cannot be played: it does not open a suit",
    ),
    "not the card that leads": (Why.MUST_LEAD, "rules fwend\nA B\n1 7C .", "7H leads the round"),
    "a card that the hand has not": (
        Why.NOT_IN_HAND,
        f"{TWO}hand A 7C 8C\nA B\n1 7D .",
        "7D is not in the hand of A",
    ),
    "a card in another hand": (
        Why.HELD_BY_OTHER,
        f"{TWO}hand A 7C 8C\nA B\n1 -- 7C",
        "7C is in the hand of A",
    ),
    "a hand with another's card": (
        Why.HELD_BY_OTHER,
        f"{TWO}A B\n1 -- 7C\nhand A 7C 8C",
        "7C is in the hand of B",
    ),
    "a hand without a card that was laid": (
        Why.NOT_IN_HAND,
        f"{TWO}A B\n1 7C --\nhand A 7D 8C",
        "7C is not in the hand of A",
    ),
    "a hand of the wrong size": (
        Why.WRONG_HAND_SIZE,
        f"{TWO}hand A 7C  # refused\nA B\n",
        "A was dealt 2 cards, not 1",
    ),
    "a hand twice": (
        Why.HAND_KNOWN,
        f"{TWO}A B\nhand A 7C 8C\nhand A 7C 8C",
        "A’s hand is already entered",
    ),
    "cards shown that lie on the table": (
        Why.ALREADY_LAID,
        "deal A 1 B 1 C 50\nA B C\n1 7C . .\nleft B 7C",
        "7C cannot be played: it is on the table already",
    ),
    "cards shown that others showed": (
        Why.HELD_BY_OTHER,
        "deal A 1 B 1 C 1 D 49\nA B C D\n1 7C . . .\nleft B 8C\nleft C 8C",
        "8C is in the hand of B",
    ),
    "a fine let go where no pass was": (
        Why.NOT_A_PASS,
        "A B\n1 7C --\nwaive 1",
        "turn 1 is not a pass",
    ),
    "a fine let go at no turn": (Why.NOT_A_PASS, "A B\n1 7C --\nwaive 3", "turn 3 is not a pass"),
    "a fine let go twice": (
        Why.ALREADY_WAIVED,
        "A B\n1 7C --\nwaive 2\nwaive 2",
        "the fine for turn 2 was already let go",
    ),
    "a payment to oneself": (
        Why.SAME_ACCOUNT,
        "A B\npay A A 3",
        "nobody pays chips to themselves",
    ),
    "one column": (Why.TOO_FEW_PLAYERS, "A\n", "at least two players are needed"),
    "eleven columns": (
        Why.TOO_MANY_PLAYERS,
        "A B C D E F G H I J K\n",
        "at most ten players can play",
    ),
    "a column that is a card": (Why.NO_HANDLE, "A B 7C\n", "7C cannot be the heading of a column"),
    "a column twice": (Why.SAME_PLAYER_TWICE, "A B A\n", "A sits at the table twice"),
    "hands that are no pack": (
        Why.SIZES_MISS_PACK,
        "deal A 26 B 27  # refused\nA B\n",
        "the hands add up to 53 cards, not 52",
    ),
    "a round after the last": (
        Why.SERIES_IS_OVER,
        f"rules bicycle target=3\n{OUT}round 2\nA B\n",
        "the series is over: raise the target to go on",
    ),
}


@pytest.mark.parametrize(("why", "sheet", "reason"), SHEETS.values(), ids=SHEETS)
def test_a_sheet_is_refused_with_the_reason_in_one_line(why: Why, sheet: str, reason: str) -> None:
    number, _, problem = refusal(f"round 1\n{sheet}").partition(": ")
    lines = f"fantan 1\nround 1\n{sheet}".splitlines()
    marked = [line for line in lines if "# refused" in line]
    assert problem == reason
    assert lines[int(number) - 1] == (marked or lines)[-1]
    assert _same_but_for_names(why, problem)


def _same_but_for_names(why: Why, problem: str) -> bool:
    """Return whether the problem has the phrase of the reason, with any fields."""
    phrase, said = why.value.split(), problem.split()
    return all(word == other for word, other in zip(phrase, said, strict=True) if "{" not in word)


IN_PLAY = round_of("deal A 2 B 2 C 48\nA B C\n1 7C -- 8C")
PLAYED_OUT = round_of("deal A 1 B 1 C 50\nA B C\n1 7C . .")
EVENTS: dict[str, tuple[Why, Event, str]] = {
    "a turn of nobody": (Why.NOT_AT_TABLE, Passed(3), "there is no seat 4"),
    "a hand of nobody": (Why.NOT_AT_TABLE, HandEntered(-1, PACK), "there is no seat 0"),
    "cards of nobody": (Why.NOT_AT_TABLE, Shown(3, PACK), "there is no seat 4"),
    "a payment by nobody": (Why.NOT_AT_TABLE, Paid(7, 0, 1), "there is no seat 8"),
    "cards shown in play": (
        Why.ROUND_IN_PLAY,
        Shown(0, card("8C").bit),
        "the round is still in play",
    ),
    "no chips": (Why.NO_CHIPS, Paid(0, 1, 0), "a payment is at least one chip"),
    "more chips than a sheet can say": (
        Why.TOO_MANY_CHIPS,
        Paid(0, 1, 1_000_000_000),
        "a payment is at most 999999999 chips",
    ),
    "less than no chips": (Why.NO_CHIPS, Paid(0, 1, -3), "a payment is at least one chip"),
    "a fine charged that is owed": (
        Why.NOT_WAIVED,
        Charged(2),
        "the fine for turn 2 is already owed",
    ),
    "a fine charged where no pass was": (Why.NOT_A_PASS, Charged(1), "turn 1 is not a pass"),
    "a fine let go before the first turn": (Why.NOT_A_PASS, Waived(0), "turn 0 is not a pass"),
}


@pytest.mark.parametrize(("why", "event", "reason"), EVENTS.values(), ids=EVENTS)
def test_an_event_is_refused_with_the_reason(why: Why, event: Event, reason: str) -> None:
    objection = IN_PLAY.objection(event)
    assert objection
    assert (objection.why, objection.english) == (why, reason)


DECIDED = round_of("A B C\n1 -- -- .\nwaive 1\npaid 2")
RULINGS: dict[str, tuple[Why, Event, str]] = {
    "a fine paid that was let go": (
        Why.ALREADY_WAIVED,
        FinePaid(1),
        "the fine for turn 1 was already let go",
    ),
    "a fine paid twice": (Why.PAID_ALREADY, FinePaid(2), "the fine for turn 2 is already paid"),
    "a fine paid where no pass was": (Why.NOT_A_PASS, FinePaid(3), "turn 3 is not a pass"),
    "no points": (
        Why.NO_POINTS,
        PointsCorrected(0, 0),
        "a correction is at least one point",
    ),
    "more points than a sheet can say": (
        Why.TOO_MANY_POINTS,
        PointsCorrected(0, -1_000_000_000),
        "a correction is at most 999999999 points",
    ),
    "points of nobody": (Why.NOT_AT_TABLE, PointsCorrected(5, 1), "there is no seat 6"),
}


@pytest.mark.parametrize(("why", "event", "reason"), RULINGS.values(), ids=RULINGS)
def test_decisions_of_the_table_are_refused_with_the_reason(
    why: Why, event: Event, reason: str
) -> None:
    objection = DECIDED.objection(event)
    assert objection
    assert (objection.why, objection.english) == (why, reason)


def test_points_are_corrected_only_where_they_count() -> None:
    objection = round_of("rules parlour\nA B\n").objection(PointsCorrected(0, 3))
    assert objection
    assert objection == Objection(Why.POINTS_NOT_COUNTED)
    assert objection.english == "these rules count no points"


def test_a_fine_that_is_let_go_counts_as_never_paid() -> None:
    waived = DECIDED.after(Waived(2))
    assert waived.decisions.paid == frozenset()
    assert waived.after(Charged(2)).objection(FinePaid(2)) is None


def test_a_fine_that_is_charged_again_counts_as_never_paid() -> None:
    charged = DECIDED.after(Charged(2))
    assert charged.decisions.paid == frozenset()
    assert charged.objection(FinePaid(2)) is None


def test_a_round_has_at_most_999_turns() -> None:
    rows = "\n".join(f"{trip} -- --" for trip in range(1, 500))
    round_ = round_of(f"A B\n{rows}\n500 -- .")
    objection = round_.objection(Passed(1))
    assert objection
    assert objection == Objection(Why.TOO_MANY_TURNS, expected=999)
    assert objection.english == "a round has at most 999 turns"


SHOWN: dict[str, tuple[Why, Event, str]] = {
    "no card": (Why.NOTHING_SHOWN, Shown(1, NO_CARDS), "no card is shown"),
    "more than is left": (
        Why.WRONG_CARDS_LEFT,
        Shown(1, gather((card("8C"), card("9C")))),
        "B has 1 cards left, not 2",
    ),
    "a turn after the end": (Why.ROUND_IS_OVER, Passed(1), "the round is over"),
}


@pytest.mark.parametrize(("why", "event", "reason"), SHOWN.values(), ids=SHOWN)
def test_cards_are_shown_with_sense(why: Why, event: Event, reason: str) -> None:
    objection = PLAYED_OUT.objection(event)
    assert objection
    assert (objection.why, objection.english) == (why, reason)


SETUPS = {
    "a dealer from elsewhere": (Why.NO_DEALER, 2, (26, 26), "the dealer does not sit at the table"),
    "an empty hand": (Why.EMPTY_HAND, 0, (52, 0), "each player is dealt at least one card"),
    "a hand too few": (Why.SIZES_MISS_PACK, 0, (52,), "the hands add up to 52 cards, not 52"),
}


@pytest.mark.parametrize(("why", "dealer", "sizes", "reason"), SETUPS.values(), ids=SETUPS)
def test_a_deal_is_refused_with_the_reason(
    why: Why, dealer: int, sizes: tuple[int, ...], reason: str
) -> None:
    setup = Setup(parse("bicycle"), ("A", "B"), dealer, sizes)
    objection = Series().objection_to_deal(setup)
    assert objection
    assert (objection.why, objection.english) == (why, reason)


@pytest.mark.parametrize("handle", ["pot", "7C", "a b", "A#1", "²", ""])
def test_an_invalid_handle_is_refused(handle: str) -> None:
    setup = Setup(parse("bicycle"), ("A", handle), 0, (26, 26))
    assert Series().objection_to_deal(setup) == Objection(Why.NO_HANDLE, player=handle)


def test_no_round_is_dealt_while_one_is_in_play() -> None:
    series = series_of("round 1\nA B\n")
    assert series.objection_to_deal(series.next_setup()) == Objection(Why.ROUND_IN_PLAY)


def test_an_unchecked_event_raises_its_objection() -> None:
    with pytest.raises(IllegalEventError) as refused:
        IN_PLAY.after(Played(0, card("9H")))
    assert refused.value.objection.why is Why.NEIGHBOUR_MISSING
    assert refused.value.event == Played(0, card("9H"))


def test_every_reason_is_reached() -> None:
    tables = (SHEETS, EVENTS, RULINGS, SHOWN, SETUPS)
    reached = {row[0] for table in tables for row in table.values()}
    alone = {Why.POINTS_NOT_COUNTED, Why.TOO_MANY_TURNS}
    of_known_cards = {Why.SEEN_IN_HAND, Why.SEEN_ALREADY}
    of_notes_taken_back = {Why.NOTHING_NAMED, Why.NOT_NOTED, Why.HELD_FOR_CERTAIN}
    of_a_series = {
        Why.NO_ROUND,
        Why.ROUND_HAS_BEGUN,
        Why.ENDED_ALREADY,
        Why.ENDS_EARLIER,
        Why.NOT_IN_SERIES,
        Why.NO_NAME,
        Why.NAMELESS,
        Why.NAME_TAKEN,
        Why.NAME_TOO_LONG,
    }
    of_a_table = {
        Why.LEADER_UNKNOWN,
        Why.NO_OPENING_CARD,
        Why.QUICKER,
        Why.NOTHING_TO_UNDO,
        Why.NOTHING_TO_REDO,
    }
    elsewhere = of_known_cards | of_notes_taken_back | of_a_series | of_a_table
    assert set(Why) - reached == alone | elsewhere
