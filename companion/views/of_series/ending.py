"""The end of a series: the question before it, and the ways on after it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from companion.core.forecast import Entry
from companion.core.payments import hand_overs
from companion.core.rounds.setup import POT, Setup
from companion.core.series import Series
from companion.core.steps import Dealt, Ended, only_describes
from companion.desk.commands import end_in_play
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.at_table.tray import undo_says
from companion.views.of_series.standings import Unit, units, winners
from companion.views.setting_up.deal import default_title
from companion.views.speech import listed, pays
from companion.words import Words


def after_the_end(
    snapshot: Snapshot, entries: Sequence[Entry], today: date, words: Words
) -> tuple[b.Panel, ...]:
    """Return the ways on after the end of a series: take it back, play on, or play once more.

    Undo takes back the end, or a newer name. A series that ended by its rules has no further round.
    """
    series, setup = snapshot.series, snapshot.series.next_setup()
    if not series.standing.over:
        return ()
    ways: list[b.Action] = []
    if series.ended and _ended_last(snapshot) and snapshot.can_undo:
        says = undo_says(snapshot, words.say("Take the end back"), words)
        ways.append(b.Action("undo", says, b.Undo(), icon=b.Icon.UNDO))
    if series.ended and not snapshot.log.objection(Dealt(setup)):
        says = words.say("Play on: deal round {number}", number=len(series.rounds) + 1)
        ways.append(b.Action("play-on", says, b.Act("deal_on", (setup,)), icon=b.Icon.PLAY))
    ways.append(_once_more(series, setup, default_title(entries, today, words), words))
    buttons = tuple(b.Actions((way,)) for way in ways)
    return (b.Panel(buttons, title=words.say("And now?"), key="after-the-end"),)


def end_question(snapshot: Snapshot, words: Words) -> b.Question:
    """Return the question before the end, which announces the outcome and calls off a round."""
    return b.Question(
        "end-series",
        words.say("End the series?"),
        _explains(snapshot, words),
        words.say("End it"),
        words.say("Not yet"),
        on_yes=b.Do(Ended(calls_off=not snapshot.round.over), exact=True),
        on_no=b.Edit("leave"),
    )


def _ended_last(snapshot: Snapshot) -> bool:
    """Return whether only names, dates or the worth of a chip changed since the series ended."""
    steps = reversed(snapshot.log.steps)
    last = next((step for step in steps if not only_describes(step)), None)
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
    names = [series.name_of(handle) for handle in winners(replace(series, ended=True))]
    if Unit.WON in units(series):
        won = ""
    elif not names:
        won = words.say("Nobody wins: points are still open.")
    elif len(names) > 1:
        won = words.say("{names} share the win then.", names=listed(names, words))
    else:
        won = words.say("{name} wins then.", name=names[0])
    back = "" if off else words.say("It can be taken back, and played on.")
    return " ".join(filter(None, (off, won, back)))


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
            payment = pays(players[paid.source], players[paid.target], paid.chips, words)
            yield f"{payment}."


def _once_more(series: Series, setup: Setup, name: str, words: Words) -> b.Action:
    """Return the start of a series with the same people, rules and seats; the deal passes on."""
    names = tuple(map(series.name_of, setup.players))
    deals = words.say("{name} deals", name=names[setup.dealer])
    return b.Action(
        "once-more",
        words.say("Once more with the same table"),
        b.Act("start_series", (name, names, setup.dealer, setup.rules)),
        icon=b.Icon.REPEAT,
        beneath=f"{listed(names, words)} · {deals}",
    )
