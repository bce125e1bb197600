"""The end of a round: who is out, payments, the standing, open questions, and the next deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.books import awaited, ledger, points
from companion.core.judge import Ruling, Verdict, judge
from companion.core.objections import Why
from companion.core.rounds.events.decisions import FineCharged
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.backups import backup_panel, reminder
from companion.screens.dates import length_words
from companion.screens.evening import stories_panel
from companion.screens.hand_overs import hand_over_panel, settle_and_share
from companion.screens.kit import Form, ScreenFacts, edit
from companion.screens.news import (
    AnswerResult,
    News,
    answer_line,
    say_booked,
    tell_answer,
    tell_fines,
    undo_says,
)
from companion.screens.own_hand import let_in
from companion.screens.passes import decider, doubt, hidden
from companion.screens.phones import looks_on, undo_barred
from companion.screens.sharing import share_button
from companion.screens.speech import (
    by_result,
    capital,
    chips_words,
    copy_words,
    false_pass,
    person,
    points_words,
    signed,
)
from companion.screens.standings import (
    aim_of,
    counted_rounds,
    outcome,
    standing_panel,
    winners,
)
from companion.screens.tray import OwedFine, certain_fines, fine_became
from companion.words import Words


@dataclass(frozen=True)
class RoundOver:
    """The end of a round; what is seldom done shows with `more`."""

    more: bool = False

    def fold(self) -> Self:
        """Return a copy that shows what is seldom done, or no longer does."""
        return replace(self, more=not self.more)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen after the last round."""
        snapshot = facts.night
        words = facts.words
        remind = reminder(snapshot, facts.catalogue.entries, facts.storage, words)
        round_ = snapshot.round
        turns = len(snapshot.round.turns)
        counted = by_result(round_, words) or words.count("{n} turn", "{n} turns", turns)
        lasted = length_words(round_.setup.minutes, words)
        late = tell_fines(snapshot, words)
        answer = tell_answer(snapshot, words)
        if answer and answer.number != snapshot.round_number:
            answer = None  # its turns are those of another round, and the news has its fines
        can_deal = snapshot.log.objection(Dealt(snapshot.series.next_setup())) is None
        can_deal = can_deal and not looks_on(snapshot)
        copy = copy_words(facts.catalogue, snapshot.number, words)
        series = snapshot.series
        over = series.standing.over
        # Who is out and what to give to whom come first; then who is ahead, and what is still open.
        first: tuple[b.Block, ...] = (
            # A booking on another screen comes first; other news move no payment under a finger.
            *b.notices(say_booked(snapshot, words), "booked"),
            *(_celebration(snapshot, words) if over else _winner(snapshot, words)),
            *hand_over_panel(snapshot, words),
        )
        ahead: tuple[b.Block, ...] = (
            standing_panel(snapshot, words),
            *(stories_panel(series, words) if over else ()),
            *_question(snapshot, answer, words),
            *_doubt(round_, words),
        )
        further: tuple[b.Block, ...] = (
            *_false_passes(snapshot, round_, words),
            *_news(snapshot, answer, late),
            *let_in(snapshot, words),
            *((backup_panel(remind, words),) if remind else ()),
            *self._ways_on(snapshot, words, can_deal=can_deal),
        )
        number = words.say("Round {number}", number=snapshot.round_number)
        parts = aim_of(series, words), copy, counted, lasted
        return b.Document(
            capital(words.say(Why.ROUND_IS_VOID.value)) if round_.void else number,
            (first, ahead, further),
            b.Ground.BANNER,
            subtitle=" · ".join(filter(None, (number if round_.void else "", *parts))),
            back=False,
            beside=(
                b.Action(
                    "series", "", b.Go("series"), icon=b.Icon.SERIES, label=words.say("Series")
                ),
                b.Action("home", "", b.Go("/"), icon=b.Icon.HOME, label=words.say("Home")),
            ),
            footer=_footer(snapshot, words, can_deal=can_deal),
        )

    def _ways_on(self, snapshot: Snapshot, words: Words, *, can_deal: bool) -> Iterator[b.Actions]:
        """Yield a further round of a series that is over, and the ways to other screens."""
        say = words.say
        over = snapshot.series.standing.over
        if can_deal and over:
            yield b.Actions((_next_deal(snapshot, words, b.Emphasis.SECONDARY),))
        says, icon = (say("Less"), b.Icon.FOLD) if self.more else (say("More"), b.Icon.MORE)
        more = b.Action("more", says, edit(RoundOver.fold), b.Emphasis.QUIET, icon)
        yield b.Actions((more,))
        if not self.more:
            return
        ways = [
            b.Action("turns", say("Turns"), b.Go("turns"), icon=b.Icon.TURNS),
            b.Action("rules", say("House rules"), b.Go("rules"), icon=b.Icon.RULES),
            b.Action("correction", say("Correction"), b.Go("pay"), icon=b.Icon.CORRECTION),
        ]
        if _hides_cards(snapshot.round) and not _still_open(snapshot.round, words)[0]:
            ways.append(_reveal(words))
        if can_deal and not over:
            ways.append(share_button(words))
        if can_deal:
            people = say("Change the table")
            ways.append(b.Action("next-table", people, b.Go("next"), icon=b.Icon.PEOPLE))
        yield b.Actions(tuple(ways), tiles=True)


