"""The end of a round: payments, nets, the race, open questions, and the next deal."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.books import Reason, awaited, cost, ledger, points
from companion.core.judge import Ruling, Verdict, judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import PACK_SIZE, Seat
from companion.core.series import Series
from companion.core.steps import Dealt
from companion.desk.table import Snapshot
from companion.views.at_table.passes import (
    AnswerResult,
    Decider,
    answered,
    decider,
    doubt,
    found_late,
    news,
)
from companion.views.at_table.table import subtitle
from companion.views.at_table.tray import OwedFine, fines_of_play, undo_says
from companion.views.of_series.series import counted_rounds
from companion.views.of_series.settling import PaymentLine, booked, to_hand_over
from companion.views.of_series.standings import RaceView, race
from companion.views.speech import Person, chips_words, listed, person, points_words, signed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class NetLine:
    """A player's chips of the round: the sum and the parts, such as `pot +14 · cards −3`.

    No line breaks within a part.
    """

    player: Person
    chips: int
    net: str
    parts: str
    says: str


def nets(snapshot: Snapshot, round_: Round, words: Words) -> tuple[NetLine, ...]:
    """Return a line for each player, by chips gained; none if the round moved no chips."""
    books = ledger(round_)
    if not books.transfers:
        return ()
    seats = sorted(range(len(books.chips)), key=lambda seat: -books.chips[seat])
    return tuple(_line(snapshot, round_, seat, words) for seat in seats)


def _line(snapshot: Snapshot, round_: Round, seat: Seat, words: Words) -> NetLine:
    who, chips = person(snapshot, round_.setup.players[seat]), ledger(round_).chips[seat]
    texts, net = list(_parts(round_, seat, words)), signed(chips)
    said = words.say("{name} {chips}", name=who.name, chips=net)
    parts = " · ".join(part.replace(" ", "\u00a0") for part in texts)
    return NetLine(who, chips, net, parts, f"{said}: {' · '.join(texts)}" if texts else said)


def _parts(round_: Round, seat: Seat, words: Words) -> Iterator[str]:
    """Yield the gain or loss of a seat by each kind of movement."""
    for name, reasons in _kinds(words):
        moved = [one for one in ledger(round_).transfers if one.reason in reasons]
        gained = sum(one.chips for one in moved if one.target == seat)
        lost = sum(one.chips for one in moved if one.source == seat)
        if gained != lost:
            yield words.say("{what} {chips}", what=name, chips=signed(gained - lost))


def _kinds(words: Words) -> tuple[tuple[str, frozenset[Reason]], ...]:
    return (
        (words.say("pot"), frozenset({Reason.POT})),
        (words.say("cards"), frozenset({Reason.CARDS_LEFT})),
        (words.say("fines"), frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})),
        (words.say("paid in"), frozenset({Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS})),
        (words.say("corrections"), frozenset({Reason.CORRECTION})),
    )


@dataclass(frozen=True, slots=True)
class StillOpen:
    """Open passes, a fine and points, which the cards left would settle."""

    passes: int
    fine: bool
    points: bool


def still_open(round_: Round) -> StillOpen:
    """Return the open questions of a round; none before the round is played out."""
    if round_.void or not round_.played_out:
        return StillOpen(0, fine=False, points=False)
    return StillOpen(
        passes=sum(ruling.verdict is Verdict.OPEN for ruling in judge(round_).rulings),
        fine=bool(awaited(round_)),
        points=None in points(round_),
    )


def title_of_open(still: StillOpen, words: Words) -> str:
    """Return the heading of the open questions; empty without any."""
    if still.passes:
        return words.count("{n} pass still open", "{n} passes still open", still.passes)
    if still.fine:
        return words.say("A fine still open")
    return words.say("Points still open") if still.points else ""


def says_of_open(round_: Round, still: StillOpen, words: Words) -> str:
    """Return the sentence on the open questions that the cards left would settle."""
    unknown = hidden(round_)
    if (still.passes > 0) + still.fine + still.points > 1:
        return words.count(
            "Say who held the last card, and all that is open can be settled.",
            "Say who held the last {n} cards, and all that is open can be settled.",
            unknown,
        )
    if still.passes:
        return words.count(
            "Say who held the last card, and the rest can be judged.",
            "Say who held the last {n} cards, and the rest can be judged.",
            unknown,
        )
    if still.fine:
        return words.count(
            "Say who held the last card, and it can be paid in full.",
            "Say who held the last {n} cards, and it can be paid in full.",
            unknown,
        )
    return words.count(
        "Say who held the last card, and they can be counted.",
        "Say who held the last {n} cards, and they can be counted.",
        unknown,
    )


def hidden(round_: Round) -> int:
    """Return the number of cards without a known holder."""
    return PACK_SIZE - len(judge(round_).holdings)


@dataclass(frozen=True, slots=True)
class FalsePass:
    """A pass judged false in this round.

    `mark` is the verdict in a word, `beneath` the turn and the fine, or that the table waived it.
    """

    turn: int
    player: Person
    says: str
    beneath: str
    mark: str
    waived: bool


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The next deal with an unchanged table; `says` is the title with the dealer."""

    title: str
    dealer: str
    says: str


