"""The colours of people."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import Player
from companion.core.rounds.setup import MOST_PLAYERS
from companion.ui.looks import AVATARS
from companion.views.speech import COLOURS, tints


def people(*names: str) -> tuple[Player, ...]:
    """Return players whose handles are their names."""
    return tuple(Player(name, name) for name in names)


NAMES = st.lists(st.text("abcdeäß", min_size=1, max_size=3), unique=True, max_size=14)


@given(NAMES, st.integers(0, COLOURS))
def test_at_one_table_nobody_has_the_colour_of_another(names: list[str], opened: int) -> None:
    there = people(*names[:COLOURS])
    colours = tints(there, tuple(names[:opened])).values()
    assert len(set(colours)) == len(there)
    assert set(colours) <= set(range(COLOURS))


def test_who_begins_together_has_the_same_colours_in_any_seats() -> None:
    names = ("Ann", "Ben", "Cem", "Dee", "Eva")
    seen = [dict(tints(people(*order), names)) for order in permutations(names)]
    assert seen == [seen[0]] * len(seen)


@given(NAMES, st.integers(1, COLOURS))
def test_whoever_joins_changes_nobodys_colour(names: list[str], opened: int) -> None:
    began = tuple(names[:opened])
    before, after = tints(people(*began), began), tints(people(*names), began)
    assert all(after[handle] == tint for handle, tint in before.items())
    assert set(after) == set(names)


@given(NAMES.filter(bool))
def test_a_guest_has_their_own_colour_wherever_it_is_free(names: list[str]) -> None:
    guest, others = names[0], tuple(names[1:COLOURS])
    own = tints(people(guest), ())[guest]
    taken = set(tints(people(*others), others).values())
    assert (tints(people(*others, guest), others)[guest] == own) is (own not in taken)


def test_there_are_as_many_colours_as_seats_and_avatars() -> None:
    assert (len(AVATARS), MOST_PLAYERS) == (COLOURS, COLOURS)
