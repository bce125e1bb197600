"""Seats, dealer, hand sizes and rules of a round that was dealt already, to be put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.house_rules.rules import Rules
from companion.core.standings.entry import Entry
from companion.forms.seating import SeatsForm
from companion.views.setting_up.hands import HandsView, hands_view
from companion.views.setting_up.house_rules import (
    OptionGroup,
    PresetsView,
    differences,
    option_groups,
    presets,
)
from companion.views.setting_up.seats import SeatsView, seats_view
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RepairedSeats:
    """All of it; `rules_says` is what changes in the rules as recorded, or that nothing does."""

    people: SeatsView
    hands: HandsView
    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    rules_says: str


def repaired_seats(
    draft: SeatsForm, recorded: Rules, entries: Sequence[Entry], words: Words
) -> RepairedSeats:
    """What has been filled in so far."""
    people = seats_view(draft, entries, words)
    changes = differences(recorded, draft.rules, words)
    return RepairedSeats(
        people=replace(people, dealer_title=words.say("Who deals?"), can_cut=False),
        hands=hands_view(draft, people.dealers, words),
        presets=presets(draft.rules, words),
        groups=option_groups(draft.rules, words),
        rules_says=changes or words.say("As recorded."),
    )
