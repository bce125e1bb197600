"""Why the game nights cannot be opened, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.desk.ports import StoreFailedError, Trouble
from companion.words import Words


@dataclass(frozen=True, slots=True)
class CannotOpen:
    """The screen in words; `details` are the store's own, for whoever is asked for help."""

    title: str
    why: str
    kept: str
    details: str


def cannot_open(failed: StoreFailedError, words: Words, *, again: bool = False) -> CannotOpen:
    """What is to be said when opening failed, or failed `again`."""
    say = words.say
    why = _why(failed.trouble, words)
    return CannotOpen(
        title=say("The game nights cannot be opened"),
        why=say("It is still so. {why}", why=why) if again else why,
        kept=say("Nothing was changed: what was recorded stays as it is."),
        details=str(failed),
    )


def _why(trouble: Trouble, words: Words) -> str:
    """The cause, and what a person can do about it."""
    say = words.say
    return {
        Trouble.IN_USE: say("Fan Tan is open already, in another window. Close that one first."),
        Trouble.FULL: say("The disk is full. Free some space first."),
        Trouble.FORBIDDEN: say(
            "The folder of the game nights may not be read or written to. Allow it first."
        ),
        Trouble.GONE: say("The folder of the game nights is not there. Bring it back first."),
        Trouble.BROKEN: say("The disk reports an error. It may help to try again."),
        Trouble.NEWER: say(
            "The game nights were written by a newer version. Install that one first."
        ),
        Trouble.UNLOCKABLE: say(
            "Files cannot be locked on this drive, so the game nights would not be safe there. "
            "FANTAN_HOME names a folder elsewhere."
        ),
    }.get(trouble, say("The stored data cannot be used as it is."))
