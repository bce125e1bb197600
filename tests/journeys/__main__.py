"""`python -m tests.journeys` runs the long journeys in a browser, which takes a while."""

import os
import sys
from pathlib import Path

import pytest

from tests.e2e.driver import find_chromium

if find_chromium() is None:
    sys.exit("tests.journeys: needs Chromium, on the path or named by FANTAN_CHROMIUM")
# What else is missing is a failure: nobody looks for skipped tests in the morning.
os.environ |= {"FANTAN_BROWSER_REQUIRED": "yes", "FANTAN_POSTGRES_REQUIRED": "yes"}
sys.exit(pytest.main([str(Path(__file__).parent), "-v", *sys.argv[1:]]))
