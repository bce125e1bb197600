"""A series as a page of HTML: complete, self-contained, with all names as text."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.names import Player
from companion.desk.table import Snapshot
from companion.screens.picture import html_page
from companion.words import ENGLISH, words_in
from tests.views.nights import ANN_FIRST, ANN_GOES_OUT, BEN_FIRST, night, opened, recorded

VOID = {"meta"}
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "p", "section"),
    *("div", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "ul", "li", "dl", "dt", "dd"),
    "footer",
}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "scope", "class", "colspan"}


class Page(HTMLParser):
    """The tags, attributes and texts of a page whose tags are all closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.attributes = set[str](), set[str]()
        self.texts, self.open = list[str](), list[str]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag with its attributes."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last open tag."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Record a text outside the style."""
        if data.strip() and "style" not in self.open:
            self.texts.append(data.strip())


FRIDAY = recorded("friday_night")


def called(*names: str) -> Snapshot:
    """Return a series whose players have other names, and which has the first of them."""
    log, handles = FRIDAY.log, [player.handle for player in FRIDAY.series.players]
    players = tuple(map(Player, handles, names))
    return opened(Log.of(replace(log.head, name=names[0], players=players), log.steps))


def test_a_page_has_standings_rounds_hand_overs_and_rules() -> None:
    page = Page(html_page(recorded("series_over"), ENGLISH))
    assert page.open == []
    for said in ("Fan Tan", "2 rounds · to 8", "Ben won this series.", "Standings", "Chi", "+15"):
        assert said in page.texts
    titles = {"House rules", "Rounds · Points", "Rounds · Chips", "+1 point, -5 chips"}
    assert titles <= {*page.texts}


OWED = f"{ANN_GOES_OUT}owed Ben Ann 25\n"
OWES = {
    "nothing is marked": (night(ANN_GOES_OUT), []),
    "a mark": (night(OWED), ["Ben pays Ann 25"]),
    "the app keeps the chips": (
        night(ANN_GOES_OUT, rules="bicycle chips=app"),
        ["Ben pays Ann 27", "Cem pays Ann 25"],
    ),
}


@pytest.mark.parametrize(("played", "owed"), OWES.values(), ids=OWES)
def test_a_page_says_what_is_still_owed(played: Snapshot, owed: list[str]) -> None:
    texts = Page(html_page(played, ENGLISH)).texts
    assert [one for one in texts if " pays " in one and one[-1].isdigit()] == owed
    assert ("Still owed" in texts) is bool(owed)


def test_a_page_of_a_game_without_chips_and_points_shows_the_cards_left() -> None:
    texts = Page(html_page(night(ANN_GOES_OUT, rules="pagat"), ENGLISH)).texts
    assert {"Won", "Rounds · Cards"} <= {*texts}
    assert not {"Chips", "Points"} & {*texts[: texts.index("House rules")]}


def test_notes_stand_below_the_figures_of_a_round() -> None:
    written = html_page(FRIDAY, ENGLISH)
    rows = re.findall(r"<tr.*?</tr>", written, re.DOTALL)
    noted = [place for place, row in enumerate(rows) if 'class="noted"' in row]
    assert len(noted) == 2, "a round, in points and in chips"
    assert all("dealt" in rows[place + 1] for place in noted)


def test_the_rounds_of_several_evenings_have_heads_with_their_sums() -> None:
    two = night(ANN_FIRST, BEN_FIRST, f"date 2026-11-27{BEN_FIRST}", rules="bicycle target=999")
    page = html_page(two, ENGLISH)
    heads = re.findall(r'<th class="head"[^>]*>(.*?)</th>', page)
    assert heads == ["20 November 2026", "27 November 2026"] * 2
    assert "20 November 2026 – 27 November 2026" in page
    sums = re.findall(r'<tr class="sums">(.*?)</tr>', page)
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in sums]
    assert cells == [
        ["", "1", "1", "100"],
        ["", "1", "0", "50"],
        ["", "+51", "+51", "-102"],
        ["", "-3", "+54", "-51"],
    ]
    assert 'class="head"' not in html_page(FRIDAY, ENGLISH)


def test_a_page_names_players_who_joined_or_left() -> None:
    texts = Page(html_page(recorded("people_join_and_leave"), ENGLISH)).texts
    said = "Round 3: Eve O'Hara begins with 3 points, Ana María Pérez left"
    assert texts.count(said) == 2
    assert "Ana María Pérez, left" in texts


def test_a_page_may_be_german() -> None:
    page = html_page(recorded("series_over"), words_in("de"))
    assert '<html lang="de">' in page
    assert "Hausregeln" in page


@pytest.mark.parametrize("name", ["people_join_and_leave", "points_open", "corrections"])
def test_a_page_is_self_contained_and_allows_its_style_alone(name: str) -> None:
    written = html_page(recorded(name), ENGLISH)
    page = Page(written)
    assert page.tags <= TAGS
    assert page.attributes <= ATTRIBUTES
    style = re.search(r"<style>(.*?)</style>", written, re.DOTALL)
    assert style
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    other = written.replace(digest, "")
    assert not re.search(r"https?:|//|url[(]|@import|javascript", other)
    allowed = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"
    assert f"{allowed}{digest}'" in written


HOSTILE = (
    *("<script>alert(1)</script>", "</title><img src=x onerror=a()>", '" onmouseover="a()'),
    *("' style='x", "&lt;b&gt;", "</style><b>", "<!-- ", "]]>", "{name}", "{0.__class__}"),
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_hold_html_stay_text(name: str) -> None:
    named = called(name)
    page = Page(html_page(named, ENGLISH))
    assert page.tags <= TAGS
    assert page.attributes <= ATTRIBUTES
    assert named.series.players[0].name in page.texts


@settings(max_examples=60)
@given(st.lists(st.text("<>&\"'/=!-abc script", max_size=40), min_size=4, max_size=4))
def test_no_name_changes_the_shape_of_a_page(names: list[str]) -> None:
    plain = Page(html_page(FRIDAY, ENGLISH))
    page = Page(html_page(called(*names), ENGLISH))
    assert (page.tags, page.attributes, page.open) == (plain.tags, plain.attributes, [])
