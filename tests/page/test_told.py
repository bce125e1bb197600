"""The first screen of a page whose files were altered from outside."""

from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.ui.screens import main_for
from storage.page_store import PageStore
from tests.desks import FRIDAY
from tests.page.test_handles import two_handles, valid, with_content
from tests.page.test_page_store import night
from tests.ui.headless import Headless


async def test_damage_is_told_until_somebody_closes_the_notice() -> None:
    handles = two_handles()
    store = PageStore(handles)
    store.create(night("misdeal"))
    store.create(night("corrections"))
    content = bytearray(valid(handles).read())
    content[-9] ^= 4
    damaged = with_content(bytes(content))
    for shows, *closes in ((True,), (True, "finding-1-close"), (False,)):
        archive = Archive(PageStore(damaged), lambda: FRIDAY, at_once)
        async with Headless(main_for(archive)) as app:
            assert app.has("finding-1") is shows
            await app.tap(*closes)
            assert app.has("finding-1") is (shows and not closes)
