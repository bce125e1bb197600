"""The person behind a handle or an account, with the colour of their name."""

from dataclasses import replace

from companion.core.rounds.setup import POT
from companion.screens.speech import Person, holder, person
from companion.words import ENGLISH
from tests.screens.nights import ANN_GOES_OUT, night

NIGHT = replace(night(ANN_GOES_OUT), colours={"ann": 7, "ben": 3, "cem": 1})


def test_a_person_has_the_colour_of_their_name() -> None:
    assert person(NIGHT, "Ben") == Person("Ben", "Ben", "B", 3)
    assert holder(NIGHT, NIGHT.round, 1, ENGLISH) == Person("Ben", "Ben", "B", 3)


def test_the_pot_has_no_colour() -> None:
    assert holder(NIGHT, NIGHT.round, POT, ENGLISH) == Person("pot", "Pot", "•", -1)
