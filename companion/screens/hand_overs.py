"""Payments at the end of a round, and settling up a series."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from companion.core.books import Reason, Transfer
from companion.core.debts import debts_paid, series_payments
from companion.core.payments import (
    PaymentDue,
    at_the_end,
    due_now,
    hand_overs,
    put_off,
)
from companion.core.rounds.events import MarkedUnpaid, MarkWithdrawn
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import DebtPaid, Recorded
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.sharing import share_button
from companion.screens.speech import (
    Person,
    holder,
    owes,
    pays,
)
from companion.words import Words


def hand_over_panel(snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return what to hand over after the last round, to read out, with a line for each (R18).

    There is none in a game without chips. If the app keeps the chips, nothing is handed over before
    the end of the series, and then all balances are.
    """
    round_ = snapshot.round
    rules = round_.setup.rules
    if rules.chips is ChipPlace.APP:
        due = _owed_words(snapshot.series) if snapshot.series.standing.over else ""
        owed = b.Text(due, "owed", b.Style.LOUD)
        return (b.Panel((owed,), words.say("Still owed"), key="hand-over"),) if due else ()
    describer = _Describer(snapshot, round_, words)
    if not (describer.handed or describer.debts or rules.charge_chips):
        return ()
    blocks = list(describer.read_out())
    if rows := tuple(describer.rows()):
        blocks.append(b.List(rows))
    if describer.nets():
        netted = words.say("Debts are added up, so that as few chips as possible change hands.")
        blocks.append(b.Text(netted, style=b.Style.SMALL))
    if describer.debts and not describer.handed:
        title = words.say("Still owed")
    elif round_.void:
        title = words.say("Hand these chips back")
    else:
        title = words.say("Hand over these chips")
    return (b.Panel(tuple(blocks), title, key="hand-over"),)


def say_left_to_hand_over(snapshot: Snapshot, words: Words) -> str:
    """Return what to hand over before the next deal, which takes it for done; or nothing."""
    series = snapshot.series
    last = snapshot.series.last
    if last is None or not last.over or series.standing.over:
        return ""
    return "\n".join(_Describer(snapshot, last, words).to_hand_over())


def owed_panel(snapshot: Snapshot, words: Words) -> b.Panel:
    """Return what is still owed in the series, with the ways to settle it and to share it."""
    series = snapshot.series
    ways = b.Actions(settle_and_share(series, words))
    if not series.counts_chips:
        return b.Panel((ways,), key="owed")
    due = _owed_words(series)
    over = words.say("Hand over these chips")
    left = say_left_to_hand_over(snapshot, words)
    if due:
        blocks: list[b.Block] = [b.Text(due, "owed", b.Style.LOUD)]
        if left:
            blocks.append(b.Text(over, style=b.Style.STRONG))
            blocks.append(b.Text(left, "hand-over", b.Style.LOUD))
        return b.Panel((*blocks, ways), words.say("Still owed"), key="owed")
    if left:
        return b.Panel((b.Text(left, "owed", b.Style.LOUD), ways), over, key="owed")
    even = words.say("Everybody is even: nobody owes anything.")
    return b.Panel((b.Text(even, "owed"), ways), key="owed")


def put_off_badge(
    number: int, place: int, mark: MarkedUnpaid, says: str, words: Words, *, owed: bool
) -> b.Badge:
    """Return the badge that puts off a payment of round `number`, filled while it is still owed.

    It is no tick: a tick means that chips were handed over.
    """
    event = MarkWithdrawn(mark.source, mark.target) if owed else mark
    step = b.Do(Recorded(number, event), exact=True)
    later = b.Action(f"still-owes-{place}", words.say("Later"), step, label=says, chosen=owed)
    return b.Badge(later)


def can_settle(series: Series) -> bool:
    """Return whether settling has payments or balances to show."""
    return bool(_has_balances(series) or series_payments(series))


def keeps_balances(series: Series) -> bool:
    """Return whether the app keeps the chips of a round of the series."""
    rules = (round_.setup.rules for round_ in series.rounds)
    return any(each.chips is ChipPlace.APP and each.charge_chips for each in rules)


def _has_balances(series: Series) -> bool:
    return bool(series.settled) or keeps_balances(series)


def settle_and_share(series: Series, words: Words) -> tuple[b.Action, ...]:
    """Return the ways to share the result and, where there is something to settle, to settle it.

    Settling stands out while somebody owes something, else sharing a series that is over.
    """
    plain = b.Emphasis.SECONDARY
    in_debt = bool(series_payments(series))
    shows = b.Emphasis.PRIMARY if series.standing.over and not in_debt else plain
    share = share_button(words, shows)
    if not (in_debt or _has_balances(series)):
        return (share,)
    look = b.Emphasis.PRIMARY if in_debt else plain
    return share, b.Action("settle", words.say("Settle up"), b.Go("settle"), look)


