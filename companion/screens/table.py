"""The screens, by the last word of their route."""

from collections.abc import Mapping

from companion.screens.backups import importing, restoring
from companion.screens.cards import cards
from companion.screens.company import company
from companion.screens.correction import pay
from companion.screens.deleted import deleted
from companion.screens.hand import hand, mine
from companion.screens.home import home
from companion.screens.join import join
from companion.screens.kit import Draws
from companion.screens.player import player
from companion.screens.players import name, players, same
from companion.screens.repair import repair
from companion.screens.result import result
from companion.screens.settings import settings
from companion.screens.settling import settle
from companion.screens.slip_offers import forgotten
from companion.screens.turns import turns
from companion.screens.verdict import verdict
from companion.screens.worth import worth

OF_A_SERIES: Mapping[str, Draws] = {
    "cards": cards,
    "company": company,
    "forgotten": forgotten,
    "hand": hand,
    "mine": mine,
    "pay": pay,
    "repair": repair,
    "result": result,
    "seats": repair,
    "settle": settle,
    "slip": repair,
    "turns": turns,
    "verdict": verdict,
    "worth": worth,
}
ALONE: Mapping[str, Draws] = {
    "": home,
    "deleted": deleted,
    "import": importing,
    "join": join,
    "name": name,
    "player": player,
    "players": players,
    "restore": restoring,
    "same": same,
    "settings": settings,
}
_NOT_YET = frozenset(
    {
        "deal",
        "how",
        "new",
        "next",
        "over",
        "picture",
        "referee",
        "rules",
        "series",
        "table",
        "usual",
    }
)
KNOWN = frozenset({*OF_A_SERIES, *ALONE, *_NOT_YET})
"""All words in the routes of the app."""


def known(path: str) -> bool:
    """Return whether all words of a route belong to the app."""
    return all(word in KNOWN for word in path.split("/") if word and not word.isdecimal())
