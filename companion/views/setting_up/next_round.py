"""The table between two rounds: who plays, who deals, what was dealt; and a deal set up anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.house_rules.rules import Rules
from companion.core.log import Log
from companion.core.names import Player
from companion.core.rounds.setup import Setup
from companion.core.standings.entry import Entry
from companion.core.steps import Dealt, Redealt
from companion.forms.seating import SeatsForm
from companion.views.of_series.aims import aim
from companion.views.of_series.joining import beginnings
from companion.views.refusals import refusal_words
from companion.views.setting_up.hands import HandsView, hands_view
from companion.views.setting_up.house_rules import OptionView, house_rules, option_groups
from companion.views.setting_up.seats import SeatsView, seats_view
from companion.words import Words


@dataclass(frozen=True, slots=True)
class NextRoundView:
    """All that the screen shows. `anew` tells that round `number` is dealt already; `setup` and
    `joined` are what will be dealt, and `obstacle` says why it cannot be, empty once it can.
    `joining` is the rule by which those begin who sit down for this deal, if points count.
    """

    title: str
    subtitle: str
    number: int
    anew: bool
    people: SeatsView
    hands: HandsView
    rules_title: str
    rules_says: str
    joining: OptionView | None
    setup: Setup
    joined: tuple[Player, ...]
    act: str
    summary: str
    obstacle: str


def next_round(draft: SeatsForm, log: Log, entries: Sequence[Entry], words: Words) -> NextRoundView:
    """The screen for what has been changed so far; a round not over yet is set up anew."""
    anew = not log.round.over
    number = log.round_number if anew else log.round_number + 1
    people, setup = seats_view(draft, entries, words), draft.setup
    dealer = draft.players[setup.dealer].name if draft.players else ""
    parts = (words.say("Round {number}", number=number), aim(setup.rules, words))
    rules_title, rules_says = _rules(log, draft, words)
    joined = _joined(draft, log, anew=anew)
    step = Redealt(setup, joined) if anew else Dealt(setup, joined)
    refusal = log.objection(step)
    begun = () if refusal else _beginnings(log, step, words)
    called = {player.handle: player.name for player in (*log.series.players, *draft.players)}
    return NextRoundView(
        title=words.say("Set up this round anew") if anew else words.say("Change the table"),
        subtitle=" · ".join(filter(None, parts)),
        number=number,
        anew=anew,
        people=replace(people, remarks=(*people.remarks, *begun)),
        hands=hands_view(draft, people.dealers, words),
        rules_title=rules_title,
        rules_says=rules_says,
        joining=_joining(setup.rules, words) if begun else None,
        setup=setup,
        joined=joined,
        act=_act(number, words, anew=anew),
        summary=_summary(draft, dealer, words),
        obstacle=refusal_words(refusal, words, called.__getitem__) if refusal else "",
    )


def _rules(log: Log, draft: SeatsForm, words: Words) -> tuple[str, str]:
    """The rules by name, and whether they are those of the last round."""
    now = log.round.setup.rules
    view = house_rules(now, draft.rules, words)
    return view.pending.title, view.pending_says or words.say("As before.")


def _joining(rules: Rules, words: Words) -> OptionView:
    """The points to join with, to be chosen for this deal."""
    options = (option for group in option_groups(rules, words) for option in group.options)
    return next(option for option in options if option.name == "join_points")


def _joined(draft: SeatsForm, log: Log, *, anew: bool) -> tuple[Player, ...]:
    """Who is in the series from this deal on; a deal set up anew brings its own people."""
    leaving = log.series.newcomers if anew else ()
    there = {player.handle for player in log.series.players if player not in leaving}
    return tuple(player for player in draft.players if player.handle not in there)


def _act(number: int, words: Words, *, anew: bool) -> str:
    if anew:
        return words.say("Deal round {number} anew", number=number)
    return words.say("Deal round {number}", number=number)


def _summary(draft: SeatsForm, dealer: str, words: Words) -> str:
    if not dealer:
        return ""
    players = words.count("{n} player", "{n} players", len(draft.players))
    return f"{players} · {words.say('{name} deals', name=dealer)}"


def _beginnings(log: Log, step: Dealt | Redealt, words: Words) -> tuple[str, ...]:
    """With how many points those begin who join for this deal, if it can be dealt (R17)."""
    series = log.after(step).series
    return tuple(f"{said}." for said in beginnings(series, len(series.rounds), words))
