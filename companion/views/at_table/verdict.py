"""The verdict of a pass: the cards that could be played, the fine, and the suspects."""

from dataclasses import dataclass

from companion.core.books import Fine, cost, unclaimed
from companion.core.cards import Card, Cards, gather, spread
from companion.core.judge import Holding, How, Judgement, Ruling, Verdict, judge
from companion.core.presets import PRESETS
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.rules import FineTo
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.views.at_table.cards import Face, NotedCard, face, noted_cards
from companion.views.at_table.passes import Decider, decider, given_back, verdict_text
from companion.views.setting_up.house_rules import source_names
from companion.views.speech import Person, account_name, listed, person, short
from companion.words import Words


@dataclass(frozen=True, slots=True)
class MetCard:
    """A card that could be played at the pass.

    `held` if the player who passed had the card, `elsewhere` if another player had. `who` is the
    holder, `known` the evidence, e.g. `turn 55`.
    """

    face: Face
    held: bool
    elsewhere: bool
    who: str
    known: str
    says: str


def met_cards(
    series: Series, round_: Round, judgement: Judgement, ruling: Ruling, words: Words
) -> tuple[MetCard, ...]:
    """Return the cards that could be played at a pass, by suit."""

    def met(card: Card) -> MetCard:
        named, held = face(card, words), judgement.holdings.get(card)
        if held is None:
            says = words.say("{card}, holder unknown", card=named.name)
            return MetCard(
                named, held=False, elsewhere=False, who="?", known=words.say("unknown"), says=says
            )
        who, known = series.name_of(round_.setup.players[held.seat]), _evidence(held, words)
        says = words.say("{card}, held by {name}, {known}", card=named.name, name=who, known=known)
        own = held.seat == ruling.seat
        return MetCard(named, own, not own, who, known, says)

    return tuple(met(card) for card in spread(ruling.playable))


def _evidence(held: Holding, words: Words) -> str:
    return {
        How.PLAYED: words.say("turn {turn}", turn=held.moment),
        How.ENTERED: words.say("hand entered"),
        How.SEEN: words.say("seen"),
        How.SHOWN: words.say("shown"),
        How.COUNTED: words.say("follows"),
    }[held.how]


def _deciding(judgement: Judgement, ruling: Ruling, words: Words) -> str:
    unknown = [card for card in spread(ruling.playable) if card not in judgement.holdings]
    return words.say(
        "It depends on who held {cards}.",
        cards=listed([short(card, words) for card in unknown], words),
    )


