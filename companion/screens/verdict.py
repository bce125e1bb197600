"""The verdict of a pass: the cards that could be played, the argument, the fine, the suspects."""

from companion.core.books import Fine, cost, held_back
from companion.core.cards import Card, Cards, gather, spread
from companion.core.dues import taker, unticked
from companion.core.judge import Count, Holding, How, Judgement, Ruling, Verdict, counting, judge
from companion.core.presets import PRESETS
from companion.core.rounds.events.decisions import FineCharged, FineWaived
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT
from companion.core.series import Series
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
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
    verdict_text,
)
from companion.screens.speech import account_name, capital, listed, person, sentence, short
from companion.screens.tray import comes_back, pending
from companion.screens.turns import turns
from companion.words import Words


def _met_cards(
    series: Series, round_: Round, judgement: Judgement, ruling: Ruling, words: Words
) -> b.Cards:
    """Return the cards that could be played at a pass, by suit.

    A card of the player who passed is marked, and a card of another player is faded.
    """

    def met(card: Card) -> b.CaptionedCard:
        named, held = face(card, words), judgement.holdings.get(card)
        name = f"card-{named.code}"
        if held is None:
            says = words.say("{card}, holder unknown", card=named.name)
            return b.CaptionedCard(named, name, "?", "", says)
        holder, known = series.name_of(round_.setup.players[held.seat]), _evidence(held, words)
        says = words.join(
            (words.say("{card}, held by {name}", card=named.name, name=holder), known)
        )
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


def _suspects(snapshot: Snapshot, round_: Round, turn: int, words: Words) -> tuple[b.Panel, ...]:
    """Return the doubt about the open passes, with the passes that explain it if judged false.

    Nothing if all of them can be legal. The pass at `turn` is on the screen.
    """
    judgement = judge(round_)
    if round_.void or not judgement.contradiction:
        return ()
    still = [ruling for ruling in judgement.rulings if ruling.verdict is Verdict.OPEN]
    suspected = [ruling for ruling in still if ruling.turn in judgement.suspects]
    seats = dict.fromkeys(ruling.seat for ruling in suspected or still)
    names = [snapshot.series.name_of(round_.setup.players[seat]) for seat in seats]
    says = words.say("Somebody passed falsely, or a card was left out.")
    settles = words.say("The cards of {names} would settle it.", names=listed(names, words))
    rows = tuple(_suspect(snapshot, round_, suspect, turn, words) for suspect in suspected)
    blocks = (
        b.Text(says, "doubt", b.Style.STRONG),
        *((b.List(rows),) if rows else ()),
        b.Text(settles, "settles", b.Style.MUTED),
    )
    return (b.Panel(blocks, key="doubt"),)


def _suspect(snapshot: Snapshot, round_: Round, ruling: Ruling, shown: int, words: Words) -> b.Row:
    """Return the row of a suspected pass, which opens its verdict."""
    player = person(snapshot, round_.setup.players[ruling.seat])
    turn = words.say("Turn {turn}", turn=ruling.turn)
    return b.Row(
        player.name,
        f"turn-{ruling.turn}",
        leading=player,
        subtitle=turn,
        intent=None if ruling.turn == shown else b.Go(f"../verdict/{ruling.turn}"),
        label=words.join((player.name, turn)),
    )


def verdict(facts: ScreenFacts) -> b.Document:
    """Return the verdict of the pass at the turn in the route, or the turns if there is no pass."""
    snapshot = facts.night
    number = facts.number
    turn = facts.route.number or 0
    words = facts.words
    ruled = _ruled(snapshot.series, number, turn)
    if ruled is None:
        return turns(facts)
    round_, judgement, ruling = ruled
    name = snapshot.series.name_of(round_.setup.players[ruling.seat])
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
        _met_cards(snapshot.series, round_, judgement, ruling, words),
    )
    notes = verdict_notes(snapshot.series, number, turn, words)
    asked = asked_in_play(snapshot.series, number, turn, words)
    answer = tell_answer(snapshot, words)
    says = answer.says if answer and answer.concerns(number, turn) else ""
    reasons = " ".join(because(snapshot.series, round_, ruling, words))
    argument: b.Blocks = (
        *((b.Text(reasons),) if reasons else ()),
        *_question(asked),
        *_notes(notes),
        *b.notices(says, "answer"),
        *_still_open(snapshot, number, ruling, words),
        *_fine(snapshot, number, ruling, words),
        b.List((_rule(round_, ruling, words),)),
        b.Actions((repair,)),
        *(() if facts.route.referee else (b.Actions((_referee(turn, words),)),)),
    )
    footer = _footer(f"{facts.table_path}/cards/{number}", number, round_, ruling, words)
    return b.Document(
        facts.say("Verdict"),
        (position, argument),
        b.Ground.SHEET,
        footer=footer,
        menus=card_menus((*notes, *([asked] if asked else [])), words),
    )


