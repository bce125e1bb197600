"""Log of a shared table: its steps with their authors, the seats, and the rights of the members.

All devices hear the same lines in the same order, and take each line alike. A line is a list of
documents that count together or not at all. A document is a step in words, or a fact about the
table. A line that cannot follow, or whose member may not write it, is ignored.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from companion.core.documents import Doc, checked
from companion.core.kinship import continue_by_steps, count_common
from companion.core.log import Log, Replay
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.outside import read_json
from companion.core.rounds.events.cards import LaidOut
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.step_words import UNDO, UNDO_DOC, last_doc, read_doc
from companion.core.steps import Dealt, Recorded, Redealt, Repaired, Seating, Step, only_describes
from companion.desk.company import Arrangement, Author, deed_of, seat_of
from companion.desk.rights import NOTHING_ADMITTED, Admitted, Deed, Recording, Role, refuse
from companion.desk.table_facts import KINDS, Saying, TableFact

_SHEET = "sheet"
_AGAIN = {"again": True}
"""Mark of a first line that opens a table again, which the room had lost."""
_MADE_ON = "on"
"""Key of the round that a missing step replaces, as the step knew it."""
_EARLIER = 32
_LONGEST_LINE = 2**20
"""Longest text of a line in bytes; a room takes far less."""
encode = json.JSONEncoder(separators=(",", ":")).encode


class TableLine(NamedTuple):
    """Line of a table; the room stamps the `member`, and what it `admitted`."""

    member: int
    id: str
    text: str
    admitted: Admitted = NOTHING_ADMITTED


@dataclass(frozen=True)
class SharedLog(Arrangement):
    """Log of a shared table after a line.

    The first `base` steps were there when the table was opened, and stay. `authors` are the members
    who recorded each later step. `undone` are the steps taken back, the earliest first. While
    `resumable`, steps that the room had lost can follow: the table was opened again, and nobody has
    gone on.
    """

    log: Log
    base: int
    authors: tuple[int, ...] = ()
    undone: tuple[Step, ...] = ()
    resumable: bool = False
    earlier: tuple[Log, ...] = field(default=(), compare=False, repr=False)
    """Logs before the last few steps, so that few undos replay the log.

    A line of 800 renames and undos takes 0.02 s at 172 steps, and took 1.1 s without them.
    """

    @staticmethod
    def begin(log: Log, *, resumable: bool = False) -> "SharedLog":
        """Return the log of a table that is opened with these steps."""
        return SharedLog(log, len(log.steps), resumable=resumable)

    def after(self, member: int, text: str, admitted: Admitted = NOTHING_ADMITTED) -> "SharedLog":
        """Return the log after a line of a member, which is ignored if it cannot follow.

        What the room admitted counts in any case: the room has checked it.
        """
        now = self if member in self.members else replace(self, members=self.members | {member})
        if admitted.host is not None:
            # Who passes the role on does not want it back.
            owner = now.host if now.host in now.seats.values() else now.host_before
            lent_by = owner if member == admitted.host else admitted.host
            steps = len(now.log.steps)
            now = replace(now, host=admitted.host, hosted=steps, host_before=lent_by)
        try:
            docs = checked("line", read_json(text, _LONGEST_LINE), list)
            after = now.with_docs(member, docs, admitted)
        except ValueError:
            return now
        return now if isinstance(after, Objection) else after

    def with_docs(
        self, member: int, docs: Iterable[Any], admitted: Admitted = NOTHING_ADMITTED
    ) -> "SharedLog | Objection":
        """Return the log after documents of a member, or why one of them cannot follow.

        :raises ValueError: when a document cannot be read
        """
        now = self
        for doc in docs:
            after = now._with(member, doc, admitted)
            if isinstance(after, Objection):
                return after
            now = after
        return now

    def with_step(
        self, member: int, step: Step | None, admitted: Admitted = NOTHING_ADMITTED
    ) -> "SharedLog | Objection":
        """Return the log after a step of a member, or why it cannot follow; None is an undo."""
        if refusal := self.objection(member):
            return refusal
        if step is None:
            return self._undo(member, admitted)
        if refusal := self._to_record(member, step, admitted):
            return refusal
        try:
            log = self.log.after(step)
        except IllegalEventError as refused:
            return refused.objection
        undone = self.undone if only_describes(step) else ()
        if self.undone[-1:] == (step,):
            undone = self.undone[:-1]
        return replace(
            self,
            log=log,
            earlier=(*self.earlier, self.log)[-_EARLIER:],
            undone=undone,
            authors=(*self.authors, member),
            latest=member,
            entered=self._entered(member, step, log),
            resumable=False,
        )

    def objection(self, member: int) -> Objection | None:
        """Return why nothing by this member can follow, or None."""
        if self.closed:
            return Objection(Why.TABLE_CLOSED)
        return Objection(Why.REMOVED_MEMBER) if member in self.removed else None

    def role(self, member: int, admitted: Admitted = NOTHING_ADMITTED) -> Role:
        """Return the role of a member; the operator has the rights of the host."""
        if member == self.host or admitted.operator:
            return Role.HOST
        return Role.SEATED if member in self.seats.values() else Role.ONLOOKER

    def to_undo(self, member: int, admitted: Admitted = NOTHING_ADMITTED) -> Objection | None:
        """Return why this member cannot take back the last step, or None."""
        if not self.authors or len(self.log.steps) <= 1:
            return Objection(Why.NOTHING_TO_UNDO)
        author = self.authors[-1]
        deed = Deed.AWAY_UNDO if admitted.is_away(author) else Deed.OTHER_UNDO
        if member == author:
            deed = Deed.OWN_UNDO
        role = self.role(member, admitted)
        return self.objection(member) or refuse(role, deed, self.recording)

    def _undo(self, member: int, admitted: Admitted) -> "SharedLog | Objection":
        if refusal := self.to_undo(member, admitted):
            return refusal
        *earlier, log = self.earlier or _earlier(self.log)
        return replace(
            self,
            log=log,
            earlier=(*earlier,),
            undone=(*self.undone, self.log.steps[-1]),
            authors=self.authors[:-1],
            latest=member,
            entered=_still_there(self.entered, self.log, log),
            resumable=False,
        )

    def in_place_of(self, member: int, step: Step | None) -> frozenset[int]:
        """Return the others in whose place a member takes a step; None is an undo."""
        if step is None:
            others = {*self.authors[-1:]}
        else:
            sits = map(self.seats.get, self.handles(step))
            others = {other for other in sits if other is not None}
        return frozenset(others - {member})

    def _entered(self, member: int, step: Step, after: Log) -> Mapping[tuple[int, int], Author]:
        """Return who entered turns in the place of others, after a step of a member."""
        now = _still_there(self.entered, self.log, after)
        if not self.in_place_of(member, step) or not isinstance(step, Recorded):
            return now
        before = self.log.series.round(step.number).turns
        grown = range(len(before), len(after.series.round(step.number).turns))
        author = Author(member, seat_of(member, self.seats))
        return {**now, **{(step.number, place): author for place in grown}}

    def _to_record(self, member: int, step: Step, admitted: Admitted) -> Objection | None:
        """Return why this member may not record the step, or None."""
        role = self.role(member, admitted)
        handles = tuple(self.handles(step))
        for handle in handles:
            away = admitted.is_away(self.seats.get(handle))
            deed = deed_of(member, handle, self.seats, away=away)
            if refusal := refuse(role, deed, self.recording, handle):
                return refusal
        return None if handles else refuse(role, Deed.DECISION, self.recording)

    def handles(self, step: Step) -> Iterable[str]:
        """Return the handles of the players whose turns a step records."""
        if not isinstance(step, Recorded) or not 1 <= step.number <= self.log.round_number:
            return ()
        players = self.log.series.round(step.number).setup.players
        match step.event:
            case Played(seat) | Passed(seat) | LaidOut(seat):
                return (players[seat],)
            case PassRun(seats):
                return (players[seat] for seat in seats)
            case _:
                return ()

    def _with(self, member: int, doc: Any, admitted: Admitted) -> "SharedLog | Objection":
        kinds = [key for key in _fields(doc) if key != "round"]
        if len(kinds) != 1:
            raise ValueError("a document has one kind")
        (kind,), content = kinds, doc[kinds[0]]
        if kind == "resumed" and self.resumable:
            return self._resumed(member, checked(kind, content, list))
        if "round" not in doc:
            if kind not in KINDS:
                raise ValueError("a document of an unknown kind")
            fact = KINDS[kind].read(content)
            return self.objection(member) or self._with_fact(member, fact, admitted)
        step = None if content == UNDO else read_doc(doc, self.log.series)
        return self.with_step(member, step, admitted)

    def _resumed(self, member: int, docs: list[Any]) -> "SharedLog | Objection":
        """Return the log after steps that the room had lost, which need no right."""
        if any("round" not in _fields(doc) for doc in docs):
            raise ValueError("steps alone can be resumed")
        after = replace(self, recording=Recording.ALL).with_docs(member, docs)
        if isinstance(after, Objection):
            return after
        return replace(after, recording=self.recording, resumable=True)

    def _with_fact(
        self, member: int, fact: TableFact, admitted: Admitted
    ) -> "SharedLog | Objection":
        """Return the log with a fact about the table."""
        players = [player.handle for player in self.log.series.players]
        role = self.role(member, admitted)
        by = Saying(member, role, admitted, players, len(self.log.steps))
        return fact.objection(self, by) or fact.effect(self, by)


def _earlier(log: Log) -> tuple[Log, ...]:
    """Return the logs before the last few steps."""
    replay = Replay(Log.of(log.head, log.steps[:-_EARLIER]))
    logs = list[Log]()
    for step in log.steps[-_EARLIER:]:
        logs.append(replay.log())
        replay.take(step)
    return tuple(logs)


def _still_there(
    entered: Mapping[tuple[int, int], Author], before: Log, after: Log
) -> Mapping[tuple[int, int], Author]:
    """Return the turns among those entered for others that a step or an undo has left alone."""

    def same(number: int, place: int) -> bool:
        if number > after.round_number:
            return False
        turns = [log.series.round(number).turns[: place + 1] for log in (before, after)]
        return turns[0] == turns[1]

    return {at: author for at, author in entered.items() if same(*at)} if entered else entered


def _fields(doc: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", doc) if isinstance(doc, dict) else {}


def encode_text(docs: Any) -> str:
    """Return documents as the text of a line.

    :raises ValueError: when a text in them is no Unicode text
    """
    text = encode(docs)
    json.dumps(docs, ensure_ascii=False).encode()
    return text


def doc_of(before: Log, after: Log) -> Doc:
    """Return the last step of the longer log as a document, an undo if that is the one before."""
    return last_doc(after) if len(after.steps) > len(before.steps) else UNDO_DOC


def missing(ours: Log, own: int, theirs: Log) -> tuple[str, ...]:
    """Return the `own` last steps of our log that theirs lacks, each as the text of a document.

    A step that somebody else has entered behind the common beginning of both logs is not missing,
    even if it was at another time of day.
    """
    same = count_common(ours.steps, theirs.steps)
    others = [*map(_timeless, theirs.steps[same:])]
    replay = Replay(Log.of(ours.head, ours.steps[:same]))
    found: list[str] = []
    for place, step in enumerate(ours.steps[same:], same):
        made_on = _made_on(step, replay)
        replay.take(step)
        if (fact := _timeless(step)) in others:
            others.remove(fact)
        elif place >= len(ours.steps) - own:
            found.append(encode_text({**last_doc(replay.log()), **made_on}))
    return tuple(found)


def _timeless(step: Step) -> Step:
    """Return a step without the time of day at which it was entered."""
    if isinstance(step, Recorded):
        return replace(step, at="")
    if isinstance(step, Seating | Repaired):
        return replace(step, setup=replace(step.setup, dealt_at="", ended_at=""))
    return step


def _made_on(step: Step, replay: Replay) -> dict[str, str]:
    """Return the round that a step replaces, as it is known, as a field of its document."""
    if not _replaces(step):
        return {}
    series = replay.series
    return {_MADE_ON: _digest_of(series, step.place(series.round_number))}


def _replaces(step: Step) -> bool:
    """Return whether a step replaces a whole round, with all that others have entered in it."""
    return isinstance(step, Redealt | Repaired)


def _digest_of(series: Series, number: int) -> str:
    """Return a digest of the facts of a round, whatever the time of day."""
    round_ = series.round(number)
    facts = _timeless(Repaired(number, round_.setup, tuple(round_.events)))
    return _digest(facts.words(()))


def read_missing(text: str, log: Log) -> Step | Objection:
    """Read a missing step as the next one of a log, or return why it cannot be that."""
    number = 0
    try:
        doc = checked("step", read_json(text, _LONGEST_LINE), dict)
        number = checked("round", doc.get("round"), int)
        step = read_doc(doc, log.series)
    except ValueError:
        # Others sit in this round now, or nobody does.
        gone = number > log.round_number
        return Objection(Why.NO_ROUND, number=number) if gone else Objection(Why.ROUND_HAS_BEGUN)
    # The deal of a round does not deal a later one.
    if step.place(log.round_number + isinstance(step, Dealt)) != number:
        return Objection(Why.ROUND_HAS_BEGUN)
    dealt = number <= log.round_number
    if _replaces(step) and dealt and doc.get(_MADE_ON) != _digest_of(log.series, number):
        return Objection(Why.GONE_ON)
    return step


def missing_card(text: str, log: Log) -> tuple[int, Played] | None:
    """Return the card that a missing step lays, and in which round; None for any other step."""
    try:
        step = read_doc(json.loads(text), log.series)
    except ValueError:
        return None
    card = step.event if isinstance(step, Recorded) else None
    return (step.number, card) if isinstance(step, Recorded) and isinstance(card, Played) else None


def is_entered(text: str, log: Log) -> bool:
    """Return whether the card of a missing step has been entered meanwhile, as by a repair."""
    missing = missing_card(text, log)
    return missing is not None and missing[1] in log.series.round(missing[0]).turns


def sheet_digest(log: Log) -> str:
    """Return a digest of the score sheet of a log, whatever copy of the evening it is."""
    return _digest(dumps(log.known_as("")))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def first_text(log: Log, *, again: bool) -> str:
    """Return the text of the first line of a table, which has the score sheet so far."""
    return encode_text([{_SHEET: dumps(log), **(_AGAIN if again else {})}])


def read_first(text: str) -> SharedLog:
    """Read the first line of a table.

    :raises ValueError: when it has no score sheet of a series with a round
    :raises SheetError: when the sheet cannot be read
    """
    match read_json(text, _LONGEST_LINE):
        case [{"sheet": str(sheet), **rest}]:
            log = loads(sheet)
        case _:
            raise ValueError("the first line has no score sheet")
    if not log.steps:
        raise ValueError("a shared series has a round")
    return SharedLog.begin(log, resumable=rest == _AGAIN)


def heard(now: SharedLog, lines: Iterable[TableLine]) -> Log:
    """Return the log after all lines of a table but the first, which has opened it."""
    for line in lines:
        now = now.after(line.member, line.text, line.admitted)
    return now.log


def rebased(ours: Log, first: SharedLog) -> SharedLog | None:
    """Return the log of a table as it begins on this device, None if its score sheet differs.

    The log of this device is cut off or continued; its own steps stay, though a sheet may have
    others in their place. Of the last round only the events stay that the sheet has too.
    """
    log = _cut(ours, first.log)
    return SharedLog.begin(log, resumable=first.resumable) if log else None


def _cut(ours: Log, sheet: Log) -> Log | None:
    """Return the log of this device cut off or continued as in `rebased`."""
    replay = Replay(Log.begin(ours.head))
    for count, step in enumerate(ours.steps, 1):
        replay.take(step)
        if replay.number > sheet.round_number:
            break
        if replay.number == sheet.round_number and replay.series == sheet.series:
            return ours if count == len(ours.steps) else Log.of(ours.head, ours.steps[:count])
    log = ours
    while not _goes_on(log.series, sheet.series):
        log = log.without_last()
    return continue_by_steps(log, sheet.series)


def _goes_on(ours: Series, sheet: Series) -> bool:
    """Return whether our last round is the beginning of the same round in the sheet."""
    number = len(ours.rounds)
    if number > len(sheet.rounds):
        return True
    events = tuple(ours.round(number).events)
    return tuple(sheet.round(number).events)[: len(events)] == events
