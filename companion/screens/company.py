"""The screen of a shared table: share it, and see who is here."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec, Self

from companion.core.objections import Objection, Why
from companion.core.outside import read_json
from companion.core.rules import YES
from companion.core.series import Series
from companion.core.step_words import read_doc
from companion.core.steps import Dealt, Repaired
from companion.desk.company import WHY, Company, seat_of
from companion.desk.rights import Deed, Recording, may
from companion.desk.room_link import LONGEST
from companion.desk.shared_table import SharedTable
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.kit import App, Form, ScreenFacts, act, edit, submit
from companion.screens.news import repair_words, step_words
from companion.screens.phones import (
    asked_of,
    claimed_seats,
    ending,
    passed_for_me,
    phone_name,
    refused_title,
)
from companion.screens.routes import table_path
from companion.screens.speech import capital, person, refusal_words
from companion.words import Words

_Args = ParamSpec("_Args")
_GROUP = 4
"""The number of letters of a typed code that are read out together."""


@dataclass(frozen=True)
class CompanyForm:
    """The state of the screen: the own seat before sharing, and the open question.

    `member` is the member that the question is about. With `more` everything else is shown.
    """

    seat: str = ""
    asks: str = ""
    member: int = 0
    more: bool = False

    def choose(self, seat: str) -> Self:
        """Return a copy with another own seat, or with none on the second choice."""
        return replace(self, seat="" if seat == self.seat else seat)

    def ask(self, asks: str = "", member: int = 0) -> Self:
        """Return a copy with another question, or with none."""
        return replace(self, asks=asks, member=member)

    def show_more(self) -> Self:
        """Return a copy that shows more, or less."""
        return replace(self, more=not self.more)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of a table on many phones."""
        snapshot = facts.night
        words = facts.words
        now = snapshot.company
        if now is None:
            return _to_share(facts, self)
        if ended := ending(snapshot, words):
            return _ended(facts, now, ended)
        invites = now.hosts or now.seat is not None
        first: b.Blocks = (
            *b.notices(_out_of_reach(now, words), "out-of-reach", b.Status.BAD),
            *(_open_again(words) if now.stopped == "table" else ()),
            *b.notices("" if facts.room_keeps else keeps_nothing(words), "keeps-nothing"),
            *_asked(facts, now),
            *_refused(facts, now),
            *(() if now.seat else (_seat_choice(facts, now),)),
            *((_invitation(now, words),) if invites else ()),
        )
        return b.Document(
            facts.say("Who is here"),
            (
                first,
                (_seats(facts, now), *_more(facts, now, shown=self.more)),
            ),
            subtitle=facts.called,
            question=_question(facts, now, self),
            follows=act(show_code, True) if now.hosts and now.connected else None,
            last=act(show_code, False) if now.hosts else None,
        )


def _out_of_reach(now: Company, words: Words) -> str:
    """Return a notice that the table cannot be reached, and how many own turns wait for it."""
    if not now.lost:
        return ""
    if now.stopped in WHY.keys() - {"table", "token"}:
        return refusal_words(Objection(WHY[now.stopped]), words)
    waits = words.count(
        "{n} turn is not shared yet.", "{n} turns are not shared yet.", now.unshared
    )
    says = words.say("The table cannot be reached. Play on: your turns are shared later.")
    if now.stopped == "table":
        says = words.say("This table is gone. Every phone has a copy of it.")
    return f"{says} {waits}" if now.unshared else says


def _open_again(words: Words) -> tuple[b.Actions, ...]:
    """Return the button that opens a table again that is lost."""
    says = words.say("Open it again from this phone")
    return (b.Actions((b.Action("share-table", says, submit(share_table), icon=b.Icon.SHARE),)),)


def _to_share(facts: ScreenFacts, form: CompanyForm) -> b.Document:
    """Return the screen before the table is shared."""
    say = facts.say
    options = tuple(
        _option(facts, handle, edit(CompanyForm.choose, handle), chosen=handle == form.seat)
        for handle in facts.night.round.setup.players
    )
    share = b.Action(
        "share-table",
        say("Share this table"),
        submit(share_table),
        b.Emphasis.PRIMARY,
        b.Icon.SHARE,
    )
    seat = b.Panel((b.PeopleChoice(options),), say("Which seat is yours?"))
    return b.Document(say("Share this table"), ((seat,),), subtitle=facts.called, footer=(share,))


