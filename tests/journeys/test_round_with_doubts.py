"""A round with false passes in the browser, with real hands that only the test knows.

The app offers what the player to move may hold, and asks for the rest at the end. Once all is
answered, its chips and points are those of the true hands.
"""

import re
from contextlib import suppress
from random import Random

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from companion.screens.speech import signed
from tests.e2e.conftest import Place
from tests.e2e.driver import AT_REST, Server, Table
from tests.e2e.evening import sit_down_and_start
from tests.e2e.true_hands import TrueHands

NAMES = ("Ann", "Ben", "Cem")
SMALL_PHONE = (360, 740)
SEED = 1042
"""Gives a round with a slip that explains false passes, a fine, and a pass open at its end."""
SUITS = str.maketrans("♣♦♥♠", "CDHS")
IDENTIFIERS = """() => [...document.querySelectorAll('[flt-semantics-identifier]')]
  .map((each) => each.getAttribute('flt-semantics-identifier'))"""
PAID = r"paid-\d+"
CARDS = "play-(10|[2-9AJQK])[CDHS]"
SHOWN = f"(pattern) => ({IDENTIFIERS})().some((each) => RegExp(pattern).test(each))"
OFFERED = f"""(offers) => ({IDENTIFIERS})()
  .filter((each) => /^{CARDS}$/.test(each)).sort().join() === offers"""


def score(hands: TrueHands, chips: list[int], points: list[int]) -> None:
    """Add the chips and points of the finished round."""
    hands.finish()
    for seat, hand in hands.left.items():
        chips[seat] += hands.gained[seat]
        points[seat] += len(hand)


def see_offers(table: Table, hands: TrueHands) -> None:
    """Wait until exactly the cards are offered that the player to move may hold."""
    table.see("turn-of", f"{NAMES[hands.due]} to play")
    expected = ",".join(sorted(hands.offers()))
    with suppress(PlaywrightTimeoutError):
        table.wait_until(OFFERED, arg=expected)
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
    while table.has("fines-due") or asked(table, PAID):
        if not asked(table, PAID):
            table.tap("fines-due")
            table.wait_until(SHOWN, arg=PAID)
        for fine in asked(table, PAID):
            table.tap(fine)
            table.at(fine).wait_for(state="detached")
            said.add("fine")


def answer_the_rest(table: Table, hands: TrueHands, said: set[str]) -> None:
    """Say who held each card that the finished round asks for."""
    table.see("asks")
    while table.has("asks"):
        before = table.text("asks")
        table.tap(f"reveal-to-{NAMES[hands.holder(card_in(before))]}")
        assert table.changes("asks", before)
        table.wait_until(AT_REST)
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
        shown[f"chips-{name}"] = signed(balance)
        shown[f"points-{name}"] = str(points[seat])
    table.see_all(shown)


def test_a_round_with_doubts(server: Server, sit_down: Place) -> None:
    chance = Random(SEED)  # noqa: S311 - the same round every time
    said = set[str]()
    chips, points = [0] * len(NAMES), [0] * len(NAMES)
    tables = [sit_down(SMALL_PHONE)]
    tables[0].open(server.url)
    sit_down_and_start(tables[0], list(NAMES))
    hands, turns = TrueHands(chance, len(NAMES), 0), 0
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
    score(hands, chips, points)
    tables[0].tap("next-round")
    assert said == {"slip", "fine", "card left"}
    see_scores(tables[0], TrueHands(chance, len(NAMES), 1), chips, points)
