"""A draft of a round, and the series as it would be with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.rounds.repair import Draft
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.words import Words


@dataclass(frozen=True)
class Outlook:
    """A draft of a round in `log`, and the series as it would be then, None while it cannot be."""

    log: Log
    draft: Draft
    after: Series | None
    name_of: Callable[[str], str]
    words: Words

    @staticmethod
    def of(log: Log, draft: Draft, refusal: Objection | None, words: Words) -> Outlook:
        """The outlook on a draft to which the log has this objection."""
        after = None if refusal else log.after(draft.step).series
        names = {one.handle: one.name for one in (*draft.joined, *log.series.players)}
        return Outlook(log, draft, after, lambda handle: names.get(handle, handle), words)

    @property
    def before(self) -> Round:
        """The round as recorded."""
        return self.draft.recorded

    @property
    def now(self) -> Round:
        """The round as it would be, as far as it fits."""
        return self.draft.fitting.round

    @property
    def people(self) -> tuple[Player, ...]:
        """All players of the series, with who would join."""
        there = {one.handle for one in self.log.series.players}
        more = tuple(one for one in self.draft.joined if one.handle not in there)
        return (*self.log.series.players, *more)

    def winner(self, round_: Round) -> str:
        """The name of who goes out first in the round; empty while nobody does."""
        if round_.winner is None or round_.void:
            return ""
        return self.name_of(round_.setup.players[round_.winner])
