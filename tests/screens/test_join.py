"""An invitation as people paste it, in whichever field."""

from collections.abc import Callable

import pytest

from companion.desk.company import Invitation
from companion.screens.join import JoinForm
from tests.cases import cases

TABLE, SECRET = 16 * "0a", 16 * "b1"
LINK = f"https://fan.tan/join#{TABLE}.{SECRET}"
CODE = "ABCD2345"

PASTED = {
    "a link": LINK,
    "before a full stop": f"{LINK}.",
    "in brackets": f"<{LINK}>",
    "in a sentence": f"Come here: ({LINK}).",
    "escaped": LINK.replace("#", "%23"),
    "on two lines": LINK.replace("#", "#\n"),
    "in capitals, as phones write a code": LINK.upper(),
    "escaped twice": LINK.replace("#", "%2523"),
    "with a dot of another script": LINK.replace(".", "\uff0e"),
    "with letters that nobody sees": f"{LINK[:40]}\u200b{LINK[40:50]}\u00ad{LINK[50:]}",
    "quoted by a chat": f"> {LINK[:50]}\n> {LINK[50:]}",
    "in quotation marks": f"„{LINK}“",
    "its end alone": f"{TABLE}.{SECRET}",
    "a code": "abcd 2345",
    "a code after its name": "Code: ABCD 2345",
    "a code before a full stop": "ABCD-2345.",
    "a code in brackets": "(ABCD\n2345)",
}


@pytest.mark.parametrize("field", [JoinForm.write_code, JoinForm.paste_link])
@cases("text", PASTED)
def test_a_link_or_a_code_is_read_from_either_field(
    field: Callable[[JoinForm, str], JoinForm], text: str
) -> None:
    asked = field(JoinForm(), text).asked
    assert asked == (CODE if "2345" in text else Invitation(TABLE, SECRET))


@pytest.mark.parametrize("field", [JoinForm.write_code, JoinForm.paste_link])
@pytest.mark.parametrize("text", ["", "https://fan.tan/", f"{TABLE}.{SECRET[:-1]}"])
def test_another_text_is_no_invitation(
    field: Callable[[JoinForm, str], JoinForm], text: str
) -> None:
    assert field(JoinForm(), text).asked is None
