"""Screens as documents: frozen plain data that one renderer lays out.

A view chooses the blocks, their order, words, identifiers and intents. The renderer
(`ui/render.py`) chooses widths, columns, typefaces and colours.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.core.log import Log
from companion.core.names import LONGEST
from companion.core.objections import Objection
from companion.core.steps import Step
from companion.screens.board import Face
from companion.screens.speech import Person


@dataclass(frozen=True)
class Go:
    """Open a screen.

    `turns` is upon the current screen, `../verdict/3` beside it, and `/series/1` is from home.
    """

    path: str


@dataclass(frozen=True)
class Back:
    """Return to the screen below."""


@dataclass(frozen=True)
class Undo:
    """Take back the last step; with `only_shown`, only the last step that the device shows."""

    only_shown: bool = False


@dataclass(frozen=True)
class Redo:
    """Repeat the step that was taken back last."""


@dataclass(frozen=True)
class Do:
    """Ask the table for a step, or for the step of a command.

    With `exact` the table refuses the step at any revision other than the one on the screen.
    Otherwise the steps that this device has asked for since count as seen.
    """

    step: Step | Callable[[Log], Step | Objection]
    exact: bool = False


@dataclass(frozen=True)
class Act:
    """Run a task on the device of the tap.

    The task may return a change of the state of the screen. Made by `kit.act`, which checks the
    arguments.
    """

    task: Callable[..., Awaitable[object]]
    args: tuple[object, ...] = ()


@dataclass(frozen=True)
class Edit:
    """Replace the state of the screen by the result of its method `step`; made by `kit.edit`.

    The same change soon after is a finger that bounced, unless it `repeats`.
    """

    step: Callable[..., Any]
    args: tuple[object, ...] = ()
    repeats: bool = False

    def __call__(self, state: Any) -> Any:
        """Return the next state."""
        return self.step(state, *self.args)


@dataclass(frozen=True)
class Submit:
    """Run a task with the state of the screen as it is at the tap; made by `kit.submit`."""

    task: Callable[..., Awaitable[object]]
    args: tuple[object, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Open the menu of that name over the screen."""

    menu: str


@dataclass(frozen=True)
class GoOn:
    """Go on with a form that no longer suits the table, on the table as it is now."""


Intent = Go | Back | Undo | Redo | Do | Act | Edit | Submit | Ask | GoOn
"""The meaning of a tap, a value that can be compared and printed."""


class Status(Enum):
    """The state of a subject, which chooses a colour; words or signs show the state as well."""

    PLAIN = "plain"
    MUTED = "muted"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"


