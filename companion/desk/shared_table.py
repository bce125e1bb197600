"""Table that several devices share through a room."""

from companion.core.objections import Objection
from companion.desk.company import Recording
from companion.desk.table import Table


class SharedTable(Table):
    """Open series that can be shared."""

    async def take_seat(self, handle: str) -> Objection | None:
        """Take a free seat, and leave the former one."""
        raise NotImplementedError

    async def free_seat(self, handle: str) -> Objection | None:
        """Free the own seat, or as the host any seat."""
        raise NotImplementedError

    async def record_by(self, recording: Recording) -> Objection | None:
        """Choose who may record turns; the host alone may."""
        raise NotImplementedError

    async def remove(self, member: int) -> Objection | None:
        """Remove a member, as the host."""
        raise NotImplementedError

    async def close(self) -> Objection | None:
        """Close the shared table for all, as the host."""
        raise NotImplementedError

    async def show_code(self, *, shown: bool) -> Objection | None:
        """Show a code for joining, or void the code; `Company.code` has the code."""
        raise NotImplementedError

    async def dismiss_refused(self) -> None:
        """Forget the refused steps, once they are seen."""
        raise NotImplementedError
