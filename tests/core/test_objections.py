"""Every reason of objections, reached by a line of a sheet or by an event."""

import re
from collections.abc import Collection

import pytest

from companion.core.cards import Pack, card
from companion.core.log import Log
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.presets import parse
from companion.core.rounds.events import (
    ChipsCorrection,
    Dated,
    Event,
    FineCharged,
    FineTicked,
    FineWaived,
    HandEntered,
    MarkedUnpaid,
    Passed,
    PassRun,
    Played,
    PointsCorrection,
    Result,
    Timed,
    read_event,
)
from companion.core.rounds.setup import POT, Setup
from companion.core.series import Series
from companion.core.steps import Dealt
from tests.core.tables import refusal, round_of

TWO = "deal A 2 B 50\n"
OUT = f"{TWO}A B\n1 7C 7D\n2 8C .\n"
ONE_OUT = "deal A 1 B 1 C 50\nA B C\n1 7C . .\n"
SEEN = "rules domino\ndeal A 3 B 3 C 46\nholds B 8C 9C\nA B C\n"
SHEETS = {
    "turns after the end": (f"{OUT}3 . 8D", "the round is over"),
    "turns after the calling off": ("A B\n1 7C 7D\nvoid\n2 8C .", "the round is called off"),
    "cards shown in play": (f"{TWO}A B\n1 7C 7D\nleft A 8C", "the round is still in play"),
    "out of turn": ("A B\n1 . 7C", "it is A’s turn, not B’s"),
    "twice": ("A B\n1 7C 7C", "7C cannot be played: it is on the table already"),
    "a gap in the run": ("A B\n1 8H 9H", "8H cannot be played: 7H is not on the table"),
    "a gap below": ("A B\n1 7C 5C", "5C cannot be played: 6C is not on the table"),
    "low first": ("rules fwend\nA B\n1 7H 6H", "6H cannot be played: 8H goes first"),
    "a seven": ("rules five-or-nine\nA B\n1 7H .", "7H cannot be played: it does not open a suit"),
    "not the card that leads": ("rules fwend\nA B\n1 7C .", "7H leads the round"),
    "a card of no entered hand": (f"{TWO}hand A 7C 8C\nA B\n1 7D .", "7D is not in the hand of A"),
    "a card in another hand": (f"{TWO}hand A 7C 8C\nA B\n1 -- 7C", "7C is in the hand of A"),
    "a card that another was seen with": (f"{SEEN}1 8C . .", "8C is in the hand of B"),
    "no room besides those seen": (f"{SEEN}1 7C 7D 7H\n2 7S 6D .", "6D is not in the hand of B"),
    "a hand with another's card": (f"{TWO}A B\n1 -- 7C\nhand A 7C 8C", "7C is in the hand of B"),
    "a hand that lacks a card": (f"{TWO}A B\n1 7C --\nhand A 7D 8C", "7C is not in the hand of A"),
    "a hand of the wrong size": (f"{TWO}hand A 7C  # refused\nA B\n", "A was dealt 2 cards, not 1"),
    "a hand twice": (f"{TWO}A B\nhand A 7C 8C\nhand A 7C 8C", "A’s cards are already known"),
    "shown, but laid": (f"{ONE_OUT}left B 7C", "7C cannot be played: it is on the table already"),
    "cards shown that others showed": (
        "deal A 1 B 1 C 1 D 49\nA B C D\n1 7C . . .\nleft B 8C\nleft C 8C",
        "8C is in the hand of B",
    ),
    "a fine let go where no pass was": ("A B\n1 7C --\nwaive 1", "turn 1 is not a pass"),
    "a fine let go at no turn": ("A B\n1 7C --\nwaive 3", "turn 3 is not a pass"),
    "let go twice": ("A B\n1 7C --\nwaive 2\nwaive 2", "the fine for turn 2 was already let go"),
    "a payment to oneself": ("A B\npay A A 3", "nobody pays chips to themselves"),
    "one column": ("A\n", "at least two players are needed"),
    "eleven columns": ("A B C D E F G H I J K\n", "at most ten players can play"),
    "a column that is a card": ("A B 7C\n", "7C cannot be the heading of a column"),
    "a column called round": (
        "A round\n",
        "round cannot be the heading of a column",
    ),
    "a heading that is too long": (
        f"A {'B' * 41}\n",
        "a name has at most 40 characters",
    ),
    "a column twice": ("A B A\n", "A sits at the table twice"),
    "no such card": ("rules bicycle pack=36\nA B\n1 2C --", "2C is not in a pack of 36 cards"),
    "hands of 53": ("deal A 26 B 27  # refused\nA B\n", "the hands add up to 53 cards, not 52"),
    "a debt where the app keeps the chips": (
        "rules bicycle chips=app\nA B\nowed A B 3",
        "the app keeps the chips, so nothing is handed over",
    ),
    "a debt to oneself": ("A B\nowed A A 3", "nobody pays chips to themselves"),
    "a result where all places are played for": (
        "rules kartendomino-ranking\nA B C\nresult A 0 0 B 2 1 C 3 1",
        "a round with places is entered turn by turn",
    ),
    "two who are out": ("A B\nresult A 0 0 B 0 1", "exactly one player has no cards left"),
    "nobody who is out": ("A B\nresult A 1 0 B 2 1", "exactly one player has no cards left"),
    "more left than were dealt": (
        f"{TWO}A B\nresult A 3 0 B 0 0",
        "A was dealt 2 cards and cannot have 3 left",
    ),
    "a thousand passes": ("A B\nresult A 0 0 B 2 1000", "that is too much: at most 999"),
    "turns below a result": ("A B\nresult A 0 0 B 2 1\n1 7C .", "the round is over"),
    "a fine of a result": ("A B\nresult A 0 0 B 2 1\nwaive 1", "turn 1 is not a pass"),
    "more shown than a result leaves": (
        "A B\nresult A 0 0 B 2 1\nleft B 8C",
        "B has 2 cards left, not 1",
    ),
    "a result of a round called off": ("A B\nvoid\nresult A 0 0 B 2 1", "the round is called off"),
    "a payment to the pot of a round called off": (
        "A B\nvoid\npay A pot 3",
        "the round is called off",
    ),
    "a turn before the starters are known": (
        "rules shichinarabe\nholds A 7D 7C\nA B C D\n1 6D . . .",
        "it is not known yet who laid 7H",
    ),
    "a hand laid out that nobody knows": (
        "rules shichinarabe passes=1\nholds A 7C 7D 7H 7S\nA B C D\n1 6D -- 8C 8D\n2 6C -- . .",
        "B lays the hand out: enter its cards first",
    ),
    "a hand of starters alone": (
        "rules shichinarabe\ndeal A 4 B 48\nA B  # refused\n",
        "a hand could be nothing but first cards of suits",
    ),
    "a round after the last": (
        f"rules bicycle target=3\n{OUT}round 2\nA B\n",
        "the series is over: raise the target to go on",
    ),
}