def round_over(facts: ScreenFacts) -> Form:
    """Return the screen after the last round."""
    return Form(RoundOver(), f"over-{facts.night.number}-{facts.night.round_number}")


def _winner(snapshot: Snapshot, words: Words) -> tuple[b.Hero, ...]:
    """Return the winner of the round, with the chips that the round brings."""
    round_ = snapshot.round
    if round_.void or round_.winner is None:
        return ()
    handle = round_.setup.players[round_.winner]
    title = b.Text(_wins(snapshot.series, round_, handle, words), "round-winner")
    gains = ledger(round_).chips[round_.winner]
    says = signed(gains)
    gained = words.count("{gain} chip", "{gain} chips", gains, gain=says) if gains else ""
    return (b.Hero(title, gained, None, people=(person(snapshot, handle),), small=True),)


def _wins(series: Series, round_: Round, winner: str, words: Words) -> str:
    name = series.name_of(winner)
    if not round_.out:
        return words.say("{name} is left over", name=name)
    if round_.out[1:] or round_.laid_out:
        return words.say("{name} wins the round", name=name)
    return words.say("{name} goes out", name=name)


def _news(
    snapshot: Snapshot, answer: AnswerResult | None, late: Sequence[News]
) -> tuple[b.Notice, ...]:
    """Return the news since the last card that neither the answer nor the false passes report.

    `late` are the fines revised by a fact entered late.
    """
    round_ = snapshot.round
    elsewhere = {ruling.turn for ruling in _false(round_)}.union(answer.turns if answer else ())
    told = (line for line in late if line.turn not in elsewhere)
    # A round that is called off has no fines; a line without a turn is about another round.
    says = dict.fromkeys(line.says for line in told if not (round_.void and line.turn))
    return tuple(b.Notice(line, f"news-{place}") for place, line in enumerate(says, 1))


def _celebration(snapshot: Snapshot, words: Words) -> tuple[b.Hero, ...]:
    """Return the winners of a series that is over, with their total."""
    series = snapshot.series
    if not series.standing.over:
        return ()
    won = winners(series)
    total = _total(series, won[0], words) if won else ""
    title = b.Text(outcome(series, words), "winner", live=True)
    subtitle = " · ".join(filter(None, (total, counted_rounds(series, words))))
    people = tuple(person(snapshot, handle) for handle in won)
    return (b.Hero(title, subtitle, None, people=people),)


def _total(series: Series, handle: str, words: Words) -> str:
    standing = series.standing
    if series.latest_rules.count_points:
        return points_words(standing.points[handle], words)
    return chips_words(standing.chips[handle], words)


def _question(snapshot: Snapshot, answer: AnswerResult | None, words: Words) -> tuple[b.Panel, ...]:
    """Return the question for the card that decides what is still open, below the last answer."""
    round_ = snapshot.round
    result = answer_line(answer)
    title, says = _still_open(round_, words) if _hides_cards(round_) else ("", "")
    if not title:
        return (b.Panel(result, key="told"),) if result else ()
    question = decider(snapshot, snapshot.round_number, words)
    asks = question or (b.Text(says, style=b.Style.MUTED),)
    return (b.Panel((*result, *asks, b.Actions((_reveal(words),))), title, key="open"),)


def _hides_cards(round_: Round) -> bool:
    """Return whether cards left could still be shown."""
    return not round_.void and round_.played_out and hidden(round_) > 0


def _reveal(words: Words) -> b.Action:
    return b.Action("reveal", words.say("Show the cards left"), b.Go("cards"), icon=b.Icon.CARDS)


