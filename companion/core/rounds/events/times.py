"""Days and times of rounds."""

from dataclasses import dataclass, replace

from companion.core.objections import Objection, Why, phrase
from companion.core.rounds.position import Event, Played_, Position
from companion.core.rounds.setup import Setup, is_date, is_time
from companion.core.rounds.texts import A_TIME, ONE_DATE, DateWord, OtherTimeWord, TimeWord


@dataclass(frozen=True)
class When(Event):
    """Day or time of a round, which may stand above the row of handles as well."""

    late = True

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with this day or time."""
        raise NotImplementedError

    def effect(self, played: Played_) -> Played_:
        """Return the round of that day or time."""
        return replace(played, setup=self.placed(played.setup))


@dataclass(frozen=True)
class Dated(When):
    """Day on which the round was dealt, as `YYYY-MM-DD`."""

    word = "date"
    about = phrase("the change of the date")
    takes = ONE_DATE
    date: DateWord

    def against(self, played: Position) -> Objection | None:  # noqa: ARG002
        """Require a day of the calendar."""
        return None if is_date(self.date) else Objection(Why.NO_DATE)

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with the day."""
        return replace(setup, date=self.date)


@dataclass(frozen=True)
class Timed(When):
    """Times of day at which the round was dealt and, once it is over, ended, as `HH:MM`."""

    word = "time"
    about = phrase("the change of the time")
    takes = A_TIME
    young = True
    dealt_at: TimeWord
    ended_at: OtherTimeWord = ""

    def against(self, played: Position) -> Objection | None:  # noqa: ARG002
        """Require times of day."""
        fits = is_time(self.dealt_at) and (not self.ended_at or is_time(self.ended_at))
        return None if fits else Objection(Why.NO_TIME)

    def placed(self, setup: Setup) -> Setup:
        """Return the setup with the times."""
        return replace(setup, dealt_at=self.dealt_at, ended_at=self.ended_at)
