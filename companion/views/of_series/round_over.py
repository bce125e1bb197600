"""The end of a round: payments, nets, the race, open questions, and the next deal."""

from collections.abc import Iterator, Sequence

from companion.core.books import Reason, awaited, cost, ledger, points
from companion.core.judge import Ruling, Verdict, judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Charged, FinePaid, Seat
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.at_table.passes import (
    AnswerResult,
    News,
    answer_line,
    answered,
    decider,
    doubt,
    found_late,
    hidden,
    news,
)
from companion.views.at_table.table import subtitle
from companion.views.at_table.tray import OwedFine, fines_of_play, undo_says
from companion.views.backups import backup_panel
from companion.views.of_series.correction import booked
from companion.views.of_series.series import counted_rounds
from companion.views.of_series.settling import PaymentKey, hand_over
from companion.views.of_series.standings import race, race_panel
from companion.views.speech import by_result, chips_words, listed, person, points_words, signed
from companion.words import Words


def round_over(
    snapshot: Snapshot,
    words: Words,
    handed_over: frozenset[PaymentKey] = frozenset(),
    reminder: str = "",
) -> b.Document:
    """Return the screen after the last round.

    Payments in `handed_over` are ticked off on the device. A `reminder` asks for a backup.
    """
    round_, turns = snapshot.round, len(snapshot.round.turns)
    counted = by_result(round_, words) or words.count("{n} turn", "{n} turns", turns)
    late, paid = found_late(snapshot, words), booked(snapshot, words)
    answer = answered(snapshot, late, words)
    news_lines = _news(snapshot, answer, late, paid, words)
    # A booking on another screen comes first; other news move no payment under a finger.
    first = int(not round_.void and bool(paid))
    can_deal = snapshot.log.objection(Dealt(snapshot.series.next_setup())) is None
    payments = (
        *news_lines[:first],
        *_celebration(snapshot, words),
        hand_over(snapshot, round_, handed_over, words),
        *_owed(snapshot, words),
        *news_lines[first:],
        *((backup_panel(reminder, words),) if reminder else ()),
        *_cards_left(snapshot, answer, words),
        *_false_passes(snapshot, round_, words),
    )
    standing: tuple[b.Block, ...] = (
        *_nets(snapshot, round_, words),
        race_panel(race(snapshot, words, last=True)),
        *_doubt(round_, words),
        _ways_on(snapshot, words, can_deal=can_deal),
    )
    pot = b.Figure(words.say("Pot"), b.Text(str(pot_taken(round_)), "pot"))
    return b.Document(
        _title(snapshot.series, round_, words),
        (payments, standing),
        b.Ground.BANNER,
        subtitle=f"{subtitle(snapshot, words)} · {counted}",
        back=False,
        figure=None if round_.void else pot,
        footer=_footer(snapshot, words, can_deal=can_deal),
    )


def pot_taken(round_: Round) -> int:
    """Return the chips that the round brought out of the pot."""
    return sum(moved.chips for moved in ledger(round_).transfers if moved.reason is Reason.POT)


def _title(series: Series, round_: Round, words: Words) -> str:
    if round_.void or round_.winner is None:
        return words.say("The round is called off")
    name = series.name_of(round_.setup.players[round_.winner])
    return words.say("{name} goes out", name=name)


def _news(
    snapshot: Snapshot, answer: AnswerResult | None, late: Sequence[News], paid: str, words: Words
) -> tuple[b.Notice, ...]:
    """Return a new correction, and the news since the last card that the answer does not report.

    `late` are the fines revised by a fact entered late, and `paid` is the correction in words.
    """
    series, round_, end = snapshot.series, snapshot.round, len(snapshot.round.turns)
    if round_.void:
        return ()
    lines = (
        *news(series, round_, end, words),
        *news(series, round_, end + 1, words),
        *late,
    )
    by_answer = answer.turns if answer else frozenset[int]()
    others = (line.says for line in lines if line.turn not in by_answer)
    all_: list[str] = list(dict.fromkeys([*([paid] if paid else []), *others]))
    return tuple(b.Notice(says, f"news-{place}") for place, says in enumerate(all_, 1))


def _celebration(snapshot: Snapshot, words: Words) -> tuple[b.Hero, ...]:
    """Return the winners of a series that is over, with their total."""
    series, standing = snapshot.series, snapshot.series.standing
    if not standing.over:
        return ()
    winners = tuple(person(snapshot, handle) for handle in standing.winners)
    names = listed([winner.name for winner in winners], words)
    if not winners:
        says = words.say("The series is over, and points are still open")
    elif len(winners) > 1:
        says = words.say("{names} share the win", names=names)
    else:
        says = words.say("{name} wins the series", name=names)
    total = (_total(series, standing.winners[0], words),) if winners else ()
    subtitle = " · ".join((*total, counted_rounds(series, words)))
    return (b.Hero(b.Text(says, "winner", live=True), subtitle, None, people=winners),)