def _referee(turn: int, words: Words) -> b.Action:
    """Return the way to the referee, who judges the pass by other cards or rules."""
    says = words.say("Was that pass legal?")
    return b.Action(
        f"referee-{turn}", says, b.Go(f"referee/{turn}"), b.Emphasis.QUIET, b.Icon.REFEREE
    )


def verdict_notes(series: Series, number: int, turn: int, words: Words) -> tuple[NotedCard, ...]:
    """Return the notes behind the verdict of the pass at the turn, and behind its fine."""
    ruled = _ruled(series, number, turn)
    if ruled is None:
        return ()
    round_, _, ruling = ruled
    return noted_cards(series, number, _rests_on(ruling, _due(round_, ruling)), words)


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


def _still_open(snapshot: Snapshot, number: int, ruling: Ruling, words: Words) -> b.Blocks:
    """Return the odds of an open pass, the question for the card that decides, and the suspects."""
    if ruling.verdict is not Verdict.OPEN:
        return ()
    asked = decider(snapshot, number, words, ruling.turn)
    round_ = snapshot.series.round(number)
    panels = (b.Panel(asked, key="decider"),) if asked else ()
    says = odds_seen(snapshot, number, ruling.turn, words)
    likely = (b.Text(says, f"odds-{ruling.turn}", b.Style.MUTED),) if says else ()
    return (*likely, *panels, *_suspects(snapshot, round_, ruling.turn, words))


def _fine(snapshot: Snapshot, number: int, ruling: Ruling, words: Words) -> b.Blocks:
    """Return the fine for a false pass, its unknown parts and exceptions, and where it is paid."""
    if ruling.verdict is not Verdict.ILLEGAL:
        return ()
    series = snapshot.series
    round_ = series.round(number)
    due = _due(round_, ruling)
    to_come = pending(round_, ruling, words)
    waived = ruling.turn in round_.decisions.waived
    if waived and not round_.void:
        remark = sentence(comes_back(snapshot, number, ruling.turn, words), words)
    else:
        remark = _remark(series, number, ruling, due, to_come, words)
    return (
        *_bill(series, round_, ruling, due, words),
        *b.notices("" if waived else to_come, "pending"),
        *b.notices(remark, "remark"),
    )


def _due(round_: Round, ruling: Ruling) -> tuple[Fine, ...]:
    """Return the parts of the fine, waived or not; none in a round called off."""
    if ruling.verdict is not Verdict.ILLEGAL or round_.void:
        return ()
    return tuple(cost(round_, judge(round_), ruling))


def _bill(
    series: Series, round_: Round, ruling: Ruling, due: tuple[Fine, ...], words: Words
) -> tuple[b.List, ...]:
    """Return the lines of the fine with their sum, in grey if the fine was waived."""
    if not due:
        return ()
    waived = ruling.turn in round_.decisions.waived
    status = b.Status.MUTED if waived else b.Status.PLAIN
    name = series.name_of(round_.setup.players[ruling.seat])
    says = words.say("{name} pays", name=name)
    if waived:
        says = capital(words.say("fine let go"))
    total = b.Text(str(sum(fine.chips for fine in due)), "fine")
    lines = [_line(series, round_, fine, status, words) for fine in due]
    return (b.List((*lines, b.Row(says, value=total, status=status, strong=True, key="total"))),)


def _footer(
    cards: str, number: int, round_: Round, ruling: Ruling, words: Words
) -> tuple[b.Action, ...]:
    """Return the way on, and both rulings about a fine: one of them holds already."""
    if ruling.verdict is Verdict.OPEN and round_.played_out and not round_.void:
        says = words.say("Show the cards left")
        return (b.Action("reveal", says, b.Go(cards), b.Emphasis.PRIMARY),)
    turn = ruling.turn
    done = words.say("Done")
    waived = turn in round_.decisions.waived
    if round_.void or not (waived or _due(round_, ruling) or pending(round_, ruling, words)):
        return (b.Action("done", done, b.Back()),)
    charge = _rule_it(f"charge-{turn}", words.say("Charge it"), number, FineCharged(turn))
    let_go = _rule_it(f"waive-{turn}", words.say("Let it go"), number, FineWaived(turn))
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


