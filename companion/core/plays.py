"""The plays of one game in an export of BG Stats, as rounds by their results.

Players who played together are one series, on however many days. Plays with other than two to ten
players, or with other than one winner, are no rounds. Where the winner has more points than others
have, the points stay open, since here the fewest win.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from companion.core.backup import NO_SHEET, About, Backup
from companion.core.names import is_short, tidy, uncased
from companion.core.objections import SheetError
from companion.core.outside import OutsideError, read_json
from companion.core.presets import nearest
from companion.core.rounds.setup import FEWEST_PLAYERS, MOST_PLAYERS, is_date
from companion.core.sheet import decoded
from companion.core.tables import (
    Scores,
    bring,
    find_delimiter,
    make_id,
    number_in,
    read_table,
    unit_of,
)

_SPREADSHEET = "cp1252"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DAY = len("YYYY-MM-DD")


def text_in(content: bytes) -> str:
    """Return the text of a file; one that is not Unicode may come from an older spreadsheet.

    :raises SheetError: when it is no text
    """
    try:
        return decoded(content)
    except SheetError:
        try:
            text = content.decode(_SPREADSHEET)
        except UnicodeDecodeError:
            text = ""
        if _CONTROL.search(text) or not find_delimiter(text):
            raise
        return text


def read_scores(text: str, longest: int, how: str = "") -> Backup | None:
    """Read a table of scores or an export of BG Stats; return None if the text is neither.

    `how` is the unit of a table, or the game; without one an export of several games has no series.

    :raises OutsideError: when the text is too long, nested too deeply, or other JSON
    :raises SheetError: when it has lines that cannot be read
    """
    if not text.lstrip().startswith("{"):
        return read_table(text, longest, how)
    export = read_json(text, longest)
    try:
        return _read_export(export, how)
    except (LookupError, TypeError, AttributeError):
        raise OutsideError(NO_SHEET) from None


def _read_export(export: Any, game: str) -> Backup:
    plays = defaultdict[str, list[Scores | None]](list)
    players = {one["id"]: tidy(one["name"]) for one in export["players"]}
    games = {one["id"]: tidy(one["name"]) for one in export["games"]}
    for play in sorted(export["plays"], key=lambda play: play["playDate"]):
        plays[games.get(play["gameRefId"], "")].append(_read_play(play, players))
    unknown = len(plays.pop("", ()))
    if not plays:
        raise OutsideError(NO_SHEET)
    names = sorted(plays, key=lambda name: (not nearest(name), -len(plays[name])))
    asked = [name for name in names if uncased(name) == uncased(game) or len(names) == 1]
    chosen = asked[0] if asked else ""
    together = defaultdict[frozenset[str], list[Scores]](list)
    for row in filter(None, plays.get(chosen, ())):
        together[frozenset(row.by_name)].append(row)
    sheets = [
        bring(rows, unit_of(rows), chosen, make_id(rows, uncased(chosen)), [])
        for rows in together.values()
    ]
    return Backup(
        tuple(sheets),
        About(),
        games=tuple(names),
        chosen=chosen,
        unread=unknown + plays[chosen].count(None) if chosen else 0,
    )


def _read_play(play: Mapping[str, Any], players: Mapping[object, str]) -> Scores | None:
    """Return the round of a play, None if it is none."""
    seated = play["playerScores"]
    if any(one["playerRefId"] not in players for one in seated):
        return None
    day = play["playDate"][:_DAY]
    scores = {players[one["playerRefId"]]: number_in(str(one.get("score"))) for one in seated}
    winners = [players[one["playerRefId"]] for one in seated if one.get("winner")]
    several = len({uncased(name) for name in scores if name and is_short(name)})
    fits = FEWEST_PLAYERS <= several == len(seated) <= MOST_PLAYERS
    if not fits or len(winners) != 1 or not is_date(day):
        return None
    if Scores(1, day, scores).best != winners[0]:
        scores = dict.fromkeys(scores)
    return Scores(1, day, scores, winners[0])
