"""What a device asks of the players over all evenings: other names, and those back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.statistics.evenings import Evenings
from companion.desk.renaming import Proposal, Renaming
from companion.ui.session import Session
from companion.views.of_players.players import ProgressView, number_of
from companion.views.of_players.renaming import proposal_words


@dataclass(frozen=True, slots=True)
class PeopleNow:
    """What the pages of a player are drawn from: the evenings, the last change of a name, and how
    far it is if something is under way.
    """

    evenings: Evenings
    renamed: Renaming | None
    progress: ProgressView | None


def player_path(number: int) -> str:
    """The route to the player of that number."""
    return f"/players/player/{number}"


async def rename(session: Session, asked: Proposal) -> None:
    """Give the player another name as it was asked, and show the player of that name."""
    await _renamed(session, await session.archive.people.rename(asked))


async def go_on(session: Session, seen: Renaming) -> None:
    """Do the rest of a change of a name that was cut off."""
    await _renamed(session, await session.archive.people.go_on(seen))


async def take_back(session: Session, seen: Renaming) -> None:
    """Take that change of a name back, and show the player who has the name again."""
    done = await session.archive.people.undo(seen)
    if done:
        await session.go(player_path(number_of(done.old)) if done.done else "/players")
    else:
        _say_another(session)


async def _renamed(session: Session, done: Renaming | Proposal | None) -> None:
    evenings = session.archive.people.statistics.evenings
    if isinstance(done, Renaming):
        await session.go(player_path(number_of(done.new)) if done.done else "/players")
    elif done is None:
        _say_another(session)
    elif evenings:
        session.shown.notice = proposal_words(done, evenings, session.words)


def _say_another(session: Session) -> None:
    """What was seen is not the last change any more; a second tap on it is told nothing."""
    if session.archive.people.renamed:
        session.shown.notice = session.words.say("Somebody changed a name meanwhile: look again.")
