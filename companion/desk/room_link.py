"""Connection of this device to a shared table in the room."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, cast

from companion.core.outside import OutsideError, read_json
from companion.desk.ports import FORMAT, Room, Socket
from companion.desk.rights import NOTHING_ADMITTED, Admitted
from companion.desk.shared_log import TableLine

LONGEST = 60_000
"""Longest text of a line in bytes, so that its frame has at most 64 KiB."""
_LONGEST_FRAME = 2**20
"""Longest frame of the room in bytes, of one or many lines."""
_READY_SECONDS = 10
_SOON_SECONDS = 0.7
"""Seconds after which a line without an answer is late; a person then takes the tap for lost."""
_ANSWER_SECONDS = 4
"""Seconds after which a connection without an answer counts as lost, until the next frame."""


class RoomAnswer(Enum):
    """Answer of the room to a line."""

    TAKEN = "taken"
    DENIED = "a phone in whose place it was said is back"
    QUICKER = "another line has the place"
    FAILED = "nobody knows"
    LOST = "no connection"


class RoomLink:
    """Connection to the room of one table, with the lines heard so far.

    `table`, `secret`, `member` and `token` are those of the last welcome. `here` are the members
    whose devices are connected, and `away` has the seconds for which others have been away.
    `operator` is true on the computer of the room, and `refused` is the reason for which the room
    closed the connection. `lost` is true once a connection has failed, until the next one.
    `changed` is called after each frame and after a loss.
    """

    def __init__(self, room: Room, greeting: Mapping[str, Any]) -> None:
        """Connect, with the first greeting; later ones come back with the token."""
        self._greeting = {"format": FORMAT, **greeting}
        self.table = self.secret = self.token = self.code = self.refused = ""
        self.member = 0
        self.operator = False
        self.here: frozenset[int] = frozenset()
        self.away: Mapping[int, int] = {}
        self.lines: list[TableLine] = []
        self.changed: Callable[[], None] = lambda: None
        self._total: int | None = None
        self._quicker_at = 0
        self._answers: dict[str, asyncio.Future[RoomAnswer]] = {}
        self._asked = set[str]()
        self._moved = asyncio.Event()
        self.lost = self._closed = self._late = False
        self._waiting: asyncio.TimerHandle | None = None
        self._wait()
        self._socket: Socket | None = None
        self._socket = room.connect(self._greet, self._hear, self._lose)

    @property
    def connected(self) -> bool:
        """True if the room has admitted this device, answers, and every line has been heard."""
        return self.open and not self.lost

    @property
    def open(self) -> bool:
        """True if the room has admitted this device, whether or not it still answers."""
        return self._total is not None and len(self.lines) >= self._total

    @property
    def prompt(self) -> bool:
        """True if this device is connected and no answer is late."""
        return self.connected and not self._late

    async def ready(self) -> bool:
        """Wait until all lines are heard; return False after a refusal or a few seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_READY_SECONDS):
                while not (self.connected or self.refused or self._closed):
                    await self._moved.wait()
        return self.connected

    async def say(
        self,
        place: int,
        line: tuple[str, str],
        asked: Admitted = NOTHING_ADMITTED,
        *,
        soon: bool = True,
    ) -> RoomAnswer:
        """Ask for a line, an id and a text, in a place, and wait a moment for the answer.

        The room is also `asked` to admit that some members are away, and a new host. The moment is
        shorter for an answer that is needed `soon`. Where another line was quicker, the answer
        comes after this line.
        """
        answer = self._answers[line[0]] = asyncio.get_running_loop().create_future()
        frame: dict[str, Any] = {"say": [place, *line]}
        if asked.away:
            frame["away"] = sorted(asked.away)
        if asked.host is not None:
            frame["host"] = asked.host
        if self._send(frame):
            self._wait()
        else:
            self._answer(line[0], RoomAnswer.LOST)
        try:
            async with asyncio.timeout(_SOON_SECONDS if soon else _ANSWER_SECONDS):
                outcome: RoomAnswer = await answer
                behind = outcome is RoomAnswer.QUICKER
                while behind and self.connected and len(self.lines) < self._quicker_at:
                    await self._moved.wait()
        except TimeoutError:
            # The answer may have come at the very moment, and no other frame would follow it.
            self._late = self._answers.pop(line[0], None) is not None
            if self._late:
                self._wait()
            return RoomAnswer.LOST
        return outcome

    def _wait(self) -> None:
        """Count the connection as lost if no frame comes for a few seconds."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(_ANSWER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.lost = True
        self._move()

    def _wait_no_more(self) -> None:
        self.lost = self._late = False
        if self._waiting:
            self._waiting.cancel()
        self._waiting = None

    def request(self, **frame: Any) -> bool:
        """Send another request; return False without a connection."""
        return self._send(frame)

    def request_once(self, **frame: Any) -> None:
        """Send a request that has no answer, unless it was sent on this connection."""
        text = json.dumps(frame)
        if text not in self._asked and self._send(frame):
            self._asked.add(text)

    def close(self) -> None:
        """Close the connection for good."""
        self._closed = True
        if self._socket:
            self._socket.close()
        self._lose()

    def _send(self, frame: Mapping[str, Any]) -> bool:
        return bool(self.open and self._socket and self._socket.send(json.dumps(frame)))

    def _greet(self) -> str:
        back = {"format": FORMAT, "table": self.table, "token": self.token, "have": len(self.lines)}
        return json.dumps(back if self.token else self._greeting)

    def _lose(self) -> None:
        self._wait_no_more()
        self._asked.clear()
        self._total = None
        self.code = ""
        self.lost = True
        self.here = frozenset()
        self.away = {}
        for line in tuple(self._answers):
            self._answer(line, RoomAnswer.LOST)
        self._move()

    def _move(self) -> None:
        moved = self._moved
        self._moved = asyncio.Event()
        moved.set()
        self.changed()

    def _answer(self, line: str, outcome: RoomAnswer) -> None:
        answer = self._answers.pop(line, None)
        if answer and not answer.done():
            answer.set_result(outcome)

    def _hear(self, frame: str) -> None:
        try:
            content = read_json(frame, _LONGEST_FRAME)
        except OutsideError:
            return
        if isinstance(content, dict) and not self._closed:
            self._wait_no_more()
            self._take(cast("dict[str, Any]", content))
            self._move()

    def _take(self, frame: dict[str, Any]) -> None:  # noqa: C901 - a kind of frame each
        """Take a frame of the room; frames of an unknown kind are ignored."""
        match frame:
            case {
                "welcome": {
                    "table": str(table),
                    "secret": str(secret),
                    "member": int(member),
                    "token": str(token),
                    "lines": int(total),
                    **rest,
                }
            }:
                self.table = table
                self.secret = secret
                self.member = member
                self.token = token
                self.operator = rest.get("operator") is True
                self._total = total
                if len(self.lines) > self._total:  # the room has lost lines, so begin anew
                    self.refused = "again"
            case {"lines": [*_]}:
                self._take_lines(frame["lines"])
            case {"secret": str(secret)}:
                self.secret = secret
            case {"here": [*_]}:
                self.here = frozenset(one for one in frame["here"] if type(one) is int)
                self.away = Admitted.read(frame).away
            case {"quicker": str(line), "at": int(count)}:
                self._quicker_at = count
                self._answer(line, RoomAnswer.QUICKER)
            case {"denied": str(line)}:
                self._answer(line, RoomAnswer.DENIED)
            case {"failed": str(line)}:
                self._answer(line, RoomAnswer.FAILED)
            case {"code": str(code)}:
                self.code = code
            case {"refused": str(reason)}:
                self.refused = reason
            case _:
                pass

    def _take_lines(self, lines: list[Any]) -> None:
        for line in lines:
            match line:
                case [int(place), int(member), str(name), str(text), *admitted]:
                    if place == len(self.lines) + 1:
                        admission = Admitted.read(admitted[0] if admitted else None)
                        self.lines.append(TableLine(member, name, text, admission))
                    self._answer(name, RoomAnswer.TAKEN)
                case _:
                    pass
