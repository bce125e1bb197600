"""The other phones of a shared table, as far as the table screen shows them."""

from dataclasses import dataclass

from companion.core.objections import Objection, Why
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.setup import Seat
from companion.desk.company import WHY, Company, seat_of
from companion.desk.rights import Recording, Role
from companion.desk.shared_log import missing_card
from companion.desk.table import Snapshot
from companion.screens.speech import explained, join_facts, refusal_words, short
from companion.words import Words


@dataclass(frozen=True)
class PhonesView:
    """The state of the other phones.

    `alarm` replaces the subtitle of the table while a phone or the table is out of reach; `says` is
    the label of the sign that leads to the company. `unshared` counts the own steps that are not
    shared yet, and `unit` follows the number. `news` is for this phone alone.
    """

    reached: bool
    says: str
    alarm: str
    unshared: int
    unit: str
    news: str


def phones(snapshot: Snapshot, words: Words) -> PhonesView | None:
    """Return the state of the other phones, None at a table that is not shared."""
    company = snapshot.company
    if company is None:
        return None
    ended = ending(snapshot, words)
    alarm = "" if ended else _alarm(snapshot, company, words)
    news = _entered_for_me(snapshot, company, words) or _new_host(snapshot, company, words)
    news = news or _left(snapshot, company, words)
    if company.overtaken:
        undone = words.pair(words.say("Undo"), quicker(snapshot, words))
        news = join_facts(undone, news)
    if company.refused:
        news = refused_title(company, words)
    elif company.me in company.freed:
        news = words.say("Your seat was freed")
    # A question may stay unanswered for long, and then has to leave room for the news.
    for_this_phone = join_facts(asked_of(snapshot, words), news)
    return PhonesView(
        not company.lost,
        explained(words.say("Shared table"), ended or alarm, words),
        alarm,
        company.unshared,
        words.count("turn not shared yet", "turns not shared yet", company.unshared),
        ended or for_this_phone,
    )


def _entered_for_me(snapshot: Snapshot, company: Company, words: Words) -> str:
    """Return who entered the last turn of this phone’s player, if that was somebody else."""
    seat = own_seat(snapshot)
    turns = [place for place, turn in enumerate(snapshot.round.turns) if turn.seat == seat]
    author = company.entered.get((snapshot.round_number, turns[-1])) if turns else None
    if author is None or author.member == company.me or company.recording is not Recording.OWN:
        return ""
    phone = words.say("Phone {n}", n=author.member)
    name = snapshot.series.name_of(author.handle) if author.handle else phone
    turn = snapshot.round.turns[turns[-1]]
    what = short(turn.card, words) if isinstance(turn, Played) else words.say("Pass")
    return words.say("{name} entered “{what}” for you", name=name, what=what)


def passed_for_me(snapshot: Snapshot) -> int | None:
    """Return the first turn that another phone has passed for this one in place of an own card.

    None unless a card of this phone was not shared.
    """
    company = snapshot.company
    seat = own_seat(snapshot)
    number = snapshot.round_number
    if company is None or seat is None:
        return None
    missing = (missing_card(text, snapshot.log) for text in company.refused)
    if not any(card and card[0] == number and card[1].seat == seat for card in missing):
        return None
    turns = enumerate(snapshot.round.turns)
    passed = (place for place, turn in turns if isinstance(turn, Passed) and turn.seat == seat)
    return next((place + 1 for place in passed if (number, place) in company.entered), None)


def _new_host(snapshot: Snapshot, company: Company, words: Words) -> str:
    """Return who has become the host since the last step."""
    if company.hosted != len(snapshot.log.steps):
        return ""
    if company.me == company.host:
        return words.say("You are the host now")
    return words.say("{name} is the host now", name=phone_name(snapshot, company.host, words))


def phone_name(snapshot: Snapshot, member: int, words: Words) -> str:
    """Return the name of the player at a phone, or the number of a phone without a seat."""
    handle = seat_of(member, snapshot.company.seats) if snapshot.company else None
    return snapshot.series.name_of(handle) if handle else words.say("Phone {n}", n=member)


def quicker(snapshot: Snapshot, words: Words) -> str:
    """Return who was quicker at a shared table; no name for this phone or where nobody is known."""
    company = snapshot.company
    latest = company.latest if company else None
    if company is None or latest is None or latest == company.me:
        return words.say("The table has changed meanwhile.")
    return words.say("{name} was quicker.", name=phone_name(snapshot, latest, words))


def _left(snapshot: Snapshot, company: Company, words: Words) -> str:
    """Return who has left the table since the last step."""
    steps = len(snapshot.log.steps)
    gone = [handle for handle, before in company.left.items() if before == steps]
    name = snapshot.series.name_of(gone[-1]) if gone else ""
    return words.say("{name} has left the table", name=name) if name and company.seat else ""


