"""Links between the documents."""

import re
from pathlib import Path

import pytest

from tests.places import ROOT

FOLDERS = (ROOT, ROOT / "docs", ROOT / "companion", ROOT / ".github")
DOCUMENTS = sorted(document for folder in FOLDERS for document in folder.glob("*.md"))
LINK = re.compile(r"\]\(([^)]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors_of(document: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings."""
    headings = HEADING.findall(document.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_each_link_leads_somewhere(document: Path) -> None:
    for link in LINK.findall(document.read_text("utf-8")):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            target = (document.parent / path).resolve() if path else document
            assert target.exists(), link
            assert not anchor or anchor in anchors_of(target), link
