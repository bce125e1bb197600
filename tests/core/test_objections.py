"""Every reason of objections, reached by a line of a sheet or by an event."""

import re
from collections.abc import Collection

import pytest

from companion.core.cards import Pack, card
from companion.core.log import Log
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.presets import parse
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.decisions import (
    ChipsCorrection,
    FineCharged,
    FineTicked,
    FineWaived,
    PointsCorrection,
)
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.times import Dated, Timed
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event
from companion.core.rounds.reading import read_event
from companion.core.rounds.setup import POT, Setup
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded
from tests.cases import cases
from tests.core.tables import english, refusal, round_of

TWO = "deal A 2 B 50\n"
OUT = f"{TWO}A B\n1 7C 7D\n2 8C .\n"
ONE_OUT = "deal A 1 B 1 C 50\nA B C\n1 7C . .\n"
SEEN = "rules domino\ndeal A 3 B 3 C 46\nholds B 8C 9C\nA B C\n"
SHEETS = {
    "turns after the end": (f"{OUT}3 . 8D", english(Why.ROUND_IS_OVER)),
    "turns after the calling off": ("A B\n1 7C 7D\nvoid\n2 8C .", english(Why.ROUND_IS_VOID)),
    "cards shown in play": (f"{TWO}A B\n1 7C 7D\nleft A 8C", english(Why.ROUND_IN_PLAY)),
    "out of turn": ("A B\n1 . 7C", english(Why.OUT_OF_TURN, other="A", player="B")),
    "twice": ("A B\n1 7C 7C", english(Why.ALREADY_LAID, card="7C")),
    "a gap in the run": (
        "A B\n1 8H 9H",
        english(Why.NEIGHBOUR_MISSING, card="8H", other_card="7H"),
    ),
    "a gap below": (
        "A B\n1 7C 5C",
        english(Why.NEIGHBOUR_MISSING, card="5C", other_card="6C"),
    ),
    "low first": (
        "rules fwend\nA B\n1 7H 6H",
        english(Why.HIGH_FIRST, card="6H", other_card="8H"),
    ),
    "a seven": ("rules five-or-nine\nA B\n1 7H .", english(Why.NO_OPENER, card="7H")),
    "not the card that leads": (
        "rules fwend\nA B\n1 7C .",
        english(Why.MUST_LEAD, card="7H"),
    ),
    "a card of no entered hand": (
        f"{TWO}hand A 7C 8C\nA B\n1 7D .",
        english(Why.NOT_IN_HAND, card="7D", player="A"),
    ),
    "a card in another hand": (
        f"{TWO}hand A 7C 8C\nA B\n1 -- 7C",
        english(Why.HELD_BY_OTHER, card="7C", other="A"),
    ),
    "a card that another was seen with": (
        f"{SEEN}1 8C . .",
        english(Why.HELD_BY_OTHER, card="8C", other="B"),
    ),
    "no room besides those seen": (
        f"{SEEN}1 7C 7D 7H\n2 7S 6D .",
        english(Why.NOT_IN_HAND, card="6D", player="B"),
    ),
    "a hand with another's card": (
        f"{TWO}A B\n1 -- 7C\nhand A 7C 8C",
        english(Why.HELD_BY_OTHER, card="7C", other="B"),
    ),
    "a hand that lacks a card": (
        f"{TWO}A B\n1 7C --\nhand A 7D 8C",
        english(Why.NOT_IN_HAND, card="7C", player="A"),
    ),
    "a hand of the wrong size": (
        f"{TWO}hand A 7C  # refused\nA B\n",
        english(Why.WRONG_HAND_SIZE, player="A", expected=2, number=1),
    ),
    "a hand twice": (f"{TWO}A B\nhand A 7C 8C\nhand A 7C 8C", english(Why.CARDS_KNOWN, player="A")),
    "shown, but laid": (f"{ONE_OUT}left B 7C", english(Why.ALREADY_LAID, card="7C")),
    "cards shown that others showed": (
        "deal A 1 B 1 C 1 D 49\nA B C D\n1 7C . . .\nleft B 8C\nleft C 8C",
        english(Why.HELD_BY_OTHER, card="8C", other="B"),
    ),
    "a fine let go where no pass was": ("A B\n1 7C --\nwaive 1", english(Why.NOT_A_PASS, number=1)),
    "a fine let go at no turn": ("A B\n1 7C --\nwaive 3", english(Why.NOT_A_PASS, number=3)),
    "let go twice": ("A B\n1 7C --\nwaive 2\nwaive 2", english(Why.ALREADY_WAIVED, number=2)),
    "a payment to oneself": ("A B\npay A A 3", english(Why.SAME_ACCOUNT)),
    "one column": ("A\n", english(Why.TOO_FEW_PLAYERS)),
    "eleven columns": ("A B C D E F G H I J K\n", english(Why.TOO_MANY_PLAYERS)),
    "a column that is a card": ("A B 7C\n", english(Why.NO_HANDLE, player="7C")),
    "a column called round": (
        "A round\n",
        english(Why.NO_HANDLE, player="round"),
    ),
    "a heading that is too long": (
        f"A {'B' * 41}\n",
        english(Why.NAME_TOO_LONG, expected=40),
    ),
    "a column twice": ("A B A\n", english(Why.SAME_PLAYER_TWICE, player="A")),
    "no such card": (
        "rules bicycle pack=36\nA B\n1 2C --",
        english(Why.NOT_IN_PACK, card="2C", expected=36),
    ),
    "hands of 53": (
        "deal A 26 B 27  # refused\nA B\n",
        english(Why.SIZES_MISS_PACK, number=53, expected=52),
    ),
    "a result where all places are played for": (
        "rules kartendomino-ranking\nA B C\nresult A 0 0 B 2 1 C 3 1",
        english(Why.RESULT_AND_PLAY_ON),
    ),
    "two who are out": ("A B\nresult A 0 0 B 0 1", english(Why.ONE_IS_OUT)),
    "nobody who is out": ("A B\nresult A 1 0 B 2 1", english(Why.ONE_IS_OUT)),
    "more left than were dealt": (
        f"{TWO}A B\nresult A 3 0 B 0 0",
        english(Why.TOO_MANY_LEFT, player="A", expected=2, number=3),
    ),
    "a thousand passes": ("A B\nresult A 0 0 B 2 1000", english(Why.TOO_MANY_TURNS, expected=999)),
    "turns below a result": ("A B\nresult A 0 0 B 2 1\n1 7C .", english(Why.ROUND_IS_OVER)),
    "a fine of a result": ("A B\nresult A 0 0 B 2 1\nwaive 1", english(Why.NOT_A_PASS, number=1)),
    "more shown than a result leaves": (
        "A B\nresult A 0 0 B 2 1\nleft B 8C",
        english(Why.WRONG_CARDS_LEFT, player="B", expected=2, number=1),
    ),
    "a result of a round called off": ("A B\nvoid\nresult A 0 0 B 2 1", english(Why.ROUND_IS_VOID)),
    "a payment to the pot of a round called off": (
        "A B\nvoid\npay A pot 3",
        english(Why.ROUND_IS_VOID),
    ),
    "a turn before the starters are known": (
        "rules shichinarabe\nholds A 7D 7C\nA B C D\n1 6D . . .",
        english(Why.STARTER_UNKNOWN, card="7H"),
    ),
    "a hand laid out that nobody knows": (
        "rules shichinarabe passes=1\nholds A 7C 7D 7H 7S\nA B C D\n1 6D -- 8C 8D\n2 6C -- . .",
        english(Why.HAND_UNKNOWN, player="B"),
    ),
    "a hand of starters alone": (
        "rules shichinarabe\ndeal A 4 B 48\nA B  # refused\n",
        english(Why.NOTHING_BUT_STARTERS),
    ),
    "a round after the last": (
        f"rules bicycle target=3\n{OUT}round 2\nA B\n",
        english(Why.SERIES_IS_OVER),
    ),
}