class Emphasis(Enum):
    """The weight of an action."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    QUIET = "quiet"


class Icon(Enum):
    """The signs of actions, by their names among the icons of Material."""

    ADD = "ADD"
    ARCHIVE = "ARCHIVE_OUTLINED"
    BOX = "INVENTORY_2_OUTLINED"
    CALL_OFF = "BLOCK"
    CARDS = "STYLE_OUTLINED"
    CHECK = "CHECK"
    CLEAR = "DELETE_SWEEP_OUTLINED"
    CLOSE = "CLOSE"
    COLUMNS = "VIEW_WEEK_OUTLINED"
    COPY = "CONTENT_COPY"
    CORRECTION = "SWAP_HORIZ"
    DATE = "CALENDAR_MONTH_OUTLINED"
    DELETE = "DELETE_OUTLINE"
    EDIT = "EDIT_OUTLINED"
    END = "FLAG_OUTLINED"
    FOLD = "EXPAND_LESS"
    SWITCH_ACCOUNT = "SWITCH_ACCOUNT_OUTLINED"
    UNFOLD = "TUNE"
    FEWER = "KEYBOARD_DOUBLE_ARROW_LEFT"
    FORWARD = "FAST_FORWARD"
    HAND = "BACK_HAND_OUTLINED"
    JOIN = "QR_CODE_SCANNER"
    FILE = "FILE_OPEN_OUTLINED"
    HOME = "HOME_OUTLINED"
    LAYOUT = "DASHBOARD_OUTLINED"
    LESS = "REMOVE"
    MANY_MORE = "KEYBOARD_DOUBLE_ARROW_RIGHT"
    MIRROR = "FLIP"
    MORE = "MORE_HORIZ"
    ORDER = "SWAP_VERT"
    PEOPLE = "GROUPS_OUTLINED"
    PERSON = "PERSON_OUTLINE"
    PLAY = "PLAY_ARROW"
    QR = "QR_CODE_2"
    REDO = "REDO"
    REFEREE = "BALANCE"
    REPEAT = "REPLAY"
    RESULT = "FUNCTIONS"
    RULES = "MENU_BOOK_OUTLINED"
    SAVE = "DOWNLOAD"
    SEATS = "GROUP_OUTLINED"
    SERIES = "LEADERBOARD_OUTLINED"
    SETTINGS = "SETTINGS_OUTLINED"
    SETTLE = "HANDSHAKE_OUTLINED"
    SHARE = "SHARE"
    TURNS = "FORMAT_LIST_NUMBERED"
    TURN_OVER = "SCREEN_ROTATION_ALT"
    UNARCHIVE = "UNARCHIVE_OUTLINED"
    UNDO = "UNDO"


class Style(Enum):
    """The setting of a text: a `LOUD` one is read out to the table.

    A screen scrolls to a `MARKED` one when it opens.
    """

    BODY = "body"
    STRONG = "strong"
    LOUD = "loud"
    MUTED = "muted"
    SMALL = "small"
    MARKED = "marked"


@dataclass(frozen=True)
class Text:
    """A paragraph, or a part of a block with an identifier of its own.

    A screen reader announces the changes of a `live` text.
    """

    says: str
    id: str = ""
    style: Style = Style.BODY
    live: bool = False


Wording = str | Text
"""A part of a block: words, or a text with an identifier of its own."""


def plain(part: Wording | Face) -> str:
    """Return the words of a part; those of a card are its name."""
    match part:
        case str():
            return part
        case Text():
            return part.says
        case Face():
            return part.name


@dataclass(frozen=True)
class Action:
    """A target for taps, disabled without an intent.

    A `chosen` action shows a decision that holds already. An action without words is an icon alone.
    A `label` replaces the words for screen readers, `beneath` is a second line, and an `obstacle`
    is the reason why the action is not possible yet.
    """

    id: str
    says: str
    intent: Intent | None
    look: Emphasis = Emphasis.SECONDARY
    icon: Icon | None = None
    beneath: str = ""
    label: str = ""
    chosen: bool = False
    obstacle: str = ""


@dataclass(frozen=True)
class Tick:
    """A box at the end of a row; with `says` it is on a line below, before these words."""

    id: str
    label: str
    on: bool
    intent: Intent | None
    says: str = ""


@dataclass(frozen=True)
class Badge:
    """A word on coloured ground at the end of a row, a target of its own, filled once chosen."""

    action: Action
    status: Status = Status.MUTED


@dataclass(frozen=True)
class Row:
    """A row of a list.

    A row with `to` is a payment of `value` from the `leading` person to the person `to`. A value
    may be a card, drawn by its index. A `counter` changes the value, and `choices` are below the
    words.

    A row that is `chosen` or not has the sign of an answer; an `action` at its end is an icon. The
    `label` replaces the row for screen readers, except for its parts with an identifier and its
    targets. Without a `key` the identifier tells rows apart.
    """

    title: Wording
    id: str = ""
    leading: Person | Face | None = None
    to: Person | None = None
    subtitle: Wording = ""
    note: str = ""
    value: Wording | Face = ""
    status: Status = Status.PLAIN
    strong: bool = False
    badge: Badge | None = None
    tick: Tick | None = None
    action: Action | None = None
    chosen: bool | None = None
    counter: Counter | None = None
    choices: tuple[Choice, ...] = ()
    intent: Intent | None = None
    label: str = ""
    key: str = ""


@dataclass(frozen=True)
class CaptionedCard:
    """A card over one or two lines; a `marked` card has a red rim, a `faded` one is pale."""

    face: Face
    id: str
    title: str
    subtitle: str
    label: str
    marked: bool = False
    faded: bool = False


@dataclass(frozen=True)
class PersonOption:
    """A person who can be chosen, or is `chosen` or `settled` already."""

    id: str
    person: Person
    label: str
    intent: Intent | None
    note: str = ""
    chosen: bool = False
    settled: bool = False


@dataclass(frozen=True)
class Figure:
    """A number with its meaning."""

    label: str
    value: Wording


@dataclass(frozen=True)
class Hero:
    """The headline of a screen.

    A headline with a status is a verdict, with its sign and a `mark`. A headline without a status
    celebrates people on felt, in a `small` line or large, or invites to its `action`.
    """

    title: Wording
    subtitle: str
    status: Status | None
    mark: Text | None = None
    people: tuple[Person, ...] = ()
    action: Action | None = None
    small: bool = False


@dataclass(frozen=True)
class Notice:
    """A line that is announced when it appears; a tap may lead on, or `close` it."""

    says: str
    id: str = ""
    status: Status = Status.PLAIN
    tap: Action | None = None
    close: Action | None = None


@dataclass(frozen=True)
class List:
    """Rows below each other, laid out alike."""

    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Cards:
    """Cards side by side."""

    cards: tuple[CaptionedCard, ...]


@dataclass(frozen=True)
class PeopleChoice:
    """A choice of a person."""

    options: tuple[PersonOption, ...]


@dataclass(frozen=True)
class Choice:
    """A choice of one answer, with a title and an explanation."""

    answers: tuple[Action, ...]
    title: str = ""
    says: str = ""


@dataclass(frozen=True)
class Counter:
    """A number between actions that make it smaller and larger, from the outside in.

    A number in the style `STRONG` is in words, and smaller.
    """

    value: Text
    less: tuple[Action, ...]
    more: tuple[Action, ...]


@dataclass(frozen=True)
class Field:
    """A text field of one line; each change is an `Edit` with the step `edit` and the new text.

    The action `clear` at its end empties it, Enter means `submit`. A `tall` one takes many lines of
    pasted text, another one `longest` letters. A `code` has large letters, capitals by default.
    """

    id: str
    value: str
    hint: str
    edit: Callable[[Any, str], Any]
    clear: Action | None = None
    tall: bool = False
    submit: Submit | None = None
    longest: int = LONGEST
    code: bool = False


@dataclass(frozen=True)
class Figures:
    """Numbers with their meanings, as tiles side by side."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Actions:
    """Actions that share the width; `tiles` lead to other screens, each with a sign."""

    actions: tuple[Action, ...]
    tiles: bool = False

    def __post_init__(self) -> None:
        """Require signs on tiles here, for the text of a screen is tested without drawing it."""
        assert not self.tiles or all(action.icon for action in self.actions), self.actions


