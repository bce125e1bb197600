"""What a round brought each player in chips, and what that is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.books.ledger import Reason, ledger
from companion.core.rounds.events import Seat
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.person import Person, person
from companion.views.speech import signed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class NetLine:
    """A player's chips of the round: the sum, and its parts, e.g. `pot +14 · cards −3`, each of
    which stays in one line.
    """

    player: Person
    chips: int
    net: str
    parts: str
    says: str


def nets(series: Series, round_: Round, words: Words) -> tuple[NetLine, ...]:
    """A line a player, who gained most first; none for a round called off, or without chips."""
    books = ledger(round_)
    if not books.transfers:
        return ()
    seats = sorted(range(len(books.chips)), key=lambda seat: -books.chips[seat])
    return tuple(_line(series, round_, seat, words) for seat in seats)


def _line(series: Series, round_: Round, seat: Seat, words: Words) -> NetLine:
    who, chips = person(series, round_.setup.players[seat]), ledger(round_).chips[seat]
    texts, net = list(_parts(round_, seat, words)), signed(chips)
    said = words.say("{name} {chips}", name=who.name, chips=net)
    parts = " · ".join(part.replace(" ", "\u00a0") for part in texts)
    return NetLine(who, chips, net, parts, f"{said}: {' · '.join(texts)}" if texts else said)


def _parts(round_: Round, seat: Seat, words: Words) -> Iterator[str]:
    """What the player gained or lost by each kind of movement."""
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
