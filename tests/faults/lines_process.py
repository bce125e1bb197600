"""Process that keeps the lines of streams in journals, and answers over its pipes.

Each line of the input is `[number, stream, place, text]`, the answer `[number, appended]`, with
None after a failure. The first message is empty. Every line of every stream is written, from the
first one on, as `[stream, place, text]`.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from companion.desk.ports import LinesFailedError
from storage.room_lines import JournalLines


def _write(message: list[Any]) -> None:
    sys.stdout.write(f"{json.dumps(message)}\n")
    sys.stdout.flush()


async def main(folder: str, *streams: str) -> None:
    """Keep the lines of streams in a folder until the input ends."""
    lines, loop = JournalLines(Path(folder)), asyncio.get_running_loop()

    async def follow(stream: str) -> None:
        async for place, line in lines.follow(stream, 0):
            _write([stream, place, line.decode()])

    async def append(number: int, stream: str, place: int, text: str) -> None:
        try:
            _write([number, await lines.append(stream, place, text.encode())])
        except LinesFailedError:
            _write([number, None])

    await lines.open()
    _write([])
    tasks = [asyncio.create_task(follow(stream)) for stream in streams]
    while asked := await loop.run_in_executor(None, sys.stdin.readline):
        tasks.append(asyncio.create_task(append(*json.loads(asked))))
    await lines.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
