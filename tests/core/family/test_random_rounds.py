"""Random rounds of the wider family against the referee: cards, verdicts, chips, points, places."""

from random import Random

import pytest

from companion.core.books import ledger, places, points
from companion.core.cards import spread
from companion.core.judge import judge
from companion.core.presets import parse
from companion.core.rounds.round import Round
from companion.core.sheet import dumps, loads
from tests.core.family.referee import Game

RULES = (
    "shichinarabe",
    "shichinarabe-strict",
    "shichinarabe pass_fee=1 card_fee=1 ante=1",
    "shichinarabe-strict passes=1 pass_fee=2 card_fee=1 points=card",
    "shichinarabe play_on=no points=card passes=2",
    "shichinarabe laid=none opening=left passes=2 pass_fee=1",
    "stalemate",
    "stalemate pass_fee=1 card_fee=2 points=card",
    "devyatka",
    "cinquillo",
    "cinquillo-48",
    "seises ante=1 short_ante=1",
)
ROUNDS = 25


def play(rules_text: str, seed: int) -> tuple[Game, str]:
    """Return a random round as the referee sees it, and its sheet with every hand."""
    chance = Random(f"{rules_text} {seed}")  # noqa: S311 - no secret
    rules = parse(rules_text)
    players = chance.randint(3, 6)
    size, dealer = rules.pack.size, chance.randrange(players)
    probe = Game(rules, [set() for _ in range(players)], dealer)
    pack = [(suit, place) for suit in "CDHS" for place in range(len(probe.order))]
    chance.shuffle(pack)
    hands = [set(pack[seat::players]) for seat in range(players)]
    by_seat = [hands[(seat - dealer - 1) % players] for seat in range(players)]
    game = Game(rules, [set(hand) for hand in by_seat], dealer)
    leader = (dealer + 1) % players
    if rules.opening:
        text = rules.opening.text
        leader = next(s for s, hand in enumerate(by_seat) if text in map(game.text, hand))
    game.play(leader, chance, 0.25 if rules.free_pass else 0.1)
    assert sum(map(len, by_seat)) == size
    handles = [f"P{seat}" for seat in range(players)]
    lines = ["fantan 1", f"rules {rules_text}", "round 1", f"dealer P{dealer}"]
    for handle, hand in zip(handles, by_seat, strict=True):
        lines.append(f"hand {handle} {' '.join(sorted(map(game.text, hand)))}")
    lines.append(" ".join(handles))
    number, seat = 1, 0
    cells: list[str] = []
    for row in game.rows:
        who, cell = row.split()
        while f"P{seat}" != who:
            cells.append(".")
            seat = (seat + 1) % players
        cells.append(cell)
        seat = (seat + 1) % players
    cells += ["."] * (-len(cells) % players)
    for start in range(0, len(cells), players):
        lines.append(f"{number} {' '.join(cells[start : start + players])}")
        number += 1
    return game, "\n".join(lines) + "\n"


@pytest.mark.parametrize("rules", RULES)
def test_referee_agrees(rules: str) -> None:
    for seed in range(ROUNDS):
        game, sheet = play(rules, seed)
        log = loads(sheet)
        round_: Round = log.series.rounds[0]
        where = f"{rules} {seed}\n{sheet}"
        met = [{card.text for card in spread(cards)} for cards in round_.met]
        assert met == game.playables, where
        found = {ruling.turn: ruling.verdict.value for ruling in judge(round_).rulings}
        assert found == game.says, where
        assert round_.over, where
        assert list(round_.out) == game.out, where
        assert list(round_.laid_out) == game.laid_out, where
        assert round_.winner == (game.out[0] if game.out else game.left_over), where
        assert list(places(round_) or ()) == game.places(), where
        assert list(ledger(round_).chips) == game.chips, where
        assert ledger(round_).pot == game.pot == 0, where
        assert list(points(round_)) == game.points(), where
        assert loads(dumps(log)) == log, where
