"""Payments at the end of a round, and settling up a series."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.books import Reason, Transfer
from companion.core.payments import Payment, at_the_end, hand_overs, series_payments
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Account
from companion.core.series import Series
from companion.core.steps import Settled, Step
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.of_series.worth import worth_link, worth_of
from companion.views.speech import Person, holder, pays, person, signed
from companion.words import Words

PaymentKey = tuple[str, str, int]
"""The handle of the payer, the handle of the payee, and the chips."""


def hand_over(
    snapshot: Snapshot, round_: Round, ticked: frozenset[PaymentKey], words: Words
) -> b.Panel:
    """Return the payments at the end of a round, the pot last, with those `ticked` off."""
    describer, payments = _Describer(snapshot, round_, words), hand_overs(round_)
    rows = tuple(describer.row(number, paid, ticked) for number, paid in enumerate(payments, 1))
    blocks: list[b.Block] = [b.List(rows)]
    if not rows:
        blocks = [b.Text(words.say("Nobody has to pay anything."), style=b.Style.MUTED)]
    if any(map(describer.is_netted, payments)):
        netted = words.say("Debts are added up, so that as few chips as possible change hands.")
        blocks.append(b.Text(netted, style=b.Style.SMALL))
    if rows and not round_.void:
        counts = words.say(
            "For this round alone. Or leave it to the end: “Settle up” counts all rounds together."
        )
        blocks.append(b.Text(counts, "counts", b.Style.SMALL))
    back, over = words.say("Hand these chips back"), words.say("Hand over these chips")
    return b.Panel(tuple(blocks), back if round_.void else over)


class _Describer:
    """The payments of a round in words."""

    def __init__(self, snapshot: Snapshot, round_: Round, words: Words) -> None:
        self.snapshot, self.round, self.words = snapshot, round_, words
        self.transfers = at_the_end(round_)

    def row(self, number: int, paid: Payment, ticked: frozenset[PaymentKey]) -> b.Row:
        """Return the payment with its parts, such as `4 cards + 8 for fines`, and its tick."""
        payer, payee = self._holder(paid.source), self._holder(paid.target)
        says = pays(payer.name, payee.name, paid.chips, self.words)
        key, why = (payer.handle, payee.handle, paid.chips), self._why(paid)
        label = self.words.say("Paid: {owed}", owed=says)
        return b.Row(
            says,
            f"payment-{number}",
            leading=payer,
            to=payee,
            subtitle=b.Text(why, f"why-{number}") if why else "",
            value=str(paid.chips),
            status=b.Status.MUTED if key in ticked else b.Status.PLAIN,
            tick=b.Tick(f"paid-{number}", label, key in ticked, b.Act("hand_over", key)),
            label=says,
        )

    def is_netted(self, paid: Payment) -> bool:
        """Return whether the payer owes the payee another amount."""
        owed = _owed(self.transfers, paid.source, paid.target)
        return bool(self.transfers) and owed != paid.chips

    def _why(self, paid: Payment) -> str:
        if not self.transfers:
            return ""
        return self._netted(paid) if self.is_netted(paid) else self._parts(paid.source, paid.target)

    def _holder(self, account: Account) -> Person:
        return holder(self.snapshot, self.round, account, self.words)

    def _parts(self, source: Account, target: Account) -> str:
        """Return the parts of a debt, less the debt the other way: `4 cards + 8 for fines`."""
        owed, back = (
            " + ".join(self._kinds(*between)) for between in ((source, target), (target, source))
        )
        return self.words.say("{owed} less {back}", owed=owed, back=back) if back else owed

    def _kinds(self, source: Account, target: Account) -> Iterator[str]:
        between = _between(self.transfers, source, target)
        for kind in _KINDS:
            if chips := sum(transfer.chips for transfer in between if transfer.reason in kind):
                yield self._what(kind, chips)

    def _what(self, kind: frozenset[Reason], chips: int) -> str:
        fee = self.round.setup.rules.card_fee
        if Reason.POT in kind:
            pots = sum(transfer.reason is Reason.POT for transfer in self.transfers)
            return (
                self.words.say("the whole pot")
                if pots == 1
                else self.words.say("pot of {n}", n=chips)
            )
        if Reason.CARDS_LEFT in kind and fee == 1:
            return self.words.count("{n} card", "{n} cards", chips)
        if Reason.CARDS_LEFT in kind:
            cards = self.words.count("{n} card", "{n} cards", chips // fee)
            return self.words.say("{cards} at {fee}", cards=cards, fee=fee)
        return self.words.say("{n} for fines", n=chips)

    def _netted(self, paid: Payment) -> str:
        """Return all debts of the payer of a netted payment, and all claims.

        Example: `4 cards to Ann, 5 for fines to Ben, less 3 from Cem`.
        """
        others = [account for account in self._accounts() if account != paid.source]
        owed = {other: _owed(self.transfers, paid.source, other) for other in others}
        say, total = self.words.say, sum(owed.values())
        names = {other: self._holder(other).name for other in owed}
        parts = [
            say("{what} to {name}", what=self._parts(paid.source, other), name=names[other])
            for other, chips in owed.items()
            if chips > 0
        ]
        parts += [
            say("less {n} from {name}", n=-chips, name=names[other])
            for other, chips in owed.items()
            if chips < 0
        ]
        if owed.get(paid.target, 0) <= 0:
            parts.append(say("straight to {name}", name=self._holder(paid.target).name))
        text = ", ".join(parts)
        return text if total == paid.chips else say("part of {n}: {parts}", n=total, parts=text)

    def _accounts(self) -> tuple[Account, ...]:
        named = (end for transfer in self.transfers for end in (transfer.source, transfer.target))
        return tuple(dict.fromkeys(named))


_KINDS = (
    frozenset({Reason.POT}),
    frozenset({Reason.CARDS_LEFT}),
    frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN}),
)
"""The kinds of payments at the end of a round, in the order of the text."""


def _owed(transfers: Sequence[Transfer], source: Account, target: Account) -> int:
    """Return the net debt of the source to the target; negative for a claim."""
    there = sum(transfer.chips for transfer in _between(transfers, source, target))
    back = sum(transfer.chips for transfer in _between(transfers, target, source))
    return there - back


def _between(transfers: Sequence[Transfer], source: Account, target: Account) -> list[Transfer]:
    return [
        transfer for transfer in transfers if (transfer.source, transfer.target) == (source, target)
    ]


def settling(snapshot: Snapshot, words: Words, begun: Series | None = None) -> b.Document:
    """Return the settling screen.

    The rows keep their order in the series as `begun`, so that no tap hits another row than meant.
    """
    series, due = snapshot.series, series_payments(snapshot.series)
    unfinished = series.last is not None and not series.last.over
    in_play = words.say("The round in play does not count yet.") if unfinished else ""
    even = "" if due else words.say("Everybody is even: nobody owes anything.")
    to_do: tuple[b.Block, ...] = (
        *b.notices(in_play, "in-play"),
        *_hand_overs(snapshot, begun or series, words),
        *b.notices(even, "even"),
    )
    return b.Document(
        title=words.say("Settle up"),
        subtitle=series.name,
        columns=(to_do, (_balances(snapshot, due, words), *worth_link(series, words))),
    )


def _hand_overs(snapshot: Snapshot, begun: Series, words: Words) -> tuple[b.Panel, ...]:
    """Return the payments due in the series as begun, then the payments made, newest first.

    If these payments no longer make everybody even, list the payments of the current series.
    """
    series = snapshot.series
    places = _ticked_in(_places(begun), series) or _ticked_in(_places(series), series) or ()
    newest = snapshot.log.steps[-1] if snapshot.can_undo else None
    rows = tuple(
        _hand_over(snapshot, paid, number, words, ticked=ticked, newest=newest)
        for number, (paid, ticked) in enumerate(places, 1)
    )
    counts = words.say(
        "All rounds together, less what was ticked off here. If you settled "
        "after every round, nothing is left to pay."
    )
    listed = (b.Text(counts, "counts", b.Style.SMALL), b.List(rows))
    return (b.Panel(listed, words.say("Hand over these chips")),) if rows else ()


def _tick(paid: Settled, *, ticked: bool, newest: Step | None) -> b.Intent:
    """Return the intent to record a payment or to take it back.

    The newest step is undone; an older payment is taken back by its opposite.
    """
    if not ticked:
        return b.Do(paid)
    if paid == newest:
        return b.Undo(only_shown=True)
    return b.Do(Settled(paid.target, paid.source, paid.chips), exact=True)


def _places(series: Series) -> list[Settled]:
    return [*series_payments(series), *reversed(_standing(series))]


def _ticked_in(rows: Sequence[Settled], series: Series) -> list[tuple[Settled, bool]] | None:
    """Return each row with its tick; None if the rows do not make everybody even."""
    left, ticked = Counter(_standing(series)), list[bool]()
    for payment in reversed(rows):
        ticked.insert(0, left[payment] > 0)
        left[payment] -= ticked[0]
    balances = Counter(series.closed.chips)
    open_ = [payment for payment, done in zip(rows, ticked, strict=True) if not done]
    for payment in (*series.settled, *open_):
        balances[payment.source] += payment.chips
        balances[payment.target] -= payment.chips
    if any(balances.values()) or any(left.values()):
        return None
    return list(zip(rows, ticked, strict=True))


def _standing(series: Series) -> list[Settled]:
    """Return the payments made, without payments handed back."""
    stands: list[Settled] = []
    for payment in series.settled:
        back = Settled(payment.target, payment.source, payment.chips)
        if back in stands:
            stands.reverse()
            stands.remove(back)
            stands.reverse()
        else:
            stands.append(payment)
    return stands


def _hand_over(
    snapshot: Snapshot,
    paid: Settled,
    number: int,
    words: Words,
    *,
    ticked: bool,
    newest: Step | None,
) -> b.Row:
    payer, payee = person(snapshot, paid.source), person(snapshot, paid.target)
    worth = worth_of(snapshot.series.worth, paid.chips, words)
    fields = {"payer": payer.name, "payee": payee.name, "chips": paid.chips, "worth": worth}
    says = pays(payer.name, payee.name, paid.chips, words)
    read = words.say("{payer} pays {payee} {chips}, worth {worth}", **fields) if worth else says
    label = words.say("{payer} has paid {payee} {chips}", **fields)
    return b.Row(
        says,
        f"settle-{number}",
        leading=payer,
        to=payee,
        subtitle=worth,
        value=str(paid.chips),
        status=b.Status.MUTED if ticked else b.Status.PLAIN,
        tick=b.Tick(f"paid-{number}", label, ticked, _tick(paid, ticked=ticked, newest=newest)),
        label=read,
        key=f"settle-{number}-{paid.source}-{paid.target}-{paid.chips}",
    )


def _balances(snapshot: Snapshot, due: tuple[Settled, ...], words: Words) -> b.Panel:
    """Return the balances of all players, with those who joined for the round in play."""
    series = snapshot.series
    still = Counter(dict.fromkeys(series.standing.chips, 0))
    for payment in due:
        still[payment.source] -= payment.chips
        still[payment.target] += payment.chips
    received = Counter[str]()
    for payment in series.settled:
        received[payment.source] -= payment.chips
        received[payment.target] += payment.chips
    rows = tuple(
        b.Row(
            series.name_of(handle),
            leading=person(snapshot, handle),
            subtitle=_open(chips, received[handle], words),
            value=signed(series.closed.chips.get(handle, 0)),
            key=handle,
        )
        for handle, chips in still.items()
    )
    total = sum(series.closed.chips.values())
    checks = words.say("All balances together are {sum}, as they must be.", sum=total)
    return b.Panel((b.List(rows), b.Text(checks, "checks", b.Style.SMALL)), words.say("Balances"))


def _open(chips: int, received: int, words: Words) -> str:
    """Return the chips handed over so far and the open rest in words."""
    parts: list[str] = []
    if received:
        paid = words.say("has paid {chips}", chips=-received)
        got = words.say("has received {chips}", chips=received)
        parts.append(got if received > 0 else paid)
    if not chips:
        parts.append(words.say("even"))
    elif chips < 0:
        parts.append(words.say("pays {chips}", chips=-chips))
    else:
        parts.append(words.say("gets {chips}", chips=chips))
    return " · ".join(parts)