@dataclass(frozen=True)
class Custom:
    """A value that no other kind can show, drawn by the function of its type in `ui/render.py`."""

    value: object


@dataclass(frozen=True)
class Panel:
    """Blocks on a card with a title and a remark `beside` it.

    Acts of a panel that `answers` return a sentence, which is shown in a notice of this identifier.
    A screen reader announces the changes of a `live` panel.
    """

    blocks: Blocks
    title: str = ""
    beside: str = ""
    key: str = ""
    id: str = ""
    answers: str = ""
    live: bool = False


Block = (
    Hero
    | Text
    | Notice
    | Panel
    | List
    | Cards
    | PeopleChoice
    | Choice
    | Counter
    | Field
    | Figures
    | Actions
    | Custom
)
Blocks = tuple[Block, ...]
"""Blocks below one another, as in a column of a screen."""


class Ground(Enum):
    """The ground of a screen: paper, paper below a felt banner, or a sheet of paper on felt."""

    PAPER = "paper"
    BANNER = "banner"
    SHEET = "sheet"


@dataclass(frozen=True)
class Question:
    """A question in a dialog, whose answers have the identifiers `ID-yes` and `ID-no`.

    The browser's Back and a tap beside the dialog mean no. Both answers close the question by
    `on_no`.
    """

    id: str
    title: str
    says: str
    yes: str
    no: str
    on_yes: Intent
    on_no: Edit


@dataclass(frozen=True)
class Menu:
    """Actions over a screen, one below the other; each closes the menu before it acts."""

    name: str
    title: str
    actions: tuple[Action, ...]
    remark: str = ""


@dataclass(frozen=True)
class Document:
    """A whole screen.

    In a wide window the columns are at the left and right in turn, otherwise one below the other.
    The actions `beside` are at the right of the title, and the footer stays in sight. A `question`
    covers the screen until it is answered. An act that `follows` is done once the screen is drawn,
    again only if it differs; the `last` act is done when the screen is left. A new `key` scrolls
    the screen to its beginning.
    A `cover` has a larger title. The last column of a `pinned` screen stays in sight, too. A screen
    of `cards` has narrow margins, and room for a whole suit abreast.
    The `menus` open by an action that means `Ask`.
    """

    title: str
    columns: tuple[Blocks, ...]
    ground: Ground = Ground.PAPER
    subtitle: str = ""
    back: bool = True
    beside: tuple[Action, ...] = ()
    footer: tuple[Action, ...] = ()
    question: Question | None = None
    key: str = "body"
    cover: bool = False
    pinned: bool = False
    cards: bool = False
    follows: Act | None = None
    last: Act | None = None
    menus: tuple[Menu, ...] = ()


def notices(says: str, identifier: str, status: Status = Status.PLAIN) -> tuple[Notice, ...]:
    """Return the notice, or nothing where there are no words."""
    return (Notice(says, identifier, status),) if says else ()


def lists(rows: Sequence[Row]) -> tuple[List, ...]:
    """Return the list of the rows, or nothing where there are none."""
    return (List(tuple(rows)),) if rows else ()


def unfolds(identifier: str, says: str, step: Edit) -> Actions:
    """Return the button that shows all lines of a long list."""
    return Actions((Action(identifier, says, step, Emphasis.QUIET),))


Change = tuple[Intent | None, str]
"""The change of a number by a tap, None where there is no smaller or larger one, and its label."""


def stepper(
    name: str, value: Text, less: Change, more: Change, far: tuple[Change, Change] | None = None
) -> Counter:
    """Return a number with the buttons `NAME-less` and `NAME-more`; `far` ones leap by five."""

    def changing(sign: str, icon: Icon, change: Change) -> Action:
        intent, label = change
        return Action(f"{name}-{sign}" if name else sign, "", intent, icon=icon, label=label)

    fewer = [changing("less", Icon.LESS, less)]
    further = [changing("more", Icon.ADD, more)]
    if far:
        fewer.insert(0, changing("less-5", Icon.FEWER, far[0]))
        further.append(changing("more-5", Icon.MANY_MORE, far[1]))
    return Counter(value, tuple(fewer), tuple(further))
