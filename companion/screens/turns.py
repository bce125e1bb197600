"""The list of turns, with the playable cards of each turn and the verdicts of the passes."""

from dataclasses import dataclass, replace

from companion.core.judge import Verdict, judge
from companion.core.rounds.events.cards import Forgotten, LaidOut
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event, Turn
from companion.core.rounds.round import Round
from companion.core.rounds.texts import OPEN_POINTS
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.board import face
from companion.screens.dates import change_date
from companion.screens.kit import ScreenFacts, act
from companion.screens.passes import doubt, verdict_text
from companion.screens.result import result_obstacle
from companion.screens.speech import Person, by_result, join_facts, person, short, shorts
from companion.screens.tray import fine_became
from companion.words import Words, number_words


@dataclass(frozen=True)
class TurnLine:
    """A turn in the list.

    `verdict` is `legal`, `illegal`, `open`, or empty for a card. `suit` is a letter, empty for a
    pass.
    """

    turn: int
    player: str
    tint: int
    text: str
    suit: str
    verdict: str
    verdict_text: str


def turns(facts: ScreenFacts) -> b.Document:
    """Return all turns of the round, and the undone turns, both latest first.

    A round by its result has the numbers of each player instead.
    """
    snapshot = facts.night
    number = facts.number
    words = facts.words
    round_ = snapshot.series.round(number)
    if round_.by_result:
        return _of_result(snapshot, number, words)
    lines = turn_lines(snapshot, round_, words)
    rows = (
        *_undone(snapshot, number, words),
        *(_row(snapshot, number, line, words) for line in lines),
    )
    listed = (b.List(rows),) if rows else ()
    counted = facts.count("{n} turn", "{n} turns", len(lines))
    passed = facts.count("{n} pass", "{n} passes", len(judge(round_).rulings))
    doubted = b.notices(doubt(round_, words), "doubt", b.Status.BAD)
    instead = _result_instead(round_, words) if doubted else ()
    return b.Document(
        facts.say("Turns"),
        ((*doubted, *instead, *listed),),
        beside=(_date(number, words),),
        subtitle=f"{facts.say('Round {number}', number=number)} · {counted} · {passed}",
    )


def _of_result(snapshot: Snapshot, number: int, words: Words) -> b.Document:
    """Return the cards left and the passes of a round that was entered by its result (R19)."""
    round_ = snapshot.series.round(number)

    def row(seat: int, handle: str) -> b.Row:
        player = person(snapshot, handle)
        name = player.name
        if round_.scored:
            score = round_.scored[seat]
            counted = OPEN_POINTS if score is None else number_words(score)
            return b.Row(name, f"result-{handle}", player, value=counted)
        left = round_.cards_left[seat]
        cards = words.count("{n} card left", "{n} cards left", left) if left else words.say("out")
        passed = words.count("{n} pass", "{n} passes", round_.passes[seat])
        says = words.pair(name, words.join((cards, passed)))
        return b.Row(name, f"result-{handle}", player, subtitle=passed, value=cards, label=says)

    rows = tuple(row(seat, handle) for seat, handle in enumerate(round_.setup.players))
    change = b.Action("result-only", words.say("Change"), b.Go("result"), icon=b.Icon.EDIT)
    seats = b.Action("seats", words.say("Seats and dealer"), b.Go("seats"), icon=b.Icon.PEOPLE)
    heads = words.say("Round {number}", number=number), by_result(round_, words)
    panel = b.Panel((b.List(rows), b.Actions((change, seats))))
    return b.Document(
        words.say("Turns"),
        ((panel,),),
        beside=(_date(number, words),),
        subtitle=join_facts(*heads),
    )


def _date(number: int, words: Words) -> b.Action:
    """Return the button that changes the date of the round."""
    label = words.say("Date")
    says = words.say("Date")
    return b.Action("round-date", says, act(change_date, number), icon=b.Icon.DATE, label=label)


def _result_instead(round_: Round, words: Words) -> tuple[b.Actions, ...]:
    """Return the way to enter the result only, where the turns cannot be right."""
    if result_obstacle(round_, words) or round_.void:
        return ()
    says = words.say("Enter the result only")
    return (b.Actions((b.Action("result-only", says, b.Go("result"), b.Emphasis.QUIET),)),)


