"""How many cards each player was dealt, in words and to be counted up and down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.rounds.setup import Setup
from companion.forms.seating import SeatsForm
from companion.views.setting_up.seats import DealerLine
from companion.views.speech import listed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class HandLine:
    """How many cards a player was dealt, to be counted up and down."""

    seat: int
    handle: str
    name: str
    initial: str
    tint: int
    cards: int
    less_says: str
    more_says: str


@dataclass(frozen=True, slots=True)
class HandsView:
    """The hands by seat; `says` is the deal in words, `honest` whether it is the one that the
    rules make.
    """

    lines: tuple[HandLine, ...]
    says: str
    honest: bool


def hands_view(draft: SeatsForm, dealers: Sequence[DealerLine], words: Words) -> HandsView:
    """The hands of the deal that was filled in so far."""
    setup = draft.setup
    return HandsView(
        lines=_lines(dealers, setup, words),
        says=_says(draft, setup, words),
        honest=not draft.sizes or draft.dealt_honestly().setup == setup,
    )


def _lines(dealers: Sequence[DealerLine], setup: Setup, words: Words) -> tuple[HandLine, ...]:
    return tuple(
        HandLine(
            seat=seat,
            handle=dealer.handle,
            name=dealer.name,
            initial=dealer.initial,
            tint=dealer.tint,
            cards=cards,
            less_says=words.say("{name}: one card less", name=dealer.name),
            more_says=words.say("{name}: one card more", name=dealer.name),
        )
        for seat, (dealer, cards) in enumerate(zip(dealers, setup.hand_sizes, strict=True))
    )


def _says(draft: SeatsForm, setup: Setup, words: Words) -> str:
    """`11 cards: Ann and Ben · 10 cards: Cem, Dee and Eve`."""
    sizes = sorted(set(setup.hand_sizes), reverse=True)
    if len(sizes) == 1:
        return words.count("{n} card each", "{n} cards each", sizes[0])
    return " · ".join(_who_gets(size, draft, setup, words) for size in sizes)


def _who_gets(size: int, draft: SeatsForm, setup: Setup, words: Words) -> str:
    cards = words.count("{n} card", "{n} cards", size)
    dealt = zip(draft.players, setup.hand_sizes, strict=True)
    names = listed([player.name for player, dealt_to in dealt if dealt_to == size], words)
    return words.say("{cards}: {names}", cards=cards, names=names)
