"""Passes in words, the question that decides an open pass, and the result of its answer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.core.books import Fine, Reason, awaited, fines, ledger, points
from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.judge import Ruling, Verdict, judge
from companion.core.rounds.events import FineTicked, Forgotten, Seen, Shown
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account
from companion.core.series import Series
from companion.core.steps import Recorded
from companion.desk.commands import Reveal
from companion.desk.table import Snapshot
from companion.screens.board import AwaitedCard, face, possible_holders
from companion.views import blocks as b
from companion.views.speech import account_name, listed, person, short
from companion.words import Words


def verdict_text(verdict: Verdict, words: Words) -> str:
    """Return the word for a verdict."""
    return {
        Verdict.LEGAL: words.say("legal"),
        Verdict.ILLEGAL: words.say("illegal"),
        Verdict.OPEN: words.say("open"),
    }[verdict]


@dataclass(frozen=True, slots=True)
class News:
    """A line of news.

    `turn` is the pass that newly costs chips, or costs none any more and was not ticked off; 0 for
    other news.
    """

    says: str
    turn: int = 0


def news(series: Series, round_: Round, moment: int, words: Words) -> tuple[News, ...]:
    """Return the fines that became certain at a moment, a line for each pass."""
    new = [fine for fine in fines(round_, judge(round_)) if fine.moment == moment]
    return _by_pass(series, round_, new, words)


def _by_pass(series: Series, round_: Round, due: Sequence[Fine], words: Words) -> tuple[News, ...]:
    return tuple(
        News(
            _announcement(series, round_, [fine for fine in due if fine.turn == turn], words), turn
        )
        for turn in dict.fromkeys(fine.turn for fine in due)
    )


def found_late(snapshot: Snapshot, words: Words) -> tuple[News, ...]:
    """Return the fines revised by a fact entered late, a line for each pass (RULES, Readings).

    Only the last change counts, because a sheet records no times.
    """
    series, before = snapshot.series, snapshot.before
    rounds = zip(before.series.rounds if before else (), series.rounds, strict=False)
    for number, (was, now) in enumerate(rounds, 1):
        same_turns = was.turns == now.turns or _forgot(snapshot, number)
        if was is not now and same_turns and was != now:
            if number == len(series.rounds):
                return _revised(series, was, now, words)
            return _revised_earlier(series, number, was, words)
    return ()


def _forgot(snapshot: Snapshot, number: int) -> bool:
    """Return whether the last change took a note back in round `number`."""
    before, now = snapshot.before, snapshot.led_to
    if before is None or len(now.steps) <= len(before.steps):
        return False
    last = now.steps[-1]
    return (
        isinstance(last, Recorded) and isinstance(last.event, Forgotten) and last.number == number
    )


def _changed_fines(was: Round, now: Round) -> tuple[list[Fine], list[Fine]]:
    """Return the fines only in the later state of the round, and those only in the earlier one.

    Fines are compared by turn, payee and card of the payee, whenever they became certain.
    """
    old, new = (
        {(fine.turn, fine.target, fine.neighbour): fine for fine in fines(state, judge(state))}
        for state in (was, now)
    )
    added = [fine for key, fine in new.items() if key not in old]
    return added, [fine for key, fine in old.items() if key not in new]


def _revised_earlier(series: Series, number: int, was: Round, words: Words) -> tuple[News, ...]:
    """Return the revised fines of an earlier round, to be allowed for when settling up.

    The turns are not passed on in the news, because the tray takes turns as those of the last
    round.
    """
    now = series.rounds[number - 1]
    added, dropped = _changed_fines(was, now)
    lines = [line.says for line in _by_pass(series, now, added, words)]
    lines += [
        words.say(
            "the fine for turn {turn} no longer applies; settling up allows for that", turn=turn
        )
        for turn in dict.fromkeys(fine.turn for fine in dropped)
    ]
    return tuple(
        News(words.say("Round {number}: {what}", number=number, what=line)) for line in lines
    )


def _revised(series: Series, was: Round, now: Round, words: Words) -> tuple[News, ...]:
    added, dropped = _changed_fines(was, now)
    ended = list[News]()
    for turn in dict.fromkeys(fine.turn for fine in dropped):
        says = _not_due(now, turn, words)
        ended.append(News(says, 0 if was.decisions.ticked(turn) else turn))
    return (*_by_pass(series, now, added, words), *ended)


def _not_due(round_: Round, turn: int, words: Words) -> str:
    """Return a notice that the fine for a pass, or a part of it, no longer applies."""
    if any(fine.turn == turn for fine in fines(round_, judge(round_))):
        return words.say("A part of the fine for turn {turn} no longer applies.", turn=turn)
    return words.say("The fine for turn {turn} no longer applies.", turn=turn)


def given_back(
    series: Series, round_: Round, ticks: Iterable[FineTicked], words: Words
) -> tuple[str, ...]:
    """Return `Cem gives Ben 5 back` for each payee of what was ticked."""
    chips = Counter[tuple[Account, Account]]()
    for tick in ticks:
        if tick.payee is not None:
            chips[tick.payee, round_.turns[tick.turn - 1].seat] += tick.chips
    return tuple(
        words.say(
            "{payee} gives {payer} {chips} back",
            payee=account_name(series, round_, payee, words),
            payer=account_name(series, round_, payer, words),
            chips=total,
        )
        for (payee, payer), total in chips.items()
    )


def _announcement(series: Series, round_: Round, due: list[Fine], words: Words) -> str:
    name = account_name(series, round_, due[0].offender, words)
    false = words.say("{name}’s pass at turn {turn} was false:", name=name, turn=due[0].turn)
    return f"{false} {', '.join(_shares(series, round_, due, words))}"


def _shares(series: Series, round_: Round, due: list[Fine], words: Words) -> Iterator[str]:
    for fine in due:
        name = account_name(series, round_, fine.target, words)
        if fine.target == POT:
            yield words.say("{chips} to the pot", chips=fine.chips)
        elif fine.neighbour:
            card = short(fine.neighbour, words)
            yield words.say(
                "{chips} to {name}, who held {card}", chips=fine.chips, name=name, card=card
            )
        else:
            yield words.say("{chips} to {name}", chips=fine.chips, name=name)


def finish(series: Series, round_: Round, words: Words) -> tuple[News, ...]:
    """Return news of a player who goes out with the last turn while play goes on (R11)."""
    moment, seat = len(round_.turns), round_.out[-1] if round_.out else None
    if seat is None or round_.played_out or round_.turns[-1].seat != seat:
        return ()
    name = account_name(series, round_, seat, words)
    fields = {"name": name, "place": len(round_.out)}
    wins = [
        words.say("{chips} from the pot", chips=transfer.chips)
        if transfer.source == POT
        else words.say(
            "{chips} from {payer}",
            chips=transfer.chips,
            payer=account_name(series, round_, transfer.source, words),
        )
        for transfer in ledger(round_).transfers
        if transfer.moment == moment and transfer.reason in {Reason.POT, Reason.CARDS_LEFT}
    ]
    if not wins:
        return (News(words.say("{name} goes out in place {place}.", **fields)),)
    won = listed(wins, words)
    return (
        News(words.say("{name} goes out in place {place} and wins {chips}.", chips=won, **fields)),
    )


def hidden(round_: Round) -> int:
    """Return the number of cards without a known holder that the table can still show.

    After a round entered by its result they are the cards left, as long as points depend on them.
    """
    if not round_.by_result:
        return judge(round_).unknown.bit_count()
    if None not in points(round_):
        return 0
    left = zip(round_.cards_left, round_.knowledge.shown, strict=True)
    return sum(count for count, shown in left if not shown)


def doubt(round_: Round, words: Words) -> str:
    """Return the doubt about the passes in words, empty if all of them can be legal.

    A round called off leaves no doubt, because nobody pays for its passes.
    """
    judgement = judge(round_)
    if round_.void or not judgement.contradiction:
        return ""
    if not judgement.suspects:
        return words.say("Not all of these passes can be legal, unless a card was left out.")
    suspects = judgement.suspects
    return words.count(
        "Somebody passed falsely, or a card was left out. A false pass at turn "
        "{turns} would explain it.",
        "Somebody passed falsely, or a card was left out. A false pass at one of "
        "turns {turns} would explain it.",
        len(suspects),
        turns=listed(list(map(str, suspects)), words),
    )


_MOST_NAMED = 3
"""Number of passes or cards named in a list; more are counted."""


def to_ask(round_: Round) -> Cards:
    """Return the cards that decide open passes, or else parts of fines, once hands are shown.

    Before the round is played out nobody shows a hand.
    """
    if round_.void or not round_.played_out:
        return NO_CARDS
    return judge(round_).deciding or awaited(round_)


def decider(
    snapshot: Snapshot, number: int, words: Words, among: int | None = None
) -> tuple[b.Block, ...]:
    """Ask for the holder of the card that decides the most open passes, if a card is asked for.

    `among` is a turn: only cards that could be played at that pass are considered.
    """
    round_ = snapshot.series.rounds[number - 1]
    judgement, candidates = judge(round_), to_ask(round_)
    ruling = judgement.ruling(among) if among is not None else None
    cards = spread(candidates & ruling.playable if ruling else candidates)
    if not cards:
        return ()
    open_passes = [each for each in judgement.rulings if each.verdict is Verdict.OPEN]
    card = _most_decisive(cards, open_passes)
    others = len(cards) - 1
    question = b.Row(
        b.Text(words.say("Who held {card}?", card=short(card, words)), "asks", live=True),
        leading=face(card, words),
        subtitle=_why(snapshot.series, round_, _passes_at(card, open_passes), words),
        note=words.count("{n} other card", "{n} other cards", others) if others else "",
        strong=True,
    )
    holders = tuple(_may_hold(snapshot, number, card, words))
    return b.List((question,)), b.PeopleChoice(holders)


def asked_in_play(series: Series, number: int, turn: int, words: Words) -> AwaitedCard | None:
    """Return the card that decides an open pass and most others, while the round is in play."""
    round_ = series.rounds[number - 1]
    judgement, ruling = judge(round_), judge(round_).ruling(turn)
    if round_.over or ruling is None or ruling.verdict is not Verdict.OPEN:
        return None
    open_passes = [each for each in judgement.rulings if each.verdict is Verdict.OPEN]
    card = _most_decisive(spread(ruling.playable & judgement.unknown), open_passes)
    asks = words.say("Who holds {card}?", card=short(card, words))
    why = _why(series, round_, _passes_at(card, open_passes), words)
    return AwaitedCard(number, card, asks, asks, why, possible_holders(series, number, card))


def _most_decisive(cards: Sequence[Card], open_passes: Sequence[Ruling]) -> Card:
    return max(cards, key=lambda card: len(_passes_at(card, open_passes)))


def _passes_at(card: Card, rulings: Sequence[Ruling]) -> list[Ruling]:
    """Return the passes at which the card could be played."""
    return [ruling for ruling in rulings if ruling.playable & card.bit]


def _why(series: Series, round_: Round, passes: list[Ruling], words: Words) -> str:
    if not passes:
        return words.say("Part of a fine depends on it.")
    if len(passes) > _MOST_NAMED:
        return words.count("It decides {n} pass.", "It decides {n} passes.", len(passes))
    names = [series.name_of(round_.setup.players[ruling.seat]) for ruling in passes]
    named = [
        words.say("{name}’s pass at turn {turn}", name=name, turn=ruling.turn)
        for name, ruling in zip(names, passes, strict=True)
    ]
    return words.say("It decides {passes}.", passes=listed(named, words))


def _may_hold(
    snapshot: Snapshot, number: int, card: Card, words: Words
) -> Iterator[b.PersonOption]:
    """Yield the players with unknown cards left.

    The identifier is that of the player: a bounced tap must not answer for the next card as well.
    """
    round_ = snapshot.series.rounds[number - 1]
    laid, holdings = round_.layout.laid, judge(round_).holdings.values()
    for seat, left in enumerate(round_.cards_left):
        known = sum(holding.seat == seat and not holding.card.bit & laid for holding in holdings)
        if left > known:
            player = person(snapshot, round_.setup.players[seat])
            yield b.PersonOption(
                f"reveal-to-{player.handle}",
                player,
                words.say("{name} held {card}", name=player.name, card=face(card, words).name),
                b.Do(Reveal(seat, card.bit, number)),
                words.say("{n} to name", n=left - known),
            )


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The passes of round `number` that an answer decided, and those `still_open`.

    `turn` is the pass to look at, linked by `look_says`; 0 if none was decided.
    """

    says: str
    number: int
    turn: int
    look_says: str
    turns: frozenset[int]
    still_open: frozenset[int]

    def concerns(self, number: int, turn: int) -> bool:
        """Return whether the pass was decided, or is still open while none was decided."""
        return number == self.number and turn in (self.turns or self.still_open)