def _ended(facts: ScreenFacts, now: Company, ended: str) -> b.Document:
    """Return the screen of a table that has ended for this phone."""
    go_on = b.Action("leave-table", facts.say("Go on here"), act(leave), b.Emphasis.PRIMARY)
    blocks: b.Blocks = (b.Notice(ended, "table-ended"), *_refused(facts, now))
    return b.Document(facts.say("Who is here"), (blocks,), subtitle=facts.called, footer=(go_on,))


def _option(facts: ScreenFacts, handle: str, intent: b.Intent, *, chosen: bool) -> b.PersonOption:
    player = person(facts.night, handle)
    label = facts.words.pair(player.name, facts.say("Sit here"))
    return b.PersonOption(f"seat-{handle}", player, label, intent, chosen=chosen)


def _seat_choice(facts: ScreenFacts, now: Company) -> b.Panel:
    """Return the choice of a free seat, or of one whose phone is away, which the others give."""
    options = tuple(
        _option(
            facts,
            handle,
            act(claim_seat if handle in now.seats else take_seat, handle),
            chosen=now.claims.get(handle) == now.me and not now.deserted,
        )
        for handle in _players(facts.night, now)
        if handle not in now.seats or (now.connected and now.away(handle))
    )
    says = facts.say("All seats are taken: you look on.")
    asks = now.me in now.claims.values()
    if asks and not now.here.isdisjoint(now.seats.values()):
        says = facts.say("Ask the others to say yes on their phones.")
    elif options:
        says = facts.say("Nobody is here to say yes: after a minute, tap your seat.")
    blocks: b.Blocks = (b.PeopleChoice(options),) if options else ()
    if not options or asks:
        blocks = (*blocks, b.Text(says, "claimed", b.Style.MUTED, live=True))
    private = b.Text(privacy(facts.words), "privacy", b.Style.MUTED)
    return b.Panel((*blocks, private), facts.say("Which seat is yours?"), key="own-seat")


def privacy(words: Words) -> str:
    """Return what becomes of what is entered at a shared table."""
    return words.say(
        "Everybody at the table sees its names, turns and results, "
        "until the host deletes the table. "
        "Your own hand stays on this phone."
    )


def _asked(facts: ScreenFacts, now: Company) -> tuple[b.Panel, ...]:
    """Return what this phone is asked to decide for another one."""
    title = asked_of(facts.night, facts.words)
    if not title:
        return ()
    agrees = _request(SharedTable.make_host, now.me)
    if claimed := claimed_seats(now):
        agrees = _request(SharedTable.agree, claimed[0])
    elif now.host_is_back:
        agrees = _request(SharedTable.make_host, now.host_before)
    yes = b.Action("agree", capital(facts.say(YES)), agrees, b.Emphasis.PRIMARY)
    return (b.Panel((b.Actions((yes,)),), title, key="asked"),)


def _refused(facts: ScreenFacts, now: Company) -> tuple[b.Panel, ...]:
    """Return the own turns that were not taken, to be entered again."""
    if not now.refused:
        return ()
    why = refusal_words(Objection(Why.GONE_ON), facts.words)
    spoken = _spoken(now.refused, facts.night.series, facts.words)
    rows = tuple(b.Row(says, f"refused-{place}") for place, says in enumerate(spoken, 1))
    again = b.Action("enter-refused", facts.say("Enter again"), _request(SharedTable.enter_refused))
    if turn := passed_for_me(facts.night):
        again = b.Action("repair-refused", facts.say("Repair it"), b.Go(f"../turns/repair/{turn}"))
    done = b.Action("dismiss-refused", facts.say("Leave it out"), act(dismiss_refused))
    content = (b.Text(why, style=b.Style.MUTED), b.List(rows), b.Actions((again, done)))
    return (b.Panel(content, refused_title(now, facts.words), key="refused"),)


