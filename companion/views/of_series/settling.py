"""Payments at the end of a round, and settling up a series."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.core.books import Reason, Transfer
from companion.core.payments import (
    Payment,
    at_the_end,
    debts_of,
    hand_overs,
    owed_corrections,
    series_payments,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account, HandedOver, Owed
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import Recorded, Settled, Step
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.at_table.tray import OwedFine, parts_words, tray
from companion.views.of_series.worth import worth_link, worth_of
from companion.views.speech import (
    Person,
    holder,
    listed,
    pays,
    person,
    signed,
)
from companion.words import Words


def hand_over_panel(snapshot: Snapshot, round_: Round, words: Words) -> tuple[b.Panel, ...]:
    """Return the instruction what to hand over at the end of a round, with its lines (R18).

    There is none in a game without chips. If the app keeps the chips, nothing is handed over before
    the end of the series, and then all balances are.
    """
    rules, payments = round_.setup.rules, hand_overs(round_)
    if rules.chips is ChipPlace.APP:
        due = _owed_words(snapshot.series, words) if snapshot.series.standing.over else ""
        owed = b.Text(due, "owed", b.Style.STRONG)
        return (b.Panel((owed,), words.say("Still owed"), key="hand-over"),) if due else ()
    if not (payments or rules.charge_chips):
        return ()
    describer = _Describer(snapshot, round_, words)
    blocks: list[b.Block] = []
    fines = () if round_.void else tray(snapshot, words)
    if says := describer.instruction(payments):
        blocks.append(b.Text(says, "hand-over", b.Style.STRONG))
    elif not fines:
        nothing = words.say("Nobody has to pay anything.")
        blocks.append(b.Text(nothing, "hand-over", b.Style.STRONG))
    if fines:
        # A fine just ticked keeps its line, so that no tick below moves.
        lines = "\n".join(_fine(fine, words) for fine in fines)
        blocks.append(b.Text(lines, "owed-fines", b.Style.STRONG))
    if rows := tuple(describer.rows(payments)):
        blocks.append(b.List(rows))
    if any(map(describer.is_netted, payments)):
        netted = words.say("Debts are added up, so that as few chips as possible change hands.")
        blocks.append(b.Text(netted, style=b.Style.SMALL))
    back, over = words.say("Hand these chips back"), words.say("Hand over these chips")
    return (b.Panel(tuple(blocks), back if round_.void else over, key="hand-over"),)


def _fine(fine: OwedFine, words: Words) -> str:
    """Return a fine of the play that waits for its tick in a sentence, or the fine as ticked."""
    if fine.closed:
        return f"{fine.says}."
    parts = parts_words(fine.parts, words)
    return words.say("{name} still owes {parts}: a fine.", name=fine.payer.name, parts=parts)


def owed_panel(series: Series, words: Words) -> b.Panel:
    """Return what is still owed in the series, with the ways to settle it and to share it."""
    ways = b.Actions(settle_and_share(series, words))
    if not series.counts_chips:
        return b.Panel((ways,), key="owed")
    due = _owed_words(series, words)
    says = due or words.say("Everybody is even: nobody owes anything.")
    title = words.say("Still owed") if due else ""
    return b.Panel((b.Text(says, "owed"), ways), title, key="owed")


def settle_and_share(series: Series, words: Words, path: str = "") -> tuple[b.Action, ...]:
    """Return the ways to share the result and, in a game with chips, to settle the series.

    Settling stands out only while somebody owes something.

    `path` leads to the screen of the series.
    """
    share = b.Action("picture", words.say("Share"), b.Go(f"{path}picture"), icon=b.Icon.SHARE)
    if not series.counts_chips:
        return (share,)
    look = b.Emphasis.PRIMARY if series_payments(series) else b.Emphasis.SECONDARY
    return share, b.Action("settle", words.say("Settle up"), b.Go(f"{path}settle"), look)


def _owed_words(series: Series, words: Words) -> str:
    """Return what is still owed in a series, e.g. `Ben and Cem give Ann 3 and 2.`, or nothing."""
    due = [
        (series.name_of(paid.source), series.name_of(paid.target), paid.chips)
        for paid in series_payments(series)
    ]
    return f"{'; '.join(_giving(due, words))}." if due else ""


def _giving(payments: Iterable[tuple[str, str, int]], words: Words) -> Iterator[str]:
    """Yield clauses such as `Ben, Cem and Dee give Ann 3, 3 and 2` and `Eve gives Ann 3 and Ben 1`.

    Payments to a payee with several payers are one clause, and so are the others of a payer.
    """
    all_, payers = list(payments), Counter[str]()
    payers.update(payee for _, payee, _ in all_)
    for payee in (payee for payee, count in payers.items() if count > 1):
        given = [(payer, chips) for payer, to, chips in all_ if to == payee]
        yield words.say(
            "{payers} give {payee} {chips}",
            payers=listed([payer for payer, _ in given], words),
            payee=payee,
            chips=_amounts([chips for _, chips in given], words),
        )
    alone = [(payer, payee, chips) for payer, payee, chips in all_ if payers[payee] == 1]
    for payer in dict.fromkeys(payer for payer, _, _ in alone):
        gifts = [
            words.say("{payee} {chips}", payee=payee, chips=chips)
            for giver, payee, chips in alone
            if giver == payer
        ]
        yield words.say("{payer} gives {gifts}", payer=payer, gifts=listed(gifts, words))


def _amounts(chips: Sequence[int], words: Words) -> str:
    """Return numbers of chips in the order of the players, such as `3 and 2` or `3 each`."""
    if len(chips) > 1 and len(set(chips)) == 1:
        return words.say("{chips} each", chips=chips[0])
    return listed(list(map(str, chips)), words)


class _Describer:
    """The payments of a round in words."""

    def __init__(self, snapshot: Snapshot, round_: Round, words: Words) -> None:
        self.snapshot, self.round, self.words = snapshot, round_, words
        self.transfers = at_the_end(round_)
        marks = Counter(() if round_.void else round_.decisions.owed)
        self.owed = _by_pair(marks)
        self.marked = _by_pair(marks - owed_corrections(round_))

    def instruction(self, payments: Sequence[Payment]) -> str:
        """Return the payments of now in a sentence, and then what is still owed.

        Example: `Ben gives Ann 3; Ann takes the pot, 13. Cem still owes Ann 2.`
        """
        now = [paid for paid in payments if not self.marked[paid.source, paid.target]]
        between = [self._named(paid) for paid in now if paid.source != POT]
        parts = list(_giving(between, self.words))
        if from_pot := [paid for paid in now if paid.source == POT]:
            parts.append(self._takes(from_pot))
        owed = [Payment(*ends, chips) for ends, chips in self.owed.items()]
        sentences = ("; ".join(parts), *map(self._owes, owed))
        return " ".join(f"{sentence}." for sentence in sentences if sentence)

    def _owes(self, paid: Payment) -> str:
        payer, payee, chips = self._named(paid)
        fields = {"payer": payer, "payee": payee, "chips": chips}
        return self.words.say("{payer} still owes {payee} {chips}", **fields)

    def _named(self, paid: Payment) -> tuple[str, str, int]:
        return self._holder(paid.source).name, self._holder(paid.target).name, paid.chips

    def _takes(self, payments: Sequence[Payment]) -> str:
        names = listed([self._holder(paid.target).name for paid in payments], self.words)
        chips, many = _amounts([paid.chips for paid in payments], self.words), len(payments)
        if self.round.void:
            return self.words.count(
                "{names} takes {chips} back from the pot",
                "{names} take {chips} back from the pot",
                many,
                names=names,
                chips=chips,
            )
        if many == 1:
            return self.words.say("{name} takes the pot, {chips}", name=names, chips=chips)
        return self.words.say("{names} take {chips} from the pot", names=names, chips=chips)

    def rows(self, payments: Sequence[Payment]) -> Iterator[b.Row]:
        """Yield each payment with its parts, such as `4 cards + 8 for fines`, then old marks."""
        for number, paid in enumerate(payments, 1):
            says, why = self._says(paid), self._why(paid)
            yield replace(
                self._row(number, paid),
                title=says,
                id=f"payment-{number}",
                subtitle=b.Text(why, f"why-{number}") if why else "",
                label=says,
            )
        pairs = {(paid.source, paid.target) for paid in payments}
        old = [Payment(*pair, chips) for pair, chips in self.marked.items() if pair not in pairs]
        for number, paid in enumerate(old, len(payments) + 1):
            yield self._row(number, paid)

    def _row(self, number: int, paid: Payment) -> b.Row:
        """Return a payment with the box that marks it as still owed."""
        payer, payee = self._holder(paid.source), self._holder(paid.target)
        owed = self.marked[paid.source, paid.target]
        owes = self._owes(replace(paid, chips=owed or paid.chips))
        ends = paid.source, paid.target
        mark = HandedOver(*ends) if owed else Owed(*ends, paid.chips)
        step = b.Do(Recorded(self.snapshot.round_number, mark), exact=True)
        name, says = f"still-owes-{number}", self.words.say("still owes")
        can_owe = paid.source != POT and not self.round.void
        return b.Row(
            owes,
            leading=payer,
            to=payee,
            value=str(paid.chips),
            status=b.Status.MUTED if owed else b.Status.PLAIN,
            tick=b.Tick(name, owes, bool(owed), step, says) if can_owe else None,
            key=f"owed-{paid.source}-{paid.target}",
        )

    def _says(self, paid: Payment) -> str:
        payer, payee = self._holder(paid.source), self._holder(paid.target)
        return pays(payer.name, payee.name, paid.chips, self.words)

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


def _by_pair(marks: Counter[Owed]) -> Counter[tuple[Account, Account]]:
    """Return the chips marked as still owed, by payer and payee."""
    owed = Counter[tuple[Account, Account]]()
    for mark, count in marks.items():
        owed[mark.source, mark.target] += mark.chips * count
    return owed


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
    """Return the settling screen: what is still owed in the series, and nothing else (R18).

    The rows keep their order in the series as `begun`, so that no tap hits another row than meant.
    """
    series, due = snapshot.series, series_payments(snapshot.series)
    in_app = any(round_.setup.rules.chips is ChipPlace.APP for round_ in series.rounds)
    last = series.last
    unfinished = last and not last.over and last.setup.rules.chips is ChipPlace.APP
    in_play = words.say("The round in play does not count yet.") if unfinished else ""
    even = "" if due else words.say("Everybody is even: nobody owes anything.")
    to_do: tuple[b.Block, ...] = (
        *b.notices(in_play, "in-play"),
        *_to_settle(snapshot, begun or series, words),
        *b.notices(even, "even"),
    )
    balances = (_balances(snapshot, due, words),) if in_app else ()
    beside = (*balances, *worth_link(series, words))
    return b.Document(words.say("Settle up"), (to_do, beside), subtitle=series.name)


def _counted(series: Series, words: Words) -> str:
    """Return in words what counts until the series is settled (R18)."""
    places = {round_.setup.rules.chips for round_ in series.rounds}
    if ChipPlace.APP not in places:
        return words.say("What was marked as still owed, and fines that nobody ticked off.")
    if len(places) == 1:
        return words.say("All rounds together, less what was ticked off here.")
    return words.say(
        "Rounds with chips in the app alone, and of the others what was marked as still owed, and "
        "fines that nobody ticked off; less what was ticked off here."
    )


def _to_settle(snapshot: Snapshot, begun: Series, words: Words) -> tuple[b.Panel, ...]:
    """Return the payments due in the series as begun, then the payments made, newest first.

    If these payments no longer make everybody even, list the payments of the current series.
    """
    series = snapshot.series
    places = _ticked_in(_places(begun), series) or _ticked_in(_places(series), series) or ()
    newest = snapshot.log.steps[-1] if snapshot.can_undo else None
    rows = tuple(
        _settled_row(snapshot, paid, number, words, ticked=ticked, newest=newest)
        for number, (paid, ticked) in enumerate(places, 1)
    )
    netted = _netted(series, words)
    blocks = (
        b.Text(_counted(series, words), "counts", b.Style.SMALL),
        b.List(rows),
        *((b.Text(netted, "netted", b.Style.SMALL),) if netted else ()),
    )
    return (b.Panel(blocks, words.say("Hand over these chips")),) if rows else ()


def _netted(series: Series, words: Words) -> str:
    """Return the debts that the payments of a series with chips on the table add up, if any."""
    debts, planned = debts_of(series), {*series_payments(series), *series.settled}
    in_app = any(round_.setup.rules.chips is ChipPlace.APP for round_ in series.rounds)
    if in_app or planned.issuperset(debts) or not series_payments(series):
        return ""
    owed = [
        words.say(
            "{payer} owes {payee} {chips}",
            payer=series.name_of(debt.source),
            payee=series.name_of(debt.target),
            chips=debt.chips,
        )
        for debt in debts
    ]
    return words.say("These debts are added up: {debts}.", debts=listed(owed, words))


def _tick(paid: Settled, *, ticked: bool, newest: Step | None) -> b.Intent:
    """Return the intent to record a payment or to take it back.

    The newest step is undone; an older payment is taken back by its opposite.
    """
    if not ticked:
        return b.Do(paid)
    if paid == newest:
        return b.Undo(only_shown=True)
    return b.Do(Settled(paid.target, paid.source, paid.chips), exact=True)


def owed_in_all(series: Series) -> dict[str, int]:
    """Return the chips that each player is owed in the series, with those settled already."""
    received = _received([*series_payments(series), *series.settled])
    return {handle: received[handle] for handle in series.standing.chips}


def _places(series: Series) -> list[Settled]:
    return [*series_payments(series), *reversed(_standing(series))]


def _ticked_in(rows: Sequence[Settled], series: Series) -> list[tuple[Settled, bool]] | None:
    """Return each row with its tick; None if the rows do not make everybody even."""
    left, ticked = Counter(_standing(series)), list[bool]()
    for payment in reversed(rows):
        ticked.insert(0, left[payment] > 0)
        left[payment] -= ticked[0]
    open_ = [payment for payment, done in zip(rows, ticked, strict=True) if not done]
    if _received(open_) != _received(series_payments(series)) or any(left.values()):
        return None
    return list(zip(rows, ticked, strict=True))


def _received(payments: Iterable[Settled]) -> Counter[str]:
    """Return the chips that each player receives, less those that the player pays."""
    received = Counter[str]()
    for payment in payments:
        received[payment.source] -= payment.chips
        received[payment.target] += payment.chips
    return received


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


def _settled_row(
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
    """Return the balances that the app keeps, with those who joined for the round in play."""
    series, still, received = snapshot.series, _received(due), _received(snapshot.series.settled)
    balances = owed_in_all(series)
    rows = tuple(
        b.Row(
            series.name_of(handle),
            leading=person(snapshot, handle),
            subtitle=_open(still[handle], received[handle], words),
            value=signed(chips),
            key=handle,
        )
        for handle, chips in balances.items()
    )
    total = sum(balances.values())
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