@pytest.mark.parametrize(("sheet", "reason"), SHEETS.values(), ids=SHEETS)
def test_a_sheet_is_refused_with_the_reason_in_one_line(sheet: str, reason: str) -> None:
    number, _, problem = refusal(f"round 1\n{sheet}").partition(": ")
    lines = f"fantan 1\nround 1\n{sheet}".splitlines()
    marked = [line for line in lines if "# refused" in line]
    assert problem == reason
    assert lines[int(number) - 1] == (marked or lines)[-1]


IN_PLAY = "deal A 2 B 2 C 48\nA B C\n1 7C -- 8C"
DECIDED = "holds B 7H\nA B C\n1 -- -- .\nwaive 1\npaid 2"
KNOWN = "deal A 2 B 3 C 47\nholds B 8C 9C\nA B C\n1 7C -- 6C"
OVER = "deal A 1 B 2 C 49\nholds B 8C\nA B C\n1 7C . ."
RESULT = "deal A 4 B 4 C 44\nholds B 8C 9C 10C\nA B C\nresult A 0 1 B 2 0 C 9 3"
OWED = "A B C\nowed A B 3\nowed A B 2"
SHOWED = "deal A 1 B 2 C 49\nA B C\n1 7C . .\nleft B 8C 9C"
ENTERED = "deal A 1 B 2 C 49\nhand B 8C 9C\nA B C\n1 7C . ."
LAID = "holds A 7H\nA B C\n1 7H 7C --"
NOTED = "holds C 6H 8H\nA B C\n1 7H 7C --\n2 -- . ."
EVENTS = {
    "a turn of nobody": (IN_PLAY, "D --", "there is no seat 4"),
    "a hand of nobody": (IN_PLAY, "hand D 7C", "there is no seat 4"),
    "cards of nobody": (IN_PLAY, "left D 7C", "there is no seat 4"),
    "cards seen of nobody": (IN_PLAY, "holds D 7C", "there is no seat 4"),
    "a payment by nobody": (IN_PLAY, "pay D A 1", "there is no seat 4"),
    "points of nobody": (DECIDED, "points D 1", "there is no seat 4"),
    "nobody's note": (NOTED, "forget D 6H", "there is no seat 4"),
    "cards shown in play": (IN_PLAY, "left A 8C", "the round is still in play"),
    "no card shown": (ONE_OUT, "left B", "no card is named"),
    "no card seen": (KNOWN, "holds A", "no card is named"),
    "no card forgotten": (NOTED, "forget C", "no card is named"),
    "a turn after the end": (ONE_OUT, "B --", "the round is over"),
    "more cards shown than are left": (ONE_OUT, "left B 8C 9C", "B has 1 cards left, not 2"),
    "a fine charged that is owed": (IN_PLAY, "charge 2", "the fine for turn 2 is already owed"),
    "a fine charged where no pass was": (IN_PLAY, "charge 1", "turn 1 is not a pass"),
    "a fine paid that was let go": (DECIDED, "paid 1", "the fine for turn 1 was already let go"),
    "a fine paid before it is certain": (
        "A B C\n1 -- -- .",
        "paid 2",
        "nothing of the fine for turn 2 is due now",
    ),
    "chips that lie there, certain or not": ("A B C\n1 -- -- .", "paid 2 pot 3", ""),
    "a fine paid to oneself": (DECIDED, "paid 2 B 3", "nobody pays chips to themselves"),
    "a fine paid once too often": (DECIDED, "paid 2", "nothing of the fine for turn 2 is due now"),
    "a fine paid where no pass was": (DECIDED, "paid 3", "turn 3 is not a pass"),
    "points where none count": ("rules parlour\nA B", "points A 3", "these rules count no points"),
    "a card seen that was laid": (KNOWN, "holds A 7C", ""),
    "a card seen besides others": (KNOWN, "holds B 9C KH", ""),
    "nothing new seen": (KNOWN, "holds B 9C", "B’s cards are already known"),
    "more seen than a hand": (KNOWN, "holds B 2H 3H", "B was dealt 3 cards, not 4"),
    "more than a hand, with what was laid": (KNOWN, "holds A 2H 3H", "A was dealt 2 cards, not 3"),
    "seen, though another laid it": (KNOWN, "holds B 6C", "6C is in the hand of C"),
    "seen, though another was seen with it": (KNOWN, "holds A 8C", "8C is in the hand of B"),
    "a hand with what was seen": (KNOWN, "hand B 8C 9C KH", ""),
    "a hand without what was seen": (KNOWN, "hand B 8C 2H 3H", "9C is not in the hand of B"),
    "a hand with what another was seen with": (KNOWN, "hand A 7C 8C", "8C is in the hand of B"),
    "shown without what was seen": (OVER, "left B 9C KC", "B held 8C for certain"),
    "shown twice": (SHOWED, "left B 8C 9C", "B’s cards are already known"),
    "shown, but not of the hand": (ENTERED, "left B 9C KC", "KC is not in the hand of B"),
    "seen, but not of the hand": (ENTERED, "holds B KC", "KC is not in the hand of B"),
    "a hand without what was shown": (SHOWED, "hand B 8C KC", "9C is not in the hand of B"),
    "a hand with what another showed": (SHOWED, "hand A 9C", "7C is not in the hand of A"),
    "seen, though another showed it": (SHOWED, "holds C 9C", "9C is in the hand of B"),
    "seen besides what was shown": (SHOWED, "holds B KC", "B was dealt 2 cards, not 3"),
    "forgotten, though never noted": (NOTED, "forget C 6H 9H", "nobody noted 9H for C"),
    "forgotten, though noted for another": (NOTED, "forget A 6H", "nobody noted 6H for A"),
    "forgotten, though laid": (LAID, "forget A 7H", "A held 7H for certain"),
    "forgotten, though shown": (SHOWED, "forget B 8C", "B held 8C for certain"),
    "laid instead": (NOTED, "forget C 6H then B 5H", "5H cannot be played: 6H is not on the table"),
    "laid instead, though noted": (NOTED, "forget C 6H then B 8H", "8H is in the hand of C"),
    "shown, though others of the hand were seen": (RESULT, "left B 9C 2H", ""),
    "shown without too many that were seen": (
        RESULT.replace("B 2", "B 3"),
        "left B 10C 2H 3H",
        "B held 8C for certain",
    ),
    "a debt of nobody": (OWED, "owed A D 1", "there is no seat 4"),
    "handed over by nobody": (OWED, "handed D A", "there is no seat 4"),
    "handed over": (OWED, "handed A B", ""),
    "handed over the other way": (OWED, "handed B A", "B is not marked to owe A anything"),
    "another day": (OVER, "date 2026-11-21", ""),
    "a day of a round called off": ("A B C\nvoid", "date 2026-11-21", ""),
    "a correction of a round called off": ("A B C\nvoid", "pay A B 3", ""),
    "points of a round called off": ("A B C\nvoid", "points A 3", ""),
    "a debt of a round called off": ("A B C\nvoid", "owed A B 3", ""),
    "forgotten, called off": ("holds C 6H\nA B C\nvoid", "forget C 6H", "the round is called off"),
}