def _spoken(refused: Iterable[str], series: Series, words: Words) -> Iterator[str]:
    """Yield refused steps in words, or as on a score sheet where their players do not sit now."""
    for text in refused:
        says = text
        try:
            doc = read_json(text, LONGEST)
            says, *_ = doc["says"].split("\n")
            step = read_doc(doc, series)
        except ValueError:  # others sit there now
            yield says
            continue
        if isinstance(step, Dealt) and step.place(series.round_number + 1) == doc["round"]:
            series = step.effect(series)  # the turns of this round follow
        if isinstance(step, Repaired) and step.number <= series.round_number:
            yield repair_words(step, series, words)
        else:
            yield step_words(step, series, words)


@dataclass(frozen=True)
class QrCode:
    """An address for the camera of a phone."""

    address: str


def _invitation(now: Company, words: Words) -> b.Panel:
    """Return the ways to join: the code for a camera, the code to type, and the link."""
    say = words.say
    shown = f"{now.code[:_GROUP]} {now.code[_GROUP:]}"
    code = b.Figure(say("Code to type"), b.Text(shown, "join-code"))
    copy = b.Action("copy-link", say("Copy"), act(copy_link), icon=b.Icon.COPY)
    return b.Panel(
        (
            b.Custom(QrCode(now.invitation)),
            *((b.Figures((code,)),) if now.code else ()),
            b.Actions((copy,)),
        ),
        say("Share this table"),
        key="invitation",
        answers="link-copied",
    )


def _players(snapshot: Snapshot, now: Company) -> tuple[str, ...]:
    """Return the players of the round, and those who sit at the table besides."""
    return tuple(dict.fromkeys((*snapshot.round.setup.players, *now.seats)))


def _seats(facts: ScreenFacts, now: Company) -> b.Panel:
    """Return the seats with their phones."""
    seats = tuple(_seat(facts, now, handle) for handle in _players(facts.night, now))
    return b.Panel((b.List(seats),), facts.say("Seats"), key="members")


def _more(facts: ScreenFacts, now: Company, *, shown: bool) -> Iterator[b.Block]:
    """Yield who enters turns, the phones, the host and the end, once that is asked for."""
    yield b.unfolds("company-more", facts.say("More"), edit(CompanyForm.show_more))
    if not shown:
        return
    yield _recorders(facts, now)
    if phones := tuple(_phones(facts, now)):
        yield b.Panel((b.List(phones),), facts.say("Phones"), key="phones")
    yield _hosts(facts, now)
    yield _ends(facts, now)


def _seat(facts: ScreenFacts, now: Company, handle: str) -> b.Row:
    say = facts.say
    player = person(facts.night, handle)
    member = now.seats.get(handle)
    says = say("No phone")
    if member == now.me:
        says = say("This phone")
    elif member is not None and not now.connected:
        says = capital(say("on their own phone"))
    elif member is not None:
        says = say("The phone is away") if now.away(handle) else say("Here")
    badge = None
    if member is None and now.seat:
        label = facts.words.pair(player.name, say("Sit here"))
        badge = b.Action(f"seat-{handle}", say("Sit here"), act(take_seat, handle), label=label)
    elif member is not None and (member == now.me or _may_free(now, handle)):
        label = facts.words.pair(player.name, say("Free the seat"))
        badge = b.Action(
            f"free-{handle}",
            say("Free the seat"),
            _request(SharedTable.free_seat, handle),
            label=label,
        )
    return b.Row(
        player.name,
        f"member-{handle}",
        leading=player,
        subtitle=says,
        status=b.Status.MUTED if member is None else b.Status.PLAIN,
        badge=b.Badge(badge) if badge else None,
        label=facts.words.pair(player.name, says),
    )


