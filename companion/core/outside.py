"""Texts from outside: lines of a room, greetings, backups, links, and what a browser keeps.

Anybody may have written them, so they are measured before anything parses them. Python's parser of
JSON calls itself for each bracket within a bracket; in a browser that overflows the stack of the
worker, which no `except` catches.
"""

import json
import re
from math import isinf
from typing import Any, NoReturn

MOST_NESTED = 16
"""Brackets within brackets of JSON; the app itself writes at most seven."""
_MOST_DIGITS = 18
_BESIDE_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[^"\[\]{}]++', re.DOTALL)
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class OutsideError(ValueError):
    """A text from outside is too long, nested too deeply, or no JSON that the app writes."""


def measure(text: str, longest: int) -> None:
    """Measure the length of a text in bytes, and how deep its brackets outside strings nest.

    :raises OutsideError: when it is too long or nested too deeply
    """
    if len(text) > longest or len(text.encode(errors="surrogatepass")) > longest:
        raise OutsideError("this text is too long")
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return
    # A text may have 30,000 pairs of brackets; each pass takes the innermost ones away.
    brackets = _BESIDE_BRACKETS.sub("", text).replace("{", "[").replace("}", "]")
    for _ in range(MOST_NESTED):
        brackets = brackets.replace("[]", "")
    if brackets:
        raise OutsideError("this text is nested too deeply, or its brackets are not closed")


def read_json(text: str, longest: int) -> Any:
    """Return the value of a JSON text after measuring it.

    :raises OutsideError: when it is too long, nested too deeply, or no JSON that the app writes
    """
    measure(text, longest)
    try:
        value = _decode(text)
        text.encode()
        if _ESCAPED_SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise OutsideError("this is no Unicode text") from None
    except json.JSONDecodeError as fault:
        raise OutsideError(f"this is no JSON: {fault}") from None
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise OutsideError("this number is too long")
    return int(digits)


def _finite(written: str) -> float:
    number = float(written)
    if isinf(number):
        raise OutsideError("this number is too large")
    return number


def _no_number(name: str) -> NoReturn:
    raise OutsideError(f"{name} is no number")


_decode = json.JSONDecoder(
    parse_int=_whole_number, parse_float=_finite, parse_constant=_no_number
).decode
