"""Resources of a process, as reported by Linux."""

import os
from pathlib import Path

import pytest


def resident_bytes(process: int) -> int:
    """Return the resident memory of the process; skip the test without Linux."""
    about = Path(f"/proc/{process}/status")
    if not about.exists():
        pytest.skip("only Linux tells what a process takes")
    line = next(line for line in about.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def cpu_seconds(process: int) -> float:
    """Return the seconds of CPU that the process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def allow_open_files(count: int) -> None:
    """Let this process open the number of files, as far as the system permits."""
    import resource  # noqa: PLC0415 - Windows has none

    _now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if most == resource.RLIM_INFINITY else min(count, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, _now), most))
