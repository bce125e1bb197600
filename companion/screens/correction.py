"""Corrections of chips and of points in a round, whichever of the two its rules count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.rounds.events.decisions import ChipsCorrection, PointsCorrection
from companion.core.rounds.setup import POT, Account, Seat
from companion.core.steps import Recorded
from companion.desk.commands import record
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.kit import App, Form, OverRound, ScreenFacts, State, edit, submit
from companion.screens.news import correction_words
from companion.screens.speech import holder, refusal_words, signed
from companion.words import Words

_ANY_PAYMENT = ChipsCorrection(0, 1, 1)
_ANY_POINTS = PointsCorrection(0, 1)
"""Placeholders for the correction until its people are chosen."""
MOST = 9999
"""The most chips or points of one correction; larger debts take two corrections."""


@dataclass(frozen=True)
class Correction(OverRound):
    """The half-filled form of a correction of round `number`, counted from 1.

    It corrects the points of a seat if `in_points`, else the chips between two accounts.
    """

    number: int
    source: Account | None = None
    target: Account | None = None
    chips: int = 1
    note: str = ""
    in_points: bool = False
    seat: Seat | None = None
    points: int = 1

    def go_on(self, begin: State, was: Snapshot, now: Snapshot) -> State:
        """Return the correction of the same round, unless others sit there now."""
        rounds = was.series.rounds, now.series.rounds
        sat, sit = ([round_.setup.players for round_ in each] for each in rounds)
        return self if sat[: self.number] == sit[: self.number] else begin

    def of(self, points: bool) -> Correction:  # noqa: FBT001 - the kind itself
        """Return a copy that corrects points, or chips."""
        return replace(self, in_points=points)

    def at(self, seat: Seat) -> Correction:
        """Return a copy about the points of another player."""
        return replace(self, seat=seat)

    def with_points(self, more: int) -> Correction:
        """Return a copy with the points a step further, of which there are never none."""
        points = min(MOST, max(-MOST, _next_multiple(self.points, more)))
        return replace(self, points=points or more)

    def from_(self, source: Account) -> Correction:
        """Return a copy with another payer; nobody pays themselves."""
        target = None if self.target == source else self.target
        return replace(self, source=source, target=target)

    def to(self, target: Account) -> Correction:
        """Return a copy with another payee; nobody pays themselves."""
        source = None if self.source == target else self.source
        return replace(self, source=source, target=target)

    def with_chips(self, more: int) -> Correction:
        """Return a copy with the chips a step further, between 1 and `MOST`."""
        return replace(self, chips=min(MOST, max(1, _next_multiple(self.chips, more))))

    def noted(self, note: str) -> Correction:
        """Return a copy with another note."""
        return replace(self, note=note)

    @property
    def event(self) -> ChipsCorrection | PointsCorrection | None:
        """The correction to record; None until its people are known."""
        if self.in_points:
            return (
                None if self.seat is None else PointsCorrection(self.seat, self.points, self.note)
            )
        if self.source is None or self.target is None:
            return None
        return ChipsCorrection(self.source, self.target, self.chips, self.note)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the correction screen of a round."""
        round_ = facts.night.series.round(self.number)
        rules = round_.setup.rules
        event = self.event
        pay = b.Action(
            "pay",
            facts.say("Save"),
            submit(write_down),
            b.Emphasis.PRIMARY,
            beneath=correction_words(facts.night.series, round_, event, facts.words)
            if event
            else "",
            obstacle=self._obstacle(facts),
        )
        kinds = (self._kinds(facts),) if rules.charge_chips and rules.count_points else ()
        # The number comes first: people who fill the screen would push it out of sight.
        number: b.Blocks = (*kinds, self._number(facts))
        asks: b.Blocks = self._people(facts)
        counts = rules.charge_chips or rules.count_points
        if not counts:
            says = facts.say("These rules count neither chips nor points.")
            asks = ()
            number = (b.Text(says, "counts-nothing"),)
        return b.Document(
            facts.say("Correction"),
            (number, (*asks, *_made(facts.night, self.number, facts.words))),
            subtitle=facts.say("Round {number}", number=self.number),
            footer=(pay,) if counts else (),
        )

    def _kinds(self, facts: ScreenFacts) -> b.Choice:
        """Return the choice between a correction of chips and one of points."""

        def kind(name: str, says: str, *, points: bool) -> b.Action:
            chosen = points is self.in_points
            return b.Action(f"correct-{name}", says, edit(Correction.of, points), chosen=chosen)

        chips = kind("chips", facts.say("Chips"), points=False)
        return b.Choice((chips, kind("points", facts.say("Points"), points=True)))

    def _people(self, facts: ScreenFacts) -> tuple[b.Panel, ...]:
        """Return the choices of payer and payee, or of one player for points.

        The pot is among payers and payees, unless the round was called off.
        """
        round_ = facts.night.series.round(self.number)
        pot = () if round_.void or self.in_points else (POT,)
        accounts = (*range(len(round_.setup.players)), *pot)
        people = {
            account: holder(facts.night, round_, account, facts.words) for account in accounts
        }

        def panel(
            title: str,
            name: str,
            step: Callable[[Correction, Account], Correction],
            chosen: Account | None,
        ) -> b.Panel:
            options = tuple(
                b.PersonOption(
                    f"{name}-{player.handle}",
                    player,
                    f"{title} {player.name}",
                    edit(step, account),
                    chosen=account == chosen,
                )
                for account, player in people.items()
            )
            return b.Panel((b.PeopleChoice(options),), title, key=name)

        if self.in_points:
            return (panel(facts.say("Whose points?"), "points-of", Correction.at, self.seat),)
        return (
            panel(facts.say("Who pays?"), "pay-from", Correction.from_, self.source),
            panel(facts.say("Who gets it?"), "pay-to", Correction.to, self.target),
        )

    def _number(self, facts: ScreenFacts) -> b.Panel:
        """Return the number of chips or points, and the note."""
        name = "points" if self.in_points else "chips"
        number = signed(self.points) if self.in_points else str(self.chips)
        far_less, less, more, far_more = (self._change(by) for by in (-5, -1, 1, 5))
        shown = b.Text(number, f"pay-{name}")
        counter = b.stepper(f"pay-{name}", shown, less, more, (far_less, far_more))
        note = b.Field("pay-note", self.note, facts.say("What for?"), Correction.noted)
        title = facts.say("Points") if self.in_points else facts.say("Chips")
        return b.Panel((counter, note), title, key=name)

    def _change(self, by: int) -> b.Change:
        """Return a change of the number, none below the smallest number of chips.

        A large step leads to the next multiple of five.
        """
        if self.in_points:
            more = self.with_points(by).points - self.points
            return edit(Correction.with_points, by), signed(more)
        more = self.with_chips(by).chips - self.chips or by
        possible = by > 0 or self.chips > 1
        return edit(Correction.with_chips, by) if possible else None, signed(more)

    def _obstacle(self, facts: ScreenFacts) -> str:
        """Return the reason why the correction is not possible yet, empty for a possible one."""
        event = self.event or (_ANY_POINTS if self.in_points else _ANY_PAYMENT)
        log = facts.night.log
        if refusal := log.objection(Recorded(self.number, event)):
            return refusal_words(refusal, facts.words, log.series.name_of)
        if self.event:
            return ""
        if self.in_points:
            return facts.say("Whose points?")
        return facts.say("Who pays?") if self.source is None else facts.say("Who gets it?")


