"""Passes in words, the question that decides an open pass, and the result of its answer."""

from collections.abc import Iterator, Sequence

from companion.core.books import awaited, points
from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.judge import Ruling, Verdict, judge
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.desk.commands import Reveal
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.board import AwaitedCard, face, possible_holders
from companion.screens.speech import person, short
from companion.words import Words


def verdict_text(verdict: Verdict, words: Words) -> str:
    """Return the word for a verdict."""
    return {
        Verdict.LEGAL: words.say("legal"),
        Verdict.ILLEGAL: words.say("illegal"),
        Verdict.OPEN: words.say("open"),
        Verdict.FREE: words.say("free"),
    }[verdict]


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
    return words.say("Somebody passed falsely, or a card was left out.")


def to_ask(round_: Round) -> Cards:
    """Return the cards that decide open passes, or else parts of fines, once hands are shown.

    Before the round is played out nobody shows a hand.
    """
    if round_.void or not round_.played_out:
        return NO_CARDS
    return judge(round_).deciding or awaited(round_)


def decider(snapshot: Snapshot, number: int, words: Words, among: int | None = None) -> b.Blocks:
    """Ask for the holder of the card that decides the most open passes, if a card is asked for.

    `among` is a turn: only cards that could be played at that pass are considered.
    """
    round_ = snapshot.series.round(number)
    judgement = judge(round_)
    candidates = to_ask(round_)
    ruling = judgement.ruling(among) if among is not None else None
    cards = spread(candidates & ruling.playable if ruling else candidates)
    if not cards:
        return ()
    open_passes = [each for each in judgement.rulings if each.verdict is Verdict.OPEN]
    card = _most_decisive(cards, open_passes)
    question = b.Row(
        b.Text(words.say("Who held {card}?", card=short(card, words)), "asks", live=True),
        leading=face(card, words),
        subtitle=_why(card, open_passes, words),
        strong=True,
    )
    holders = tuple(_may_hold(snapshot, number, card, words))
    return b.List((question,)), b.PeopleChoice(holders)


def asked_in_play(series: Series, number: int, turn: int, words: Words) -> AwaitedCard | None:
    """Return the card that decides an open pass and most others, while the round is in play."""
    round_ = series.round(number)
    judgement = judge(round_)
    ruling = judgement.ruling(turn)
    if round_.over or ruling is None or ruling.verdict is not Verdict.OPEN:
        return None
    open_passes = [each for each in judgement.rulings if each.verdict is Verdict.OPEN]
    card = _most_decisive(spread(ruling.playable & judgement.unknown), open_passes)
    asks = words.say("Who holds {card}?", card=short(card, words))
    why = _why(card, open_passes, words)
    return AwaitedCard(number, card, asks, asks, why, possible_holders(series, number, card))


def _most_decisive(cards: Sequence[Card], open_passes: Sequence[Ruling]) -> Card:
    return max(cards, key=lambda card: len(_passes_at(card, open_passes)))


def _passes_at(card: Card, rulings: Sequence[Ruling]) -> list[Ruling]:
    """Return the passes at which the card could be played."""
    return [ruling for ruling in rulings if ruling.playable & card.bit]


def _why(card: Card, open_passes: Sequence[Ruling], words: Words) -> str:
    passes = _passes_at(card, open_passes)
    if not passes:
        return ""
    return words.count("It may decide {n} pass.", "It may decide {n} passes.", len(passes))


def _may_hold(
    snapshot: Snapshot, number: int, card: Card, words: Words
) -> Iterator[b.PersonOption]:
    """Yield the players with unknown cards left.

    The identifier is that of the player: a bounced tap must not answer for the next card as well.
    """
    round_ = snapshot.series.round(number)
    laid = round_.layout.laid
    holdings = judge(round_).holdings.values()
    for seat, left in enumerate(round_.cards_left):
        known = sum(holding.seat == seat and not holding.card.bit & laid for holding in holdings)
        if left > known:
            player = person(snapshot, round_.setup.players[seat])
            yield b.PersonOption(
                f"reveal-to-{player.handle}",
                player,
                words.say("{name} held {cards}", name=player.name, cards=face(card, words).name),
                b.Do(Reveal(seat, card.bit, number)),
                words.say("{n} to name", n=left - known),
            )