@cases("sheet, reason", SHEETS)
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
SHOWED = "deal A 1 B 2 C 49\nA B C\n1 7C . .\nleft B 8C 9C"
ENTERED = "deal A 1 B 2 C 49\nhand B 8C 9C\nA B C\n1 7C . ."
LAID = "holds A 7H\nA B C\n1 7H 7C --"
NOTED = "holds C 6H 8H\nA B C\n1 7H 7C --\n2 -- . ."
EVENTS = {
    "a turn of nobody": (IN_PLAY, "D --", english(Why.NOT_AT_TABLE, number=4)),
    "a hand of nobody": (IN_PLAY, "hand D 7C", english(Why.NOT_AT_TABLE, number=4)),
    "cards of nobody": (IN_PLAY, "left D 7C", english(Why.NOT_AT_TABLE, number=4)),
    "cards seen of nobody": (IN_PLAY, "holds D 7C", english(Why.NOT_AT_TABLE, number=4)),
    "a payment by nobody": (IN_PLAY, "pay D A 1", english(Why.NOT_AT_TABLE, number=4)),
    "points of nobody": (DECIDED, "points D 1", english(Why.NOT_AT_TABLE, number=4)),
    "nobody's note": (NOTED, "forget D 6H", english(Why.NOT_AT_TABLE, number=4)),
    "cards shown in play": (IN_PLAY, "left A 8C", english(Why.ROUND_IN_PLAY)),
    "no card shown": (ONE_OUT, "left B", english(Why.NOTHING_SHOWN)),
    "no card seen": (KNOWN, "holds A", english(Why.NOTHING_SHOWN)),
    "no card forgotten": (NOTED, "forget C", english(Why.NOTHING_SHOWN)),
    "a turn after the end": (ONE_OUT, "B --", english(Why.ROUND_IS_OVER)),
    "more cards shown than are left": (
        ONE_OUT,
        "left B 8C 9C",
        english(Why.WRONG_CARDS_LEFT, player="B", expected=1, number=2),
    ),
    "a fine charged that is owed": (IN_PLAY, "charge 2", english(Why.NOT_WAIVED, number=2)),
    "a fine charged where no pass was": (IN_PLAY, "charge 1", english(Why.NOT_A_PASS, number=1)),
    "a fine paid that was let go": (DECIDED, "paid 1", english(Why.ALREADY_WAIVED, number=1)),
    "a fine paid before it is certain": (
        "A B C\n1 -- -- .",
        "paid 2",
        english(Why.NOT_CERTAIN, number=2),
    ),
    "chips that lie there, certain or not": ("A B C\n1 -- -- .", "paid 2 pot 3", ""),
    "a fine paid to oneself": (DECIDED, "paid 2 B 3", english(Why.SAME_ACCOUNT)),
    "a fine paid once too often": (DECIDED, "paid 2", english(Why.PAID_ALREADY, number=2)),
    "a fine paid where no pass was": (DECIDED, "paid 3", english(Why.NOT_A_PASS, number=3)),
    "points where none count": (
        "rules parlour\nA B",
        "points A 3",
        english(Why.POINTS_NOT_COUNTED),
    ),
    "a card seen that was laid": (KNOWN, "holds A 7C", ""),
    "a card seen besides others": (KNOWN, "holds B 9C KH", ""),
    "nothing new seen": (KNOWN, "holds B 9C", english(Why.CARDS_KNOWN, player="B")),
    "more seen than a hand": (
        KNOWN,
        "holds B 2H 3H",
        english(Why.WRONG_HAND_SIZE, player="B", expected=3, number=4),
    ),
    "more than a hand, with what was laid": (
        KNOWN,
        "holds A 2H 3H",
        english(Why.WRONG_HAND_SIZE, player="A", expected=2, number=3),
    ),
    "seen, though another laid it": (
        KNOWN,
        "holds B 6C",
        english(Why.HELD_BY_OTHER, card="6C", other="C"),
    ),
    "seen, though another was seen with it": (
        KNOWN,
        "holds A 8C",
        english(Why.HELD_BY_OTHER, card="8C", other="B"),
    ),
    "a hand with what was seen": (KNOWN, "hand B 8C 9C KH", ""),
    "a hand without what was seen": (
        KNOWN,
        "hand B 8C 2H 3H",
        english(Why.NOT_IN_HAND, card="9C", player="B"),
    ),
    "a hand with what another was seen with": (
        KNOWN,
        "hand A 7C 8C",
        english(Why.HELD_BY_OTHER, card="8C", other="B"),
    ),
    "shown without what was seen": (
        OVER,
        "left B 9C KC",
        english(Why.HELD_FOR_CERTAIN, player="B", card="8C"),
    ),
    "shown twice": (SHOWED, "left B 8C 9C", english(Why.CARDS_KNOWN, player="B")),
    "shown, but not of the hand": (
        ENTERED,
        "left B 9C KC",
        english(Why.NOT_IN_HAND, card="KC", player="B"),
    ),
    "seen, but not of the hand": (
        ENTERED,
        "holds B KC",
        english(Why.NOT_IN_HAND, card="KC", player="B"),
    ),
    "a hand without what was shown": (
        SHOWED,
        "hand B 8C KC",
        english(Why.NOT_IN_HAND, card="9C", player="B"),
    ),
    "a hand with what another showed": (
        SHOWED,
        "hand A 9C",
        english(Why.NOT_IN_HAND, card="7C", player="A"),
    ),
    "seen, though another showed it": (
        SHOWED,
        "holds C 9C",
        english(Why.HELD_BY_OTHER, card="9C", other="B"),
    ),
    "seen besides what was shown": (
        SHOWED,
        "holds B KC",
        english(Why.WRONG_HAND_SIZE, player="B", expected=2, number=3),
    ),
    "forgotten, though never noted": (
        NOTED,
        "forget C 6H 9H",
        english(Why.NOT_NOTED, card="9H", player="C"),
    ),
    "forgotten, though noted for another": (
        NOTED,
        "forget A 6H",
        english(Why.NOT_NOTED, card="6H", player="A"),
    ),
    "forgotten, though laid": (
        LAID,
        "forget A 7H",
        english(Why.HELD_FOR_CERTAIN, player="A", card="7H"),
    ),
    "forgotten, though shown": (
        SHOWED,
        "forget B 8C",
        english(Why.HELD_FOR_CERTAIN, player="B", card="8C"),
    ),
    "laid instead": (
        NOTED,
        "forget C 6H then B 5H",
        english(Why.NEIGHBOUR_MISSING, card="5H", other_card="6H"),
    ),
    "laid instead, though noted": (
        NOTED,
        "forget C 6H then B 8H",
        english(Why.HELD_BY_OTHER, card="8H", other="C"),
    ),
    "shown, though others of the hand were seen": (RESULT, "left B 9C 2H", ""),
    "shown without too many that were seen": (
        RESULT.replace("B 2", "B 3"),
        "left B 10C 2H 3H",
        english(Why.HELD_FOR_CERTAIN, player="B", card="8C"),
    ),
    "another day": (OVER, "date 2026-11-21", ""),
    "a day of a round called off": ("A B C\nvoid", "date 2026-11-21", ""),
    "a correction of a round called off": ("A B C\nvoid", "pay A B 3", ""),
    "points of a round called off": ("A B C\nvoid", "points A 3", ""),
    "forgotten, called off": ("holds C 6H\nA B C\nvoid", "forget C 6H", english(Why.ROUND_IS_VOID)),
}


