"""Table that several devices share through a room.

Each device has the whole log. A command makes its step on the table shown, and the room puts the
line of the step in the next place, unless another device was quicker. The step is saved and shown
when the line is heard, so all devices save the same steps in the same order.

Without a connection the steps of this device form a tail, which is saved and shown at once. It
becomes one line when the device is connected again, or is refused whole if others went on.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import fields, replace
from functools import partial
from itertools import takewhile
from typing import Any

from companion.core.kinship import count_common
from companion.core.log import Log
from companion.core.objections import Objection, SheetError, Why
from companion.core.step_words import UNDO, last_doc
from companion.core.steps import Step, only_describes
from companion.desk.commands import Command, step_of
from companion.desk.company import (
    BROKEN,
    DIFFERS,
    WHY,
    Arrangement,
    Company,
    Invitation,
    SharedState,
    seat_of,
)
from companion.desk.ports import (
    Membership,
    Room,
    Runner,
    SealedError,
    Store,
    StoreFailedError,
)
from companion.desk.rights import NOTHING_ADMITTED, Admitted, Recording
from companion.desk.room_link import LONGEST, RoomAnswer, RoomLink
from companion.desk.shared_log import (
    SharedLog,
    TableLine,
    doc_of,
    encode_text,
    first_text,
    is_entered,
    missing,
    read_first,
    read_missing,
    rebased,
    sheet_digest,
)
from companion.desk.table import Table
from companion.desk.table_facts import (
    HostChanged,
    MemberRemoved,
    SeatClaimed,
    SeatFreed,
    SeatGiven,
    SeatTaken,
    TableClosed,
    TableFact,
    TurnsBy,
)

_log = logging.getLogger(__name__)
_RETRY_SECONDS = 0.05
_RESEND_SECONDS = 1.0
"""Seconds after which a line that the room has not confirmed is said again."""
_AGAIN_SECONDS = {"token": 0, "again": 0, "table": 15, "many": 5, "full": 60}
"""Seconds until the next connection after a refusal; there is none after any other refusal."""
_FINAL = {BROKEN, "closed", DIFFERS, "format", "long", "removed", "secret"}
"""Refusals after which this device may only watch."""


def _acknowledged(kept: Membership | None, log: Log) -> Membership | None:
    """Return the membership without a last step of the tail that is not in the series."""
    if kept is None or not kept.tail or json.loads(kept.tail[-1])["says"] == UNDO:
        return kept
    last = encode_text(last_doc(log))
    return kept if kept.tail[-1] == last else replace(kept, tail=kept.tail[:-1])


def _takes_back(now: Membership) -> bool:
    """Return whether the tail takes back more steps than it adds."""
    undos = [doc for doc in now.tail if json.loads(doc)["says"] == UNDO]
    return 2 * len(undos) > len(now.tail)


def _own_steps(now: Membership) -> int:
    """Return the number of steps at the end of the series that only the tail has."""
    says = (json.loads(doc)["says"] for doc in reversed(now.tail))
    return sum(1 for _ in takewhile(lambda said: said != UNDO, says))


class SharedTable(Table):
    """Open series that can be shared.

    Commands return when their step is saved: in the room, or in the tail of this device.
    """

    def __init__(
        self, number: int, store: Store, run: Runner, changed: Callable[[], None], room: Room
    ) -> None:
        """Open a series and its membership, blocking, without a connection.

        :raises StoreFailedError: when the series cannot be opened
        """
        super().__init__(number, store, run, changed)
        self._memberships = store
        self._kept: Membership | None = store.memberships().get(number)
        left = self._kept is not None and self._kept.copied is not None
        now = None if left else _acknowledged(self._kept, self.snapshot.log)
        self._left: Membership | None = self._kept if left else None
        self._membership: Membership | None = now
        self._room = room
        self._link: RoomLink | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._resending: asyncio.TimerHandle | None = None
        self._stopped = ""
        self._rejoined = False
        self._heard: SharedLog | None = None
        self._shown = self._unheard()
        self._base: Log | None = None
        self._folded = 0
        self._unanswered = ""
        self._overtaken = False
        self._one_by_one = asyncio.Lock()
        self._settling = asyncio.Lock()
        self._tasks = set[asyncio.Task[None]]()
        self.snapshot = replace(self.snapshot, company=self._company())

    @property
    def connected(self) -> bool:
        """True if this device is connected and has heard all lines."""
        return self._link is not None and self._link.connected and self._heard is not None

    @property
    def waits(self) -> bool:
        """True if the table waits for the player at this device."""
        company = self.snapshot.company
        round_ = self.snapshot.round
        if company is None or company.ended or round_.due is None or round_.over:
            return False
        return round_.setup.players[round_.due] == company.seat

    @property
    def _prompt(self) -> bool:
        """True if the room can be expected to answer at once."""
        return self.connected and self._link is not None and self._link.prompt

    async def do(self, command: Command, seen: int) -> Objection | None:
        """Apply a command, and return an objection or None."""
        alone = partial(super().do, command, seen)
        entered = self._enter(lambda: step_of(command, self.snapshot.log), seen, alone)
        return await self._whole(entered)

    async def undo(self, seen: int) -> Objection | None:
        """Take back the last step, by its author or the host."""
        return await self._whole(self._enter(lambda: None, seen, partial(super().undo, seen)))

    async def redo(self, seen: int) -> Objection | None:
        """Repeat the step that was taken back last."""

        def repeated() -> Step | Objection:
            undone = self.snapshot.undone
            return undone[-1] if undone else Objection(Why.NOTHING_TO_REDO)

        return await self._whole(self._enter(repeated, seen, partial(super().redo, seen)))

    async def take_seat(self, handle: str) -> Objection | None:
        """Take a free seat, and leave the former one."""
        return await self._whole(self._arrange(SeatTaken(handle)))

    async def free_seat(self, handle: str) -> Objection | None:
        """Free the own seat, that of a phone that has been away, or as the host any seat."""
        return await self._whole(self._arrange(SeatFreed(handle), (handle,)))

    async def claim_seat(self, handle: str) -> Objection | None:
        """Ask the others for the taken seat of a phone that is away, or take it if all are away."""
        company = self.snapshot.company
        if company and company.deserted:
            return await self._whole(self._arrange(SeatTaken(handle), (*company.seats,)))
        return await self._whole(self._arrange(SeatClaimed(handle)))

    async def agree(self, handle: str) -> Objection | None:
        """Give the seat of a phone that is away to the device that asks for it."""
        return await self._whole(self._arrange(SeatGiven(handle), (handle,)))

    async def make_host(self, member: int) -> Objection | None:
        """Pass on the role of the host, or take it while the host's phone is away."""
        return await self._whole(self._arrange(HostChanged(), host=member))

    async def enter_refused(self) -> Objection | None:
        """Enter the turns again that were not taken, and return the first objection.

        Those refused again stay, in their order. A turn waits for the earlier ones of its player:
        it would stand in the place of one of them.
        """
        refusals = list[Objection]()
        waiting = set[tuple[int, str]]()
        for text in self._membership.refused if self._membership else ():
            if refusal := await self._whole(self._enter_again(text, waiting)):
                refusals.append(refusal)
        return refusals[0] if refusals else None

    async def _enter_again(self, text: str, waiting: set[tuple[int, str]]) -> Objection | None:
        """Enter a turn again; `waiting` are the round and the handle of those refused again."""
        async with self._one_by_one:
            if self._membership is None or text not in self._membership.refused:
                return None
            step = read_missing(text, self._shown.log)
            if isinstance(step, Objection):
                return step
            turns = {(step.place(0), handle) for handle in self._shown.handles(step)}
            refusal = Objection(Why.GONE_ON) if turns & waiting else await self._record(step)
            if refusal:
                waiting.update(turns)
                return refusal
            now = self._membership
            left = [*now.refused]
            if text in left:  # once the room has it, it is no longer missing
                left.remove(text)
            self._membership = replace(now, refused=(*left,))
            await self._settle()
            return None

    async def record_by(self, recording: Recording) -> Objection | None:
        """Choose who may record turns; the host alone may."""
        return await self._whole(self._arrange(TurnsBy(recording.value)))

    async def remove(self, member: int) -> Objection | None:
        """Remove a member, as the host."""
        return await self._whole(self._arrange(MemberRemoved(member)))

    async def close(self, *, deletes: bool = False) -> Objection | None:
        """Close the shared table for all, as the host, who also `deletes` it in the room or not."""
        refusal = await self._whole(self._arrange(TableClosed()))
        if deletes and not refusal and self._link:
            self._link.request(delete=True)
        return refusal

    async def show_code(self, *, shown: bool) -> Objection | None:
        """Show a code for joining, or void the code; `Company.code` has the code."""
        link = self._link
        if link is None or not link.request(code=shown):
            return Objection(Why.OUT_OF_REACH)
        if not shown:
            link.code = ""
            await self._settle()
        return None

    async def dismiss_refused(self) -> None:
        """Forget the refused steps, once they are seen."""
        async with self._one_by_one:
            if self._membership:
                self._membership = replace(self._membership, refused=())
            await self._settle()

    async def share(self, table: str) -> Objection | None:
        """Open the table in the room, or open it again there if the room has lost it."""
        return await self._whole(self._share(table))

    async def leave(self) -> None:
        """Leave the shared table and the own seat; a copy stays if the table goes on."""
        company = self.snapshot.company
        if self.connected and company and company.seat:
            await self.free_seat(company.seat)
        self.disconnect()
        async with self._one_by_one:
            now = self._membership
            self._left = None
            if now and company and not company.stopped:
                turn = len(self.snapshot.round.turns)
                self._left = Membership(now.table, now.secret, now.token, now.member, copied=turn)
            self._membership = None
            self._stopped = ""
            await self._settle()

    async def enter(self, link: RoomLink) -> None:
        """Go on with a connection that has just joined the table."""
        self._membership = Membership(link.table, link.secret, link.token, link.member)
        self._left = None
        self._shown = self._unheard()
        self._use(link)
        await self._settle()

    def connect(self) -> None:
        """Connect to the room as the member that this device is, if it is one."""
        now = self._membership
        if self._link is None and now:
            back = {"table": now.table, "token": now.token, "have": 0}
            join = {"join": now.table, "secret": now.secret}
            self._rejoined |= not now.token
            self._use(RoomLink(self._room, back if now.token else join))

    def hold_back(self) -> None:
        """Open no connection, because the table has ended the app before."""
        self._stopped = BROKEN
        self.snapshot = replace(self.snapshot, company=self._company())

    def disconnect(self) -> None:
        """Close the connection; steps are kept in the tail."""
        for timer in (self._timer, self._resending):
            if timer:
                timer.cancel()
        link = self._link
        self._link = None
        if link:
            link.close()

    # Commands

    async def _whole(self, work: Coroutine[Any, Any, Objection | None]) -> Objection | None:
        """Run work to the end, even if the caller is cancelled."""
        return await asyncio.shield(asyncio.ensure_future(work))

    async def _enter(
        self,
        ask: Callable[[], Step | Objection | None],
        seen: int,
        alone: Callable[[], Awaitable[Objection | None]],
    ) -> Objection | None:
        """Record a step, or an undo, on the revision that the sender saw."""
        async with self._one_by_one:
            if self._membership is None:
                return await alone()
            self._overtaken = False
            await self._catch_up()
            if self.snapshot.sealed:
                await self._notifying(self._open_again)
                self._shown = self._unheard() if self._heard is None else self._shown
            await self._settle()
            # A line may have been heard while this was saved.
            if seen != self.snapshot.revision or self._shown.log != self.snapshot.log:
                await self._settle()  # the refusal names who was quicker
                return Objection(Why.QUICKER)
            step = ask()
            return step if isinstance(step, Objection) else await self._record(step)

    async def _record(self, step: Step | None) -> Objection | None:
        assert self._membership
        if self._stopped in _FINAL:
            return Objection(WHY[self._stopped])
        before = self._shown
        member = self._membership.member
        asked = self._stand_in(())
        after = before.with_step(member, step, asked)
        if isinstance(after, Objection):
            asked = self._stand_in(before.in_place_of(member, step))
            after = before.with_step(member, step, asked)
        if isinstance(after, Objection):
            return after
        doc = encode_text(doc_of(before.log, after.log))
        if self._prompt and not self._membership.tail:
            return await self._say(doc, after, asked)
        return Objection(Why.OUT_OF_REACH) if asked.away else await self._note(step, doc, after)

    def _stand_in(self, members: Iterable[int | None]) -> Admitted:
        """Return what the room admits for acting in the place of members who are away.

        An operator has the rights of the host in any case.
        """
        link = self._link
        if link is None or not self.connected:
            return NOTHING_ADMITTED
        away = {other: link.away[other] for other in members if other and other in link.away}
        return Admitted(away, operator=link.operator)

    async def _say(
        self, doc: str, after: SharedLog | None, asked: Admitted = NOTHING_ADMITTED
    ) -> Objection | None:
        """Say a document as a line, again while only facts about the table come between.

        `after` is what is shown after a step, which becomes the tail if the room does not answer,
        unless it is asked to admit that others are away; None for a fact about the table.
        """
        log = self._shown.log
        line = self._unanswered = secrets.token_hex(8)
        outcome = RoomAnswer.LOST
        while link := self._link:
            place = self._folded + 1
            outcome = await link.say(place, (line, f"[{doc}]"), asked, soon=after is not None)
            if not self._unanswered or outcome is not RoomAnswer.QUICKER:
                break
            if after and self._shown.log is not log:
                break
            if refusal := self._refusal(doc, asked):
                self._unanswered = ""
                return refusal
            await asyncio.sleep(_RETRY_SECONDS)
        heard = not self._unanswered
        self._unanswered = ""
        if heard:
            await self._settle()
            return None
        if outcome is RoomAnswer.QUICKER:
            await self._settle()  # the refusal names who was quicker, so their step is shown first
            return Objection(Why.QUICKER)
        if outcome is RoomAnswer.DENIED:
            return self._refusal(doc, self._stand_in(())) or Objection(Why.HOST_ONLY)
        if after is None or asked.away or self._membership is None:
            return Objection(Why.OUT_OF_REACH)
        sent = {line: 1}
        self._membership = replace(
            self._membership, tail=(doc,), sent=sent, base_digest=sheet_digest(log)
        )
        self._shown = after
        self._weigh()
        await self._settle()
        self._begin(self._follow)
        return None

    def _refusal(self, doc: str, admitted: Admitted = NOTHING_ADMITTED) -> Objection | None:
        """Return why a document cannot follow what is shown, or None."""
        assert self._membership
        after = self._shown.with_docs(self._membership.member, [json.loads(doc)], admitted)
        return after if isinstance(after, Objection) else None

    async def _note(self, step: Step | None, doc: str, after: SharedLog) -> Objection | None:
        """Add a step to the tail, or take back a step that only the tail has."""
        before = self._membership
        shown = self._shown
        assert before
        tail = (*before.tail, doc)
        own = len(before.tail) > max(before.sent.values(), default=0)
        if step is None and own and json.loads(before.tail[-1])["says"] != UNDO:
            tail = before.tail[:-1]
        if sum(map(len, tail)) > LONGEST // 2:  # characters may be escaped in a frame
            return Objection(Why.OUT_OF_REACH)
        base = before.base_digest if before.tail else sheet_digest(shown.log)
        noted = self._membership = replace(before, tail=tail, base_digest=base)
        self._shown = after
        try:
            await self._settle()
        except StoreFailedError:
            if self._membership is noted:
                self._membership = before
                self._shown = shown
            raise
        self._begin(self._follow)
        return None

    async def _arrange(
        self, fact: TableFact, handles: Iterable[str] = (), *, host: int | None = None
    ) -> Objection | None:
        """Record a fact about the table while connected, which may concern the seats of others."""
        async with self._one_by_one:
            if self._stopped in _FINAL:
                return Objection(WHY[self._stopped])
            if not self.connected:
                return Objection(Why.OUT_OF_REACH)
            doc = encode_text(fact.doc)
            asked = replace(self._stand_in(()), host=host)
            if self._refusal(doc, asked):
                asked = self._stand_in(map(self._shown.seats.get, handles))
            return self._refusal(doc, asked) or await self._say(doc, None, asked)

    async def _share(self, table: str) -> Objection | None:
        async with self._one_by_one:
            former = self._membership
            if former and self._stopped != "table":
                return None if self.connected else Objection(Why.OUT_OF_REACH)
            now = former or Membership(table, secrets.token_hex(16))
            first = [secrets.token_hex(8), first_text(self.snapshot.log, again=bool(former))]
            if len(json.dumps(first)) > LONGEST:
                return Objection(Why.TOO_LONG_TO_SHARE)
            self.disconnect()
            link = RoomLink(self._room, {"open": now.table, "secret": now.secret, "first": first})
            if not await link.ready():
                link.close()
                if former:
                    self._stop(self._stopped)
                return Objection(WHY.get(link.refused, Why.OUT_OF_REACH))
            tail = now.tail if link.lines[0].id != first[0] else ()
            self._membership = replace(now, tail=tail, sent={})
            self._left = None
            self._shown = self._unheard()
            self._rejoined = True
            self._use(link)
            await self._settle()
            return None

    # Lines of the room

    def _use(self, link: RoomLink) -> None:
        """Use a connection from now on, whose lines begin with the first one."""
        self._link = link
        self._heard = None
        self._folded = 0
        link.changed = self._move
        self._move()

    def _move(self) -> None:
        """Take in what the connection has heard, on the event loop."""
        link = self._link
        now = self._membership
        if link is None or now is None:
            return
        if link.refused:
            self._stop(link.refused)
        elif link.connected and link.lines:
            self._stopped = ""
            me = replace(now, token=link.token, member=link.member, secret=link.secret)
            self._membership = now if me == now else me
            self._fold(link)
        self._begin(self._follow)

    def _stop(self, reason: str) -> None:
        """Close the connection after a refusal, and connect again later if that can help."""
        assert self._membership
        self.disconnect()
        self._stopped = reason
        if reason == "token":
            self._membership = replace(self._membership, token="")
        self._rejoined |= reason == "again"
        if reason in _AGAIN_SECONDS:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_AGAIN_SECONDS[reason], self.connect)

    def _fold(self, link: RoomLink) -> None:
        """Take the lines that are new, and then weigh the tail."""
        ours = self._shown.log
        try:
            if self._heard is None:
                first = rebased(self.snapshot.log, read_first(link.lines[0].text))
                if first is None:
                    self._stop(DIFFERS)
                    return
                self._heard = first
                self._folded = 1
        except (ValueError, SheetError):
            self._stop("format")
            return
        for line in link.lines[self._folded :]:
            self._hear(line)
        self._folded = len(link.lines)
        if self._rejoined:
            self._recover(ours, self._heard)
        self._weigh()
        if link.operator or link.member == self._heard.host:
            for member in self._heard.removed:
                link.request_once(remove=member)
            if self._heard.closed:
                link.request_once(close=True)

    def _hear(self, line: TableLine) -> None:
        now = self._membership
        before = self._heard
        assert now
        assert before
        self._heard = after = before.after(line.member, line.text, line.admitted)
        if self._unanswered == line.id:
            self._unanswered = ""
        elif line.id in now.sent:
            tail = now.tail[now.sent[line.id] :]
            base = sheet_digest(after.log)
            now = replace(now, tail=tail, sent={}, base_digest=base)
        seat = seat_of(now.member, after.seats)
        if seat != seat_of(now.member, before.seats):
            now = replace(now, seat=seat or "")
        self._membership = now

    def _recover(self, ours: Log, heard: SharedLog) -> None:
        """Make a tail of the steps of this device that the room has lost."""
        now = self._membership
        tail = list[str]()
        assert now
        same = count_common(ours.steps, heard.log.steps)
        while len(ours.steps) > same:
            tail.insert(0, encode_text(last_doc(ours)))
            ours = ours.without_last()
        if now.tail != (*tail,):
            base = sheet_digest(ours) if sum(map(len, tail)) <= LONGEST // 2 else ""
            self._membership = replace(now, tail=(*tail,), sent={}, base_digest=base)

    def _weigh(self) -> None:
        """Show the tail after the lines heard, or refuse it whole if others went on.

        What somebody else has entered meanwhile need not be entered again.
        """
        now = self._membership
        heard = self._heard
        ours = self._shown.log
        if now is None or heard is None:
            return
        self._shown = heard
        told = self.snapshot.company and self.snapshot.company.overtaken
        if told and heard.log != self.snapshot.log:
            self._overtaken = False
        if now.refused:
            left = tuple(text for text in now.refused if not is_entered(text, heard.log))
            now = self._membership = replace(now, refused=left)
        if now.tail:
            stands = heard.log is self._base or sheet_digest(heard.log) == now.base_digest
            self._base = heard.log if stands else None
            docs = json.loads(self._tail_text(now, heard))
            own = self._stand_in(())
            shown = heard.with_docs(now.member, docs, own) if stands else Objection(Why.QUICKER)
            if isinstance(shown, Objection):
                if _takes_back(now) and heard.log != ours:
                    self._overtaken = True
                refused = (*now.refused, *missing(ours, _own_steps(now), heard.log))
                self._membership = replace(now, tail=(), sent={}, refused=refused)
            else:
                self._shown = shown

    def _tail_text(self, now: Membership, heard: SharedLog) -> str:
        """Return the tail as the text of a line; steps that the room has lost need no right."""
        text = f"[{','.join(now.tail)}]"
        return f'[{{"resumed":{text}}}]' if self._rejoined and heard.resumable else text

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run work in the background."""
        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, *, again: bool = False) -> None:
        """Save and show what was heard, and then catch up with the room.

        What the room does not confirm is said `again` in a moment, whether or not a frame comes.
        """
        try:
            await self._settle()
            if self._lags and (self._prompt or again):
                async with self._one_by_one:
                    await self._catch_up(again=again)
        except StoreFailedError as failed:
            _log.warning("a shared table is not saved: %s", failed)
        if self._resending:
            self._resending.cancel()
        if self._lags and self._link and self._link.open:
            loop = asyncio.get_running_loop()
            resend = partial(self._follow, again=True)
            self._resending = loop.call_later(_RESEND_SECONDS, self._begin, resend)

    @property
    def _lags(self) -> bool:
        """True if the room has yet to confirm something of this device."""
        now = self._membership
        return now is not None and (bool(now.tail) or self._rejoined)

    async def _catch_up(self, *, again: bool = False) -> None:
        """Share the tail, and then take the former seat again, if this device is connected."""
        await self._share_tail(again=again)
        now = self._membership
        if self._rejoined and self._prompt and now and not now.tail:
            doc = encode_text(SeatTaken(now.seat).doc)
            free = now.seat and not seat_of(now.member, self._shown.seats)
            if not (free and not self._refusal(doc) and await self._say(doc, None)):
                self._rejoined = False

    async def _share_tail(self, *, again: bool) -> None:
        """Say the tail as one line, if this device is connected.

        Nothing else says a line again that may be there already; it keeps its id. Only where it is
        said `again` is a connection tried that has not answered.
        """
        while (link := self._link) and (now := self._membership) and now.tail:
            if not (self._prompt or (again and link.open and self._heard)):
                return
            whole = (line for line, count in now.sent.items() if count == len(now.tail))
            line = next(whole, "")
            if not line:
                sent = {**now.sent, secrets.token_hex(8): len(now.tail)}
                self._membership = replace(now, sent=sent)
                await self._settle()
                continue
            text = self._tail_text(now, self._shown if self._heard is None else self._heard)
            outcome = await link.say(self._folded + 1, (line, text))
            if outcome is RoomAnswer.QUICKER:
                await asyncio.sleep(_RETRY_SECONDS)
            elif outcome is not RoomAnswer.TAKEN:
                return

    # Snapshot and store

    def _unheard(self) -> SharedLog:
        """Return the log as this device has kept it, before any line is heard."""
        log = self.snapshot.log
        now = self._membership or Membership("", "")
        own = min(_own_steps(now), len(log.steps) - 1)
        seats = {now.seat: now.member} if now.seat else {}
        base = len(log.steps) - own
        authors = (now.member,) * own
        return SharedLog(log, base, authors, seats=seats)

    def _company(self) -> Company | None:
        now = self._membership
        shown = self._shown
        link = self._link
        if now is None:
            return None
        ended = "closed" if shown.closed else "removed" if now.member in shown.removed else ""
        here: frozenset[int] = link.here if link and link.connected else frozenset()
        kept: dict[str, Any] = {one.name: getattr(shown, one.name) for one in fields(Arrangement)}
        kept["members"] |= here
        return Company(
            **kept,
            me=now.member,
            here=here,
            state=self._state(ended),
            unshared=len(now.tail),
            refused=now.refused,
            invitation=Invitation(now.table, now.secret).link(self._room.address),
            code=link.code if link else "",
            undo_refusal=shown.to_undo(
                now.member, self._stand_in(shown.in_place_of(now.member, None))
            ),
            may_redo=not shown.undone
            or not isinstance(
                shown.with_step(now.member, shown.undone[-1], self._stand_in(())), Objection
            ),
            stopped=ended or self._stopped,
            operates=bool(link and link.operator),
            away_seconds=link.away if link and link.connected else {},
            overtaken=self._overtaken,
        )

    def _state(self, ended: str) -> SharedState:
        """Return the state of the table, which its own lines may have `ended` for this device."""
        if ended or self._stopped in {"closed", "removed"}:
            return SharedState.CLOSED
        if self.connected:
            return SharedState.LIVE
        if self._stopped and _AGAIN_SECONDS.get(self._stopped) != 0:
            return SharedState.STOPPED
        return SharedState.LOST if self._link and self._link.lost else SharedState.CATCHING_UP

    async def _settle(self) -> None:
        """Save and show what this device knows by now.

        :raises StoreFailedError: when something cannot be saved; the next call tries again
        """
        async with self._settling:
            shown = self._shown
            membership = self._membership
            company = self._company()
            now = self.snapshot
            if membership is not self._kept or company != now.company or shown.log != now.log:
                await self._notifying(lambda: self._bring(shown, membership, company))

    def _bring(
        self, shown: SharedLog, membership: Membership | None, company: Company | None
    ) -> None:
        """Bring the store and the snapshot to this state; called from the work of the store.

        A step is in the tail before it is in the series, and leaves the series first. The end of a
        tail that is not the end of the series was therefore never acknowledged.
        """
        tails = [len(now.tail) if now else 0 for now in (self._kept, membership)]
        if tails[0] < tails[1]:
            self._keep(membership)
        self.snapshot = replace(self.snapshot, company=company)
        if company:
            self._follow_steps(shown)
        self._keep(membership)

    def _keep(self, membership: Membership | None) -> None:
        membership = membership or self._left
        if membership != self._kept:
            self._memberships.keep_membership(self.snapshot.number, membership)
        self._kept = membership

    def _follow_steps(self, shown: SharedLog) -> None:
        ours = self.snapshot.log
        theirs = shown.log.steps
        if ours.steps != theirs and self.snapshot.sealed:
            raise SealedError(self.snapshot.number, self.snapshot.sealed)
        while ours.steps != theirs[: len(ours.steps)]:
            ours = ours.without_last()
            self._save(ours, shown, named=False)
        for step in theirs[len(ours.steps) :]:
            last = len(ours.steps) + 1 == len(theirs)
            ours = shown.log if last else ours.after(step)
            self._save(ours, shown, named=only_describes(step))
        self.snapshot = replace(self.snapshot, undone=shown.undone)

    def _save(self, log: Log, shown: SharedLog, *, named: bool) -> None:
        self._store.save(self.snapshot.number, log)
        self._publish(log, shown.undone, named=named)
