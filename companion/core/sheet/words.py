"""Words of a line of the score sheet."""

from typing import Final

from companion.core.rounds.events import KINDS

NO_TURN = "."
EVENT_WORDS: Final = frozenset(KINDS)
"""First words of events that are no turns."""
LINE_WORDS: Final = frozenset(word for word, kind in KINDS.items() if not kind.undoes)
"""First words of lines below the row of handles; no sheet has the words that undo an event."""
YOUNG_WORDS: Final = frozenset(word for word, kind in KINDS.items() if kind.young)
"""Words that players of older sheets may have as handles."""


def words_of(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    return line.partition("#")[0].split()