def _phones(facts: ScreenFacts, now: Company) -> Iterator[b.Row]:
    """Yield the other phones, which the host can remove, and all that are here without a seat."""
    seated = {*now.seats.values()}
    here = now.here if now.connected else frozenset[int]()
    for member in sorted((seated | here | {now.me}) - now.removed):
        if member in seated and (member == now.me or not now.hosts):
            continue
        handle = seat_of(member, now.seats) or str(member)
        name = phone_name(facts.night, member, facts.words)
        says = facts.say("Here") if member in here else facts.say("The phone is away")
        remove = b.Action(
            f"remove-{handle}",
            "",
            edit(CompanyForm.ask, "remove", member),
            icon=b.Icon.CLOSE,
            label=facts.say("Remove {name}", name=name),
        )
        yield b.Row(
            name,
            f"phone-{handle}",
            subtitle=facts.say("This phone") if member == now.me else says,
            action=remove if now.hosts and member != now.me else None,
        )


def _may_free(now: Company, handle: str) -> bool:
    """Return whether this phone may free the seat of another."""
    deed = Deed.AWAY_SEAT if now.long_away(handle) else Deed.ARRANGEMENT
    return may(now.role, deed, now.recording)


def _hosts(facts: ScreenFacts, now: Company) -> b.Panel:
    """Return who is the host, which the host can change to a player who is here."""
    host = b.Text(phone_name(facts.night, now.host, facts.words), style=b.Style.STRONG)
    here = [(seat, member) for seat, member in now.seats.items() if member in now.here | {now.me}]
    options = tuple(
        b.PersonOption(
            f"host-{seat}",
            person(facts.night, seat),
            facts.night.series.name_of(seat),
            edit(CompanyForm.ask, "host", member),
            chosen=member == now.host,
        )
        for seat, member in here
    )
    chooses = now.hosts and now.connected and len(options) > 1
    return b.Panel((b.PeopleChoice(options) if chooses else host,), facts.say("Host"), id="host")


def _recorders(facts: ScreenFacts, now: Company) -> b.Panel:
    """Return who may enter turns, which the host can change."""
    answers = {
        Recording.ALL: facts.say("Everybody for all"),
        Recording.OWN: facts.say("Each their own"),
    }
    actions = tuple(
        b.Action(
            f"who-records-{recording.value}",
            says,
            _request(SharedTable.record_by, recording),
            chosen=recording is now.recording,
        )
        for recording, says in answers.items()
    )
    chosen = b.Text(answers[now.recording], style=b.Style.STRONG)
    return b.Panel(
        (b.Choice(actions) if now.hosts else chosen,),
        facts.say("Who enters turns"),
        id="who-records",
    )


def _ends(facts: ScreenFacts, now: Company) -> b.Actions:
    """Return the end of the table for the host, the way out for others."""
    if not now.hosts:
        says = facts.say("Leave the table")
        leaves = edit(CompanyForm.ask, "leave")
        return b.Actions((b.Action("leave-table", says, leaves, icon=b.Icon.END),))
    closes = edit(CompanyForm.ask, "close")
    deletes = edit(CompanyForm.ask, "delete")
    quiet = b.Emphasis.QUIET
    return b.Actions(
        (
            b.Action("close-table", facts.say("Close the table"), closes, icon=b.Icon.END),
            b.Action("delete-table", facts.say("Delete the table"), deletes, quiet),
        )
    )


def _question(facts: ScreenFacts, now: Company, form: CompanyForm) -> b.Question | None:
    """Return the question before a member is removed, or the table is closed or left."""
    say = facts.say
    name = phone_name(facts.night, form.member, facts.words)
    apart = say("You can no longer play on together.")
    yes = ""
    match form.asks:
        case "close":
            asks, says, task = say("Close the table"), apart, act(close_table)
        case "delete":
            says = (
                apart if facts.room_keeps else say("No phone keeps the evening: it is lost then.")
            )
            asks, task = say("Delete the table"), act(close_table, True)
        case "leave":
            says = say("A copy of the series stays on this phone. The others go on.")
            asks, task = say("Leave the table"), act(leave_for_home)
        case "host" if now.hosts and form.member != now.host:
            asks = say("Make {name} the host?", name=name)
            says = say("Only {name} can give it back.", name=name)
            yes, task = capital(say(YES)), _request(SharedTable.make_host, form.member)
        case "remove" if now.hosts:
            asks, says = say("Remove {name}", name=name), ""
            task = _request(SharedTable.remove, form.member)
        case _:
            return None
    no = edit(CompanyForm.ask)
    return b.Question(form.asks, asks, says, yes or asks, say("Not yet"), task, no)


