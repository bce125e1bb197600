"""The game explained in sentences by the rules in force, with a sentence for each option.

The chapters of *How to play* and the differences of rules share the sentences, which follow from
the options, so that all texts agree with the app.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.core.cards import Pack, Rank, number_on
from companion.core.judge import Verdict
from companion.core.objections import phrase
from companion.core.rounds.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.core.rules import (
    CHIPS,
    OPTIONS,
    PASSES,
    POINTS,
    ROUNDS,
    Aces,
    AnyStarter,
    ChipPlace,
    FineTo,
    Laid,
    Option,
    Points,
    Rules,
    Topic,
)
from companion.screens import blocks as b
from companion.screens.speech import (
    chips_words,
    listed,
    points_words,
    rank_index,
    rank_name,
    short,
)
from companion.words import Words

Line = tuple[tuple[int, ...], str]
"""The numbers of the rules that a sentence states, e.g. 2 and 12, and the sentence."""


DECIDING: Mapping[Verdict, Line] = {
    Verdict.LEGAL: ((3,), phrase("A turn is one card, if you can play one, and else a pass.")),
    Verdict.ILLEGAL: (
        (8,),
        phrase("A player who can play a card must not pass. Passing anyway is a false pass."),
    ),
    Verdict.FREE: ((22,), phrase("A player who could play may pass all the same.")),
    Verdict.OPEN: (
        (0,),
        phrase(
            "A pass is legal when its player cannot have held such a card, and open as long as"
            " nobody knows."
        ),
    ),
}
"""The rule that decides each verdict, with its sentence; number 0 is how passes are judged."""


def rule_link(number: int) -> b.Go:
    """Return the intent to open *How to play* at the rule of this number, upon the current screen.

    The screen scrolls to the rule.
    """
    return b.Go(f"rules/{number}")


def explanation(rules: Rules, words: Words, number: int | None = None) -> tuple[b.Panel, ...]:
    """Return the explanation of the game by the given rules, a panel for each chapter.

    The paragraph of a rule has an identifier such as `rule-R8`; that of rule `number` is marked.
    """
    words = words.with_cards(spanish=rules.pack.is_spanish)
    say = words.say
    parts: tuple[tuple[str, str, Iterator[Line], set[Topic]], ...] = (
        ("game", say("The game"), _game(rules, words), {Topic.PACK}),
        ("turn", say("A turn"), _turn(rules, words), {Topic.TURN, Topic.DISPLAY}),
        ("chips", say("Chips"), _chips(rules, words), {Topic.CHIPS}),
        ("false-pass", say("A false pass"), _false_pass(rules, words), {Topic.FALSE_PASS}),
        (
            "end",
            say("The end of a round, and of a series"),
            _end(rules, words),
            {Topic.FINISH, Topic.POINTS, Topic.JOINING},
        ),
        ("judged", say("How a pass is judged"), _judged(rules, words), set()),
    )
    chapters = (
        (name, title, tuple(_paragraphs((*lines, *_declared(topics, rules, words)), number)))
        for name, title, lines, topics in parts
    )
    return tuple(
        b.Panel(texts, title, id=f"told-{name}") for name, title, texts in chapters if texts
    )


def _paragraphs(lines: Iterable[Line], marked: int | None) -> Iterator[b.Text]:
    """Yield the sentences, those whose first rule is the same in one paragraph.

    A paragraph is marked for a rule that any of its sentences states.
    """
    paragraphs: list[tuple[tuple[int, ...], list[str]]] = []
    for numbers, says in lines:
        if not says:
            continue
        if numbers and paragraphs and paragraphs[-1][0][:1] == numbers[:1]:
            known, sentences = paragraphs[-1]
            paragraphs[-1] = (*known, *numbers), [*sentences, says]
        else:
            paragraphs.append((numbers, [says]))
    for numbers, sentences in paragraphs:
        style = b.Style.MARKED if marked in numbers else b.Style.BODY
        yield b.Text(" ".join(sentences), f"rule-R{numbers[0]}" if numbers else "", style)


def rule_words(number: int, rules: Rules, words: Words) -> str:
    """Return the sentences of the rule of this number, as *How to play* has them."""
    texts = (block for panel in explanation(rules, words) for block in panel.blocks)
    lines = (
        text.says for text in texts if isinstance(text, b.Text) and text.id == f"rule-R{number}"
    )
    return " ".join(lines)


def _declared(topics: set[Topic], rules: Rules, words: Words) -> Iterator[Line]:
    """Yield the options in force of some topics that have no sentence of their own."""
    idle = set[str]()
    if not rules.seven_fine:
        idle.add("seven_fine_per")
    if not rules.count_points:
        idle.add("join_points")
    if not rules.must_play:
        idle.add("hints")  # the playouts know no other games
    for option in OPTIONS:
        if option.topic in topics and option.name not in _SENTENCES.keys() | idle:
            yield option.numbers, rule_sentence(option, rules, words)


def rule_sentence(option: Option, rules: Rules, words: Words) -> str:
    """Return the sentence of an option, made from its declaration if it has none of its own.

    It is empty where the option has no effect under the other rules.
    """
    words = words.with_cards(spanish=rules.pack.is_spanish)
    effect = effect_sentence(option, rules, words)
    if effect is not None:
        return effect
    value = option_value(option, rules, words)
    return words.say("{title}: {value}.", title=words.say(option.title), value=value)


def effect_sentence(option: Option, rules: Rules, words: Words) -> str | None:
    """Return the sentence of an option in force, None if its title and value say it."""
    return _SENTENCES[option.name](rules, words) if option.name in _SENTENCES else None


def option_value(option: Option, rules: Rules, words: Words) -> str:
    """Return the value of an option in words, e.g. `2 chips`."""
    words = words.with_cards(spanish=rules.pack.is_spanish)
    value = rules[option.name]
    if option.unit == CHIPS:
        return chips_words(value, words) if value else words.say("nothing")
    if option.unit == POINTS:
        return points_words(value, words) if value else words.say("no limit")
    if option.unit == ROUNDS:
        return words.count("{n} round", "{n} rounds", value) if value else words.say("no limit")
    if option.unit == PASSES:
        return words.count("{n} pass", "{n} passes", value) if value else words.say("no limit")
    if option.name == "opening" and value:
        return short(value, words)
    return answer_words(option, option.codec.write(value), words)


def answer_words(option: Option, answer: str, words: Words) -> str:
    """Return the words for an answer in the notation of the sheet."""
    if phrase := option.codec.phrases.get(answer):
        return words.say(phrase)
    value = option.codec.read(answer)
    return rank_index(value, words) if isinstance(value, Rank) else answer


def _wins(rules: Rules, words: Words) -> str:
    if rules.passes:
        return words.say("The first player to play the last card of a hand wins the round.")
    return words.say("The first player with no cards left wins the round.")


def _line(name: str, rules: Rules, words: Words) -> Line:
    option = next(option for option in OPTIONS if option.name == name)
    return option.numbers, rule_sentence(option, rules, words)


def _game(rules: Rules, words: Words) -> Iterator[Line]:
    yield (
        (),
        words.say(
            "It is best with four to six players. This companion takes {fewest} to {most}.",
            fewest=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
        ),
    )
    pack = _line("pack", rules, words)
    yield pack[0], words.say("Whoever cuts the highest card is the first dealer.")
    yield pack
    yield (
        pack[0],
        words.say(
            "Some may hold one card more than others. After each round the deal passes to the left."
        ),
    )
    yield (), _wins(rules, words)


def _pack(rules: Rules, words: Words) -> str:
    """Return what is dealt, and what a Spanish pack has in place of pictures and suits."""
    size = rules.pack.size
    dealt = words.say("All {n} cards are dealt, one at a time from the dealer’s left.", n=size)
    says = [take_out(rules.pack, words), dealt]
    if rules.pack.is_spanish:
        says.append(
            words.say(
                "The pictures are sota (10), caballo (11) and rey (12). On the screen ♦ are oros,"
                " ♥ copas, ♠ espadas and ♣ bastos."
            )
        )
    return " ".join(filter(None, says))


def take_out(pack: Pack, words: Words) -> str:
    """Return which cards are taken out of a pack of 52, empty for a full pack."""
    absent = [rank.text for rank in Rank if rank not in pack.ranks]
    ranks = listed(absent, words)
    return words.say("Take the {ranks} out of a pack of 52.", ranks=ranks) if absent else ""


def _turn(rules: Rules, words: Words) -> Iterator[Line]:
    if rules.laid is Laid.STARTERS:
        yield _line("laid", rules, words)
    opening = _line("opening", rules, words)
    yield from (opening, (opening[0], words.say("Then it goes clockwise.")))
    if rules.free_pass:
        yield (3,), words.say("A turn is one card, or a pass.")
        yield _line("free_pass", rules, words)
    else:
        yield (3,), words.say(DECIDING[Verdict.LEGAL][1])
    if rules.passes:
        yield _line("passes", rules, words)
    yield _line("starter", rules, words)
    yield (
        (4,),
        words.say(
            "An open suit goes on with the next card above its highest or the next below its"
            " lowest."
        ),
    )
    if rules.passes:
        yield (
            (24,),
            words.say(
                "Each card of a hand that is laid out goes to its place, and its player is out of"
                " the round. A suit goes on at the first gap on each side; what lies behind a gap"
                " waits."
            ),
        )
    yield _line("high_first", rules, words)
    yield _line("aces", rules, words)


def _opening(rules: Rules, words: Words) -> str:
    if rules.opening is None:
        return words.say("The player at the dealer’s left begins.")
    card = short(rules.opening, words)
    if rules.laid is Laid.STARTERS:
        return words.say("Whoever laid the {card} begins, with any card.", card=card)
    return words.say("The holder of the {card} begins with it.", card=card)


def _laid(rules: Rules, words: Words) -> str | None:
    if rules.laid is Laid.NONE:
        return None
    return words.say("The first card of each suit is laid before the first turn.")


def _free_pass(rules: Rules, words: Words) -> str:
    if rules.free_pass:
        return words.say(DECIDING[Verdict.FREE][1])
    return words.say(DECIDING[Verdict.LEGAL][1])


def _passes(rules: Rules, words: Words) -> str | None:
    """Return the sentences of the passes that are allowed, and of the hand laid out (R23)."""
    if not rules.passes:
        return None
    says = words.count(
        "Each player has {n} pass in a round; the next one lays the whole hand out.",
        "Each player has {n} passes in a round; the next one lays the whole hand out.",
        rules.passes,
    )
    if not rules.card_fee:
        return says
    fee = chips_words(rules.card_fee, words)
    costs = words.say("That costs {chips} for each of these cards, to the pot.", chips=fee)
    return f"{says} {costs}"


def _starter(rules: Rules, words: Words) -> str:
    if isinstance(rules.starter, Rank):
        return words.say("Each suit is opened by its {rank}.", rank=rank_name(rules.starter, words))
    if rules.starter is AnyStarter.FIVE_OR_NINE:
        return words.say(
            "The first card of the round is a five or a nine, and that rank opens the other suits."
        )
    return words.say("The first card may be any, and its rank opens the other suits.")


def _high_first(rules: Rules, words: Words) -> str | None:
    if not rules.high_first:
        return None
    return words.say("In each suit the card above the first one comes before the one below it.")


def _aces(rules: Rules, words: Words) -> str:
    if rules.aces is Aces.HIGH:
        return words.say("The ace lies above the {rank}.", rank=rank_name(Rank.KING, words))
    return words.say("The ace lies below the {rank}.", rank=rules.pack.ranks[1].text)


def _chips(rules: Rules, words: Words) -> Iterator[Line]:
    charged = (name for name in ("ante", "short_ante", "pass_fee") if rules[name])
    yield from (_line(name, rules, words) for name in charged)
    yield _line("card_fee", rules, words)
    if rules.charge_chips:
        yield _line("chips", rules, words)


def _chip_place(rules: Rules, words: Words) -> str:
    if not rules.charge_chips:
        return ""
    if rules.chips is ChipPlace.TABLE and rules.fill_pot:
        return words.say(
            "You play with chips on the table: what goes to the pot is put down at once, the rest"
            " is handed over before the next deal."
        )
    if rules.chips is ChipPlace.TABLE:
        return words.say(
            "You play with chips on the table, and hand them over before the next deal."
        )
    return words.say("Nobody handles chips: the app keeps the balances until you settle up.")


def _ante(rules: Rules, words: Words) -> str | None:
    if not rules.ante:
        return None
    ante = chips_words(rules.ante, words)
    return words.say("Before the deal each player pays {chips} to the pot.", chips=ante)


def _short_ante(rules: Rules, words: Words) -> str | None:
    if not rules.short_ante:
        return None
    more = chips_words(rules.short_ante, words)
    return words.say("Whoever is dealt fewer cards than others pays {chips} more.", chips=more)


def _pass_fee(rules: Rules, words: Words) -> str | None:
    if not rules.pass_fee:
        return None
    fee = chips_words(rules.pass_fee, words)
    if rules.passes:
        return words.say(
            "A pass costs {chips}, to the pot; the one that lays the hand out costs none.",
            chips=fee,
        )
    return words.say("A pass costs {chips}, to the pot.", chips=fee)


def _card_fee(rules: Rules, words: Words) -> str | None:
    """Return the sentences of what the winner gets, the pot only where chips go to it."""
    if not rules.charge_chips:
        return words.say("It is played without chips.")
    sentences: list[str] = []
    put_down = rules.ante or rules.short_ante or rules.pass_fee
    fined = rules.false_pass_fine and rules.false_pass_to is FineTo.POT
    laid_out = rules.card_fee and rules.passes
    if put_down or fined or laid_out:
        sentences.append(words.say("The winner of the round takes the pot."))
    if rules.card_fee:
        fee = chips_words(rules.card_fee, words)
        sentences.append(
            words.say("Each of the others pays the winner {chips} for a card left.", chips=fee)
        )
    return " ".join(sentences) or None


def _false_pass(rules: Rules, words: Words) -> Iterator[Line]:
    if rules.free_pass and not rules.passes:
        yield (), words.say("No pass is false here: nobody has to play.")
        return
    rule, says = DECIDING[Verdict.ILLEGAL]
    if rules.free_pass:
        says = phrase("A player who lays the hand out but could play a card passes falsely.")
    yield rule, words.say(says)
    if rules.false_pass_fine or not rules.seven_fine:
        yield _line("false_pass_fine", rules, words)
    if rules.seven_fine:
        yield _line("seven_fine", rules, words)


def _false_pass_fine(rules: Rules, words: Words) -> str | None:
    if not rules.false_pass_fine:
        return None
    fine = chips_words(rules.false_pass_fine, words)
    if rules.false_pass_to is FineTo.WINNER:
        return words.say("A false pass costs {chips} more, to the winner of the round.", chips=fine)
    return words.say(
        "A false pass costs {chips} more, to the pot; once the round is over, to its winner.",
        chips=fine,
    )


def _seven_fine(rules: Rules, words: Words) -> str | None:
    """Return the sentence of a withheld starter."""
    if not rules.seven_fine:
        return None
    return words.say(
        "Whoever passes falsely with a card that could open its suit also pays {chips} to the"
        " holder of each card next to it, and nothing for a card of their own.",
        chips=chips_words(rules.seven_fine, words),
    )


def _end(rules: Rules, words: Words) -> Iterator[Line]:
    yield _line("play_on", rules, words)
    if rules.play_on and rules.charge_chips:
        yield (11,), words.say("After each place the cards left are paid, and a new pot begins.")
    if rules.passes:
        yield (
            (25,),
            words.say(
                "It is over in any case when one player alone is left over. If hands that were"
                " laid out brought that about, this player takes the pot, and wins if nobody went"
                " out."
            ),
        )
    if rules.points is Points.PLACE:
        yield (25, 10), _points(rules, words) or ""
        yield (
            (25, 10),
            words.say(
                "Whoever goes out comes first, then who holds cards, the fewest first, then who"
                " laid the hand out, the last first."
            ),
        )
    else:
        yield _line("points", rules, words)
    if rules.count_points or rules.rounds:
        yield _line("target", rules, words)
    if rules.count_points:
        yield (10,), words.say("The lowest total wins.")


def _play_on(rules: Rules, words: Words) -> str:
    if rules.play_on:
        return words.say(
            "When somebody is out the others play on for second place, third, and so on."
        )
    return words.say("The round is over when somebody is out.")


def _points(rules: Rules, words: Words) -> str | None:
    says = {
        Points.CARD: words.say("Each card left counts one point."),
        Points.PIPS: words.say(
            "Cards left count points: an ace 1, pictures 10, the others their number."
        ),
        Points.RANK: words.say(
            "Cards left count points: from 1 for an ace to {most} for a {rank}.",
            most=number_on(Rank.KING, spanish=words.spanish),
            rank=rank_name(Rank.KING, words),
        ),
        Points.PLACE: words.say("Places count as points: 1 for the first, 2 for the second."),
    }.get(rules.points)
    if says and rules.play_on and rules.points is not Points.PLACE:
        return f"{says} {words.say('They are counted when the first player is out.')}"
    return says


def _length(rules: Rules, words: Words) -> str | None:
    sentences: list[str] = []
    if rules.count_points and rules.target:
        sentences.append(
            words.count(
                "The series ends at {n} point.", "The series ends at {n} points.", rules.target
            )
        )
    if rules.rounds:
        sentences.append(
            words.count(
                "The series ends after {n} round.",
                "The series ends after {n} rounds.",
                rules.rounds,
            )
        )
    return " ".join(sentences) or None


def _judged(rules: Rules, words: Words) -> Iterator[Line]:
    if rules.free_pass and not rules.passes:
        return
    if rules.free_pass:
        yield (
            (),
            words.say("The passes that everybody has are free. Only laying a hand out is judged."),
        )
    yield (
        (),
        words.say(
            "Cards are never drawn, so a card that somebody lays later was in their hand all along."
        ),
    )
    yield (
        (),
        words.say(
            "A pass is illegal when its player is known to have held a card that could "
            "be played, or when the others cannot have held all of those cards."
        ),
    )
    rule, says = DECIDING[Verdict.OPEN]
    yield rule, words.say(says)


_SENTENCES: Mapping[str, Callable[[Rules, Words], str | None]] = {
    "pack": _pack,
    "aces": _aces,
    "opening": _opening,
    "starter": _starter,
    "high_first": _high_first,
    "laid": _laid,
    "free_pass": _free_pass,
    "passes": _passes,
    "ante": _ante,
    "short_ante": _short_ante,
    "pass_fee": _pass_fee,
    "false_pass_fine": _false_pass_fine,
    "false_pass_to": _false_pass_fine,
    "seven_fine": _seven_fine,
    "card_fee": _card_fee,
    "chips": _chip_place,
    "play_on": _play_on,
    "points": _points,
    "target": _length,
    "rounds": _length,
}
"""The functions that write the sentence of an option in force, by its name."""
