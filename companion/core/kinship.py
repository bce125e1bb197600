"""Comparison of a series that is imported or restored with the series of the archive.

A series keeps the id that it got when it was begun. One with the id of another here is that
evening: it is the same, it goes on further, or both were changed since. Any other one is an evening
of its own. A sheet without an id is the same only where all of it is here, with the same people.
"""

import re
import secrets
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from itertools import takewhile
from typing import NamedTuple

from companion.core.cards import spread
from companion.core.dues import dues
from companion.core.log import Log, Replay
from companion.core.objections import IllegalEventError
from companion.core.payments import back, payments, sort_merged
from companion.core.rounds.events.cards import HandEntered, Seen, Shown
from companion.core.rounds.events.decisions import CalledOff, FineTicked
from companion.core.rounds.events.times import Dated, Timed
from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round, once
from companion.core.rules import ChipPlace
from companion.core.series import Balance, Series, balance_of
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    LeftOpen,
    Planned,
    PlayerRenamed,
    PutOff,
    Recorded,
    Renamed,
    Repaired,
    SeriesDated,
    Step,
    Valued,
)
from companion.core.tables import table_of

_GIVEN = re.compile(r"[0-9a-f]{16}")
_OF_EVENING = 12
"""Digits of an id that all copies of an evening share; the others tell the copies apart."""


def new_id() -> str:
    """Return the id of a series that is begun: 64 random bits."""
    return secrets.token_hex(8)


