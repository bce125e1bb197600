"""The list of turns, with the playable cards of each turn and the verdicts of the passes."""

from dataclasses import dataclass

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

    `verdict` is `legal`, `illegal`, `open`, or empty for a card.
    """

    turn: int
    player: str
    tint: int
    text: str
    verdict: str
    verdict_text: str


def turns(facts: ScreenFacts) -> b.Document:
    """Return all turns of the round, and the undone turns, both latest first.

    A round by its result has the numbers of each player instead.
    """
    words = facts.words
    round_ = facts.round
    if round_.by_result:
        return _of_result(facts)
    lines = turn_lines(facts.night, round_, words)
    rows = (*_undone(facts), *(_row(facts, line) for line in lines))
    counted = facts.count("{n} turn", "{n} turns", len(lines))
    passed = facts.count("{n} pass", "{n} passes", len(judge(round_).rulings))
    doubted = b.notices(doubt(round_, words), "doubt", b.Status.BAD)
    instead = _result_instead(round_, words) if doubted else ()
    return b.Document(
        facts.say("Turns"),
        ((*doubted, *instead, *b.lists(rows)),),
        beside=(_date(facts),),
        subtitle=join_facts(facts.say("Round {number}", number=facts.number), counted, passed),
    )


def _of_result(facts: ScreenFacts) -> b.Document:
    """Return the cards left and the passes of a round that was entered by its result (R19)."""
    words = facts.words
    round_ = facts.round

    def row(seat: int, handle: str) -> b.Row:
        player = person(facts.night, handle)
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
    number = words.say("Round {number}", number=facts.number)
    return b.Document(
        words.say("Turns"),
        ((b.Panel((b.List(rows), b.Actions((change, seats)))),),),
        beside=(_date(facts),),
        subtitle=join_facts(number, by_result(round_, words)),
    )


def _date(facts: ScreenFacts) -> b.Action:
    """Return the button that changes the date of the round."""
    says = facts.say("Date")
    change = act(change_date, facts.number)
    return b.Action("round-date", says, change, icon=b.Icon.DATE, label=says)


def _result_instead(round_: Round, words: Words) -> tuple[b.Actions, ...]:
    """Return the way to enter the result only, where the turns cannot be right."""
    if result_obstacle(round_, words) or round_.void:
        return ()
    says = words.say("Enter the result only")
    return (b.Actions((b.Action("result-only", says, b.Go("result"), b.Emphasis.QUIET),)),)


def _row(facts: ScreenFacts, line: TurnLine) -> b.Row:
    """Return a turn, which opens its repair; a pass with the cards that could be played."""
    words = facts.words
    round_ = facts.round
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
        leading=_who(facts.night, round_, turn),
        subtitle=met,
        note=_note(facts, line.turn),
        value=face(turn.card, words) if isinstance(turn, Played) else line.text,
        badge=badge,
        intent=b.Go(f"repair/{line.turn}"),
    )


def _note(facts: ScreenFacts, turn: int) -> str:
    """Return what became of a fine, and who entered a turn for another phone."""
    night = facts.night
    entered = night.company.entered.get((facts.number, turn - 1)) if night.company else None
    says = fine_became(night, facts.number, turn, facts.words)
    if not entered:
        return says
    phone = facts.say("Phone {n}", n=entered.member)
    by = night.series.name_of(entered.handle) if entered.handle else phone
    return join_facts(says, facts.say("entered by {name}", name=by))


def _undone(facts: ScreenFacts) -> tuple[b.Row, ...]:
    """Return the undone turns that can follow the last turn of the round, and a redo repeat."""
    round_ = facts.round
    rows = list[b.Row]()
    if facts.number < facts.night.round_number:
        return ()
    for step in reversed(facts.night.undone):
        if not isinstance(step, Recorded) or step.number != facts.number:
            break
        if step.refusal(round_):
            break
        for turn, made in enumerate(_turns_of(step.event), round_.next_turn):
            player = _who(facts.night, round_, made)
            rows.append(
                b.Row(
                    f"{turn} · {player.name}",
                    f"undone-{turn}",
                    leading=player,
                    subtitle=facts.say("Taken back"),
                    value=_move(made, facts.words),
                    status=b.Status.MUTED,
                )
            )
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


def turn_lines(snapshot: Snapshot, round_: Round, words: Words) -> tuple[TurnLine, ...]:
    """Return the turns of the round, latest first."""
    verdicts = {ruling.turn: ruling.verdict for ruling in judge(round_).rulings}
    lines = list[TurnLine]()
    for number, turn in enumerate(round_.turns, 1):
        player = _who(snapshot, round_, turn)
        verdict = verdicts.get(number)
        lays_out = number in round_.lay_outs
        lines.append(
            TurnLine(
                turn=number,
                player=player.name,
                tint=player.tint,
                text=words.say("lays out") if lays_out else _move(turn, words),
                verdict=verdict.value if verdict else "",
                verdict_text=verdict_text(verdict, words) if verdict else "",
            )
        )
    return tuple(reversed(lines))


def _move(turn: Turn, words: Words) -> str:
    return short(turn.card, words) if isinstance(turn, Played) else words.say("pass")


def _who(snapshot: Snapshot, round_: Round, turn: Turn) -> Person:
    return person(snapshot, round_.setup.players[turn.seat])
