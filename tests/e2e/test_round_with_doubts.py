"""A round with false passes in the browser, with real hands that only the test knows.

The app offers what the player to move may hold, and asks for the rest at the end. Once all is
answered, its chips and points are those of the true hands.
"""

import re
from contextlib import suppress
from random import Random

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Table
from tests.e2e.evening import sit_down_and_start

NAMES = ("Ann", "Ben", "Cem")
POT = len(NAMES)
SMALL_PHONE = (360, 740)
SEED = 1042
"""Gives a round with a slip that explains false passes, a fine, and a pass open at its end."""
SETTLED_MILLISECONDS = 2_000  # questions come after the payments on a busy machine
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
SUITS = str.maketrans("♣♦♥♠", "CDHS")
IDENTIFIERS = """() => [...document.querySelectorAll('[flt-semantics-identifier]')]
  .map((each) => each.getAttribute('flt-semantics-identifier'))"""
UNPAID = """() => [...document.querySelectorAll('[flt-semantics-identifier^="paid-"]')]
  .filter((each) => (each.matches('[aria-checked]') ? each : each.querySelector('[aria-checked]'))
    ?.getAttribute('aria-checked') === 'false')
  .map((each) => each.getAttribute('flt-semantics-identifier'))"""
"""The boxes of fines without a tick; a fine that was ticked vanishes only after the next turn."""
CARDS = "play-(10|[2-9AJQK])[CDHS]"
OFFERED = f"""(offers) => ({IDENTIFIERS})()
  .filter((each) => /^{CARDS}$/.test(each)).sort().join() === offers"""


class TrueHands:
    """The true hands of a round, with what they cost."""

    def __init__(self, chance: Random, leads: int) -> None:
        cards = list(DECK)
        chance.shuffle(cards)
        seats = [(leads + place) % len(NAMES) for place in range(len(NAMES))]
        self.dealt = {seat: set(cards[place :: len(NAMES)]) for place, seat in enumerate(seats)}
        self.left = {seat: set(hand) for seat, hand in self.dealt.items()}
        self.laid = set[str]()
        self.due = leads
        longest = max(map(len, self.dealt.values()))
        antes = [1 + (len(self.dealt[seat]) < longest) for seat in range(len(NAMES))]
        self.gained = [*(-ante for ante in antes), sum(antes)]

    def playable(self) -> set[str]:
        """Return the cards that fit the layout, whoever holds them."""
        fits = set[str]()
        for suit in "CDHS":
            run = [place for place, rank in enumerate(RANKS) if rank + suit in self.laid]
            ends = [run[0] - 1, run[-1] + 1] if run else [RANKS.index("7")]
            fits |= {RANKS[end] + suit for end in ends if 0 <= end < len(RANKS)}
        return fits

    def offers(self) -> set[str]:
        """Return the identifiers of the cards that the player to move may hold."""
        return {f"play-{card}" for card in self.playable()}

    def holder(self, card: str) -> int:
        """Return the seat that the card was dealt to."""
        return next(seat for seat, hand in self.dealt.items() if card in hand)

    def choose(self, chance: Random) -> str:
        """Return a card of the player to move, or an empty text for a pass, now and then false."""
        held = sorted(self.left[self.due] & self.playable())
        sevens = sum(card.startswith("7") for card in held)
        if not held or (sevens < 2 and chance.randrange(8) == 0):
            return ""
        return chance.choice(held)

    def take(self, card: str) -> None:
        """Lay the card of the player to move, or pass with the fee and the true fines."""
        if card:
            self.left[self.due].remove(card)
            self.laid.add(card)
        else:
            held = self.left[self.due] & self.playable()
            self._pay(POT, 4 if held else 1)
            for seven in held & {"7C", "7D", "7H", "7S"}:
                for rank in "68":
                    self._pay(self.holder(rank + seven[1]), 5)
        if self.left[self.due]:
            self.due = (self.due + 1) % len(NAMES)

    def _pay(self, payee: int, chips: int) -> None:
        self.gained[self.due] -= chips
        self.gained[payee] += chips

    def score(self, chips: list[int], points: list[int]) -> None:
        """Add the chips and points of the finished round."""
        for seat, hand in self.left.items():
            chips[seat] += self.gained[seat] - len(hand)
            points[seat] += len(hand)
            chips[self.due] += len(hand)
        chips[self.due] += self.gained[POT]


