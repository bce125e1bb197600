"""The verdict of a pass: the cards that could be played, the argument, the fine, the suspects."""

from companion.core.books import Fine, cost, held_back
from companion.core.cards import Card, Cards, gather, spread
from companion.core.dues import taker, unticked
from companion.core.judge import Count, Holding, How, Judgement, Ruling, Verdict, counting, judge
from companion.core.presets import PRESETS
from companion.core.rounds.events.decisions import FineCharged, FineWaived
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.steps import Recorded
from companion.screens import blocks as b
from companion.screens.board import (
    AwaitedCard,
    NotedCard,
    asking_menu,
    face,
    note_menu,
    noted_cards,
)
from companion.screens.card_notes import card_menus
from companion.screens.explanation import (
    DECIDING,
    rule_link,
    rule_words,
)
from companion.screens.hints import odds_seen
from companion.screens.house_rules import source_names
from companion.screens.kit import ScreenFacts
from companion.screens.news import tell_answer
from companion.screens.passes import (
    asked_in_play,
    decider,
    doubt,
    verdict_text,
)
from companion.screens.speech import account_name, capital, listed, person, sentence, short
from companion.screens.tray import comes_back, pending
from companion.screens.turns import turns
from companion.words import Words


def _name(facts: ScreenFacts, seat: Seat) -> str:
    return facts.night.series.name_of(facts.round.setup.players[seat])


def _met_cards(facts: ScreenFacts, ruling: Ruling) -> b.Cards:
    """Return the cards that could be played at a pass, by suit.

    A card of the player who passed is marked, and a card of another player is faded.
    """
    holdings = judge(facts.round).holdings

    def met(card: Card) -> b.CaptionedCard:
        named = face(card, facts.words)
        held = holdings.get(card)
        name = f"card-{named.code}"
        if held is None:
            says = facts.say("{card}, holder unknown", card=named.name)
            return b.CaptionedCard(named, name, "?", "", says)
        holder = _name(facts, held.seat)
        known = _evidence(held, facts.words)
        held_by = facts.say("{card}, held by {name}", card=named.name, name=holder)
        says = facts.words.join((held_by, known))
        own = held.seat == ruling.seat
        return b.CaptionedCard(named, name, holder, known, says, marked=own, faded=not own)

    return b.Cards(tuple(met(card) for card in spread(ruling.playable)))


def _evidence(held: Holding, words: Words) -> str:
    if held.how is How.PLAYED:
        return words.say("Turn {turn}", turn=held.moment)
    return words.say("follows") if held.how is How.COUNTED else words.say("shown")


def _deciding(judgement: Judgement, ruling: Ruling, words: Words) -> str:
    unknown = [card for card in spread(ruling.playable) if card not in judgement.holdings]
    return words.say(
        "It depends on who held {cards}.",
        cards=listed([short(card, words) for card in unknown], words),
    )


def _suspects(facts: ScreenFacts, turn: int) -> tuple[b.Panel, ...]:
    """Return the doubt about the open passes, with the passes that explain it if judged false.

    Nothing if all of them can be legal. The pass at `turn` is on the screen.
    """
    says = doubt(facts.round, facts.words)
    if not says:
        return ()
    judgement = judge(facts.round)
    still = [ruling for ruling in judgement.rulings if ruling.verdict is Verdict.OPEN]
    suspected = [ruling for ruling in still if ruling.turn in judgement.suspects]
    seats = dict.fromkeys(ruling.seat for ruling in suspected or still)
    names = listed([_name(facts, seat) for seat in seats], facts.words)
    settles = facts.say("The cards of {names} would settle it.", names=names)
    blocks: b.Blocks = (
        b.Text(says, "doubt", b.Style.STRONG),
        *b.lists([_suspect(facts, suspect, turn) for suspect in suspected]),
        b.Text(settles, "settles", b.Style.MUTED),
    )
    return (b.Panel(blocks, key="doubt"),)


def _suspect(facts: ScreenFacts, ruling: Ruling, shown: int) -> b.Row:
    """Return the row of a suspected pass, which opens its verdict."""
    player = person(facts.night, facts.round.setup.players[ruling.seat])
    turn = facts.say("Turn {turn}", turn=ruling.turn)
    return b.Row(
        player.name,
        f"turn-{ruling.turn}",
        leading=player,
        subtitle=turn,
        intent=None if ruling.turn == shown else b.Go(f"../verdict/{ruling.turn}"),
        label=facts.words.join((player.name, turn)),
    )


