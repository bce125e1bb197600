"""The screens, by the last word of their route."""

from collections.abc import Mapping

from companion.screens.backups import importing
from companion.screens.cards import cards
from companion.screens.company import company
from companion.screens.correction import pay, pay_from_seat
from companion.screens.deleted import deleted
from companion.screens.hand import hand, mine
from companion.screens.home import home
from companion.screens.join import join
from companion.screens.kit import Draws
from companion.screens.new_series import new
from companion.screens.next_round import next_round
from companion.screens.player import player
from companion.screens.players import name, players
from companion.screens.repair import repair
from companion.screens.result import result
from companion.screens.rules import how, rules, usual
from companion.screens.series import series
from companion.screens.settings import settings
from companion.screens.settling import settle
from companion.screens.turns import turns
from companion.screens.verdict import verdict
from companion.screens.worth import worth

OF_A_SERIES: Mapping[str, Draws] = {
    "cards": cards,
    "company": company,
    "deal": next_round,
    "hand": hand,
    "mine": mine,
    "next": next_round,
    "rules": rules,
    "series": series,
    "pay": pay,
    "payer": pay_from_seat,
    "repair": repair,
    "result": result,
    "seats": repair,
    "settle": settle,
    "turns": turns,
    "verdict": verdict,
    "worth": worth,
}
ALONE: Mapping[str, Draws] = {
    "": home,
    "deleted": deleted,
    "how": how,
    "import": importing,
    "join": join,
    "name": name,
    "new": new,
    "player": player,
    "players": players,
    "settings": settings,
    "usual": usual,
}
_NOT_YET = frozenset(
    {
        "over",
        "referee",
        "table",
    }
)
KNOWN = frozenset({*OF_A_SERIES, *ALONE, *_NOT_YET})
"""All words in the routes of the app."""


def known(path: str) -> bool:
    """Return whether all words of a route belong to the app."""
    return all(word in KNOWN for word in path.split("/") if word and not word.isdecimal())
