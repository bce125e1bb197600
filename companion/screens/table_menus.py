"""The menus of the table, each by its name."""

from collections.abc import Callable
from dataclasses import replace

from companion.core.objections import Objection, Why
from companion.core.rules import ChipPlace
from companion.desk.commands import PassUntil, call_off, deal_again, play
from companion.preferences import Lows
from companion.screens import blocks as b
from companion.screens.board import laying_menu
from companion.screens.card_notes import lay_menu
from companion.screens.hints import own_hint
from companion.screens.kit import App, ScreenFacts, act, leave_menu
from companion.screens.own_hand import you_hold
from companion.screens.settings import prefer
from companion.screens.table import SeatView, TableView
from companion.screens.turn_claim import TurnClaim, turn_claim

LAYOUT = "layout"
MORE = "more"
PASSES = "passes"


def seat_menu(seat: SeatView) -> str:
    """Return the name of the menu of a seat."""
    return f"seat-{seat.handle}"


def pass_menu(revision: int) -> str:
    """Return the name of the menu that asks before a pass at this revision of the table."""
    return f"pass-{revision}"


def hint_menu(revision: int) -> str:
    """Return the name of the menu of the hint for one turn, unlike that of any later turn."""
    return f"hint-at-{revision}"


def table_menu(name: str, facts: ScreenFacts, view: TableView) -> b.Menu | None:
    """Return the menu of that name, or None if there is no such menu now."""
    revision = facts.night.revision
    fixed: dict[str, Callable[[ScreenFacts, TableView], b.Menu | None]] = {
        LAYOUT: _layout,
        MORE: _of_referee if view.scratch else _more,
        PASSES: _passes,
        pass_menu(revision): _before_pass,
        hint_menu(revision): _hint,
    }
    if name in fixed:
        return fixed[name](facts, view)
    for noted in view.noted:
        if name == laying_menu(noted.card.text):
            return lay_menu(noted, facts.words)
    for slot in view.own.slots if view.own else ():
        if name == laying_menu(slot.face.code):
            return _own_card(name, facts, you_hold(slot, facts.words))
    for place, seat in enumerate(view.seats):
        if name == seat_menu(seat):
            return _seat(name, facts, view, place)
    return None


def _layout(facts: ScreenFacts, view: TableView) -> b.Menu:
    """Return the menu that changes the layout on this device."""
    say = facts.say
    now = facts.preferences
    low_right = now.low_right(ruled=view.picture_low_right)
    suits = say("Suits as rows") if now.columns else say("Suits as columns")
    order = say("Suits in their fixed order") if now.as_laid else say("Suits as they are begun")
    lows = Lows.LEFT if low_right else Lows.RIGHT
    turned = act(prefer, now.turned_over())
    mirrored = act(prefer, replace(now, lows=lows))
    actions = (
        b.Action("flip", say("Turn the table"), turned, icon=b.Icon.TURN_OVER),
        b.Action("mirror", say("Mirror the layout"), mirrored, icon=b.Icon.MIRROR),
        b.Action("suits", suits, act(prefer, now.across()), icon=b.Icon.COLUMNS),
        b.Action("suits-order", order, act(prefer, now.reordered()), icon=b.Icon.ORDER),
    )
    return b.Menu(LAYOUT, say("Layout"), actions)


def _of_device(facts: ScreenFacts, view: TableView) -> tuple[b.Action, ...]:
    """Return the layout and the way to a hand, which a phone that looks on does not have."""
    layout = b.Action("layout-menu", facts.say("Layout"), b.Ask(LAYOUT), icon=b.Icon.LAYOUT)
    if view.looks_on:
        return (layout,)
    path = "hand" if view.scratch else "mine"
    return layout, b.Action("enter-hand", facts.say("My hand"), b.Go(path), icon=b.Icon.HAND)


def _more(facts: ScreenFacts, view: TableView) -> b.Menu:
    """Return the menu of all that is rarer than a turn."""
    say = facts.say
    result = b.Action(
        "result-only",
        say("Enter the result only"),
        None if view.result_obstacle else b.Go("result"),
        icon=b.Icon.RESULT,
        beneath=view.result_obstacle,
    )
    actions = (
        *_of_device(facts, view),
        b.Action("series", say("The series"), b.Go("series"), icon=b.Icon.SERIES),
        b.Action("rules", say("House rules"), b.Go("rules"), icon=b.Icon.RULES),
        b.Action("correction", say("Correction"), b.Go("pay"), icon=b.Icon.CORRECTION),
        result,
        *(() if view.looks_on else _of_deal(facts, view)),
    )
    if facts.room_keeps is not None:
        company = say("Who is here") if view.phones else say("Share this table")
        actions += (b.Action("share-table", company, b.Go("company"), icon=b.Icon.QR),)
    return b.Menu(MORE, say("More"), actions)