def answer_line(answer: AnswerResult | None) -> tuple[b.Notice, ...]:
    """Return the result of the last answer, which leads to the verdict that it decided."""
    if answer is None:
        return ()
    label = f"{answer.says} {answer.look_says}"
    way = b.Action("answer-verdict", "", b.Go(f"verdict/{answer.turn}"), label=label)
    return (b.Notice(answer.says, "answer", tap=way if answer.turn else None),)


def answered(snapshot: Snapshot, late: Sequence[News], words: Words) -> AnswerResult | None:
    """Return the passes decided by an answer to the question who held a card.

    None unless the last change was an answer and passes were open before. `late` are the fines
    revised by the answer.
    """
    before, now = snapshot.before, snapshot.led_to
    if before is None or len(now.steps) != len(before.steps) + 1:
        return None
    step = now.steps[-1]
    if not isinstance(step, Recorded) or not isinstance(step.event, Seen | Shown):
        return None
    was, round_ = (log.series.rounds[step.number - 1] for log in (before, now))
    open_turns = {ruling.turn for ruling in judge(was).rulings if ruling.verdict is Verdict.OPEN}
    if not was.played_out or not open_turns:
        return None
    decided = [
        ruling
        for ruling in judge(round_).rulings
        if ruling.turn in open_turns and ruling.verdict is not Verdict.OPEN
    ]
    new_cards = step.event.cards & ~was.knowledge.held(step.event.seat)
    names = [snapshot.series.name_of(handle) for handle in round_.setup.players]
    sentences = (
        _held(names[step.event.seat], new_cards, words),
        *_results(names, decided, late, words),
    )
    decided_turns = frozenset(ruling.turn for ruling in decided)
    turn = next((ruling.turn for ruling in sorted(decided, key=_legal_last)), 0)
    return AnswerResult(
        says=" ".join(f"{sentence}." for sentence in sentences),
        number=step.number,
        turn=turn,
        look_says=words.say("Verdict of turn {turn}", turn=turn) if turn else "",
        turns=decided_turns,
        still_open=frozenset(open_turns - decided_turns),
    )


