"""The table screen: seats, pot, layout and moves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.books import Reason, ledger
from companion.core.cards import gather, spread
from companion.core.dues import unticked
from companion.core.objections import Objection, Why
from companion.core.payments import Payment
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace, Picture
from companion.core.series import Series
from companion.desk.scratch import SCRATCH
from companion.desk.table import Snapshot
from companion.screens.board import (
    Face,
    NotedCard,
    SuitRow,
    board_rows,
    face,
    noted_cards,
    offered,
    seen_elsewhere,
)
from companion.screens.hand_overs import holder_of
from companion.screens.news import step_words, tell, undo_says
from companion.screens.own_hand import OwnView, own_hand, own_pass_warning
from companion.screens.passes import doubt
from companion.screens.phones import (
    PhonesView,
    barred,
    is_own_turn,
    looks_on,
    own_seat,
    phone_name,
    phones,
    quicker,
    undo_barred,
    waits_for,
)
from companion.screens.result import result_obstacle
from companion.screens.speech import (
    called,
    capital,
    chips_words,
    listed,
    person,
    points_words,
    rank_name,
    refusal_words,
    sentence,
    short,
    shorts,
    signed,
    spoken_names,
)
from companion.screens.standings import aim_of
from companion.screens.tray import OwedFine, fines_due, newest_fine
from companion.screens.turns import TurnLine, turn_lines
from companion.words import Words


@dataclass(frozen=True)
class SeatView:
    """A player at the table; chips and points are None where the game has none.

    `title` is the name as a tile shows it, `short` that for a slim tile. `tint` is one of ten
    avatar colours. `chips` lie before the player, and `owes` are those that the player has still to
    hand over. `place` is the place of a player who is out, else 0. `passes` are the passes left and
    used as dots, where the rules limit them, or a cross for a hand laid out. `says` describes all
    but the turn.
    """

    handle: str
    name: str
    title: str
    short: str
    initial: str
    tint: int
    cards: int
    chips: int | None
    chips_text: str
    points: int | None
    dealer: bool
    to_play: bool
    place: int
    says: str
    owes: int = 0
    owes_text: str = ""
    passes: str = ""


@dataclass(frozen=True)
class LeadQuestion:
    """The question who holds the opening card, or who laid a starter, answered by a tap."""

    card: Face
    asks: str


@dataclass(frozen=True)
class PassView:
    """The button that passes for the player to move, or lays a hand out if it `lays_out`.

    `warning` is a question before the pass, and `barred` the reason why this device does not enter
    the next turn.
    """

    says: str
    costs: str
    warning: str
    possible: bool
    barred: str
    lays_out: bool


@dataclass(frozen=True)
class UndoView:
    """The button that takes the last step back; `barred` is why this device does not."""

    says: str
    possible: bool
    barred: str
    can_redo: bool


@dataclass(frozen=True)
class NewsView:
    """The last turns in words, and the notices of the last change without a fine that is due.

    With `lets_go` a notice answers a fine, and belongs where that was.
    """

    happened: str
    notices: tuple[str, ...]
    doubt: str
    lets_go: bool


@dataclass(frozen=True)
class FinesView:
    """The fines that are due, how many they are in words, and the newest one, due or not."""

    owed: tuple[OwedFine, ...]
    says: str
    newest: OwedFine | None


@dataclass(frozen=True)
class TableView:
    """The contents of the table screen.

    `pot` is what lies there, and `pot_owed` are the chips of fines that nobody has put there yet.
    `noted` are cards offered although noted for another player. `result_obstacle` is the reason why
    the round cannot be entered by its result alone. `own` is the private hand. `picture_low_right`
    is R16. Where a board `has_gaps`, `behind_gap` names the cards that a gap parts from their suit.
    A device that `looks_on` enters no turn at all. A `scratch` table is the referee's.
    """

    title: str
    subtitle: str
    pot: int | None
    pot_owed: int
    pot_owed_text: str
    seats: tuple[SeatView, ...]
    to_play: str
    prompt: str
    lead: LeadQuestion | None
    rows: tuple[SuitRow, ...]
    noted: tuple[NotedCard, ...]
    picture_low_right: bool
    starters: str
    passing: PassView
    undo: UndoView
    news: NewsView
    fines: FinesView
    turns: tuple[TurnLine, ...]
    can_deal_anew: bool
    result_obstacle: str
    over: bool
    phones: PhonesView | None
    looks_on: bool = False
    own: OwnView | None = None
    scratch: bool = False
    has_gaps: bool = False
    behind_gap: str = ""


def table(
    snapshot: Snapshot,
    words: Words,
    copy: str = "",
) -> TableView:
    """Build the screen for the last round of the series.

    `copy` says that this is the copy of a shared table.
    """
    series = snapshot.series
    round_ = snapshot.round
    due = _due(snapshot)
    fines = fines_due(snapshot, words)
    newest = newest_fine(snapshot, words)
    contradiction = doubt(round_, words)
    on_fines = {fine.turn for fine in (*fines, newest) if fine}
    scratch = snapshot.number == SCRATCH
    own = own_hand(snapshot, words)
    noted_elsewhere = gather(card for card, _ in seen_elsewhere(round_))
    news = tell(snapshot, words)
    in_app = round_.setup.rules.chips is ChipPlace.APP
    pot = ledger(round_).pot if in_app else series.lying[POT_WORD]
    pot_owed = sum(part.chips for fine in fines for part in fine.parts if part.payee.tint < 0)
    return TableView(
        title=words.say("Was that pass legal?")
        if scratch
        else called(series.name, series.date, words),
        subtitle="" if scratch else subtitle(snapshot, words, copy),
        pot=pot if pot or round_.setup.rules.fill_pot else None,
        pot_owed=pot_owed,
        pot_owed_text=words.say("{chips} owed", chips=pot_owed) if pot_owed else "",
        seats=_seats(snapshot, words),
        to_play=due or "",
        prompt=waits_for(snapshot, words) or (own.prompt if own else "") or _prompt(round_, words),
        lead=_lead(round_, words),
        rows=board_rows(snapshot, words),
        noted=noted_cards(series, snapshot.round_number, noted_elsewhere, words),
        starters=_starters(round_, words),
        picture_low_right=round_.setup.rules.picture is Picture.RIGHT,
        passing=PassView(
            says=_pass_says(round_, words),
            costs=" · ".join(_pass_costs(round_, words)),
            warning=own_pass_warning(snapshot, words) or _pass_warning(round_, due, words),
            possible=_can_pass(round_),
            barred=barred(snapshot, words),
            lays_out=_lays_out(round_),
        ),
        undo=UndoView(
            says=undo_says(snapshot, words.say("Undo"), words),
            possible=snapshot.can_undo,
            barred=undo_barred(snapshot, words),
            can_redo=snapshot.can_redo,
        ),
        news=NewsView(
            happened="" if scratch and not round_.turns else _happened(snapshot, words),
            notices=tuple(line.says for line in news if line.turn not in on_fines),
            doubt=contradiction,
            lets_go=any(line.lets_go for line in news),
        ),
        fines=FinesView(
            owed=fines,
            says=words.count("{n} fine due", "{n} fines due", len(fines)) if fines else "",
            newest=newest,
        ),
        has_gaps=bool(round_.setup.rules.passes),
        behind_gap=_behind_gap(snapshot, words),
        turns=turn_lines(snapshot, round_, words),
        can_deal_anew=round_.untouched and not snapshot.sealed,
        result_obstacle=result_obstacle(round_, words),
        over=round_.over,
        phones=phones(snapshot, words),
        looks_on=looks_on(snapshot),
        own=own,
        scratch=scratch,
    )


def subtitle(snapshot: Snapshot, words: Words, copy: str) -> str:
    """Return the subtitle, e.g. `Round 3 · to 100`, whether no chips lie on the table, and whether
    this is the copy of a table.
    """
    rules = snapshot.round.setup.rules
    number = words.say("Round {number}", number=snapshot.round_number)
    in_app = rules.charge_chips and rules.chips is ChipPlace.APP
    place = words.say("chips in the app") if in_app else ""
    return " · ".join(filter(None, (number, aim_of(snapshot.series, words), place, copy)))


def turn_of(snapshot: Snapshot, words: Words, *, briefly: bool = False) -> str:
    """Return the player to move in words, `briefly` with a short name."""
    round_ = snapshot.round
    due = _due(snapshot)
    if round_.over:
        return capital(words.say(Why.ROUND_IS_OVER.value))
    if is_own_turn(snapshot):
        return words.say("Your turn")
    if round_.due is None:
        return words.say("Who leads?")
    if briefly:
        due = spoken_names(snapshot, round_)[round_.setup.players[round_.due]]
    return words.say("{name} to play", name=due)


def refusal_at(snapshot: Snapshot, objection: Objection, words: Words) -> str:
    """Return an objection as a sentence; who was quicker is named, with whose turn it is now."""
    company = snapshot.company
    of_others = objection.why in {Why.QUICKER, Why.JUST_CHANGED}
    if not of_others or company is None or company.latest is None:
        return refusal_words(objection, words, snapshot.series.name_of)
    entered = snapshot.before is None or len(snapshot.before.steps) < len(snapshot.log.steps)
    if objection.why is Why.JUST_CHANGED and entered:
        what = step_words(snapshot.log.steps[-1], snapshot.series, words)
        return words.say(
            "{name} has just entered “{what}”. Take that back? Tap Undo again.",
            name=phone_name(snapshot, company.latest, words),
            what=what,
        )
    return f"{quicker(snapshot, words)} {sentence(turn_of(snapshot, words), words)}"


def _due(snapshot: Snapshot) -> str | None:
    """Return the name of the player to move, None if unknown."""
    seat = snapshot.round.due
    players = snapshot.round.setup.players
    return None if seat is None else snapshot.series.name_of(players[seat])


def _pass_says(round_: Round, words: Words) -> str:
    return words.say("Lay the hand out") if _lays_out(round_) else words.say("Pass")


def _lays_out(round_: Round) -> bool:
    """Return whether a pass lays the hand out (R23)."""
    return round_.due is not None and round_.passes_left(round_.due) == 0


def _pass_costs(round_: Round, words: Words) -> Iterator[str]:
    """Yield the passes that the player to move has left, and what the pass costs (R6, R23)."""
    rules = round_.setup.rules
    due = round_.due
    left = None if due is None else round_.passes_left(due)
    chips = rules.pass_fee
    if left:
        yield words.count("{n} left", "{n} left", left)
    elif due is not None and left == 0:
        chips = rules.card_fee * round_.cards_left[due]
    if chips:
        yield words.count("pays {n} chip", "pays {n} chips", chips)


def _can_pass(round_: Round) -> bool:
    if round_.due is None or round_.over:
        return False
    asks_hand = round_.awaited_hand is not None
    return asks_hand or round_.objection(Passed(round_.due)) is None


def _behind_gap(snapshot: Snapshot, words: Words) -> str:
    """Return the cards on the table that a gap parts from their suit (R24)."""
    islands = snapshot.board.layout.islands
    if not islands:
        return ""
    return words.say("behind a gap: {cards}", cards=shorts(islands, words))


def _prompt(round_: Round, words: Words) -> str:
    """Return what to do next at this table."""
    if round_.over:
        return ""
    if round_.unclaimed:
        return words.say("the first cards of all suits are laid")
    if round_.due is not None and not offered(round_):
        return words.say("can only pass")
    opening = round_.opening
    if opening:
        return words.say("{card} leads the round", card=short(opening, words))
    if _lays_out(round_):
        return words.count("{n} pass left", "{n} passes left", 0)
    return words.say("tap a card, or pass")


def _starters(round_: Round, words: Words) -> str:
    """Return the caption of the column that opens the suits."""
    rank = round_.layout.starter
    return rank_name(rank, words) if rank else ""


def _lead(round_: Round, words: Words) -> LeadQuestion | None:
    opening = round_.opening
    unclaimed = round_.unclaimed
    if unclaimed and not round_.over:
        laid = spread(unclaimed)[0]
        asks = words.say("Who laid {card}?", card=short(laid, words))
        return LeadQuestion(face(laid, words), asks)
    if opening is None or round_.due is not None or round_.over:
        return None
    return LeadQuestion(
        face(opening, words), words.say("Who holds {card}?", card=short(opening, words))
    )


def _pass_warning(round_: Round, due: str | None, words: Words) -> str:
    """Return a warning if an entered hand proves that a pass would be false."""
    hand = None if round_.due is None else round_.held(round_.due)
    if round_.due is not None and round_.passes_freely(round_.due):
        return ""
    if not hand or not hand & round_.playable:
        return ""
    cards = " ".join(short(card, words) for card in spread(hand & round_.playable))
    return words.say("{name} can play {cards}. Pass anyway?", name=due, cards=cards)


def _seats(snapshot: Snapshot, words: Words) -> tuple[SeatView, ...]:
    """Return the seats, with what their players still owe if the chips lie on the table (R18)."""
    series = snapshot.series
    round_ = snapshot.round
    names = (*round_.setup.players, POT_WORD)
    in_app = round_.setup.rules.chips is ChipPlace.APP
    lying = series.standing.chips if in_app else series.lying
    owed = Counter[tuple[str, str]]()
    for payer, payee, chips in () if in_app else series.open:
        owed[payer, payee] += chips
    if not (in_app or round_.over):
        for fine in unticked(round_):
            owed[names[fine.offender], names[fine.payee]] += fine.chips
        for moved in ledger(round_).transfers:  # where all places are played for (R11)
            if moved.reason is Reason.CARDS_LEFT and moved.target != POT:
                owed[names[moved.source], names[moved.target]] += moved.chips
    debts = [Payment(*pair, chips) for pair, chips in owed.items()]
    return tuple(
        _seat(
            snapshot, seat, lying[handle], [debt for debt in debts if debt.source == handle], words
        )
        for seat, handle in enumerate(names[:-1])
    )


def _seat(
    snapshot: Snapshot, seat: int, lying: int, debts: Sequence[Payment], words: Words
) -> SeatView:
    round_ = snapshot.round
    standing = snapshot.series.standing
    handle = round_.setup.players[seat]
    player = person(snapshot, handle)
    cards = round_.cards_left[seat]
    chips = lying if snapshot.series.counts_chips else None
    place = round_.out.index(seat) + 1 if seat in round_.out else 0
    points = standing.points[handle] if round_.setup.rules.count_points else None
    dealer = seat == round_.setup.dealer
    own = seat == own_seat(snapshot)
    title = words.say("You · {name}", name=player.name) if own else player.name
    parts = (
        words.say("{name} deals", name=title) if dealer else title,
        words.count("{n} card", "{n} cards", cards),
        "" if chips is None else chips_words(chips, words),
        "" if points is None else points_words(points, words),
        words.say("out, place {place}", place=place) if place else "",
        *_passes_of(round_, seat, words),
        *(
            words.say(
                "owes {name} {chips}",
                name=holder_of(snapshot, debt.target, words).name,
                chips=debt.chips,
            )
            for debt in debts
        ),
    )
    owes = sum(debt.chips for debt in debts)
    return SeatView(
        handle=handle,
        name=player.name,
        title=title,
        short=words.say("You") if own else player.name,
        initial=player.initial,
        tint=player.tint,
        cards=cards,
        chips=chips,
        chips_text="" if chips is None else signed(chips),
        points=points,
        dealer=dealer,
        to_play=seat == round_.due,
        place=place,
        owes=owes,
        owes_text=words.say("owes {chips}", chips=owes) if owes else "",
        passes=_passes_shown(round_, seat),
        says=words.join(parts),
    )


def _passes_of(round_: Round, seat: int, words: Words) -> Iterator[str]:
    """Yield the passes left of a seat, or that its hand was laid out, in words (R23)."""
    left = round_.passes_left(seat)
    if seat in round_.laid_out:
        yield words.say("laid the hand out")
    elif left is not None and seat not in round_.out:
        yield words.count("{n} pass left", "{n} passes left", left)


def _passes_shown(round_: Round, seat: int) -> str:
    """Return a dot for each pass left and used, or a cross for a hand laid out (R23)."""
    left = round_.passes_left(seat)
    if left is None or seat in round_.out:
        return ""
    if seat in round_.laid_out:
        return "×"
    return "●" * left + "○" * len(round_.passes_of(seat))


def _happened(snapshot: Snapshot, words: Words) -> str:
    """Return the last two turns in words, latest first.

    Before the first turn these are the antes, and in the first round what to tap.
    """
    series = snapshot.series
    round_ = snapshot.round
    if not round_.turns:
        begins = snapshot.round_number == 1 and round_.due is not None
        name = _due(snapshot)
        tap = words.say("Tap the card that {name} lays. None fits? Tap Pass.", name=name)
        return "\n".join(filter(None, (tap if begins else "", _antes(snapshot, words))))
    numbers = range(len(round_.turns), max(0, len(round_.turns) - 2), -1)
    return " · ".join(_turn_text(series, round_, number, words) for number in numbers)


def _antes(snapshot: Snapshot, words: Words) -> str:
    """Return what everybody puts into the pot for the deal, in words; empty for nothing (R5).

    Those who put in another amount than most are named.
    """
    players = snapshot.round.setup.players
    antes = dict.fromkeys(range(len(players)), 0)
    for moved in ledger(snapshot.round).transfers:
        if moved.reason in {Reason.ANTE, Reason.SHORT_ANTE} and moved.source != POT:
            antes[moved.source] += moved.chips
    amounts = list(antes.values())
    least, most = min(amounts), max(amounts)
    if not most:
        return ""
    if least == most:
        return words.say("Everybody antes {chips}", chips=most)
    spoken = spoken_names(snapshot, snapshot.round)

    def names(chips: int) -> str:
        payers = (seat for seat, paid in antes.items() if paid == chips)
        return listed([spoken[players[seat]] for seat in payers], words)

    more = amounts.count(most)
    if not least:
        return words.count(
            "{names} antes {chips}", "{names} ante {chips}", more, names=names(most), chips=most
        )
    others, usual = (most, least) if 2 * more <= len(players) else (least, most)
    everybody = words.say("Everybody antes {chips}", chips=usual)
    return words.join((everybody, f"{names(others)} {others}"))


def _turn_text(series: Series, round_: Round, number: int, words: Words) -> str:
    turn = round_.turns[number - 1]
    name = series.name_of(round_.setup.players[turn.seat])
    if isinstance(turn, Played):
        return words.say("{name} played {card}", name=name, card=short(turn.card, words))
    if number in round_.lay_outs:
        return words.say("{name} laid the hand out", name=name)
    passed = words.say("{name} passed", name=name)
    if fee := round_.setup.rules.pass_fee:
        return words.join((passed, words.count("pays {n} chip", "pays {n} chips", fee)))
    return passed