def _row(snapshot: Snapshot, number: int, line: TurnLine, words: Words) -> b.Row:
    """Return a turn, which opens its repair; a pass with the cards that could be played."""
    round_ = snapshot.series.round(number)
    turn = round_.turns[line.turn - 1]
    badge: b.Badge | None = None
    if line.verdict:
        status = b.Status.BAD if line.verdict == Verdict.ILLEGAL.value else b.Status.MUTED
        way = b.Go(f"verdict/{line.turn}")
        badge = b.Badge(b.Action(f"verdict-{line.turn}", line.verdict_text, way), status)
    met = ""
    if isinstance(turn, Passed):
        cards = shorts(round_.met[line.turn - 1], words)
        met = words.say("could be played: {cards}", cards=cards)
    return b.Row(
        f"{line.turn} · {line.player}",
        f"turn-{line.turn}",
        leading=_who(snapshot, round_, turn),
        subtitle=met,
        note=_note(snapshot, number, line.turn, words),
        value=face(turn.card, words) if isinstance(turn, Played) else line.text,
        badge=badge,
        intent=b.Go(f"repair/{line.turn}"),
    )


def _note(snapshot: Snapshot, number: int, turn: int, words: Words) -> str:
    """Return what became of a fine, and who entered a turn for another phone."""
    company = snapshot.company
    entered = company.entered.get((number, turn - 1)) if company else None
    parts = [fine_became(snapshot, number, turn, words)]
    if entered:
        handle = entered.handle
        by = snapshot.series.name_of(handle) if handle else words.say("Phone {n}", n=entered.member)
        parts.append(words.say("entered by {name}", name=by))
    return " · ".join(parts)


def _undone(snapshot: Snapshot, number: int, words: Words) -> tuple[b.Row, ...]:
    """Return the undone turns that can follow the last turn of the round, and a redo repeat."""
    round_, rows = snapshot.series.round(number), list[b.Row]()
    if number < snapshot.round_number:
        return ()
    for step in reversed(snapshot.undone):
        if not isinstance(step, Recorded) or step.number != number:
            break
        if step.refusal(round_):
            break
        for turn, made in enumerate(_turns_of(step.event), round_.next_turn):
            rows.append(_undone_row(_who(snapshot, round_, made), turn, made, words))
        round_ = step.change(round_)
    return tuple(reversed(rows))


def _turns_of(event: Event | None) -> tuple[Turn, ...]:
    """Return the turns that the event records."""
    match event:
        case Played() | Passed():
            return (event,)
        case LaidOut():
            return (event.turn,)
        case PassRun():
            return event.turns
        case Forgotten():
            return _turns_of(event.instead)
        case _:
            return ()


def _undone_row(player: Person, number: int, turn: Turn, words: Words) -> b.Row:
    return b.Row(
        f"{number} · {player.name}",
        f"undone-{number}",
        leading=player,
        subtitle=words.say("Taken back"),
        value=_move(turn, words),
        status=b.Status.MUTED,
    )


def turn_lines(snapshot: Snapshot, round_: Round, words: Words) -> tuple[TurnLine, ...]:
    """Return the turns of the round, latest first."""
    verdicts = {ruling.turn: ruling.verdict for ruling in judge(round_).rulings}
    lines = [
        _line(_who(snapshot, round_, turn), number, turn, words, verdicts.get(number))
        for number, turn in enumerate(round_.turns, 1)
    ]
    for number in round_.lay_outs:
        lines[number - 1] = replace(lines[number - 1], text=words.say("lays out"))
    return tuple(reversed(lines))


def _line(
    player: Person, number: int, turn: Turn, words: Words, verdict: Verdict | None = None
) -> TurnLine:
    return TurnLine(
        turn=number,
        player=player.name,
        tint=player.tint,
        text=_move(turn, words),
        suit=turn.card.suit.letter if isinstance(turn, Played) else "",
        verdict=verdict.value if verdict else "",
        verdict_text=verdict_text(verdict, words) if verdict else "",
    )


def _move(turn: Turn, words: Words) -> str:
    return short(turn.card, words) if isinstance(turn, Played) else words.say("pass")


def _who(snapshot: Snapshot, round_: Round, turn: Turn) -> Person:
    return person(snapshot, round_.setup.players[turn.seat])