@dataclass(frozen=True, slots=True)
class RoundOverView:
    """The content of the round-over screen.

    `owed` are the fines of the play, ticked off or not, never among the `payments`; `counts_says`
    names the rounds of the payments, and `nets` are the chips of each player. `next_deal` is None
    if no round can follow. After the series, `series_over` names the `winners` and `won_with` their
    total. If `booked`, the first of the `news` is the latest correction. `open_title` is empty
    without open questions; `answer` is the result of the last card shown, `decider` the card to ask
    for first, and `can_reveal` is True if cards could still be shown.
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
    """Return the content of the screen after the last round."""
    series, round_ = snapshot.series, snapshot.round
    lines = to_hand_over(snapshot, round_, words)
    still = still_open(round_)
    open_title = title_of_open(still, words)
    counted = words.count("{n} turn", "{n} turns", len(round_.turns))
    answer = answered(snapshot, found_late(snapshot, words), words)
    return RoundOverView(
        title=_title(series, round_, words),
        subtitle=f"{subtitle(snapshot, words)} · {counted}",
        void=round_.void,
        pot_taken=_pot_taken(round_),
        paid_title=words.say("Hand these chips back")
        if round_.void
        else words.say("Hand over these chips"),
        payments=lines,
        nothing_to_pay="" if lines else words.say("Nobody has to pay anything."),
        netted_says=_netted_says(lines, words),
        counts_says=_counts_says(round_, lines, words),
        owed=fines_of_play(snapshot, words),
        nets=nets(snapshot, round_, words),
        race=race(snapshot, words, last=True),
        false_passes=_false_passes(snapshot, round_, words),
        news=_news(snapshot, answer, words),
        answer=answer,
        booked=not round_.void and bool(booked(snapshot, words)),
        doubt=doubt(round_, words),
        open_title=open_title,
        open_says=says_of_open(round_, still, words) if open_title else "",
        decider=decider(snapshot, snapshot.round_number, words),
        can_reveal=round_.played_out and not round_.void and hidden(round_) > 0,
        reveal_says=words.say("Show the cards left"),
        next_deal=_next_deal(snapshot, words),
        winners=tuple(person(snapshot, handle) for handle in series.standing.winners),
        series_over=_series_over(series, words),
        won_with=_won_with(series, words),
        can_undo=snapshot.can_undo,
        undo_says=undo_says(snapshot, words.say("Undo the last step"), words),
        can_redo=snapshot.can_redo,
        number=snapshot.round_number,
    )


def _pot_taken(round_: Round) -> int:
    """Return the chips of all pots of the round."""
    moved = ledger(round_).transfers
    return sum(transfer.chips for transfer in moved if transfer.reason is Reason.POT)


def _news(snapshot: Snapshot, answer: AnswerResult | None, words: Words) -> tuple[str, ...]:
    """Return a new correction, and the news since the last card that the answer does not report."""
    series, round_, end = snapshot.series, snapshot.round, len(snapshot.round.turns)
    if round_.void:
        return ()
    paid = booked(snapshot, words)
    lines = (
        *news(series, round_, end, words),
        *news(series, round_, end + 1, words),
        *found_late(snapshot, words),
    )
    by_answer = answer.turns if answer else frozenset[int]()
    others = (line.says for line in lines if line.turn not in by_answer)
    return tuple(dict.fromkeys((*([paid] if paid else []), *others)))


def _title(series: Series, round_: Round, words: Words) -> str:
    if round_.void or round_.winner is None:
        return words.say("The round is called off")
    name = series.name_of(round_.setup.players[round_.winner])
    return words.say("{name} goes out", name=name)


def _netted_says(lines: tuple[PaymentLine, ...], words: Words) -> str:
    if not any(line.netted for line in lines):
        return ""
    return words.say("Debts are added up, so that as few chips as possible change hands.")


def _counts_says(round_: Round, lines: tuple[PaymentLine, ...], words: Words) -> str:
    """Return the note that the payments concern one round; none for a round called off."""
    if round_.void or not lines:
        return ""
    return words.say(
        "For this round alone. Or leave it to the end: “Settle up” counts all rounds together."
    )


def _false_passes(snapshot: Snapshot, round_: Round, words: Words) -> tuple[FalsePass, ...]:
    if round_.void:
        return ()
    false = (ruling for ruling in judge(round_).rulings if ruling.verdict is Verdict.ILLEGAL)
    return tuple(_false_pass(snapshot, round_, ruling, words) for ruling in false)


def _false_pass(snapshot: Snapshot, round_: Round, ruling: Ruling, words: Words) -> FalsePass:
    who = person(snapshot, round_.setup.players[ruling.seat])
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
    if snapshot.log.objection(Dealt(setup)):
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