@pytest.mark.parametrize(("sheet", "words", "reason"), EVENTS.values(), ids=EVENTS)
def test_an_event_is_refused_with_the_reason_or_fits(sheet: str, words: str, reason: str) -> None:
    objection = round_of(sheet).objection(read_event(words, "ABCD"))
    assert (objection.english if objection else "") == reason


DECIDED_ROUND = round_of(DECIDED)
UNWRITTEN: dict[str, tuple[Event, str]] = {
    "a seat below the first": (HandEntered(-1, Pack.FULL.cards), "there is no seat 0"),
    "no chips": (ChipsCorrection(0, 1, 0), "at least one is needed"),
    "the pot owes": (MarkedUnpaid(POT, 0, 3), "there is no seat 0"),
    "a debt of nothing": (MarkedUnpaid(0, 1, 0), "at least one is needed"),
    "a debt too large": (MarkedUnpaid(0, 1, 1_000_000_000), "that is too much: at most 999999999"),
    "no chips of a fine": (FineTicked(2, POT, 0), "at least one is needed"),
    "no time": (Timed("24:00"), "a time is written HH:MM"),
    "no day": (Dated("2026-02-30"), "a date is written YYYY-MM-DD"),
    "a result of another table": (
        Result((0, 2), (0, 0)),
        "a result takes cards left and passes of 3 players",
    ),
    "fewer passes than none": (
        Result((0, 2, 2), (0, 0, -1)),
        "that is too much: at most 999",
    ),
    "less than no chips": (ChipsCorrection(0, 1, -3), "at least one is needed"),
    "too many chips": (
        ChipsCorrection(0, 1, 1_000_000_000),
        "that is too much: at most 999999999",
    ),
    "no points": (PointsCorrection(0, 0), "at least one is needed"),
    "more points than a sheet can say": (
        PointsCorrection(0, -1_000_000_000),
        "that is too much: at most 999999999",
    ),
    "a fine let go before the first turn": (FineWaived(0), "turn 0 is not a pass"),
    "passes of nobody": (PassRun(()), "nobody’s turn comes before that"),
}