@dataclass(frozen=True, slots=True)
class Suspect:
    """A pass that removes the contradiction if judged false."""

    turn: int
    player: Person
    beneath: str
    says: str


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A doubt about the open passes, with suspects if one false pass explains the contradiction."""

    says: str
    suspects: tuple[Suspect, ...]
    settles: str


def doubt_view(snapshot: Snapshot, round_: Round, words: Words) -> DoubtView | None:
    """Return the doubt about the open passes, None if all of them can be legal."""
    judgement = judge(round_)
    if round_.void or not judgement.contradiction:
        return None
    still = [ruling for ruling in judgement.rulings if ruling.verdict is Verdict.OPEN]
    suspected = [ruling for ruling in still if ruling.turn in judgement.suspects]
    seats = dict.fromkeys(ruling.seat for ruling in suspected or still)
    names = [snapshot.series.name_of(round_.setup.players[seat]) for seat in seats]
    return DoubtView(
        says=words.say("The open passes cannot all be legal, unless a card was left out.")
        if suspected
        else words.say("Several of the open passes were false, or a card was left out."),
        suspects=tuple(_suspect(snapshot, round_, ruling, words) for ruling in suspected),
        settles=words.say("The cards of {names} would settle it.", names=listed(names, words)),
    )


def _suspect(snapshot: Snapshot, round_: Round, ruling: Ruling, words: Words) -> Suspect:
    who = person(snapshot, round_.setup.players[ruling.seat])
    turn = words.say("Turn {turn}", turn=ruling.turn)
    return Suspect(ruling.turn, who, turn, f"{who.name}, {turn}")


@dataclass(frozen=True, slots=True)
class FineLine:
    """A part of the fine: the reason, payer and payee in words, and the chips."""

    what: str
    who: str
    chips: int


@dataclass(frozen=True, slots=True)
class VerdictView:
    """The contents of the verdict screen.

    `verdict` is `legal`, `illegal` or `open`, and `mark` the translation. `pending` names the
    unknown parts of the fine, `remark` an exception. For a `waived` fine, `fines` are the parts
    that would be due. `doubt` concerns an open pass that cannot be legal together with the others.
    One of `charged` and `let_go` labels the present decision of the table. `settle_says` links to
    settling up, once the fine is counted there. `notes` are the notes behind verdict and fine.
    """

    number: int
    turn: int
    verdict: str
    mark: str
    title: str
    subtitle: str
    player: Person
    asks: str
    met: tuple[MetCard, ...]
    because: tuple[str, ...]
    fines: tuple[FineLine, ...]
    total_says: str
    total: int
    pending: str
    remark: str
    waived: bool
    waived_says: str
    settle_says: str
    can_rule: bool
    charged: str
    let_go: str
    doubt: DoubtView | None
    decider: Decider | None
    notes: tuple[NotedCard, ...]
    can_reveal: bool
    rule: str


def verdict(
    snapshot: Snapshot, number: int, turn: int, words: Words, *, was_ticked: bool = False
) -> VerdictView | None:
    """Return the verdict of the pass at a turn of round `number`, None if the turn is no pass.

    `was_ticked` if the fine is known to have been ticked off before the table let the fine go.
    """
    series = snapshot.series
    ruled = _ruled(series, number, turn)
    if ruled is None:
        return None
    round_, judgement, ruling = ruled
    who = person(snapshot, round_.setup.players[ruling.seat])
    false = ruling.verdict is Verdict.ILLEGAL
    costs, unclear = false and not round_.void, ruling.verdict is Verdict.OPEN
    due = tuple(cost(round_, judgement, ruling)) if costs else ()
    waived = turn in round_.decisions.waived
    pending = _pending(round_, judgement, ruling, words) if costs else ""
    remark = _remark(round_, ruling, due, pending, words)
    if waived and not round_.void:
        remark = _given_back(series, round_, due, words, was_ticked=was_ticked)
    return VerdictView(
        number=number,
        turn=turn,
        verdict=ruling.verdict.value,
        mark=verdict_text(ruling.verdict, words),
        title=_title(ruling.verdict, who.name, words),
        subtitle=words.say("Turn {turn}", turn=turn),
        player=who,
        asks=words.say("When {name} passed, these cards could be played:", name=who.name),
        met=met_cards(series, round_, judgement, ruling, words),
        because=_because(round_, ruling, who.name, words),
        fines=tuple(_line(series, round_, fine, words) for fine in due),
        total_says=words.say("{name} would pay", name=who.name)
        if waived
        else words.say("{name} pays", name=who.name),
        total=sum(fine.chips for fine in due),
        pending=pending,
        remark=remark if false else "",
        waived=waived,
        waived_says=words.say("The table let this fine go.") if waived else "",
        settle_says=words.say("Settle up") if due and round_.over and not waived else "",
        can_rule=not round_.void and (waived or bool(due or pending)),
        charged="" if waived else words.say("Charged"),
        let_go=words.say("Let go") if waived else "",
        doubt=doubt_view(snapshot, round_, words) if unclear and not round_.void else None,
        decider=decider(snapshot, number, words, turn) if unclear else None,
        notes=noted_cards(series, number, _rests_on(ruling, due), words),
        can_reveal=unclear and round_.played_out and not round_.void,
        rule=_rule(round_, words),
    )


def _rests_on(ruling: Ruling, due: tuple[Fine, ...]) -> Cards:
    """Return the cards whose holders decide the verdict or get a part of the fine."""
    decided = gather(held.card for held in ruling.proof) or ruling.playable
    return decided | gather(fine.neighbour for fine in due if fine.neighbour)


def _ruled(series: Series, number: int, turn: int) -> tuple[Round, Judgement, Ruling] | None:
    if not 1 <= number <= len(series.rounds):
        return None
    round_ = series.rounds[number - 1]
    judgement = judge(round_)
    ruling = judgement.ruling(turn)
    return (round_, judgement, ruling) if ruling else None


def _title(ruled: Verdict, name: str, words: Words) -> str:
    """Return the headline, which gives the reason because the mark beside it is the verdict."""
    return {
        Verdict.LEGAL: words.say("{name} could not play", name=name),
        Verdict.ILLEGAL: words.say("{name} could have played", name=name),
        Verdict.OPEN: words.say("Could {name} have played?", name=name),
    }[ruled]


def _because(round_: Round, ruling: Ruling, name: str, words: Words) -> tuple[str, ...]:
    judgement = judge(round_)
    if ruling.verdict is Verdict.LEGAL:
        all_known = all(card in judgement.holdings for card in spread(ruling.playable))
        return (
            words.say("{name} certainly held none of them.", name=name),
            words.say("Others held them all.")
            if all_known
            else words.say("All cards of {name} are known.", name=name),
        )
    if ruling.verdict is Verdict.OPEN:
        return (
            words.say("Nobody knows yet whether {name} held one of them.", name=name),
            _deciding(judgement, ruling, words),
            *(
                []
                if round_.over
                else [words.say("Cards played later or shown after the round will tell.")]
            ),
        )
    if not ruling.proof:
        said = words.say("The others together have no room for all of these cards,")
        return (f"{said} {words.say('so {name} held at least one.', name=name)}",)
    return tuple(_known(ruling.proof, how, name, words) for how in How if _by(ruling.proof, how))


def _by(proof: tuple[Holding, ...], how: How) -> list[Holding]:
    return [held for held in proof if held.how is how]


def _known(proof: tuple[Holding, ...], how: How, name: str, words: Words) -> str:
    cards = listed([short(held.card, words) for held in _by(proof, how)], words)
    if how is How.PLAYED:
        later = [
            words.say("{card} (turn {turn})", card=short(held.card, words), turn=held.moment)
            for held in _by(proof, how)
        ]
        return words.say(
            "{name} later played {cards}: held all along.", name=name, cards=listed(later, words)
        )
    if how is How.ENTERED:
        return words.say("The hand entered for {name} has {cards}.", name=name, cards=cards)
    if how is How.SEEN:
        return words.say("The table saw that {name} held {cards}.", name=name, cards=cards)
    if how is How.SHOWN:
        return words.say("{name} showed {cards} after the round.", name=name, cards=cards)
    return words.count(
        "Nobody else has room for {cards}: {name} held it.",
        "Nobody else has room for {cards}: {name} held them.",
        len(_by(proof, how)),
        name=name,
        cards=cards,
    )


def _line(series: Series, round_: Round, fine: Fine, words: Words) -> FineLine:
    payer = account_name(series, round_, fine.offender, words)
    payee = account_name(series, round_, fine.target, words)
    if fine.withheld is None or fine.neighbour is None:
        target = words.say("pot") if fine.target == POT else payee
        return FineLine(words.say("False pass"), f"{payer} → {target}", fine.chips)
    what = words.say("{card} held back", card=short(fine.withheld, words))
    who = words.say(
        "{payer} → {payee}, holds {card}",
        payer=payer,
        payee=payee,
        card=short(fine.neighbour, words),
    )
    return FineLine(what, who, fine.chips)


def _given_back(
    series: Series, round_: Round, due: tuple[Fine, ...], words: Words, *, was_ticked: bool
) -> str:
    """Return a remark on the chips to give back after the table let a paid fine go.

    Chips due at the end of the round were not paid before (RULES, Readings). A finished round has
    no pot to give chips back.
    """
    end = len(round_.turns) + (not round_.over)
    paid = [fine for fine in due if fine.moment < end]
    back = given_back(series, round_, paid, words)
    if not back:
        return ""
    if round_.over and was_ticked:
        return words.say("It was paid. The round is over, so it comes back when you settle up.")
    if round_.over:
        return words.say("If it was paid, it comes back when you settle up.")
    parts = listed(back, words)
    if was_ticked:
        return words.say("It was ticked off as paid: {parts}.", parts=parts)
    return words.say("If it was paid: {parts}.", parts=parts)


def _remark(
    round_: Round,
    ruling: Ruling,
    due: tuple[Fine, ...],
    pending: str,
    words: Words,
) -> str:
    """Return an exception for the fine in words, e.g. ticked off, or none by the rules (R8)."""
    if round_.void:
        return words.say("The round was called off: everything that was paid in it goes back.")
    chips = sum(fine.chips for fine in due if fine.target == POT)
    if ruling.turn in round_.decisions.paid:
        return words.say(
            "Ticked off as paid. To take the tick back, let the fine go and charge it again."
        )
    if round_.winner == ruling.seat and chips:
        return words.count(
            "Whoever goes out first takes the pot, so this {n} chip comes back.",
            "Whoever goes out first takes the pot, so these {n} chips come back.",
            chips,
        )
    if round_.winner == ruling.seat and round_.setup.rules.false_pass_fine:
        return words.say("The fine goes to whoever went out first, so nobody pays it.")
    if not due and not pending:
        return words.say("These house rules have no fine for it.")
    return ""


def _pending(round_: Round, judgement: Judgement, ruling: Ruling, words: Words) -> str:
    rules = round_.setup.rules
    waits: list[str] = []
    if rules.false_pass_to is FineTo.WINNER and rules.false_pass_fine and round_.winner is None:
        waits.append(words.say("{chips} to the winner of the round", chips=rules.false_pass_fine))
    waits += [
        words.say(
            "{chips} to whoever holds {card}", chips=rules.seven_fine, card=short(card, words)
        )
        for card in unclaimed(round_, judgement, ruling)
    ]
    return words.say("To come: {parts}.", parts=listed(waits, words)) if waits else ""


def _rule(round_: Round, words: Words) -> str:
    named = PRESETS[round_.setup.rules.preset]
    return words.say(
        "House rules “{title}”: a pass is legal only with no playable card."
        " Source: {source} (R3, R8, R9).",
        title=words.say(named.title),
        source=source_names(named.source, words),
    )
