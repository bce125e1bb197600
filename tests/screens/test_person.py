"""The person behind a handle or an account, with the colour of their name."""

from dataclasses import replace
from functools import reduce
from time import process_time

import pytest

from companion.core.entries import entry_of
from companion.core.names import uncased, with_colours
from companion.core.rounds.setup import POT
from companion.core.statistics import Evening, Evenings, Tally
from companion.desk.archive import Catalogue
from companion.desk.people import Statistics
from companion.screens.kit import ScreenFacts
from companion.screens.new_series import NewForm
from companion.screens.seating import seated_people, seats_view
from companion.screens.short_names import marks
from companion.screens.speech import Person, holder, person
from companion.words import ENGLISH
from tests.screens.nights import ANN_GOES_OUT, night

NIGHT = replace(night(ANN_GOES_OUT), colours={"ann": 7, "ben": 3, "cem": 1})


def test_a_person_has_the_colour_of_their_name() -> None:
    assert person(NIGHT, "Ben") == Person("Ben", "Ben", "B", 3)
    assert holder(NIGHT, NIGHT.round, 1, ENGLISH) == Person("Ben", "Ben", "B", 3)


@pytest.mark.parametrize("elsewhere", [(), ("Tim",), ("Tim", "Abe")], ids=str)
def test_a_person_has_the_same_mark_on_all_screens(elsewhere: tuple[str, ...]) -> None:
    names = ("Ann", "Amy", "Tom")
    colours = with_colours(with_colours({}, elsewhere), names)
    everybody = (*elsewhere, *names)
    people = tuple(map(uncased, everybody))
    snapshot = replace(
        night("deal Ann 18 Amy 17 Tom 17\ndealer Tom\nAnn Amy Tom"), colours=colours, people=people
    )
    played = Evening(entry_of(1, snapshot.series), dict.fromkeys(everybody, Tally()), "2026-11-20")
    catalogue = Catalogue((), colours=colours, people=people)
    facts = ScreenFacts(catalogue=catalogue, statistics=Statistics(Evenings.of((played,))))
    form = reduce(lambda form, at: form.named(*at), enumerate(names), NewForm())
    seats = seats_view(form, catalogue, ENGLISH).seats
    marked = [
        [person(snapshot, name).initial for name in names],
        [seat.initial for seat in seats if seat.name],
        [who.initial for who in seated_people(form, catalogue)],
        [facts.person(name).initial for name in names],
    ]
    assert marked == [["An", "Am", "To" if elsewhere else "T"]] * 4


def test_marks_of_a_thousand_people_are_found_at_once() -> None:
    names = tuple(f"Player {number}" for number in range(1000))
    began = process_time()
    assert len(set(marks(names))) == len(names)
    assert process_time() - began < 2


def test_the_pot_has_no_colour() -> None:
    assert holder(NIGHT, NIGHT.round, POT, ENGLISH) == Person("pot", "Pot", "•", -1)
