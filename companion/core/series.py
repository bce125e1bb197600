"""Series of rounds: its players, its rounds, and the standing after each round.

A standing is the totals of chips and points, and the end of the series (R10).
Each round has its own rules, seating and dealer, so players can join or leave and house rules can
change between rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate, chain, groupby, pairwise, takewhile
from typing import Any, NamedTuple, Self

from companion.core.books import ledger, points
from companion.core.dues import debts_of_round, dues, lying, put_in_play
from companion.core.names import (
    LONGEST,
    Player,
    in_order,
    is_short,
    is_worth,
    tidy,
    uncased,
    worth_as_written,
)
from companion.core.objections import Objection, Why
from companion.core.payments import (
    Payment,
    back,
    balances_of,
    in_order_of,
    merged,
    owed_apart,
    pay_past,
    payments,
    sort_merged,
    without_circles,
)
from companion.core.presets import preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup, minutes_between
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace, JoinPoints, Rules

Balance = tuple[tuple[str, int], ...]
"""Chips by handle or pot: no zero, sorted."""


def balance_of(*parts: Mapping[str, int], less: Mapping[str, int] | None = None) -> Balance:
    """Return the sum of these chips, less others, in the form in which a series keeps them."""
    total = Counter[str]()
    for part in parts:
        total.update(part)
    total.subtract(less or {})
    return tuple(sorted(pair for pair in total.items() if pair[1]))


@dataclass(frozen=True)
class Totals:
    """Totals by handle in order of appearance.

    `open` holds the players with points still unknown; their totals count the known points only.
    `seated` are the players of the last round. `played` counts the rounds that were played out, and
    `off` those that were called off.
    """

    chips: Mapping[str, int]
    points: Mapping[str, int]
    open: frozenset[str] = frozenset()
    seated: tuple[str, ...] = ()
    played: int = 0
    off: int = 0

    def after(self, round_: Round) -> Totals:
        """Return the totals after a further round.

        The round adds the points that newcomers join with (R17), then its result.
        """
        start = self._start(round_.setup.rules)
        players = round_.setup.players
        chips = dict(self.chips)
        totals = dict(self.points)
        unknown = set(self.open)
        for handle, net, counted in zip(players, ledger(round_).chips, points(round_), strict=True):
            had = totals.get(handle, 0)
            if start is not None and handle not in self.seated:
                had = max(had, start) if handle in chips else start
            chips[handle] = chips.get(handle, 0) + net
            totals[handle] = had + (counted or 0)
            if counted is None and round_.over:
                unknown.add(handle)
        played = self.played + (round_.played_out and not round_.void)
        off = self.off + round_.void
        return Totals(chips, totals, frozenset(unknown), players, played, off)

    def standing(self, last: Round, rules: Rules, *, ended: bool = False) -> Standing:
        """Return the totals with the outcome by these rules after the last round (R10).

        `ended` means that the table ended the series.
        """
        totals = self.chips, self.points, self.open, self.seated, self.played, self.off
        going_on = Standing(*totals, rules.target, rules.rounds)
        reached = bool(rules.target) and max(self.points.values()) >= rules.target
        shared = ended or bool(rules.rounds and self.played >= rules.rounds)
        if not last.over or not (reached or shared) or (self.open and not ended):
            return going_on
        ahead = () if self.open else self.ahead(last.setup.rules)
        if not shared and len(ahead) > 1:
            return replace(going_on, tied=ahead)
        return replace(going_on, over=True, winners=ahead)

    def _start(self, rules: Rules) -> int | None:
        """Return the points that a newcomer joins with (R17).

        Return None in the first round and if the rules count no points.
        """
        if not self.seated or not rules.count_points:
            return None
        totals = [self.points[handle] for handle in self.seated]
        match rules.join_points:
            case JoinPoints.HIGHEST:
                return max(totals)
            case JoinPoints.MEAN:
                return -(-sum(totals) // len(totals))
            case JoinPoints.ZERO:
                return 0

    def ahead(self, rules: Rules) -> tuple[str, ...]:
        """Return the seated players with the lowest total, or the most chips if no points count."""
        totals = {
            handle: self.points[handle] if rules.count_points else -self.chips[handle]
            for handle in self.seated
        }
        lowest = min(totals.values())
        return tuple(handle for handle in self.chips if totals.get(handle) == lowest)


@dataclass(frozen=True)
class Standing(Totals):
    """Totals, and the outcome of the series.

    `target` is in points and `limit` in rounds, 0 for none. `tied` are the players who share the
    lowest total when the target is reached, which prolongs the series.
    """

    target: int = 0
    limit: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


NOTHING = Standing({}, {})


def totals_of(rounds: Iterable[Round]) -> Totals:
    """Return the totals after these rounds, which start with the first of the series."""
    return reduce(Totals.after, rounds, Totals({}, {}))


def ends_early(rounds: Sequence[Round]) -> bool:
    """Return whether a round was dealt after the series was already over."""
    totals = Totals({}, {})
    for played, following in pairwise(rounds):
        totals = totals.after(played)
        if totals.standing(played, following.setup.rules).over:
            return True
    return False


class DatedRounds(NamedTuple):
    """Date of an evening, empty if unknown, and the numbers of its rounds, counted from 1."""

    date: str
    rounds: tuple[int, ...]


@dataclass(frozen=True)
class Series:
    """One or more game nights that are scored together.

    `last` is the round in play or played last, None before the first deal; `earlier` are the rounds
    before it. `date` is `YYYY-MM-DD`, `rules` are those of the first round, and `planned` those
    from the next round on if the table changed them. `ended` is true if the table ended the series.
    `carried` is what each player has still to get of the rounds before the last, and `promised`
    says who gives it to whom, maybe in a circle or by way of the pot, so that equal evenings may
    differ in it. `handed` are the payments made of the last list, and `later` are the players who
    put off what they have to give (R18).
    A `former` version put off single payments: a deal leaves these open, whoever owes them.
    `worth` is the value of a chip in words. `undealt` are the players without those who joined for
    the last deal. `id` is given when the series is begun, and the same on other devices; it is no
    fact of the evening.
    """

    name: str = ""
    date: str = ""
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    players: tuple[Player, ...] = ()
    earlier: tuple[Round, ...] = ()
    last: Round | None = None
    planned: Rules | None = None
    ended: bool = False
    carried: Balance = ()
    promised: tuple[Payment, ...] = field(default=(), compare=False)
    handed: tuple[Payment, ...] = ()
    later: tuple[str, ...] = ()
    former: bool = field(default=False, compare=False)
    worth: str = ""
    undealt: tuple[Player, ...] = field(default=(), compare=False, repr=False)
    id: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))
        object.__setattr__(self, "worth", worth_as_written(self.worth))

    @cached_property
    def before(self) -> Totals:
        """Totals before the last round."""
        return totals_of(self.earlier)

    @cached_property
    def totals(self) -> Totals:
        """Totals after the last round."""
        return self.before.after(self.last) if self.last else self.before

    @cached_property
    def standing(self) -> Standing:
        """Totals after the last round, by the rules of the next round."""
        if self.last is None:
            return replace(NOTHING, target=self.rules.target, limit=self.rules.rounds)
        rules = (self.last.over and self.planned) or self.latest_rules
        return self.totals.standing(self.last, rules, ended=self.ended)

    def changed(self, **changes: Any) -> Series:
        """Return the series with changes that leave the earlier rounds, and so their totals."""
        return replace(self, **changes).carry(self.before)

    def carry(self, before: Totals) -> Self:
        """Set the totals before the last round, which the caller has already added."""
        self.__dict__["before"] = before
        return self

    def round(self, number: int) -> Round:
        """Return round `number`, counted from 1.

        :raises LookupError: when there is none
        """
        if self.last and number == self.round_number:
            return self.last
        return self.earlier[number - 1]

    def with_round(self, number: int, round_: Round, *, repaired: bool = False) -> Series:
        """Return the series with another round `number`, counted from 1, in place of the former.

        What it changes of a round that is settled is open (R18): its books, but for corrections.
        Nobody puts down its antes, fees and fines any more, or has to know when a fine was paid.
        The list of a round that is repaired at its end has its antes and fees as well.
        """
        is_last = number == self.round_number
        listed = self.lists and round_.over and (self.ended or repaired)
        if is_last and not listed:
            return self.changed(last=round_)
        former = self.round(number)
        put = merged(put_in_play(former), back(put_in_play(round_)))
        if is_last:
            return self.changed(last=round_, handed=sort_merged(self.handed, put))
        earlier = (*self.earlier[: number - 1], round_, *self.earlier[number:])
        was = balance_of(dues(former), balances_of(put))
        carried = balance_of(dict(self.carried), dues(round_), less=dict(was))
        owed = merged(debts_of_round(round_), back(debts_of_round(former)), back(put))
        promised = merged(self.promised, owed)
        return replace(self, earlier=earlier, carried=carried, promised=promised)

    def with_debts(self, more: Sequence[Payment]) -> Series:
        """Return the series with more open of the rounds before the last."""
        carried = balance_of(dict(self.carried), balances_of(more))
        return self.changed(carried=carried, promised=merged(self.promised, more))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds."""
        return (*self.earlier, self.last) if self.last else ()

    @property
    def round_number(self) -> int:
        """Number of the last round, counted from 1; 0 before the first."""
        return len(self.earlier) + (self.last is not None)

    @property
    def latest_rules(self) -> Rules:
        """Rules of the last round, or of the series before its first round."""
        return self.last.setup.rules if self.last else self.rules

    @property
    def chips(self) -> ChipPlace:
        """Place of the chips, by the rules of the last round."""
        return self.latest_rules.chips

    @property
    def counts_chips(self) -> bool:
        """True if the rules charge chips, or some were moved all the same."""
        return self.latest_rules.charge_chips or any(self.standing.chips.values())

    @cached_property
    def open(self) -> tuple[Payment, ...]:
        """Payments that are open now: of all rounds that are over, less what was handed over (R18).

        They are the fewest, but what somebody has put off stands apart: nobody else waits for it.
        """
        before = self.debts_put_off
        debts = merged(self._debts_of_last, self.debts, back(before), back(self.handed))
        owed = {paid[:2]: paid.chips for paid in debts}
        # An old debt that is put off is less by what its payee owes now, and by nothing else.
        less = tuple(
            Payment(payer, payee, min(chips, owed.get((payee, payer), 0)))
            for payer, payee, chips in before
        )
        debts = merged(debts, less)
        off = merged(before, back(less), owed_apart(() if self.former else self.later, debts))
        now = self.fewest(balance_of(dict(self.balance), less=balances_of(off)), debts)
        if not off:
            return now
        return in_order_of(self._accounts, merged(without_circles(off), now))

    @property
    def _debts_of_last(self) -> tuple[Payment, ...]:
        if self.last is None:
            return ()
        on_table = self.chips is ChipPlace.TABLE
        return debts_of_round(self.last) if on_table else payments(dues(self.last))

    @property
    def _accounts(self) -> tuple[str, ...]:
        named = (end for paid in (*self.promised, *self.handed) for end in paid[:2])
        return tuple(dict.fromkeys((*self.totals.chips, *dict(self.carried), *named)))

    @property
    def debts_put_off(self) -> tuple[Payment, ...]:
        """Payments of the rounds before the last, whose payers put them off."""
        by = self.put_off_by
        return owed_apart(by, self.debts) if by else ()

    @cached_property
    def debts(self) -> tuple[Payment, ...]:
        """Payments that are open of the rounds before the last, to those to whom they are due."""
        if self.chips is ChipPlace.TABLE:
            owed = without_circles(pay_past(POT_WORD, self.promised))
            if balance_of(balances_of(owed)) == self.carried:
                return in_order_of(self._accounts, owed)
        # Where the app keeps the chips, and at the next deal, nobody has promised anything.
        return self.fewest(self.carried)

    def fewest(self, balance: Balance, debts: Sequence[Payment] = ()) -> tuple[Payment, ...]:
        """Return the fewest payments that settle a balance, in the order of the players."""
        left = dict(balance)
        in_order = {handle: left.pop(handle, 0) for handle in self.totals.chips}
        return payments(in_order | left, debts)

    @property
    def balance(self) -> Balance:
        """What each player and the pot have still to get now."""
        due = (dues(self.last),) if self.last else ()
        return balance_of(dict(self.carried), *due, less=balances_of(self.handed))

    @property
    def lying(self) -> Mapping[str, int]:
        """Chips that lie before each player since the first deal, and in the pot (R18).

        They are what was put down and handed over.
        """
        chips = Counter(self.before.chips)
        chips[POT_WORD] = -sum(chips.values())  # of rounds called off and corrected since
        chips.update(balances_of(self.handed))
        chips.subtract(dict(self.carried))
        chips.update(lying(self.last) if self.last else {})
        return chips

    @property
    def lists(self) -> bool:
        """True if the last round has left a list to be handed over: not if the app keeps chips."""
        return self.last is not None and self.last.over and self.chips is ChipPlace.TABLE

    def is_settled(self, number: int) -> bool:
        """Return whether the list of round `number` was handed over, counted from 1 (R18)."""
        return number < self.round_number or self.ended

    @property
    def put_off_by(self) -> tuple[str, ...]:
        """Handles of the players who put something off."""
        if not (self.former and self.lists):
            return self.later
        return tuple(sorted({paid.source for paid in self.debts}))

    @property
    def put_off(self) -> tuple[Payment, ...]:
        """Payments that stay open when the list is handed over: what is put off (R18)."""
        if self.former:
            return self.debts
        if not self.later:
            return ()  # the fewest payments cost time
        return tuple(paid for paid in self.open if paid.source in self.later)

    def hand_over(self) -> Series:
        """Return the series after its list was handed over, except what is put off (R18).

        If the app keeps the chips, all balances stay open.
        """
        promised = self.put_off if self.lists else ()
        carried = balance_of(balances_of(promised)) if self.lists else self.balance
        owing = {handle for handle, chips in carried if chips < 0}
        owing.update(paid.source for paid in promised)
        later = tuple(handle for handle in self.later if handle in owing)
        return self.changed(carried=carried, promised=promised, handed=(), later=later)

    @property
    def made(self) -> Balance:
        """What was handed over beside the lists: in the app of all its rounds (R18)."""
        *before, _ = self.rounds
        if self.chips is ChipPlace.APP:
            in_app = takewhile(lambda one: one.setup.rules.chips is ChipPlace.APP, reversed(before))
            return balance_of(*map(dues, in_app), less=dict(self.carried))
        return balance_of(balances_of(self.handed_beside))

    @property
    def handed_beside(self) -> tuple[Payment, ...]:
        """Payments that were made beside the list, with chips on the table."""
        listed = debts_of_round(self.rounds[-1]) if self.ended and self.lists else ()
        return sort_merged(self.handed, back(listed))

    def with_hands(self, **changes: Any) -> Series:
        """Return the series after hand-overs (R18).

        Whoever has nothing left to hand over puts nothing off any more.
        """
        after = self.changed(**changes)
        payers = {paid.source for paid in after.open} if self.later else ()
        later = tuple(handle for handle in self.later if handle in payers)
        return after if later == self.later else after.changed(later=later)

    @property
    def closed(self) -> Standing:
        """Totals after the last round that is over."""
        if self.last is None or self.last.over:
            return self.standing
        if not self.earlier:
            return NOTHING
        return self.before.standing(self.earlier[-1], self.latest_rules)

    def plays(self, handle: str) -> bool:
        """Return whether a player with this handle was seated in a round."""
        return handle in self.before.chips or (
            self.last is not None and handle in self.last.setup.players
        )

    @property
    def left(self) -> tuple[str, ...]:
        """Handles of the players who have played and are not seated in the last round (R17)."""
        standing = self.standing
        return tuple(handle for handle in standing.chips if handle not in standing.seated)

    def name_of(self, handle: str) -> str:
        """Return the full name of a player."""
        return next((player.name for player in self.players if player.handle == handle), handle)

    @cached_property
    def standings(self) -> tuple[Totals, ...]:
        """Totals after each round."""
        return tuple(accumulate(self.rounds, Totals.after, initial=Totals({}, {})))[1:]

    @cached_property
    def dates(self) -> tuple[str, ...]:
        """Date of each round, `YYYY-MM-DD`, or empty if the series has no date."""
        dates = [self.date]
        for round_ in self.rounds:
            dates.append(round_.setup.date or dates[-1])
        return tuple(dates[1:])

    @property
    def last_date(self) -> str:
        """Date of the last round, or of the series before its first."""
        newest_first = chain((self.last,) if self.last else (), reversed(self.earlier))
        return next((round_.setup.date for round_ in newest_first if round_.setup.date), self.date)

    @property
    def evenings(self) -> tuple[DatedRounds, ...]:
        """Evenings of the series: the runs of rounds with the same date."""
        runs = groupby(enumerate(self.dates, 1), key=lambda dated: dated[1])
        return tuple(DatedRounds(date, tuple(number for number, _ in run)) for date, run in runs)

    @property
    def newcomers(self) -> tuple[Player, ...]:
        """Players who are seated for the first time in the last round."""
        seated = self.last.setup.players if self.last else ()
        return tuple(
            player
            for player in self.players
            if player.handle in seated and player.handle not in self.before.chips
        )

    def new_among(self, handles: Iterable[str]) -> tuple[Player, ...]:
        """Return players for the handles that are new to the series, named by their handles."""
        known = {player.handle for player in self.players}
        return tuple(Player(handle, handle) for handle in handles if handle not in known)

    def next_setup(self) -> Setup:
        """Return the setup of the next round if nothing is changed: the deal passes left (R1).

        :raises LookupError: when the series has no round yet
        """
        if self.last is None:
            raise LookupError("the first round needs its players")
        rules = self.planned or self.latest_rules
        return seat_next(self.last, rules, self.last.setup.players)


