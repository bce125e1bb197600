"""Where blocking work runs: one thread beside the event loop, or at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Done = TypeVar("_Done")


class OneThread:
    """One thread for all blocking work, which so keeps its order and leaves the event loop free."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """The outcome of the work. It is done to its end even if nobody waits for it any more."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def finish(self, work: Callable[[], _Done]) -> _Done:
        """The outcome of the last work, behind all that was asked for before; blocks until then."""
        done = self._pool.submit(work).result()
        self._pool.shutdown()
        return done


async def at_once(work: Callable[[], _Done]) -> _Done:
    """A runner where there are no threads: the work is done before anything else."""
    return work()