@cases("sheet, words, reason", EVENTS)
def test_an_event_is_refused_with_the_reason_or_fits(sheet: str, words: str, reason: str) -> None:
    objection = Recorded(1, read_event(words, "ABCD")).refusal(round_of(sheet))
    assert (objection.english if objection else "") == reason


def test_starters_on_the_table_stay_noted_beside_a_card_that_is_forgotten() -> None:
    four = "rules shichinarabe\nholds A 7C 7D 7H 7S 9C\nA B C D\n1 6D . . ."
    forgotten = round_of(four).after(read_event("forget A 7C 9C", "ABCD"))
    assert forgotten == round_of(four.replace(" 9C", ""))


DECIDED_ROUND = round_of(DECIDED)
UNWRITTEN: dict[str, tuple[Event, str]] = {
    "a seat below the first": (
        HandEntered(-1, Pack.FULL.cards),
        english(Why.NOT_AT_TABLE, number=0),
    ),
    "no chips": (ChipsCorrection(0, 1, 0), english(Why.TOO_LITTLE)),
    "no chips of a fine": (FineTicked(2, POT, 0), english(Why.TOO_LITTLE)),
    "no time": (Timed("24:00"), english(Why.NO_TIME)),
    "no day": (Dated("2026-02-30"), english(Why.NO_DATE)),
    "a result of another table": (
        Result((0, 2), (0, 0)),
        english(Why.RESULT_FITS_NO_TABLE, expected=3),
    ),
    "fewer passes than none": (
        Result((0, 2, 2), (0, 0, -1)),
        english(Why.TOO_MANY_TURNS, expected=999),
    ),
    "less than no chips": (ChipsCorrection(0, 1, -3), english(Why.TOO_LITTLE)),
    "too many chips": (
        ChipsCorrection(0, 1, 1_000_000_000),
        english(Why.TOO_MUCH, expected=999999999),
    ),
    "no points": (PointsCorrection(0, 0), english(Why.TOO_LITTLE)),
    "more points than a sheet can say": (
        PointsCorrection(0, -1_000_000_000),
        english(Why.TOO_MUCH, expected=999999999),
    ),
    "a fine let go before the first turn": (FineWaived(0), english(Why.NOT_A_PASS, number=0)),
    "passes of nobody": (PassRun(()), english(Why.NOBODY_PASSES)),
}


