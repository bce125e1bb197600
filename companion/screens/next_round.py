"""The screen between two rounds: who sits where, who deals, and by which rules."""

from dataclasses import dataclass, replace

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rules import OPTIONS, Rules
from companion.core.steps import Dealt, Redealt
from companion.desk.commands import redeal
from companion.screens import blocks as b
from companion.screens import house_rules, seating
from companion.screens.kit import App, Form, ScreenFacts, edit, submit
from companion.screens.new_series import summarize_seats
from companion.screens.routes import table_path
from companion.screens.seating import SeatsForm, dealt_seats, next_seats
from companion.screens.speech import join_facts, pot_named, refusal_words, sentence
from companion.screens.standings import aim, beginnings
from companion.words import Words


@dataclass(frozen=True)
class NextForm(SeatsForm):
    """The form of the next deal; a round without a turn is set up anew."""

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of the next deal."""
        log = facts.night.log
        catalogue = facts.catalogue
        words = facts.words
        anew = not log.round.over
        step = next_deal(self, log)
        number = log.round_number if anew else log.round_number + 1
        people = seating.seated_people(self, catalogue)
        setup = step.setup
        refusal = log.objection(step)
        pot = pot_named((player.name for player in step.joined), words)
        begun = () if refusal else _beginnings(log, step, words)
        seats = seating.seats_view(self, catalogue, words)
        called = {player.handle: player.name for player in (*log.series.players, *self.players)}
        button = b.Action(
            "redeal" if anew else "deal-next",
            words.say("Deal round {number}", number=number),
            submit(deal, anew, log.round_number),
            b.Emphasis.PRIMARY,
            beneath=summarize_seats(people, setup.dealer, words),
            obstacle=pot or refusal_words(refusal, words, called.__getitem__),
        )
        return b.Document(
            title=words.say("Set up this round anew") if anew else words.say("Change the table"),
            subtitle=join_facts(
                words.say("Round {number}", number=number), aim(setup.rules, words)
            ),
            columns=(
                (
                    b.Custom(replace(seats, remarks=(*seats.remarks, *begun))),
                    *(_joining(setup.rules, words) if begun else ()),
                ),
                (
                    *seating.dealer_panel(self, people, words),
                    *seating.hands_panel(self, people, words),
                    *(() if anew else _next_rules(log, words)),
                ),
            ),
            footer=(button,),
        )


def next_round(facts: ScreenFacts) -> Form:
    """Return the form of the next deal, or of the round that was just dealt."""
    series = facts.night.log.series
    over = facts.night.round.over
    begin = next_seats(series, NextForm) if over else dealt_seats(series, NextForm)
    return Form(begin, f"next-{over}-{facts.seats}")


async def deal(app: App, form: NextForm, anew: bool, number: int) -> None:  # noqa: FBT001
    """Deal after round `number`, or set it up anew, and go to the table."""
    night = app.facts.night
    if (not night.round.over, night.round_number) != (anew, number):
        app.notices.refuse(Objection(Why.QUICKER))
        return
    step = next_deal(form, night.log)
    dealing = redeal(step.setup, step.joined) if isinstance(step, Redealt) else step
    await app.ask(dealing, place="deal", then=table_path(night.number))


def next_deal(form: SeatsForm, log: Log) -> Dealt | Redealt:
    """Return the step that deals the round of a form under the rules planned by now."""
    anew = not log.round.over
    rules = log.round.setup.rules if anew else log.series.next_setup().rules
    setup = form.under(replace(rules, join_points=form.joins or rules.join_points)).setup
    joined = _joined(form, log, anew=anew)
    return Redealt(setup, joined) if anew else Dealt(setup, joined)


def _next_rules(log: Log, words: Words) -> tuple[b.Panel, ...]:
    """Return the rules of the next round, and their differences from the last round."""
    now = log.round.setup.rules
    rules = log.series.next_setup().rules
    view = house_rules.presets(rules, words)
    says = house_rules.pending_words(now, rules, words) or words.say("As before.")
    says_change = words.say("Change the rules")
    change = b.Action("next-rules-change", says_change, b.Go("rules"), icon=b.Icon.UNFOLD)
    texts = (b.Text(says, "next-rules", b.Style.MUTED),)
    return (b.Panel((*texts, b.Actions((change,))), view.title, key="next-rules"),)


def _joining(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the choice of the points of players who join with this deal."""

    def choose(rules: Rules) -> b.Edit:
        return edit(NextForm.joining, rules.join_points)

    option = next(option for option in OPTIONS if option.name == "join_points")
    return (
        b.Panel((b.List((house_rules.rule_row(option, rules, words, choose),)),), key="joining"),
    )


def _joined(draft: SeatsForm, log: Log, *, anew: bool) -> tuple[Player, ...]:
    """Return the players new in the series; a deal set up anew brings its own."""
    leaving = log.series.newcomers if anew else ()
    there = {player.handle for player in log.series.players if player not in leaving}
    return tuple(player for player in draft.players if player.handle not in there)


def _beginnings(log: Log, step: Dealt | Redealt, words: Words) -> tuple[str, ...]:
    """Return the first points of the players who join for a possible deal (R17)."""
    series = log.after(step).series
    return tuple(
        sentence(points, words) for points in beginnings(series, len(series.rounds), words)
    )
