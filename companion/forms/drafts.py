"""The text in which a device keeps the half-filled form of a new series."""

import json
from typing import cast

from companion.core.names import LONGEST
from companion.core.objections import RulesError
from companion.core.presets import describe, parse
from companion.core.rounds.setup import MOST_PLAYERS
from companion.core.rules import Rules
from companion.forms.seating import SeatsForm

NOTHING = ""
"""The text of an empty form."""


def draft_text(form: SeatsForm) -> str:
    """Return the names, dealer, rules and title of a form as JSON."""
    if not form.seated and not form.title:
        return NOTHING
    keys = [place.key for place in form.seated]
    return json.dumps(
        {
            "names": [place.name for place in form.seated],
            "dealer": keys.index(form.dealer) if form.dealer in keys else None,
            "title": form.title,
            "rules": describe(form.rules),
        }
    )


def read_draft(text: str, rules: Rules) -> SeatsForm:
    """Return the form of a text, or an empty form with the given rules if the text has none."""
    empty = SeatsForm(rules=rules)
    try:
        found: object = json.loads(text) if text else None
    except ValueError:
        return empty
    if not isinstance(found, dict):
        return empty
    kept = cast("dict[str, object]", found)
    names, title = kept.get("names"), kept.get("title")
    if not isinstance(names, list):
        return empty
    written = [line for name in cast("list[object]", names) if (line := _line(name))]
    form = empty.seating_all(written[:MOST_PLAYERS]).under(_rules(kept.get("rules"), rules))
    if line := _line(title):
        form = form.titled(line)
    dealer = kept.get("dealer")
    seats = [place.key for place in form.seated]
    at = dealer if isinstance(dealer, int) else -1
    return form.dealt_by(seats[at]) if at in range(len(seats)) else form


def _line(value: object) -> str:
    """Return a value that is a line of text, cut to the length of a name; else nothing."""
    return value[:LONGEST] if isinstance(value, str) and value.isprintable() else ""


def _rules(words: object, usual: Rules) -> Rules:
    try:
        return parse(words) if isinstance(words, str) else usual
    except RulesError:
        return usual
