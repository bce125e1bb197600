"""The end of a series, the resumption of an ended series, and a new series with its table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from companion.core.forecast import Entry
from companion.core.payments import hand_overs
from companion.core.rounds.setup import POT, Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Ended, PlayerRenamed, Renamed
from companion.desk.commands import end_in_play
from companion.desk.table import Snapshot
from companion.views.at_table.tray import undo_says
from companion.views.of_series.length import Counted, LengthView, length
from companion.views.setting_up.deal import default_title
from companion.views.speech import listed, pays
from companion.words import Words


@dataclass(frozen=True, slots=True)
class OnceMore:
    """A new series with the same people, rules and seats; the deal passes on."""

    says: str
    beneath: str
    name: str
    names: tuple[str, ...]
    dealer: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class EndingView:
    """The choices about the end of a series.

    `explains` announces the outcome of an end now; `calls_off` is True if the end calls off a round
    in play. `can_take_back` is True if only names changed since the end; `take_back_says` names the
    step that Undo takes back: the end or a newer name. `deal` is the next round of a series that
    the table ended; such a series has no `length`.
    """

    can_end: bool
    explains: str
    calls_off: bool
    can_take_back: bool
    take_back_says: str
    length: LengthView | None
    deal: Setup | None
    deal_says: str
    once_more: OnceMore | None


def ending(
    snapshot: Snapshot, counted: Counted, entries: Sequence[Entry], today: date, words: Words
) -> EndingView:
    """Return the choices about the end of a series."""
    series = snapshot.series
    over, in_play = series.standing.over, not snapshot.round.over
    setup = series.next_setup()
    goes_on = over and series.ended and not snapshot.log.objection(Dealt(setup))
    return EndingView(
        can_end=not over,
        explains=_explains(snapshot, words),
        calls_off=in_play,
        can_take_back=series.ended and _ended_last(snapshot) and snapshot.can_undo,
        take_back_says=undo_says(snapshot, words.say("Take the end back"), words),
        length=None if series.ended else length(series, counted, words),
        deal=setup if goes_on else None,
        deal_says=words.say("Play on: deal round {number}", number=len(series.rounds) + 1),
        once_more=_once_more(series, setup, default_title(entries, today, words), words)
        if over
        else None,
    )


def _ended_last(snapshot: Snapshot) -> bool:
    """Return whether only names changed since the end of the series."""
    steps = reversed(snapshot.log.steps)
    last = next((step for step in steps if not isinstance(step, Renamed | PlayerRenamed)), None)
    return isinstance(last, Ended)


def _explains(snapshot: Snapshot, words: Words) -> str:
    """Return the outcome of an end now, which calls off a round in play."""
    series, off = snapshot.series, ""
    if not snapshot.round.over:
        series = snapshot.log.after(end_in_play(snapshot.log)).series
        off = words.say(
            "Round {number} is in play: it is called off.",
            number=snapshot.round_number,
        )
        off = " ".join((off, *_given_back(series, words)))
    if not series.standing.played:
        return " ".join(filter(None, (off, words.say("Nobody wins: no round was played."))))
    winners = [series.name_of(handle) for handle in replace(series, ended=True).standing.winners]
    if not winners:
        won = words.say("Nobody wins: points are still open.")
    elif len(winners) > 1:
        won = words.say("{names} share the win then.", names=listed(winners, words))
    else:
        won = words.say("{name} wins then.", name=winners[0])
    return " ".join((off or won, won if off else words.say("It can be taken back, and played on.")))


def _given_back(series: Series, words: Words) -> Iterator[str]:
    """Yield the chips handed back from the pot and by players when the last round is called off."""
    players = tuple(map(series.name_of, series.rounds[-1].setup.players))
    back = hand_overs(series.rounds[-1])
    takers = [players[paid.target] for paid in back if paid.source == POT]
    if len(takers) == len(players):
        yield words.say("All take their chips back.")
    elif takers:
        yield words.count(
            "{names} takes their chips back from the pot.",
            "{names} take their chips back from the pot.",
            len(takers),
            names=listed(takers, words),
        )
    for paid in back:
        if POT not in {paid.source, paid.target}:
            said = pays(players[paid.source], players[paid.target], paid.chips, words)
            yield f"{said}."


def _once_more(series: Series, setup: Setup, name: str, words: Words) -> OnceMore:
    names = tuple(map(series.name_of, setup.players))
    deals = words.say("{name} deals", name=names[setup.dealer])
    return OnceMore(
        says=words.say("Once more with the same table"),
        beneath=f"{listed(names, words)} · {deals}",
        name=name,
        names=names,
        dealer=setup.dealer,
        rules=setup.rules,
    )