def verdict(facts: ScreenFacts) -> b.Document:
    """Return the verdict of the pass at the turn in the route, or the turns if there is no pass."""
    snapshot = facts.night
    number = facts.number
    turn = facts.route.number or 0
    words = facts.words
    ruling = judge(facts.round).ruling(turn)
    if ruling is None:
        return turns(facts)
    name = _name(facts, ruling.seat)
    repair = b.Action(
        f"edit-{turn}",
        facts.say("A turn was entered wrongly"),
        b.Go(f"{facts.table_path}/turns/{number}/repair/{turn}"),
        b.Emphasis.QUIET,
        b.Icon.EDIT,
    )
    position: b.Blocks = (
        _headline(ruling, name, words),
        b.Text(facts.say("When {name} passed, these cards could be played:", name=name)),
        _met_cards(facts, ruling),
    )
    rests_on = _rests_on(ruling, _due(facts.round, ruling))
    notes = noted_cards(snapshot.series, number, rests_on, words)
    asked = asked_in_play(snapshot.series, number, turn, words)
    answer = tell_answer(snapshot, words)
    says = answer.says if answer and answer.concerns(number, turn) else ""
    reasons = " ".join(_because(facts, ruling))
    argument: b.Blocks = (
        *((b.Text(reasons),) if reasons else ()),
        *_question(asked),
        *_notes(notes),
        *b.notices(says, "answer"),
        *_still_open(facts, ruling),
        *_fine(facts, ruling),
        b.List((_rule(facts.round, ruling, words),)),
        b.Actions((repair,)),
        *(() if facts.route.referee else (b.Actions((_referee(turn, words),)),)),
    )
    return b.Document(
        facts.say("Verdict"),
        (position, argument),
        b.Ground.SHEET,
        footer=_footer(facts, ruling),
        menus=card_menus((*notes, *([asked] if asked else [])), words),
    )


def _referee(turn: int, words: Words) -> b.Action:
    """Return the way to the referee, who judges the pass by other cards or rules."""
    says = words.say("Was that pass legal?")
    return b.Action(
        f"referee-{turn}", says, b.Go(f"referee/{turn}"), b.Emphasis.QUIET, b.Icon.REFEREE
    )


def _notes(notes: tuple[NotedCard, ...]) -> tuple[b.Actions, ...]:
    """Return a button to correct each note that the verdict or its fine relies on."""

    def correct(noted: NotedCard) -> b.Actions:
        menu = note_menu(noted.card)
        return b.Actions((b.Action(menu, noted.says, b.Ask(menu)),))

    return tuple(map(correct, notes))


def _headline(ruling: Ruling, name: str, words: Words) -> b.Hero:
    """Return the headline, which gives the reason because the mark beside it is the verdict."""
    title, status = {
        Verdict.LEGAL: (words.say("{name} could not play", name=name), b.Status.GOOD),
        Verdict.ILLEGAL: (words.say("{name} could have played", name=name), b.Status.BAD),
        Verdict.OPEN: (words.say("Could {name} have played?", name=name), b.Status.OPEN),
        Verdict.FREE: (words.say("{name} may pass", name=name), b.Status.GOOD),
    }[ruling.verdict]
    mark = b.Text(verdict_text(ruling.verdict, words), f"verdict-{ruling.turn}")
    return b.Hero(title, words.say("Turn {turn}", turn=ruling.turn), status, mark)


def _question(asked: AwaitedCard | None) -> tuple[b.Actions, ...]:
    """Return the button that asks, while the round is in play, for the card that decides."""
    if asked is None:
        return ()
    menu = asking_menu(asked.card)
    return (b.Actions((b.Action(menu, asked.asks, b.Ask(menu), beneath=asked.why),)),)