def _still_open(round_: Round, words: Words) -> tuple[str, str]:
    """Return what the cards left would settle, with a sentence; empty for nothing."""
    unknown = hidden(round_)
    passes = sum(ruling.verdict is Verdict.OPEN for ruling in judge(round_).rulings)
    if passes:
        title = words.count("{n} pass still open", "{n} passes still open", passes)
    elif awaited(round_):
        title = words.say("A fine still open")
    elif None in points(round_):
        title = words.say("Points still open")
    else:
        return "", ""
    says = words.count(
        "Tell who held the last card, and everything can be settled.",
        "Tell who held the last {n} cards, and everything can be settled.",
        unknown,
    )
    return title, says


def _false(round_: Round) -> list[Ruling]:
    """Return the passes judged false in the round; none if it was called off."""
    rulings = () if round_.void else judge(round_).rulings
    return [ruling for ruling in rulings if ruling.verdict is Verdict.ILLEGAL]


def _false_passes(snapshot: Snapshot, round_: Round, words: Words) -> tuple[b.Panel, ...]:
    """Return the panel of false passes, with links to verdicts and ticks for fines."""
    fines = certain_fines(snapshot, words)
    rows = tuple(
        _false_pass(snapshot, ruling, fines.get(ruling.turn), words) for ruling in _false(round_)
    )
    return (b.Panel((b.List(rows),), words.say("False passes"), key="false"),) if rows else ()


def _false_pass(snapshot: Snapshot, ruling: Ruling, fine: OwedFine | None, words: Words) -> b.Row:
    """Return the pass with the fine of the play, or with one that was settled at the end."""
    round_ = snapshot.round
    turn = ruling.turn
    player = person(snapshot, round_.setup.players[ruling.seat])
    waived = turn in round_.decisions.waived
    way = b.Go(f"verdict/{turn}")
    tick = None
    if fine:
        event = FineCharged(turn) if fine.ticked else fine.tick
        step = b.Do(Recorded(fine.number, event), exact=True)
        # `paid-N` ticks a payment off.
        name = f"fine-paid-{turn}"
        tick = b.Tick(name, fine.paid_label, fine.ticked, step, fine.tick_says)
    mark = b.Action(f"verdict-{turn}", words.say("illegal"), way)
    return b.Row(
        fine.says if fine else player.name,
        f"turn-{turn}",
        leading=player,
        subtitle=fine.why if fine else _fine_at_the_end(snapshot, turn, words),
        badge=b.Badge(mark, b.Status.MUTED if waived else b.Status.BAD),
        tick=tick,
        intent=way,
        label=fine.why_label if fine else false_pass(player.name, turn, words),
    )


def _fine_at_the_end(snapshot: Snapshot, turn: int, words: Words) -> str:
    """Return the turn, and what became of its fine."""
    at = words.say("Turn {turn}", turn=turn)
    became = fine_became(snapshot, snapshot.round_number, turn, words)
    return " · ".join(filter(None, (at, became)))


def _doubt(round_: Round, words: Words) -> tuple[b.Notice, ...]:
    """Return the doubt about the passes, which leads to the turns."""
    says = doubt(round_, words)
    turns = b.Action("doubt", "", b.Go("turns"))
    return (b.Notice(says, status=b.Status.BAD, tap=turns),) if says else ()


def _footer(snapshot: Snapshot, words: Words, *, can_deal: bool) -> tuple[b.Action, ...]:
    """Return the way back, and the next deal, or else the ends of an evening: settle and share."""
    say = words.say
    series = snapshot.series
    undo = b.Undo() if snapshot.can_undo else None
    says = undo_says(snapshot, say("Undo"), words) if undo else say("Undo")
    why = undo_barred(snapshot, words)
    steps = [b.Action("undo", "", undo, icon=b.Icon.UNDO, label=says, obstacle=why)]
    if snapshot.can_redo:
        steps.append(b.Action("redo", "", b.Redo(), icon=b.Icon.REDO, label=say("Redo")))
    if can_deal and not series.standing.over:
        return (*steps, _next_deal(snapshot, words, b.Emphasis.PRIMARY))
    return (*steps, *settle_and_share(snapshot, words))


def _next_deal(snapshot: Snapshot, words: Words, look: b.Emphasis) -> b.Action:
    setup = snapshot.series.next_setup()
    number = snapshot.round_number + 1
    name = snapshot.series.name_of(setup.players[setup.dealer])
    dealer = words.say("{name} deals", name=name)
    title = words.say("Deal round {number}", number=number)
    deal = b.Do(Dealt(setup, ()), exact=True)
    return b.Action("next-round", title, deal, look, beneath=dealer, label=f"{title} · {dealer}")
