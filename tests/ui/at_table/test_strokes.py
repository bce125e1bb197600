"""The lines round cards, and the part of a line that a card hides."""

import math

import pytest

from companion.ui.parts.cards.card_face import CardSize, sides

SIZES = ((44, 62), (54, 78), (62, 112), (106, 184))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_covers_the_sides_of_its_place(size: tuple[int, int]) -> None:
    card = CardSize(*size)
    for x, y in sides(card.width, card.height, card.radius):
        from_side, from_top = min(x, card.width - x), min(y, card.height - y)
        assert min(from_side, from_top) > 0
        into_corner = (max(0, card.radius - from_side), max(0, card.radius - from_top))
        assert math.hypot(*into_corner) <= card.radius