def minutes_of(rounds: Sequence[Round]) -> int | None:
    """Return the length of an evening in minutes, from its first deal to the end of its last round.

    Return None where one of these times is not known.
    """
    over = [round_.setup for round_ in rounds if round_.over]
    return minutes_between(over[0].dealt_at, over[-1].ended_at) if over else None


def to_deal(totals: Totals, last: Round | None, setup: Setup) -> Objection | None:
    """Return why a round cannot be dealt after `last`, given the totals after it, or None."""
    if last and not last.over:
        return Objection(Why.ROUND_IN_PLAY)
    if last and totals.standing(last, setup.rules).over:
        return Objection(Why.SERIES_IS_OVER)
    return setup.objection()


def to_join(joined: Iterable[Player]) -> Objection | None:
    """Return why the players who join cannot have their names, or None."""
    if all(is_short(player.name) for player in joined):
        return None
    return Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_name(name: str, missing: Why = Why.NO_NAME) -> Objection | None:
    """Return why a series, or with another reason for `missing` a player, cannot have this name."""
    if not name:
        return Objection(missing)
    return None if is_short(name) else Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_value(worth: str) -> Objection | None:
    """Return why a chip cannot have this value, or None; chips need not have a value."""
    if not worth or (is_worth(worth) and is_short(worth)):
        return None
    return Objection(Why.NO_WORTH)