def see_offers(table: Table, hands: TrueHands) -> None:
    """Wait until exactly the cards are offered that the player to move may hold."""
    table.see("turn-of", f"{NAMES[hands.due]} to play")
    expected = ",".join(sorted(hands.offers()))
    with suppress(PlaywrightTimeoutError):
        table.page.wait_for_function(OFFERED, arg=expected)
    assert ",".join(sorted(asked(table, CARDS))) == expected


def asked(table: Table, pattern: str) -> list[str]:
    """Return the identifiers on the screen that match."""
    return [one for one in table.page.evaluate(IDENTIFIERS) if re.fullmatch(pattern, one)]


def card_in(question: str) -> str:
    """Return the first card in the words, as in the identifiers."""
    named: str = re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", question)[0]
    return named.translate(SUITS)


def answer(table: Table, hands: TrueHands, said: set[str]) -> None:
    """Answer all that the table asks: slips and fines."""
    if table.has("slip-1"):
        said.add("slip")
        table.tap("turns")
        table.tap("slips-no")
        table.at("slips-no").wait_for(state="detached")
        table.tap("back")
        see_offers(table, hands)
    for fine in table.page.evaluate(UNPAID):
        table.tap(fine)
        said.add("fine")


def answer_the_rest(table: Table, hands: TrueHands, said: set[str]) -> None:
    """Say who held each card that the finished round asks for."""
    table.see("payment-1")
    table.page.wait_for_timeout(SETTLED_MILLISECONDS)
    while table.has("asks"):
        before = table.text("asks")
        table.tap(f"reveal-to-{NAMES[hands.holder(card_in(before))]}")
        assert table.changes("asks", before, within=15_000)
        said.add("card left")


def lay(table: Table, hands: TrueHands, card: str) -> None:
    """Tap the turn."""
    table.tap(f"play-{card}" if card else "pass")
    hands.take(card)


def see_scores(table: Table, hands: TrueHands, chips: list[int], points: list[int]) -> None:
    """Wait until the seats have the chips of the rounds before less the antes, and the points."""
    shown: dict[str, str | None] = {}
    for seat, name in enumerate(NAMES):
        balance = chips[seat] + hands.gained[seat]
        shown[f"chips-{name}"] = f"{balance:+}" if balance else "0"
        shown[f"points-{name}"] = str(points[seat])
    table.see_all(shown)


def test_a_round_with_doubts(server: Server, sit_down: Place) -> None:
    chance = Random(SEED)  # noqa: S311 - the same round every time
    said = set[str]()
    chips, points = [0] * len(NAMES), [0] * len(NAMES)
    tables = [sit_down(SMALL_PHONE)]
    tables[0].open(server.url)
    sit_down_and_start(tables[0], list(NAMES))
    hands, turns = TrueHands(chance, 0), 0
    see_scores(tables[0], hands, chips, points)
    while hands.left[hands.due]:
        table = tables[turns % len(tables)]
        for each in tables:
            see_offers(each, hands)
        if len(tables) > 1:
            table.look()  # at the turn that came from the other device
        answer(table, hands, said)
        lay(table, hands, hands.choose(chance))
        turns += 1
        if turns == 20:  # killed, and opened again
            tables[0].page.close()
            tables[0] = sit_down(SMALL_PHONE)
            tables[0].open(server.url)
        if turns == 30:
            tables.append(sit_down(SMALL_PHONE))
            tables[1].open(f"{server.url}/table")
    answer_the_rest(tables[0], hands, said)
    hands.score(chips, points)
    tables[0].tap("next-round")
    assert said == {"slip", "fine", "card left"}
    see_scores(tables[0], TrueHands(chance, 1), chips, points)