def asked_of(snapshot: Snapshot, words: Words) -> str:
    """Return what this phone is asked to decide for another one, empty for nothing."""
    company = snapshot.company
    name_of = snapshot.series.name_of
    if company is None or company.role is Role.ONLOOKER:
        return ""
    if claimed := claimed_seats(company):
        return words.say("Is {name} back on another phone?", name=name_of(claimed[0]))
    if company.inherits:
        host = phone_name(snapshot, company.host, words)
        return words.say("{name}’s phone is away: be the host?", name=host)
    if company.host_is_back:
        host = name_of(seat_of(company.host_before, company.seats) or "")
        return words.say("{name} is back: make them the host again?", name=host)
    return ""


def claimed_seats(company: Company) -> tuple[str, ...]:
    """Return the seats that other phones ask for, and whose own phones are away."""
    claims = company.claims.items()
    return tuple(handle for handle, by in claims if by != company.me and company.away(handle))


def looks_on(snapshot: Snapshot) -> bool:
    """Return whether this phone can only look on at a shared table that goes on."""
    company = snapshot.company
    if company is None or company.ended or company.recording is Recording.ALL:
        return False
    return company.role is Role.ONLOOKER and not company.lost


def undo_barred(snapshot: Snapshot, words: Words) -> str:
    """Return why this phone cannot take back the last step of another, empty if it can."""
    refusal = snapshot.company.undo_refusal if snapshot.company else None
    if refusal is None or refusal.why is Why.NOTHING_TO_UNDO:
        return ""
    return refusal_words(refusal, words, snapshot.series.name_of)


def barred(snapshot: Snapshot, words: Words) -> str:
    """Return why the next turn is not entered on this device; empty if it can be."""
    company = snapshot.company
    round_ = snapshot.round
    if company is None or round_.due is None or round_.over:
        return ""
    handle = round_.setup.players[round_.due]
    if company.ended:
        return ending(snapshot, words)
    if company.may_record(handle):
        return ""
    if company.connected and company.away(handle) and company.role is Role.SEATED:
        return words.say("In a minute you can enter it here.")
    why = Why.NOT_YOUR_TURN if handle in company.seats else Why.NOT_SEATED
    return refusal_words(Objection(why, player=handle), words, snapshot.series.name_of)


def waits_for(snapshot: Snapshot, words: Words) -> str:
    """Return what the table waits for, if the next turn comes from another phone."""
    company = snapshot.company
    handle = _due(snapshot)
    if company is None or (not company.ended and not handle):
        return ""
    if looks_on(snapshot) or (company.ended and not snapshot.round.over):
        return words.say("you look on")
    if company.ended:
        return ""
    own = company.recording is Recording.OWN
    away = company.connected and company.away(handle) and own
    if is_elsewhere(snapshot) or (away and not company.may_record(handle)):
        return words.say("on their own phone")
    left = away or handle in company.left
    here = left and company.may_record(handle)
    return words.say("no phone here: tap a card, or pass") if here else ""


def own_seat(snapshot: Snapshot) -> Seat | None:
    """Return the seat of this device at a shared table that goes on, None at any other."""
    company = snapshot.company
    players = snapshot.round.setup.players
    if company is None or company.ended or company.seat not in players:
        return None
    return players.index(company.seat)


def is_own_turn(snapshot: Snapshot) -> bool:
    """Return whether the player at this device of a shared table is due."""
    return bool(_due(snapshot)) and snapshot.round.due == own_seat(snapshot)


def is_elsewhere(snapshot: Snapshot) -> bool:
    """Return whether the next turn is entered on another phone, though the host could enter it."""
    company = snapshot.company
    handle = _due(snapshot)
    if company is None or company.recording is not Recording.OWN or handle not in company.seats:
        return False
    away = company.connected and company.away(handle)
    return handle != company.seat and not away and not looks_on(snapshot)


def _due(snapshot: Snapshot) -> str:
    """Return the player to move at a shared table that goes on, empty at any other."""
    company = snapshot.company
    round_ = snapshot.round
    if company is None or company.ended or round_.due is None or round_.over:
        return ""
    return round_.setup.players[round_.due]


def _alarm(snapshot: Snapshot, company: Company, words: Words) -> str:
    """Return a notice that the table is out of reach, or the phone of the player to move."""
    if company.lost:
        return words.say("The table cannot be reached")
    due = snapshot.round.due
    players = snapshot.round.setup.players
    away = company.connected and due is not None and company.away(players[due])
    if due is None or snapshot.round.over or not away:
        return ""
    return words.say("{name}’s phone is away", name=snapshot.series.name_of(players[due]))


def ending(snapshot: Snapshot, words: Words) -> str:
    """Return how the shared table ended for this device, empty while it goes on."""
    company = snapshot.company
    if company is None or not company.ended:
        return ""
    return refusal_words(Objection(WHY[company.stopped]), words)


def refused_title(company: Company, words: Words) -> str:
    """Return how many own turns were not taken."""
    count = len(company.refused)
    return words.count("{n} turn was not shared", "{n} turns were not shared", count)