_UNDIVIDED = frozenset(
    {"¥", "jp¥", "円", "yen", "yens", "yenes", "jpy", "иена", "иены", "иен", "येन"}
)
"""Units without smaller coins, as names are compared: width, case and dots do not count."""


def to_coins(worth: str) -> Objection | None:
    """Return why no coins can pay this worth, or None.

    A new worth is refused; on a sheet, which may come from a former version, it is remarked on.
    """
    number, _, unit = worth.partition(" ")
    if unit[:1] in {"/", ":"}:
        return Objection(Why.NO_WORTH)
    is_part = uncased(unit) in _UNDIVIDED and Fraction(number).denominator > 1
    return Objection(Why.NO_COIN) if is_part else None


def successors(before: Setup, after: Setup) -> dict[str, str]:
    """Return who takes over the seat of whom, where somebody new sits in it."""
    pairs = zip(before.players, after.players, strict=False)
    return {
        gone: come
        for gone, come in pairs
        if gone not in after.players and come not in before.players
    }


def named(seated: Iterable[str], players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players seated in any round in order of appearance, then the others by handle.

    Others are listed only if they have a full name; a bare handle needs no entry.
    """
    names = {player.handle: player.name for player in players}
    absent = (handle for handle, name in names.items() if name != handle)
    handles = dict.fromkeys((*seated, *sorted(absent, key=in_order)))
    return tuple(Player(handle, names.get(handle, handle)) for handle in handles)


def next_dealer(before: Round, players: tuple[str, ...]) -> int:
    """Return the seat of the next dealer: the first to the left of the last one who still plays."""
    last = before.setup
    if last.players[last.dealer] in players:
        return (players.index(last.players[last.dealer]) + 1) % len(players)
    count = len(last.players)
    leftward = (last.players[(last.dealer + place) % count] for place in range(1, count))
    return next((players.index(handle) for handle in leftward if handle in players), 0)


def seat_next(before: Round, rules: Rules, players: tuple[str, ...]) -> Setup:
    """Return the setup that follows a round with these players: a fair deal by the next dealer."""
    return Setup.dealt(rules, players, next_dealer(before, players))
