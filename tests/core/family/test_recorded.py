"""Shichinarabe as another program played it: what could be laid at every turn, and the places."""

from companion.core.books import places
from tests.core.rounds.traces import Trace, texts, traces

NAME = "family_yachi_free3_4p"


def test_recorded_games_replay_alike() -> None:
    games: tuple[Trace, ...] = traces(NAME)
    assert len(games) == 60
    for game in games:
        *before, end = game.prefixes(game.with_hands())
        for round_, ply in zip(before, game.plies, strict=True):
            assert round_.due == ply["player"], game.where
            playable = round_.playable & game.held(round_, ply["player"])
            assert texts(playable) == sorted(ply["legal"]), game.where
        found = places(end)
        assert found, game.where
        assert [found[seat] for seat in game.data["ranking"]] == [1, 2, 3, 4], game.where
