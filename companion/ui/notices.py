"""The words with which a device answers, reports and refuses, until the table changes."""

from collections.abc import Callable

from companion.core.objections import Objection
from companion.desk.table import Snapshot
from companion.screens.phones import barred, undo_barred
from companion.screens.speech import refusal_words
from companion.screens.table import refusal_at
from companion.ui.shown import NO_MESSAGE, DeviceState, Message
from companion.words import Words


class Notices:
    """The notice on a device: one at a time, each with the position that it is about.

    `now` returns the table as its viewer sees it, and `words` those of the device.
    """

    def __init__(
        self, shown: DeviceState, now: Callable[[], Snapshot | None], words: Callable[[], Words]
    ) -> None:
        self._shown = shown
        self._now = now
        self._words = words
        self._warned: tuple[Message, tuple[object, ...]] = NO_MESSAGE, ()

    def say(self, text: str, *, explains: bool = False) -> None:
        """Show a notice on this screen, or close the present one if there are no words."""
        self._shown.notice = Message(text, explains=bool(text) and explains)

    def warn(self, text: str, *, explains: bool = False, repair: str = "") -> None:
        """Show a notice until the table changes; `explains` if it refuses nothing."""
        self._shown.notice = Message(text, explains, repair)
        self._warned = self._shown.notice, self._position

    def refuse(self, refusal: Objection | None, seen: Snapshot | None = None) -> None:
        """Show why a request was refused, or close the warning if there is no refusal."""
        now = self._now() or seen
        words = self._words()
        if refusal is None:
            self.warn("")
        elif now:
            self.warn(refusal_at(now, refusal, words))
        else:
            self.warn(refusal_words(refusal, words, str))

    async def close(self) -> None:
        """Close the notice."""
        self.say("")

    def follow(self) -> None:
        """Close a warning about an earlier position."""
        warning, warned_at = self._warned
        if self._shown.notice == warning and warned_at != self._position:
            self.say("")

    def turn(self) -> None:
        """Close a notice of the screen before; who was refused still reads why."""
        if self._shown.notice != self._warned[0]:
            self.say("")

    @property
    def _position(self) -> tuple[object, ...]:
        """The series with its revision, and whether the notice tells what still bars this device.

        The company of a shared table changes no revision.
        """
        now = self._now()
        if now is None:
            return ()
        words = self._words()
        bars = barred(now, words), undo_barred(now, words)
        return now.number, now.revision, self._shown.notice.says in bars
