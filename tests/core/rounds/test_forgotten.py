"""Withdrawn notes: noted cards are removed or given to another player."""

from random import Random

import pytest
from hypothesis import given, settings

from companion.core.books import ledger, points
from companion.core.cards import Cards, Pack, card, gather, spread
from companion.core.judge import judge
from companion.core.rounds.events import Fact, Forgotten, Played, Seen, read_event
from companion.core.rounds.round import Round
from companion.core.sheet import dumps, loads
from tests.core.tables import refusal, round_of, verdicts
from tests.strategies import deal, forgetting, log_of, luck, rounds

SMALL = "deal A 3 B 3 C 46"


def cards(codes: str) -> Cards:
    return gather(map(card, codes.split()))


NOTED = round_of("holds C 6H 8H\nA B C\n1 7H 7C --\n2 -- . .")
"""C was seen with 6H and 8H, so the pass at turn 3 is false; B is due."""


def test_verdicts_that_rested_on_a_note_are_judged_anew() -> None:
    assert verdicts(NOTED) == "3 illegal  4 open"
    forgot = NOTED.after(Forgotten(2, cards("6H 8H")))
    assert forgot == round_of("A B C\n1 7H 7C --\n2 -- . .")
    assert verdicts(forgot) == "3 open  4 open"
    assert ledger(forgot).pot == ledger(NOTED).pot - 3


def test_a_part_of_a_note_is_forgotten_and_the_rest_kept() -> None:
    forgot = NOTED.after(Forgotten(2, cards("6H")))
    assert forgot == round_of("holds C 8H\nA B C\n1 7H 7C --\n2 -- . .")


def test_a_card_is_given_to_another_player_in_one_step() -> None:
    given_to = NOTED.after(Forgotten(2, cards("6H 8H"), Seen(0, cards("6H 8H"))))
    assert given_to == round_of("holds A 6H 8H\nA B C\n1 7H 7C --\n2 -- . .")
    assert verdicts(given_to) == "3 open  4 illegal"


def test_the_real_holder_lays_the_card_in_one_step() -> None:
    laid = Played(1, card("8H"))
    assert NOTED.objection(laid)
    after = NOTED.after(Forgotten(2, cards("8H"), laid))
    assert after == round_of("holds C 6H\nA B C\n1 7H 7C --\n2 -- 8H .")


def test_an_entered_hand_without_a_card_is_a_hand_seen_in_part() -> None:
    entered = round_of(f"{SMALL}\nhand A 7H 6H 5H\nholds A 5H\nA B C\n1 7H 7C --")
    assert entered.after(Forgotten(0, cards("5H"))) == round_of(
        f"{SMALL}\nholds A 7H 6H\nA B C\n1 7H 7C --"
    )


def test_an_entered_hand_is_forgotten_whole_with_what_was_laid_of_it() -> None:
    entered = round_of(f"{SMALL}\nhand A 7H 6H 5H\nA B C\n1 7H 7C --")
    assert entered.after(Forgotten(0, cards("7H 6H 5H"))) == round_of(f"{SMALL}\nA B C\n1 7H 7C --")


def test_the_leader_is_unknown_again_without_the_note_of_the_opening_card() -> None:
    noted = round_of("rules fwend\nholds B 7H\nA B C\n")
    assert noted.due == 1
    assert noted.after(Forgotten(1, cards("7H"))).due is None
    assert noted.after(Forgotten(1, cards("7H"), Seen(2, cards("7H")))).due == 2


@settings(max_examples=60, deadline=None)
@given(rounds(), luck())
def test_a_note_forgotten_leaves_the_round_as_it_was(round_: Round, chance: Random) -> None:
    if round_.void or not _fitting_notes(round_):
        round_ = Round.of(round_.setup, round_.turns)
    note = chance.choice(_fitting_notes(round_))
    noted = Round.begin(round_.setup)
    for event in _put_in(chance, list(round_.events), note):
        noted = noted.after(event)
    forgot = noted.after(Forgotten(note.seat, note.cards))
    assert forgot == round_
    assert judge(forgot) == judge(round_)
    assert ledger(forgot) == ledger(round_)
    assert points(forgot) == points(round_)
    assert (forgot.due, forgot.playable) == (round_.due, round_.playable)


def _fitting_notes(round_: Round) -> list[Seen]:
    """Return a note for each card that a seat without notes may still hold."""
    known, seats = round_.knowledge, range(len(round_.setup.players))
    free = [seat for seat in seats if not known.noted(seat) and not known.shown[seat]]
    notes = (
        Seen(seat, left.bit)
        for left in spread(Pack.FULL.cards & ~round_.layout.laid)
        for seat in free
    )
    return [note for note in notes if round_.objection(note) is None]


def _put_in(chance: Random, events: list[Fact], note: Seen) -> list[Fact]:
    place = chance.randint(0, len(events))
    return [*events[:place], note, *events[place:]]


@settings(max_examples=40, deadline=None)
@given(rounds(), luck())
def test_a_round_without_its_notes_is_that_of_its_sheet(round_: Round, chance: Random) -> None:
    for _ in range(4):
        event = forgetting(chance, round_, deal(chance, round_.setup.hand_sizes))
        round_ = round_ if round_.objection(event) else round_.after(event)
    reread = loads(dumps(log_of(round_))).series.rounds[0]
    assert reread == round_
    assert judge(reread) == judge(round_)
    assert reread.due == round_.due


EVENTS = {
    "a note": ("forget C 6H 8H", Forgotten(2, cards("6H 8H"))),
    "for another": ("forget C 6H then holds A 6H", Forgotten(2, cards("6H"), Seen(0, cards("6H")))),
    "for a card laid": ("forget C 6H then B 6H", Forgotten(2, cards("6H"), Played(1, card("6H")))),
    "players of that name": (
        "forget then 6H then forget 6H",
        Forgotten(4, cards("6H"), Played(3, card("6H"))),
    ),
}


@pytest.mark.parametrize(("line", "event"), EVENTS.values(), ids=EVENTS)
def test_the_line_of_a_note_taken_back(line: str, event: Forgotten) -> None:
    players = ("A", "B", "C", "forget", "then")
    assert event.words(players) == line
    assert read_event(line, players) == event


def test_a_player_may_be_called_as_the_word() -> None:
    assert read_event("forget 6H", ("A", "forget")) == Played(1, card("6H"))


def test_behind_then_stands_a_card_that_is_laid_or_noted() -> None:
    with pytest.raises(ValueError, match="takes a card laid or noted behind then"):
        read_event("forget C 6H then void", ("A", "B", "C"))


def test_no_sheet_has_a_line_for_it() -> None:
    assert refusal("round 1\nA B\nforget A 6H") == "4: forget is not a word of the score sheet"