def _still_open(facts: ScreenFacts, ruling: Ruling) -> b.Blocks:
    """Return the odds of an open pass, the question for the card that decides, and the suspects."""
    if ruling.verdict is not Verdict.OPEN:
        return ()
    turn = ruling.turn
    asked = decider(facts.night, facts.number, facts.words, turn)
    panels = (b.Panel(asked, key="decider"),) if asked else ()
    says = odds_seen(facts.night, facts.number, turn, facts.words)
    likely = (b.Text(says, f"odds-{turn}", b.Style.MUTED),) if says else ()
    return (*likely, *panels, *_suspects(facts, turn))


def _fine(facts: ScreenFacts, ruling: Ruling) -> b.Blocks:
    """Return the fine for a false pass, its unknown parts and exceptions, and where it is paid."""
    if ruling.verdict is not Verdict.ILLEGAL:
        return ()
    words = facts.words
    round_ = facts.round
    to_come = pending(round_, ruling, words)
    waived = ruling.turn in round_.decisions.waived
    if waived and not round_.void:
        back = comes_back(facts.night, facts.number, ruling.turn, words)
        remark = sentence(back, words)
    else:
        remark = _remark(facts, ruling, to_come)
    return (
        *_bill(facts, ruling),
        *b.notices("" if waived else to_come, "pending"),
        *b.notices(remark, "remark"),
    )


def _due(round_: Round, ruling: Ruling) -> tuple[Fine, ...]:
    """Return the parts of the fine, waived or not; none in a round called off."""
    if ruling.verdict is not Verdict.ILLEGAL or round_.void:
        return ()
    return tuple(cost(round_, judge(round_), ruling))


def _bill(facts: ScreenFacts, ruling: Ruling) -> tuple[b.List, ...]:
    """Return the lines of the fine with their sum, in grey if the fine was waived."""
    due = _due(facts.round, ruling)
    if not due:
        return ()
    waived = ruling.turn in facts.round.decisions.waived
    status = b.Status.MUTED if waived else b.Status.PLAIN
    says = facts.say("{name} pays", name=_name(facts, ruling.seat))
    if waived:
        says = capital(facts.say("fine let go"))
    total = b.Text(str(sum(fine.chips for fine in due)), "fine")
    lines = [_line(facts, fine, status) for fine in due]
    return (b.List((*lines, b.Row(says, value=total, status=status, strong=True, key="total"))),)


def _footer(facts: ScreenFacts, ruling: Ruling) -> tuple[b.Action, ...]:
    """Return the way on, and both rulings about a fine: one of them holds already."""
    round_ = facts.round
    number = facts.number
    if ruling.verdict is Verdict.OPEN and round_.played_out and not round_.void:
        says = facts.say("Show the cards left")
        cards = b.Go(f"{facts.table_path}/cards/{number}")
        return (b.Action("reveal", says, cards, b.Emphasis.PRIMARY),)
    turn = ruling.turn
    done = facts.say("Done")
    waived = turn in round_.decisions.waived
    to_pay = waived or _due(round_, ruling) or pending(round_, ruling, facts.words)
    if round_.void or not to_pay:
        return (b.Action("done", done, b.Back()),)
    charge = _rule_it(f"charge-{turn}", facts.say("Charge it"), number, FineCharged(turn))
    let_go = _rule_it(f"waive-{turn}", facts.say("Let it go"), number, FineWaived(turn))
    if waived:
        let_go = b.Action("ruled", let_go.says, None, chosen=True)
    else:
        charge = b.Action("ruled", charge.says, None, chosen=True)
    return (b.Action("done", done, b.Back(), b.Emphasis.PRIMARY), charge, let_go)


def _rule_it(identifier: str, says: str, number: int, event: Event) -> b.Action:
    return b.Action(identifier, says, b.Do(Recorded(number, event), exact=True))


def _rests_on(ruling: Ruling, due: tuple[Fine, ...]) -> Cards:
    """Return the cards whose holders decide the verdict or get a part of the fine."""
    decided = gather(held.card for held in ruling.proof) or ruling.playable
    return decided | gather(fine.neighbour for fine in due if fine.neighbour)


