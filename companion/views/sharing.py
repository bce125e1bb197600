"""The screens of a shared table: share it, see who is here, and join one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.core.objections import Objection, Why
from companion.desk.company import WHY, Company, Invitation, Recording, seat_of
from companion.desk.ports import HOST
from companion.desk.table import Snapshot
from companion.screens.phones import ending, refused_title
from companion.views import blocks as b
from companion.views.speech import person, refusal_words
from companion.words import Words

_LEAVE, _CLOSE, _REMOVE = "leave", "close", "remove"
_LONGEST_LINK: Final = 400
_GROUP: Final = 4
"""The number of letters of a typed code that are read out together."""


@dataclass(frozen=True, slots=True)
class CompanyForm:
    """The state of the screen: the own seat before sharing, and the open question.

    `member` is the member that the question is about.
    """

    seat: str = ""
    asks: str = ""
    member: int = 0

    def choose(self, seat: str) -> Self:
        """Return a copy with another own seat, or with none on the second choice."""
        return replace(self, seat="" if seat == self.seat else seat)

    def ask(self, asks: str = "", member: int = 0) -> Self:
        """Return a copy with another question, or with none."""
        return replace(self, asks=asks, member=member)


def company(form: CompanyForm, snapshot: Snapshot, words: Words, *, keeps: bool) -> b.Document:
    """Return the screen of a table on many phones; `keeps` is false if this phone keeps nothing."""
    now, name = snapshot.company, snapshot.series.name or words.say("Fan Tan")
    if now is None:
        return _to_share(snapshot, name, words, form)
    if ended := ending(snapshot, words):
        return _ended(now, ended, name, words)
    invites = now.hosts or now.seat is not None
    first: tuple[b.Block, ...] = (
        *b.notices(_out_of_reach(now, words), "out-of-reach", b.Status.BAD),
        *(_open_again(words) if now.stopped == "table" else ()),
        *b.notices("" if keeps else _keeps_nothing(words, hosts=now.hosts), "keeps-nothing"),
        *_refused(now, words),
        *(() if now.seat else (_seat_choice(snapshot, now, words),)),
        *((_invitation(now, words),) if invites else ()),
    )
    return b.Document(
        words.say("Who is here"),
        (
            first,
            (_members(snapshot, now, words), _recorders(now, words), *_ends(now, words)),
        ),
        subtitle=name,
        question=_question(snapshot, now, form, words),
        follows=b.Act("show_code", (True,)) if now.hosts and now.connected else None,
        last=b.Act("show_code", (False,)) if now.hosts else None,
    )


def _out_of_reach(now: Company, words: Words) -> str:
    """Return a notice that the table cannot be reached, and how many own turns wait for it."""
    if not now.lost:
        return ""
    if now.stopped in WHY.keys() - {"table", "token"}:
        return refusal_words(Objection(WHY[now.stopped]), words, str)
    waits = words.count(
        "{n} turn is not shared yet.", "{n} turns are not shared yet.", now.unshared
    )
    says = words.say(
        "The table cannot be reached. Your own turns stay here, and are shared once it can be."
    )
    if now.stopped == "table":
        says = words.say("The room has lost this table. Every phone has a copy of it.")
    return f"{says} {waits}" if now.unshared else says


def _open_again(words: Words) -> tuple[b.Actions, ...]:
    """Return the button that opens a table again that the room has lost."""
    says = words.say("Open it again from this phone")
    return (b.Actions((b.Action("share-table", says, b.Submit(), icon=b.Icon.SHARE),)),)


def _to_share(snapshot: Snapshot, name: str, words: Words, form: CompanyForm) -> b.Document:
    """Return the screen before the table is shared."""
    say = words.say
    explained = say(
        "Everyone opens this table on their own phone, enters their own turns and sees everybody "
        "else’s at once. Nothing is installed."
    )
    options = tuple(
        _option(snapshot, handle, b.Edit("choose", (handle,)), words, chosen=handle == form.seat)
        for handle in snapshot.round.setup.players
    )
    share = b.Action(
        "share-table",
        say("Share this table"),
        b.Submit(),
        b.Emphasis.PRIMARY,
        b.Icon.SHARE,
    )
    seat = b.Panel((b.PeopleChoice(options),), say("Which seat is yours?"))
    blocks: tuple[b.Block, ...] = (b.Panel((b.Text(explained),)), seat)
    return b.Document(say("Share this table"), (blocks,), subtitle=name, footer=(share,))


def _ended(now: Company, ended: str, name: str, words: Words) -> b.Document:
    """Return the screen of a table that has ended for this phone."""
    stays = words.say("The series stays here as it is, and you can go on with it on this phone.")
    go_on = b.Action("leave-table", words.say("Go on here"), b.Act("leave"), b.Emphasis.PRIMARY)
    blocks: tuple[b.Block, ...] = (
        b.Notice(ended, "table-ended"),
        b.Panel((b.Text(stays),)),
        *_refused(now, words),
    )
    return b.Document(words.say("Who is here"), (blocks,), subtitle=name, footer=(go_on,))


def _option(
    snapshot: Snapshot, handle: str, intent: b.Intent, words: Words, *, chosen: bool = False
) -> b.PersonOption:
    player = person(snapshot, handle)
    label = words.say("{name}’s seat is mine", name=player.name)
    return b.PersonOption(f"seat-{handle}", player, label, intent, chosen=chosen)


def _seat_choice(snapshot: Snapshot, now: Company, words: Words) -> b.Panel:
    """Return the choice of a free seat."""
    free = [handle for handle in _players(snapshot, now) if handle not in now.seats]
    options = tuple(
        _option(snapshot, handle, b.Act("take_seat", (handle,)), words) for handle in free
    )
    says = words.say("All seats are taken. You can watch, or ask the host to free one.")
    choice = b.PeopleChoice(options) if free else b.Text(says, style=b.Style.MUTED)
    return b.Panel((choice,), words.say("Which seat is yours?"), key="own-seat")


def _refused(now: Company, words: Words) -> tuple[b.Panel, ...]:
    """Return the own turns that were not taken, to be entered again."""
    if not now.refused:
        return ()
    why = words.say("Others went on before these could be shared. Enter again what is missing.")
    passed = words.say("pass")
    rows = tuple(
        b.Row(step.replace("--", passed), f"refused-{place}")
        for place, step in enumerate(now.refused, 1)
    )
    done = b.Action("dismiss-refused", words.say("Done"), b.Act("dismiss_refused"))
    content = (b.Text(why, style=b.Style.MUTED), b.List(rows), b.Actions((done,)))
    return (b.Panel(content, refused_title(now, words), key="refused"),)


def _invitation(now: Company, words: Words) -> b.Panel:
    """Return the ways to join: the code for a camera, the code to type, and the link."""
    say = words.say
    shown = f"{now.code[:_GROUP]} {now.code[_GROUP:]}"
    code = b.Figure(say("Code to type, while this screen is open"), b.Text(shown, "join-code"))
    copy = b.Action("copy-link", say("Copy the link"), b.Act("copy_link"), icon=b.Icon.COPY)
    return b.Panel(
        (
            b.Text(say("Point the camera of another phone at this picture."), style=b.Style.MUTED),
            b.Custom("qr", now.invitation),
            *((b.Figures((code,)),) if now.code else ()),
            b.Actions((copy,)),
        ),
        say("Join this table"),
        key="invitation",
        answers="link-copied",
    )


def _players(snapshot: Snapshot, now: Company) -> tuple[str, ...]:
    """Return the players of the round, and those who sit at the table besides."""
    return tuple(dict.fromkeys((*snapshot.round.setup.players, *now.seats)))


def _members(snapshot: Snapshot, now: Company, words: Words) -> b.Panel:
    """Return the seats with their phones, and the phones without a seat."""
    seated = (_seat(snapshot, now, handle, words) for handle in _players(snapshot, now))
    return b.Panel((b.List((*seated, *_watching(now, words))),), words.say("Seats"), key="members")


def _seat(snapshot: Snapshot, now: Company, handle: str, words: Words) -> b.Row:
    say, player, member = words.say, person(snapshot, handle), now.seats.get(handle)
    says = say("No phone")
    if member == now.me:
        says = say("This phone")
    elif member is not None and not now.connected:
        says = say("On another phone")
    elif member is not None:
        says = say("The phone is away") if now.away(handle) else say("Here")
    badge = None
    if member is None and now.seat:
        label = say("{name}’s seat is mine", name=player.name)
        badge = b.Action(
            f"seat-{handle}", say("Sit here"), b.Act("take_seat", (handle,)), label=label
        )
    elif member is not None and (member == now.me or now.hosts):
        label = say("Free {name}’s seat", name=player.name)
        badge = b.Action(
            f"free-{handle}", say("Free the seat"), b.Act("free_seat", (handle,)), label=label
        )
    others = member is not None and member != now.me
    return b.Row(
        player.name,
        f"member-{handle}",
        leading=player,
        subtitle=f"{says} · {say('host')}" if member == HOST else says,
        status=b.Status.MUTED if member is None else b.Status.PLAIN,
        badge=b.Badge(badge) if badge else None,
        action=_remove(now, member, handle, player.name, words) if member and others else None,
        label=f"{player.name}: {says}",
    )


def _watching(now: Company, words: Words) -> Iterator[b.Row]:
    """Yield the phones that are here without a seat."""
    others = (now.members | now.here) - {*now.seats.values()} - now.removed
    for member in sorted(others & (now.here | {now.me}) if now.connected else {now.me} & others):
        name = words.say("Phone {n}", n=member)
        says = words.say("Here, without a seat")
        says = words.say("This phone, without a seat") if member == now.me else says
        yield b.Row(
            name,
            f"member-{member}",
            subtitle=f"{says} · {words.say('host')}" if member == HOST else says,
            action=None if member == now.me else _remove(now, member, str(member), name, words),
            label=f"{name}: {says}",
        )


def _remove(now: Company, member: int, handle: str, name: str, words: Words) -> b.Action | None:
    """Return the action of the host that removes a member."""
    label = words.say("Remove {name}", name=name)
    ask = b.Edit("ask", (_REMOVE, member))
    remove = b.Action(f"remove-{handle}", "", ask, icon=b.Icon.CLOSE, label=label)
    return remove if now.hosts else None


def _recorders(now: Company, words: Words) -> b.Panel:
    """Return who may enter turns, which the host can change."""
    answers = {
        Recording.OWN: (
            words.say("Each their own"),
            words.say("For a player without a phone, anyone with a seat enters the turns."),
        ),
        Recording.ALL: (words.say("Everyone"), words.say("Anyone here enters any turn.")),
        Recording.HOST: (
            words.say("Only the host"),
            words.say("The others see the table and enter nothing."),
        ),
    }
    chosen, explained = answers[now.recording]
    actions = tuple(
        b.Action(
            f"who-records-{recording.value}",
            says,
            b.Act("record_by", (recording,)),
            chosen=recording is now.recording,
        )
        for recording, (says, _) in answers.items()
    )
    says = b.Text(explained, style=b.Style.MUTED)
    choice = b.Choice(actions) if now.hosts else b.Text(chosen, style=b.Style.STRONG)
    return b.Panel((choice, says), words.say("Who enters turns"), id="who-records")


def _ends(now: Company, words: Words) -> tuple[b.Block, ...]:
    """Return the end of the table for the host, the way out for others."""
    if now.hosts:
        close = b.Action("close-table", words.say("Close the table"), b.Edit("ask", (_CLOSE,)))
        return (b.Actions((replace(close, icon=b.Icon.END),)),)
    leave = b.Action("leave-table", words.say("Leave the table"), b.Edit("ask", (_LEAVE,)))
    return (b.Actions((replace(leave, icon=b.Icon.END),)),)


def _question(
    snapshot: Snapshot, now: Company, form: CompanyForm, words: Words
) -> b.Question | None:
    """Return the question before a member is removed, or the table is closed or left."""
    say, no = words.say, b.Edit("ask")
    match form.asks:
        case "close":
            says = say("Everybody keeps the series, but you can no longer play on together.")
            title, act = say("Close the table?"), b.Act("close_table")
            return b.Question(_CLOSE, title, says, say("Close it"), say("Not yet"), act, no)
        case "leave":
            says = say("A copy of the series stays on this phone. The others go on.")
            title, act = say("Leave the table?"), b.Act("leave")
            return b.Question(_LEAVE, title, says, say("Leave"), say("Not yet"), act, no)
        case "remove" if now.hosts:
            handle = seat_of(form.member, now.seats)
            name = snapshot.series.name_of(handle) if handle else say("Phone {n}", n=form.member)
            says = say(
                "The seat becomes free. The link and the code change: with the old ones that phone"
                " cannot join again."
            )
            title, act = say("Remove {name}?", name=name), b.Act("remove_member", (form.member,))
            return b.Question(_REMOVE, title, says, say("Remove"), say("Not yet"), act, no)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class JoinForm:
    """The form to join a table: the typed code and the pasted link, and why they were refused.

    `invitation` is the one with which the page was opened.
    """

    invitation: str = ""
    code: str = ""
    link: str = ""
    refusal: str = ""

    def write_code(self, code: str) -> Self:
        """Return a copy with another code."""
        return replace(self, code=code, refusal="")

    def paste_link(self, link: str) -> Self:
        """Return a copy with another link."""
        return replace(self, link=link, refusal="")

    def refused(self, refusal: str) -> Self:
        """Return a copy with the reason of a refusal."""
        return replace(self, refusal=refusal)

    @property
    def asked(self) -> Invitation | str | None:
        """The table to join, by an invitation or a code; None before one is complete."""
        code = "".join(self.code.split()).upper()
        return Invitation.read(self.invitation) or Invitation.read(self.link) or code or None


def join(form: JoinForm, words: Words, *, keeps: bool) -> b.Document:
    """Return the screen that joins a table; `keeps` is false if this phone keeps nothing."""
    say, invited = words.say, Invitation.read(form.invitation) is not None
    no_table = refusal_words(Objection(Why.TABLE_GONE), words, str)
    refusal = form.refusal or (no_table if form.invitation and not invited else "")
    blocks: tuple[b.Block, ...] = (
        () if refusal else (b.Text(say("You are invited to a table."), "invited"),)
    )
    if not invited:
        says = say(
            "Point this phone’s camera at the picture on the host’s phone: it opens the table. Or "
            "type the code below that picture, or paste the link."
        )
        submit = b.Submit() if form.asked else None
        eight = say("Eight characters")
        code = b.Field("join-code", form.code, eight, "write_code", submit=submit, code=True)
        link = b.Field("join-url", form.link, say("https://…"), "paste_link", submit=submit)
        link = replace(link, longest=_LONGEST_LINK)
        blocks = (
            b.Text(says, style=b.Style.MUTED),
            b.Panel((code,), say("Code")),
            b.Panel((link,), say("Link")),
        )
    strange = form.link and not form.asked
    action = b.Action(
        "join-table",
        say("Try again") if form.refusal and invited else say("Join the table"),
        b.Submit() if form.asked else None,
        b.Emphasis.PRIMARY,
        obstacle=say("This link leads to no table.") if strange else "",
    )
    notices = (
        *b.notices(refusal, "join-refused", b.Status.BAD),
        *b.notices("" if keeps else _keeps_nothing(words), "keeps-nothing"),
    )
    follows = b.Act("join", (form.invitation,)) if invited else None
    return b.Document(
        say("Join a table"), ((*notices, *blocks),), footer=(action,), follows=follows
    )


def _keeps_nothing(words: Words, *, hosts: bool = False) -> str:
    if hosts:
        return words.say(
            "This phone keeps nothing once the page is closed. Keep the page open: no other phone "
            "can free a seat or close the table."
        )
    return words.say(
        "This phone keeps nothing once the page is closed. The room keeps the evening."
    )
