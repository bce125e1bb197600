"""The screen that joins a shared table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from companion.core.objections import Objection, Why
from companion.desk.company import Invitation, read_code
from companion.screens import blocks as b
from companion.screens.company import go_to_seat, keeps_nothing, privacy
from companion.screens.home import home
from companion.screens.kit import App, Form, ScreenFacts, act, submit
from companion.screens.speech import refusal_words

_LONGEST_LINK = 400
_LONGEST_CODE = 12
"""The most letters of a code, with blanks; what is longer is a link, or a part of one."""


@dataclass(frozen=True)
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
        written = (self.invitation, self.link, self.code)
        for text in written:
            if invitation := Invitation.read(text):
                return invitation
        codes = (read_code(text) for text in written)
        mistyped = self.code.strip() if len(self.code) <= _LONGEST_CODE else ""
        return next(filter(None, codes), mistyped or None)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen that joins a table."""
        invited = Invitation.read(self.invitation) is not None
        no_table = refusal_words(Objection(Why.TABLE_GONE), facts.words)
        refusal = self.refusal or (no_table if self.invitation and not invited else "")
        blocks: b.Blocks = () if refusal else (b.Text(privacy(facts.words), "invited"),)
        if not invited:
            blocks = self._ways(facts)
        strange = (self.link or self.code) and not self.asked
        join = b.Action(
            "join-table",
            facts.say("Try again") if self.refusal and invited else facts.say("Join a table"),
            submit(join_table) if self.asked else None,
            b.Emphasis.PRIMARY,
            obstacle=no_table if strange else "",
        )
        notices = (
            *b.notices(refusal, "join-refused", b.Status.BAD),
            *b.notices("" if facts.room_keeps else keeps_nothing(facts.words), "keeps-nothing"),
        )
        return b.Document(
            facts.say("Join a table"),
            ((*notices, *blocks),),
            footer=(join,),
            follows=act(join_as_invited, self.invitation) if invited else None,
        )

    def _ways(self, facts: ScreenFacts) -> b.Blocks:
        """Return the fields for a code and for a link."""
        says = facts.say("Point the camera at the host’s phone, or type the code that it shows.")
        ready = submit(join_table) if self.asked else None
        code = b.Field(
            "join-code",
            self.code,
            facts.say("Code"),
            JoinForm.write_code,
            submit=ready,
            longest=_LONGEST_LINK,
            code=True,
        )
        link = b.Field(
            "join-url",
            self.link,
            facts.say("Link"),
            JoinForm.paste_link,
            submit=ready,
            longest=_LONGEST_LINK,
        )
        return (
            b.Text(says, style=b.Style.MUTED),
            b.Text(privacy(facts.words), "privacy", b.Style.MUTED),
            b.Panel((code,)),
            b.Panel((link,)),
        )


def join(facts: ScreenFacts) -> Form:
    """Return the screen that joins a table, at once by the invitation that opened the page."""
    if facts.room_keeps is None:
        return home(facts)
    return Form(JoinForm(facts.invitation), f"join-{facts.invitation}")


async def join_table(app: App, form: JoinForm) -> Callable[[JoinForm], JoinForm] | None:
    """Join the table, and go on to the choice of a seat, or to the table if there is one already.

    The returned step shows in the form why joining was refused.
    """
    asked = form.asked
    if asked is None:
        return None
    joined = await app.alone(lambda: app.archive.join(asked))
    if isinstance(joined, Objection):
        refusal = refusal_words(joined, app.facts.words)
        return lambda form: form.refused(refusal)
    if joined:
        app.forget_invitation()
        await go_to_seat(app, joined)
    return None


async def join_as_invited(app: App, invitation: str) -> Callable[[JoinForm], JoinForm] | None:
    """Join the table of the invitation with which the app was opened."""
    return await join_table(app, JoinForm(invitation))
