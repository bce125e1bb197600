"""Round over: who pays whom, the race, what is still open, and the next deal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.books.fines import cost
from companion.core.books.ledger import Reason, ledger
from companion.core.judging.judge import Ruling, Verdict, judge
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.views.at_table.answered import AnswerResult, answered
from companion.views.at_table.deciding import Decider, decider
from companion.views.at_table.passes import doubt, found_late, news
from companion.views.at_table.table import subtitle
from companion.views.at_table.told_once import undo_says
from companion.views.at_table.tray import OwedFine, fines_of_play
from companion.views.of_series.cards_left import (
    hidden,
    says_of_open,
    still_open,
    title_of_open,
)
from companion.views.of_series.correction import booked
from companion.views.of_series.nets import NetLine, nets
from companion.views.of_series.payments import PaymentLine, to_hand_over
from companion.views.of_series.series import counted_rounds
from companion.views.of_series.standings import RaceView, race
from companion.views.person import Person, person
from companion.views.speech import chips_words, listed, points_words
from companion.words import Words


@dataclass(frozen=True, slots=True)
class FalsePass:
    """A pass judged false in this round: `mark` is its verdict in a word, `beneath` its turn and
    what its player pays, or that the table let it go.
    """

    turn: int
    player: Person
    says: str
    beneath: str
    mark: str
    waived: bool


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal that follows if nothing is changed: `says` is the whole in words."""

    title: str
    dealer: str
    says: str


@dataclass(frozen=True, slots=True)
class RoundOverView:
    """All that the round-over screen shows. `owed` are the fines of the play, ticked off or not,
    never among the `payments`, and `counts_says` of which rounds
    those are; `nets` is what the round brought each player in chips. `next_deal`
    is None when no round can follow. Once the series is over `winners` have won it, if anybody
    has; `series_over` says so and `won_with` with how many points. With `booked` the first of the
    `news` is the correction that was written down just now. `open_title` is empty where no
    pass, fine or points wait for the cards left; `answer` is what came of the last one that was
    told, `decider` is the card to ask for first, and
    `can_reveal` tells that some could still be shown.
    """

    title: str
    subtitle: str
    void: bool
    pot_taken: int
    paid_title: str
    payments: tuple[PaymentLine, ...]
    nothing_to_pay: str
    netted_says: str
    counts_says: str
    owed: tuple[OwedFine, ...]
    nets: tuple[NetLine, ...]
    race: RaceView
    false_passes: tuple[FalsePass, ...]
    news: tuple[str, ...]
    answer: AnswerResult | None
    booked: bool
    doubt: str
    open_title: str
    open_says: str
    decider: Decider | None
    can_reveal: bool
    reveal_says: str
    next_deal: NextDeal | None
    winners: tuple[Person, ...]
    series_over: str
    won_with: str
    can_undo: bool
    undo_says: str
    can_redo: bool
    number: int


def round_over(snapshot: Snapshot, words: Words) -> RoundOverView:
    """The last round, which is over."""
    series, round_ = snapshot.series, snapshot.round
    lines = to_hand_over(series, round_, words)
    still = still_open(round_)
    open_title = title_of_open(still, words)
    counted = words.count("{n} turn", "{n} turns", len(round_.turns))
    answer = answered(snapshot, found_late(snapshot, words), words)
    return RoundOverView(
        title=_title(series, round_, words),
        subtitle=f"{subtitle(snapshot, words)} · {counted}",
        void=round_.void,
        pot_taken=_pot_taken(round_),
        paid_title=_paid_title(round_, words),
        payments=lines,
        nothing_to_pay="" if lines else words.say("Nobody has to pay anything."),
        netted_says=_netted_says(lines, words),
        counts_says=_counts_says(round_, lines, words),
        owed=fines_of_play(snapshot, words),
        nets=nets(series, round_, words),
        race=race(series, words, last=True),
        false_passes=_false_passes(series, round_, words),
        news=_news(snapshot, answer, words),
        answer=answer,
        booked=not round_.void and bool(booked(snapshot, words)),
        doubt=doubt(round_, words),
        open_title=open_title,
        open_says=says_of_open(round_, still, words) if open_title else "",
        decider=decider(series, snapshot.round_number, words),
        can_reveal=round_.played_out and not round_.void and hidden(round_) > 0,
        reveal_says=words.say("Show the cards left"),
        next_deal=_next_deal(snapshot, words),
        winners=tuple(person(series, handle) for handle in series.standing.winners),
        series_over=_series_over(series, words),
        won_with=_won_with(series, words),
        can_undo=snapshot.can_undo,
        undo_says=undo_says(snapshot, words.say("Undo the last step"), words),
        can_redo=snapshot.can_redo,
        number=snapshot.round_number,
    )