def _because(facts: ScreenFacts, ruling: Ruling) -> tuple[str, ...]:
    """Return the evidence for the verdict, with the numbers where it was counted."""
    if ruling.verdict is Verdict.FREE:
        return ()
    if ruling.verdict is Verdict.OPEN:
        return (_deciding(judge(facts.round), ruling, facts.words),)
    name = _name(facts, ruling.seat)
    count = counting(facts.round, ruling)
    counted = (_counted(facts, count),) if count else ()
    if ruling.verdict is Verdict.LEGAL:
        return (facts.say("{name} certainly held none of them.", name=name), *counted)
    proof = ruling.proof
    seen = (_known(proof, how, name, facts.words) for how in _SEEN if _by(proof, how))
    return (*seen, *counted)


def _counted(facts: ScreenFacts, count: Count) -> str:
    """Return the numbers by which counting proves a verdict."""
    if not count.room:
        size = facts.round.setup.hand_sizes[count.seat]
        name = _name(facts, count.seat)
        return facts.say("All {n} cards dealt to {name} are known.", n=size, name=name)
    cards = [short(card, facts.words) for card in spread(count.cards)]
    return facts.say(
        "The others have room for only {room} of {cards}.",
        room=count.elsewhere,
        cards=listed(cards, facts.words),
    )


_SEEN = (How.PLAYED, How.ENTERED, How.SEEN, How.SHOWN)


def _by(proof: tuple[Holding, ...], how: How) -> list[Holding]:
    return [held for held in proof if held.how is how]


def _known(proof: tuple[Holding, ...], how: How, name: str, words: Words) -> str:
    cards = listed([short(held.card, words) for held in _by(proof, how)], words)
    if how is How.PLAYED:
        return words.say("{name} later played {cards}: held all along.", name=name, cards=cards)
    return sentence(words.say("{name} held {cards}", name=name, cards=cards), words)


def _line(facts: ScreenFacts, fine: Fine, status: b.Status) -> b.Row:
    """Return a part of the fine: the reason, payer and payee, and the chips.

    A fine for the pot that was not ticked goes to whoever took the pot, as in the hand-overs.
    """
    series = facts.night.series
    round_ = facts.round
    words = facts.words
    taken = taker(round_, fine) if fine in unticked(round_) else fine.target
    target = fine.target if taken == fine.offender else taken
    payer = account_name(series, round_, fine.offender, words)
    payee = account_name(series, round_, target, words)
    what = words.say("False pass")
    parties = f"{payer} → {payee}"
    if fine.withheld is not None and fine.neighbour is not None:
        what = words.say("{card} held back", card=short(fine.withheld, words))
        card = short(fine.neighbour, words)
        parties = f"{payer} → {words.say('{card}, held by {name}', card=card, name=payee)}"
    key = f"{what}-{parties}"
    return b.Row(what, subtitle=parties, value=str(fine.chips), status=status, key=key)


def _remark(facts: ScreenFacts, ruling: Ruling, to_come: str) -> str:
    """Return an exception for the fine in words, e.g. ticked off, or none by the rules (R8)."""
    round_ = facts.round
    if round_.void:
        return facts.say("The round was called off: everything that was paid in it goes back.")
    open_turns = {fine.turn for fine in unticked(round_)}
    ticked = round_.decisions.ticked(ruling.turn) and ruling.turn not in open_turns
    settled = facts.night.series.is_settled(facts.number)
    if ticked and not settled:  # else it may be owed for all its ticks
        return sentence(facts.say("Already paid"), facts.words)
    if round_.winner == ruling.seat and round_.setup.rules.false_pass_fine:
        name = _name(facts, ruling.seat)
        return facts.say("{name} went out first, so the fine comes back.", name=name)
    return "" if _due(round_, ruling) or to_come else facts.say("There is no fine for it.")


def _rule(round_: Round, ruling: Ruling, words: Words) -> b.Row:
    """Return the rule that decided, which opens its place in *How to play*."""
    rules = round_.setup.rules
    named = PRESETS[rules.preset]
    (number, *_), says = DECIDING[ruling.verdict]
    title = words.say(named.title)
    quoted = [words.say(says)]
    if held_back(round_, ruling) and rules.seven_fine:
        quoted.append(rule_words(9, rules, words))
    source = source_names(named.source, words)
    return b.Row(
        " ".join(quoted),
        "rule-link",
        subtitle=words.say("By the rules: {name}", name=title),
        note=words.say("Source: {source}", source=source),
        intent=rule_link(number),
    )
