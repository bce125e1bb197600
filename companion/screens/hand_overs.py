"""The list of what is to be handed over: at the end of a round, in a series, and when settling."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from companion.core.log import Log
from companion.core.objections import phrase
from companion.core.payments import Payment, merged
from companion.core.purposes import Part, Purpose, moves_of, purposes
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import Dealt, Ended, HandedOver, LeftOpen, NotPutOff, PutOff, Step
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.sharing import share_button
from companion.screens.speech import (
    Person,
    owes,
    pays,
    person,
    sentence,
)
from companion.words import Words

EVEN = phrase("Everybody is even: nobody owes anything.")


def nothing_open(series: Series, words: Words) -> str:
    """Return that nobody owes anything; with chips on the table the round in play is left out."""
    in_play = series.last and not series.last.over
    if in_play and series.chips is ChipPlace.TABLE:
        return words.say("Nothing is left to pay from earlier rounds.")
    return words.say(EVEN)


def hand_over_panel(snapshot: Snapshot, words: Words) -> tuple[b.Panel, ...]:
    """Return what to hand over after the last round, to read out, with a line for each (R18).

    There is none in a game without chips. If the app keeps the chips, nothing is handed over before
    the end of the series, and then all balances are.
    """
    series = snapshot.series
    rules = snapshot.round.setup.rules
    if rules.chips is ChipPlace.APP:
        if not (series.standing.over and series.open):
            return ()
        return (b.Panel(tuple(_read_out(series, words)), words.say("Still owed"), key="hand-over"),)
    if not (series.open or rules.charge_chips):
        return ()
    # Rows say themselves who still owes something.
    blocks: list[b.Block] = [] if len(series.open) == 1 else [*_read_out_now(series, words)]
    if rows := (*_rows(snapshot, words), *even_rows(snapshot, words)):
        blocks.append(b.List(rows))
    if _changes_others(snapshot):
        says = words.say("What the others pay has changed with it.")
        blocks.append(b.Text(says, "others-pay", b.Style.MUTED, live=True))
    blocks += all_handed_over(series, words)
    return (b.Panel(tuple(blocks), list_title(series, words), key="hand-over"),)


def all_handed_over(series: Series, words: Words) -> tuple[b.Actions, ...]:
    """Return the button that says so of the last list of a series that is over.

    The list of any other round is handed over when the next one is dealt.
    """
    if not (series.standing.over and series.lists and series.open) or series.ended:
        return ()
    says = words.say("All handed over")
    return (b.Actions((b.Action("all-handed-over", says, b.Do(Ended(), exact=True)),)),)


def _changes_others(snapshot: Snapshot) -> bool:
    """Return whether the last step put off what one owes, or no longer, and others pay otherwise.

    What is put off is not netted with the rest.
    """
    before = snapshot.before.series if snapshot.before else snapshot.series
    marked = {*before.put_off_by} ^ {*snapshot.series.put_off_by}
    of_others, now = (
        [paid for paid in series.open if paid.source not in marked]
        for series in (before, snapshot.series)
    )
    return bool(marked) and before.rounds == snapshot.series.rounds and of_others != now


def _read_out_now(series: Series, words: Words) -> Iterator[b.Text]:
    """Yield what is handed over now, in lines to read out."""
    if now := read_out_now(series, words):
        yield b.Text(now, "hand-over", b.Style.LOUD)
    elif not series.open:
        yield b.Text(words.say(EVEN), "hand-over")


def _read_out(series: Series, words: Words) -> Iterator[b.Text]:
    """Yield what is handed over now, and what somebody hands over later, in lines to read out."""
    yield from _read_out_now(series, words)
    if says := read_out_later(series, words):
        yield b.Text(says, "owed-later", b.Style.MUTED)


def read_out_now(series: Series, words: Words) -> str:
    """Return what is handed over now, to read out; empty if nothing is."""
    off = series.put_off_by
    return _owed_words(series, [paid for paid in series.open if paid.source not in off], words)


def read_out_later(series: Series, words: Words) -> str:
    """Return what somebody hands over later, to read out; empty if nobody does."""
    later = [paid for paid in series.open if paid.source in series.put_off_by]
    debts = (owes(*_ends(series, paid, words), paid.chips, words) for paid in later)
    return " ".join(sentence(debt, words) for debt in debts)


def owed_panel(snapshot: Snapshot, words: Words) -> b.Panel:
    """Return what is open in the series, with the ways to settle it and to share it."""
    series = snapshot.series
    ways = b.Actions(settle_and_share(snapshot, words))
    if not series.counts_chips:
        return b.Panel((ways,), key="owed")
    if series.open:
        title = list_title(series, words)
        return b.Panel((*_read_out(series, words), ways), title, key="owed")
    return b.Panel((b.Text(nothing_open(series, words), "hand-over"), ways), key="owed")


def list_title(series: Series, words: Words) -> str:
    """Return the title of the list: it is of debts alone in play, and once it was handed over."""
    if _is_listed(series):
        return words.say("Hand over these chips")
    return words.say("Still owed")


def keeps_balances(series: Series) -> bool:
    """Return whether the app keeps the chips of a round of the series."""
    rules = (round_.setup.rules for round_ in series.rounds)
    return any(each.chips is ChipPlace.APP and each.charge_chips for each in rules)


def can_settle(snapshot: Snapshot) -> bool:
    """Return whether settling has payments or balances to show."""
    return bool(list_of(snapshot)) or keeps_balances(snapshot.series)


def settle_and_share(snapshot: Snapshot, words: Words) -> tuple[b.Action, ...]:
    """Return the ways to share the result and, where there is something to settle, to settle it.

    Settling stands out while somebody owes something, else sharing a series that is over.
    """
    series = snapshot.series
    plain = b.Emphasis.SECONDARY
    in_debt = bool(series.open)
    shows = b.Emphasis.PRIMARY if series.standing.over and not in_debt else plain
    share = share_button(words, shows)
    if not can_settle(snapshot):
        return (share,)
    look = b.Emphasis.PRIMARY if in_debt else plain
    return share, b.Action("settle", words.say("Settle up"), b.Go("settle"), look)


def holder_of(snapshot: Snapshot, handle: str, words: Words) -> Person:
    """Return the player with a handle, or the pot."""
    if handle == POT_WORD:
        return Person(POT_WORD, words.say("Pot"), "•", -1)
    return person(snapshot, handle)


def _ends(series: Series, paid: Payment, words: Words) -> tuple[str, str]:
    """Return the names of payer and payee."""
    payer, payee = (
        words.say("Pot") if end == POT_WORD else series.name_of(end) for end in paid[:2]
    )
    return payer, payee


def _owed_words(series: Series, open_: Iterable[Payment], words: Words) -> str:
    """Return payments in lines to read out, or nothing.

    A line is such as `Ann 4, Tom 3 → Lena`, or `Chi → Fay 20, Gus 7`: each name is followed by its
    own number. Payments to a payee with several payers are one line, and so are the others of a
    payer.
    """
    owed = [Payment(*_ends(series, paid, words), paid.chips) for paid in open_]
    payers = Counter(payee for _, payee, _ in owed)
    lines = list[str]()
    for payee in (payee for payee, given in payers.items() if given > 1):
        gifts = [f"{payer} {chips}" for payer, to, chips in owed if to == payee]
        lines.append(f"{words.join(gifts)} → {payee}")
    alone = [paid for paid in owed if payers[paid.target] == 1]
    for payer in dict.fromkeys(paid.source for paid in alone):
        given = [paid for paid in alone if paid.source == payer]
        gifts = [f"{payee} {chips}" for _, payee, chips in given]
        one = f"{payer} {given[0].chips} → {given[0].target}"
        lines.append(one if len(given) == 1 else f"{payer} → {words.join(gifts)}")
    return "\n".join(lines)


def list_of(snapshot: Snapshot) -> list[tuple[Payment, bool]]:
    """Return the payments that are open, and with True those that were made since the last list.

    A payment keeps its place while it is made: that of the two players.
    """
    series = snapshot.series
    places = {handle: place for place, handle in enumerate(series.totals.chips)}
    rows = [(paid, False) for paid in series.open]
    rows += [(paid, True) for paid in _made(snapshot.log.steps)]
    return sorted(rows, key=lambda row: [places.get(end, len(places)) for end in row[0][:2]])


def _made(steps: Sequence[Step]) -> tuple[Payment, ...]:
    """Return what was handed over beside the lists since the last one, one payment for two."""
    since = takewhile(lambda step: not _settles(step), reversed(steps))
    made = [step.paid for step in since if isinstance(step, HandedOver)]
    return merged(reversed(made))


def _settles(step: Step) -> bool:
    """Return whether a step says anew what is open of the rounds before."""
    ends = isinstance(step, Ended) and not step.calls_off
    return ends or isinstance(step, Dealt | LeftOpen | SheetTaken)


def _rows(snapshot: Snapshot, words: Words) -> Iterator[b.Row]:
    """Yield each payment with its reasons, and those that were made already.

    All payments of a player are put off together, by the badge of each.
    """
    series = snapshot.series
    payers = list[str]()
    whys = reasons(snapshot, words)
    numbers = {False: count(1), True: count(1)}
    for paid, made in list_of(snapshot):
        kind, number = "handed" if made else "payment", next(numbers[made])
        payer = holder_of(snapshot, paid.source, words)
        payee = holder_of(snapshot, paid.target, words)
        debt = owes(payer.name, payee.name, paid.chips, words)
        later = not made and paid.source in series.put_off_by
        says = debt if later else pays(payer.name, payee.name, paid.chips, words)
        why = words.say("handed over") if made else whys[paid]
        badge = None
        if not made and paid.source != POT_WORD:
            payers.append(paid.source)
            nth = payers.count(paid.source)
            action = b.Action(
                f"later-{paid.source}" + f"-{nth}" * (nth > 1),
                words.say("Later"),
                b.Do((NotPutOff if later else PutOff)(paid.source), exact=True),
                label=debt,
                chosen=later,
            )
            badge = b.Badge(action)
        yield b.Row(
            says,
            id=f"{kind}-{number}",
            leading=payer,
            to=payee,
            subtitle=why if made or not why else b.Text(why, f"why-{number}"),
            value=str(paid.chips),
            status=b.Status.MUTED if later or made else b.Status.PLAIN,
            badge=badge,
            label=says,
            key=f"{kind}-{paid.source}-{paid.target}",
        )


def even_rows(snapshot: Snapshot, words: Words) -> Iterator[b.Row]:
    """Yield the players whom the list leaves out, since they owe as much as they are owed."""
    series = snapshot.series
    if not _is_listed(series):
        return
    moves = moves_of(series)
    named = {end for paid, _ in list_of(snapshot) for end in paid[:2]}
    for handle in (handle for handle in series.totals.chips if handle not in named):
        gives = [
            Part(purpose, chips, payee)
            for (payer, payee, purpose), chips in moves.items()
            if payer == handle
        ]
        gets = [
            Part(purpose, -chips, payer)
            for (payer, payee, purpose), chips in moves.items()
            if payee == handle
        ]
        parts = (*gives, *gets)
        # Chips of a repaired round may have been handed over without a step.
        if parts and not sum(part.chips for part in parts):
            telling = _Telling(snapshot, words, snapshot.round.setup.rules.card_fee)
            why = words.join(map(telling.even, parts))
            says = words.say("{name} is even", name=series.name_of(handle))
            yield b.Row(
                says,
                f"even-{handle}",
                leading=person(snapshot, handle),
                subtitle=why,
                status=b.Status.MUTED,
            )


def reasons(snapshot: Snapshot, words: Words) -> Mapping[Payment, str]:
    """Return what makes up each payment of the list, such as `4 cards, less 2 paid to Ben`.

    The pot alone is no reason. What was put off of a list that was handed over keeps its reasons
    while nothing of it is paid.
    """
    whys = dict.fromkeys(snapshot.series.open, "")
    listed = _as_listed(snapshot)
    if listed is None or listed.last is None:
        return whys
    telling = _Telling(snapshot, words, listed.last.setup.rules.card_fee)
    said = {
        # What is taken off stands last: what follows it would seem to be taken off, too.
        paid: words.join(map(telling.part, sorted(of_paid, key=lambda part: part.chips < 0)))
        for paid, of_paid in zip(listed.open, purposes(listed), strict=True)
        if of_paid != [Part(Purpose.POT, paid.chips)]
    }
    kept = listed.open if listed is snapshot.series else listed.put_off
    return whys | {paid: said.get(paid, "") for paid in kept if paid in whys}


def _is_listed(series: Series) -> bool:
    """Return whether the list of the last round is open: the end says that it was handed over.

    Nobody has seen the list of a round that the end calls off.
    """
    return series.lists and not (series.ended and series.handed)


def _as_listed(snapshot: Snapshot) -> Series | None:
    """Return the series with the newest list as it was handed out; None if nobody knows it."""
    if _is_listed(snapshot.series):
        return snapshot.series
    log = snapshot.log
    place = max((at for at, step in enumerate(log.steps) if _settles(step)), default=0)
    if not (snapshot.series.open and isinstance(log.steps[place], Dealt | Ended)):
        return None
    before = Log.of(log.head, log.steps[:place]).series
    return before if before.lists else None


_PARTS = {
    Purpose.POT: phrase("{n} from the pot"),
    Purpose.FINE: phrase("fine {n}"),
    Purpose.BACK: phrase("{n} back"),
    Purpose.BEFORE: phrase("{n} from before"),
    Purpose.OWED: "{n}",
    Purpose.AHEAD: phrase("less {n} paid to {name}"),
    Purpose.HANDED: phrase("less {n} handed over"),
    Purpose.FOR: "{n}",
}


@dataclass(frozen=True)
class _Telling:
    """The words for parts of payments, of a round in which a card costs `fee` chips."""

    snapshot: Snapshot
    words: Words
    fee: int

    def part(self, part: Part) -> str:
        """Return a part of a payment in words, e.g. `4 cards` or `less fine 3 owed by Ben`.

        What is owed to another than the payee is `3 cards owed to Cem`.
        """
        if part.chips > 0 or part.purpose in {Purpose.AHEAD, Purpose.HANDED}:
            return self._owed(part)
        says, name = self._chips(part), self._other(part)
        return self.words.say("less {part} owed by {name}", part=says, name=name)

    def even(self, part: Part) -> str:
        """Return what a player owes, or is owed, who pays nothing in the end."""
        if part.chips > 0:
            # What is owed to the pot does not come from the pot.
            why = Purpose.OWED if part.purpose is Purpose.POT else part.purpose
            return self._owed(part._replace(purpose=why))
        says = self._chips(part)
        if part.purpose is Purpose.POT:
            return says
        return self.words.say("{part} owed by {name}", part=says, name=self._other(part))

    def _owed(self, part: Part) -> str:
        says = self._chips(part)
        if not part.other or part.purpose in {Purpose.AHEAD, Purpose.HANDED}:
            return says
        return self.words.say("{part} owed to {name}", part=says, name=self._other(part))

    def _chips(self, part: Part) -> str:
        chips = abs(part.chips)
        if part.purpose is not Purpose.CARDS:
            return self.words.say(_PARTS[part.purpose], n=chips, name=self._other(part))
        says = self.words.count("{n} card", "{n} cards", chips // self.fee)
        if self.fee == 1:
            return says
        return self.words.say("{cards} at {fee}", cards=says, fee=self.fee)

    def _other(self, part: Part) -> str:
        return holder_of(self.snapshot, part.other, self.words).name if part.other else ""
