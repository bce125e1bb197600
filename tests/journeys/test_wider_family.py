"""Whole rounds of Shichinarabe and Cinquillo at a table of three phones, played by taps.

Ann hosts, Ben and Cem have a phone each, and the host enters the turns of Dov and Eva. Only the
test knows the hands; after every turn each phone agrees with the tests' own referee.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import ViewportSize

from companion.core.presets import parse
from companion.core.rules import Rules
from companion.screens.speech import signed
from tests.core.family.referee import Game, Name
from tests.e2e.conftest import Phones
from tests.e2e.driver import Table
from tests.e2e.evening import balances, due_says, payments_shown, scroll_to
from tests.e2e.rooms import RoomServer, join_by_link, share, take_seat, visit

NAMES: Final = ("Ann", "Ben", "Cem", "Dov", "Eva")
FIELDS: Final = 4
"""The number of fields for names at first."""
SMALL: Final[ViewportSize] = {"width": 360, "height": 740}
ENDING: Final = """(start) => [...document.querySelectorAll('[flt-semantics-identifier]')]
  .map((each) => each.getAttribute('flt-semantics-identifier'))
  .filter((name) => name.startsWith(start)).map((name) => name.slice(start.length))"""
"""The rest of each identifier on the screen that starts with a text."""
LABELS: Final = "each => readAloud(each)"
SHICHINARABE: Final = "shichinarabe pass_fee=1 card_fee=1"
SHICHINARABE_SEED: Final = 7055
"""Gives a round in which Cem lays his hand out at turn 16, and Dov later; Ben goes out, and Ann."""
LAID_OUT: Final = 16
MISTAKEN: Final = 14
"""The turn of Ann that is entered as a pass at first, and repaired after Cem has laid out."""
CINQUILLO_SEED: Final = 5


class Reckoning(Game):
    """The referee, with the payments that are due at the end."""

    payments: Counter[tuple[str, str]]

    @classmethod
    def deal(cls, rules_text: str, chance: Random) -> "Reckoning":
        """Deal the pack to five players, and give the turn to the holder of the opening card."""
        rules = parse(rules_text)
        many, dealer = len(NAMES), len(NAMES) - 1
        ranks = len(cls(rules, [set() for _ in NAMES], dealer).order)
        pack = [(suit, place) for suit in "CDHS" for place in range(ranks)]
        chance.shuffle(pack)
        return cls.begin(parse(rules_text), [set(pack[seat::many]) for seat in range(many)])

    @classmethod
    def begin(cls, rules: Rules, hands: Sequence[set[Name]]) -> "Reckoning":
        """Begin a round with these hands."""
        game = cls(rules, [set(hand) for hand in hands], len(hands) - 1)
        assert rules.opening
        game.due = game.holder(rules.opening.text)
        game.payments = Counter()
        return game

    def after(self, moves: Sequence[Name | None]) -> "Reckoning":
        """Return the round with the same hands after these turns."""
        game = self.begin(self.rules, self.dealt)
        for move in moves:
            game.take(move)
        return game

    def holder(self, text: str) -> int:
        """Return the seat that the card was dealt to."""
        return next(seat for seat, hand in enumerate(self.dealt) if text in map(self.text, hand))

    def lay(self, seat: int, card: Name) -> None:
        """Lay a card, and note what is due if the player is out."""
        pot = self.pot
        super().lay(seat, card)
        if not self.hands[seat]:
            self.payments["Pot", NAMES[seat]] += pot
            for other, hand in enumerate(self.hands):
                self.payments[NAMES[other], NAMES[seat]] += len(hand) * self.rules.card_fee

    def lying(self, seat: int) -> int:
        """Return the chips before a player; those for cards left are handed over at the end."""
        name = NAMES[seat]
        between = {pair: chips for pair, chips in self.payments.items() if "Pot" not in pair}
        given = sum(chips for (payer, _), chips in between.items() if payer == name)
        return self.chips[seat] + given - sum(between[pair] for pair in between if pair[1] == name)

    @property
    def lays_out(self) -> bool:
        """True if a pass of the player to move is the one after the last."""
        return bool(self.rules.passes) and self.used[self.due] == self.rules.passes

    def tops(self) -> set[str]:
        """Return the cards of the piles that can be seen: both ends and the starter."""
        seen = set[str]()
        for suit in "CDHS":
            if (suit, self.start) not in self.table:
                continue
            seen.add(self.text((suit, self.start)))
            for step in (1, -1):
                top = self.start
                while (suit, top + step) in self.table:
                    top += step
                seen.add(self.text((suit, top)))
        return seen

    def islands(self) -> set[str]:
        """Return the cards on the table that a gap parts from their suit."""
        waiting = set[str]()
        for suit, place in self.table:
            step = 1 if place > self.start else -1
            way = range(self.start, place, step)
            if any((suit, between) not in self.table for between in way):
                waiting.add(self.text((suit, place)))
        return waiting

    def choose(self, chance: Random) -> Name | None:
        """Return an honest turn; Cem, Dov and Eva like to pass where they may."""
        held = sorted(self.playable() & self.hands[self.due])
        free = self.rules.free_pass and self.used[self.due] < self.rules.passes
        if not held or (free and self.due > 1 and chance.random() < 0.5):
            return None
        return chance.choice(held)


def luck(seed: int) -> Random:
    """Return the same chance every time."""
    return Random(seed)  # noqa: S311 - no secret


def play(rules_text: str, seed: int) -> list[Name | None]:
    """Return the turns of a whole round; None is a pass."""
    chance = luck(seed)
    game, moves = Reckoning.deal(rules_text, chance), list[Name | None]()
    while not game.over:
        moves.append(game.choose(chance))
        game.take(moves[-1])
    return moves


def start(host: Table, url: str, preset: str, *counters: str) -> None:
    """Begin a series of five with a preset, and change its counters by taps."""
    visit(host, url)
    host.tap("home-new-series")
    for number, name in enumerate(NAMES, 1):
        if number > FIELDS:
            host.tap("add-player")
        host.see(f"player-name-{number}")
        host.type_into(f"player-name-{number}", name)
    for tap in (
        "open-dealer",
        f"dealer-{NAMES[-1]}",
        "open-rules",
        "all-presets",
        f"preset-{preset}",
    ):
        scroll_to(host, tap)
        host.tap(tap)
    if counters:
        scroll_to(host, "change-rules")
        host.tap("change-rules")
    for tap in counters:
        scroll_to(host, tap)
        host.tap(tap)
    host.tap("start-series")
    host.see("turn-of")


def gather(three: Sequence[Table], url: str, preset: str, *counters: str) -> None:
    """Begin a series, and share its table among the phones of Ann, Ben and Cem."""
    host, *guests = three
    for phone in three:
        phone.page.set_viewport_size(SMALL)
    start(host, url, preset, *counters)
    link, _ = share(host, NAMES[0])
    for guest, name in zip(guests, NAMES[1:], strict=False):
        join_by_link(guest, link)
        take_seat(guest, name)
    host.tap("back")
    host.see("turn-of")


def see(three: Sequence[Table], game: Reckoning) -> None:
    """Wait until each phone agrees with the referee on board, pot, chips and hands."""
    for seat, phone in enumerate(three):
        shown: dict[str, str | None] = {"turn-of": due_says(phone, NAMES[game.due])}
        if any((game.rules.ante, game.rules.pass_fee)):
            shown["pot"] = str(game.pot)
        for at, name in enumerate(NAMES):
            shown[f"cards-{name}"] = str(len(game.hands[at]))
            shown[f"chips-{name}"] = signed(game.lying(at))
            if game.rules.passes:
                left, used = game.rules.passes - game.used[at], game.used[at]
                shown[f"passes-left-{name}"] = "●" * left + "○" * used
            if at in game.laid_out:
                shown[f"passes-left-{name}"] = "×"
            if at in game.out:
                shown.pop(f"passes-left-{name}", None)
        phone.see_all(shown)
        assert set(phone.page.evaluate(ENDING, "card-")) == game.tops()
        assert cards_in(phone, "behind-gap") == game.islands()
        fits = {game.text(each) for each in game.playable()}
        if seat == game.due or (seat == 0 and game.due >= len(three)):
            assert set(phone.page.evaluate(ENDING, "play-")) == fits


def cards_in(phone: Table, identifier: str) -> set[str]:
    """Return the cards that the words of a control name."""
    text = phone.text(identifier) if phone.has(identifier) else ""
    suits = str.maketrans("♣♦♥♠", "CDHS")
    return {found.translate(suits) for found in re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", text)}


def take(three: Sequence[Table], game: Reckoning, move: Name | None) -> None:
    """Tap the turn on the phone of its player, or of the host; a hand is laid out card by card."""
    phone = three[game.due] if game.due < len(three) else three[0]
    phone.look()
    if move:
        phone.tap(f"play-{game.text(move)}")
    else:
        phone.tap("pass")
    if not move and game.lays_out:
        phone.see("lay-out")
        for held in sorted(game.hands[game.due]):
            phone.tap(f"pick-{game.text(held)}")
        phone.tap("lay-out")
    game.take(move)
    if not game.over:
        see(three, game)


def see_end(three: Sequence[Table], game: Reckoning) -> None:
    """See standing, points and payments of the finished round on each phone."""
    points = game.points()
    standing = sorted(range(len(NAMES)), key=lambda seat: (points[seat], seat))
    due = balances(game.payments)
    for phone in three:
        phone.see("next-round")
        phone.see_all({f"points-{NAMES[seat]}": str(points[seat]) for seat in standing})
        if len(set(points)) == len(points):
            order = phone.page.evaluate(ENDING, "points-")
            assert order == [NAMES[seat] for seat in standing]
        assert balances(payments_shown(phone)) == due


def repair(host: Table, turn: int, text: str) -> None:
    """Change a pass into a card."""
    for tap in ("turns", f"turn-{turn}", f"edit-{turn}", f"edit-card-{text}", "repair-apply"):
        scroll_to(host, tap)
        host.tap(tap)
    host.see("turn-of")


def test_shichinarabe_with_a_hand_laid_out(phones: Phones, page: Path, tmp_path: Path) -> None:
    moves = play(SHICHINARABE, SHICHINARABE_SEED)
    mistaken = [*moves[: MISTAKEN - 1], None, *moves[MISTAKEN:LAID_OUT]]
    game, three = Reckoning.deal(SHICHINARABE, luck(SHICHINARABE_SEED)), phones(3)
    host, _, cem = three
    with RoomServer(tmp_path, page) as room:
        gather(three, room.url, "shichinarabe", "rule-pass_fee-more", "rule-card_fee-more")
        for suit in "CDHS":
            host.tap(f"lead-{NAMES[game.holder(f'7{suit}')]}")
        see(three, game)
        for move in mistaken:
            take(three, game, move)
        assert game.laid_out == [three.index(cem)]
        cem.tap("undo")
        see(three, game.after(mistaken[:-1]))
        take(three, game.after(mistaken[:-1]), None)
        wrong = moves[MISTAKEN - 1]
        assert wrong
        repair(host, MISTAKEN, game.text(wrong))
        game = game.after(moves[:LAID_OUT])
        see(three, game)
        for move in moves[LAID_OUT:]:
            take(three, game, move)
        see_end(three, game)
        assert len(game.laid_out) == len(game.out) == 2


def test_cinquillo(phones: Phones, page: Path, tmp_path: Path) -> None:
    game, three = Reckoning.deal("cinquillo", luck(CINQUILLO_SEED)), phones(3)
    with RoomServer(tmp_path, page) as room:
        gather(three, room.url, "cinquillo")
        opening, *moves = play("cinquillo", CINQUILLO_SEED)
        three[0].tap(f"lead-{NAMES[game.due]}")  # the answer lays the card as well
        game.take(opening)
        see(three, game)
        for move in moves:
            take(three, game, move)
        see_end(three, game)
