"""The worth of a chip in words, and the screen that sets it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Self

from companion.core.names import is_worth
from companion.core.series import Series
from companion.core.steps import Valued
from companion.screens import blocks as b
from companion.screens.kit import App, Form, ScreenFacts, edit, submit
from companion.screens.speech import chips_words, join_facts, refusal_words
from companion.words import Words

_NO_BREAK = "\N{NO-BREAK SPACE}"
_LONGEST_SIGN = 3
"""The most letters of a sign or an abbreviation, such as € or EUR, which has no plural."""
_DECIMALS = 2
"""The most decimals of an amount, as of coins."""


def worth_of(worth: str, chips: int, words: Words) -> str:
    """Return the worth of chips by the worth of one chip, such as `0.05 €`; empty without a worth.

    A unit of up to 3 letters is a sign or an abbreviation: `3 €`. A longer unit is a word with an
    unknown plural: `3 × sweet`.
    """
    if not is_worth(worth):
        return ""
    number, _, unit = worth.partition(" ")
    is_sign = len(unit) <= _LONGEST_SIGN
    amount = _amount(number, chips, is_money=is_sign)
    times = f"×{_NO_BREAK}" if number == "1" and chips != 1 and not is_sign else ""
    return f"{decimal_words(amount, words)}{_NO_BREAK}{times}{unit}"


def worth_words(worth: str, words: Words) -> str:
    """Return the worth of one chip with the decimal mark of the language, e.g. `0,05 €`."""
    number, _, unit = worth.partition(" ")
    return f"{decimal_words(number, words)}{_NO_BREAK}{unit}" if is_worth(worth) else worth


def _amount(number: str, chips: int, *, is_money: bool) -> str:
    """Return a multiple of a number, rounded to two decimals unless that leaves nothing.

    A half is rounded up, as people do. Amounts of money have no decimals or two, other amounts no
    zeros at the end.
    """
    exact = Fraction(number) * chips
    cents = floor(exact * 10**_DECIMALS + Fraction(1, 2))
    if not cents:
        return f"{float(exact):.9f}".rstrip("0").rstrip(".")
    whole, decimals = divmod(cents, 10**_DECIMALS)
    if is_money and "." in number:
        return f"{whole}.{decimals:0{_DECIMALS}}"
    return f"{whole}.{decimals:0{_DECIMALS}}".rstrip("0").rstrip(".")


def decimal_words(number: str, words: Words) -> str:
    """Return a number with the decimal mark of the language."""
    whole, _, decimals = number.partition(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=decimals) if decimals else whole


@dataclass(frozen=True)
class WorthForm:
    """The worth of a chip as written so far, None before anything is written."""

    written: str | None = None

    def write(self, written: str) -> Self:
        """Return a copy with another worth."""
        return replace(self, written=written)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen that sets the worth of a chip."""
        now = facts.night.series.worth
        log = facts.night.log
        written = worth_words(now, facts.words) if self.written is None else self.written
        step = Valued(written)
        refusal = log.objection(step)
        empty = edit(WorthForm.write, "")
        clear = b.Action("clear-worth", facts.say("Clear"), empty, icon=b.Icon.CLOSE)
        field = b.Field(
            "worth",
            written,
            facts.say("such as 0.05 € or 1 sweet"),
            WorthForm.write,
            clear=clear if written else None,
        )
        write_down = b.Action(
            "set-worth",
            facts.say("Save"),
            None if step.worth == now else submit(set_worth),
            b.Emphasis.PRIMARY,
            obstacle=refusal_words(refusal, facts.words, log.series.name_of),
        )
        return b.Document(
            facts.say("What is a chip worth?"),
            ((b.Panel((field, *_examples(step.worth, facts.words))),),),
            subtitle=facts.called,
            footer=(write_down,),
        )


def worth(facts: ScreenFacts) -> Form:
    """Return the form of the worth of a chip."""
    return Form(WorthForm(), f"worth-{facts.night.number}")


async def set_worth(app: App, form: WorthForm) -> None:
    """Record the written worth, and return to the screen below."""
    below = app.facts.route.parent.path
    await app.ask(Valued(form.written or ""), place="worth", then=below)


_EXAMPLES = (7, 25)
"""The numbers of chips whose worth is shown as an example."""


def _examples(worth: str, words: Words) -> tuple[b.Text, ...]:
    """Return the worth of some chips, if a chip has one."""
    says = (
        words.pair(chips_words(chips, words), worth_of(worth, chips, words)) for chips in _EXAMPLES
    )
    return (b.Text(join_facts(*says), "worth-examples", live=True),) if is_worth(worth) else ()


def worth_link(series: Series, words: Words) -> tuple[b.Actions, ...]:
    """Return the way to the worth of a chip, if the series is played for chips."""
    if not series.worth and not series.latest_rules.charge_chips:
        return ()
    worth = worth_words(series.worth, words)
    says = words.say("A chip is worth {worth}", worth=worth)
    asks = words.say("What is a chip worth?")
    return (b.Actions((b.Action("chip-worth", says if worth else asks, b.Go("worth")),)),)
