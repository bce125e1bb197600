"""Writer of score sheets with their checks, and the JSON of `fantan replay`.

A check is a word, a list of words or pairs. Pairs with an unknown value are omitted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

from companion.core.books import Transfer, cards_left, ledger, places, points
from companion.core.cards import NO_CARDS, Cards, spread
from companion.core.dues import due_moves, hand_overs, lying
from companion.core.judge import Ruling, judge
from companion.core.log import Log
from companion.core.payments import Payment, back, merged, payments
from companion.core.presets import changes, describe
from companion.core.rounds.events.decisions import ChipsCorrection, PointsCorrection
from companion.core.rounds.events.times import Timed
from companion.core.rounds.events.turns import Played
from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rounds.texts import NO_TURN, PASS, POT_WORD, write_account, write_cards
from companion.core.rules import ChipPlace, Rules
from companion.core.series import Series, Totals
from companion.core.steps import HandedOver, LeftOpen, PutOff, Step

VERSION = 1
FORMAT = 1
"""Version of the JSON; keys may be added without a new one."""
_MARGIN = 9
_NARROWEST = 3

Pairs = Mapping[str, str]
Check = str | tuple[str, ...] | Pairs


def dumps(log: Log) -> str:
    """Write the canonical score sheet of a series, with all checks."""
    series = log.series
    blocks = [_head(series, series.id)]
    rules = series.rules
    marks = _former_marks(series) if series.former else {}
    for number, round_ in enumerate(series.rounds, 1):
        blocks += _round(number, round_, rules, marks.get(number, ()))
        rules = round_.setup.rules
    if series.rounds:
        blocks.append(list(_after_the_last_round(series)))
        blocks.append([_check(name, check) for name, check in total_checks(series).items()])
    return "\n".join("\n".join(block) + "\n" for block in blocks if block)


def head_words(series: Series) -> str:
    """Return the lines of a sheet before the first round, without the id."""
    return "\n".join(_head(series))


def _head(series: Series, known: str = "") -> list[str]:
    lines = [f"fantan {VERSION}"]
    facts = (("series", series.name), ("date", series.date), ("worth", series.worth))
    stated = (("id", known), *facts)
    lines += [_line(word, text) for word, text in stated if text]
    lines.append(_line("rules", describe(series.rules)))
    called = [player for player in series.players if player.name != player.handle]
    width = max((len(player.handle) for player in called), default=0)
    return lines + [
        _line("called", f"{player.handle:<{width}}  {player.name}") for player in called
    ]


def _after_the_last_round(series: Series) -> Iterator[str]:
    if series.ended:
        yield "end"
    yield from map(_padded, (step.words(()) for step in _hand_overs(series)))
    if series.planned:
        yield _line("planned", describe(series.planned))


def _hand_overs(series: Series) -> Iterator[Step]:
    """Yield the steps that say what was handed over and what is open, beside what deals say."""
    if series.former and series.chips is ChipPlace.TABLE:
        return
    on_table = series.chips is ChipPlace.TABLE
    made = series.handed_beside if on_table else payments(dict(series.made))
    yield from (HandedOver(*paid) for paid in made)
    *before, _ = series.rounds
    in_app = bool(before) and before[-1].setup.rules.chips is ChipPlace.APP
    if on_table and (series.carried or in_app):
        yield LeftOpen(series.debts)
    yield from map(PutOff, series.later)


def _former_marks(series: Series) -> dict[int, tuple[Payment, ...]]:
    """Return what stays open over deals, as a former version wrote it: by rounds."""
    last = series.round_number
    listed = series.handed if last > 1 and not series.ended else ()
    before = merged(series.debts, back(listed))
    return {last: listed, max(1, last - 1): before}


def _line(word: str, rest: str) -> str:
    return f"{word:<{_MARGIN}}{rest}"


def _round(
    number: int, round_: Round, before: Rules, marks: Iterable[Payment]
) -> Iterator[list[str]]:
    yield _setup(number, round_, before)
    yield _table(round_)
    owed = (_line("owed", " ".join(map(str, paid))) for paid in marks)
    yield [*_afterwards(round_), *owed]
    yield [_check(name, check) for name, check in round_checks(round_).items()]


def _setup(number: int, round_: Round, before: Rules) -> list[str]:
    setup = round_.setup
    lines = [_line("round", str(number))]
    if setup.date:
        lines.append(_line("date", setup.date))
    if setup.dealt_at:
        lines.append(_padded(Timed(setup.dealt_at, setup.ended_at).words(())))
    if setup.rules != before:
        lines.append(_line("rules", describe(setup.rules)))
    lines.append(_line("dealer", setup.players[setup.dealer]))
    if setup.hand_sizes != Setup.dealt(setup.rules, setup.players, setup.dealer).hand_sizes:
        sizes = zip(setup.players, setup.hand_sizes, strict=True)
        lines.append(_line("deal", "  ".join(f"{handle} {size}" for handle, size in sizes)))
    known = round_.knowledge
    lines += _cards("hand", setup.players, [hand or NO_CARDS for hand in known.hands])
    lines += _cards("holds", setup.players, known.seen)
    return lines


def _cards(word: str, players: Sequence[str], cards: Sequence[Cards]) -> Iterator[str]:
    """Yield a line for each player with cards."""
    for handle, held in zip(players, cards, strict=True):
        if held:
            yield _line(word, f"{handle} {write_cards(held)}")


def _table(round_: Round) -> list[str]:
    players = round_.setup.players
    widths = [max(len(handle), _NARROWEST) for handle in players]
    lines = [_row("", players, widths)]
    lines += [_row(f"{trip:>3}", row, widths) for trip, row in enumerate(_trips(round_), 1)]
    return lines


def _row(number: str, cells: tuple[str, ...] | list[str], widths: list[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{number:<{_MARGIN}}" + "  ".join(padded)


def _trips(round_: Round) -> Iterator[list[str]]:
    """Yield the rows, each a trip round the table from the first column to the last."""
    empty = [NO_TURN] * len(round_.setup.players)
    row = list(empty)
    last = -1
    for turn in round_.turns:
        if turn.seat <= last:
            yield row
            row = list(empty)
        row[turn.seat] = _cell(turn)
        last = turn.seat
    if last >= 0:
        yield row


def _cell(turn: Turn) -> str:
    return turn.card.text if isinstance(turn, Played) else PASS


def _afterwards(round_: Round) -> Iterator[str]:
    players = round_.setup.players
    if round_.result:
        yield _padded(round_.result.words(players))
    yield from _cards("left", players, round_.knowledge.shown)
    for decided in round_.decided:
        yield _padded(decided.words(players))


def _padded(line: str) -> str:
    word, _, rest = line.partition(" ")
    return _line(word, rest) if rest else word


def _check(name: str, check: Check) -> str:
    if isinstance(check, str):
        return f"= {_label(name)} {check}"
    if isinstance(check, tuple):
        return f"= {_label(name)} {' '.join(check)}"
    return f"= {_label(name)} {'  '.join(f'{key} {value}' for key, value in check.items())}"


def _label(name: str) -> str:
    word, _, rest = name.partition(" ")
    return f"{word} {rest:<6}" if rest else f"{word:<6}"


def round_checks(round_: Round) -> dict[str, Check]:
    """Return the checks of a round by name, in the order of the sheet."""
    players = round_.setup.players
    books = ledger(round_)
    checks: dict[str, Check] = {"layout": str(round_.layout)}
    if round_.out:
        checks["out"] = tuple(players[seat] for seat in round_.out)
    if round_.setup.rules.ranks and (ranking := places(round_)):
        checks["places"] = by_handle(players, ranking, "d")
    left = cards_left(round_)
    if left is not None:
        checks["left"] = by_handle(players, left, "d")
    checks["pot"] = str(books.pot)
    if rulings := judge(round_).rulings:
        checks["passes"] = {str(ruling.turn): ruling.verdict.value for ruling in rulings}
    checks["chips"] = by_handle(players, books.chips, "+d")
    known = by_handle(players, points(round_), "d")
    if known and round_.setup.rules.count_points and (not round_.void or _corrects_points(round_)):
        checks["points"] = known
    return checks


def _corrects_points(round_: Round) -> bool:
    """Return whether points were corrected after the round was called off."""
    return any(isinstance(change, PointsCorrection) for change in round_.decisions.after_void)


def total_checks(series: Series) -> dict[str, Check]:
    """Return the checks after the last round."""
    standing = series.standing
    checks: dict[str, Check] = {"total chips": _signed(standing.chips)}
    totals = standing.points
    unknown = standing.open
    known = {handle: str(totals[handle]) for handle in totals if handle not in unknown}
    if known and series.latest_rules.count_points:
        checks["total points"] = known
    if standing.winners:
        checks["winner"] = standing.winners
    return checks


def _signed(chips: Mapping[str, int]) -> Pairs:
    return {handle: f"{net:+d}" for handle, net in chips.items()}


def by_handle(players: Sequence[str], numbers: Sequence[int | None], form: str) -> Pairs:
    """Return the known numbers by handle, formatted by `form`."""
    return {
        handle: format(number, form)
        for handle, number in zip(players, numbers, strict=True)
        if number is not None
    }


def report(log: Log, file: str) -> dict[str, Any]:
    """Return the object that `fantan replay --json` prints for a file."""
    series = log.series
    return {
        "file": file,
        "format": FORMAT,
        "series": series_report(series),
        "rounds": list(_round_reports(series)),
        "settle": [
            {"from": owed.source, "to": owed.target, "chips": owed.chips} for owed in series.open
        ],
        "later": list(series.put_off_by),
    }


def series_report(series: Series) -> dict[str, Any]:
    """Return the part `series` of the report."""
    standing = series.standing
    return {
        "name": series.name or None,
        "date": series.date or None,
        "worth": series.worth or None,
        "called": {player.handle: player.name for player in series.players},
        "target": standing.target,
        "limit": standing.limit,
        "over": standing.over,
        "ended": series.ended,
        "winners": list(standing.winners),
        "left": list(series.left),
        "chips": dict(standing.chips),
        "points": {
            handle: None if handle in standing.open else total
            for handle, total in standing.points.items()
        },
    }


def _round_reports(series: Series) -> Iterator[dict[str, Any]]:
    totals = Totals({}, {})
    counted = list[Round]()
    seated = set[str]()
    for number, (round_, date) in enumerate(zip(series.rounds, series.dates, strict=True), 1):
        joined: dict[str, int] = {}
        players = set(round_.setup.players)
        if not players <= seated:
            totals = reduce(Totals.after, counted, totals)
            joined = _joined(totals, round_)
            counted.clear()
        yield _round_report(number, round_, date, joined)
        counted.append(round_)
        seated = players


def _joined(before: Totals, round_: Round) -> dict[str, int]:
    """Return the points that players join with in this round (R17)."""
    had = before.points
    has = before.after(round_).points
    counted = zip(round_.setup.players, points(round_), strict=True)
    return {handle: has[handle] - had.get(handle, 0) - (more or 0) for handle, more in counted}


def _round_report(
    number: int, round_: Round, date: str, joined: Mapping[str, int]
) -> dict[str, Any]:
    setup = round_.setup
    books = ledger(round_)
    left = cards_left(round_)
    players = setup.players
    judgement = judge(round_)
    return {
        "number": number,
        "date": date or None,
        "players": list(players),
        "dealer": players[setup.dealer],
        "leader": None if round_.leader is None else players[round_.leader],
        "rules": {"preset": setup.rules.preset, "changed": changes(setup.rules)},
        "hand_sizes": dict(zip(players, setup.hand_sizes, strict=True)),
        **_known_cards(round_),
        "joined": {handle: more for handle, more in joined.items() if more},
        "over": round_.over,
        "void": round_.void,
        "out": [players[seat] for seat in round_.out],
        "cards_left": None if left is None else dict(zip(players, left, strict=True)),
        "turns": _turns(round_),
        "passes": [_pass(round_, ruling) for ruling in judgement.rulings],
        "doubt": {
            "contradiction": judgement.contradiction,
            "suspects": list(judgement.suspects),
        },
        "transfers": [_transfer(players, transfer) for transfer in books.transfers],
        "payments": _payments(round_),
        **_decisions(round_),
        "pot": books.pot,
        "in_pot": lying(round_)[POT_WORD],
        "chips": dict(zip(players, books.chips, strict=True)),
        "points": dict(zip(players, points(round_), strict=True)),
        **({"result": True} if round_.by_result else {}),
        **(_ranking(round_) if setup.rules.ranks else {}),
        **(_times(setup) if setup.dealt_at else {}),
    }


def _times(setup: Setup) -> dict[str, Any]:
    return {
        "dealt_at": setup.dealt_at,
        "ended_at": setup.ended_at or None,
        "minutes": setup.minutes,
    }


def _ranking(round_: Round) -> dict[str, Any]:
    players = round_.setup.players
    ranking = places(round_)
    return {
        "laid_out": [players[seat] for seat in round_.laid_out],
        "places": None if ranking is None else dict(zip(players, ranking, strict=True)),
    }


def _known_cards(round_: Round) -> dict[str, dict[str, list[str]]]:
    known = round_.knowledge
    players = round_.setup.players
    if known.silent:
        return {"hands": {}, "holds": {}, "left": {}}
    return {
        "hands": _cards_by_handle(players, [hand or NO_CARDS for hand in known.hands]),
        "holds": _cards_by_handle(players, known.seen),
        "left": _cards_by_handle(players, known.shown),
    }


def _cards_by_handle(players: Sequence[str], cards: Sequence[Cards]) -> dict[str, list[str]]:
    return {handle: list(_codes(held)) for handle, held in zip(players, cards, strict=True) if held}


def _payments(round_: Round) -> list[dict[str, Any]]:
    """Return the payments, each with what passes between the two at the end."""
    names = (*round_.setup.players, POT_WORD)
    due = hand_overs(round_)
    purposes: dict[tuple[str, str], list[dict[str, Any]]] = {
        (paid.source, paid.target): [] for paid in due
    }
    for moved in due_moves(round_) if due else ():
        pair = names[moved.source], names[moved.target]
        reason = moved.reason.value
        if pair in purposes:
            purposes[pair].append({"reason": reason, "chips": moved.chips})
        elif (back := (pair[1], pair[0])) in purposes:
            purposes[back].append({"reason": reason, "chips": -moved.chips})
    return [
        {"from": payer, "to": payee, "chips": chips, "purposes": purposes[payer, payee]}
        for payer, payee, chips in due
    ]


def _decisions(round_: Round) -> dict[str, Any]:
    """Return the corrections that count, and the ticks."""
    players = round_.setup.players
    made = round_.decisions
    corrections = made.corrections
    return {
        "corrections": [
            {**_moved(players, paid), "note": paid.note}
            for paid in corrections
            if isinstance(paid, ChipsCorrection)
        ],
        "points_corrected": [
            {"player": players[one.seat], "points": one.points, "note": one.note}
            for one in corrections
            if isinstance(one, PointsCorrection)
        ],
        "ticks": [
            {
                "turn": tick.turn,
                "to": write_account(tick.payee, players),
                "chips": tick.chips,
            }
            for tick in made.paid
        ],
    }


def _turns(round_: Round) -> list[dict[str, Any]]:
    return [
        {
            "turn": number,
            "player": round_.setup.players[turn.seat],
            "move": _cell(turn),
            "playable": list(_codes(met)),
        }
        for number, (turn, met) in enumerate(zip(round_.turns, round_.met, strict=True), 1)
    ]


def _pass(round_: Round, ruling: Ruling) -> dict[str, Any]:
    return {
        "turn": ruling.turn,
        "player": round_.setup.players[ruling.seat],
        "verdict": ruling.verdict.value,
        "proof": [held.card.text for held in ruling.proof],
        "waived": ruling.turn in round_.decisions.waived,
    }


def _transfer(players: tuple[str, ...], transfer: Transfer) -> dict[str, Any]:
    return {
        **_moved(players, transfer),
        "reason": transfer.reason.value,
        "turn": transfer.turn,
    }


def _moved(players: tuple[str, ...], moved: Transfer | ChipsCorrection) -> dict[str, Any]:
    return {
        "from": write_account(moved.source, players),
        "to": write_account(moved.target, players),
        "chips": moved.chips,
    }


@lru_cache(maxsize=1024)
def _codes(cards: Cards) -> tuple[str, ...]:
    return tuple(card.text for card in spread(cards))