def _of_deal(facts: ScreenFacts, view: TableView) -> tuple[b.Action, ...]:
    """Return what sets the deal right, or ends it.

    Before the first turn nothing can be lost, so one screen has seats, dealer and cards.
    """
    say = facts.say
    seats = b.Go("deal" if view.can_deal_anew else "seats")
    again = None if view.can_deal_anew else b.Do(deal_again, exact=True)
    off = b.Do(call_off, exact=True)
    series = facts.night.series
    on_table = series.counts_chips and series.chips is ChipPlace.TABLE
    back = say("Everybody gets their chips back") if on_table else ""
    return (
        b.Action("round-seats", say("Seats and dealer"), seats, icon=b.Icon.SEATS),
        b.Action("deal-again", say("Deal again, same dealer"), again, icon=b.Icon.REPEAT),
        b.Action("void", say("Call the round off"), off, icon=b.Icon.CALL_OFF, beneath=back),
    )


def _of_referee(facts: ScreenFacts, view: TableView) -> b.Menu:
    say = facts.say
    seats = say("Change the table")
    actions = (
        *_of_device(facts, view),
        b.Action("round-seats", seats, b.Go("seats"), icon=b.Icon.SEATS),
        b.Action("referee-clear", say("Begin again"), act(begin_again), icon=b.Icon.REPEAT),
    )
    return b.Menu(MORE, say("More"), actions)


async def begin_again(app: App) -> None:
    """Empty the table of the referee."""
    await app.clear_referee()


def _passes(facts: ScreenFacts, view: TableView) -> b.Menu:
    """Return the menu of the players up to whom several turns are passed."""
    due = next(seat for seat, shown in enumerate(view.seats) if shown.to_play)
    seats = (seat % len(view.seats) for seat in range(due + 1, due + len(view.seats)))
    claims = (turn_claim(facts.night, seat, facts.words) for seat in seats)
    actions = tuple(
        b.Action(
            f"pass-until-{claim.handle}",
            facts.say("{name} to play", name=claim.name),
            _claims(facts, claim),
            icon=b.Icon.FORWARD,
        )
        for claim in claims
        if claim.possible
    )
    return b.Menu(PASSES, facts.say("Pass until …"), actions)


def _claims(facts: ScreenFacts, claim: TurnClaim) -> b.Intent | None:
    """Return the intent that records the passes before a player's turn.

    The owner of a private hand who could lay a card is asked first, and passes alone.
    """
    if not claim.possible:
        return None
    mine = facts.night.mine
    if mine and mine.to_lay and not mine.round.passes_freely(mine.seat):
        return b.Ask(pass_menu(facts.night.revision))
    return b.Do(PassUntil(claim.handle), exact=True)


def _claim(facts: ScreenFacts, place: int) -> b.Action:
    """Return the action that says whose turn it is."""
    claim = turn_claim(facts.night, place, facts.words)
    intent = _claims(facts, claim)
    name = f"turn-of-{claim.handle}"
    return b.Action(name, claim.says, intent, icon=b.Icon.FORWARD, beneath=claim.beneath)


def _before_pass(facts: ScreenFacts, view: TableView) -> b.Menu | None:
    """Return the question whether to pass in spite of the warning, if there is one."""
    if not view.passing.warning:
        return None
    say = facts.say
    revision = facts.night.revision
    actions = (
        b.Action("pass-yes", say("Pass"), act(pass_anyway, revision), icon=b.Icon.CHECK),
        b.Action("pass-no", say("Don’t pass"), act(leave_menu), icon=b.Icon.CLOSE),
    )
    return b.Menu(pass_menu(revision), view.passing.warning, actions)


async def pass_anyway(app: App, revision: int) -> None:
    """Pass, unless the table has changed since the question."""
    if app.facts.night.revision == revision:
        await app.pass_turn()
    else:
        app.notices.refuse(Objection(Why.QUICKER))


def _hint(facts: ScreenFacts, _view: TableView) -> b.Menu | None:
    """Return the cards that can be laid, best first, with one reason."""
    given = own_hint(facts.night, facts.words)
    if given is None:
        return None
    actions = tuple(
        b.Action(
            f"hint-{place}",
            says,
            b.Do(play(card), exact=True),
            icon=b.Icon.CARDS,
            beneath=worse,
        )
        for place, (card, says, worse) in enumerate(given.choices, 1)
    )
    return b.Menu(hint_menu(facts.night.revision), given.says, actions)


def _own_card(name: str, facts: ScreenFacts, says: str) -> b.Menu | None:
    """Return the menu of a card of the private hand on the turn of another player."""
    mine = facts.night.mine
    if mine is None:
        return None
    say = facts.say
    actions = (
        _claim(facts, mine.seat),
        b.Action("own-repair", say("Turns"), b.Go("turns"), icon=b.Icon.EDIT),
        b.Action("own-change", say("My hand"), b.Go("mine"), icon=b.Icon.CARDS),
    )
    return b.Menu(name, says, actions)


def _seat(name: str, facts: ScreenFacts, view: TableView, place: int) -> b.Menu:
    """Return the menu of a player."""
    seat = view.seats[place]
    to_hand, to_pay = b.Go(f"hand/{place + 1}"), b.Go(f"payer/{place + 1}")
    hand = b.Action("menu-hand", facts.say("Enter a hand"), to_hand, icon=b.Icon.HAND)
    pay = b.Action("menu-correction", facts.say("Correction"), to_pay, icon=b.Icon.CORRECTION)
    corrects = () if view.scratch else (pay,)
    return b.Menu(name, seat.name, (_claim(facts, place), hand, *corrects), seat.says)