def _next_multiple(number: int, step: int) -> int:
    """Return the next multiple of the step in its direction: 5 after 1, and 10 after 5."""
    return (number // step + 1) * step


def pay(facts: ScreenFacts) -> Form:
    """Return the form of a correction: of chips, or of points if the round counts no chips."""
    return Form(_begin(facts), f"pay-{facts.seats}")


def pay_from_seat(facts: ScreenFacts) -> Form:
    """Return the form with the player at the seat of the route chosen."""
    begin = _begin(facts)
    seat = (facts.route.number or 1) - 1
    if seat < len(facts.round.setup.players):
        begin = begin.at(seat) if begin.in_points else begin.from_(seat)
    return Form(begin, f"pay-{facts.seats}-{seat}")


def _begin(facts: ScreenFacts) -> Correction:
    rules = facts.round.setup.rules
    return Correction(facts.number, in_points=rules.count_points and not rules.charge_chips)


async def write_down(app: App, form: Correction) -> None:
    """Record the correction, and return to the screen below."""
    if form.event:
        below = app.facts.route.parent.path
        await app.ask(record(form.event, form.number), place="pay", then=below)


def _made(snapshot: Snapshot, number: int, words: Words) -> tuple[b.Panel, ...]:
    """Return the corrections that hold: of a round called off those made since then."""
    round_ = snapshot.series.round(number)
    rows = tuple(
        b.Row(
            correction_words(snapshot.series, round_, event, words),
            f"correction-{place}",
            leading=holder(snapshot, round_, event.account, words),
            subtitle=event.note,
        )
        for place, event in enumerate(round_.decisions.corrections, 1)
    )
    title = words.say("Correction")
    return (b.Panel((b.List(rows),), title, key="made"),) if rows else ()