@pytest.mark.parametrize(("event", "reason"), UNWRITTEN.values(), ids=UNWRITTEN)
def test_an_event_that_no_line_says_is_refused_with_the_reason(event: Event, reason: str) -> None:
    objection = DECIDED_ROUND.objection(event)
    assert objection
    assert objection.english == reason


def test_a_charge_withdraws_the_last_decision_on_a_fine() -> None:
    waived = DECIDED_ROUND.after(FineWaived(2))
    assert waived.decisions.paid == DECIDED_ROUND.decisions.paid
    assert waived.after(FineCharged(2)) == DECIDED_ROUND
    charged = DECIDED_ROUND.after(FineCharged(2))
    assert charged.decisions.paid == ()
    assert charged.objection(FineTicked(2)) is None


def test_a_round_has_at_most_999_turns() -> None:
    rows = "\n".join(f"{trip} -- --" for trip in range(1, 500))
    objection = round_of(f"A B\n{rows}\n500 -- .").objection(Passed(1))
    assert objection == Objection(Why.TOO_MUCH, expected=999)


SETUPS = {
    "a dealer from elsewhere": (2, (26, 26), "there is no seat 3"),
    "an empty hand": (0, (52, 0), "each player is dealt at least one card"),
    "a hand too few": (0, (52,), "the hands add up to 52 cards, not 52"),
}


