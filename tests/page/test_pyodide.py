"""The page's own Python under node: the app is imported there and draws its first screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.site.node import run_node

DRAW = Path(__file__).with_name("draw.mjs")


@pytest.mark.browser
def test_the_app_draws_its_first_screen(site: Path, tmp_path: Path) -> None:
    told = json.loads(run_node(site, tmp_path, script=DRAW))
    for packets in (told["first"], told["again"]):
        assert any("New series" in packet for packet in packets)
        assert not any("could not be drawn" in packet for packet in packets)
    assert max(told["flushes"]) > 0
    assert min(told["sizes"]) == 0, "one of the two logs counts"