def _pot_taken(round_: Round) -> int:
    """The chips of all pots of the round."""
    moved = ledger(round_).transfers
    return sum(transfer.chips for transfer in moved if transfer.reason is Reason.POT)


def _news(snapshot: Snapshot, answer: AnswerResult | None, words: Words) -> tuple[str, ...]:
    """What became certain with the last card, or after it, and what the last change revised, but
    what the answer tells.
    """
    series, round_, end = snapshot.series, snapshot.round, len(snapshot.round.turns)
    if round_.void:
        return ()
    paid = booked(snapshot, words)
    told = (
        *news(series, round_, end, words),
        *news(series, round_, end + 1, words),
        *found_late(snapshot, words),
    )
    by_answer = answer.turns if answer else frozenset[int]()
    lines = (line.says for line in told if line.turn not in by_answer)
    return tuple(dict.fromkeys((*([paid] if paid else []), *lines)))


def _title(series: Series, round_: Round, words: Words) -> str:
    if round_.void or round_.winner is None:
        return words.say("The round is called off")
    name = series.name_of(round_.setup.players[round_.winner])
    return words.say("{name} goes out", name=name)


def _paid_title(round_: Round, words: Words) -> str:
    return words.say("Give these chips back") if round_.void else words.say("Pass these chips")


def _netted_says(lines: tuple[PaymentLine, ...], words: Words) -> str:
    if not any(line.netted for line in lines):
        return ""
    return words.say("Debts are added up, so that as few chips as possible change hands.")


def _counts_says(round_: Round, lines: tuple[PaymentLine, ...], words: Words) -> str:
    """That these chips are of this round alone; what is called off never counts at the end."""
    if round_.void or not lines:
        return ""
    return words.say(
        "For this round alone. Or leave it to the end: “Settle up” counts all rounds together."
    )


def _false_passes(series: Series, round_: Round, words: Words) -> tuple[FalsePass, ...]:
    if round_.void:
        return ()
    false = (ruling for ruling in judge(round_).rulings if ruling.verdict is Verdict.ILLEGAL)
    return tuple(_false_pass(series, round_, ruling, words) for ruling in false)


def _false_pass(series: Series, round_: Round, ruling: Ruling, words: Words) -> FalsePass:
    who = person(series, round_.setup.players[ruling.seat])
    waived = ruling.turn in round_.decisions.waived
    chips = sum(fine.chips for fine in cost(round_, judge(round_), ruling))
    paid = words.count("pays {n} chip", "pays {n} chips", chips) if chips else ""
    beneath = (words.say("Turn {turn}", turn=ruling.turn), words.say("let go") if waived else paid)
    return FalsePass(
        turn=ruling.turn,
        player=who,
        says=words.say("{name}’s pass at turn {turn} was false", name=who.name, turn=ruling.turn),
        beneath=" · ".join(filter(None, beneath)),
        mark=words.say("illegal"),
        waived=waived,
    )


def _next_deal(snapshot: Snapshot, words: Words) -> NextDeal | None:
    setup, number = snapshot.series.next_setup(), snapshot.round_number + 1
    if snapshot.series.objection_to_deal(setup):
        return None
    name = snapshot.series.name_of(setup.players[setup.dealer])
    title = words.say("Deal round {number}", number=number)
    dealer = words.say("{name} deals", name=name)
    if snapshot.series.standing.over:
        title = words.say("Play on: deal round {number}", number=number)
    return NextDeal(title=title, dealer=dealer, says=f"{title} · {dealer}")


def _series_over(series: Series, words: Words) -> str:
    standing = series.standing
    if not standing.over:
        return ""
    winners = listed([series.name_of(handle) for handle in standing.winners], words)
    if not winners:
        return words.say("The series is over, and points are still open")
    if len(standing.winners) > 1:
        return words.say("{names} share the win", names=winners)
    return words.say("{name} wins the series", name=winners)


def _won_with(series: Series, words: Words) -> str:
    standing = series.standing
    if not standing.over:
        return ""
    rounds = counted_rounds(series, words)
    if not standing.winners:
        return rounds
    first = standing.winners[0]
    if series.latest_rules.count_points:
        counted = points_words(standing.points[first], words)
    else:
        counted = chips_words(standing.chips[first], words)
    return f"{counted} · {rounds}"