@pytest.mark.parametrize(("dealer", "sizes", "reason"), SETUPS.values(), ids=SETUPS)
def test_a_deal_is_refused_with_a_reason(dealer: int, sizes: tuple[int, ...], reason: str) -> None:
    setup = Setup(parse("bicycle"), ("A", "B"), dealer, sizes)
    objection = Log.begin(Series()).objection(Dealt(setup))
    assert objection
    assert objection.english == reason


INVALID = {
    **dict.fromkeys(("7C", "a b", "A#1", "²", "", "pot", "round", "void"), Why.NO_HANDLE),
    "A" * 41: Why.NAME_TOO_LONG,
}


@pytest.mark.parametrize("handle", INVALID)
def test_an_invalid_handle_is_refused(handle: str) -> None:
    setup = Setup(parse("bicycle"), ("A", handle), 0, (26, 26))
    refused = Log.begin(Series()).objection(Dealt(setup))
    assert refused
    assert (refused.why, refused.player) == (INVALID[handle], handle)


def test_an_unchecked_event_raises_its_objection() -> None:
    with pytest.raises(IllegalEventError) as refused:
        round_of(IN_PLAY).after(Played(0, card("9H")))
    assert refused.value.objection.why is Why.NEIGHBOUR_MISSING
    assert refused.value.event == Played(0, card("9H"))


def _phrases(reasons: Collection[str]) -> set[Why]:
    """Return the reasons whose phrases these are, with any fields."""
    said = {why: re.sub(r"{\w+}", ".+", why.value) for why in Why}
    return {why for why, form in said.items() if any(re.fullmatch(form, one) for one in reasons)}


def test_every_reason_is_reached() -> None:
    tables = (SHEETS, EVENTS, UNWRITTEN, SETUPS)
    reached = _phrases([row[-1] for table in tables for row in table.values()])
    of_a_series = {
        *(Why.NO_ROUND, Why.ROUND_HAS_BEGUN, Why.ENDS_EARLIER),
        *(Why.NOT_IN_SERIES, Why.NO_NAME, Why.NAME_TAKEN),
        *(Why.NO_WORTH, Why.NAME_CHANGED),
    }
    of_a_table = {
        *(Why.LEADER_UNKNOWN, Why.NO_OPENING_CARD, Why.NAME_CHANGED),
        *(Why.QUICKER, Why.NOTHING_TO_UNDO, Why.NOTHING_TO_REDO),
    }
    of_a_doubt = {Why.TURNS_MISFIT}
    of_a_shared_table = {
        *(Why.OUT_OF_REACH, Why.NOT_YOUR_TURN, Why.NOT_SEATED, Why.NOT_YOUR_STEP, Why.HOST_ONLY),
        *(Why.SEAT_TAKEN, Why.TABLE_CLOSED, Why.REMOVED_MEMBER, Why.TABLE_GONE),
        *(Why.TRIED_TOO_OFTEN, Why.TABLE_FULL, Why.TOO_LONG_TO_SHARE),
        *(Why.OTHER_VERSION, Why.SERIES_DIFFERS),
    }
    others = of_a_series | of_a_table | of_a_shared_table | of_a_doubt
    assert set(Why) - reached == others


def test_a_time_taken_back_is_not_called_a_date() -> None:
    assert Timed.about != Dated.about