def evening_of(known: str) -> str:
    """Return the part of an id that all copies of the evening share."""
    if _GIVEN.fullmatch(known):
        return known[:_OF_EVENING]
    return blake2b(known.encode(), digest_size=_OF_EVENING // 2).hexdigest()


def copy_id(known: str) -> str:
    """Return the id of a copy that is kept beside the series with this id."""
    return evening_of(known) + secrets.token_hex(2)


class Kin(Enum):
    """Relation of an imported series to the series of the archive that matches best."""

    NEW = "new"
    SAME = "same"
    """All of the imported series is here, or was here once."""
    FURTHER = "further"
    """All of the archived series is in the imported one, which goes on further."""
    BOTH = "both"
    """Both were changed: each has something that the other has not."""


class Take(Enum):
    """What is done with an imported series."""

    ADD = "add"
    """It is a series of its own, beside one that is here."""
    CONTINUE = "continue"
    """The series here goes on with it."""
    REPLACE = "replace"
    """It takes the place of the series here, which one undo brings back."""
    LEAVE = "leave"
    """It is left out."""


USUAL = {Kin.NEW: Take.ADD, Kin.SAME: Take.LEAVE, Kin.FURTHER: Take.CONTINUE}
"""What is done with an imported series without asking."""


class More(NamedTuple):
    """What one of two series has that the other has not."""

    rounds: int = 0
    turns: int = 0
    others: int = 0


NO_MORE = More()


@dataclass(frozen=True)
class Match:
    """Relation of an imported series to the archived series of this number.

    A new one has the number of a series that cannot be read and may be the same, or else 0.
    `ours` is what only the archived one has, `theirs` what only the imported one has.
    """

    kin: Kin
    number: int = 0
    ours: More = NO_MORE
    theirs: More = NO_MORE


class _RoundFacts(NamedTuple):
    """Facts of a round: its deal, its turns in order, and everything else that was recorded."""

    deal: Hashable
    turns: tuple[Turn, ...]
    others: Counter[Hashable]


@once
def _facts(round_: Round) -> _RoundFacts:
    setup = round_.setup
    times = ("date", setup.date), ("dealt", setup.dealt_at), ("ended", setup.ended_at)
    others = Counter[Hashable](time for time in times if time[1])
    off = False
    for event in round_.events:
        match event:
            case Turn():
                pass
            case HandEntered(seat, cards):
                others[HandEntered, seat] += 1
                others |= Counter[Hashable]((Seen, seat, card) for card in spread(cards))
            case Seen(seat, cards):
                others |= Counter[Hashable]((Seen, seat, card) for card in spread(cards))
            case Shown(seat, cards):
                others.update((Shown, seat, card) for card in spread(cards))
            case FineTicked(turn, payee, chips):
                others[FineTicked, turn, payee] += chips
            case CalledOff():
                off = True
                others[event] += 1
            case _:  # a correction counts otherwise once the round is called off
                others[event, off] += 1
    deal = setup.rules, setup.players, setup.dealer, setup.hand_sizes
    return _RoundFacts(deal, round_.turns, others)


def _facts_of_series(series: Series) -> Counter[Hashable]:
    """Return the facts that are of no round, but the end and what the next deal says."""
    facts = Counter[Hashable](series.put_off_by)
    facts.update(player for player in series.players if player.name != player.handle)
    said = (("series", series.name), ("date", series.date), ("worth", series.worth))
    facts.update(pair for pair in said if pair[1])
    return facts


def contains(whole: Series, part: Series) -> bool:
    """Return whether all facts of a part are in the whole.

    Of what is open the balances are compared, not who owes it to whom.
    """
    gone_on = whole.rounds[len(part.rounds) :]
    if len(whole.rounds) < len(part.rounds):
        return False
    if not _facts_of_series(part) <= _facts_of_series(whole):
        return False
    rules = gone_on[0].setup.rules if gone_on else whole.planned
    if (part.planned and part.planned != rules) or (part.ended and not whole.ended and not gone_on):
        return False
    if whole.chips is ChipPlace.APP:
        if not _chips(part.made) <= _chips(whole.made):
            return False
    elif not gone_on and not _has_handed_over(whole, part):
        return False  # a deal says that the list of the round before was handed over
    return all(map(_has, whole.rounds, part.rounds))


def _has_handed_over(whole: Series, part: Series) -> bool:
    """Return whether all was handed over that was in another state of the same rounds."""
    due = (balance_of(*map(dues, series.earlier)) for series in (whole, part))
    now, before = map(dict, due)
    open_then = balance_of(dict(part.carried), now, less=before)
    return _chips(part.made) <= _chips(whole.made) and _chips(whole.carried) <= _chips(open_then)


def _chips(balance: Balance) -> Counter[Hashable]:
    """Return the chips of a balance one by one, apart by who has to get them and who to give."""
    return Counter[Hashable]({(handle, chips > 0): abs(chips) for handle, chips in balance})


def _has(whole: Round, part: Round) -> bool:
    if whole is part:
        return True
    ours, theirs = _facts(whole), _facts(part)
    begins = ours.turns[: len(theirs.turns)] == theirs.turns
    return ours.deal == theirs.deal and begins and theirs.others <= ours.others


def more_in(series: Series, other: Series) -> More:
    """Return what a series has that another state of the evening has not."""
    turns = 0
    others = _facts_of_series(series) - _facts_of_series(other)
    others["planned"] = series.planned not in {None, other.planned}
    others["ended"] = series.ended and not other.ended
    others["made"] = not _chips(series.made) <= _chips(other.made)
    for mine, theirs in zip(map(_facts, series.rounds), map(_facts, other.rounds), strict=False):
        turns += len(mine.turns) - count_common(mine.turns, theirs.turns)
        others += mine.others - theirs.others
        others["deal"] += mine.deal != theirs.deal
    rounds = max(0, len(series.rounds) - len(other.rounds))
    return More(rounds, turns, others.total())


def count_common(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """Return the number of items in which two sequences begin alike."""
    pairs = zip(ours, theirs, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def kin(ours: Log, theirs: Series, *, of_scores: bool = False) -> Kin:
    """Return the relation of an imported series to the archived one of the same evening.

    One `of_scores` comes from a table, which says nothing but the scores.
    """
    known = contains(ours.series, theirs) or _went_through(ours, theirs)
    if known or (of_scores and table_of(ours.series) == table_of(theirs)):
        return Kin.SAME
    return Kin.FURTHER if contains(theirs, ours.series) else Kin.BOTH


def _went_through(ours: Log, theirs: Series) -> bool:
    """Return whether our series once was like this, before later steps changed or removed facts."""
    replay = Replay(Log.begin(ours.head))
    dealt = theirs.round_number
    turns = len(theirs.round(dealt).turns)
    compared: dict[int, tuple[Round, bool]] = {}

    def is_same(number: int, round_: Round) -> bool:
        # Most rounds are those of the step before; a hostile log would compare them all each time.
        known = compared.get(number)
        if known is None or known[0] is not round_:
            known = compared[number] = round_, round_ == theirs.round(number)
        return known[1]

    found = False
    for step in ours.steps:
        before = replay.series.carried if isinstance(step, LeftOpen) else ()
        replay.take(step)
        if isinstance(step, LeftOpen) and not _chips(replay.series.carried) <= _chips(before):
            found = False  # a line of a sheet says below the round what was open all along
        elif found and isinstance(step, Dealt | LeftOpen):
            return True
        last = replay.last
        if found or last is None or len(last.turns) != turns or replay.number != dealt:
            continue
        series = replay.series
        found = all(is_same(*one) for one in enumerate(series.rounds, 1)) and series == theirs
    return found


def is_here(ours: Log, theirs: Series) -> bool:
    """Return whether a sheet without an id is an archived series.

    Two evenings may share results, and any evening the deal: only turns tell that a part is enough.
    """
    if theirs.date != ours.series.date or not _handles(theirs) <= _handles(ours.series):
        return False
    is_part = _names(theirs) <= _names(ours.series) and contains(ours.series, theirs)
    if not any(round_.turns for round_ in theirs.rounds):
        return is_part and contains(theirs, ours.series)
    return is_part or _went_through(ours, theirs)


def _handles(series: Series) -> frozenset[str]:
    return frozenset(handle for round_ in series.rounds for handle in round_.setup.players)


def _names(series: Series) -> frozenset[tuple[str, str]]:
    return frozenset((handle, series.name_of(handle)) for handle in _handles(series))


def steps_to(ours: Log, theirs: Log) -> tuple[Step, ...]:
    """Return the steps that continue our series until it is theirs.

    Where single steps do not make exactly theirs, one step takes the whole sheet.
    """
    log = continue_by_steps(ours, theirs.series)
    return log.steps[len(ours.steps) :] if log else (SheetTaken(theirs),)


def continue_by_steps(ours: Log, theirs: Series) -> Log | None:
    """Return our log with single steps that make it theirs, None where they do not."""
    log = ours
    try:
        for step in _steps_beyond(ours.series, theirs):
            log = log.after(step)
        for step in _hand_overs(log.series, theirs):
            log = log.after(step)
    except IllegalEventError:
        return None
    return log if log.series == theirs else None


def _steps_beyond(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps that our series needs to have the facts of theirs, but the hand-overs."""
    rounds = zip(ours.rounds, theirs.rounds, strict=False)
    for number, (our_round, their_round) in enumerate(rounds, 1):
        before = tuple(our_round.events)
        after = tuple(their_round.events)
        if after[: len(before)] == before:
            yield from (Recorded(number, event) for event in after[len(before) :])
        elif _has(their_round, our_round):
            yield Repaired(number, our_round.setup, after)
        yield from _dated(number, our_round, their_round)
    known = {handle for round_ in ours.rounds for handle in round_.setup.players}
    for number, dealt in enumerate(theirs.rounds[len(ours.rounds) :], len(ours.rounds) + 1):
        joined = {*dealt.setup.players} - known
        yield Dealt(dealt.setup, tuple(one for one in theirs.players if one.handle in joined))
        yield from (Recorded(number, event) for event in dealt.events)
        known |= joined
    if theirs.planned and theirs.planned != ours.planned:
        yield Planned(theirs.planned)
    yield from _named(ours, theirs)
    if theirs.ended and not ours.ended:
        yield Ended()


def _hand_overs(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps after which the same was handed over and is open as in theirs."""
    if theirs.chips is ChipPlace.TABLE:
        made = sort_merged(theirs.handed_beside, back(ours.handed_beside))
    else:
        made = payments(dict(balance_of(dict(theirs.made), less=dict(ours.made))))
    yield from (HandedOver(*paid) for paid in made)
    if theirs.debts != ours.debts:
        yield LeftOpen(theirs.debts)
    yield from map(PutOff, sorted({*theirs.put_off_by} - {*ours.put_off_by}))


def _dated(number: int, ours: Round, theirs: Round) -> Iterator[Step]:
    """Yield the steps that give a round the day and the times of another one."""
    setup = theirs.setup
    if setup.date and setup.date != ours.setup.date:
        yield Recorded(number, Dated(setup.date))
    times = setup.dealt_at, setup.ended_at
    if setup.dealt_at and times != (ours.setup.dealt_at, ours.setup.ended_at):
        yield Recorded(number, Timed(*times))


def _named(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps that give a series the names, the date and the worth of another one."""
    if theirs.name and theirs.name != ours.name:
        yield Renamed(theirs.name)
    if theirs.date and theirs.date != ours.date:
        yield SeriesDated(theirs.date)
    if theirs.worth and theirs.worth != ours.worth:
        yield Valued(theirs.worth)
    known = {player.handle: player for player in ours.players}
    for player in theirs.players:
        if known.get(player.handle, player) != player:
            yield PlayerRenamed(player.handle, player.name)


def taken_by_default(matches: Iterable[Match]) -> dict[int, Take]:
    """Return what is done without asking with the imported series, by their places."""
    return {place: USUAL[match.kin] for place, match in enumerate(matches) if match.kin in USUAL}