@cases("event, reason", UNWRITTEN)
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
    assert Recorded(1, FineTicked(2)).refusal(charged) is None


def test_a_round_has_at_most_999_turns() -> None:
    rows = "\n".join(f"{trip} -- --" for trip in range(1, 500))
    objection = round_of(f"A B\n{rows}\n500 -- .").objection(Passed(1))
    assert objection == Objection(Why.TOO_MANY_TURNS, expected=999)


SETUPS = {
    "a dealer from elsewhere": (2, (26, 26), english(Why.NO_DEALER)),
    "an empty hand": (0, (52, 0), english(Why.EMPTY_HAND)),
    "a hand too few": (0, (52,), english(Why.SIZES_MISS_PACK, number=52, expected=52)),
}


@cases("dealer, sizes, reason", SETUPS)
def test_a_deal_is_refused_with_a_reason(dealer: int, sizes: tuple[int, ...], reason: str) -> None:
    setup = Setup(parse("bicycle"), ("A", "B"), dealer, sizes)
    objection = Log.begin(Series()).objection(Dealt(setup))
    assert objection
    assert objection.english == reason


INVALID = {
    **dict.fromkeys(("7C", "a b", "A#1", "²", ""), Why.NO_HANDLE),
    **dict.fromkeys(("pot", "round", "void"), Why.NO_HANDLE),
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
        *(Why.NO_WORTH, Why.NO_COIN, Why.TOO_MANY_ROUNDS, Why.TOO_MANY_IN_SERIES),
        *(Why.TOO_MANY_PAYMENTS, Why.NOT_PUT_OFF),
    }
    of_a_table = {
        *(Why.LEADER_UNKNOWN, Why.NO_OPENING_CARD, Why.NAME_CHANGED),
        *(Why.QUICKER, Why.JUST_CHANGED, Why.NOTHING_TO_UNDO, Why.NOTHING_TO_REDO),
    }
    of_a_doubt = {Why.TURNS_MISFIT}
    of_a_shared_table = {
        *(Why.OUT_OF_REACH, Why.NOT_YOUR_TURN, Why.NOT_SEATED, Why.NOT_YOUR_STEP, Why.HOST_ONLY),
        *(Why.SEAT_TAKEN, Why.TABLE_CLOSED, Why.REMOVED_MEMBER, Why.TABLE_GONE),
        *(Why.TRIED_TOO_OFTEN, Why.TABLE_FULL, Why.TOO_LONG_TO_SHARE),
        *(Why.OTHER_VERSION, Why.SERIES_DIFFERS, Why.GONE_ON, Why.TABLE_BROKEN),
    }
    others = of_a_series | of_a_table | of_a_shared_table | of_a_doubt
    assert set(Why) - reached == others


def test_a_time_taken_back_is_not_called_a_date() -> None:
    assert Timed.about != Dated.about