def _total(series: Series, handle: str, words: Words) -> str:
    standing = series.standing
    if series.latest_rules.count_points:
        return points_words(standing.points[handle], words)
    return chips_words(standing.chips[handle], words)


def _owed(snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return the fines of the round, each with a tick once no part can still come."""
    rows = tuple(map(_fine, fines_of_play(snapshot, words)))
    return (b.Panel((b.List(rows),), words.say("Fines during play"), key="owed"),) if rows else ()


def _fine(fine: OwedFine) -> b.Row:
    tick: b.Tick | None = None
    if fine.can_tick or fine.ticked:
        event = Charged(fine.turn) if fine.closed else FinePaid(fine.turn)
        step = b.Do(Recorded(fine.number, event))
        # `paid-N` ticks a payment off.
        tick = b.Tick(f"fine-paid-{fine.turn}", fine.paid_label, fine.ticked, step)
    return b.Row(
        fine.says, leading=fine.payer, subtitle=fine.why, tick=tick, key=f"owed-{fine.turn}"
    )


def _cards_left(
    snapshot: Snapshot, answer: AnswerResult | None, words: Words
) -> tuple[b.Block, ...]:
    """Return the question for the card that decides, or the button to show all cards left."""
    round_, result = snapshot.round, answer_line(answer)
    answered_alone = (b.Panel(result, key="told"),) if result else ()
    if round_.void or not round_.played_out or not hidden(round_):
        return answered_alone
    reveal = b.Action("reveal", words.say("Show the cards left"), b.Go("cards"))
    show, title, says = b.Actions((reveal,)), *_still_open(round_, words)
    if not title:
        return (*answered_alone, show)
    question = decider(snapshot, snapshot.round_number, words)
    asks = question or (b.Text(says, style=b.Style.MUTED),)
    return (b.Panel((*result, *asks, show), title, key="open"),)


def _still_open(round_: Round, words: Words) -> tuple[str, str]:
    """Return what the cards left would settle, with a sentence; empty for nothing."""
    unknown = hidden(round_)
    passes = sum(ruling.verdict is Verdict.OPEN for ruling in judge(round_).rulings)
    fine, no_points = bool(awaited(round_)), None in points(round_)
    if passes:
        title = words.count("{n} pass still open", "{n} passes still open", passes)
        says = words.count(
            "Say who held the last card, and the rest can be judged.",
            "Say who held the last {n} cards, and the rest can be judged.",
            unknown,
        )
    elif fine:
        title = words.say("A fine still open")
        says = words.count(
            "Say who held the last card, and it can be paid in full.",
            "Say who held the last {n} cards, and it can be paid in full.",
            unknown,
        )
    elif no_points:
        title = words.say("Points still open")
        says = words.count(
            "Say who held the last card, and they can be counted.",
            "Say who held the last {n} cards, and they can be counted.",
            unknown,
        )
    else:
        return "", ""
    if (passes > 0) + fine + no_points > 1:
        says = words.count(
            "Say who held the last card, and all that is open can be settled.",
            "Say who held the last {n} cards, and all that is open can be settled.",
            unknown,
        )
    return title, says


def _false_passes(snapshot: Snapshot, round_: Round, words: Words) -> tuple[b.Panel, ...]:
    """Return the passes judged false in the round, each leading to its verdict."""
    false = [ruling for ruling in judge(round_).rulings if ruling.verdict is Verdict.ILLEGAL]
    if round_.void or not false:
        return ()
    rows = tuple(_false_pass(snapshot, round_, ruling, words) for ruling in false)
    return (b.Panel((b.List(rows),), words.say("False passes")),)


def _false_pass(snapshot: Snapshot, round_: Round, ruling: Ruling, words: Words) -> b.Row:
    """Return the turn and the fine, or that the table waived it."""
    player, turn = person(snapshot, round_.setup.players[ruling.seat]), ruling.turn
    waived = turn in round_.decisions.waived
    chips = sum(fine.chips for fine in cost(round_, judge(round_), ruling))
    paid = words.count("pays {n} chip", "pays {n} chips", chips) if chips else ""
    lines = (words.say("Turn {turn}", turn=turn), words.say("let go") if waived else paid)
    way = b.Go(f"verdict/{turn}")
    mark = b.Action(f"verdict-{turn}", words.say("illegal"), way)
    return b.Row(
        player.name,
        f"turn-{turn}",
        leading=player,
        subtitle=" · ".join(filter(None, lines)),
        badge=b.Badge(mark, b.Status.MUTED if waived else b.Status.BAD),
        intent=way,
        label=words.say("{name}’s pass at turn {turn} was false", name=player.name, turn=turn),
    )


def _nets(snapshot: Snapshot, round_: Round, words: Words) -> tuple[b.Panel, ...]:
    """Return the chips of each player, the most gained first; none if the round moved no chips."""
    books = ledger(round_)
    if not books.transfers:
        return ()
    seats = sorted(range(len(books.chips)), key=lambda seat: -books.chips[seat])
    rows = tuple(_net(snapshot, round_, seat, words) for seat in seats)
    return (b.Panel((b.List(rows),), words.say("What the round brings"), key="nets"),)


def _net(snapshot: Snapshot, round_: Round, seat: Seat, words: Words) -> b.Row:
    """Return a player's chips of the round with their parts, such as `pot +14 · cards −3`."""
    player, chips = person(snapshot, round_.setup.players[seat]), ledger(round_).chips[seat]
    net, parts = signed(chips), " · ".join(_parts(round_, seat, words))
    label = words.say("{name} {chips}", name=player.name, chips=net)
    return b.Row(
        player.name,
        f"net-{player.handle}",
        leading=player,
        subtitle=parts,
        value=net,
        status=b.Status.BAD if chips < 0 else b.Status.GOOD,
        label=f"{label}: {parts}" if parts else label,
    )


def _parts(round_: Round, seat: Seat, words: Words) -> Iterator[str]:
    """Yield the gain or loss of a seat by each kind of movement."""
    for name, reasons in _kinds(words):
        moved = [transfer for transfer in ledger(round_).transfers if transfer.reason in reasons]
        gained = sum(transfer.chips for transfer in moved if transfer.target == seat)
        lost = sum(transfer.chips for transfer in moved if transfer.source == seat)
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


def _doubt(round_: Round, words: Words) -> tuple[b.Notice, ...]:
    """Return the doubt about the passes, which leads to the turns."""
    says = doubt(round_, words)
    turns = b.Action("doubt", "", b.Go("turns"))
    return (b.Notice(says, status=b.Status.BAD, tap=turns),) if says else ()


def _ways_on(snapshot: Snapshot, words: Words, *, can_deal: bool) -> b.Actions:
    say = words.say
    ways = [
        b.Action("turns", say("Turns"), b.Go("turns"), icon=b.Icon.TURNS),
        b.Action("rules", say("House rules"), b.Go("rules"), icon=b.Icon.RULES),
    ]
    if not snapshot.round.void:
        correction = b.Action("correction", say("Correction"), b.Go("pay"), icon=b.Icon.CORRECTION)
        ways.append(correction)
    if can_deal:
        ways = [
            b.Action("series", say("Series"), b.Go("series"), icon=b.Icon.SERIES),
            *ways,
            b.Action("next-table", say("Change the table"), b.Go("next"), icon=b.Icon.PEOPLE),
            b.Action("home", say("Home"), b.Go("/"), icon=b.Icon.HOME),
        ]
    return b.Actions(tuple(ways), tiles=True)


def _footer(snapshot: Snapshot, words: Words, *, can_deal: bool) -> tuple[b.Action, ...]:
    """Return the way back, and the next deal with an unchanged table or else the series."""
    say = words.say
    undo, says = b.Undo() if snapshot.can_undo else None, say("Undo the last step")
    says = undo_says(snapshot, says, words) if undo else says
    steps = [b.Action("undo", "", undo, icon=b.Icon.UNDO, label=says)]
    if snapshot.can_redo:
        steps.append(b.Action("redo", "", b.Redo(), icon=b.Icon.REDO, label=say("Redo")))
    if can_deal:
        return (*steps, _next_deal(snapshot, words))
    home = b.Action("home", say("Home"), b.Go("/"))
    return (*steps, home, b.Action("series", say("The series"), b.Go("series"), b.Emphasis.PRIMARY))


def _next_deal(snapshot: Snapshot, words: Words) -> b.Action:
    setup, number = snapshot.series.next_setup(), snapshot.round_number + 1
    name = snapshot.series.name_of(setup.players[setup.dealer])
    dealer = words.say("{name} deals", name=name)
    title = words.say("Deal round {number}", number=number)
    if snapshot.series.standing.over:
        title = words.say("Play on: deal round {number}", number=number)
    deal = b.Do(Dealt(setup, ()), exact=True)
    return b.Action(
        "next-round", title, deal, b.Emphasis.PRIMARY, beneath=dealer, label=f"{title} · {dealer}"
    )