def keeps_nothing(words: Words) -> str:
    """Return the warning of a phone that keeps nothing once its page is closed."""
    return words.say("If you close this page, scan the table’s code again to come back.")


def company(facts: ScreenFacts) -> Form:
    """Return the screen of the company at the table."""
    return Form(CompanyForm(), f"company-{facts.night.number}")


async def share_table(app: App, form: CompanyForm) -> None:
    """Share the table that is shown, and take the chosen seat."""
    number = app.facts.night.number
    shared = await app.alone(lambda: app.archive.share(number))
    if isinstance(shared, Objection):
        app.notices.refuse(shared)
    elif shared:
        app.look_at(shared)
        if form.seat:
            await ask_company(app, SharedTable.take_seat, form.seat)


async def ask_company(
    app: App,
    request: Callable[Concatenate[SharedTable, _Args], Awaitable[Objection | None]],
    *args: _Args.args,
    **named: _Args.kwargs,
) -> bool:
    """Ask the company for something, show a refusal, and return whether it was done."""
    if not isinstance(app.table, SharedTable):
        return False
    refusal = await request(app.table, *args, **named)
    app.notices.refuse(refusal)
    await app.show()
    return refusal is None


def _request(
    request: Callable[Concatenate[SharedTable, _Args], Awaitable[Objection | None]],
    *args: _Args.args,
    **named: _Args.kwargs,
) -> b.Act:
    """Return the intent to ask the company for something."""
    assert not named
    return b.Act(ask_company, (request, *args))


async def take_seat(app: App, handle: str) -> None:
    """Take a seat; a guest goes on to the table, and the host stays to show the code."""
    if await ask_company(app, SharedTable.take_seat, handle):
        now = app.facts.night.company
        if now and now.me != now.host:
            await app.go_to_table()


async def claim_seat(app: App, handle: str) -> None:
    """Ask the others for a seat whose phone is away; with a seat a guest goes on to the table."""
    await ask_company(app, SharedTable.claim_seat, handle)
    now = app.facts.night.company
    if now and now.seat and now.me != now.host:
        await app.go_to_table()


async def close_table(app: App, deletes: bool = False) -> None:  # noqa: FBT001, FBT002 - a fact of the act
    """Close the table for everybody, perhaps delete it, and go on with the series here alone."""
    if await ask_company(app, SharedTable.close, deletes=deletes):
        await leave(app)


async def leave(app: App) -> None:
    """Leave the shared table, and go on with the series on this device alone."""
    if app.table:
        number = app.table.snapshot.number
        await app.archive.leave(number)
        app.look_at(await app.archive.open(number))
        await app.go_to_table()


async def leave_for_home(app: App) -> None:
    """Leave the shared table, and the evening with it; a copy stays on this device."""
    if app.table:
        number = app.table.snapshot.number
        app.look_away()
        await app.archive.leave(number)
        await app.navigation.go("/")


async def go_to_seat(app: App, table: SharedTable) -> None:
    """Go on to the choice of a seat at a table just joined, or to the table if there is one."""
    app.look_at(table)
    company = table.snapshot.company
    if company and not company.seat:
        await app.navigation.go(f"{table_path(table.snapshot.number)}/company")
    else:
        await app.go_to_table()


async def show_code(app: App, shown: bool) -> None:  # noqa: FBT001 - a fact of the act
    """Show the code to type, or void it."""
    if isinstance(app.table, SharedTable):
        await app.table.show_code(shown=shown)


async def dismiss_refused(app: App) -> None:
    """Stop showing the turns that were not taken."""
    if isinstance(app.table, SharedTable):
        await app.table.dismiss_refused()
        app.notices.refuse(None)  # what was said of them goes with them


async def copy_link(app: App) -> Callable[[str], str] | None:
    """Put the link to the table on the clipboard."""
    now = app.facts.night.company
    if now is None:
        return None
    await app.device.copy(now.invitation)
    says = app.facts.say("The link is on the clipboard.")
    return lambda _: says