def _legal_last(ruling: Ruling) -> tuple[bool, int]:
    return ruling.verdict is Verdict.LEGAL, ruling.turn


def _held(name: str, cards: Cards, words: Words) -> str:
    named = [short(card, words) for card in spread(cards)]
    if len(named) > _MOST_NAMED:
        return words.count("{name} held {n} card", "{name} held {n} cards", len(named), name=name)
    return words.say("{name} held {cards}", name=name, cards=listed(named, words))


def _results(
    names: Sequence[str], decided: Sequence[Ruling], late: Sequence[News], words: Words
) -> tuple[str, ...]:
    if not decided:
        return (words.say("That decides no pass yet"),)
    if len(decided) <= _MOST_NAMED:
        return tuple(_result(names, ruling, late, words) for ruling in decided)
    false = [ruling for ruling in decided if ruling.verdict is Verdict.ILLEGAL]
    results = [_result(names, ruling, late, words) for ruling in false]
    if legal := len(decided) - len(false):
        results.append(words.count("{n} pass was legal", "{n} passes were legal", legal))
    return tuple(results)


def _result(names: Sequence[str], ruling: Ruling, late: Sequence[News], words: Words) -> str:
    for line in late:
        if line.turn == ruling.turn:
            return line.says
    name, turn = names[ruling.seat], ruling.turn
    if ruling.verdict is Verdict.ILLEGAL:
        return words.say("{name}’s pass at turn {turn} was false", name=name, turn=turn)
    return words.say("{name}’s pass at turn {turn} was legal", name=name, turn=turn)