def _owed_words(series: Series) -> str:
    """Return what is still owed in a series, a line for each payee, or nothing."""
    due = [
        (series.name_of(paid.source), series.name_of(paid.target), paid.chips)
        for paid in series_payments(series)
    ]
    return "\n".join(_spoken(due))


def _spoken(payments: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    """Yield lines to read out, such as `Ann 4, Tom 3 → Lena`, or `Chi → Fay 20, Gus 7`.

    Each name is followed by its own number. Payments to a payee with several payers are one line,
    and so are the others of a payer.
    """
    payers = Counter(payee for _, payee, _ in payments)
    for payee in (payee for payee, count in payers.items() if count > 1):
        gifts = [f"{payer} {chips}" for payer, to, chips in payments if to == payee]
        yield f"{', '.join(gifts)} → {payee}"
    alone = [(payer, payee, chips) for payer, payee, chips in payments if payers[payee] == 1]
    for payer in dict.fromkeys(payer for payer, _, _ in alone):
        given = [(payee, chips) for giver, payee, chips in alone if giver == payer]
        if len(given) == 1:
            payee, chips = given[0]
            yield f"{payer} {chips} → {payee}"
        else:
            yield f"{payer} → {', '.join(f'{payee} {chips}' for payee, chips in given)}"


class _Describer:
    """The payments of a round in words."""

    def __init__(self, snapshot: Snapshot, round_: Round, words: Words) -> None:
        self.snapshot = snapshot
        self.round = round_
        self.words = words
        self.transfers = () if round_.void else at_the_end(round_)
        self.handed = hand_overs(round_)
        self.due = due_now(round_)

    @cached_property
    def debts(self) -> list[tuple[str, str, int]]:
        """What is still owed of all rounds: payer, payee and chips."""
        return self._by_name(series_payments(self.snapshot.series))

    @cached_property
    def later(self) -> list[PaymentDue]:
        """The payments that are put off, without those that were settled since."""
        series = self.snapshot.series
        settled = self._by_name(Counter(debts_paid(series)) - _earlier_marks(series))
        return [
            paid
            for paid in put_off(self.round)
            if self._named(paid) in self.debts
            or not settled
            or (self.debts and self._named(paid) not in settled)
        ]

    def to_hand_over(self) -> list[str]:
        """Return the payments of now in lines to read out, e.g. `Ben 3, Pot 13 → Ann`."""
        return list(_spoken([*map(self._named, self.due)]))

    def read_out(self) -> Iterator[b.Block]:
        """Yield what to hand over now, and what is still owed of all rounds.

        A single payment is read out as its own line says it, unless more is owed.
        """
        in_rows = {self._named(paid) for paid in self.later}
        something = bool(self.due or self.debts)
        if something and len(self.due) + len(self.later) == 1 and in_rows.issuperset(self.debts):
            return
        lines = [*self.to_hand_over(), *(f"{owes(*debt, self.words)}." for debt in self.debts)]
        says = "\n".join(lines) or self.words.say("Nobody has to pay anything.")
        yield b.Text(says, "hand-over", b.Style.LOUD if something else b.Style.BODY)

    def _by_name(self, debts: Iterable[DebtPaid]) -> list[tuple[str, str, int]]:
        name = self.snapshot.series.name_of
        return [(name(debt.source), name(debt.target), debt.chips) for debt in debts]

    def _named(self, paid: PaymentDue) -> tuple[str, str, int]:
        return self._holder(paid.source).name, self._holder(paid.target).name, paid.chips

    def rows(self) -> Iterator[b.Row]:
        """Yield each payment with its parts, such as `4 cards, fine 8`.

        One that is put off keeps its place.
        """
        places = {_pair(paid): place for place, paid in enumerate(self.handed)}
        rows = [*((paid, False) for paid in self.due), *((paid, True) for paid in self.later)]
        rows.sort(key=lambda row: places.get(_pair(row[0]), len(places)))
        for number, (paid, later) in enumerate(rows, 1):
            yield self._row(number, paid, later=later)

    def _row(self, number: int, paid: PaymentDue, *, later: bool) -> b.Row:
        """Return a payment with the badge that puts it off."""
        debt = owes(*self._named(paid), self.words)
        says = debt if later and self._named(paid) in self.debts else self._says(paid)
        listed = next((each for each in self.handed if _pair(each) == _pair(paid)), paid)
        split = later and any(_pair(each) == _pair(paid) for each in self.due)
        why = "" if split else self._why(listed)
        mark = MarkedUnpaid(paid.source, paid.target, paid.chips)
        number_of_round = self.snapshot.round_number
        badge = put_off_badge(number_of_round, number, mark, debt, self.words, owed=later)
        return b.Row(
            says,
            id=f"payment-{number}",
            leading=self._holder(paid.source),
            to=self._holder(paid.target),
            subtitle=b.Text(why, f"why-{number}") if why else "",
            value=str(paid.chips),
            status=b.Status.MUTED if later else b.Status.PLAIN,
            badge=badge if paid.source != POT else None,
            label=says,
            key=f"owed-{number}-{paid.source}-{paid.target}",
        )

    def _says(self, paid: PaymentDue) -> str:
        payer = self._holder(paid.source)
        payee = self._holder(paid.target)
        return pays(payer.name, payee.name, paid.chips, self.words)

    def nets(self) -> bool:
        """Return whether payments are added up, with one another or with old debts."""
        with_old = any(self._named(paid) not in self.debts for paid in self.later)
        return with_old or any(map(self._is_netted, self.handed))

    def _is_netted(self, paid: PaymentDue) -> bool:
        """Return whether the payer owes the payee another amount."""
        owed = _owed(self.transfers, paid.source, paid.target)
        return bool(self.transfers) and owed != paid.chips

    def _why(self, paid: PaymentDue) -> str:
        if POT in {paid.source, paid.target}:
            return ""
        if self._is_netted(paid):
            return ", ".join(self._debts_of(paid.source))
        return self._parts(paid.source, paid.target)

    def _debts_of(self, payer: Account) -> Iterator[str]:
        """Yield what a player owes, and what others owe the player, by the other account."""
        others = dict.fromkeys(
            account for moved in self.transfers for account in (moved.target, moved.source)
        )
        for other in others:
            name = self._holder(other).name
            for kind in self._kinds(payer, other):
                yield self.words.say("{chips} to {name}", chips=kind, name=name)
            for kind in self._kinds(other, payer):
                yield self.words.say("{chips} from {name}", chips=kind, name=name)

    def _holder(self, account: Account) -> Person:
        return holder(self.snapshot, self.round, account, self.words)

    def _parts(self, source: Account, target: Account) -> str:
        """Return the parts of a debt, such as `4 cards, fine 8`, where nothing is due back."""
        if any(self._kinds(target, source)):
            return ""
        return ", ".join(self._kinds(source, target))

    def _kinds(self, source: Account, target: Account) -> Iterator[str]:
        between = _between(self.transfers, source, target)
        for kind in _KINDS:
            if chips := sum(transfer.chips for transfer in between if transfer.reason in kind):
                yield self._what(kind, chips)

    def _what(self, kind: frozenset[Reason], chips: int) -> str:
        fee = self.round.setup.rules.card_fee
        if Reason.CARDS_LEFT in kind and fee == 1:
            return self.words.count("{n} card", "{n} cards", chips)
        if Reason.CARDS_LEFT in kind:
            cards = self.words.count("{n} card", "{n} cards", chips // fee)
            return self.words.say("{cards} at {fee}", cards=cards, fee=fee)
        return self.words.say("fine {n}", n=chips)


def _earlier_marks(series: Series) -> Counter[DebtPaid]:
    """Return the debts that rounds before the last one are marked with, as payments."""
    found = Counter[DebtPaid]()
    for round_ in series.rounds[:-1]:
        players = round_.setup.players
        for mark in round_.decisions.owed:
            found[DebtPaid(players[mark.source], players[mark.target], mark.chips)] += 1
    return found


def _pair(paid: PaymentDue) -> tuple[Account, Account]:
    return paid.source, paid.target


_KINDS = (
    frozenset({Reason.CARDS_LEFT}),
    frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN}),
)
"""The kinds of payments between players at the end of a round, in the order of the text."""


def _owed(transfers: Sequence[Transfer], source: Account, target: Account) -> int:
    """Return the net debt of the source to the target; negative for a claim."""
    there = sum(transfer.chips for transfer in _between(transfers, source, target))
    back = sum(transfer.chips for transfer in _between(transfers, target, source))
    return there - back


def _between(transfers: Sequence[Transfer], source: Account, target: Account) -> list[Transfer]:
    return [
        transfer for transfer in transfers if (transfer.source, transfer.target) == (source, target)
    ]
