"""The deleted series, which can be put back or deleted for good."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.entries import Entry
from companion.screens import blocks as b
from companion.screens.home import dated_name, put_back, series_row
from companion.screens.kit import App, Form, ScreenFacts, act, edit


@dataclass(frozen=True)
class DeletedForm:
    """The number of the series about which the screen asks whether to delete it for good."""

    number: int | None = None

    def ask(self, number: int | None = None) -> Self:
        """Return a copy that asks about a series, or about none."""
        return replace(self, number=number)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the list of the deleted series."""
        removed = facts.catalogue.removed
        asked = next((entry for entry in removed if entry.number == self.number), None)
        blocks = tuple(block for entry in removed for block in _deleted_series(entry, facts))
        nothing = b.Text(facts.say("No series matches."), style=b.Style.MUTED)
        return b.Document(
            facts.say("Deleted"),
            ((b.Panel(blocks),) if blocks else (nothing,),),
            question=_ask_for_good(asked, facts) if asked else None,
        )


def deleted(_facts: ScreenFacts) -> Form:
    """Return the screen of the deleted series."""
    return Form(DeletedForm(), "deleted")


def _deleted_series(entry: Entry, facts: ScreenFacts) -> b.Blocks:
    number = entry.number
    row = series_row(entry, facts)
    row = replace(row, id=f"deleted-{number}", intent=None, label="")
    back = b.Action(f"put-back-{number}", facts.say("Put back"), act(put_back, number))
    ask = edit(DeletedForm.ask, number)
    forget = b.Action(f"forget-{number}", facts.say("Delete for good"), ask, b.Emphasis.QUIET)
    return b.List((row,)), b.Actions((back, forget))


def _ask_for_good(entry: Entry, facts: ScreenFacts) -> b.Question:
    name = dated_name(entry, facts.words)
    return b.Question(
        "forget",
        facts.say("Delete for good"),
        name,
        facts.say("Delete for good"),
        facts.say("Not yet"),
        act(forget, entry.number),
        edit(DeletedForm.ask),
    )


async def forget(app: App, number: int) -> None:
    """Delete a series for good."""
    await app.alone(lambda: app.archive.forget(number))
    await app.show()