def _ruled(series: Series, number: int, turn: int) -> tuple[Round, Judgement, Ruling] | None:
    if not 1 <= number <= len(series.rounds):
        return None
    round_ = series.round(number)
    judgement = judge(round_)
    ruling = judgement.ruling(turn)
    return (round_, judgement, ruling) if ruling else None


def because(series: Series, round_: Round, ruling: Ruling, words: Words) -> tuple[str, ...]:
    """Return the evidence for the verdict, with the numbers where it was counted."""
    name = series.name_of(round_.setup.players[ruling.seat])
    judgement, count = judge(round_), counting(round_, ruling)
    if ruling.verdict is Verdict.FREE:
        return ()
    if ruling.verdict is Verdict.OPEN:
        return (_deciding(judgement, ruling, words),)
    counted = (_counted(series, round_, count, words),) if count else ()
    if ruling.verdict is Verdict.LEGAL:
        return (words.say("{name} certainly held none of them.", name=name), *counted)
    seen = (_known(ruling.proof, how, name, words) for how in _SEEN if _by(ruling.proof, how))
    return (*seen, *counted)


def _counted(series: Series, round_: Round, count: Count, words: Words) -> str:
    """Return the numbers by which counting proves a verdict."""
    if not count.room:
        name = series.name_of(round_.setup.players[count.seat])
        size = round_.setup.hand_sizes[count.seat]
        return words.say("All {n} cards dealt to {name} are known.", n=size, name=name)
    return words.say(
        "The others have room for only {room} of {cards}.",
        room=count.elsewhere,
        cards=listed([short(card, words) for card in spread(count.cards)], words),
    )


_SEEN = (How.PLAYED, How.ENTERED, How.SEEN, How.SHOWN)


def _by(proof: tuple[Holding, ...], how: How) -> list[Holding]:
    return [held for held in proof if held.how is how]


def _known(proof: tuple[Holding, ...], how: How, name: str, words: Words) -> str:
    cards = listed([short(held.card, words) for held in _by(proof, how)], words)
    if how is How.PLAYED:
        return words.say("{name} later played {cards}: held all along.", name=name, cards=cards)
    return sentence(words.say("{name} held {cards}", name=name, cards=cards), words)


def _line(series: Series, round_: Round, fine: Fine, status: b.Status, words: Words) -> b.Row:
    """Return a part of the fine: the reason, payer and payee, and the chips.

    A fine for the pot that was not ticked goes to whoever took the pot, as in the hand-overs.
    """
    taken = taker(round_, fine) if fine in unticked(round_) else fine.target
    target = fine.target if taken == fine.offender else taken
    payer = account_name(series, round_, fine.offender, words)
    payee = account_name(series, round_, target, words)
    what = words.say("False pass")
    parties = f"{payer} → {words.say('Pot') if target == POT else payee}"
    if fine.withheld is not None and fine.neighbour is not None:
        what = words.say("{card} held back", card=short(fine.withheld, words))
        card = short(fine.neighbour, words)
        parties = f"{payer} → {words.say('{card}, held by {name}', card=card, name=payee)}"
    key = f"{what}-{parties}"
    return b.Row(what, subtitle=parties, value=str(fine.chips), status=status, key=key)


def _remark(
    series: Series,
    number: int,
    ruling: Ruling,
    due: tuple[Fine, ...],
    to_come: str,
    words: Words,
) -> str:
    """Return an exception for the fine in words, e.g. ticked off, or none by the rules (R8)."""
    round_ = series.round(number)
    if round_.void:
        return words.say("The round was called off: everything that was paid in it goes back.")
    open_turns = {fine.turn for fine in unticked(round_)}
    ticked = round_.decisions.ticked(ruling.turn) and ruling.turn not in open_turns
    if ticked and not series.is_settled(number):  # else it may be owed for all its ticks
        return sentence(words.say("Already paid"), words)
    if round_.winner == ruling.seat and round_.setup.rules.false_pass_fine:
        name = series.name_of(round_.setup.players[ruling.seat])
        return words.say("{name} went out first, so the fine comes back.", name=name)
    return "" if due or to_come else words.say("There is no fine for it.")


def _rule(round_: Round, ruling: Ruling, words: Words) -> b.Row:
    """Return the rule that decided, which opens its place in *How to play*."""
    rules = round_.setup.rules
    named = PRESETS[round_.setup.rules.preset]
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
