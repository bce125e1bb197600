"""Steps in the words of the score sheet, as the store and a shared table keep them.

A document is `{"round": 3, "says": "Ana 7D"}`; round 0 is the whole series.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.core.documents import (
    Doc,
    Players,
    UnknownKindError,
    checked,
    event_in,
    shortened,
)
from companion.core.log import Log
from companion.core.rounds.events.times import Timed
from companion.core.rounds.texts import read_number
from companion.core.series import Series
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import (
    FORMER_MARKS,
    KINDS,
    Dealt,
    FormerMark,
    Recorded,
    Repaired,
    Seating,
    Step,
)

_FORMER = {"settled": "handed"}
"""Words of former versions for steps of the whole series."""
UNDO = "undo"
"""Words of a document that takes back the last step."""
UNDO_DOC: Doc = {"round": 0, "says": UNDO}
_KINDS: dict[str, type[Step]] = {**KINDS, SheetTaken.word: SheetTaken}


def last_doc(log: Log) -> Doc:
    """Return the last step of a log as a document."""
    step = log.steps[-1]
    series = log.series
    number = step.place(series.round_number)
    players = series.round(number).setup.players if number else ()
    return {"round": number, "says": step.words(players)}


def read_step(says: str, number: int, players: Players) -> Step:
    """Read a step of round `number`, in which these players sit.

    :raises UnknownKindError: when this version does not know the kind
    :raises ValueError: when the words do not fit
    """
    first, *lines = says.split("\n")
    word, *rest = first.split() or [""]
    word = _FORMER.get(word, word)
    if number and word in FORMER_MARKS and len(rest) == FORMER_MARKS[word]:
        return FormerMark(number, first, *map(read_number, rest[2:]))
    if number and (not lines or word not in _KINDS):
        closing = Timed.read(lines[0].split()[1:], players) if lines else None
        return Recorded(number, event_in(first, players), closing.dealt_at if closing else "")
    if word not in _KINDS:
        raise UnknownKindError(f"a step of the kind {shortened(word)}")
    return _KINDS[word].read([*rest, *lines], players)


def read_doc(doc: Any, series: Series) -> Step:
    """Read a document of a step of this series.

    :raises UnknownKindError: when this version does not know the kind
    :raises ValueError: when the document does not fit
    """
    number = checked("round", doc.get("round"), int)
    says = checked("says", doc.get("says"), str)
    dealt = 1 <= number <= series.round_number
    return read_step(says, number, series.round(number).setup.players if dealt else ())


def write_steps(steps: Iterable[Step]) -> Iterable[tuple[int, str]]:
    """Yield the round and the words of each step of a whole log."""
    dealt = 0
    seated = dict[int, Players]()
    for step in steps:
        dealt = step.log.round_number if isinstance(step, SheetTaken) else dealt
        dealt += isinstance(step, Dealt)
        number = step.place(dealt)
        _seat(step, number, seated)
        yield number, step.words(seated.get(number, ()))


def _seat(step: Step, number: int, seated: dict[int, Players]) -> None:
    """Note who sits in which round after a step of round `number`."""
    if isinstance(step, Seating | Repaired):
        seated[number] = step.setup.players
    elif isinstance(step, SheetTaken):
        rounds = step.log.series.rounds
        seated.update((place, one.setup.players) for place, one in enumerate(rounds, 1))


def read_steps(documents: Sequence[tuple[int, str]]) -> Iterable[Step]:
    """Read the steps of a whole log from the round and the words of each.

    :raises UnknownKindError: when this version does not know a kind
    :raises ValueError: when words do not fit
    """
    seated: dict[int, Players] = {}
    former = Counter[tuple[int, tuple[str, str]]]()
    for number, says in documents:
        step = read_step(says, number, seated.get(number, ()))
        if isinstance(step, FormerMark):
            pair = number, step.paid[:2]
            step = replace(step, chips=step.chips or -former[pair])
            former[pair] += step.chips
        _seat(step, number, seated)
        yield step
