"""What is told to whoever is not let in, in the language that their browser asks for."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template

from companion.ui.web.asgi import Scope, values
from companion.words import Words, best, words_in

_MOST_LANGUAGES = 20
_PAGE = Template((files("companion.ui.web") / "no_key.html").read_text(encoding="utf-8"))
_COMMAND, _PART = "fantan", "?key="


def words_for(scope: Scope) -> Words:
    """The words of a request."""
    asked = ",".join(values(scope, b"accept-language")).split(",")[:_MOST_LANGUAGES]
    return words_in(best(tag.partition(";")[0].strip() for tag in asked))


def no_key(words: Words, *, another: bool) -> str:
    """A page that says how to get the key; it looks again by itself. `another` key was offered, as
    an address or a browser does that knows the one of an earlier start.
    """
    old, none = words.say("The key is from an earlier start"), words.say("The key is missing")
    what_to_do = words.say(
        "Fan Tan opens only for whoever started it. Open the whole address that {command} printed "
        "when it started, with the part behind {part}: this browser then keeps the key, and this "
        "page goes on by itself.",
        command=_COMMAND,
        part=_PART,
    )
    return _PAGE.substitute(
        language=words.language,
        title=escape(old if another else none),
        what_to_do=escape(what_to_do),
        or_else=escape(
            words.say(
                "If that address is gone, end {command} and start it again.", command=_COMMAND
            )
        ),
    )


def not_ours(words: Words) -> str:
    """A line for a request that was meant for another server, or made by another site."""
    return words.say("Fan Tan answers only its own address.")


def only_read(words: Words) -> str:
    """A line for a request that would change something."""
    return words.say("This address can only be read.")
